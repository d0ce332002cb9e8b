"""A critic that sees everything: the results of other games in the same world.

Siblings are games with the same hidden part, from draws to coming shelves and bosses, in which choices are
drawn apart. How far they ended from what was expected shows how kind the world is, so the value of a position
is corrected by it before advantages are counted. A game's own result is left out of its correction, and
nothing that plays sees corrections: only the advantages do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.models.decisions import BLINDS

Floats = NDArray[np.float64]


def corrections(
    values: NDArray[np.floating[Any]],
    decisions: NDArray[np.int64],
    blind: NDArray[np.int64],
    results: Floats,
    siblings: int,
) -> Floats:
    """Of the value of each decision. Games lie world by world, ``siblings`` of them in each."""
    game = np.repeat(np.arange(len(results)), decisions)
    error = np.full((len(results), BLINDS), np.nan)  # of the first value at each blind
    error[game[::-1], blind[::-1]] = results[game[::-1]] - values[::-1]
    there = ~np.isnan(error).reshape(-1, siblings, BLINDS)
    errors = np.where(there, error.reshape(there.shape), 0.0)
    others = there.sum(1, keepdims=True) - there
    sums = errors.sum(1, keepdims=True) - errors
    weight = shared(errors, there)
    # the best linear forecast of a number from others that are correlated with it and each other by `weight`
    forecast = weight / np.maximum(1, 1 + (others - 1) * weight) * sums
    found: Floats = np.where(others > 0, forecast, 0.0).reshape(error.shape)[game, blind]
    return found


def shared(errors: Floats, there: NDArray[np.bool_]) -> Floats:
    """The share of the errors at each blind that lies in the world: their correlation within worlds."""
    count = there.sum(1)
    pairs = (errors.sum(1) ** 2 - (errors**2).sum(1)).sum(0) / np.maximum(1, (count * (count - 1)).sum(0))
    alone = (errors**2).sum((0, 1)) / np.maximum(1, there.sum((0, 1)))
    found: Floats = np.clip(pairs / np.maximum(alone, 1e-12), 0.0, 1.0)
    return found
