"""Who writes to a folder or a file: one run at a time."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import IO


def lock_folder(path: Path, what: str, patience: float = 0.0) -> IO[str]:
    """Held until it is closed, also by worker processes that it was handed to; ValueError if another ``what``
    holds it for longer than so many seconds."""
    return _held((path / "lock").open("w"), path, what, patience)


def lock_file(path: Path, what: str) -> IO[str]:
    """The file, to write behind what it holds; ValueError if another ``what`` does so."""
    return _held(path.open("a"), path, what, 0.0)


def _held(lock: IO[str], path: Path, what: str, patience: float) -> IO[str]:
    deadline = time.monotonic() + patience
    while not _taken(lock):
        if time.monotonic() >= deadline:
            lock.close()
            raise ValueError(f"another {what} is writing to {path}")
        time.sleep(0.05)
    return lock


def holder(path: Path) -> int | None:
    """The process that holds the lock of a folder, where the system tells; the lock is not touched."""
    try:
        inode = os.stat(path / "lock").st_ino
        with open("/proc/locks") as locks:
            for line in locks:
                words = line.split()
                if "FLOCK" in words and words[-3].rpartition(":")[2] == str(inode):
                    return int(words[-4])
    except (OSError, ValueError, IndexError):
        pass
    return None


def _taken(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
