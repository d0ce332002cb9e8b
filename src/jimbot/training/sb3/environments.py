"""Any environment as one that Stable-Baselines3 steps."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Callable
from typing import Any

import gymnasium as gym
from gymnasium.vector import VectorEnv
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvWrapper

from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.envs.wrappers import BalatroGymWrapper
from jimbot.envs.wrappers.base import EnvironmentWrapper
from jimbot.envs.wrappers.curriculum import Curriculum, CurriculumWrapper
from jimbot.training.utils import create_balatro_env, is_balatro

logger = logging.getLogger("jimbot.training")


def make_vectorized_env(
    env_creator: Callable[..., Any], n_envs: int, seed: int | None, use_subprocess: bool | None = None
) -> VecEnv:
    """See ``jimbot.training.utils.make_vectorized_env``."""
    if n_envs < 1:
        raise ValueError(f"n_envs is {n_envs}; 1 or more is allowed")
    if use_subprocess is None:
        native = _native_options(env_creator)
        if native is not None:
            return BalatroVecEnv(n_envs, seed=seed, **native)
    makers: list[Callable[[], Any]] = [
        functools.partial(_seeded, env_creator, None if seed is None else seed + i) for i in range(n_envs)
    ]
    if use_subprocess and n_envs > 1:
        return SubprocVecEnv(makers, start_method="spawn" if sys.platform == "win32" else "forkserver")
    return DummyVecEnv(makers)


def _native_options(env_creator: Any) -> dict[str, Any] | None:
    if isinstance(env_creator, functools.partial) and not env_creator.args:
        inner = _native_options(env_creator.func)
        return None if inner is None else {**inner, **env_creator.keywords}
    return {} if env_creator is create_balatro_env else None


def _seeded(env_creator: Callable[..., Any], seed: int | None) -> Any:
    env = env_creator()
    if seed is not None:
        env.reset(seed=seed)
        env.action_space.seed(seed)
    return env if is_balatro(env) else Monitor(env)


def as_vec_env(env: Any, n_envs: int, seed: int) -> VecEnv:
    """The environment to train on.

    - a vector environment of SB3 as it is,
    - a single game of ours, with our own wrappers at most: ``n_envs`` of its kind, stepped together,
    - ours as a Gymnasium vector environment: as many of its kind,
    - another Gymnasium environment that is registered: ``n_envs`` of it (as many as a vector one has),
    - anything else: itself alone.
    """
    if isinstance(env, VecEnv):
        return env
    if isinstance(env, VectorEnv):
        n_envs = env.num_envs
    elif not isinstance(env, gym.Env):
        raise TypeError(f"{env!r} is no Gymnasium environment and no VecEnv of Stable-Baselines3")
    if is_balatro(env):
        recipes = _own_recipes(env)
        if recipes is not None:
            options = env.unwrapped.options
            return BalatroVecEnv(n_envs, seed=seed, wrapper=functools.partial(_dressed, recipes), **options)
    elif (maker := another(env)) is not None:
        return make_vectorized_env(maker, n_envs, seed)
    if isinstance(env, VectorEnv):
        raise TypeError(f"{env!r} is not registered with Gymnasium; give a VecEnv of Stable-Baselines3")
    if n_envs > 1:
        logger.info("this environment cannot be made a second time: one is used, not n_envs=%d", n_envs)
    single = env if is_balatro(env) else Monitor(env)
    return DummyVecEnv([lambda: single])


def another(env: Any) -> Callable[[], Any] | None:
    """What makes one more single environment of this kind, if Gymnasium knows how."""
    if env.spec is None:
        return None
    kwargs = {name: value for name, value in env.spec.kwargs.items() if name not in VECTOR_KWARGS}
    maker: Callable[[], Any] = functools.partial(gym.make, env.spec.id, **kwargs)
    if isinstance(env, gym.Env):
        maker = functools.partial(gym.make, env.spec)
        try:
            trial: Any = maker()
            trial.close()
        except (ValueError, gym.error.Error):  # a wrapper that cannot be made again
            return None
    return maker


VECTOR_KWARGS = ("num_envs", "vectorization_mode", "vector_kwargs", "wrappers")


def _own_recipes(env: Any) -> list[Callable[[Any], Any]] | None:
    """How to dress another game like this one, innermost first; None if not all wrappers are ours."""
    recipes: list[Callable[[Any], Any]] = []
    while env is not env.unwrapped:
        if not isinstance(env, EnvironmentWrapper) or not type(env).__module__.startswith("jimbot.envs."):
            return None
        if not isinstance(env, BalatroGymWrapper):  # BalatroVecEnv has those statistics
            recipes.insert(0, env.recipe)
        env = env.env
    return recipes


def _dressed(recipes: list[Callable[[Any], Any]], env: Any) -> Any:
    for recipe in recipes:
        env = recipe(env)
    return env


def base_env(env: Any) -> Any:
    """A VecEnv without what SB3 has put around it."""
    while isinstance(env, VecEnvWrapper):
        env = env.venv
    return env


def balatro_options(env: Any) -> dict[str, Any] | None:
    """The options of the games in there, if they are games of ours and in this process."""
    env = base_env(env)
    if isinstance(env, BalatroVecEnv):
        options: dict[str, Any] = env.vector.unwrapped.options
        return options
    first: Any = env.envs[0] if isinstance(env, DummyVecEnv) else env
    return first.unwrapped.options if is_balatro(first) else None


def asked_seeds(env: Any) -> list[str]:
    """Seeds of games that the next reset was asked for."""
    base = base_env(env)
    asked = base._options if isinstance(base, BalatroVecEnv) else []
    return [str(options["seed"]) for options in asked if options.get("seed") is not None]


def add_curriculum(env: VecEnv, settings: dict[str, Any]) -> Curriculum:
    """Puts one curriculum around all games of a vector environment."""
    base = base_env(env)
    curriculum = Curriculum(**settings)
    if isinstance(base, BalatroVecEnv):
        base.vector = CurriculumWrapper(base.vector, curriculum)
    elif isinstance(base, DummyVecEnv) and all(is_balatro(each) for each in base.envs):
        dressed: list[Any] = [CurriculumWrapper(each, curriculum) for each in base.envs]
        base.envs = dressed
    else:
        raise ValueError(f"use_curriculum needs games of Balatro in this process, not {type(base).__name__}")
    return curriculum
