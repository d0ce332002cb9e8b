"""Decisions that were suggested, and those that were thought about, as plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suggestion:
    """``chance`` is to clear the blind in a round, and to win the run elsewhere. ``probability`` is the
    policy's own; for an agent that has none it says how clearly its chances prefer this decision.
    ``expected_score`` is what a play scores on average, in chips, or the best play of the hand that follows a
    discard. ``keeps`` is the poker hand in the cards that stay; ``about_equal`` says that the first
    suggestion is no better, as far as can be seen."""

    action: str
    text: str
    probability: float
    chance: float | None
    expected_score: float | None
    reason: str
    keeps: str = ""
    about_equal: bool = False


@dataclass(frozen=True)
class Thought:
    """A decision that an agent thought about; ``made`` marks the one that was made."""

    action: str
    text: str
    reason: str
    probability: float | None = None
    made: bool = False
