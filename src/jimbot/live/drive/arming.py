"""Leave to act in somebody's game: a token that is typed once, for one run, and a pace."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

OTHER_RUN = "this is another run than the one that was armed: arm again to act in it"
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"


@dataclass
class Gate:
    """Whether an action may be sent. ``interval`` is the least time between two, in seconds."""

    interval: float = 0.0
    runs: set[str | None] | None = None  # the runs it is open for; None: all
    clock: Callable[[], float] = time.monotonic
    _last: float = field(default=-1e9, repr=False)

    def closed_for(self, run: str | None) -> str | None:
        """Why no action may be sent in this run, or None."""
        if self.runs is not None and run not in self.runs:
            return OTHER_RUN
        return None

    def wait(self) -> float:
        """Seconds until the next action may be sent."""
        return max(0.0, self._last + self.interval - self.clock())

    def passed(self) -> None:
        """An action is being sent."""
        self._last = self.clock()


class ArmToken:
    """A word that a person types to arm. It works once, right or wrong."""

    def __init__(self) -> None:
        self.text = "".join(secrets.choice(LETTERS) for _ in range(6))
        self._fresh = True

    def accepts(self, typed: str) -> bool:
        fresh, self._fresh = self._fresh, False
        return fresh and secrets.compare_digest(typed.strip().upper().encode(), self.text.encode())
