"""Log files that cannot fill the disk."""

from __future__ import annotations

import os
import threading
from pathlib import Path


class CappedLog:
    """One instance's log: at half the limit the file is moved to `<name>.1`, over the one before it.

    So the newest lines are always there, and both files together stay within the limit.
    """

    def __init__(self, path: Path, limit: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._older = path.with_name(path.name + ".1")
        self._half = max(1, limit // 2)
        self._lock = threading.Lock()
        self._file = path.open("ab", buffering=0)
        self._size = self._file.tell()

    def write(self, piece: bytes) -> None:
        with self._lock:
            if self._file.closed:
                return
            piece = piece[-self._half :]
            try:
                if self._size + len(piece) > self._half:
                    self._rotate()
                self._size += self._file.write(piece) or 0
            except OSError:
                pass  # a full disk costs the log, not the game that writes it

    def _rotate(self) -> None:
        os.replace(self.path, self._older)
        older, self._file, self._size = self._file, self.path.open("wb", buffering=0), 0
        older.close()

    def note(self, line: str) -> None:
        """A line of our own between those of the process."""
        self.write(f"[jimbot] {line}\n".encode())

    def tail(self, lines: int = 12) -> str:
        """The last lines, for an error message."""
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - 4096))
            text = file.read().decode(errors="replace")
        return "\n".join(text.splitlines()[-lines:])

    def close(self) -> None:
        with self._lock:
            self._file.close()


def trim(folder: Path, limit: int) -> None:
    """Empties files of another writer that passed the limit.

    Its next write lands at its old offset: the hole before that takes no space, so blocks are counted.
    """
    for path in folder.rglob("*.log"):
        try:
            found = path.lstat()
            if (
                path.is_file()
                and not path.is_symlink()
                and getattr(found, "st_blocks", found.st_size // 512) * 512 > limit
            ):
                os.truncate(path, 0)
        except OSError:
            continue  # gone, or held by its writer on a system that locks files
