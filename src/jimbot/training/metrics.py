"""What episodes amounted to: summaries, intervals, comparisons over seeds, curves and tables."""

from __future__ import annotations

import io
import math
import os
import sys
import webbrowser
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jimbot.runs.console import console
from jimbot.runs.machine import write_whole
from jimbot.runs.statistics import (
    Interval,
    SeedComparison,
    compare_seeds,
    compute_moving_average,
    mean_interval,
    seed_interval,
    seed_rate_interval,
    wilson,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "BalatroMetrics",
    "Interval",
    "SeedComparison",
    "compare_seeds",
    "compute_moving_average",
    "mean_interval",
    "plot_training_curves",
    "print_comparison_table",
    "seed_interval",
    "seed_rate_interval",
    "wilson",
]

FAR_ANTE = 5  # reaching it is not success (that is beating the boss of ante 8), but says more early on
PERCENTILES = (5, 25, 50, 75, 95)
SMOOTHED = 100  # episodes that means and smoothed curves are over at most


class Summarised(Protocol):
    def get_summary(self) -> dict[str, Any]: ...


class Named(Summarised, Protocol):
    @property
    def name(self) -> str: ...


@dataclass
class BalatroMetrics:
    """Episodes: every list has one entry for each of them, or is empty where nobody knows.

    ``blinds`` says how many were passed, ``wins`` whether the boss of ante 8 was beaten; ``timesteps`` and
    ``seconds`` say when episodes of a training ended.
    """

    rewards: list[float] = field(default_factory=list)
    antes: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lengths: list[float] = field(default_factory=list)
    blinds: list[float] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    money: list[float] = field(default_factory=list)
    timesteps: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        for name in LISTS:
            values = getattr(self, name)
            if values and len(values) != len(self.rewards):
                raise ValueError(f"{len(values)} {name} were given for {len(self.rewards)} rewards")

    @classmethod
    def of(cls, source: BalatroMetrics | Mapping[str, Any]) -> BalatroMetrics:
        """Episodes of ``trainer.get_metrics()``: lists named as here, or with ``episode_`` before."""
        if isinstance(source, cls):
            return source
        if not isinstance(source, Mapping) or not has_episodes(source):
            raise ValueError(f"no list of rewards in {_glimpse(source)}; BalatroMetrics or one is needed")
        found = {name: source.get(name, source.get(f"episode_{name}", ())) for name in LISTS}
        return cls(**{name: _known(values) for name, values in found.items()})

    def lists(self) -> dict[str, list[float]]:
        """What is known, by name."""
        return {name: values for name in LISTS if (values := getattr(self, name))}

    def __len__(self) -> int:
        return len(self.rewards)

    def add_episode(
        self,
        reward: float,
        ante: int,
        score: float,
        length: int,
        blinds: int = 0,
        won: bool = False,
    ) -> None:
        self.rewards.append(float(reward))
        self.antes.append(float(ante))
        self.scores.append(float(score))
        self.lengths.append(float(length))
        self.blinds.append(float(blinds))
        self.wins.append(float(won))

    def add_info(self, info: Mapping[str, Any], timesteps: int = 0, seconds: float = 0.0) -> None:
        """An episode as the last ``info`` of an environment has it; not a number for what it lacks."""
        for name, key in OF_INFO.items():
            getattr(self, name).append(float(info["episode"].get(key, info.get(key, math.nan))))
        self.timesteps.append(timesteps)
        self.seconds.append(seconds)

    def recent(self, name: str) -> float:
        """Mean of the last 100 episodes; not a number before there are any."""
        values = getattr(self, name)[-SMOOTHED:]
        return float(np.mean(values)) if values else math.nan

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it, for checkpoints."""
        return {f"history:{name}": np.array(values) for name, values in vars(self).items()}

    def restore(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        vars(self).update({name: arrays[f"history:{name}"].tolist() for name in LISTS})

    def get_summary(self) -> dict[str, Any]:
        """Figures of all episodes; None for what is not known. Rates are shares of 1, with 95 % intervals."""
        rate = wilson(int(sum(self.wins)), len(self.wins)) if self.wins else None
        return {
            "count": len(self),
            "mean_reward": mean(self.rewards),
            "std_reward": float(np.std(self.rewards)) if self.rewards else None,
            "min_reward": min(self.rewards, default=None),
            "max_reward": max(self.rewards, default=None),
            "mean_ante": mean(self.antes),
            "max_ante": max(self.antes, default=None),
            "mean_score": mean(self.scores),
            "max_score": max(self.scores, default=None),
            "mean_length": mean(self.lengths),
            "mean_blinds": mean(self.blinds),
            "win_rate": rate.value if rate else None,
            "win_rate_low": rate.low if rate else None,
            "win_rate_high": rate.high if rate else None,
            "ante_5_rate": self.reached(FAR_ANTE),
            "percentiles": {
                "reward": _percentiles(self.rewards),
                "ante": _percentiles(self.antes),
                "score": _percentiles(self.scores),
            },
        }

    def reached(self, ante: int) -> float | None:
        """The share of episodes that reached this ante."""
        return mean([own >= ante for own in self.antes])

    def thinned(self, most: int) -> BalatroMetrics:
        """At most ``most`` episodes, evenly chosen; the last one is among them."""
        if len(self) <= most:
            return self
        kept = np.linspace(0, len(self) - 1, most).round().astype(int)
        return BalatroMetrics(
            **{name: [getattr(self, name)[i] for i in kept] for name in LISTS if getattr(self, name)}
        )


LISTS = tuple(f.name for f in fields(BalatroMetrics))
OF_INFO = {  # what is kept of an episode -> what `info` calls it
    "rewards": "r",
    "lengths": "l",
    "antes": "ante",
    "scores": "best_hand",
    "blinds": "furthest_blind",
    "wins": "won",
    "money": "money",
}
Source: TypeAlias = BalatroMetrics | Mapping[str, Any]


def has_episodes(source: Mapping[str, Any]) -> bool:
    return any(isinstance(source.get(name), Sequence | np.ndarray) for name in ("rewards", "episode_rewards"))


def _known(values: Iterable[Any]) -> list[float]:
    """The numbers, or none where all are missing (nan)."""
    numbers = [float(value) for value in values]
    return [] if all(map(math.isnan, numbers)) else numbers


def mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if len(values) else None


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    return {f"p{share}": float(np.percentile(values, share)) for share in PERCENTILES} if values else {}


def _glimpse(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool)


# -- tables -------------------------------------------------------------------------------------------------


def number_text(value: Any) -> str:
    """A figure for people."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if not is_number(value):
        return str(value)
    if isinstance(value, int | np.integer):
        return f"{value:,}"
    return f"{value:,.2f}" if abs(value) < 1e6 else f"{value:.3g}"


