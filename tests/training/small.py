"""Trainers small enough for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jimbot.training.framework import HyperparameterConfig, TrainerConfig, create_trainer, default_hyperparams
from jimbot.training.utils import create_balatro_env

SPECIFIC: dict[str, dict[str, Any]] = {
    "PPO": {"n_steps": 16, "batch_size": 64, "n_epochs": 2},
    "MaskablePPO": {"n_steps": 16, "batch_size": 64, "n_epochs": 2},
    "RecurrentPPO": {
        "n_steps": 16,
        "batch_size": 64,
        "n_epochs": 1,
        "policy_kwargs": {"lstm_hidden_size": 16},
    },
    "A2C": {"n_steps": 8},
    "DQN": {"learning_starts": 64, "buffer_size": 2000, "target_update_interval": 50},
    "QRDQN": {"learning_starts": 64, "buffer_size": 2000, "policy_kwargs": {"n_quantiles": 5}},
}


def config(save_dir: Path, algorithm: str = "PPO", **settings: Any) -> TrainerConfig:
    specific = settings.pop("specific", {})
    hyperparams: HyperparameterConfig = default_hyperparams(algorithm)
    for name in ("learning_rate", "gamma", "entropy_coefficient", "policy_net_arch", "features_dim"):
        if name in settings:
            setattr(hyperparams, name, settings.pop(name))
        elif name == "features_dim":
            hyperparams.features_dim = 16
        elif name == "policy_net_arch":
            hyperparams.policy_net_arch = hyperparams.value_net_arch = [16]
    hyperparams.algorithm_specific |= SPECIFIC[algorithm] | specific
    defaults: dict[str, Any] = {
        "total_timesteps": 256,
        "n_envs": 8,
        "eval_freq": 0,
        "checkpoint_freq": 0,
        "eval_episodes": 4,
        "seed": 1,
        "device": "cpu",
    }
    return TrainerConfig(
        algorithm=algorithm, save_dir=str(save_dir), hyperparams=hyperparams, **(defaults | settings)
    )


def trainer(save_dir: Path, algorithm: str = "PPO", env: Any = None, **settings: Any) -> Any:
    return create_trainer(
        create_balatro_env(seed=1) if env is None else env, config(save_dir, algorithm, **settings)
    )
