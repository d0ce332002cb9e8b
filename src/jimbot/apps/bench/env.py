"""`jimbot bench env`: how fast the environments are."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import psutil

from jimbot.runs.console import progress

REPEATS = 3
SETTINGS = (16, 64, 256, 1024, 4096)  # environments of a batch
PLANNER_SHARE = 50  # a planned step plays a whole round: by this factor fewer are taken
ADAPTER_ENVS = 256


def measure(steps: int, quiet: bool = False) -> dict[str, Any]:
    """All figures; every one is the best of three runs of about ``steps`` steps of random legal play."""
    from jimbot.envs import BalatroVectorEnv, Start
    from jimbot.envs.spec import FLAT_SIZE, OBSERVATION_BYTES
    from jimbot.runs.machine import cores

    threads = cores()
    one_chip = Start(one_chip=True)
    work: dict[str, Callable[[], float]] = {
        "single_steps_per_second": lambda: _single(steps // 8),
        "single_flat_steps_per_second": lambda: _single(steps // 8, observation="flat"),
        "resets_per_second": lambda: _resets(steps // 16),
        "vector_copy_steps_per_second": lambda: _vector(BalatroVectorEnv(256, threads=1), steps),
        "vector_flat_steps_per_second": lambda: _vector(
            BalatroVectorEnv(256, threads=1, copy=False, observation="flat"), steps // 2
        ),
        "vector_full_length_steps_per_second": lambda: _vector(
            BalatroVectorEnv(256, threads=1, copy=False, starts=one_chip), steps
        ),
        "vector_planner_steps_per_second": lambda: _vector(
            BalatroVectorEnv(256, threads=1, copy=False, hands="planner"), steps // PLANNER_SHARE
        ),
        "sb3_steps_per_second": lambda: _sb3(steps // 4),
        "rllib_steps_per_second": lambda: _rllib(steps // 16),
    }
    missing = {
        name
        for name, module in (("sb3_steps_per_second", "stable_baselines3"), ("rllib_steps_per_second", "ray"))
        if importlib.util.find_spec(module) is None
    }
    rows = [(n, t) for n in SETTINGS for t in sorted({1, min(threads, n)})]
    result: dict[str, Any] = {}
    settings = []
    with progress("bench env", REPEATS * (len(rows) + len(work)), quiet) as advance:

        def best(run: Callable[[], float]) -> float:
            runs = []
            for _ in range(REPEATS):
                runs.append(run())
                advance(1)
            return max(runs)

        for n, t in rows:
            speed = best(lambda n=n, t=t: _vector(BalatroVectorEnv(n, threads=t, copy=False), steps))  # type: ignore[misc]
            settings.append({"num_envs": n, "threads": t, "steps_per_second": speed})
        result["vector_steps_per_second"] = max(s["steps_per_second"] for s in settings if s["threads"] == 1)
        result["vector_steps_per_second_all_cores"] = max(s["steps_per_second"] for s in settings)
        for name, run in work.items():
            result[name] = None if name in missing else best(run)
    return result | {
        "vector_settings": settings,
        "threads": threads,
        "steps": steps,
        "observation_bytes": OBSERVATION_BYTES,
        "flat_observation_bytes": 4 * FLAT_SIZE,
        "memory_bytes_per_env": _memory(),
    }


def _timed(step: Callable[[Any], Any], draw: Callable[[int], Any], count: int) -> float:
    """Seconds within ``step``; choosing the actions is not counted."""
    spent = 0.0
    for k in range(count):
        actions = draw(k)
        begin = time.perf_counter()
        step(actions)
        spent += time.perf_counter() - begin
    return spent


def _single(steps: int, **options: Any) -> float:
    import gymnasium

    from jimbot.envs import ENV_ID

    env = gymnasium.make(ENV_ID, **options)
    return _one_game(env, env.unwrapped.batch, steps)  # type: ignore[attr-defined]


def _one_game(env: Any, batch: Any, steps: int) -> float:
    env.reset(seed=0)

    def step(action: int) -> None:
        _, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            env.reset()

    return steps / _timed(step, lambda k: int(batch.random_moves(k)[0]), steps)


def _resets(count: int) -> float:
    from jimbot.envs import BalatroEnv

    env = BalatroEnv()
    env.reset(seed=0)
    return count / _timed(lambda _: env.reset(), lambda k: k, count)


def _vector(env: Any, steps: int) -> float:
    import numpy as np

    env.reset(seed=0)
    moves = np.zeros(env.num_envs, dtype=np.int32)
    count = max(1, steps // env.num_envs)
    seconds = _timed(env.step, lambda k: env.batch.random_moves(k, moves), count)
    return float(count * env.num_envs / seconds)


def _sb3(steps: int) -> float:
    from jimbot.envs.adapters.sb3 import BalatroVecEnv

    env = BalatroVecEnv(ADAPTER_ENVS, threads=1)
    env.reset()
    count = max(1, steps // env.num_envs)
    return count * env.num_envs / _timed(env.step, lambda k: env.batch.random_moves(k), count)


def _rllib(steps: int) -> float:
    from jimbot.envs.adapters.rllib import BalatroRLlibEnv

    env: Any = BalatroRLlibEnv({})
    return _one_game(env, env.env.unwrapped.batch, steps)


def _memory(num_envs: int = 4096) -> float | None:
    """Resident bytes that one more environment of a batch takes, in a process that has freed no memory."""
    code = f"from jimbot.apps.bench.env import grown; print(grown({num_envs}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    bytes_grown = json.loads(done.stdout)
    return None if bytes_grown is None else bytes_grown / num_envs


def grown(num_envs: int) -> str:
    """Resident bytes that a batch adds to this process, as JSON."""
    from jimbot.envs import Batch

    process = psutil.Process()
    before = process.memory_info().rss
    batch = Batch(num_envs, threads=1)
    batch.reset(range(num_envs))
    return json.dumps(process.memory_info().rss - before)
