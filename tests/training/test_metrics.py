"""Figures of episodes, statistics over seeds, tables and curves."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot.training.metrics import (
    BalatroMetrics,
    compare_seeds,
    compute_moving_average,
    curves_figure,
    plot_training_curves,
    print_comparison_table,
    seed_interval,
    seed_rate_interval,
)

PNG = b"\x89PNG\r\n"


def some() -> BalatroMetrics:
    found = BalatroMetrics()
    found.add_episode(reward=-2, ante=1, score=300, length=10)
    found.add_episode(reward=4, ante=5, score=50_000, length=30, blinds=13)
    found.add_episode(reward=10, ante=8, score=100_000, length=80, blinds=24, won=True)
    return found


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Nothing is opened; what would have been is listed."""
    opened: list[str] = []
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("webbrowser.open", opened.append)
    return opened


# Episodes


def test_summary() -> None:
    summary = some().get_summary()
    assert (summary["count"], summary["mean_reward"]) == (3, 4.0)
    assert summary["std_reward"] == pytest.approx(math.sqrt(24))
    assert (summary["min_reward"], summary["max_reward"]) == (-2, 10)
    assert (summary["mean_ante"], summary["max_ante"]) == (pytest.approx(14 / 3), 8)
    assert (summary["mean_score"], summary["max_score"]) == (pytest.approx(150_300 / 3), 100_000)
    assert (summary["mean_length"], summary["mean_blinds"]) == (40, pytest.approx(37 / 3))
    assert summary["win_rate"] == pytest.approx(1 / 3), "ante 5 is no success"
    assert summary["ante_5_rate"] == pytest.approx(2 / 3), "ante 5 itself counts"
    assert summary["win_rate_low"] < 1 / 3 < summary["win_rate_high"]
    assert summary["percentiles"]["reward"]["p50"] == 4
    assert summary["percentiles"]["ante"]["p75"] == 6.5


def test_nothing_is_known_of_no_episodes() -> None:
    summary = BalatroMetrics().get_summary()
    assert summary.pop("count") == 0
    assert set(summary.pop("percentiles")) == {"reward", "ante", "score"}
    assert set(summary.values()) == {None}


@pytest.mark.parametrize("prefix", ["", "episode_"])
def test_episodes_of_a_trainer(prefix: str) -> None:
    lists = {"rewards": [1, 2], "antes": np.array([5, 1]), "scores": [math.nan, math.nan], "money": [3, 4]}
    found = BalatroMetrics.of({f"{prefix}{name}": values for name, values in lists.items()} | {"steps": 7})
    assert (found.rewards, found.antes) == ([1.0, 2.0], [5.0, 1.0])
    assert found.scores == [], "not a number in any episode: unknown"
    assert found.get_summary()["mean_score"] is None
    assert found.get_summary()["ante_5_rate"] == 0.5


@pytest.mark.parametrize("wrong", [{}, {"antes": [1]}, {"rewards": 3.0}, [1, 2]])
def test_what_holds_no_rewards_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="rewards"):
        BalatroMetrics.of(wrong)


def test_lists_of_other_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="2 antes were given for 1 rewards"):
        BalatroMetrics(rewards=[1.0], antes=[1.0, 2.0])


def test_thinning_keeps_whole_episodes() -> None:
    many = BalatroMetrics(rewards=[float(i) for i in range(1000)], antes=[float(i % 8) for i in range(1000)])
    few = many.thinned(100)
    assert (len(few), few.rewards[0], few.rewards[-1]) == (100, 0, 999)
    assert few.antes == [reward % 8 for reward in few.rewards]
    assert np.diff(few.rewards).max() <= 11
    assert many.thinned(1000) is many


def test_moving_average() -> None:
    assert compute_moving_average([1, 2, 3, 4, 10], 3).tolist() == pytest.approx([1, 1.5, 2, 3, 17 / 3])
    assert compute_moving_average([5, 7], 1).tolist() == [5, 7]
    assert compute_moving_average([5, 7], 100).tolist() == [5, 6]
    assert compute_moving_average([], 3).tolist() == []
    with pytest.raises(ValueError, match="window is 0"):
        compute_moving_average([1], 0)


# Seeds


def test_students_interval() -> None:
    interval = seed_interval([1, 2, 3])
    assert interval.value == 2
    assert (interval.low, interval.high) == pytest.approx((2 - 2.4841, 2 + 2.4841), abs=1e-3)
    assert math.isnan(seed_interval([5.0]).low), "one seed says nothing about the others"
    with pytest.raises(ValueError, match="no values"):
        seed_interval([])


def test_students_interval_covers_the_truth() -> None:
    rng = np.random.default_rng(1)
    intervals = [seed_interval(rng.normal(7, 3, 4).tolist()) for _ in range(1000)]
    inside = sum(interval.low <= 7 <= interval.high for interval in intervals)
    assert 930 <= inside <= 970


def test_no_wins_do_not_prove_that_there_are_none() -> None:
    interval = seed_rate_interval([0.0, 0.0, 0.0], games=20)
    assert (interval.value, interval.low) == (0, 0)
    assert interval.high == pytest.approx(0.0602, abs=1e-3), "Wilson's bound for 0 of 60"
    apart = seed_rate_interval([0.0, 1.0, 0.5], games=1000)
    assert (apart.low, apart.high) == (0, 1), "seeds that far apart leave all open"
    assert seed_rate_interval([0.5], games=20).low > 0, "one seed: the games alone"


