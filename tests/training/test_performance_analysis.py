"""Speed, convergence and quality of trainings, and the reports of them."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot.training.experiment import ExperimentConfig, ExperimentResult
from jimbot.training.metrics import BalatroMetrics
from jimbot.training.performance_analysis import (
    PerformanceAnalyzer,
    PerformanceMetrics,
    convergence_times,
    quality_figure,
    throughput_figure,
)

PROMISED = [
    *("algorithm", "total_timesteps", "training_duration"),
    *("steps_per_second", "steps_per_minute", "steps_per_hour"),
    *("time_to_50pct", "time_to_75pct", "time_to_90pct"),
    *("mean_reward", "std_reward", "max_reward", "mean_antes", "max_antes", "success_rate"),
]


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def trained(
    name: str, speed: float = 100.0, reward: float | None = 1.0, **figures: Any
) -> PerformanceMetrics:
    return PerformanceMetrics(name, 1000, 1000 / speed, mean_reward=reward, **figures)


def curve(rewards: Any) -> BalatroMetrics:
    """One episode per second."""
    values = [float(reward) for reward in rewards]
    return BalatroMetrics(rewards=values, seconds=[float(i) for i in range(len(values))])


def result(name: str = "", **settings: Any) -> ExperimentResult:
    return ExperimentResult(
        config=ExperimentConfig(algorithm="A2C", total_timesteps=500, name=name, **settings),
        timesteps=512,
        duration=4.0,
        mean_reward=2.0,
        std_reward=0.5,
        mean_antes=3.5,
        mean_blinds=7.0,
        win_rate=0.25,
        ante_5_rate=0.5,
        evaluation={"rewards": [1.5, 2.5], "antes": [1.0, 6.0]},
        learning_curve={"rewards": [float(i) for i in range(100)], "seconds": [i / 10 for i in range(100)]},
    )


def analyzer(
    *results: PerformanceMetrics | ExperimentResult, folder: Path | None = None
) -> PerformanceAnalyzer:
    made = PerformanceAnalyzer(folder)
    made.add_results(results)
    return made


# Figures


def test_speeds_follow_from_time() -> None:
    metrics = PerformanceMetrics("PPO", 3000, 60.0)
    assert (metrics.steps_per_second, metrics.steps_per_minute, metrics.steps_per_hour) == (50, 3000, 180_000)
    assert PerformanceMetrics("PPO", 3000, 60.0, steps_per_second=7).steps_per_minute == 420
    assert PerformanceMetrics("PPO", 0, 0.0).steps_per_second == 0


def test_columns() -> None:
    columns = list(PerformanceMetrics("PPO", 1, 1.0).to_dict())
    assert columns[: len(PROMISED)] == PROMISED
    assert {"ante_5_rate", "mean_blinds", "seed", "name"} <= set(columns)


def test_of_a_result() -> None:
    metrics = PerformanceMetrics.of(result("mine", seed=3))
    assert (metrics.algorithm, metrics.name, metrics.seed) == ("A2C", "mine", 3)
    assert (metrics.total_timesteps, metrics.training_duration, metrics.steps_per_second) == (512, 4.0, 128)
    assert (metrics.mean_reward, metrics.std_reward, metrics.max_reward) == (2.0, 0.5, 2.5)
    assert (metrics.mean_antes, metrics.max_antes, metrics.mean_blinds) == (3.5, 6.0, 7.0)
    assert (metrics.success_rate, metrics.ante_5_rate) == (0.25, 0.5)
    assert metrics.time_to_50pct is not None
    assert metrics.time_to_90pct is not None
    assert 0 < metrics.time_to_50pct < metrics.time_to_90pct < 10
    assert PerformanceMetrics.of(metrics) is metrics


def test_anything_else_is_refused() -> None:
    with pytest.raises(TypeError, match="dict was given"):
        PerformanceAnalyzer().add_result({"algorithm": "PPO"})  # type: ignore[arg-type]


# Convergence


@pytest.mark.parametrize("offset", [0, -1000, 1000])
def test_convergence_of_a_straight_line(offset: float) -> None:
    """Smoothed over 100 of 1000, it goes from 49.5 to 949.5: half of it is 499.5, which the mean up to 549 is."""
    assert convergence_times(curve(offset + np.arange(1000))) == pytest.approx((549, 774, 909))


def test_convergence_of_a_step() -> None:
    times = convergence_times(curve([-5.0] * 200 + [-1.0] * 800))
    assert times == pytest.approx((249, 274, 289))


@pytest.mark.parametrize(
    "rewards",
    [
        [],
        [1.0] * 19 + [9.0],
        [3.0] * 500,
        -np.arange(500.0),
        np.random.default_rng(0).normal(size=500),
        np.random.default_rng(1).normal(size=500),
        np.random.default_rng(2).normal(size=40),
    ],
)
def test_what_does_not_learn_does_not_converge(rewards: Any) -> None:
    assert convergence_times(curve(rewards)) == (None, None, None)


def test_convergence_needs_a_clock() -> None:
    assert convergence_times(BalatroMetrics(rewards=[float(i) for i in range(100)])) == (None, None, None)


# Rankings


def test_rankings() -> None:
    found = analyzer(
        trained("slow", 10, 5.0, time_to_90pct=3.0),
        trained("fast", 1000, -4.0, time_to_90pct=8.0),
        trained("dull", 100, None),
    )
    assert found.get_throughput_ranking() == [("fast", 1000), ("dull", 100), ("slow", 10)]
    assert found.get_convergence_ranking() == [("slow", 3.0), ("fast", 8.0)]
    assert found.get_quality_ranking() == [("slow", 5.0), ("fast", -4.0)]


def test_seeds_are_ranked_as_one() -> None:
    found = analyzer(
        *(
            trained("PPO", 100, reward, time_to_90pct=t)
            for reward, t in ((1.0, 5.0), (2.0, None), (6.0, 7.0))
        ),
        *(
            trained("A2C", 200, reward, time_to_90pct=t)
            for reward, t in ((2.0, None), (2.5, None), (3.0, 1.0))
        ),
    )
    assert found.get_quality_ranking() == [("PPO", 3.0), ("A2C", 2.5)]
    assert found.get_convergence_ranking() == [("PPO", 7.0)], "two of three learned; the other mostly did not"
    assert found.get_throughput_ranking() == [("A2C", 200), ("PPO", 100)]


def test_other_settings_are_ranked_apart() -> None:
    other = {"gamma": 0.5}
    found = analyzer(
        *(result("one", seed=1), result("two", seed=2), result("other", hyperparams_override=other)),
        PerformanceMetrics("PPO", 9, 1.0),
        *(PerformanceMetrics("PPO", 6, 1.0), PerformanceMetrics("PPO", 6, 1.0, group="else")),
    )
    labels = {label: [run.name for run in runs] for label, runs in found.groups().items()}
    assert labels == {
        "A2C": ["one", "two"],
        "other": ["other"],
        "PPO (9 timesteps)": ["PPO"],
        "PPO (6 timesteps)": ["PPO"],
        "PPO (6 timesteps)_2": ["PPO"],
    }


# Reports


def test_json(tmp_path: Path) -> None:
    path = analyzer(result("a"), trained("b", reward=float("inf")), folder=tmp_path / "out").export_json(
        "x.json"
    )
    assert path == tmp_path / "out" / "x.json"
    found = json.loads(path.read_text())
    assert list(found) == ["timestamp", "results", "rankings"]
    assert list(found["results"][0])[: len(PROMISED)] == PROMISED
    assert found["results"][0]["success_rate"] == 0.25
    assert found["results"][1]["time_to_90pct"] is None
    assert list(found["rankings"]) == ["throughput", "convergence", "quality"]
    assert found["rankings"]["throughput"] == [["a", 128.0], ["b", 100.0]]


def test_csv(tmp_path: Path) -> None:
    path = analyzer(result("a"), trained('b, "c"')).export_csv(tmp_path / "new" / "x.csv")
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[: len(PROMISED)] == PROMISED
    assert (rows[0]["steps_per_second"], rows[0]["mean_antes"]) == ("128.0", "3.5")
    assert (rows[1]["name"], rows[1]["mean_antes"]) == ('b, "c"', "")


def test_html(tmp_path: Path) -> None:
    path = analyzer(result("<b>bold</b>"), trained("PPO")).generate_html_report(tmp_path / "report.html")
    page = path.read_text()
    assert "<b>bold" not in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page
    pictures = re.findall(r'src="([^"]{30})', page)
    assert len(pictures) == 3
    assert all(source.startswith("data:image/svg+xml;base64,") for source in pictures)
    assert not re.search(r"https?://|<script|<link|url\(", page), "needs nothing from elsewhere"
    for word in ("Throughput", "Convergence", "Quality", "Learning curves", "success_rate", "128.00"):
        assert word in page


def test_summary(capsys: pytest.CaptureFixture[str]) -> None:
    analyzer(result("a"), trained("b", 50, 9.0)).print_summary()
    printed = capsys.readouterr().out
    assert re.search(r"^a +512 +4\.00 +128\.00", printed, re.MULTILINE)
    assert "1. a: 128.00\n2. b: 50.00" in printed
    assert "1. b: 9.00\n2. a: 2.00" in printed


def test_nothing_to_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = analyzer(folder=tmp_path)
    empty.print_summary()
    assert capsys.readouterr().out == "no results\n"
    assert json.loads(empty.export_json("a.json").read_text())["results"] == []
    assert empty.export_csv("a.csv").read_text().startswith("algorithm,total_timesteps")
    assert "no results" in empty.generate_html_report("a.html").read_text()
    assert empty.plot_throughput_comparison("t.png") == tmp_path / "t.png"
    assert empty.plot_quality_comparison("q.png").read_bytes().startswith(b"\x89PNG")
    assert (
        empty.get_throughput_ranking() == empty.get_convergence_ranking() == empty.get_quality_ranking() == []
    )


# Files


@pytest.mark.parametrize(
    ("folder", "name", "place"),
    [
        (None, "x.json", "x.json"),
        ("out", "x.json", "out/x.json"),
        ("out", "./x.json", "x.json"),
        ("out", "sub/x.json", "sub/x.json"),
        ("out", Path("x.json"), "out/x.json"),
    ],
)
def test_places(
    folder: str | None, name: Any, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = PerformanceAnalyzer(folder).export_json(name)
    assert path.resolve() == tmp_path / place
    assert path.is_file()


def test_an_absolute_path_is_taken_as_it_is(tmp_path: Path) -> None:
    path = PerformanceAnalyzer(tmp_path / "out").export_csv(tmp_path / "x.csv")
    assert path == tmp_path / "x.csv"
    assert not (tmp_path / "out").exists()


def test_plots_without_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert PerformanceAnalyzer().plot_throughput_comparison().resolve() == tmp_path / "throughput.png"
    assert PerformanceAnalyzer("out").plot_quality_comparison().resolve() == tmp_path / "out" / "quality.png"


def test_plots_show_the_figures() -> None:
    found = analyzer(trained("a", 10, -4.0, success_rate=0.5, ante_5_rate=0.75), trained("b $x", 30, None))
    (panel,) = throughput_figure(found).axes
    assert [bar.get_width() for bar in panel.patches] == pytest.approx([10, 30])
    assert [label.get_text() for label in panel.get_yticklabels()] == ["a", r"b \$x"]
    reward, antes, rates = quality_figure(found).axes
    assert [bar.get_width() for bar in reward.patches] == [-4]
    assert list(antes.patches) == []
    assert [bar.get_width() for bar in rates.patches] == [0.5, 0.75]


def test_plots_show_how_far_seeds_are_apart() -> None:
    found = analyzer(trained("a", 100, 1.0), trained("a", 100, 2.0), trained("a", 100, 3.0))
    reward = quality_figure(found).axes[0]
    assert [bar.get_width() for bar in reward.patches] == [2]
    assert reward.lines[0].get_xdata() == pytest.approx([2 - 2.484, 2 + 2.484], abs=1e-3)
