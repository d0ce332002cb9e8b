"""The algorithms that can be trained: name -> who trains it and with which hyperparameters. Nothing is
imported before it is needed."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import Field

from jimbot.runs.settings import Positive, Real, Settings, Share, nearest

if TYPE_CHECKING:
    from jimbot.training.trainer import RLTrainer

T = TypeVar("T", bound=Callable[..., Any])

SB3 = "jimbot.training.sb3.trainer:SB3Trainer"
PPO = {"n_steps": 2048, "batch_size": 64, "n_epochs": 10, "clip_range": 0.2}
DQN = {"buffer_size": 100_000, "learning_starts": 10_000, "batch_size": 32, "train_freq": 4}


class HyperparameterConfig(Settings):
    """What the algorithms have in common; ``algorithm_specific`` holds arguments of one of them by the names
    it gives them itself."""

    learning_rate: Real = 3e-4
    gamma: Share = 0.99
    gae_lambda: Share = 0.95
    entropy_coefficient: Real = 0.01
    value_function_coefficient: Real = 0.5
    max_grad_norm: Real = 0.5

    policy_net_arch: list[Positive] = Field(default=[256, 256])
    value_net_arch: list[Positive] = Field(default=[256, 256])
    features_dim: Positive = 512

    algorithm_specific: dict[str, Any] = Field(default_factory=dict)


@dataclass(frozen=True)
class Algorithm:
    """``trainer``: a class, or where to import it from, ``"module:class"``."""

    trainer: str | Callable[..., RLTrainer]
    defaults: HyperparameterConfig

    def load(self) -> Callable[..., RLTrainer]:
        if not isinstance(self.trainer, str):
            return self.trainer
        module, _, name = self.trainer.partition(":")
        made: Callable[..., RLTrainer] = getattr(importlib.import_module(module), name)
        return made


def _off_policy(**specific: Any) -> HyperparameterConfig:
    return HyperparameterConfig(
        learning_rate=1e-4, max_grad_norm=10.0, algorithm_specific={**DQN, **specific}
    )


_ALGORITHMS: dict[str, Algorithm] = {
    "PPO": Algorithm(SB3, HyperparameterConfig(algorithm_specific=PPO)),
    "A2C": Algorithm(
        SB3, HyperparameterConfig(learning_rate=7e-4, gae_lambda=1.0, algorithm_specific={"n_steps": 5})
    ),
    "DQN": Algorithm(SB3, _off_policy()),
    "MaskablePPO": Algorithm(SB3, HyperparameterConfig(algorithm_specific=PPO)),
    "QRDQN": Algorithm(SB3, _off_policy(policy_kwargs={"n_quantiles": 25})),
    "RecurrentPPO": Algorithm(
        SB3,
        HyperparameterConfig(algorithm_specific={**PPO, "n_steps": 128, "batch_size": 128, "n_epochs": 4}),
    ),
}


def register_algorithm(name: str, defaults: HyperparameterConfig | None = None) -> Callable[[T], T]:
    """Makes a trainer known: ``create_trainer`` builds it for configurations with this ``algorithm``.

    @register_algorithm("MyAlgorithm")
    class MyAlgorithmTrainer(RLTrainer): ...
    """

    def register(trainer: T) -> T:
        _ALGORITHMS[name] = Algorithm(trainer, defaults or HyperparameterConfig())
        return trainer

    return register


def algorithms() -> list[str]:
    """The names that ``TrainerConfig.algorithm`` may have."""
    return list(_ALGORITHMS)


def registered(name: str) -> Algorithm:
    known = algorithms()
    if name not in known:
        raise ValueError(f"Unknown algorithm {name!r}{nearest(name, known)}; one of {', '.join(known)}")
    return _ALGORITHMS[name]


def default_hyperparams(algorithm: str) -> HyperparameterConfig:
    return registered(algorithm).defaults.model_copy(deep=True)
