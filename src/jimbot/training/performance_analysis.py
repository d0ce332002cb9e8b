"""How fast and how well learners learned: figures, rankings, plots and reports."""

from __future__ import annotations

import html
import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import numpy as np

from jimbot.evaluation.pages import drawing, html_table, page
from jimbot.runs.console import as_csv, json_text
from jimbot.runs.machine import write_whole
from jimbot.training.experiment import ExperimentResult, free_name, grouped
from jimbot.training.metrics import (
    BalatroMetrics,
    compute_moving_average,
    curves_figure,
    number_text,
    print_text,
    save_figure,
    seed_interval,
    table_text,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["PerformanceAnalyzer", "PerformanceMetrics", "convergence_times"]

Ranking = list[tuple[str, float]]
SHARES = (0.5, 0.75, 0.9)
FEWEST_EPISODES = 20  # with fewer convergence is not reported
RANKINGS = {
    "throughput": "timesteps per second",
    "convergence": "seconds to 90 % of what was learned",
    "quality": "mean reward",
}


@dataclass
class PerformanceMetrics:
    """The figures of one training. None: not known, or it never happened.

    - ``steps_per_...``: found from timesteps and duration unless they are given,
    - ``time_to_50pct`` and so on: seconds until this share of what was learned was there; see
      ``convergence_times``,
    - reward, antes and rates are those of the evaluation; ``success_rate`` is the share of games that beat
      the boss of ante 8, ``ante_5_rate`` of those that reached ante 5,
    - ``group``: trainings that differ in their seed alone share it, and are ranked as one.
    """

    algorithm: str
    total_timesteps: int
    training_duration: float
    steps_per_second: float = 0.0
    steps_per_minute: float = 0.0
    steps_per_hour: float = 0.0
    time_to_50pct: float | None = None
    time_to_75pct: float | None = None
    time_to_90pct: float | None = None
    mean_reward: float | None = None
    std_reward: float | None = None
    max_reward: float | None = None
    mean_antes: float | None = None
    max_antes: float | None = None
    success_rate: float | None = None
    ante_5_rate: float | None = None
    mean_blinds: float | None = None
    seed: int | None = None
    name: str = ""
    group: str = ""
    curve: BalatroMetrics = field(default_factory=BalatroMetrics, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.steps_per_second and self.training_duration > 0:
            self.steps_per_second = self.total_timesteps / self.training_duration
        self.steps_per_minute = self.steps_per_minute or self.steps_per_second * 60
        self.steps_per_hour = self.steps_per_hour or self.steps_per_second * 3600
        self.name = self.name or self.algorithm
        self.group = self.group or self.name

    @classmethod
    def of(cls, result: PerformanceMetrics | ExperimentResult) -> PerformanceMetrics:
        """Figures of a result of a benchmark; those that are figures already stay as they are."""
        if isinstance(result, cls):
            return result
        if not isinstance(result, ExperimentResult):
            raise TypeError(
                f"{type(result).__name__} was given; PerformanceMetrics or ExperimentResult is needed"
            )
        games, curve = result.episodes, result.curve
        half, three_quarters, most = convergence_times(curve)
        return cls(
            algorithm=result.config.algorithm,
            total_timesteps=result.timesteps,
            training_duration=result.duration,
            time_to_50pct=half,
            time_to_75pct=three_quarters,
            time_to_90pct=most,
            mean_reward=result.mean_reward,
            std_reward=result.std_reward,
            max_reward=max(games.rewards, default=None),
            mean_antes=result.mean_antes,
            max_antes=max(games.antes, default=None),
            success_rate=result.win_rate,
            ante_5_rate=result.ante_5_rate,
            mean_blinds=result.mean_blinds,
            seed=result.config.seed,
            name=result.name,
            group=result.config.setting,
            curve=curve,
        )

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in COLUMNS}


COLUMNS = [f.name for f in fields(PerformanceMetrics) if f.name != "curve"]


def convergence_times(curve: BalatroMetrics) -> tuple[float | None, float | None, float | None]:
    """Seconds until the smoothed reward first was 50, 75 and 90 % of the way from its start to its end.

    None where nothing was learned: the end is not above the start by more than chance (two standard errors).
    """
    n = len(curve)
    if n < FEWEST_EPISODES or not curve.seconds:
        return None, None, None
    window = n // 10 if n >= 10 * FEWEST_EPISODES else max(5, n // 4)
    first, last = np.array(curve.rewards[:window]), np.array(curve.rewards[-window:])
    start, end = float(first.mean()), float(last.mean())
    error = math.sqrt(float(first.var(ddof=1) + last.var(ddof=1)) / window)
    if end - start <= 2 * error:
        return None, None, None
    smoothed = compute_moving_average(curve.rewards, window)
    slack = 1e-9 * (end - start)
    times = []
    for share in SHARES:
        there = smoothed[window - 1 :] >= start + share * (end - start) - slack
        times.append(float(curve.seconds[window - 1 + int(np.argmax(there))]))
    return times[0], times[1], times[2]


class PerformanceAnalyzer:
    """Compares trainings. File names without a folder lie in ``output_dir``, or in the current folder."""

    def __init__(self, output_dir: str | os.PathLike[str] | None = None) -> None:
        self.output_dir = None if output_dir is None else Path(output_dir)
        self.results: list[PerformanceMetrics] = []

    def add_result(self, metrics: PerformanceMetrics | ExperimentResult) -> None:
        self.results.append(PerformanceMetrics.of(metrics))

    def add_results(self, metrics: Iterable[PerformanceMetrics | ExperimentResult]) -> None:
        """Takes the results of a benchmark as they are."""
        for each in metrics:
            self.add_result(each)

    # -- rankings: seeds of the same group count as one

    def get_throughput_ranking(self) -> Ranking:
        """Timesteps per second, fastest first."""
        return self._ranking("steps_per_second", fmean)

    def get_convergence_ranking(self) -> Ranking:
        """Seconds to 90 % of what was learned, shortest first; without those that mostly did not learn."""
        times = {
            label: median(math.inf if run.time_to_90pct is None else run.time_to_90pct for run in runs)
            for label, runs in self.groups().items()
        }
        return sorted(((k, v) for k, v in times.items() if math.isfinite(v)), key=lambda pair: pair[1])

    def get_quality_ranking(self) -> Ranking:
        """Mean reward, best first."""
        return self._ranking("mean_reward", fmean)

    def _ranking(self, figure: str, sum_up: Callable[[list[float]], float]) -> Ranking:
        values = {label: known(runs, figure) for label, runs in self.groups().items()}
        ranked = [(label, sum_up(found)) for label, found in values.items() if found]
        return sorted(ranked, key=lambda pair: -pair[1])

    def groups(self) -> dict[str, list[PerformanceMetrics]]:
        return grouped((run.group, run.total_timesteps, run.name, run) for run in self.results)

    def rankings(self) -> dict[str, Ranking]:
        return {
            "throughput": self.get_throughput_ranking(),
            "convergence": self.get_convergence_ranking(),
            "quality": self.get_quality_ranking(),
        }

    # -- reports

    def print_summary(self) -> None:
        print_text(self.summary_text())

    def summary_text(self) -> str:
        if not self.results:
            return "no results"
        shown = ["total_timesteps", "training_duration", "steps_per_second", "time_to_90pct", "mean_reward"]
        shown += ["std_reward", "mean_antes", "success_rate", "ante_5_rate"]
        rows = ([run.name, *(getattr(run, column) for column in shown)] for run in self.results)
        parts = [table_text(["training", *shown], rows)]
        for name, ranking in self.rankings().items():
            lines = [f"{i}. {label}: {number_text(value)}" for i, (label, value) in enumerate(ranking, 1)]
            parts.append("\n".join([f"{name} ({RANKINGS[name]})", *(lines or ["nothing to rank"])]))
        return "\n\n".join(parts)

    def export_json(self, filename: str | os.PathLike[str] = "performance.json") -> Path:
        found = {
            "timestamp": datetime.now().isoformat(timespec="seconds"),
            "results": [run.to_dict() for run in self.results],
            "rankings": self.rankings(),
        }
        return self._write(filename, json_text(found) + "\n")

    def export_csv(self, filename: str | os.PathLike[str] = "performance.csv") -> Path:
        return self._write(filename, as_csv(COLUMNS, (run.to_dict() for run in self.results)))

    def generate_html_report(self, filename: str | os.PathLike[str] = "performance.html") -> Path:
        """One page that needs no other file."""
        return self._write(filename, html_report(self))

    def _write(self, filename: str | os.PathLike[str], text: str) -> Path:
        path = self._place(filename)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)
        return path

    def _place(self, filename: str | os.PathLike[str]) -> Path:
        path = Path(filename)
        is_bare = os.fspath(filename) == path.name
        return self.output_dir / path if is_bare and self.output_dir is not None else path

    # -- pictures: without a path shown where there is a display, and written to the folder

    def plot_throughput_comparison(self, save_path: str | os.PathLike[str] | None = None) -> Path:
        return self._save(throughput_figure(self), "throughput", save_path)

    def plot_quality_comparison(self, save_path: str | os.PathLike[str] | None = None) -> Path:
        return self._save(quality_figure(self), "quality", save_path)

    def _save(self, figure: Figure, name: str, path: str | os.PathLike[str] | None) -> Path:
        return save_figure(figure, name, None if path is None else self._place(path), self.output_dir)


