"""Decisions that were suggested, as plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suggestion:
    """``chance`` is to clear the blind in a round, and to win the run elsewhere. ``probability`` is the
    policy's own; for an agent that has none it says how clearly its probabilities prefer this decision.
    ``expected_score`` is what a play scores on average, in chips, or the best play of the hand that follows a
    discard. ``keeps`` is the poker hand in the cards that stay; ``about_equal`` says that its chance to clear
    cannot be distinguished from that of the first. ``to_win`` is the chance to win the run, in a round too,
    where the agent has measured it."""

    action: str
    text: str
    probability: float
    chance: float | None
    expected_score: float | None
    reason: str
    keeps: str = ""
    about_equal: bool = False
    to_win: float | None = None
