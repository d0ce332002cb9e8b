"""Tuning the heuristic agent's constants: all are moved at once, both ways, on the same games (SPSA).

Each iteration draws a direction, plays the same train seeds with the constants moved along it and against it,
and moves them by the difference of what was reached. Games differ by chance far more than by constants: what
is followed is the difference on the same seeds, and the result is the mean of the last iterations.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import model_validator

from jimbot.agents.tuning import Constant, constants, read_tuning
from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.game.seeds import seed
from jimbot.models.trained_on import train_seeds_of
from jimbot.runs import LoggedFolder, made_with, sha256
from jimbot.runs.settings import Count, Positive, Settings, setting

# Not used by the heuristic's own decisions.
OTHERS = ("predicted", "foresight", "few_samples")
BLINDS = 24


class ConstantTuning(Settings):
    """What a tuning is made of. With other settings it is another one."""

    games: Positive = setting(500, "Games per iteration, each played twice.")
    first: Count = setting(0, "Number of the first train seed.")
    only: tuple[str, ...] = setting((), "Constants to tune; default: those of the heuristic agent.")
    agent: str = setting("heuristic", "The agent, with options other than tuning.")
    spread: float = setting(0.2, "How far each constant is moved, as a share of its size.", gt=0, le=1)
    rate: float = setting(2.0, "Step size.", gt=0)
    average: Positive = setting(10, "Last iterations whose mean is the result.")
    seed: Count = 0

    @model_validator(mode="after")
    def _known(self) -> Self:
        known = constants()
        for name in self.only:
            if name not in known:
                raise ValueError(f"unknown constant {name!r}; one of {', '.join(known)}")
        if "tuning=" in self.agent:
            raise ValueError(f"agent {self.agent!r} has its tuning; leave it out")
        return self

    def names(self) -> list[str]:
        return list(self.only) or [name for name in constants() if name not in OTHERS]


class Tuning(LoggedFolder):
    """A tuning in its folder, to be closed. With the same settings it goes on where it stopped."""

    what = "tuning"
    kept = "tunings"
    format = "jimbot-tuning-1"
    distinct_by = ("start",)

    def __init__(
        self, out: Path, settings: ConstantTuning, workers: int = 1, start: Path | None = None
    ) -> None:
        if "," in str(out):
            raise ValueError(f"the folder {out} has a comma in its name, which separates an agent's options")
        self.settings, self.workers = settings, workers
        self.names = settings.names()
        self.known = constants()
        begun = {} if start is None else read_tuning(start)
        self._start_seeds = [] if start is None else train_seeds_of(start)
        manifest = {
            "format": self.format,
            "settings": settings.as_json(),
            "start": begun,
            "train_seeds": [],
        }
        super().__init__(out, manifest | made_with())

    @property
    def done(self) -> int:
        """Iterations that are over."""
        return len(self.log)

    def values(self) -> dict[str, float]:
        """The constants after the iterations so far."""
        start = self.manifest["start"]
        begun = {name: start.get(name, self.known[name].value) for name in self.names}
        return self.log[-1]["values"] if self.log else begun

    def iterate(self, each: Callable[[Record], None] = lambda game: None) -> dict[str, Any]:
        """One more iteration; its line of the log. ``each`` is called with every game."""
        settings, number = self.settings, self.done
        values = self.values()
        direction = np.random.default_rng([settings.seed, number]).choice([-1.0, 1.0], len(self.names))
        first = settings.first + number * settings.games
        played = f"train-{(number + 1) * settings.games}@{settings.first}"
        self.note(train_seeds=[*self._start_seeds, played])
        reached = [
            self._play(side, self._moved(values, direction * sign), first, each)
            for side, sign in (("plus", 1.0), ("minus", -1.0))
        ]
        difference = float(np.mean(reached[0] - reached[1]))
        step = settings.rate * difference / (1 + number) ** 0.6
        moved = {
            name: self._clipped(name, values[name] + step * way * size(self.known[name]))
            for name, way in zip(self.names, direction, strict=True)
        }
        line = {
            "iteration": number + 1,
            "first": first,
            "games": settings.games,
            "plus": float(reached[0].mean()),
            "minus": float(reached[1].mean()),
            "error": float(np.std(reached[0] - reached[1]) / settings.games**0.5),
            "values": moved,
        }
        self.write("tuning.json", json.dumps(self._mean([*self.log, line]), indent=2) + "\n")
        self.note(files={"tuning.json": sha256(self.path / "tuning.json")})
        self.add(line)
        return line

    def result(self) -> dict[str, float]:
        """The mean of the last iterations, as the agent takes it."""
        return self._mean(self.log)

    def _mean(self, log: list[dict[str, Any]]) -> dict[str, float]:
        last = log[-self.settings.average :]
        return {
            name: self.known[name].nearest(float(np.mean([line["values"][name] for line in last])))
            for name in self.names
        }

    def _clipped(self, name: str, value: float) -> float:
        """Whole numbers move in parts too, and are rounded when they are used."""
        return min(self.known[name].high, max(self.known[name].low, value))

    def _moved(self, values: dict[str, float], way: NDArray[np.float64]) -> dict[str, float]:
        spread = self.settings.spread
        out = {}
        for name, sign in zip(self.names, way, strict=True):
            constant = self.known[name]
            by = sign * spread * size(constant)
            if constant.whole and abs(by) < 1:
                by = sign
            out[name] = constant.nearest(values[name] + by)
        return out

    def _play(
        self, side: str, values: dict[str, float], first: int, each: Callable[[Record], None]
    ) -> NDArray[np.float64]:
        """What each game reached: its share of the blinds, and as much again for a win."""
        path = self.path / f"{side}.json"
        self.write(path.name, json.dumps(values))
        agent = self.settings.agent
        options = RunOptions(f"{agent}{',' if ':' in agent else ':'}tuning={path}")
        jobs = [(number, seed("train", number)) for number in range(first, first + self.settings.games)]
        reached = np.zeros(len(jobs))
        for record in play_seeds(options, jobs, self.workers):
            if record.failure is not None:
                raise RuntimeError(f"train seed {record.index} failed: {record.failure.reason}")
            reached[record.index - first] = record.blinds / BLINDS + record.won
            each(record)
        return reached


def size(constant: Constant) -> float:
    """What counts as much of a constant: its own value, or a part of its range where that is small."""
    return max(abs(constant.value), 0.02 * (constant.high - constant.low))
