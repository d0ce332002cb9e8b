"""Environments for the trainers, a check of environments, and logging."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv

from jimbot.envs.single import BalatroEnv
from jimbot.envs.vector import BalatroVectorEnv
from jimbot.envs.wrappers import wrap_balatro_env

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv

logger = logging.getLogger("jimbot.training")


def create_balatro_env(seed: int | None = None, **options: Any) -> Any:
    """One game of Balatro with masks and episode statistics; ``options`` are those of ``BalatroEnv``.

    With ``seed`` the whole sequence of episodes is fixed.
    """
    env = wrap_balatro_env(BalatroEnv(**options))
    if seed is not None:
        env.reset(seed=seed)
    return env


def make_vectorized_env(
    env_creator: Callable[..., Any] = create_balatro_env,
    n_envs: int = 8,
    seed: int | None = None,
    use_subprocess: bool | None = None,
) -> VecEnv:
    """``n_envs`` environments at once, for Stable-Baselines3; environment i gets the seed ``seed + i``.

    Games of ours are stepped by one native call, which is faster than processes. ``use_subprocess`` asks for
    one process each (``SubprocVecEnv``) or for one after the other in this one (``DummyVecEnv``); other
    environments are made so anyway, by default one after the other.
    """
    from jimbot.training.sb3 import environments

    return environments.make_vectorized_env(env_creator, n_envs, seed, use_subprocess)


def is_balatro(env: Any) -> bool:
    return isinstance(getattr(env, "unwrapped", None), BalatroEnv | BalatroVectorEnv)


# -- checks and logging -------------------------------------------------------------------------------------


def validate_environment(env: Any, steps: int = 50) -> bool:
    """Plays a few steps and prints what is wrong, in full; True if nothing is."""
    problems = environment_problems(env, steps)
    for problem in problems:
        print(f"environment: {problem}")
    return not problems


def environment_problems(env: Any, steps: int = 50) -> list[str]:
    """Observations that are not as declared, rewards that are no numbers, masks that lie, steps that fail."""
    needed = ("observation_space", "action_space", "reset", "step")
    found = [f"it has no {name}" for name in needed if not hasattr(env, name)]
    if found:
        return found
    try:
        for observation, reward in _vec_steps(env, steps) if _is_vec_env(env) else _gym_steps(env, steps):
            found = _not_as_declared(observation, env.observation_space)
            if not np.isfinite(reward):
                found.append(f"a reward is {reward}")
            if found:
                return found
    except Exception as error:
        return [f"{type(error).__name__}: {error}"]
    return []


def _gym_steps(env: Any, steps: int) -> Any:
    is_vector = isinstance(env, VectorEnv)
    yield env.reset(seed=0)[0], 0.0
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        yield observation, reward[0] if is_vector else reward
        if not is_vector and (terminated or truncated):
            env.reset()


def _is_vec_env(env: Any) -> bool:
    """A vector environment of Stable-Baselines3? Where that was never imported there is none."""
    if "stable_baselines3" not in sys.modules:
        return False
    from stable_baselines3.common.vec_env import VecEnv

    return isinstance(env, VecEnv)


def _vec_steps(env: VecEnv, steps: int) -> Any:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from jimbot.training.sb3.masked import random_legal

    yield _first(env.reset()), 0.0
    for _ in range(steps):
        if is_masking_supported(env):
            actions = random_legal(get_action_masks(env))
        else:
            actions = np.array([env.action_space.sample() for _ in range(env.num_envs)])
        observation, rewards, _, _ = env.step(actions)
        yield _first(observation), rewards[0]


def _first(observation: Any) -> Any:
    return {k: v[0] for k, v in observation.items()} if isinstance(observation, dict) else observation[0]


def _not_as_declared(observation: Any, space: spaces.Space[Any]) -> list[str]:
    if isinstance(space, spaces.Dict) and isinstance(observation, dict):
        declared = space.spaces
        found = [f"{key!r} is declared, but not observed" for key in declared if key not in observation]
        found += [f"{key!r} is observed, but not declared" for key in observation if key not in declared]
        for key in declared:
            if key in observation and not space[key].contains(np.asarray(observation[key])):
                value = np.asarray(observation[key])
                found.append(f"{key!r} is {value.dtype} of shape {value.shape}; declared: {space[key]}")
        return found
    if space.contains(observation):
        return []
    return [f"an observation is not in the declared space {space}"]


def setup_logging(level: int | str = "INFO", file: str | None = None) -> logging.Logger:
    """Messages of the framework on the terminal, and into ``file`` too; returns its logger."""
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    if file is not None:
        handlers.append(logging.FileHandler(file))
    for old in logger.handlers[:]:
        logger.removeHandler(old)
        old.close()
    for handler in handlers:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S"))
        logger.addHandler(handler)
    logger.setLevel(level)
    logger.propagate = False
    return logger
