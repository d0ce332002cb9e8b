"""The ante-cap curriculum: short games first, longer ones once the short ones are won."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from jimbot.envs.batch import whole
from jimbot.envs.wrappers.base import EnvironmentWrapper, ended, share
from jimbot.envs.wrappers.shared_state import SharedState

LAST_ANTE = 8  # the run is won with its boss, so a cap there is none


@dataclass(frozen=True)
class Promotion:
    """The cap was raised after ``episode`` episodes, of which the last share ``rate`` had passed the old."""

    episode: int
    old_cap: int
    new_cap: int
    rate: float


class Curriculum:
    """How far episodes go, and when they may go further.

    An episode succeeds when it passes the cap (beats the boss of ante ``cap``) or wins the run. Whenever
    ``eval_interval`` episodes have been judged and the share of successes is at least ``success_threshold``,
    the cap rises by ``ante_increment``, at most to ``max_ante``; it never falls. A cap of 8 is the whole
    game.

    An episode is judged by the cap in force where and when it ended: one that was running while the cap rose
    goes on to the new cap and counts for that. One that still ended under an older cap (in a process that had
    not seen the new one, or in the very step that raised it) is counted in ``episodes`` but not judged.

    One object serves any number of environments of a process. With ``path`` the state is a file: every
    process that opens the same one shares it, and a later run continues it.
    """

    def __init__(
        self,
        initial_max_ante: int = 2,
        ante_increment: int = 1,
        success_threshold: float = 0.8,
        eval_interval: int = 100,
        max_ante: int = LAST_ANTE,
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        self.max_ante = whole("max_ante", max_ante, 1, LAST_ANTE)
        self.initial_max_ante = whole("initial_max_ante", initial_max_ante, 1, self.max_ante)
        self.ante_increment = whole("ante_increment", ante_increment, 1)
        self.success_threshold = share("success_threshold", success_threshold)
        self.eval_interval = whole("eval_interval", eval_interval, 1)
        settings = {
            "initial_max_ante": self.initial_max_ante,
            "ante_increment": self.ante_increment,
            "success_threshold": self.success_threshold,
            "eval_interval": self.eval_interval,
            "max_ante": self.max_ante,
        }
        values: dict[str, Any] = {
            "cap": self.initial_max_ante,
            "episodes": 0,
            "judged": 0,
            "successes": 0,
            "rate": None,
            "history": [],
        }
        self._state = SharedState(settings, values, path)

    @property
    def cap(self) -> int:
        """The ante whose boss ends an episode."""
        return int(self._state.read()["cap"])

    @property
    def episodes(self) -> int:
        """Episodes that have ended, in all environments."""
        return int(self._state.read()["episodes"])

    @property
    def success_rate(self) -> float | None:
        """Of the last complete interval."""
        rate: float | None = self._state.read()["rate"]
        return rate

    @property
    def history(self) -> list[Promotion]:
        return [Promotion(*record) for record in self._state.read()["history"]]

    def record(self, cap: int, successes: Sequence[bool]) -> int:
        """Counts episodes that ended under ``cap``; returns the cap from now on."""
        with self._state.change() as state:
            for success in successes:
                state["episodes"] += 1
                if cap == state["cap"]:
                    self._judge(state, success)
            return int(state["cap"])

    def _judge(self, state: dict[str, Any], success: bool) -> None:
        state["judged"] += 1
        state["successes"] += bool(success)
        if state["judged"] < self.eval_interval:
            return
        rate = state["rate"] = state["successes"] / state["judged"]
        state["judged"] = state["successes"] = 0
        cap = state["cap"]
        if rate >= self.success_threshold and cap < self.max_ante:
            state["cap"] = min(cap + self.ante_increment, self.max_ante)
            state["history"].append([state["episodes"], cap, state["cap"], rate])

    def state_dict(self) -> dict[str, Any]:
        state = self._state.read()
        return {**state, "history": [list(record) for record in state["history"]]}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        with self._state.change() as values:
            if state.keys() != values.keys():
                raise ValueError(f"the state has {', '.join(state)}; {', '.join(values)} are needed")
            values.update(state, history=[list(record) for record in state["history"]])


class CurriculumWrapper(EnvironmentWrapper):
    """Episodes end at the cap of a ``Curriculum`` (or of a new one with the same keyword arguments).

    ``info`` gains ``curriculum_limited`` (this step passed the cap, which truncates the episode) and
    ``max_ante`` (the cap it was made under). An episode that a saved position began past the cap is not
    counted.
    """

    def __init__(self, env: Any, curriculum: Curriculum | None = None, **settings: Any) -> None:
        super().__init__(env)
        if curriculum is not None and settings:
            raise ValueError(f"give a curriculum or its settings ({', '.join(settings)}), not both")
        self.claim_max_ante()
        self.curriculum = Curriculum(**settings) if curriculum is None else curriculum
        self._apply(self.curriculum.cap)

    def _apply(self, cap: int) -> None:
        self.cap = cap
        self._shown_cap = self.shown(np.full(self.batch.num_envs, cap))
        self.batch.set_max_ante(None if cap >= LAST_ANTE else cap)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        self._apply(self.curriculum.cap)
        observation, info = self.env.reset(seed=seed, options=options)
        return observation, self._inform(info)

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._inform(info)
        over = ended(terminated, truncated)
        if over is not None:
            facts = self.facts
            capped = facts["capped"] > 0
            began_past_cap = capped & (facts["blinds_beaten"] == 0)
            passed = capped | (facts["won"] > 0)
            self._apply(self.curriculum.record(self.cap, passed[over & ~began_past_cap].tolist()))
        return observation, reward, terminated, truncated, info

    def _inform(self, info: dict[str, Any]) -> dict[str, Any]:
        info["curriculum_limited"] = info["capped"]
        info["max_ante"] = self._shown_cap
        return info
