"""The framework's front door: configuration, trainers, checkpoints, and the registry of algorithms."""

from __future__ import annotations

from typing import Any

from jimbot.runs.checkpoints import Checkpoint, CheckpointManager
from jimbot.training.algorithms import (
    HyperparameterConfig,
    algorithms,
    default_hyperparams,
    register_algorithm,
    registered,
)
from jimbot.training.config import MAX_TIMESTEPS, CloningConfig, TrainerConfig, get_default_config
from jimbot.training.trainer import RLTrainer

__all__ = [
    "MAX_TIMESTEPS",
    "Checkpoint",
    "CheckpointManager",
    "CloningConfig",
    "HyperparameterConfig",
    "RLTrainer",
    "TrainerConfig",
    "algorithms",
    "create_trainer",
    "default_hyperparams",
    "get_default_config",
    "register_algorithm",
]


def create_trainer(env: Any, config: TrainerConfig | None = None, **settings: Any) -> RLTrainer:
    """The trainer for ``config.algorithm``.

    ``env``: any Gymnasium environment, single or vector, or a vector environment of Stable-Baselines3.
    ``settings`` go to the trainer (``eval_env=...`` of ``SB3Trainer``, for example).
    """
    config = TrainerConfig() if config is None else config
    config.check()
    return registered(config.algorithm).load()(env, config, **settings)
