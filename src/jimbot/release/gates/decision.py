"""Champion and challenger: what becomes of a challenger, and of a champion that fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from jimbot.evaluation.runs import Record
from jimbot.game.records import percent
from jimbot.release.gates.registry import Model, Registry
from jimbot.release.gates.statistics import Milestone, Perf, perf
from jimbot.runs.statistics import POWER

FAILURES_TO_ROLL_BACK = 2  # re-evaluations in a row
MAX_DIVERGENCE = 0.45  # share of decisions in which a candidate and the champion differ in a canary


@dataclass(frozen=True)
class Findings:
    """What the gates found out about a challenger. None: that stage was skipped; ``skipped`` says why."""

    functional: tuple[str, ...] = ()  # what it did wrong, in words
    perf: Perf | None = None
    risk: dict[str, Any] | None = None
    milestone: Milestone | None = None
    canary: str = "SKIP"  # PASS, FAIL or SKIP
    skipped: dict[str, str] = field(default_factory=dict)


def decide(found: Findings, allow_promote: bool) -> tuple[str, list[str]]:
    """The decision and its reasons."""
    if found.functional:
        return "reject", list(found.functional)
    if found.canary == "FAIL":
        return "reject", [f"the canary differs from the champion in more than {percent(MAX_DIVERGENCE, 0)}"]
    if found.perf is None:
        return "hold_for_more_data", [found.skipped.get("perf", "the perf gate was not played")]
    if not found.perf.passed:
        line = f"perf gate: mean ante {found.perf.antes} on {found.perf.n} seeds"
        if found.perf.could_be_better and found.perf.power_for_mean < POWER:
            return "hold_for_more_data", [f"{line}; too few seeds to see the difference it asks for"]
        return "reject", [line]
    if found.risk is not None and not found.risk["passed"]:
        broken = ", ".join(f"{name} {found.risk['worse_by'][name]:+.1%}" for name in found.risk["broken"])
        return "reject", [f"risk guard: {broken} of the games"]
    if found.milestone is None:
        return "hold_for_more_data", [f"no milestone: {found.skipped.get('milestone', 'not played')}"]
    stone = found.milestone
    line = f"milestone: mean ante {stone.antes} on {stone.n} seeds"
    if not stone.passed:
        return "reject", [line]
    if not stone.sure:
        return "hold_for_more_data", [f"{line}; that may be chance"]
    passed = [*found.perf.by, line, f"canary {found.canary}"]
    return (
        ("promote", passed)
        if allow_promote
        else ("hold_for_promote", [*passed, "--allow-promote is missing"])
    )


def re_evaluation(
    champion: Sequence[Record], last_good: Sequence[Record] | None, damage: str | None
) -> tuple[bool, list[str]]:
    """Whether a champion still holds, by its own games now: undamaged, no failure, and not surely worse than
    the last good one on the same seeds."""
    reasons = [damage] if damage else []
    failures = [record for record in champion if record.failure]
    if failures:
        first = failures[0]
        assert first.failure is not None
        reasons.append(f"failed in {len(failures)} games, first {first.seed}: {first.failure.reason}")
    if last_good is not None:
        found = perf(champion, last_good)
        if found.ci95_high < 0:
            reasons.append(f"mean ante {found.antes} against the last good one on {found.n} seeds")
    return not reasons, reasons


def roll_back_if_needed(
    registry: Registry, champion: Model, failures: int, divergence: float | None, evidence: dict[str, Any]
) -> dict[str, Any]:
    """The rollback report. A challenger plays no part in it."""
    reasons = []
    if failures >= FAILURES_TO_ROLL_BACK:
        reasons.append(f"{failures} re-evaluations in a row failed")
    if divergence is not None and divergence > MAX_DIVERGENCE:
        reasons.append(f"its canary differs from the last good one in {percent(divergence, 0)} of decisions")
    report: dict[str, Any] = {
        "schema": "rollback_report_v1",
        "champion": champion.model_id,
        "failed_re_evaluations": failures,
        "needed": FAILURES_TO_ROLL_BACK,
        "canary_divergence": divergence,
        "max_divergence": MAX_DIVERGENCE,
        "rolled_back": False,
        "reasons": reasons,
        "back_to": None,
    }
    if not reasons:
        return report
    back = registry.roll_back(reasons, evidence)
    if back is None:
        report["reasons"] = [*reasons, "there is no last good champion to go back to"]
        return report
    return report | {"rolled_back": True, "back_to": back.model_id}
