"""`jimbot bench training`: PPO end to end, by games at once, beside an environment that costs nothing, and
beside the native trainer."""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.runs.console import progress
from jimbot.training import scripts
from jimbot.training.framework import TrainerConfig, create_trainer, get_default_config
from jimbot.training.native import run
from jimbot.training.native.settings import MoveTraining
from jimbot.training.utils import create_balatro_env

SETTINGS = (1, 4, 8, 16, 64)  # games at once
COMPARED = 64
# what MaskablePPO and the native trainer have in common when they are compared
HIDDEN, EPOCHS = 64, 2
NATIVE_LONGER = 8  # times as many steps for the native trainer, so that both take seconds
REPEATS = 3
LENGTHS = (10_000, 100_000, 1_000_000)


class StillVecEnv(VecEnv):
    """Shows the same games for ever: what is left is the cost of the learning loop itself."""

    def __init__(self, num_envs: int) -> None:
        real = BalatroVecEnv(num_envs, seed=1)
        real.reset()
        for step in range(200):
            real.step(real.batch.random_moves(step))
        self.render_mode = None
        self.seen: Any = real.vector.unwrapped._observation()
        self.masks = real.action_masks()
        self.rewards = np.zeros(num_envs, np.float32)
        self.dones = np.zeros(num_envs, bool)
        self.infos: list[dict[str, Any]] = [{} for _ in range(num_envs)]
        super().__init__(num_envs, real.observation_space, real.action_space)

    def reset(self) -> Any:
        return self.seen

    def step_async(self, actions: Any) -> None:
        pass

    def step_wait(self) -> Any:
        return self.seen, self.rewards.copy(), self.dones, self.infos

    def action_masks(self) -> NDArray[np.bool_]:
        return self.masks

    def close(self) -> None:
        pass

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(attr_name)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(getattr(self, method_name)())

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs


def measure(timesteps: int, quiet: bool = False) -> dict[str, Any]:
    """Steps per second of MaskablePPO: quick settings against the still environment, and the defaults."""
    still, games, rows = [], [], []
    small, native = [], []
    with progress("bench training", 4 * REPEATS + len(SETTINGS), quiet) as advance:
        for _ in range(REPEATS):
            small.append(_apart(_small, timesteps))
            advance(1)
            native.append(_apart(_native, NATIVE_LONGER * timesteps))
            advance(1)
        for _ in range(REPEATS):  # in turns: a busy moment of the machine hits both
            still.append(_apart(_quick, timesteps, True))
            advance(1)
            games.append(_apart(_quick, timesteps, False))
            advance(1)
        for n_envs in SETTINGS:
            speed = _apart(_defaults, timesteps // 4, n_envs)
            seconds = {f"seconds_for_{n}": n / speed for n in LENGTHS}
            row = {"n_envs": n_envs, "steps_per_second": speed, "megabytes": _apart(_memory, n_envs)}
            rows.append(row | seconds)
            advance(1)
    return {
        "n_envs": COMPARED,
        "timesteps": timesteps,
        "still_steps_per_second": max(still),
        "games_steps_per_second": max(games),
        "ratio": max(games) / max(still),
        "native": {
            "hidden": HIDDEN,
            "epochs": EPOCHS,
            "maskable_ppo_steps_per_second": [speed for speed, _ in small],
            "native_steps_per_second": [speed for speed, _ in native],
            "ratio": max(native)[0] / max(small)[0],
            "maskable_ppo_cpu_microseconds_per_step": [micro for _, micro in small],
            "native_cpu_microseconds_per_step": [micro for _, micro in native],
            "cpu_ratio": min(micro for _, micro in small) / min(micro for _, micro in native),
        },
        "defaults": rows,
    }


def _apart(work: Any, *arguments: Any) -> Any:
    """In a process of its own: memory is counted from nothing."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(work, arguments)


def _quick(timesteps: int, still: bool) -> float:
    config = TrainerConfig(n_envs=COMPARED, hyperparams=scripts.quick_hyperparams("PPO"))
    return _speed(StillVecEnv(COMPARED) if still else create_balatro_env(seed=1), config, timesteps)


def _small(timesteps: int) -> tuple[float, float]:
    """Steps per second, and microseconds of CPU for each."""
    hyperparams = scripts.quick_hyperparams("PPO")
    hyperparams.features_dim = HIDDEN
    hyperparams.policy_net_arch = hyperparams.value_net_arch = [HIDDEN]
    hyperparams.algorithm_specific["n_epochs"] = EPOCHS
    env, config = create_balatro_env(seed=1), TrainerConfig(n_envs=COMPARED, hyperparams=hyperparams)
    cpu = time.process_time()
    speed = _speed(env, config, timesteps)
    return speed, 1e6 * (time.process_time() - cpu) / timesteps


def _native(timesteps: int) -> tuple[float, float]:
    settings = MoveTraining(
        steps=timesteps, width=HIDDEN, entity_width=HIDDEN // 4, epochs=EPOCHS, target_kl=1e9
    )
    learner = run.learner_of(settings)
    began, cpu = time.perf_counter(), time.process_time()
    for _ in learner.updates():
        pass
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    return learner.steps / seconds, 1e6 * cpu / learner.steps


def _defaults(timesteps: int, n_envs: int) -> float:
    config = get_default_config("PPO")
    config.n_envs = n_envs
    return _speed(create_balatro_env(seed=1), config, timesteps)


def _speed(env: Any, config: TrainerConfig, timesteps: int) -> float:
    """Timesteps per second; none for evaluations and checkpoints."""
    config.total_timesteps, config.eval_freq, config.checkpoint_freq = timesteps, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        config.save_dir = folder
        result = create_trainer(env, config).train()
    return float(result["total_timesteps"] / result["duration"])


def _memory(n_envs: int) -> float:
    """Megabytes of a process that trains with the defaults, its rollout buffer full."""
    config = get_default_config("PPO")
    config.n_envs = n_envs
    trainer: Any = create_trainer(create_balatro_env(seed=1), config)
    buffer = trainer.model.rollout_buffer
    for array in (*buffer.observations.values(), buffer.action_masks):
        array.fill(1)  # memory that was never written is none
    trainer.evaluate_games(1)
    return psutil.Process().memory_info().rss / 2**20
