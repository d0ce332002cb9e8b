"""What was measured about jokers: a table of means with their errors, kept in a file of the package.

`jimbot graph measure` makes it (``jimbot.agents.judge.pairs``). Pairs are those of ``pair_places``; tables by
ante, boss or deck have a row for each and a column per joker.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.game.content import content
from jimbot.runs.arrays import read_arrays, write_arrays
from jimbot.runs.reading import reading

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]

FILE = Path(__file__).with_name("measured.npz")
ANTES = 8
OTHERWISE = "no file of measurements of jokers"
WIDE = 1.96  # errors to each side make 95 %


@dataclass(frozen=True)
class Means:
    """Means with standard errors, and how many measurements are behind each."""

    mean: Floats
    error: Floats
    count: Whole

    def low(self) -> Floats:
        return self.mean - WIDE * self.error

    def high(self) -> Floats:
        return self.mean + WIDE * self.error


@dataclass(frozen=True)
class Measured:
    """``rounds``: in ln(chips of a round). ``judge``: in log-odds of the chance to win. ``gain``: the chance
    to win itself. Those of pairs but ``pair_gain`` are what the two do beyond the sum of what each does."""

    pair_rounds: Means  # (pairs,)
    pair_judge: Means
    pair_gain: Means  # with both, against neither
    joker_rounds: Means  # (antes, jokers)
    joker_judge: Means
    joker_gain: Means
    boss_rounds: Means  # (bosses, jokers): what the boss changes with it, beyond what it changes without
    deck_rounds: Means  # (decks, jokers): what it adds on this deck, beyond what it adds on others
    held: Whole  # (jokers, 2): games that ended with it, and those of them that were won
    pair_held: Whole  # (pairs, 2)
    games: Whole  # (2,)
    hands: Whole  # (hands, hands): main poker hand of an ante, and of the next
    about: dict[str, Any]  # how it was made


MEANS = (
    "pair_rounds",
    "pair_judge",
    "pair_gain",
    "joker_rounds",
    "joker_judge",
    "joker_gain",
    "boss_rounds",
    "deck_rounds",
)
COUNTS = ("held", "pair_held", "games", "hands")


def pair_places() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first and the second joker of each pair."""
    first, second = np.triu_indices(len(content()["joker"]), 1)
    return first, second


def bosses() -> list[str]:
    return [key for key, row in content()["blind"].items() if row["boss"]]


def write(path: Path, measured: Measured) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    for name in MEANS:
        means: Means = getattr(measured, name)
        arrays[f"{name}_mean"] = means.mean.astype(np.float32)
        arrays[f"{name}_error"] = means.error.astype(np.float32)
        arrays[f"{name}_count"] = means.count.astype(np.int32)
    for name in COUNTS:
        arrays[name] = getattr(measured, name).astype(np.int32)
    arrays["jokers"] = np.array(list(content()["joker"]))
    arrays["about"] = np.array(json.dumps(measured.about))
    write_arrays(path, arrays)


def read(path: Path) -> Measured:
    """ValueError if the file holds something else, or other jokers than this game has."""
    with reading(path, OTHERWISE):
        arrays = read_arrays(path, path, OTHERWISE)
        if list(arrays["jokers"]) != list(content()["joker"]):
            raise ValueError("it is about other jokers; make it again by `jimbot graph measure`")
        means: dict[str, Any] = {
            name: Means(
                arrays[f"{name}_mean"].astype(np.float64),
                arrays[f"{name}_error"].astype(np.float64),
                arrays[f"{name}_count"].astype(np.int64),
            )
            for name in MEANS
        }
        counts: dict[str, Any] = {name: arrays[name].astype(np.int64) for name in COUNTS}
        return Measured(**means, **counts, about=json.loads(str(arrays["about"])))


@cache
def package() -> Measured:
    """The table that comes with the package."""
    return read(FILE)
