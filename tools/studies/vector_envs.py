"""Vector environments side by side, in turns: steps per second and CPU time per step of random legal moves.

python tools/studies/vector_envs.py [--games 16] [--steps 1000] [--rounds 3]
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from statistics import median
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

from jimbot.envs import BalatroEnv, BalatroVectorEnv
from jimbot.envs.adapters import BalatroVecEnv

Make = Callable[[int], Any]


def single() -> gym.Env[Any, Any]:
    return BalatroEnv(observation="flat")


def gymnasium(kind: Any, **options: Any) -> Make:
    return lambda games: kind([single] * games, autoreset_mode=AutoresetMode.SAME_STEP, **options)


KINDS: dict[str, Make] = {
    "BalatroVectorEnv": lambda games: BalatroVectorEnv(games, observation="flat"),
    "SyncVectorEnv": gymnasium(SyncVectorEnv),
    "AsyncVectorEnv, shared memory": gymnasium(AsyncVectorEnv),
    "AsyncVectorEnv, pipes": gymnasium(AsyncVectorEnv, shared_memory=False),
    "BalatroVecEnv (SB3)": lambda games: BalatroVecEnv(games, observation="flat"),
    "DummyVecEnv (SB3)": lambda games: DummyVecEnv([single] * games),
    "SubprocVecEnv (SB3)": lambda games: SubprocVecEnv([single] * games, start_method="fork"),
}


def masks(env: Any, infos: Any) -> np.ndarray:
    """Of all games, however an environment shows them."""
    own = env.unwrapped if hasattr(env, "unwrapped") else env
    if hasattr(own, "action_masks"):
        return np.asarray(own.action_masks())
    if isinstance(infos, dict):
        return np.stack(list(infos["action_mask"]))
    return np.stack(env.env_method("action_masks"))


def steps(env: Any, count: int) -> Iterator[None]:
    random = np.random.default_rng(0)
    found = env.reset()
    infos = found[1] if isinstance(found, tuple) else None
    for _ in range(count):
        legal = masks(env, infos)
        moves = np.where(legal > 0, random.random(legal.shape), -1.0).argmax(1)
        infos = env.step(moves)[-1]
        yield


def cpu() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def measured(make: Make, games: int, count: int) -> tuple[float, float]:
    """Steps per second, and microseconds of CPU per step, those of worker processes too."""
    before = cpu()
    with closing(make(games)) as env:
        began = time.perf_counter()
        for _ in steps(env, count):
            pass
        seconds = time.perf_counter() - began
    return games * count / seconds, 1e6 * (cpu() - before) / (games * count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("games", 16), ("steps", 1000), ("rounds", 3)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = parser.parse_args()
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in KINDS}
    for _ in range(given.rounds):
        for name, make in KINDS.items():
            found[name].append(measured(make, given.games, given.steps))
    print(f"{given.games} games, {given.steps} steps, medians of {given.rounds} rounds in turns\n")
    print("| | steps/s | CPU per step |\n|---|---|---|")
    for name, rows in found.items():
        speed, spent = (median(column) for column in zip(*rows, strict=True))
        print(f"| `{name}` | {speed:,.0f} | {spent:.0f} µs |")


if __name__ == "__main__":
    main()
