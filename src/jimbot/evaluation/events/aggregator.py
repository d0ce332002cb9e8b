"""Events gathered into batches: a window of time, a bounded queue, drops that are counted."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jimbot.evaluation.events.event import Event

WINDOW = 0.1  # seconds
ROOM = 10_000  # events that wait
MAX_EVENTS = 1_000  # events of a batch
KEPT = 100  # batches whose figures are kept


@dataclass(frozen=True)
class BatchFigures:
    events: int
    waited: float  # seconds of its first event
    seconds: float  # that it took to hand it on


class Aggregator:
    """``offer`` events, and ``run`` hands batches on: after the window, when a batch is full, or at once
    for an event of high priority."""

    def __init__(self, hand_on: Callable[[Sequence[Event]], None]) -> None:
        self._hand_on = hand_on
        self._queue: deque[tuple[float, Event]] = deque()
        self._due = asyncio.Event()
        self._relieved = asyncio.Event()
        self.accepted = 0
        self.dropped = 0
        self.figures: deque[BatchFigures] = deque(maxlen=KEPT)

    def __len__(self) -> int:
        return len(self._queue)

    async def offer(self, event: Event) -> bool:
        """Whether it was taken. Where much is waiting, the sender waits too, a window at most; a full
        queue drops the event."""
        if len(self._queue) >= ROOM - MAX_EVENTS:
            self._due.set()
            self._relieved.clear()
            try:
                await asyncio.wait_for(self._relieved.wait(), WINDOW)
            except TimeoutError:
                pass
        if len(self._queue) >= ROOM:
            self.dropped += 1
            return False
        self._queue.append((time.monotonic(), event))
        self.accepted += 1
        if len(self._queue) >= MAX_EVENTS or event.get("priority") == "high":
            self._due.set()
        return True

    async def run(self) -> None:
        """Forwards events until it is cancelled, and then those that still wait."""
        try:
            while True:
                try:
                    await asyncio.wait_for(self._due.wait(), WINDOW)
                except TimeoutError:
                    pass
                self._due.clear()
                self.flush()
        finally:
            self.flush()

    def flush(self) -> None:
        while self._queue:
            begin = time.monotonic()
            since = self._queue[0][0]
            batch = [self._queue.popleft()[1] for _ in range(min(MAX_EVENTS, len(self._queue)))]
            self._relieved.set()
            self._hand_on(batch)
            self.figures.append(BatchFigures(len(batch), begin - since, time.monotonic() - begin))
