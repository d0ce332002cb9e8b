"""The figures of an evaluation and of the difference of two, as numbers and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, median
from typing import Any

import numpy as np

from jimbot.evaluation.runs import Record
from jimbot.game.content import content
from jimbot.game.records import percent
from jimbot.runs.statistics import Interval, mean_interval, paired, power, seeds_needed, wilson

BLINDS = (2.0, 1.0, 0.5, 0.25)  # differences of the furthest blind whose price is listed
WINS = (0.1, 0.05, 0.02)  # and of the win rate


HEAD = (
    "deck",
    "stake",
    "challenge",
    "agent_seed",
    "commit",
    "backend",
    "isolate",
    "endless",
)  # of a summary, from the manifest


@dataclass(frozen=True)
class Evaluation:
    """Games of an agent on a list of seeds, in its order. ``manifest``: who played what, with which code."""

    manifest: Mapping[str, Any]
    records: tuple[Record, ...]

    @cached_property
    def summary(self) -> dict[str, Any]:
        """All figures, as ``results.json`` holds them."""
        head = {"agent": self.manifest["agent"], "seeds": self.manifest["seed_source"]}
        known = {name: self.manifest[name] for name in HEAD if self.manifest.get(name) is not None}
        return head | known | summary(self.records)

    @property
    def n(self) -> int:
        return len(self.records)

    @property
    def wins(self) -> int:
        return sum(record.won for record in self.records)

    @property
    def win_rate(self) -> Interval:
        """The share of games won, with its 95 % interval."""
        return wilson(self.wins, self.n)

    @property
    def mean_ante(self) -> float:
        return fmean(record.ante for record in self.records)

    @property
    def blinds(self) -> Interval:
        """The mean of the furthest blinds, with its 95 % interval."""
        return mean_interval([record.blinds for record in self.records])

    def to_frame(self) -> Any:
        """A DataFrame of pandas, one row per game. ImportError where it is not installed."""
        try:
            from pandas import DataFrame  # type: ignore[import-untyped]
        except ImportError:
            raise ImportError("a frame needs pandas: pip install pandas") from None
        return DataFrame([game_row(record) for record in self.records])

    def __str__(self) -> str:
        return "\n".join(f"{name}: {value}" for name, value in figures(self.summary).items())


def game_row(record: Record) -> dict[str, object]:
    """A game as a row of a table."""
    death, failure = record.death, record.failure
    return {
        "index": record.index,
        "seed": record.seed,
        "won": int(record.won),
        "ante": record.ante,
        "blinds": record.blinds,
        "death_ante": death.ante if death else "",
        "death_blind": death.blind if death else "",
        "death_boss": death.boss if death else "",
        "money": record.money,
        "jokers": " ".join(record.jokers),
        "decisions": record.decisions,
        "seconds": f"{record.seconds:.6f}",
        "truncated": int(record.truncated),
        "failure_step": failure.step if failure else "",
        "failure": failure.reason if failure else "",
    }


def standing(wins: Iterable[bool], blinds: Sequence[float]) -> dict[str, Any]:
    """Games, wins and furthest blinds, with 95 % intervals: what every judgement of a player begins with."""
    won, n = sum(wins), len(blinds)
    rate, mean = wilson(won, n), mean_interval(blinds)
    return {
        "n": n,
        "wins": won,
        "win_rate": rate.value,
        "win_rate_low": rate.low,
        "win_rate_high": rate.high,
        "mean_blinds": mean.value,
        "mean_blinds_low": mean.low,
        "mean_blinds_high": mean.high,
    }


def summary(records: Sequence[Record]) -> dict[str, Any]:
    """What the games amount to. A game that the agent failed in counts as lost."""
    lost = [record for record in records if record.death]
    return {
        **standing([record.won for record in records], [record.blinds for record in records]),
        "mean_ante": fmean(record.ante for record in records),
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


# -- in words --------------------------------------------------------------------------------------------


def figures(result: Mapping[str, Any]) -> dict[str, str]:
    """The figures in words."""
    of_all = "" if result.get("endless") else "of 24 "
    out = {
        "games": str(result["n"]),
        "wins": f"{result['wins']} ({percent(result['win_rate'])}, "
        f"95 % interval {percent(result['win_rate_low'])} to {percent(result['win_rate_high'])})",
        "furthest blind, mean": f"{result['mean_blinds']:.2f} {of_all}"
        f"({result['mean_blinds_low']:.2f} to {result['mean_blinds_high']:.2f})",
        "furthest ante, mean": f"{result['mean_ante']:.2f}",
        "decisions per game": f"{result['decisions_per_game']:.0f}",
        "seconds per game": f"{result['seconds_per_game']:.3g}",
    }
    if result["money_at_death"]:
        money, jokers = result["money_at_death"], result["jokers_at_death"]
        out["money at death"] = f"${money['mean']:.1f} (median ${money['median']:g})"
        out["jokers at death"] = f"{jokers['mean']:.1f}"
    if result["truncated"]:
        out["ended at a limit of the engine"] = str(result["truncated"])
    if result["failures"]:
        out["failures of the agent"] = str(len(result["failures"]))
    return out


def deck_text(manifest: Mapping[str, Any]) -> str:
    challenge = manifest.get("challenge")
    kinds = ("deck", "stake") if challenge is None else ("challenge",)
    return ", ".join(content()[kind][manifest[kind]]["name"] for kind in kinds)


# -- two evaluations -------------------------------------------------------------------------------------


def compare(one: Evaluation | Sequence[Record], two: Evaluation | Sequence[Record]) -> dict[str, Any]:
    """Differences are the first minus the second, over the seeds that both have played."""
    ours, theirs = (games.records if isinstance(games, Evaluation) else games for games in (one, two))
    other = {record.seed: record for record in theirs}
    pairs = [(record, other[record.seed]) for record in ours if record.seed in other]
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
    known = deviation > 0  # pairs that are all alike say nothing about the next one
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
