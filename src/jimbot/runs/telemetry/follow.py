"""Points as they are written: the journals of a folder, read on from where they were left."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from jimbot.runs.reading import MAX_LINE, open_file
from jimbot.runs.telemetry.journal import journals

Row = dict[str, Any]  # a line of a journal
ROW = {"time", "run", "process", "measure", "tags", "values", "texts"}


class Follower:
    """A journal that is packed meanwhile is still read to its end."""

    def __init__(self, folder: Path, from_now: bool = False) -> None:
        self._folder = folder
        self._files: dict[Path, IO[bytes]] = {}
        if from_now:
            for path in self._found():
                self._files[path] = file = open_file(path, follow=False)
                file.seek(0, os.SEEK_END)

    def poll(self) -> Iterator[Row]:
        """What has come since the last time."""
        there = self._found()
        for path in there:
            if path not in self._files:
                self._files[path] = open_file(path, follow=False)
        for path, file in list(self._files.items()):
            yield from _new_rows(file)
            if path not in there:
                self._files.pop(path).close()

    def close(self) -> None:
        while self._files:
            self._files.popitem()[1].close()

    def _found(self) -> list[Path]:
        return journals(self._folder)


def _new_rows(file: IO[bytes]) -> Iterator[Row]:
    while text := file.readline(MAX_LINE):
        if not text.endswith(b"\n"):  # its writer is at it, or was killed
            file.seek(-len(text), os.SEEK_CUR)
            return
        try:
            row = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict) and row.keys() >= ROW:
            yield row
