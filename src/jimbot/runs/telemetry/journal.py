"""The embedded sink: points as lines of JSON, in a file of this process.

A line is in the kernel's hands once it is written, so a killed process loses nothing of it. Files of
processes that have ended are packed into Parquet by the reader (``jimbot.runs.telemetry.store``). Writing
needs the standard library only.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from jimbot.runs.lock import taken
from jimbot.runs.telemetry.recorder import Point

MAX_BYTES = 64 * 2**20  # of a file; then another one begins
SUFFIX = ".jsonl"


def is_own(path: Path) -> bool:
    """Whether it is a file of its folder: a link may lead elsewhere, a device may never end."""
    return path.is_file() and not path.is_symlink()


def journals(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.glob(f"*{SUFFIX}")) if is_own(path)]


class Journal:
    """The file is locked while this process writes to it."""

    def __init__(self, folder: Path) -> None:
        self.name = str(folder)
        self._folder = folder
        self._file: IO[bytes] | None = None
        self._number = 0

    def write(self, points: Sequence[Point]) -> None:
        file = self._file or self._begin()
        file.write(b"".join(map(line, points)))
        if file.tell() > MAX_BYTES:
            self.close()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _begin(self) -> IO[bytes]:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._number += 1
        stamp = time.strftime("%Y%m%d-%H%M%S")
        path = self._folder / f"{stamp}-{os.getpid()}-{self._number}{SUFFIX}"
        self._file = path.open("ab", buffering=0)
        taken(self._file)
        return self._file


def line(point: Point) -> bytes:
    """A point as JSON. Numbers that JSON does not know are left out."""
    numbers: dict[str, float] = {}
    texts: dict[str, str] = {}
    for name, value in point.values.items():
        if isinstance(value, str):
            texts[name] = value
        elif math.isfinite(value):
            numbers[name] = float(value)
    row = {
        "time": point.time,
        "run": point.run,
        "process": os.getpid(),
        "measure": point.measure,
        "tags": point.tags,
        "values": numbers,
        "texts": texts,
    }
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"
