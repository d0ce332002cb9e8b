"""Ctrl-C ends a run when it is at rest; a second one ends the program."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Interruption:
    """Whether somebody has asked the run to end."""

    def __init__(self) -> None:
        self.asked = False


@contextmanager
def interruptible(say: Callable[[str], object]) -> Iterator[Interruption]:
    found = Interruption()

    def stop(number: int, frame: Any) -> None:
        found.asked = True
        say("interrupted: saves and ends after this update")
        signal.signal(number, before[number])

    before: dict[int, Any] = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, stop)
    except ValueError:  # not in the main thread: only that one receives Ctrl-C
        yield found
        return
    try:
        yield found
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
