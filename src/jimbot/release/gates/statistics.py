"""The perf gate: whether a candidate gets further than a baseline on the same seeds, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from statistics import fmean, median
from typing import Any

import numpy as np

from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import compare
from jimbot.runs.statistics import paired, power

MEDIAN_ANTES, MEAN_ANTES = 0.5, 0.3  # further than the baseline: either is enough
ROUNDS, SEED = 1000, 7  # of the bootstrap, paired by seed


@dataclass(frozen=True)
class PairedDifference:
    """A candidate minus a baseline on the same seeds."""

    n: int
    delta_avg_ante: float
    ci95_low: float
    ci95_high: float
    delta_win_rate: float
    win_rate_low: float
    win_rate_high: float

    @property
    def antes(self) -> str:
        return f"{self.delta_avg_ante:+.3f} [{self.ci95_low:+.3f}, {self.ci95_high:+.3f}]"

    @property
    def wins(self) -> str:
        return f"{self.delta_win_rate:+.1%} [{self.win_rate_low:+.1%}, {self.win_rate_high:+.1%}]"


@dataclass(frozen=True)
class Perf(PairedDifference):
    """What the perf gate found. ``by`` names the rules that were met; none: the gate has failed."""

    delta_median_ante: float
    power_for_mean: float  # chance to see a mean difference of 0.3 antes on this many seeds
    power_for_wins: float  # chance to see the difference in wins that was measured, if it is the true one
    by: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return bool(self.by)

    @property
    def could_be_better(self) -> bool:
        """The games leave open that the candidate is as much better as the gate asks for."""
        return self.ci95_high >= MEAN_ANTES

    def to_dict(self) -> dict[str, Any]:
        return {"perf_gate_pass": self.passed, **asdict(self)}


def perf(candidate: Sequence[Record], baseline: Sequence[Record]) -> Perf:
    """The candidate against the baseline on the seeds that both have played; differences are candidate minus
    baseline. A game that an agent failed in counts as lost in ante 1."""
    pairs = paired_by_seed(candidate, baseline)
    ours = [float(one.ante) for one, _ in pairs]
    theirs = [float(two.ante) for _, two in pairs]
    differences = [a - b for a, b in zip(ours, theirs, strict=True)]
    mean = paired(ours, theirs, ROUNDS, SEED)
    middle = median(ours) - median(theirs)
    wins = compare(candidate, baseline)["win_rate"]
    deviation = float(np.std(differences, ddof=1)) if len(differences) > 1 else 0.0
    rules = {
        f"median ante {middle:+.2f} (needs {MEDIAN_ANTES:+})": middle >= MEDIAN_ANTES,
        f"mean ante {mean.value:+.2f} (needs {MEAN_ANTES:+})": mean.value >= MEAN_ANTES,
        f"lower bound of the mean {mean.low:+.2f} (needs more than 0)": mean.low > 0,
    }
    return Perf(
        n=len(pairs),
        delta_avg_ante=mean.value,
        ci95_low=mean.low,
        ci95_high=mean.high,
        delta_median_ante=middle,
        delta_win_rate=wins["difference"],
        win_rate_low=wins["low"],
        win_rate_high=wins["high"],
        power_for_mean=power(MEAN_ANTES, deviation, len(pairs)),
        power_for_wins=wins["power"],
        by=tuple(rule for rule, met in rules.items() if met),
    )


def paired_by_seed(one: Sequence[Record], two: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Games of the same seed, side by side."""
    other = {record.seed: record for record in two}
    pairs = [(record, other[record.seed]) for record in one if record.seed in other]
    if not pairs:
        raise ValueError("the two agents have no seeds in common; play both on the same seeds")
    return pairs


@dataclass(frozen=True)
class Milestone(PairedDifference):
    """Many more seeds: not worse than the baseline on average, and better for sure or not."""

    @property
    def passed(self) -> bool:
        return self.delta_avg_ante >= 0

    @property
    def sure(self) -> bool:
        """The lower bound of the difference is above zero: two copies of one agent come here once in forty
        times, whatever the perf gate found."""
        return self.ci95_low > 0

    def to_dict(self) -> dict[str, Any]:
        return {"passed": self.passed, "sure": self.sure, **asdict(self)}


def milestone(candidate: Sequence[Record], baseline: Sequence[Record]) -> Milestone:
    found = perf(candidate, baseline)
    return Milestone(**{each.name: getattr(found, each.name) for each in fields(Milestone)})


def middle(records: Sequence[Record]) -> dict[str, float]:
    """The figures of one strategy that comparisons show."""
    return {
        "n": len(records),
        "wins": sum(record.won for record in records),
        "win_rate": fmean(record.won for record in records),
        "avg_ante": fmean(record.ante for record in records),
        "median_ante": float(median(record.ante for record in records)),
        "avg_blinds": fmean(record.blinds for record in records),
        "ms_per_decision": 1000
        * sum(record.seconds for record in records)
        / max(1, sum(record.decisions for record in records)),
    }
