"""The determinism audit: the same seeds played twice, in other processes, compared decision by decision."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.runs import Record, RunOptions

SCHEMA = "determinism_v1"


def differences(one: Record, two: Record) -> dict[str, Any] | None:
    """The first decision in which two games of a seed differ."""
    lines = zip_longest(one.transcript.splitlines(), two.transcript.splitlines())
    for number, (first, second) in enumerate(lines):
        if first != second:
            return {"seed": one.seed, "decision": number - 1, "first": first, "second": second}
    if one.failure != two.failure or one.won != two.won:
        return {"seed": one.seed, "decision": None, "first": str(one.failure), "second": str(two.failure)}
    return None


def audit(agent: str, seeds: Sequence[str], patience: float | None = None) -> dict[str, Any]:
    """Plays forwards with one worker, and backwards with two: who played before must change nothing."""
    options = RunOptions(agent)
    jobs = list(enumerate(seeds))
    first = {record.seed: record for record in play_seeds(options, jobs, 1, patience)}
    second = {record.seed: record for record in play_seeds(options, jobs[::-1], 2, patience)}
    found = [difference for seed in seeds if (difference := differences(first[seed], second[seed]))]
    return {
        "schema": SCHEMA,
        "agent": agent,
        "games": len(seeds),
        "decisions": sum(record.decisions for record in first.values()),
        "games_that_differ": len(found),
        "differences": found[:20],
        "passed": not found,
    }
