"""Buckets of lost games, from the positions they really ended in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jimbot.evaluation.runs import Failure
from jimbot.game import Game
from jimbot.release.gates.buckets import BUCKETS, bucket, buckets, risk_guard

from .conftest import games

SEEDS = [str(n) for n in range(1111111, 1111151)]


@pytest.fixture(scope="module")
def lost():
    return games("planner:lite", SEEDS)


def test_every_lost_game_has_one_bucket_and_it_is_true(lost):
    for record in lost:
        end = Game.replay(record.transcript)
        found = bucket(record)
        assert found in BUCKETS
        assert end.lost
        if found == "boss_blind_specific":
            assert record.death.blind == "boss"
            assert end.blinds[1].target <= end.round_score < end.target
        if found == "resource_exhausted":
            assert end.round_score >= end.target / 2
            assert end.hands_left == end.discards_left == 0
        if found == "blind_score_shortfall":
            assert end.round_score < end.target
    assert sum(buckets(lost)["buckets"].values()) == len(lost) == buckets(lost)["lost"]
    assert buckets(lost)["buckets"]["phase_stall"] == 0


def test_failures_have_buckets_of_their_own(lost):
    record = lost[0]
    stall = replace(record, failure=Failure(3, "the game has not ended after 20000 decisions"))
    hang = replace(record, failure=Failure(3, "no answer within 60 seconds"))
    crash = replace(record, failure=Failure(3, "ZeroDivisionError: no"))
    assert [bucket(r) for r in (stall, hang, crash)] == ["phase_stall", "phase_stall", "other"]
    assert bucket(replace(record, won=True)) is None
    assert bucket(replace(record, truncated=True)) == "phase_stall"


def test_the_risk_guard_allows_five_points(lost):
    kind = next(k for k in ("resource_exhausted", "boss_blind_specific") if buckets(lost)["buckets"][k] > 1)
    of_kind = [r for r in lost if bucket(r) == kind]
    others = [r for r in lost if bucket(r) != kind]
    seeds = (of_kind[:2] + others)[:20]
    champion = [replace(r, won=True) for r in seeds]
    assert risk_guard(seeds[:1] + champion[1:], champion)["passed"]  # one of twenty: five points
    broken = risk_guard(seeds[:2] + champion[2:], champion)
    assert not broken["passed"]
    assert broken["broken"] == [kind]
    assert broken["worse_by"][kind] == pytest.approx(0.1)


def test_who_gets_further_and_is_lost_there_is_not_worse(lost):
    earlier = [replace(r, blinds=0, transcript="", death=r.death) for r in lost]  # lost before, elsewhere
    found = risk_guard(lost, earlier)
    assert found["passed"]
    assert max(found["worse_by"].values()) <= 0
    assert risk_guard(lost, lost)["worse_by"] == dict.fromkeys(found["worse_by"], 0.0)
