"""Curves of a training or tuning: every figure that its log has, over its steps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.evaluation.experiments.entry import read_json
from jimbot.evaluation.experiments.sampled import objects, sampled_lines
from jimbot.runs.reading import open_file
from jimbot.runs.statistics import compute_moving_average

METRICS = "metrics.jsonl"
# What a log counts by, the best first.
STEPS = (
    "steps",
    "timesteps",
    "env_steps",
    "num_env_steps_sampled_lifetime",
    "iteration",
    "update",
    "epoch",
    "step",
)
MAX_POINTS = 600  # of a curve: more do not show
# How far a learner comes, the measure that moves first.
LEARNING = (
    "valid_blinds",
    "blinds",
    "eval/blinds",
    "rollout/blinds",
    "furthest_blind",
    "plus",
    "valid_wins",
    "wins",
    "value",
)
Point = tuple[float, float]


class Points:
    """The figures of a log by name, as points over its steps; ``by`` is what they are counted by."""

    def __init__(self, lines: Iterable[Mapping[str, Any]] = ()) -> None:
        self.curves: dict[str, list[Point]] = {}
        self.lines = 0
        self.by = "line"
        for line in lines:
            self.add(line)

    def add(self, line: Mapping[str, Any]) -> None:
        self.lines += 1
        found = dict(flat(line))
        self.by = next((name for name in STEPS if name in found), "line")
        at = found.get(self.by, float(self.lines))
        for name, value in found.items():
            if name not in STEPS:
                self.curves.setdefault(name, []).append((at, value))

    def names(self) -> list[str]:
        """Names of the curves, what matters most first."""
        first = [name for name in LEARNING if name in self.curves]
        return [*first, *sorted(name for name in self.curves if name not in first)]


class Followed(Points):
    """Curves of a run folder, or of a metrics.jsonl itself. ``read`` takes what has been added."""

    def __init__(self, place: Path) -> None:
        super().__init__()
        self.path = place / METRICS if place.is_dir() else place
        if not self.path.is_file():
            raise ValueError(f"{place} holds no {METRICS}: a run folder of a training is needed")
        self._offset = 0

    def read(self) -> bool:
        """Whether something was new. A file that was taken back by a resumed run is read from its start."""
        size = self.path.stat().st_size
        if size < self._offset:
            self.curves, self.lines, self._offset = {}, 0, 0
        with open_file(self.path) as file:
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]  # the last line may still be written
        self._offset += len(whole)
        for line in objects(whole.splitlines()):
            self.add(line)
        return bool(whole)


@dataclass(frozen=True)
class Curve:
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Log:
    """The curves by name; ``by`` is what they run over; ``share`` below 1 says that the log was sampled."""

    curves: Mapping[str, Curve]
    by: str
    share: float


def curves(folder: Path) -> Log:
    """Of metrics.jsonl, log.jsonl or train_metrics.json, whichever is there."""
    lines: list[dict[str, Any]] = []
    share = 1.0
    for name in (METRICS, "log.jsonl"):
        sample = sampled_lines(folder / name)
        lines, share = objects(sample.lines), sample.share
        if lines:
            break
    if not lines:
        epochs = read_json(folder / "train_metrics.json").get("epochs")
        lines = [line for line in epochs if isinstance(line, dict)] if isinstance(epochs, list) else []
    found = Points(lines)
    return Log({name: _curve(points) for name, points in found.curves.items()}, found.by, share)


def flat(line: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, float]]:
    """The numbers of a line, those of a part as part/name."""
    for name, value in line.items():
        if isinstance(value, Mapping):
            yield from flat(value, f"{prefix}{name}/")
        elif isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
            yield f"{prefix}{name}", float(value)


def learning_curve(log: Log) -> str | None:
    """The name of the curve to look at first."""
    return next((name for name in LEARNING if name in log.curves), next(iter(log.curves), None))


def smoothed(curve: Curve, window: int) -> Curve:
    """Means of the last ``window`` points."""
    return Curve(curve.x, tuple(compute_moving_average(curve.y, window).tolist()))


def _curve(points: list[tuple[float, float]]) -> Curve:
    step = max(1, math.ceil(len(points) / MAX_POINTS))
    kept = points[::step]
    if kept[-1] is not points[-1]:
        kept = [*kept, points[-1]]
    return Curve(tuple(x for x, _ in kept), tuple(y for _, y in kept))
