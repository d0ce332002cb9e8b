"""The recorder: takes points without waiting and hands them to sinks in batches, from threads of its own."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

from jimbot.runs.telemetry.health import health

BATCH = 1000  # so many points are written at once
EVERY = 0.5  # seconds; with what callers tally before, a killed process loses less than the last second
MOST_WAITING = 20_000  # points; further ones are dropped and counted
HEALTH_EVERY = 5.0
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0  # seconds between attempts to reach a sink that fails
FAREWELL = 2.0  # seconds that the last batch may take

Value = float | str  # bool and int count as numbers
Say = Callable[[str], object]


class Point(NamedTuple):
    """One measurement. Tags say of what, in few different words; values are numbers and texts."""

    time: int  # nanoseconds since 1970
    run: str
    measure: str
    tags: Mapping[str, str]
    values: Mapping[str, Value]


class Sink(Protocol):
    """Where points go. ``write`` raises OSError where another attempt may help, else anything else."""

    name: str

    def write(self, points: Sequence[Point]) -> None: ...

    def close(self) -> None: ...


class Lane:
    """The points that wait for one sink, and the thread that writes them. A slow sink delays no other."""

    def __init__(self, sink: Sink, say: Say, tick: Callable[[], object] = lambda: None) -> None:
        self.sink = sink
        self.dropped = 0
        self.failing = False
        self._say, self._tick = say, tick
        self._waiting: deque[Point | threading.Event] = deque()
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._pause = FIRST_PAUSE
        self._thread = threading.Thread(target=self._run, name=f"telemetry {sink.name}", daemon=True)
        self._thread.start()

    def put(self, point: Point) -> None:
        waiting = self._waiting
        if len(waiting) >= MOST_WAITING:
            self.dropped += 1
            return
        waiting.append(point)
        if len(waiting) == BATCH:
            self._wake.set()

    def flush(self, seconds: float) -> None:
        """Waits until all is written, so long at most; not for a sink that fails."""
        if not self.failing:
            written = threading.Event()
            self._waiting.append(written)
            self._wake.set()
            written.wait(seconds)

    def close(self) -> None:
        self._closing.set()
        self._wake.set()
        self._thread.join(FAREWELL)
        left = sum(isinstance(one, Point) for one in list(self._waiting))
        self.dropped += left
        if self.dropped:
            self._say(f"telemetry: {self.dropped} points for {self.sink.name} were dropped")

    def _run(self) -> None:
        while not self._closing.is_set():
            self._wake.wait(EVERY)
            self._wake.clear()
            self._tick()
            self._write_all()
        self._write_all()
        self.sink.close()

    def _write_all(self) -> None:
        while self._waiting:
            batch, markers = self._next()
            if batch and not self._written(batch, markers):
                return
            for marker in markers:
                marker.set()

    def _next(self) -> tuple[list[Point], list[threading.Event]]:
        taken = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
        points = [one for one in taken if isinstance(one, Point)]
        return points, [one for one in taken if isinstance(one, threading.Event)]

    def _written(self, batch: list[Point], markers: list[threading.Event]) -> bool:
        """Tries until it succeeds or the end has come. What a sink refuses for good is dropped."""
        while True:
            try:
                self.sink.write(batch)
            except OSError as error:
                self._tell(error, "it is tried again, and the run goes on")
                for marker in markers:  # nobody waits for a sink that fails
                    marker.set()
                if self._closing.wait(self._pause):
                    self.dropped += len(batch)
                    return False
                self._pause = min(2 * self._pause, LONGEST_PAUSE)
            except Exception as error:  # whatever a sink does, the run goes on
                self._tell(error, "such points are dropped, and the run goes on")
                self.dropped += len(batch)
                return True
            else:
                self.failing, self._pause = False, FIRST_PAUSE
                return True

    def _tell(self, error: Exception, then: str) -> None:
        if not self.failing:
            self.failing = True
            self._say(f"telemetry: {self.sink.name}: {_reason(error)}; {then}")


class Recorder:
    """Takes points for all its sinks. ``record`` never waits and never fails."""

    def __init__(self, sinks: Sequence[Sink], run: str, say: Say) -> None:
        self.run = run
        self._next_health = time.monotonic()
        self._lanes: list[Lane] = []
        for sink in sinks:
            tick = self._health if not self._lanes else (lambda: None)
            self._lanes.append(Lane(sink, say, tick))

    @property
    def dropped(self) -> int:
        return sum(lane.dropped for lane in self._lanes)

    def record(self, measure: str, tags: Mapping[str, str], values: Mapping[str, Value]) -> None:
        point = Point(time.time_ns(), self.run, measure, tags, values)
        for lane in self._lanes:
            lane.put(point)

    def flush(self, seconds: float = 0.2) -> None:
        for lane in self._lanes:
            lane.flush(seconds)

    def close(self) -> None:
        for lane in self._lanes:
            lane.close()

    def _health(self) -> None:
        now = time.monotonic()
        if now >= self._next_health:
            self._next_health = now + HEALTH_EVERY
            self.record("health", {}, {**health(), "dropped": self.dropped})


def _reason(error: Exception) -> str:
    reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or error
    return str(getattr(reason, "strerror", None) or reason).replace("\n", " ")
