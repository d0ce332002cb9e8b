"""Intervals and numbers of seeds against known values."""

from __future__ import annotations

import numpy as np
import pytest

from jimbot.evaluation.summary import verdict
from jimbot.runs.statistics import (
    Interval,
    mean_interval,
    paired,
    power,
    seeds_needed,
    wilson,
)


@pytest.mark.parametrize(
    ("wins", "n", "low", "high"),
    [
        (0, 10, 0.0, 0.27753),
        (10, 10, 0.72247, 1.0),
        (5, 10, 0.23659, 0.76341),
        (1, 29, 0.00611, 0.17178),
        (81, 263, 0.25527, 0.36621),  # Newcombe 1998, table I
        (15, 148, 0.06238, 0.16048),  # Newcombe 1998, table I
        (0, 20, 0.0, 0.16113),  # Newcombe 1998, table I
    ],
)
def test_wilson(wins: int, n: int, low: float, high: float) -> None:
    interval = wilson(wins, n)
    assert interval.value == wins / n
    assert (interval.low, interval.high) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("wins", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_wilson_refuses(wins: int, n: int) -> None:
    with pytest.raises(ValueError, match="wins"):
        wilson(wins, n)


def test_the_bootstrap_agrees_with_the_normal_interval() -> None:
    rng = np.random.default_rng(1)
    one, two = rng.normal(12, 6, 400), rng.normal(11, 6, 400)
    interval = paired(list(one), list(two))
    half = 1.96 * np.std(one - two, ddof=1) / 20
    assert interval.value == pytest.approx(float(np.mean(one - two)))
    assert interval.low == pytest.approx(interval.value - half, abs=0.06)
    assert interval.high == pytest.approx(interval.value + half, abs=0.06)
    assert paired(list(one), list(two)) == interval
    assert mean_interval([2.0] * 9) == Interval(2.0, 2.0, 2.0)


def test_the_bootstrap_covers_the_truth() -> None:
    rng = np.random.default_rng(2)
    inside = 0
    for _ in range(200):
        values = (rng.random(120) < 0.3).astype(float)
        interval = paired(list(values), [0.0] * 120, resamples=600)
        inside += interval.low <= 0.3 <= interval.high
    assert 180 <= inside <= 199


def test_pairs_must_match() -> None:
    with pytest.raises(ValueError, match="3 and 2 values"):
        paired([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="0 and 0"):
        paired([], [])


def test_seeds_needed() -> None:
    assert [seeds_needed(d, 6) for d in (2, 1, 0.5)] == [71, 283, 1131]
    assert seeds_needed(-1, 6) == 283
    with pytest.raises(ValueError, match="difference of 0"):
        seeds_needed(0, 6)


def test_power() -> None:
    assert power(1, 6, seeds_needed(1, 6)) == pytest.approx(0.8, abs=0.01)
    assert power(0, 6, 100) == pytest.approx(0.025)
    assert (power(1, 0, 5), power(0, 0, 5)) == (1.0, 0.0)


def test_power_is_what_happens() -> None:
    rng = np.random.default_rng(3)
    samples = rng.normal(1, 6, (4000, 150))
    shown = samples.mean(axis=1) > 1.96 * 6 / np.sqrt(150)
    assert shown.mean() == pytest.approx(power(1, 6, 150), abs=0.025)


def test_verdicts() -> None:
    assert verdict(Interval(1, 0.5, 1.5)) == "the first is better"
    assert verdict(Interval(-1, -1.5, -0.5)) == "the second is better"
    assert verdict(Interval(0.1, -0.5, 0.5)) == "no difference shown"
