"""Files of lines, read in bounded time: small ones whole, of large ones evenly spaced pieces."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from jimbot.runs.reading import open_file

WHOLE = 4 * 2**20  # bytes up to which a file is read whole
PIECES, PIECE = 96, 16 * 2**10  # of a larger one
END = 256 * 2**10  # its end is always read


@dataclass(frozen=True)
class Sample:
    """Whole lines in their order. ``share`` is how much of the file they are: 1 for all of it."""

    lines: tuple[bytes, ...]
    share: float


def sampled_lines(file: Path) -> Sample:
    """The lines of a file that lines are added to; a line that is being written is left out."""
    try:
        with open_file(file, follow=False) as opened:
            size = os.fstat(opened.fileno()).st_size
            if size <= WHOLE:
                data = opened.read(size)
                return Sample(tuple(data[: data.rfind(b"\n") + 1].splitlines()), 1.0)
            starts = [i * (size - END) // PIECES for i in range(PIECES)]
            lines: list[bytes] = []
            for start in starts:
                lines += _piece(opened, start, PIECE)
            lines += _piece(opened, size - END, END)
            return Sample(tuple(lines), min(1.0, sum(map(len, lines)) / size))
    except OSError:  # not there, or not a file of this folder
        return Sample((), 1.0)


def _piece(opened: BinaryIO, start: int, length: int) -> list[bytes]:
    """The lines that lie wholly in a piece of the file."""
    opened.seek(start)
    data = opened.read(length)
    first = 0 if start == 0 else data.find(b"\n") + 1
    last = data.rfind(b"\n") + 1
    return data[first:last].splitlines() if last > first else []


def last_object(file: Path) -> dict[str, Any]:
    """The last line of a file, as a JSON object; empty where there is none."""
    try:
        with open_file(file, follow=False) as opened:
            size = os.fstat(opened.fileno()).st_size
            lines = _piece(opened, max(0, size - END), END)
    except OSError:
        return {}
    return next(iter(objects(lines[-1:])), {})


def objects(lines: tuple[bytes, ...] | list[bytes]) -> list[dict[str, Any]]:
    """The lines that are JSON objects; a damaged one is left out, the others still show the run."""
    out = []
    for line in lines:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            out.append(found)
    return out
