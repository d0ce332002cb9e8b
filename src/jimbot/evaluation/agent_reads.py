"""The files that this process reads for an agent, whatever code opens them: Python says so before it does."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jimbot.runs.provenance import sha256

WRITES = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC
SYSTEM = ("/proc/", "/sys/", "/dev/")
EVENTS = {"open", "os.rename", "os.remove", "ctypes.dlopen"}
Digests = dict[str, str | None]  # of files; None: the agent writes it, it says nothing about who plays

_watching: Reads | None = None
_here = threading.local()


class Reads:
    """Files outside of ``places``, with their fingerprints when they were opened."""

    def __init__(self, places: tuple[Path, ...], max_files: int, max_bytes: int) -> None:
        self._outside = tuple(f"{place}{os.sep}" for place in places) + SYSTEM
        self._max_files, self._left = max_files, max_bytes
        self._digests: Digests = {}
        self._stamps: dict[str, tuple[int, ...]] = {}
        self._new: Digests = {}

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Within: what is opened counts."""
        global _watching
        _hook()
        before, _watching = _watching, self
        try:
            yield
        finally:
            _watching = before

    def new(self) -> Digests:
        """Those since it was last asked."""
        found, self._new = self._new, {}
        return found

    def opened(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            self._note(arguments[0], bool((arguments[2] or 0) & WRITES))
        elif event == "os.rename":
            self._note(arguments[1], True)
        elif event == "os.remove":
            self._note(arguments[0], True)
        elif event == "ctypes.dlopen":
            self._note(arguments[0], False)

    def _note(self, name: object, is_written: bool) -> None:
        if not isinstance(name, str | bytes | os.PathLike):
            return
        path = os.path.realpath(os.fsdecode(name))
        if path.startswith(self._outside) or f"{os.sep}__pycache__{os.sep}" in path:
            return
        if is_written:
            if len(self._digests) < self._max_files:
                self._digests[path] = self._new[path] = None
        elif self._digests.get(path, "") is not None and os.path.isfile(path):
            self._read(path)

    def _read(self, path: str) -> None:
        about = os.stat(path)
        stamp = (about.st_ino, about.st_size, about.st_mtime_ns)
        if self._stamps.get(path) == stamp or about.st_size > self._left:
            return
        if path not in self._stamps and len(self._stamps) >= self._max_files:
            return
        self._left -= about.st_size
        self._stamps[path] = stamp
        self._digests[path] = self._new[path] = sha256(Path(path))


def _hook() -> None:
    """Once: it cannot be taken away."""
    if not getattr(_hook, "is_there", False):
        sys.addaudithook(_opened)
        _hook.is_there = True  # type: ignore[attr-defined]


def _opened(event: str, arguments: tuple[Any, ...]) -> None:
    if _watching is None or event not in EVENTS or getattr(_here, "is_reading", False):
        return
    _here.is_reading = True  # what we open ourselves does not count
    try:
        _watching.opened(event, arguments)
    except (OSError, ValueError):  # a file that cannot be read: the agent gets the error
        pass
    finally:
        _here.is_reading = False
