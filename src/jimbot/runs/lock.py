"""Who writes to a folder: one run at a time."""

from __future__ import annotations

import fcntl
from pathlib import Path
from typing import IO


def lock_folder(path: Path, what: str) -> IO[str]:
    """Held until it is closed; ValueError if another ``what`` holds it."""
    lock = (path / "lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise ValueError(f"another {what} is writing to {path}") from None
    return lock
