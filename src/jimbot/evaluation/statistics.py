"""What so many games can say: intervals, paired differences, how many seeds a difference needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
POWER = 0.8
RESAMPLES = 10_000
CORRELATION = (
    0.2  # of wins on the same seed by two agents, about: one other purchase changes all that follows
)


@dataclass(frozen=True)
class Interval:
    """An estimate with the bounds of its 95 % interval."""

    value: float
    low: float
    high: float


def quantile(probability: float) -> float:
    return NormalDist().inv_cdf(probability)


def wilson(wins: int, n: int, confidence: float = CONFIDENCE) -> Interval:
    """The share of wins with Wilson's score interval."""
    if not 0 <= wins <= n or n < 1:
        raise ValueError(f"{wins} wins of {n} games; 0 to n wins of 1 game or more are allowed")
    z = quantile((1 + confidence) / 2)
    share = wins / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if wins == 0 else middle - half
    high = 1.0 if wins == n else middle + half
    return Interval(share, low, high)


def mean_interval(values: Sequence[float]) -> Interval:
    """The mean with its bootstrap interval."""
    return paired(values, [0.0] * len(values))


def paired(one: Sequence[float], two: Sequence[float], resamples: int = RESAMPLES) -> Interval:
    """The mean of one - two over the same seeds, with the percentile interval of a bootstrap over seeds."""
    if len(one) != len(two) or not len(one):
        raise ValueError(f"{len(one)} and {len(two)} values; the same number, 1 or more, is needed")
    differences = np.asarray(one, float) - np.asarray(two, float)
    rng = np.random.default_rng(0)  # the same games always give the same interval
    means: NDArray[np.float64] = np.empty(resamples)
    for start in range(0, resamples, 500):
        rows = min(500, resamples - start)
        picks = rng.integers(len(differences), size=(rows, len(differences)))
        means[start : start + rows] = differences[picks].mean(axis=1)
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(means, [tail, 1 - tail])
    return Interval(float(differences.mean()), float(low), float(high))


def seeds_needed(difference: float, deviation: float, power: float = POWER) -> int:
    """Paired seeds that show a difference of means (5 % two-sided); deviation: of the paired differences."""
    if difference == 0:
        raise ValueError("no number of seeds shows a difference of 0")
    z = quantile((1 + CONFIDENCE) / 2) + quantile(power)
    return max(2, math.ceil((z * deviation / difference) ** 2))


def seeds_for_wins(
    before: float, after: float, correlation: float = CORRELATION, power: float = POWER
) -> int:
    """Paired seeds that show a change of the win rate."""
    spread = [math.sqrt(p * (1 - p)) for p in (before, after)]
    variance = spread[0] ** 2 + spread[1] ** 2 - 2 * correlation * spread[0] * spread[1]
    return seeds_needed(after - before, math.sqrt(variance), power)


def power(difference: float, deviation: float, n: int) -> float:
    """The chance that n paired seeds show a difference that is there."""
    if deviation == 0:
        return 1.0 if difference else 0.0
    shift = abs(difference) * math.sqrt(n) / deviation
    return NormalDist().cdf(shift - quantile((1 + CONFIDENCE) / 2))
