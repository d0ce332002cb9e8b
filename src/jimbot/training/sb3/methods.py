"""The algorithms of Stable-Baselines3 and sb3-contrib that the trainer knows, with their defaults."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from sb3_contrib import QRDQN, MaskablePPO, RecurrentPPO
from stable_baselines3 import A2C, DQN, PPO
from stable_baselines3.common.base_class import BaseAlgorithm

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
    """An algorithm: its class and policy where observations tell the legal actions, and elsewhere."""

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
