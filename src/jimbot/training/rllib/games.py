"""Games: what is played, by the ``env_config`` of a training."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jimbot.envs.batch import Batch, Start
from jimbot.envs.options import RUN, starts_of
from jimbot.envs.single import BalatroEnv
from jimbot.envs.wrappers.schedule import Schedule
from jimbot.game.planner import PlannerOptions, planner_options
from jimbot.runs.settings import refuse_unknown

NOT_HERE = ("render_mode", "observation")  # learners see rows of bytes
OPTIONS = (
    *(name for name in inspect.signature(BalatroEnv).parameters if name not in NOT_HERE),
    "difficulty_schedule",
    "reward_scale",
)
BLINDS = 24.0  # of a run that is won


@dataclass(frozen=True)
class Games:
    """Batches of one kind. ``options`` are those of ``Batch``."""

    options: dict[str, Any]
    schedule: Schedule | None
    reward_scale: float  # by default "furthest" counts 1 for each blind that is beaten

    @staticmethod
    def of(env_config: Mapping[str, Any]) -> Games:
        given = dict(env_config)
        refuse_unknown("env_config", given, OPTIONS)
        stages = given.pop("difficulty_schedule", None)
        if stages is not None and given.get("max_ante") is not None:
            raise ValueError("env_config has max_ante and difficulty_schedule; give one of them")
        scale = given.pop("reward_scale", BLINDS)
        if isinstance(scale, bool) or not isinstance(scale, int | float) or not 0 < scale < float("inf"):
            raise ValueError(f"reward_scale of env_config is {scale!r}; a number above 0 is needed")
        given["starts"] = starts_of(given)
        given = {name: value for name, value in given.items() if name not in RUN}
        games = Games(given, None if stages is None else Schedule(stages), float(scale))
        games.batch(1)  # what does not fit is refused here
        return games

    @property
    def hands(self) -> str:
        return str(self.options.get("hands", "cards"))

    @property
    def planner(self) -> PlannerOptions:
        return planner_options(self.options.get("planner", "default"))

    @property
    def start(self) -> Start:
        """What the games of an evaluation begin with."""
        return self.batch(1).starts[0]

    def batch(self, games: int) -> Batch:
        batch = Batch(games, threads=1, **self.options)
        self.at(0, batch)
        return batch

    def at(self, steps: int, batch: Batch) -> None:
        """The difficulty after these moves of all runners. A new cap on the ante counts at once,
        new starts from the next episode on."""
        if self.schedule is None:
            return
        difficulty = self.schedule.at(steps)
        batch.set_max_ante(difficulty.max_ante)
        starts = self.options["starts"]
        own = (starts,) if isinstance(starts, Start) else tuple(starts)
        wanted = difficulty.starts_from(own)
        if batch.starts != wanted:
            batch.set_starts(wanted)
