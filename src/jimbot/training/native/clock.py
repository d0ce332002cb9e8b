"""Where the time of a training goes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

from jimbot.game.records import percent

# who spends it: the thread that learns, and the thread that plays
SIDES = {"learner": ("learning", "waiting", "judging"), "player": ("inference", "games")}
MEANING = {
    "learning": "gradient steps",
    "waiting": "for the games of the next rollout",
    "judging": "evaluations and checkpoints",
    "inference": "choosing moves, with all that crosses to the GPU and back",
    "games": "steps of the engine",
}


class Clock:
    """Seconds by what they were spent on."""

    def __init__(self) -> None:
        self.seconds = dict.fromkeys(MEANING, 0.0)
        self.began = time.perf_counter()

    @contextmanager
    def __call__(self, name: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] += time.perf_counter() - began

    def shares(self) -> str:
        """Shares of the time since the beginning, a line for each side."""
        total = time.perf_counter() - self.began
        lines = [f"{total:.1f} s in all"]
        for side, names in SIDES.items():
            each = [f"{name} {percent(self.seconds[name] / total)}" for name in names]
            rest = 1 - sum(self.seconds[name] for name in names) / total
            lines.append(f"{side}: {', '.join(each)}, rest {percent(rest)}")
        return "\n".join(lines)