def table_text(headers: Sequence[str], rows: Iterable[Sequence[Any]], title: str | None = None) -> str:
    """A table as plain text, as wide as it needs to be; the first column is text, the others are figures."""
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    for i, name in enumerate(headers):
        table.add_column(name, justify="right" if i else "left", no_wrap=True)
    for row in rows:
        table.add_row(*map(number_text, row))
    out = io.StringIO()
    Console(file=out, width=10_000, color_system=None, markup=False, highlight=False, emoji=False).print(
        table
    )
    lines = [line.rstrip() for line in out.getvalue().splitlines()]
    return "\n".join([title, *lines] if title else lines)


def print_text(text: str) -> None:
    console().print(text, soft_wrap=True)


def print_comparison_table(
    results: Mapping[str, Source | Summarised] | Sequence[Named], title: str | None = None
) -> str:
    """One row per result, one column per figure: printed, and returned as text.

    ``results``: label -> BalatroMetrics, its summary, ``trainer.get_metrics()`` or any table of figures; or
    the results of a benchmark.
    """
    labelled: Mapping[str, Any] = (
        results if isinstance(results, Mapping) else {result.name: result for result in results}
    )
    rows = {label: _figures(source) for label, source in labelled.items()}
    columns = list(dict.fromkeys(name for row in rows.values() for name in row))
    if rows:
        cells = ([label, *(row.get(name) for name in columns)] for label, row in rows.items())
        text = table_text(["", *columns], cells, title)
    else:
        text = "no results"
    print_text(text)
    return text


