"""What a process publishes while it works, measurements and events: queued at once, written by threads."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

AGAIN = "it is tried again, and the work goes on"
FAREWELL = 2.0  # seconds that the last batch may take

Item = TypeVar("Item")
Taken = TypeVar("Taken", contravariant=True)
Say = Callable[[str], object]


def pauses(first: float, longest: float) -> Iterator[float]:
    """Seconds to wait after each failure in a row: twice as long each time, up to the longest."""
    while True:
        yield min(first, longest)
        first = min(2 * first, longest)


class Doubtful(OSError):
    """A batch may have arrived: it must not be written twice."""


class Sink(Protocol[Taken]):
    """Where items go. ``write`` raises OSError where another attempt may help, else anything else."""

    name: str

    def write(self, items: Sequence[Taken]) -> None: ...

    def close(self) -> None: ...


class Lane(Generic[Item]):
    """The items that wait for one sink, and the thread that writes them. A slow sink delays nobody.

    At most ``room`` items wait; further ones are dropped and counted. They are written every ``every``
    seconds, or once ``batch`` of them wait. A sink that fails is reported by ``say``, and again only after it
    has worked for ``steady`` seconds. The thread calls ``tick`` before it writes.
    """

    batch = 1000
    every = 0.5
    pause = (1.0, 30.0)  # between attempts to reach a sink that fails: the first and the longest
    steady = 0.0

    def __init__(
        self, what: str, sink: Sink[Item], room: int, say: Say, tick: Callable[[], object] = lambda: None
    ) -> None:
        self.sink = sink
        self.room = room
        self.dropped = 0
        self.failing = False
        self._what, self._say, self._tick = what, say, tick
        self._waiting: deque[Item | threading.Event] = deque()
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._pauses = pauses(*self.pause)
        self._reported = False
        self._failed_at = 0.0
        self._thread = threading.Thread(target=self._run, name=f"{what} {sink.name}", daemon=True)
        self._thread.start()

    def put(self, item: Item) -> None:
        waiting = self._waiting
        if len(waiting) >= self.room:
            self.dropped += 1
            return
        waiting.append(item)
        if len(waiting) == self.batch:
            self._wake.set()

    def flush(self, seconds: float) -> None:
        """Waits until all is written, ``seconds`` at most; not for a sink that fails."""
        if not self.failing:
            written = threading.Event()
            self._waiting.append(written)
            self._wake.set()
            written.wait(seconds)

    def close(self) -> None:
        """Writes what waits, as far as the time goes; the rest counts as dropped."""
        self._closing.set()
        self._wake.set()
        self._thread.join(FAREWELL)
        self.dropped += sum(not isinstance(one, threading.Event) for one in list(self._waiting))
        self._waiting.clear()

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait(self.every)
            self._wake.clear()
            try:
                self._tick()
            except OSError as error:
                self._report(error, AGAIN)
                self._closing.wait(next(self._pauses))
            self._write_all()
        self._write_all()
        self.sink.close()

    def _write_all(self) -> None:
        while self._waiting:
            taken = [self._waiting.popleft() for _ in range(min(self.batch, len(self._waiting)))]
            markers = [one for one in taken if isinstance(one, threading.Event)]
            items = [one for one in taken if not isinstance(one, threading.Event)]
            if items and not self._written(items, markers):
                return
            for marker in markers:
                marker.set()

    def _written(self, items: list[Item], markers: list[threading.Event]) -> bool:
        """Tries until it succeeds or the end has come. What a sink refuses for good is dropped."""
        while True:
            try:
                self.sink.write(items)
            except OSError as error:
                self._report(error, AGAIN)
                for marker in markers:  # nobody waits for a sink that fails
                    marker.set()
                doubtful = isinstance(error, Doubtful)
                if self._closing.wait(next(self._pauses)) or doubtful:
                    self.dropped += len(items)
                    return doubtful
            except Exception as error:  # whatever a sink does, the work goes on
                self._report(error, "such items are dropped, and the work goes on")
                self.dropped += len(items)
                return True
            else:
                self.failing = False
                if self._reported and time.monotonic() - self._failed_at >= self.steady:
                    self._reported, self._pauses = False, pauses(*self.pause)
                return True

    def _report(self, error: Exception, then: str) -> None:
        self.failing, self._failed_at = True, time.monotonic()
        if not self._reported:
            self._reported = True
            self._say(f"{self._what}: {self.sink.name}: {_reason(error)}; {then}")


class Closes(Protocol):
    def close(self) -> object: ...


Publisher = TypeVar("Publisher", bound=Closes)


class Switch(Generic[Publisher]):
    """The publisher of this process: on where a variable of the environment says where to, and then in its
    workers, too. ``make`` raises ValueError or ImportError where that is not possible."""

    def __init__(self, variable: str, make: Callable[[str], Publisher]) -> None:
        self._variable, self._make = variable, make
        self._publisher: Publisher | None = None
        self._asked = False  # whether the environment was looked at
        self._lock = threading.Lock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)  # its threads are not in a forked process

    def get(self) -> Publisher | None:
        return self._publisher if self._asked else self._look()

    def start(self, where: str) -> None:
        """Publishes from now on, here and in processes started from here."""
        self.stop()
        with self._lock:
            self._publisher = self._make(where)
        os.environ[self._variable] = where
        atexit.register(self.stop)

    def stop(self) -> Publisher | None:
        """Ends, once the rest is written; what has ended. Nothing is published until the next start."""
        with self._lock:
            found, self._publisher, self._asked = self._publisher, None, True
        if found is not None:
            found.close()
            os.environ.pop(self._variable, None)
        return found

    def _look(self) -> Publisher | None:
        with self._lock:
            where = os.environ.get(self._variable)
            if where and self._publisher is None:
                try:
                    self._publisher = self._make(where)
                    atexit.register(self.stop)
                except (ValueError, ImportError) as error:
                    say(f"{self._variable}: {error}")
            self._asked = True
            return self._publisher

    def _forget(self) -> None:
        self._publisher, self._asked, self._lock = None, False, threading.Lock()


def say(text: str) -> None:
    sys.stderr.write(f"jimbot: {text}\n")


def _reason(error: Any) -> str:
    reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
    return str(getattr(reason, "strerror", None) or reason).replace("\n", " ")