def known(runs: Iterable[PerformanceMetrics], figure: str) -> list[float]:
    return [float(value) for run in runs if (value := getattr(run, figure)) is not None]


# -- figures ------------------------------------------------------------------------------------------------


def throughput_figure(analyzer: PerformanceAnalyzer) -> Figure:
    return _figure(analyzer, {"timesteps per second": ["steps_per_second"]}, width=8)


def quality_figure(analyzer: PerformanceAnalyzer) -> Figure:
    """Reward, antes and rates; the lines are 95 % intervals over seeds."""
    rates = ["success_rate", "ante_5_rate"]
    panels = {"mean_reward": ["mean_reward"], "mean_antes": ["mean_antes"], " / ".join(rates): rates}
    return _figure(analyzer, panels, width=13)


def _figure(analyzer: PerformanceAnalyzer, panels: Mapping[str, Sequence[str]], width: float) -> Figure:
    from jimbot.evaluation.pages.charts import empty_figure, new_figure

    groups = analyzer.groups()
    if not groups:
        return empty_figure("no results")
    figure, axes = new_figure(1, len(panels), width=width, height=1.8 + 0.45 * len(groups))
    for panel, (label, columns) in zip(axes, panels.items(), strict=True):
        _bars(panel, groups, columns)
        panel.set_xlabel(label)
        if len(columns) > 1:  # of rates
            panel.set_xlim(0, 1)
            panel.legend(fontsize=7)
    return figure


