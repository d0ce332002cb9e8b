"""Difficulty by timesteps: what episodes are like at the beginning of a training run, and later."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from jimbot.envs.batch import Start, whole
from jimbot.envs.wrappers.base import EnvironmentWrapper, check_keys, ended
from jimbot.envs.wrappers.shared_state import SharedState


@dataclass(frozen=True)
class Difficulty:
    """What changes in the environment; what is None stays as the environment was made.

    ``max_ante``: episodes end once this ante is passed (None: the whole game). ``stake``: all starts are
    played at it. ``starts``: these take the place of the starts.
    """

    name: str
    max_ante: int | None = None
    stake: str | int | None = None
    starts: tuple[Start, ...] | None = None
    meaning: str = ""

    def __post_init__(self) -> None:
        if self.max_ante is not None:
            whole(f"max_ante of difficulty {self.name!r}", self.max_ante, 1)
        if self.stake is not None and self.starts is not None:
            raise ValueError(f"difficulty {self.name!r} has stake and starts; give one of them")

    def starts_from(self, starts: tuple[Start, ...]) -> tuple[Start, ...]:
        """The starts at this difficulty, of an environment that was made with ``starts``."""
        if self.starts is not None:
            return tuple(self.starts)
        if self.stake is None:
            return starts
        # a saved position keeps the stake it was played at
        return tuple(s if s.position else replace(s, stake=self.stake) for s in starts)


# At the decks and stakes of the environment, unless they name one.
DIFFICULTIES = {
    d.name: d
    for d in (
        Difficulty("easy", max_ante=2, meaning="ends once the boss of ante 2 is beaten"),
        Difficulty("medium", max_ante=4, meaning="ends once the boss of ante 4 is beaten"),
        Difficulty("hard", meaning="the whole game"),
        Difficulty("gold", stake="gold", meaning="the whole game, at Gold Stake"),
    )
}


class Schedule:
    """Timestep -> difficulty from then on, and the timesteps made so far.

    One object serves any number of environments of a process; with ``path`` the count is a file that
    processes share and a later run continues.
    """

    def __init__(
        self, stages: Mapping[Any, str | Difficulty], path: str | os.PathLike[str] | None = None
    ) -> None:
        if not isinstance(stages, Mapping):
            raise TypeError(f"a schedule must be a mapping from timesteps to difficulties, not {stages!r}")
        found = {_timestep(key): _difficulty(key, value) for key, value in stages.items()}
        if 0 not in found:
            raise ValueError(
                f"a schedule begins at timestep 0; {', '.join(map(str, stages)) or 'none'} given"
            )
        self.stages = dict(sorted(found.items()))
        for difficulty in found.values():
            if any(d.name == difficulty.name and d != difficulty for d in found.values()):
                raise ValueError(f"two difficulties of the schedule have the name {difficulty.name!r}")
        names = {str(timestep): difficulty.name for timestep, difficulty in self.stages.items()}
        self._state = SharedState({"stages": names}, {"timesteps": 0}, path)

    @property
    def in_file(self) -> bool:
        return self._state.path is not None

    @property
    def timesteps(self) -> int:
        return int(self._state.read()["timesteps"])

    @property
    def difficulty(self) -> Difficulty:
        return self.at(self.timesteps)

    def at(self, timesteps: int) -> Difficulty:
        return self.stages[max(first for first in self.stages if first <= timesteps)]

    def advance(self, timesteps: int) -> int:
        """Counts timesteps; returns how many there are now."""
        with self._state.change() as state:
            state["timesteps"] += timesteps
            return int(state["timesteps"])

    def state_dict(self) -> dict[str, int]:
        return {"timesteps": self.timesteps}

    def load_state_dict(self, state: dict[str, int]) -> None:
        check_keys("the state of a schedule", state, ("timesteps",))
        with self._state.change() as values:
            values["timesteps"] = whole("timesteps", state["timesteps"], 0)


def _timestep(key: Any) -> int:
    # JSON has text for keys
    return whole("a timestep of the schedule", int(key) if isinstance(key, str) and key.isdigit() else key, 0)


def _difficulty(key: Any, value: Any) -> Difficulty:
    if isinstance(value, Difficulty):
        return value
    if value not in DIFFICULTIES:
        allowed = f"{', '.join(DIFFICULTIES)} or a Difficulty"
        raise ValueError(f"unknown difficulty {value!r} at timestep {key}; one of {allowed}")
    return DIFFICULTIES[value]


class ScheduleWrapper(EnvironmentWrapper):
    """Sets the difficulty that a ``Schedule`` (or ``{0: "easy", 500_000: "hard"}``) gives for the timesteps.

    A step of N environments counts N. A new cap on the ante counts at once, new starts from the next episode
    on. With a schedule in a file the steps are reported when an episode ends. ``info`` gains ``difficulty``,
    the name of the one that the step was made at.
    """

    def __init__(
        self,
        env: Any,
        schedule: Schedule | Mapping[Any, str | Difficulty],
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        super().__init__(env)
        if isinstance(schedule, Schedule):
            if path is not None:
                raise ValueError("a Schedule has its own path; give path with a mapping only")
            self.schedule = schedule
        else:
            self.schedule = Schedule(schedule, path)
        self.claim_max_ante()
        own = self.batch.starts
        difficulties = self.schedule.stages.values()
        self._starts = {d.name: d.starts_from(own) for d in difficulties}
        if any(d.stake is not None or d.starts is not None for d in difficulties):
            self.claim("starts")
        self._unreported = 0
        self.difficulty: Difficulty | None = None
        self._apply(self.schedule.timesteps)

    @property
    def timesteps(self) -> int:
        """Steps of all environments that share the schedule."""
        return self.schedule.timesteps + self._unreported

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self._report()
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, self._inform(info)

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._inform(info)
        self._unreported += self.batch.num_envs
        if not self.schedule.in_file or ended(terminated, truncated) is not None:
            self._report()
        return observation, reward, terminated, truncated, info

    def _inform(self, info: dict[str, Any]) -> dict[str, Any]:
        info["difficulty"] = self._shown_name
        return info

    def _report(self) -> None:
        timesteps = self.schedule.advance(self._unreported) if self._unreported else self.schedule.timesteps
        self._unreported = 0
        self._apply(timesteps)

    def _apply(self, timesteps: int) -> None:
        difficulty = self.schedule.at(timesteps)
        if difficulty is self.difficulty:
            return
        self.difficulty = difficulty
        self._shown_name = self.shown(np.full(self.batch.num_envs, difficulty.name, dtype=object))
        self.batch.set_max_ante(difficulty.max_ante)
        if "starts" in self.claims:
            self.batch.set_starts(self._starts[difficulty.name])

    def state_dict(self) -> dict[str, int]:
        return {"timesteps": self.timesteps}

    def load_state_dict(self, state: dict[str, int]) -> None:
        self._unreported = 0
        self.schedule.load_state_dict(state)
        self._apply(self.schedule.timesteps)
