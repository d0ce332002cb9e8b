"""What games and seeds can show: intervals, differences, how many seeds a difference needs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

CONFIDENCE = 0.95
POWER = 0.8
RESAMPLES = 10_000
EXACT_SPLITS = 20_000  # up to that many a permutation test tries all of them, else it samples them


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


def paired(one: Sequence[float], two: Sequence[float], resamples: int = RESAMPLES, seed: int = 0) -> Interval:
    """The mean of one - two over the same seeds, with the percentile interval of a bootstrap over seeds."""
    if len(one) != len(two) or not len(one):
        raise ValueError(f"{len(one)} and {len(two)} values; the same number, 1 or more, is needed")
    differences = np.asarray(one, float) - np.asarray(two, float)
    rng = np.random.default_rng(seed)  # the same games always give the same interval
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


def power(difference: float, deviation: float, n: int) -> float:
    """The chance that n paired seeds show a difference that is there."""
    if deviation == 0:
        return 1.0 if difference else 0.0
    shift = abs(difference) * math.sqrt(n) / deviation
    return NormalDist().cdf(shift - quantile((1 + CONFIDENCE) / 2))


def compute_moving_average(values: ArrayLike, window: int = 100) -> NDArray[np.float64]:
    """Entry i is the mean of the last ``window`` values up to i, or of all where there are fewer."""
    if window < 1:
        raise ValueError(f"window is {window}; 1 or more is allowed")
    sums = np.concatenate([[0.0], np.cumsum(np.asarray(values, dtype=np.float64))])
    ends = np.arange(1, len(sums))
    starts = np.maximum(0, ends - window)
    averages: NDArray[np.float64] = (sums[ends] - sums[starts]) / (ends - starts)
    return averages


# -- trainings with several seeds: few figures, so that Student's distribution counts; scipy knows it -------


def seed_interval(values: Sequence[float]) -> Interval:
    """The mean of a figure over seeds with Student's interval; a single seed gives no bounds (nan).

    Resampling (``mean_interval``) is for the many episodes of one run: of three seeds it promises too much.
    """
    from scipy.special import stdtrit

    if not len(values):
        raise ValueError("no values; one per seed is needed")
    middle = float(np.mean(values))
    if len(values) == 1:
        return Interval(middle, math.nan, math.nan)
    errors = stdtrit(len(values) - 1, (1 + CONFIDENCE) / 2)
    half = float(errors * np.std(values, ddof=1)) / math.sqrt(len(values))
    return Interval(middle, middle - half, middle + half)


def seed_rate_interval(rates: Sequence[float], games: int) -> Interval:
    """The mean of a rate over seeds, of ``games`` games each. The interval takes in that of the seeds and
    that of all games together: seeds that all won nothing do not prove a rate of 0."""
    seeds = seed_interval(rates)
    total = games * len(rates)
    pooled = wilson(round(seeds.value * total), total)
    low, high = (
        np.fmin(seeds.low, pooled.low),
        np.fmax(seeds.high, pooled.high),
    )  # one seed has no bounds
    return Interval(seeds.value, max(0.0, float(low)), min(1.0, float(high)))


@dataclass(frozen=True)
class SeedComparison:
    """Two settings, each run with several seeds: the difference of means with Welch's 95 % interval, and how
    often chance alone would give one as large (two-sided permutation test)."""

    difference: Interval
    p_value: float


def compare_seeds(one: Sequence[float], two: Sequence[float]) -> SeedComparison:
    """``one`` minus ``two``, where each holds one figure per seed. Four seeds each are the fewest that can
    show a difference: with three, chance does the same in 1 of 10 cases."""
    from scipy.stats import permutation_test, ttest_ind

    if min(len(one), len(two)) < 2:
        raise ValueError(f"{len(one)} and {len(two)} seeds; 2 or more of each are needed")
    difference = float(np.mean(one) - np.mean(two))
    if np.ptp(one) == np.ptp(two) == 0:
        welch = Interval(difference, difference, difference)
    else:
        bounds = ttest_ind(one, two, equal_var=False).confidence_interval(CONFIDENCE)
        welch = Interval(difference, float(bounds.low), float(bounds.high))

    def distance(first: NDArray[np.float64], second: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
        found: NDArray[np.float64] = np.abs(first.mean(axis) - second.mean(axis))
        return found

    # the same results always give the same answer
    test = permutation_test(
        (np.asarray(one, float), np.asarray(two, float)), distance, vectorized=True,
        n_resamples=EXACT_SPLITS, alternative="greater", rng=np.random.default_rng(0),
    )  # fmt: skip
    return SeedComparison(welch, float(test.pvalue))