def _bars(panel: Axes, groups: dict[str, list[PerformanceMetrics]], columns: Sequence[str]) -> None:
    """Lying bars, the first group on top, each with its value at the right."""
    from jimbot.evaluation.pages.charts import drawn

    height = 0.8 / len(columns)
    for c, column in enumerate(columns):
        middle = height * (c + 0.5) - 0.4
        rows = {i + middle: known(runs, column) for i, runs in enumerate(groups.values())}
        found = {y: seed_interval(values) for y, values in rows.items() if values}
        panel.barh(list(found), [interval.value for interval in found.values()], height, label=column)
        for y, interval in found.items():
            panel.plot([interval.low, interval.high], [y, y], color="black", linewidth=1)
            beside = panel.get_yaxis_transform()
            panel.text(1.01, y, number_text(interval.value), transform=beside, va="center", fontsize=7)
    panel.set_yticks(range(len(groups)), [drawn(label) for label in groups], fontsize=8)
    panel.set_ylim(len(groups) - 0.5, -0.5)


# -- the page -----------------------------------------------------------------------------------------------


def html_report(analyzer: PerformanceAnalyzer) -> str:
    parts = [f"<p>{datetime.now().isoformat(sep=' ', timespec='seconds')}</p>"]
    if analyzer.results:
        parts += [_html_table(analyzer.results), *_html_rankings(analyzer), *_html_figures(analyzer)]
    else:
        parts.append("<p>no results</p>")
    return page("Performance of trainings", parts)


def _html_table(results: Sequence[PerformanceMetrics]) -> str:
    columns = ["name", *(name for name in COLUMNS if name != "name")]
    return html_table(columns, ([number_text(getattr(run, name)) for name in columns] for run in results))


def _html_rankings(analyzer: PerformanceAnalyzer) -> list[str]:
    parts = []
    for name, ranking in analyzer.rankings().items():
        items = "".join(f"<li>{html.escape(label)}: {number_text(value)}</li>" for label, value in ranking)
        listed = f"<ol>{items}</ol>" if items else "<p>nothing to rank</p>"
        parts.append(f"<h2>{name.capitalize()}</h2>\n<p>{RANKINGS[name]}</p>\n{listed}")
    return parts


def _html_figures(analyzer: PerformanceAnalyzer) -> list[str]:
    return [
        drawing("Throughput", lambda: throughput_figure(analyzer)),
        drawing("Quality", lambda: quality_figure(analyzer)),
        drawing("Learning curves", lambda: curves_figure(_labelled_curves(analyzer.results))),
    ]


def _labelled_curves(results: Iterable[PerformanceMetrics]) -> dict[str, BalatroMetrics]:
    curves: dict[str, BalatroMetrics] = {}
    for run in results:
        curves[free_name(run.name, curves)] = run.curve
    return curves
