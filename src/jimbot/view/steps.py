"""A score as plain data: its steps with the running chips and mult."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot.records import Score


@dataclass(frozen=True)
class Step:
    """What gave what, and what chips and mult are then."""

    source: str  # a card's code, a joker's name, the poker hand
    gives: str
    chips: float
    mult: float


def steps(score: Score) -> list[Step]:
    """All but the last, which is the score itself."""
    return [
        Step(event.source, str(event).removeprefix(f"{event.source}: "), event.chips, event.mult)
        for event in score.events
        if event.kind != "score"
    ]
