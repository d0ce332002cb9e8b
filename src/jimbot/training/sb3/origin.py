"""Which configuration a model was made for."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from stable_baselines3.common.base_class import BaseAlgorithm

from jimbot.training.config import TrainerConfig

_CONFIGS: WeakKeyDictionary[BaseAlgorithm, TrainerConfig] = WeakKeyDictionary()


def made_for(model: BaseAlgorithm, config: TrainerConfig) -> None:
    _CONFIGS[model] = config


def config_of(model: BaseAlgorithm) -> TrainerConfig | None:
    """None of a model that no trainer of ours has made."""
    return _CONFIGS.get(model)
