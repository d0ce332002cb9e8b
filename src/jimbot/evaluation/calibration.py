"""How true predicted chances are: reliability by ten bins, expected calibration error, Brier score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

BINS = 10


def calibration(predicted: ArrayLike, happened: ArrayLike) -> dict[str, Any]:
    """Chances from 0 to 1 against what happened (0 or 1). ECE: mean distance of both by bins, by examples."""
    told, true = np.asarray(predicted, float), np.asarray(happened, float)
    if len(told) != len(true) or not len(told):
        raise ValueError(
            f"{len(told)} chances and {len(true)} results; the same number, 1 or more, is needed"
        )
    places = _bins(told)
    table = []
    for number in range(BINS):
        here = places == number
        if n := int(here.sum()):
            table.append(
                {"n": n, "predicted": float(told[here].mean()), "happened": float(true[here].mean())}
            )
    return {
        "n": len(told),
        "ece": _error(told, true, places),
        "brier": float(((told - true) ** 2).mean()),
        "bins": table,
    }


def error_interval(
    predicted: ArrayLike, happened: ArrayLike, games: Sequence[int], rounds: int = 300
) -> tuple[float, float]:
    """95 % interval of the ECE by a bootstrap over games: decisions of one game end alike."""
    told, true, game = np.asarray(predicted, float), np.asarray(happened, float), np.asarray(games)
    rows = [np.flatnonzero(game == one) for one in np.unique(game)]
    rng = np.random.default_rng(0)
    errors = []
    for _ in range(rounds):
        some = np.concatenate([rows[i] for i in rng.integers(len(rows), size=len(rows))])
        errors.append(_error(told[some], true[some], _bins(told[some])))
    low, high = np.quantile(errors, [0.025, 0.975])
    return float(low), float(high)


def _bins(told: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.minimum((told * BINS).astype(np.int64), BINS - 1)


def _error(told: NDArray[np.float64], true: NDArray[np.float64], places: NDArray[np.int64]) -> float:
    sums = np.bincount(places, told - true, minlength=BINS)
    return float(np.abs(sums).sum() / len(told))