def _figures(source: Any) -> dict[str, Any]:
    """The single numbers of a result, by name."""
    if isinstance(source, Mapping):
        found = BalatroMetrics.of(source).get_summary() if has_episodes(source) else source
    else:
        found = source.get_summary()
    return {name: value for name, value in found.items() if value is None or is_number(value)}


# -- pictures -----------------------------------------------------------------------------------------------


def plot_training_curves(
    metrics_dict: Source | Mapping[str, Source], save_path: str | os.PathLike[str] | None = None
) -> Path:
    """Draws reward, smoothed reward, antes and success of a training, or of several by label; returns where.

    Takes BalatroMetrics, ``trainer.get_metrics()``, or a table of either by label. Without ``save_path`` the
    picture is ``training_curves.png`` in the current folder, and is shown where there is a display.
    """
    single = isinstance(metrics_dict, BalatroMetrics) or has_episodes(metrics_dict)
    curves = {"": metrics_dict} if single else metrics_dict
    assert isinstance(curves, Mapping)
    figure = curves_figure({label: BalatroMetrics.of(source) for label, source in curves.items()})
    return save_figure(figure, "training_curves", save_path)


def curves_figure(curves: Mapping[str, BalatroMetrics]) -> Figure:
    """Four panels, one line per label; a note where there is nothing to draw."""
    curves = {label: curve for label, curve in curves.items() if len(curve)}
    from jimbot.evaluation.pages.charts import drawn, empty_figure, new_figure

    if not curves:
        return empty_figure("no episodes")
    figure, axes = new_figure(2, 2, width=11, height=7)
    on_timesteps = all(curve.timesteps for curve in curves.values())
    for i, (label, curve) in enumerate(curves.items()):
        x = curve.timesteps if on_timesteps else list(range(1, len(curve) + 1))
        _draw_curve(axes, x, curve, drawn(label), f"C{i % 10}")
    titles = ("reward", "reward, smoothed", "ante", "won (line), ante 5 reached (dashed)")
    for panel, title in zip(axes, titles, strict=True):
        panel.set_title(title, fontsize=10)
        panel.set_xlabel("timesteps" if on_timesteps else "episodes", fontsize=8)
    axes[3].set_ylim(-0.02, 1.02)
    if any(curves):
        axes[1].legend(fontsize=7)
    return figure


def _draw_curve(
    axes: Sequence[Axes], x: Sequence[float], curve: BalatroMetrics, label: str, color: str
) -> None:
    window = smoothing_window(len(curve))

    def line(panel: Axes, values: ArrayLike, **style: Any) -> None:
        smoothed = compute_moving_average(values, window)
        panel.plot(x[window - 1 :], smoothed[window - 1 :], color=color, **style)

    axes[0].plot(x, curve.rewards, ".", color=color, markersize=2, alpha=0.5)
    line(axes[1], curve.rewards, label=label)
    if curve.antes:
        line(axes[2], curve.antes)
        line(axes[3], [float(ante >= FAR_ANTE) for ante in curve.antes], linestyle="--")
    if curve.wins:
        line(axes[3], curve.wins)


def smoothing_window(episodes: int) -> int:
    """A tenth of the episodes, within reason."""
    return max(1, min(SMOOTHED, episodes // 10))


def save_figure(
    figure: Figure, name: str, path: str | os.PathLike[str] | None, folder: Path | None = None
) -> Path:
    """Writes to ``path``; without one to ``<name>.png`` in ``folder`` or the current one, which is then shown
    where there is a display."""
    from jimbot.evaluation.pages.charts import figure_bytes

    place = (folder or Path()) / f"{name}.png" if path is None else Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    write_whole(place, figure_bytes(figure, place.suffix[1:] or "png"))
    if path is None and has_display():
        webbrowser.open(place.resolve().as_uri())
    return place


def has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return not os.environ.get("CI")
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
