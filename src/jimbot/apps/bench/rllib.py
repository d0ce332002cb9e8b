"""`jimbot bench rllib`: PPO on RLlib end to end, by runners and games, beside the other trainers; and how
much of the time is RLlib's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from ray.rllib.algorithms.algorithm import Algorithm
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.learner.torch.torch_learner import TorchLearner
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from jimbot.apps.bench import training
from jimbot.envs import ENV_ID
from jimbot.envs.adapters.rllib import register
from jimbot.envs.single import BalatroEnv
from jimbot.runs.console import progress
from jimbot.runs.processes import cpu_seconds, memory_used
from jimbot.training.rllib.algorithm import algorithm_config, built
from jimbot.training.rllib.cluster import Resources, cluster
from jimbot.training.rllib.player import Player
from jimbot.training.rllib.settings import RLlibConfig, read_config

RUNNERS = (0, 1, 2)
GAMES = (1, 8, 64)
BATCH, MINIBATCH, EPOCHS = 4096, 1024, 2
HIDDEN, ENTITY = 64, 16
PLAIN_BATCH = 1024  # RLlib's own runners are slow


def measure(iterations: int, quiet: bool = False) -> dict[str, Any]:
    """Each setting is warmed up by one iteration. CPU seconds are those of all processes: on a machine that
    others use too, steps per CPU second are steadier."""
    rows = []
    began = time.monotonic()
    settings = [(runners, games) for runners in RUNNERS for games in GAMES]
    with (
        progress("bench rllib", len(settings) + 4, quiet) as advance,
        cluster("local", 8.0, lambda text: None),
    ):
        torch.set_num_threads(1)
        started = time.monotonic() - began
        for runners, games in settings:
            rows.append({"runners": runners, "games": games, **_speed(_ours(runners, games), iterations)})
            advance(1)
        parts = []
        for kind, made, places in (
            ("columns", _ours(0, 64), OURS),
            ("episodes", _ours(0, 64, as_episodes=True), OURS),
            ("rllib alone", _plain(8), PLAIN),
        ):
            parts.append({"kind": kind, **_share(made, iterations, places)})
            advance(1)
        sb3, _ = training._apart(training._small, 2 * BATCH)
        native, _ = training._apart(training._native, 2 * training.NATIVE_LONGER * BATCH)
        advance(1)
    return {
        "iterations": iterations,
        "batch": BATCH,
        "epochs": EPOCHS,
        "hidden": HIDDEN,
        "seconds_to_start_ray": started,
        "rllib": rows,
        "parts": parts,
        "maskable_ppo_steps_per_second": sb3,
        "native_steps_per_second": native,
    }


def _config(runners: int, games: int) -> RLlibConfig:
    return read_config(
        {
            "num_env_runners": runners,
            "num_envs_per_env_runner": games,
            "rollout_fragment_length": BATCH,
            "train_batch_size_per_learner": BATCH,
            "minibatch_size": MINIBATCH,
            "num_epochs": EPOCHS,
            "lr": 1e-3,
            "evaluation_interval": 0,
            "model": {"custom_model_config": {"width": HIDDEN, "entity_width": ENTITY}},
        }
    )


def _ours(runners: int, games: int, as_episodes: bool = False) -> Any:
    config = _config(runners, games)
    made: Any = algorithm_config(config, config.model.shape(), Resources(1 / max(1, runners), 0, 0, 0))
    if as_episodes:
        made.training(add_default_connectors_to_learner_pipeline=True)
        made._learner_connector = None
    return made


def _plain(games: int) -> Any:
    """RLlib with its own runner, connectors and masked module, one environment per game."""
    register()
    made: Any = PPOConfig()  # type: ignore[no-untyped-call]
    spec = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config={"fcnet_hiddens": [HIDDEN, HIDDEN], "vf_share_layers": True},
    )
    return (
        made.environment(ENV_ID)
        .env_runners(num_env_runners=0, num_envs_per_env_runner=games)
        .rl_module(rl_module_spec=spec)
        .training(
            train_batch_size_per_learner=PLAIN_BATCH,
            minibatch_size=min(MINIBATCH, PLAIN_BATCH),
            num_epochs=EPOCHS,
        )
    )


def _speed(made: Any, iterations: int) -> dict[str, float]:
    with built(made) as algorithm:
        _iterate(algorithm, 1)
        began, cpu = time.monotonic(), cpu_seconds()
        steps, episodes = _iterate(algorithm, iterations)
        seconds, cpu = time.monotonic() - began, cpu_seconds() - cpu
        return {
            "steps_per_second": steps / seconds,
            "steps_per_cpu_second": steps / cpu,
            "games_per_hour": 3600 * episodes / seconds,
            "gigabytes": memory_used(),
        }


def _share(made: Any, iterations: int, places: tuple[tuple[type, str], ...]) -> dict[str, float]:
    """Of the CPU time of a training in one process, what is neither games nor network nor gradients."""
    with _spent_in(places) as spent, built(made) as algorithm:
        _iterate(algorithm, 1)
        before, began = spent(), time.process_time()
        steps, _ = _iterate(algorithm, iterations)
        seconds = time.process_time() - began
        return {
            "steps_per_cpu_second": steps / seconds,
            "rllib_share": 1 - (spent() - before) / seconds,
        }


def _iterate(algorithm: Algorithm, iterations: int) -> tuple[int, int]:
    steps = episodes = 0
    for _ in range(iterations):
        runners = algorithm.train()["env_runners"]  # type: ignore[no-untyped-call]
        steps += int(runners["num_env_steps_sampled"])
        episodes += int(runners["num_episodes"])
    return steps, episodes


# -- what is not RLlib's own: the game, the network, gradients -----------------------------------------------


LEARNING: tuple[type, str] = (TorchLearner, "_uncompiled_update")
OURS = ((Player, "play"), LEARNING)
PLAIN = (
    (BalatroEnv, "step"),
    (BalatroEnv, "reset"),
    (ActionMaskingTorchRLModule, "_forward_exploration"),
    LEARNING,
)


@contextmanager
def _spent_in(places: tuple[tuple[type, str], ...]) -> Iterator[Callable[[], float]]:
    """CPU seconds of this process within these methods, outermost calls only."""
    spent, depth = 0.0, 0
    before = {place: getattr(*place) for place in places}

    def timed(method: Any) -> Any:
        def call(*arguments: Any, **named: Any) -> Any:
            nonlocal spent, depth
            began, depth = time.process_time(), depth + 1
            try:
                return method(*arguments, **named)
            finally:
                depth -= 1
                if depth == 0:
                    spent += time.process_time() - began

        return call

    for (kind, name), method in before.items():
        setattr(kind, name, timed(method))
    try:
        yield lambda: spent
    finally:
        for (kind, name), method in before.items():
            setattr(kind, name, method)
