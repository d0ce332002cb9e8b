"""How true predicted probabilities are: reliability by ten bins, expected calibration error, Brier score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

BINS = 10
RESAMPLES = 300


def calibration(predicted: ArrayLike, happened: ArrayLike) -> dict[str, Any]:
    """Probabilities against what happened (0 or 1). ECE: mean distance of both by bins, by examples."""
    forecast, true = np.asarray(predicted, float), np.asarray(happened, float)
    if len(forecast) != len(true) or not len(forecast):
        raise ValueError(
            f"{len(forecast)} predictions and {len(true)} results; the same number, 1 or more, is needed"
        )
    places = _bins(forecast)
    table = []
    for number in range(BINS):
        here = places == number
        if n := int(here.sum()):
            table.append(
                {"n": n, "predicted": float(forecast[here].mean()), "happened": float(true[here].mean())}
            )
    return {
        "n": len(forecast),
        "ece": _error(forecast, true, places),
        "brier": float(((forecast - true) ** 2).mean()),
        "bins": table,
    }


def error_interval(predicted: ArrayLike, happened: ArrayLike, games: Sequence[int]) -> tuple[float, float]:
    """95 % interval of the ECE by a bootstrap over games: decisions of one game end alike."""
    forecast, true, game = np.asarray(predicted, float), np.asarray(happened, float), np.asarray(games)
    rows = [np.flatnonzero(game == one) for one in np.unique(game)]
    rng = np.random.default_rng(0)
    errors = []
    for _ in range(RESAMPLES):
        some = np.concatenate([rows[i] for i in rng.integers(len(rows), size=len(rows))])
        errors.append(_error(forecast[some], true[some], _bins(forecast[some])))
    low, high = np.quantile(errors, [0.025, 0.975])
    return float(low), float(high)


def _bins(forecast: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.minimum((forecast * BINS).astype(np.int64), BINS - 1)


def _error(forecast: NDArray[np.float64], true: NDArray[np.float64], places: NDArray[np.int64]) -> float:
    sums = np.bincount(places, forecast - true, minlength=BINS)
    return float(np.abs(sums).sum() / len(forecast))
