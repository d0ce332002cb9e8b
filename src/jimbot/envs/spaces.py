"""Gymnasium spaces, derived from the declaration in the core."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT, TABLES, flat_bounds

OBSERVATIONS = ("dict", "flat")
Tables: TypeAlias = dict[str, NDArray[Any]]  # what ``observation="dict"`` gives: name -> array
Flat: TypeAlias = NDArray[np.float32]
Observed = TypeVar("Observed", bound=Tables | Flat)


class LegalMoves(spaces.Discrete[Any]):
    """All moves of one game. ``sample()`` draws a legal one of the game as it is; right after ``seed()``
    it draws an opening move, since a seeded sequence of actions begins with a reset. Copies draw any move.
    """

    def __init__(self, mask: NDArray[np.uint8] | None = None) -> None:
        super().__init__(MOVE_COUNT)
        self._legal = mask
        self._opening = mask
        self._seeded = False

    def seed(self, seed: Any = None) -> Any:
        self._seeded = True
        return super().seed(seed)

    def opened(self) -> None:
        """The game has just begun."""
        self._opening = None if self._legal is None else self._legal.copy()
        self._seeded = False

    def moved(self) -> None:
        self._seeded = False

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        legal = self._opening if self._seeded else self._legal
        if mask is None and probability is None and legal is not None and legal.any():
            mask = legal
        return super().sample(None if mask is None else np.asarray(mask, np.int8), probability)

    def __reduce__(self) -> Any:
        return LegalMoves, ()

    def drawing(self) -> tuple[Any, ...]:
        """What ``resume`` needs to go on drawing the same moves."""
        opening = None if self._opening is self._legal else self._opening
        return self._np_random, opening, self._seeded

    def resume(self, drawing: tuple[Any, ...]) -> None:
        self._np_random, opening, self._seeded = drawing
        self._opening = self._legal if opening is None else opening


class LegalMovesBatch(spaces.MultiDiscrete):
    """One move per game. ``sample()`` draws legal ones of the games as they stand; copies draw any moves."""

    def __init__(self, num_envs: int, masks: NDArray[np.uint8] | None = None) -> None:
        super().__init__(np.full(num_envs, MOVE_COUNT))
        self._legal = masks

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[Any]:
        if mask is not None or probability is not None or self._legal is None or not self._legal.any(1).all():
            moves: NDArray[Any] = super().sample(mask, probability)
            return moves
        order = self.np_random.random(self._legal.shape)
        legal: NDArray[Any] = np.where(self._legal, order, -1.0).argmax(axis=1)
        return legal

    def __reduce__(self) -> Any:
        return LegalMovesBatch, (len(self.nvec),)

    def drawing(self) -> Any:
        """What ``resume`` needs to go on drawing the same moves."""
        return self._np_random

    def resume(self, drawing: Any) -> None:
        self._np_random = drawing


def observation_space(observation: str = "dict") -> spaces.Space[Any]:
    """``dict``: one Box per table. ``flat``: one float32 vector."""
    if observation == "flat":
        return spaces.Box(*flat_bounds(), (FLAT_SIZE,), np.float32)
    boxes: dict[str, spaces.Space[Any]] = {}
    for table in TABLES:
        low, high = table.bounds()
        dtype: Any = table.dtype.type
        boxes[table.name] = spaces.Box(low, high, table.shape, dtype)
    return spaces.Dict(boxes)
