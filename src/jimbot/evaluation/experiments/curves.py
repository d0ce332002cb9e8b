"""Curves of a training or tuning: every figure that its log has, over its steps."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.evaluation.experiments.entry import read_json
from jimbot.evaluation.experiments.sampled import objects, sampled_lines

STEPS = ("steps", "timesteps", "iteration", "update", "epoch")  # what a log counts by, the best first
MOST_POINTS = 600  # of a curve: more do not show
# How far a learner comes, the measure that moves first.
LEARNING = ("valid_blinds", "blinds", "eval/blinds", "rollout/blinds", "furthest_blind", "plus", "value")


@dataclass(frozen=True)
class Curve:
    x: tuple[float, ...]
    y: tuple[float, ...]


@dataclass(frozen=True)
class Log:
    """The curves by name; ``by`` is what they run over; ``share`` below 1 tells that the log was sampled."""

    curves: Mapping[str, Curve]
    by: str
    share: float


def curves(folder: Path) -> Log:
    """Of metrics.jsonl, log.jsonl or train_metrics.json, whichever is there."""
    lines: list[dict[str, Any]] = []
    share = 1.0
    for name in ("metrics.jsonl", "log.jsonl"):
        sample = sampled_lines(folder / name)
        lines, share = objects(sample.lines), sample.share
        if lines:
            break
    if not lines:
        epochs = read_json(folder / "train_metrics.json").get("epochs")
        lines = [line for line in epochs if isinstance(line, dict)] if isinstance(epochs, list) else []
    by = next((name for name in STEPS if lines and name in lines[-1]), "line")
    points: dict[str, list[tuple[float, float]]] = {}
    for number, line in enumerate(lines, 1):
        found = dict(flat(line))
        x = found.pop(by, float(number))
        for name, value in found.items():
            points.setdefault(name, []).append((x, value))
    return Log({name: _curve(found) for name, found in points.items()}, by, share)


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
    if window <= 1:
        return curve
    sums, out = 0.0, []
    for i, value in enumerate(curve.y):
        sums += value - (curve.y[i - window] if i >= window else 0.0)
        out.append(sums / min(i + 1, window))
    return Curve(curve.x, tuple(out))


def _curve(points: list[tuple[float, float]]) -> Curve:
    step = max(1, math.ceil(len(points) / MOST_POINTS))
    kept = points[::step]
    if kept[-1] is not points[-1]:
        kept = [*kept, points[-1]]
    return Curve(tuple(x for x, _ in kept), tuple(y for _, y in kept))
