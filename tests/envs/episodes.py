"""Random play of single and vector environments through one loop."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium.vector import VectorEnv

from jimbot.envs import BalatroEnv, BalatroVectorEnv

FORMS = {"single": BalatroEnv, "vector": lambda **options: BalatroVectorEnv(3, **options)}


@dataclass
class Moment:
    """What one step returned, as arrays whatever the form of the environment."""

    reward: np.ndarray
    terminated: np.ndarray
    truncated: np.ndarray
    info: dict[str, Any]

    @property
    def ended(self) -> np.ndarray:
        return self.terminated | self.truncated


def play(env: Any, steps: int | None = None, episodes: int | None = None, seed: int = 0) -> Iterator[Moment]:
    """Resets and makes random legal moves, for a number of steps or until this many episodes have ended."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    if not isinstance(env, VectorEnv):
        env.reset(seed=seed)  # a seeded action space begins with a reset
    while (steps is None or steps > 0) and (episodes is None or episodes > 0):
        _, reward, terminated, truncated, info = env.step(env.action_space.sample())
        moment = Moment(*(np.atleast_1d(x).copy() for x in (reward, terminated, truncated)), info)
        yield moment
        steps = None if steps is None else steps - 1
        episodes = None if episodes is None else episodes - int(moment.ended.sum())
        if moment.ended.any() and not isinstance(env, VectorEnv):
            env.reset()


def per_env(value: Any) -> np.ndarray:
    return np.atleast_1d(value)
