"""Wrappers of the reward: scaled by fixed numbers, or normalised by running statistics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.envs.wrappers.base import EnvironmentWrapper, check_keys, ended, share


class RewardScalingWrapper(EnvironmentWrapper):
    """The reward becomes ``scale * reward + offset``."""

    def __init__(self, env: Any, scale: float = 1.0, offset: float = 0.0) -> None:
        super().__init__(env)
        for name, value in (("scale", scale), ("offset", offset)):
            if not math.isfinite(value):
                raise ValueError(f"{name} is {value}; a finite number is needed")
        self.scale = float(scale)
        self.offset = float(offset)

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        return observation, self.scale * reward + self.offset, terminated, truncated, info


class NormalizeRewardWrapper(EnvironmentWrapper):
    """The reward is divided by the running standard deviation of the discounted return.

    Every environment has its own return, which begins at 0 with each episode; the statistics are shared by
    all of them. The reward keeps its sign: the mean is not taken off. ``clip`` bounds its size (None: no
    bound). With ``training`` off the statistics stay as they are.
    """

    def __init__(
        self,
        env: Any,
        gamma: float = 0.99,
        epsilon: float = 1e-8,
        clip: float | None = 10.0,
        training: bool = True,
    ) -> None:
        super().__init__(env)
        self.gamma = share("gamma", gamma)
        for name, value in (("epsilon", epsilon), ("clip", clip)):
            if value is not None and not value > 0:
                raise ValueError(f"{name} is {value!r}; more than 0 is needed")
        self.epsilon = float(epsilon)
        self.clip = clip
        self.training = training
        # as Gymnasium and SB3 begin: variance 1, with next to no weight
        self.mean, self.variance, self.count = 0.0, 1.0, 1e-4
        self._returns = np.zeros(self.batch.num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        observation, info = self.env.reset(seed=seed, options=options)
        self._returns[self.chosen(options)] = 0
        return observation, info

    def step(self, action: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        self._returns = self.gamma * self._returns + reward
        if self.training:
            self._learn(self._returns)
        over = ended(terminated, truncated)
        if over is not None:
            self._returns[over] = 0
        return observation, self._normalised(reward), terminated, truncated, info

    def _normalised(self, reward: Any) -> Any:
        reward = reward / math.sqrt(self.variance + self.epsilon)
        if self.clip is None:
            return reward
        if self.is_vector:
            return np.clip(reward, -self.clip, self.clip)
        return min(max(reward, -self.clip), self.clip)

    def _learn(self, values: NDArray[np.float64]) -> None:
        """Chan's update of mean and variance by a batch."""
        n = len(values)
        total = self.count + n
        mean, variance = (float(values.mean()), float(values.var())) if n > 1 else (values.item(0), 0.0)
        distance = mean - self.mean
        squares = self.variance * self.count + variance * n + distance**2 * self.count * n / total
        self.mean += distance * n / total
        self.variance = squares / total
        self.count = total

    def state_dict(self) -> dict[str, float]:
        return {"mean": self.mean, "variance": self.variance, "count": self.count}

    def load_state_dict(self, state: dict[str, float]) -> None:
        check_keys("the state of NormalizeRewardWrapper", state, self.state_dict())
        self.mean, self.variance, self.count = (float(state[name]) for name in self.state_dict())
