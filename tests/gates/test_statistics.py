"""The perf gate, the milestone and the seeds they are played on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from jimbot.game.seeds import list_of, read_seeds
from jimbot.release.gates.seeds import GENERATORS, generated, seed_file
from jimbot.release.gates.statistics import milestone, perf

from .conftest import games

SEEDS = [str(n) for n in range(1111111, 1111131)]


@pytest.fixture(scope="module")
def records():
    return games("planner:lite", SEEDS)


def with_antes(records, antes):
    return [replace(r, ante=ante, won=ante == 8) for r, ante in zip(records, antes, strict=True)]


@pytest.mark.parametrize("count", GENERATORS)
def test_seed_files_are_what_their_generators_make(count):
    assert seed_file(count).name == f"eval_seeds_{count}.txt"
    seeds = seed_file(count).read_text().split()
    assert seeds == generated(count)
    assert len(set(seeds)) == count


def test_seeds_of_gates_are_in_no_training_list_and_in_one_file():
    seeds = [seed for count in GENERATORS for seed in read_seeds(str(seed_file(count)))]
    assert len(set(seeds)) == sum(GENERATORS)
    assert not any(list_of(seed) for seed in seeds)
    with pytest.raises(ValueError, match="no file of 7 seeds; one of 20, 100"):
        seed_file(7)


def test_the_interval_is_the_bootstrap_of_seed_7(records):
    ours, theirs = [4, 3, 2, 5, 3, 3, 4], [3] * 7
    picks = np.random.default_rng(7).integers(7, size=(1000, 7))
    means = (np.array(ours) - 3)[picks].mean(1)
    found = perf(with_antes(records[:7], ours), with_antes(records[:7], theirs))
    assert (found.ci95_low, found.ci95_high) == (np.quantile(means, 0.025), np.quantile(means, 0.975))
    assert found.delta_avg_ante == pytest.approx(3 / 7)


@pytest.mark.parametrize(
    ("ours", "theirs", "rules"),
    [
        ([3] * 20, [3] * 20, ()),
        ([3] * 11 + [2] * 9, [2, 3] * 9 + [2, 2], ("median",)),  # mean +0.1, and the interval holds 0
        ([8, 8, 8] + [2] * 17, [2] * 20, ("mean",)),
        ([3] * 6 + [2] * 14, [2] * 20, ("mean", "lower bound")),
        ([3] * 5 + [2] * 15, [2] * 20, ("lower bound",)),
        ([1] * 20, [2] * 20, ()),
    ],
)
def test_the_perf_gate_is_passed_by_any_of_three_rules(records, ours, theirs, rules):
    found = perf(with_antes(records, ours), with_antes(records, theirs))
    assert [rule.split(" ante")[0].split(" of")[0] for rule in found.by] == list(rules)
    assert found.passed == bool(rules)
    assert found.n == 20


def test_games_are_paired_by_seed_whatever_their_order(records):
    ours = with_antes(records, [3, 1] * 10)
    assert perf(ours, ours[::-1]).delta_avg_ante == 0
    assert perf(ours, ours[::-1]).ci95_high == 0
    with pytest.raises(ValueError, match="no seeds in common"):
        perf(ours, [replace(r, seed="other" + r.seed) for r in records])


def test_wins_come_with_interval_and_power(records):
    found = perf(with_antes(records, [8] * 15 + [2] * 5), with_antes(records, [2] * 20))
    assert found.delta_win_rate == 0.75
    assert 0.5 < found.win_rate_low < 0.75 < found.win_rate_high <= 1
    assert found.power_for_wins > 0.9
    few = perf(with_antes(records[:4], [8, 2, 2, 2]), with_antes(records[:4], [2, 2, 8, 2]))
    assert few.power_for_mean < 0.2
    assert few.could_be_better


def test_a_milestone_is_sure_only_beyond_draw_seed(records):
    better = milestone(with_antes(records, [3] * 20), with_antes(records, [2] * 20))
    lucky = milestone(with_antes(records, [3, 2, 2, 3] * 5), with_antes(records, [2, 3, 2, 2] * 5))
    worse = milestone(with_antes(records, [1] * 20), with_antes(records, [2] * 20))
    assert (better.passed, better.sure) == (True, True)
    assert (lucky.passed, lucky.sure) == (True, False)
    assert (worse.passed, worse.sure) == (False, False)
