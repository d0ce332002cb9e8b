"""The recorder: takes points without waiting and hands them to sinks in batches, from other threads."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from jimbot.runs import publishing
from jimbot.runs.publishing import Lane, Say
from jimbot.runs.telemetry.health import health

MAX_WAITING = 20_000  # points; with what callers tally before, a killed process loses less than a second
HEALTH_EVERY = 5.0

Value = float | str  # bool and int count as numbers


class Point(NamedTuple):
    """One measurement. Tags say of what, in few different words; values are numbers and texts."""

    time: int  # nanoseconds since 1970
    run: str
    measure: str
    tags: Mapping[str, str]
    values: Mapping[str, Value]


Sink = publishing.Sink[Point]


class Recorder:
    """Takes points for all its sinks. ``record`` never waits and never fails."""

    def __init__(self, sinks: Sequence[Sink], run: str, say: Say) -> None:
        self.run = run
        self._say = say
        self._next_health = time.monotonic()
        self._lanes: list[Lane[Point]] = []
        for sink in sinks:
            tick = self._health if not self._lanes else (lambda: None)
            self._lanes.append(Lane("telemetry", sink, MAX_WAITING, say, tick))

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
            if lane.dropped:
                self._say(f"telemetry: {lane.dropped} points for {lane.sink.name} were dropped")

    def _health(self) -> None:
        now = time.monotonic()
        if now >= self._next_health:
            self._next_health = now + HEALTH_EVERY
            self.record("health", {}, {**health(), "dropped": self.dropped})
