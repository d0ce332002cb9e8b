"""How unusual a position is: its distance to those that something was trained on, in standard deviations.

Each feature is measured in deviations of the training positions of its phase, so that a target of 300 and
one of 100,000 weigh no more than a hand more or less.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.game.seen import Seen
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json, reading

FORMAT = "jimbot-familiar-1"
FEATURES = (
    "ante", "blind", "money", "hands", "discards", "target", "score", "jokers", "free_slots", "consumables",
    "vouchers", "hand_size", "deck", "draw_pile", "levels", "tags",
)  # fmt: skip
LEAST_DEVIATION = 0.1  # a feature that never varied still says something when it does
MAX_DEVIATIONS = 10.0
STRANGEST = 3  # features that make the distance: one odd thing is not lost among many usual ones
FAR = 1.5  # times as far as 99 of 100 training positions is as strange as it gets


def features(seen: Seen) -> NDArray[np.float64]:
    """A position in numbers, without anything hidden."""
    target = seen.target
    jokers = len(seen.jokers)
    return np.array(
        [
            seen.ante,
            seen.blind_on_deck,
            math.copysign(math.log1p(abs(seen.money)), seen.money),
            seen.hands_left,
            seen.discards_left,
            math.log1p(target),
            min(2.0, seen.round_score / target) if target > 0 else 0.0,
            jokers,
            seen.joker_slots - jokers,
            len(seen.consumables),
            len(seen.vouchers),
            seen.hand_size,
            len(seen.full_deck),
            seen.draw_pile_size,
            sum(math.log(level.level) for level in seen.hand_levels.values() if level.level > 0),
            len(seen.tags),
        ]
    )


def kind_of(phase: str) -> str:
    """Hands are one kind of decision, everything else is another."""
    return "hand" if phase == "SELECTING_HAND" else "shop"


@dataclass(frozen=True)
class Usual:
    """The training positions of one kind of phase."""

    positions: int
    mean: list[float]
    deviation: list[float]
    usual: float  # nine of ten training positions are no further away
    far: float  # from here on all is equally strange

    def distance(self, of: NDArray[np.float64]) -> float:
        apart = np.minimum(np.abs(of - np.array(self.mean)) / np.array(self.deviation), MAX_DEVIATIONS)
        return float(np.sqrt(np.mean(np.sort(apart)[-STRANGEST:] ** 2)))

    def unusual(self, of: NDArray[np.float64]) -> float:
        """0 for a position like those of the training, 1 for one that is far from all of them."""
        return min(1.0, max(0.0, (self.distance(of) - self.usual) / (self.far - self.usual)))


@dataclass(frozen=True)
class Familiar:
    """What was fitted, by kind of phase."""

    kinds: dict[str, Usual]
    source: str  # what it was fitted to

    def unusual(self, seen: Seen) -> float:
        return self.kinds[kind_of(seen.phase)].unusual(features(seen))

    @classmethod
    def fit(cls, positions: Iterable[Seen], source: str) -> Familiar:
        rows: dict[str, list[NDArray[np.float64]]] = {"hand": [], "shop": []}
        for seen in positions:
            rows[kind_of(seen.phase)].append(features(seen))
        missing = [kind for kind, found in rows.items() if len(found) < 2]
        if missing:
            raise ValueError(f"{source} has fewer than 2 {missing[0]} decisions; play more games")
        return cls({kind: _usual(np.array(found)) for kind, found in rows.items()}, source)

    def save(self, path: Path) -> None:
        about = {"format": FORMAT, "features": FEATURES, **asdict(self)}
        write_whole(path, json.dumps(about, indent=2) + "\n")

    @classmethod
    def load(cls, path: Path) -> Familiar:
        try:
            data: Any = read_json(path)
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ValueError(f"{path} holds no fitted features; {FORMAT!r} is known")
        with reading(path, "damaged"):
            if tuple(data["features"]) != FEATURES:
                raise ValueError(f"{path} was fitted to other features than this version of JimBot has")
            return cls(
                {kind: _checked(**data["kinds"][kind]) for kind in ("hand", "shop")}, str(data["source"])
            )


def _checked(**facts: Any) -> Usual:
    """What was fitted, as far as it is numbers, one of each kind per feature."""
    found = Usual(**facts)
    numbers = np.array([*found.mean, *found.deviation, found.usual, found.far], np.float64)
    if len(numbers) != 2 * len(FEATURES) + 2 or not np.isfinite(numbers).all():
        raise ValueError("it does not hold a finite number for each feature")
    if min(found.deviation) <= 0 or found.far <= found.usual:
        raise ValueError("its deviations are not above 0")
    return found


def _usual(rows: NDArray[np.float64]) -> Usual:
    mean, deviation = rows.mean(0), np.maximum(rows.std(0), LEAST_DEVIATION)
    first = Usual(len(rows), mean.tolist(), deviation.tolist(), 0.0, 1.0)
    distances = [first.distance(row) for row in rows]
    usual, far = np.quantile(distances, [0.9, 0.99])
    beyond = max(FAR * float(far), float(usual) + 1.0)
    return Usual(first.positions, first.mean, first.deviation, float(usual), beyond)
