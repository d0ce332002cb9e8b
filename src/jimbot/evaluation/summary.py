"""The figures of an evaluation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median
from typing import Any

from jimbot.evaluation.runs import Record
from jimbot.runs.statistics import mean_interval, wilson


def summary(records: Sequence[Record]) -> dict[str, Any]:
    """What the games amount to. A game that the agent failed in counts as lost."""
    n, wins = len(records), sum(record.won for record in records)
    rate = wilson(wins, n)
    blinds = mean_interval([record.blinds for record in records])
    lost = [record for record in records if record.death]
    return {
        "n": n,
        "wins": wins,
        "win_rate": rate.value,
        "win_rate_low": rate.low,
        "win_rate_high": rate.high,
        "mean_ante": fmean(record.ante for record in records),
        "mean_blinds": blinds.value,
        "mean_blinds_low": blinds.low,
        "mean_blinds_high": blinds.high,
        "seconds_per_game": fmean(record.seconds for record in records),
        "decisions_per_game": fmean(record.decisions for record in records),
        "deaths": deaths(records),
        "money_at_death": _middle([record.money for record in lost]),
        "jokers_at_death": _middle([len(record.jokers) for record in lost]),
        "joker_names_at_death": dict(Counter(j for record in lost for j in record.jokers).most_common(20)),
        "truncated": sum(record.truncated for record in records),
        "failures": [
            {"seed": record.seed, "step": record.failure.step, "reason": record.failure.reason}
            for record in records
            if record.failure
        ],
    }


def deaths(records: Sequence[Record]) -> dict[str, dict[str, int]]:
    """Where runs were lost: by ante, by blind, and by boss (lost to that boss)."""
    places = [record.death for record in records if record.death]
    antes = Counter(place.ante for place in places)
    blinds = Counter(place.blind for place in places)
    bosses = Counter(place.boss for place in places if place.blind == "boss")
    return {
        "ante": {str(ante): antes[ante] for ante in sorted(antes)},
        "blind": {name: blinds[name] for name in ("small", "big", "boss")},
        "boss": dict(bosses.most_common()),
    }


def _middle(values: Sequence[int]) -> dict[str, float] | None:
    return {"mean": fmean(values), "median": median(values), "most": max(values)} if values else None
