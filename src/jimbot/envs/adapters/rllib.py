"""BalatroRLlibEnv: one game as RLlib wants it. Nothing here imports ray before ``register`` is called."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from jimbot.envs import ENV_ID
from jimbot.envs.single import BalatroEnv
from jimbot.envs.spec import MOVE_COUNT
from jimbot.envs.wrappers.schedule import ScheduleWrapper

OPTIONS = (*inspect.signature(BalatroEnv).parameters, "difficulty_schedule", "wrapper")


class BalatroRLlibEnv(gym.Env[Any, Any]):
    """``BalatroEnv`` with observations ``{"observations": ..., "action_mask": ...}``, as RLlib's own
    ``ActionMaskingTorchRLModule`` takes them.

    ``config`` holds arguments of ``BalatroEnv`` by name; ``observation`` is ``"flat"`` by default.
    ``difficulty_schedule`` is that of ``ScheduleWrapper``, and ``wrapper`` puts any wrappers around the game,
    such as ``partial(CurriculumWrapper, curriculum=Curriculum(path="curriculum.json"))``: the path lets all
    workers share one curriculum.
    ``info`` is empty until the step that ends an episode, which carries its facts. Workers that RLlib seeds
    alike play different games.
    """

    metadata = BalatroEnv.metadata

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        options = {"observation": "flat"} | dict(config or {})
        for name in options:
            if name not in OPTIONS:
                raise ValueError(f"unknown option {name!r} in env_config; one of {', '.join(OPTIONS)}")
        wrapper = options.pop("wrapper", None)
        schedule = options.pop("difficulty_schedule", None)
        base = BalatroEnv(**options)
        self.env: Any = base if schedule is None else ScheduleWrapper(base, schedule)
        if wrapper is not None:
            self.env = wrapper(self.env)
        self.render_mode = base.render_mode
        self._worker = int(getattr(config, "worker_index", None) or 0)
        self._flat = base.observation == "flat"
        observations = self.env.observation_space
        if isinstance(observations, spaces.Dict):
            observations = spaces.Dict({k: v for k, v in observations.items() if k != "action_mask"})
        mask = spaces.Box(0, 1, (MOVE_COUNT,), np.uint8)
        self.observation_space = spaces.Dict({"observations": observations, "action_mask": mask})
        self.action_space = spaces.Discrete(MOVE_COUNT)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None and self._worker:
            # RLlib gives environment i of worker w the seed s + w + i: neighbours would play the same games
            seed = int(np.random.SeedSequence([seed, self._worker]).generate_state(1, np.uint64)[0])
        observation, info = self.env.reset(seed=seed, options=options)
        return self._split(observation, info), {"seed": info["seed"]}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        # RLlib copies every entry of every info, so only the last one of an episode has any
        seen = self._split(observation, info)
        return seen, reward, terminated, truncated, info if terminated or truncated else {}

    def _split(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        if not self._flat:
            del observation["action_mask"]
        return {"observations": observation, "action_mask": info.pop("action_mask")}

    def render(self) -> Any:
        return self.env.render()

    def close(self) -> None:
        self.env.close()


def register() -> None:
    """Makes the environment known to ``ray.tune`` as ``jimbot/Balatro-v1``."""
    from ray.tune import register_env

    register_env(ENV_ID, BalatroRLlibEnv)