@pytest.mark.parametrize(
    ("one", "two", "p"),
    [
        ([1, 2, 3], [4, 5, 6], 2 / 20),
        ([4, 5, 6], [1, 2, 3], 2 / 20),
        ([1, 2, 3, 4], [5, 6, 7, 8], 2 / 70),
        ([-1, -2, -3, -4], [-5, -6, -7, -8], 2 / 70),
        ([1, 4], [2, 3], 1.0),
        ([0.1, 0.2], [0.1, 0.2], 1.0),
    ],
)
def test_permutation_test(one: list[float], two: list[float], p: float) -> None:
    found = compare_seeds(one, two)
    assert found.p_value == pytest.approx(p)
    assert found.difference.value == pytest.approx(np.mean(one) - np.mean(two))


def test_permutation_test_of_many_seeds_is_sampled() -> None:
    rng = np.random.default_rng(3)
    one, two = rng.normal(0, 1, 12).tolist(), rng.normal(0, 1, 12).tolist()
    same = compare_seeds(one, two)
    assert same == compare_seeds(one, two), "the same answer every time"
    assert same.p_value > 0.05
    apart = compare_seeds([x + 3 for x in one], two)
    assert 0 < apart.p_value < 0.001


def test_chance_is_rarely_taken_for_a_difference() -> None:
    rng = np.random.default_rng(4)
    found = sum(compare_seeds(rng.normal(size=4), rng.normal(size=4)).p_value < 0.05 for _ in range(400))
    assert 1 <= found <= 32


def test_welch_interval() -> None:
    difference = compare_seeds([1, 2, 3], [4, 5, 6]).difference
    # equal variances: 4 degrees of freedom, standard error sqrt(2/3)
    assert difference.low == pytest.approx(-3 - 2.776445 * math.sqrt(2 / 3))
    assert difference.high == pytest.approx(-3 + 2.776445 * math.sqrt(2 / 3))
    constant = compare_seeds([1, 1], [2, 2]).difference
    assert (constant.low, constant.high) == (-1, -1)


def test_one_seed_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="1 and 3 seeds"):
        compare_seeds([1], [1, 2, 3])


# Tables


def test_comparison_table(capsys: pytest.CaptureFixture[str]) -> None:
    lists = {"episode_rewards": [1.0, 3.0], "training_steps": 99}
    text = print_comparison_table(
        {"PPO [a]": some(), "A2C": lists, "other": {"mean_reward": 7, "note": "x"}}, "Title"
    )
    assert capsys.readouterr().out == text + "\n"
    title, header, *rows = text.splitlines()
    assert title == "Title"
    assert header.split()[:3] == ["count", "mean_reward", "std_reward"]
    assert "note" not in text, "figures only"
    assert rows[0].startswith("PPO [a]"), "brackets are no markup"
    assert "50,100.00" in rows[0]
    assert rows[1].split()[:4] == ["A2C", "2", "2.00", "1.00"]
    assert rows[2].split()[:4] == ["other", "-", "7", "-"]


def test_a_wide_table_stays_one_line_per_row(capsys: pytest.CaptureFixture[str]) -> None:
    print_comparison_table({"x" * 150: {f"figure_{i}": 1.0 for i in range(20)}})
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_nothing_to_compare(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_comparison_table({}) == "no results"
    assert "no results" in capsys.readouterr().out


# Pictures


def test_curves_show_the_episodes() -> None:
    curve = BalatroMetrics(
        rewards=[float(i) for i in range(50)],
        antes=[2.0] * 25 + [6.0] * 25,
        wins=[0.0] * 45 + [1.0] * 5,
        timesteps=[i * 10.0 for i in range(50)],
    )
    axes = curves_figure({"a": curve, "b": curve}).axes
    raw, smoothed, antes, success = axes
    assert raw.lines[0].get_ydata().tolist() == curve.rewards
    assert raw.lines[0].get_xdata().tolist() == curve.timesteps
    assert smoothed.lines[0].get_ydata()[-1] == 47, "the mean of the last five"
    assert [text.get_text() for text in smoothed.get_legend().get_texts()] == ["a", "b"]
    assert antes.lines[0].get_ydata()[-1] == 6
    far, won = (line.get_ydata() for line in success.lines[:2])
    assert (far[0], far[-1], won[0], won[-1]) == (0, 1, 0, 1)
    assert won[25] == 0


def test_curves_share_their_axis() -> None:
    timed = BalatroMetrics(rewards=[1.0, 2.0], timesteps=[500.0, 1000.0])
    axes = curves_figure({"timed": timed, "not timed": BalatroMetrics(rewards=[1.0, 2.0])}).axes
    assert axes[0].get_xlabel() == "episodes"
    assert [line.get_xdata().tolist() for line in axes[0].lines] == [[1, 2], [1, 2]]


@pytest.mark.parametrize(
    "given",
    [
        {"episode_rewards": [1.0, 2.0], "training_steps": 5},
        {"PPO": some(), "A2C $x$ $": {"rewards": [1.0]}},
        {},
        BalatroMetrics(),
    ],
)
def test_plot(given: Any, tmp_path: Path) -> None:
    path = plot_training_curves(given, save_path=tmp_path / "new" / "plot.png")
    assert path == tmp_path / "new" / "plot.png"
    assert path.read_bytes().startswith(PNG)


def test_plot_without_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_display: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert plot_training_curves(BalatroMetrics()).resolve() == tmp_path / "training_curves.png"
    assert no_display == []
    monkeypatch.setenv("DISPLAY", ":0")
    path = plot_training_curves(BalatroMetrics())
    assert no_display == [path.resolve().as_uri()], "shown where there is a display"
    plot_training_curves(BalatroMetrics(), "named.png")
    assert len(no_display) == 1, "a picture with a name is for later"


def test_plot_of_something_else() -> None:
    with pytest.raises(ValueError, match="no list of rewards"):
        plot_training_curves({"PPO": {"antes": [1]}})
