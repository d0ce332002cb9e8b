"""The algorithms of Stable-Baselines3 and sb3-contrib that the trainer knows, with their defaults."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from sb3_contrib import QRDQN, MaskablePPO, RecurrentPPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.base_class import BaseAlgorithm

from jimbot.training import masked
from jimbot.training.framework import HyperparameterConfig

# the names that SB3 gives to what HyperparameterConfig has for all
ON_POLICY = {
    "learning_rate": "learning_rate",
    "gamma": "gamma",
    "gae_lambda": "gae_lambda",
    "ent_coef": "entropy_coefficient",
    "vf_coef": "value_function_coefficient",
    "max_grad_norm": "max_grad_norm",
}
OFF_POLICY = {name: name for name in ("learning_rate", "gamma", "max_grad_norm")}
PPO_DEFAULTS = {"n_steps": 2048, "batch_size": 64, "n_epochs": 10, "clip_range": 0.2}
DQN_DEFAULTS = {"buffer_size": 100_000, "learning_starts": 10_000, "batch_size": 32, "train_freq": 4}


@dataclass(frozen=True)
class Method:
    """An algorithm: its class and policy where observations tell the legal actions, and elsewhere."""

    masked: type[BaseAlgorithm]
    masked_policy: Any
    plain: type[BaseAlgorithm] | None
    plain_policy: str
    common: dict[str, str]
    defaults: HyperparameterConfig

    @property
    def settings(self) -> set[str]:
        """Arguments that ``algorithm_specific`` may hold."""
        names = set(inspect.signature(self.masked).parameters)
        if self.plain is not None:
            names |= set(inspect.signature(self.plain).parameters)
        return names - {"policy", "env", "seed", "device", "verbose", "_init_setup_model"}


PPO_HYPERPARAMS = HyperparameterConfig(algorithm_specific=PPO_DEFAULTS)
METHODS = {
    "PPO": Method(
        MaskablePPO,
        "MultiInputPolicy",
        PPO,
        "",
        ON_POLICY,
        PPO_HYPERPARAMS,
    ),
    "A2C": Method(
        A2C,
        masked.MaskedActorCriticPolicy,
        A2C,
        "",
        ON_POLICY,
        HyperparameterConfig(learning_rate=7e-4, gae_lambda=1.0, algorithm_specific={"n_steps": 5}),
    ),
    "DQN": Method(
        masked.MaskedDQN,
        masked.MaskedDQNPolicy,
        DQN,
        "",
        OFF_POLICY,
        HyperparameterConfig(learning_rate=1e-4, max_grad_norm=10.0, algorithm_specific=DQN_DEFAULTS),
    ),
    "MaskablePPO": Method(
        MaskablePPO,
        "MultiInputPolicy",
        None,
        "",
        ON_POLICY,
        PPO_HYPERPARAMS,
    ),
    "QRDQN": Method(
        masked.MaskedQRDQN,
        masked.MaskedQRDQNPolicy,
        QRDQN,
        "",
        OFF_POLICY,
        HyperparameterConfig(
            learning_rate=1e-4,
            max_grad_norm=10.0,
            algorithm_specific={**DQN_DEFAULTS, "policy_kwargs": {"n_quantiles": 25}},
        ),
    ),
    "RecurrentPPO": Method(
        RecurrentPPO,
        masked.MaskedRecurrentPolicy,
        RecurrentPPO,
        "Lstm",
        ON_POLICY,
        HyperparameterConfig(
            algorithm_specific={**PPO_DEFAULTS, "n_steps": 128, "batch_size": 128, "n_epochs": 4}
        ),
    ),
}
