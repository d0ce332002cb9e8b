"""BalatroGymWrapper: results of every episode, in ``info`` and as running statistics."""

from __future__ import annotations

import time
from collections import deque
from typing import Any

import numpy as np

from jimbot.envs.batch import whole
from jimbot.envs.spec import INFO
from jimbot.envs.wrappers.base import EnvironmentWrapper, ended

EPISODE_FACTS = ("ante", "blinds_beaten", "furthest_blind", "score", "won")


class EpisodeStatistics:
    """Means over the last ``window`` episodes; 0 before the first one has ended."""

    def __init__(self, window: int = 100) -> None:
        self.episodes = 0
        self.recent: deque[dict[str, float]] = deque(maxlen=whole("window", window, 1))

    def add(self, episode: dict[str, float]) -> None:
        self.episodes += 1
        self.recent.append(episode)

    def _mean(self, name: str) -> float:
        return sum(float(e[name]) for e in self.recent) / (len(self.recent) or 1)

    @property
    def mean_return(self) -> float:
        return self._mean("r")

    @property
    def mean_length(self) -> float:
        return self._mean("l")

    @property
    def mean_ante(self) -> float:
        return self._mean("ante")

    @property
    def mean_blinds_beaten(self) -> float:
        return self._mean("blinds_beaten")

    @property
    def win_rate(self) -> float:
        return self._mean("won")

    def summary(self) -> dict[str, float]:
        names = ("mean_return", "mean_length", "mean_ante", "mean_blinds_beaten", "win_rate")
        return {"episodes": self.episodes, **{name: getattr(self, name) for name in names}}

    def __repr__(self) -> str:
        return f"EpisodeStatistics({', '.join(f'{k}={v:g}' for k, v in self.summary().items())})"


class BalatroGymWrapper(EnvironmentWrapper):
    """At the end of an episode ``info["episode"]`` holds its results.

    Its return ``r`` (the sum of the rewards that reached this wrapper), length ``l`` and seconds ``t``; ante,
    blinds_beaten, furthest_blind, score and won of its last step.

    Of a vector environment these are arrays, valid where ``info["_episode"]`` is true (as Gymnasium's
    RecordEpisodeStatistics gives them). ``stats`` sums up the last ``window`` episodes.
    """

    def __init__(self, env: Any, window: int = 100) -> None:
        super().__init__(env)
        self.stats = EpisodeStatistics(window)
        self.metadata = {
            **env.metadata,
            "game": "Balatro",
            "wrapped": True,
            "observation_space_type": type(env.observation_space).__name__,
            "action_space_type": type(env.action_space).__name__,
        }
        n = self.batch.num_envs
        self._returns = np.zeros(n)
        self._lengths = np.zeros(n, dtype=int)
        self._began = np.zeros(n)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        self._begin(self.chosen(options))
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._returns += reward
        self._lengths += 1
        over = ended(terminated, truncated)
        if over is not None:
            columns = {
                "r": self._returns,
                "l": self._lengths,
                "t": np.round(time.perf_counter() - self._began, 6),
                **{name: self.facts[name].astype(INFO[name]) for name in EPISODE_FACTS},
            }
            for i in np.flatnonzero(over):
                self.stats.add({name: values.item(i) for name, values in columns.items()})
            info["episode"] = {
                name: self.shown(np.where(over, values, np.zeros_like(values)))
                for name, values in columns.items()
            }
            if self.is_vector:
                info["_episode"] = over
            self._begin(over)
        return observation, reward, terminated, truncated, info

    def _begin(self, rows: Any) -> None:
        self._returns[rows] = 0
        self._lengths[rows] = 0
        self._began[rows] = time.perf_counter()
