"""Policies that nobody has trained: random weights, saved as trainers save them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


def policy_trainer(folder: Path, algorithm: str = "PPO", **options: Any) -> Any:
    """A trainer with a small network and statistics as if it had seen something; ``options`` of the games."""
    from jimbot.training.framework import TrainerConfig, create_trainer, default_hyperparams
    from jimbot.training.utils import create_balatro_env

    hyperparams = default_hyperparams(algorithm).changed(
        policy_net_arch=[16], value_net_arch=[16], features_dim=16
    )
    if algorithm == "RecurrentPPO":
        hyperparams.algorithm_specific["policy_kwargs"] = {"lstm_hidden_size": 16}
    hyperparams.algorithm_specific |= (
        {"n_steps": 16} if "n_steps" in hyperparams.algorithm_specific else {"buffer_size": 100}
    )
    config = TrainerConfig(
        algorithm=algorithm, save_dir=str(folder), n_envs=2, seed=3, device="cpu", hyperparams=hyperparams
    )
    trainer: Any = create_trainer(create_balatro_env(seed=1, **options), config)
    seen = trainer.env.obs_rms
    for statistics in seen.values() if isinstance(seen, dict) else [seen]:
        statistics.update(np.random.default_rng(0).normal(2, 3, (50, *statistics.mean.shape)))
    return trainer


def saved_policy(folder: Path, algorithm: str = "PPO", **options: Any) -> Path:
    path: Path = policy_trainer(folder, algorithm, **options).save_model()
    return path
