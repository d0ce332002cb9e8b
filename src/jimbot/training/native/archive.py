"""Positions of own games that games begin from again, their hidden part drawn again.

A position is drawn more often the farther its result was from the prediction, and the rarer its
boss is among those that are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jimbot import _core

Positions = list[_core.Game]

FIRST_BLIND = 6  # ante 3: before it too little is decided
KEPT = 4096
SHARE = 8  # a rollout fills at most one eighth


@dataclass(frozen=True)
class Kept:
    """Positions of a rollout."""

    positions: Positions
    regret: NDArray[np.float64]  # how far the result was from the value
    boss: NDArray[np.int64]

    def take(self, which: Sequence[int] | NDArray[np.int64]) -> Kept:
        return Kept([self.positions[i] for i in which], self.regret[which], self.boss[which])

    @staticmethod
    def joined(one: Kept, two: Kept) -> Kept:
        return Kept(
            one.positions + two.positions,
            np.concatenate([one.regret, two.regret]),
            np.concatenate([one.boss, two.boss]),
        )

    def weights(self) -> NDArray[np.float64]:
        found: NDArray[np.float64] = self.regret / np.bincount(self.boss)[self.boss]
        return found

    def __len__(self) -> int:
        return len(self.positions)


NOTHING = Kept([], np.empty(0), np.empty(0, np.int64))


class Archive:
    """The newest positions of many rollouts."""

    def __init__(self) -> None:
        self.kept = NOTHING

    def add(self, found: Kept, random: np.random.Generator) -> None:
        some = np.sort(random.permutation(len(found))[: KEPT // SHARE])
        every = Kept.joined(self.kept, found.take(some))
        self.kept = every.take(np.arange(max(0, len(every) - KEPT), len(every)))

    def draw(self, count: int, random: np.random.Generator) -> Positions:
        """Different positions: this many, or all that have any weight."""
        weights = self.kept.weights()
        count = min(count, int(np.count_nonzero(weights)))
        if not count:
            return []
        which = random.choice(len(weights), count, replace=False, p=weights / weights.sum())
        worlds = random.integers(2**63, size=count).tolist()
        return [self.kept.positions[i].determinize(world) for i, world in zip(which, worlds, strict=True)]

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        data = b"".join(position.to_bytes() for position in self.kept.positions)
        rows = np.frombuffer(data, np.uint8).reshape(len(self.kept), _core.SAVE_BYTES)
        return {"positions": rows, "regret": self.kept.regret, "boss": self.kept.boss}

    def restore(self, arrays: dict[str, NDArray[np.generic]]) -> None:
        positions = [_core.Game.from_bytes(row.tobytes()) for row in arrays["positions"]]
        self.kept = Kept(positions, arrays["regret"].astype(np.float64), arrays["boss"].astype(np.int64))
