"""Environments for the trainers, a check of environments, and logging."""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium import spaces
from gymnasium.vector import VectorEnv
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvWrapper

from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.envs.single import BalatroEnv
from jimbot.envs.vector import BalatroVectorEnv
from jimbot.envs.wrappers import BalatroGymWrapper, wrap_balatro_env
from jimbot.envs.wrappers.base import EnvironmentWrapper
from jimbot.envs.wrappers.curriculum import Curriculum, CurriculumWrapper

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
    """``n_envs`` environments at once; environment i gets the seed ``seed + i``.

    Games of ours are stepped by one native call, which is faster than processes. ``use_subprocess`` asks for
    one process each (``SubprocVecEnv``) or for one after the other in this one (``DummyVecEnv``); other
    environments are made so anyway, by default one after the other.
    """
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
        return SubprocVecEnv(makers, start_method="forkserver")
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


def is_balatro(env: Any) -> bool:
    return isinstance(getattr(env, "unwrapped", None), BalatroEnv | BalatroVectorEnv)


# -- any environment as one that Stable-Baselines3 steps ----------------------------------------------------


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


# -- checks and logging -------------------------------------------------------------------------------------


def validate_environment(env: Any, steps: int = 50) -> bool:
    """Plays a few steps and prints what is wrong, in full; True if nothing is."""
    problems = environment_problems(env, steps)
    for problem in problems:
        print(f"environment: {problem}")
    return not problems


def environment_problems(env: Any, steps: int = 50) -> list[str]:
    """Observations that are not as declared, rewards that are no numbers, masks that lie, steps that fail."""
    found: list[str] = []
    for name in ("observation_space", "action_space", "reset", "step"):
        if not hasattr(env, name):
            found.append(f"it has no {name}")
    if found:
        return found
    plays = _vec_steps(env, steps) if isinstance(env, VecEnv) else _gym_steps(env, steps)
    try:
        for observation, reward in plays:
            space = env.observation_space
            if isinstance(env, VecEnv):
                observation, reward = _first(observation), reward[0]
            elif isinstance(env, VectorEnv):
                reward = reward[0]
            found += _not_as_declared(observation, space)
            if not np.isfinite(reward):
                found.append(f"a reward is {reward}")
            if found:
                return found
    except Exception as error:
        return [*found, f"{type(error).__name__}: {error}"]
    return found


def _gym_steps(env: Any, steps: int) -> Any:
    observation, _ = env.reset(seed=0)
    yield observation, np.zeros(1) if isinstance(env, VectorEnv) else 0.0
    for _ in range(steps):
        observation, reward, terminated, truncated, _ = env.step(env.action_space.sample())
        yield observation, reward
        if not isinstance(env, VectorEnv) and (terminated or truncated):
            env.reset()


def _vec_steps(env: VecEnv, steps: int) -> Any:
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    from jimbot.training.masked import random_legal

    yield env.reset(), np.zeros(1)
    for _ in range(steps):
        if is_masking_supported(env):
            actions = random_legal(get_action_masks(env))
        else:
            actions = np.array([env.action_space.sample() for _ in range(env.num_envs)])
        observation, rewards, _, _ = env.step(actions)
        yield observation, rewards


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
