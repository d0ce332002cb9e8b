"""What becomes of a challenger: every way to each decision. And re-evaluations of the champion."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jimbot.evaluation.runs import Failure
from jimbot.release.gates.decision import Findings, decide, re_evaluation
from jimbot.release.gates.statistics import Milestone, Perf

from .conftest import games

GOOD = Perf(100, 0.4, 0.1, 0.7, 0.1, 0.02, 0.2, 1.0, 0.9, 0.8, ("mean ante +0.40 (needs +0.3)",))
BAD = replace(GOOD, delta_avg_ante=-0.4, ci95_low=-0.7, ci95_high=-0.1, by=())
OPEN = replace(GOOD, delta_avg_ante=0.1, ci95_low=-0.5, ci95_high=0.7, power_for_mean=0.3, by=())
SURE = Milestone(1000, 0.3, 0.1, 0.5, 0.05, 0.01, 0.09)
RISK = {"passed": True, "broken": [], "worse_by": {}}
BROKEN = {"passed": False, "broken": ["econ_collapse"], "worse_by": {"econ_collapse": 0.08}}
ALL = Findings(perf=GOOD, risk=RISK, milestone=SURE, canary="PASS")


@pytest.mark.parametrize(
    ("found", "decision", "reason"),
    [
        (ALL, "promote", "canary PASS"),
        (replace(ALL, canary="SKIP"), "promote", "canary SKIP"),
        (replace(ALL, canary="FAIL"), "reject", "the canary differs"),
        (replace(ALL, functional=("seed X: cash_out is not legal",)), "reject", "seed X"),
        (replace(ALL, perf=BAD), "reject", "perf gate: mean ante -0.40"),
        (replace(ALL, perf=OPEN), "hold_for_more_data", "too few seeds"),
        (replace(ALL, perf=None, skipped={"perf": "no games"}), "hold_for_more_data", "no games"),
        (replace(ALL, risk=BROKEN), "reject", "risk guard: econ_collapse +8.0%"),
        (replace(ALL, milestone=None, skipped={"milestone": "--quick"}), "hold_for_more_data", "--quick"),
        (
            replace(ALL, milestone=replace(SURE, delta_avg_ante=-0.01)),
            "reject",
            "milestone: mean ante -0.010",
        ),
        (replace(ALL, milestone=replace(SURE, ci95_low=-0.1)), "hold_for_more_data", "may be chance"),
    ],
)
def test_decisions(found, decision, reason):
    shown, reasons = decide(found, allow_promote=True)
    assert shown == decision
    assert reason in " ".join(reasons)


def test_without_leave_nobody_is_promoted():
    assert decide(ALL, allow_promote=False)[0] == "hold_for_promote"


@pytest.fixture(scope="module")
def records():
    return games("planner:lite", [str(n) for n in range(1111111, 1111131)])


def test_a_champion_is_judged_by_its_own_games(records):
    assert re_evaluation(records, None, None) == (True, [])
    assert re_evaluation(records, records, None) == (True, [])
    worse = [replace(r, ante=1) for r in records]
    better = [replace(r, ante=3) for r in records]
    assert not re_evaluation(worse, better, None)[0]
    assert re_evaluation(better, worse, None)[0]
    failed = [replace(records[0], failure=Failure(3, "boom")), *records[1:]]
    passed, reasons = re_evaluation(failed, None, None)
    assert not passed
    assert "failed in 1 games" in reasons[0]
    assert re_evaluation([], None, "best.pt is gone") == (False, ["best.pt is gone"])
