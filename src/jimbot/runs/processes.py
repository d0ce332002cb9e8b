"""This process and all that it has started, and what processes use of the machine."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import psutil


def memory_used() -> float:
    """Gigabytes; memory that processes share counts once, where the system knows how much that is."""
    total = 0
    for process in _family():
        with suppress(psutil.NoSuchProcess):
            memory = process.memory_full_info()
            total += getattr(memory, "pss", memory.uss)
    return total / 2**30


def cpu_seconds() -> float:
    """Of all cores; processes that have ended do not count."""
    total = 0.0
    for process in _family():
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def children() -> set[int]:
    """Processes that this one has started and that still run."""
    return {process.pid for process in psutil.Process().children()}


def memory_of(process: int) -> float | None:
    """Gigabytes; None if it has ended, or is not ours to ask."""
    try:
        return float(psutil.Process(process).memory_info().rss) / 2**30
    except psutil.Error:
        return None


def has_open(process: int, file: Path) -> bool:
    """Whether a process has a file open."""
    try:
        return os.path.realpath(file) in {opened.path for opened in psutil.Process(process).open_files()}
    except psutil.Error:
        return False


def _family() -> list[psutil.Process]:
    this = psutil.Process()
    return [this, *this.children(recursive=True)]
