"""What runs were like on their way: money, jokers and scores at each blind, read from their transcripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from jimbot.game import Game

MOST_GAMES = 120  # replayed at most, evenly chosen: more change no picture

T = TypeVar("T")


@dataclass(frozen=True)
class Stop:
    """A blind that was beaten: its number from 1, and what the player had then."""

    blind: int
    money: int
    jokers: int
    over: float  # score of the round, in targets


@dataclass(frozen=True)
class Band:
    """Of each blind: how many runs beat it, the middle and the quarters of a figure."""

    blinds: tuple[int, ...]
    low: tuple[float, ...]
    middle: tuple[float, ...]
    high: tuple[float, ...]


def stops(transcript: str) -> list[Stop]:
    """The blinds that a run has beaten. ValueError where the text is no transcript."""
    lines = transcript.splitlines()
    game = Game.replay("\n".join(lines[:1]))
    found = []
    blind = 0
    for line in lines[1:]:
        if not line or line.startswith("#"):
            continue
        playing = game.phase == "SELECTING_HAND"
        if playing:
            blind, target = 3 * (game.ante - 1) + game.blind_on_deck + 1, game.target
        game.apply(line)
        if playing and (game.phase == "ROUND_EVAL" or game.won):
            over = game.round_score / target if target else 0.0
            found.append(Stop(blind, game.money, len(game.jokers), over))
    return found


def band(runs: Iterable[Sequence[Stop]], figure: str) -> Band:
    """A figure of the runs blind by blind; antes above 8 are left out."""
    values: dict[int, list[float]] = {}
    for run in runs:
        for stop in run:
            if 1 <= stop.blind <= 24:
                values.setdefault(stop.blind, []).append(float(getattr(stop, figure)))
    blinds = tuple(sorted(values))
    low, middle, high = (
        tuple(float(np.quantile(values[blind], share)) for blind in blinds) for share in (0.25, 0.5, 0.75)
    )
    return Band(blinds, low, middle, high)


def chosen(games: Sequence[T], most: int = MOST_GAMES) -> list[T]:
    """At most so many, evenly spread."""
    if len(games) <= most:
        return list(games)
    return [games[int(i)] for i in np.linspace(0, len(games) - 1, most).round()]
