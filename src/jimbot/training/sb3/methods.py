"""The algorithms of Stable-Baselines3 and sb3-contrib that the trainer knows."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import torch
from gymnasium import spaces
from sb3_contrib import QRDQN, MaskablePPO, RecurrentPPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.base_class import BaseAlgorithm
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from jimbot.models import EntityEncoder
from jimbot.training.config import TrainerConfig
from jimbot.training.sb3 import masked

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


@dataclass(frozen=True)
class Method:
    """An algorithm: its class and policy where observations show the legal actions, and elsewhere."""

    masked: type[BaseAlgorithm]
    masked_policy: Any
    plain: type[BaseAlgorithm] | None
    plain_policy: str
    common: dict[str, str]

    @property
    def settings(self) -> set[str]:
        """Arguments that ``algorithm_specific`` may hold."""
        names = set(inspect.signature(self.masked).parameters)
        if self.plain is not None:
            names |= set(inspect.signature(self.plain).parameters)
        return names - {"policy", "env", "seed", "device", "verbose", "_init_setup_model"}


METHODS = {
    "PPO": Method(MaskablePPO, "MultiInputPolicy", PPO, "", ON_POLICY),
    "A2C": Method(A2C, masked.MaskedActorCriticPolicy, A2C, "", ON_POLICY),
    "DQN": Method(masked.MaskedDQN, masked.MaskedDQNPolicy, DQN, "", OFF_POLICY),
    "MaskablePPO": Method(MaskablePPO, "MultiInputPolicy", None, "", ON_POLICY),
    "QRDQN": Method(masked.MaskedQRDQN, masked.MaskedQRDQNPolicy, QRDQN, "", OFF_POLICY),
    "RecurrentPPO": Method(RecurrentPPO, masked.MaskedRecurrentPolicy, RecurrentPPO, "Lstm", ON_POLICY),
}


class BalatroFeaturesExtractor(BaseFeaturesExtractor):
    """The entity encoder of ``jimbot.models``. Subclass it to change the features, and name yours in
    ``policy_kwargs`` or change this one."""

    def __init__(self, observation_space: spaces.Dict, features_dim: int = 512) -> None:
        super().__init__(observation_space, features_dim)
        self.encoder = EntityEncoder(features_dim)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        features: torch.Tensor = self.encoder(observations)
        return features


_CONFIGS: WeakKeyDictionary[BaseAlgorithm, TrainerConfig] = WeakKeyDictionary()


def made_for(model: BaseAlgorithm, config: TrainerConfig) -> None:
    _CONFIGS[model] = config


def config_of(model: BaseAlgorithm) -> TrainerConfig | None:
    """None of a model that no trainer of ours has made."""
    return _CONFIGS.get(model)
