"""A score as plain data: its steps with the running chips and mult, and what is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jimbot.game.records import Score
from jimbot.game.seen import BREAKS, Seen

FACE_DOWN = "One of these cards is face down: the score cannot be known."


@dataclass(frozen=True)
class Step:
    """What gave what, and what chips and mult are then."""

    source: str  # a card's code, a joker's name, the poker hand
    gives: str
    chips: float
    mult: float


@dataclass(frozen=True)
class Explanation:
    """What a play would score and why. Numbers are None where a card lies face down."""

    hand: str | None
    score: float | None
    chips: float | None
    mult: float | None
    dollars: int
    scoring: tuple[int, ...]  # positions in the hand
    exact: bool
    refused: bool  # by the blind
    steps: tuple[Step, ...]
    rolls: tuple[str, ...]  # counted as missed
    note: str


def steps(score: Score) -> list[Step]:
    """All but the last, which is the score itself."""
    return [
        Step(event.source, str(event).removeprefix(f"{event.source}: "), event.chips, event.mult)
        for event in score.events
        if event.kind != "score" and event.stream != BREAKS
    ]


def explain(seen: Seen, cards: Iterable[int]) -> Explanation:
    """What playing these positions of the hand would score, step by step."""
    score = seen.score(cards)
    return Explanation(
        score.hand,
        score.score,
        score.chips,
        score.mult,
        score.dollars,
        score.scoring,
        score.exact,
        score.refused,
        tuple(steps(score)),
        tuple(str(event) for event in score.rolls if event.stream != BREAKS),
        note(score),
    )


def note(score: Score) -> str:
    """What a reader of the number must know."""
    if score.score is None:
        return FACE_DOWN
    if score.refused:
        return f"{score.hand}: the blind does not let it score."
    if score.exact:
        return ""
    return "without chance effects" if score.rolls else "without face-down cards"
