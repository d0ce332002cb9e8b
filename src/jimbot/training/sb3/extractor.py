"""The entity encoder as Stable-Baselines3 wants it."""

from __future__ import annotations

import torch
from gymnasium import spaces
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from jimbot.models import EntityEncoder


class BalatroFeaturesExtractor(BaseFeaturesExtractor):
    """The entity encoder of ``jimbot.models``. Subclass it to change the features, and name yours in
    ``policy_kwargs`` or change this one."""

    def __init__(self, observation_space: spaces.Dict, features_dim: int = 512) -> None:
        super().__init__(observation_space, features_dim)
        self.encoder = EntityEncoder(features_dim)

    def forward(self, observations: dict[str, torch.Tensor]) -> torch.Tensor:
        features: torch.Tensor = self.encoder(observations)
        return features
