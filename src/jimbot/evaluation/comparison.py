"""Two agents on the same seeds: what the difference is, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jimbot.evaluation.runs import Record
from jimbot.runs.statistics import Interval, paired, power, seeds_needed

BLINDS = (2.0, 1.0, 0.5, 0.25)  # differences of the furthest blind whose price is told
WINS = (0.1, 0.05, 0.02)  # and of the win rate


def compare(one: Sequence[Record], two: Sequence[Record]) -> dict[str, Any]:
    """Differences are the first minus the second, over the seeds that both have played."""
    other = {record.seed: record for record in two}
    pairs = [(record, other[record.seed]) for record in one if record.seed in other]
    if not pairs:
        raise ValueError("the two evaluations have no seeds in common; play both on the same seeds")
    return {
        "n": len(pairs),
        "wins_first": sum(a.won for a, _ in pairs),
        "wins_second": sum(b.won for _, b in pairs),
        "only_first_wins": sum(a.won > b.won for a, b in pairs),
        "only_second_wins": sum(a.won < b.won for a, b in pairs),
        "blinds_first": float(np.mean([a.blinds for a, _ in pairs])),
        "blinds_second": float(np.mean([b.blinds for _, b in pairs])),
        "win_rate": _difference([a.won for a, _ in pairs], [b.won for _, b in pairs], WINS),
        "blinds": _difference([a.blinds for a, _ in pairs], [b.blinds for _, b in pairs], BLINDS),
    }


def _difference(one: Sequence[float], two: Sequence[float], prices: Sequence[float]) -> dict[str, Any]:
    interval = paired(one, two)
    deviation = float(np.std(np.subtract(one, two, dtype=float), ddof=1)) if len(one) > 1 else 0.0
    known = deviation > 0  # pairs that are all alike tell nothing about the next one
    return {
        "difference": interval.value,
        "low": interval.low,
        "high": interval.high,
        "verdict": verdict(interval),
        "deviation": deviation,
        "power": power(interval.value, deviation, len(one)),
        "seeds_needed": seeds_needed(interval.value, deviation) if known and interval.value else None,
        "seeds_needed_for": {f"{price:g}": seeds_needed(price, deviation) for price in prices if known},
    }


def verdict(interval: Interval) -> str:
    if interval.low > 0:
        return "the first is better"
    return "the second is better" if interval.high < 0 else "no difference shown"
