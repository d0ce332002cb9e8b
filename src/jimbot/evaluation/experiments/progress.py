"""How a training gets on at the moment: steps, speed, what is left, memory of the process that trains."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.evaluation.experiments.curves import Log
from jimbot.evaluation.experiments.entry import read_json
from jimbot.runs import holder
from jimbot.runs.processes import memory_of

SPEEDS = ("steps_per_second", "seconds/steps_per_second", "time/fps")


@dataclass(frozen=True)
class RunProgress:
    """None: not known."""

    steps: float | None
    goal: float | None
    steps_per_second: float | None
    seconds_left: float | None
    process: int | None
    memory_gb: float | None


def progress(
    folder: Path, log: Log, before: tuple[float, float] | None = None, now: float = 0.0
) -> RunProgress:
    """``before``: steps and time of an earlier look, for the speed where the log does not say it."""
    some = next(iter(log.curves.values()), None)
    steps = some.x[-1] if some is not None and log.by in ("steps", "timesteps") else None
    goal = _goal(read_json(folder / "manifest.json"), read_json(folder / "config.json"))
    speed = next((log.curves[name].y[-1] for name in SPEEDS if name in log.curves), None)
    if speed is None and before is not None and steps is not None and now > before[1] and steps > before[0]:
        speed = (steps - before[0]) / (now - before[1])
    left = (goal - steps) / speed if goal and steps is not None and speed else None
    process = holder(folder)
    return RunProgress(steps, goal, speed, left, process, None if process is None else memory_of(process))


def _goal(manifest: Mapping[str, Any], config: Mapping[str, Any]) -> float | None:
    settings = manifest.get("settings")
    for source in (settings, manifest, config):
        if isinstance(source, Mapping):
            for name in ("steps", "total_timesteps", "timesteps"):
                if isinstance(source.get(name), int | float):
                    return float(source[name])
            if {"updates", "steps_per_update"} <= source.keys():
                return float(source["updates"]) * float(source["steps_per_update"])
    return None
