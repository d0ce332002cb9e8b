"""Who writes to a folder or a file: one run at a time. A lock ends with the processes that hold it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import IO, Any


def lock_folder(path: Path, what: str, patience: float = 0.0) -> IO[str]:
    """Held until it is closed, also by worker processes that it was handed to; ValueError if another ``what``
    holds it for longer than ``patience`` seconds. The file names the process."""
    lock = _held((path / "lock").open("a", encoding="utf-8"), path, what, patience)
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def lock_file(path: Path, what: str) -> IO[str]:
    """The file, to write behind what it holds; ValueError if another ``what`` does so."""
    return _held(path.open("a", encoding="utf-8"), path, what, 0.0)


def taken(file: IO[Any], wait: bool = False) -> bool:
    """Whether the lock of an open file is ours now, until the file is closed."""
    from filelock import lock_descriptor  # 50 ms, which a game without files need not spend

    return lock_descriptor(file.fileno(), blocking=wait)


def _held(lock: IO[str], path: Path, what: str, patience: float) -> IO[str]:
    deadline = time.monotonic() + patience
    while not taken(lock):
        if time.monotonic() >= deadline:
            lock.close()
            raise ValueError(f"another {what} is writing to {path}")
        time.sleep(0.05)
    return lock


def holder(path: Path) -> int | None:
    """The process that holds the lock of a folder; the lock is not touched."""
    from jimbot.runs.processes import has_open

    lock = path / "lock"
    try:
        process = int(lock.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return process if has_open(process, lock) else None
