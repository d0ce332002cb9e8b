"""MaskedModule: a multilayer perceptron for RLlib whose illegal moves have probability zero."""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import Tensor, nn


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value of ``BalatroRLlibEnv`` with flat observations, on one body.

    ``model_config``: ``hidden``, the widths of the body's layers.
    """

    def setup(self) -> None:
        space: Any = self.observation_space
        actions: Any = self.action_space
        config: Any = self.model_config
        if not isinstance(space, spaces.Dict) or not isinstance(space["observations"], spaces.Box):
            raise ValueError(
                f"MaskedModule needs env_config={{'observation': 'flat'}}; the observation space is {space}"
            )
        layers: list[nn.Module] = []
        width = space["observations"].shape[0]
        for size in config["hidden"]:
            layers += [nn.Linear(width, size), nn.Tanh()]
            width = size
        self.body = nn.Sequential(*layers)
        self.policy = nn.Linear(width, actions.n)
        self.value = nn.Linear(width, 1)

    def _forward(self, batch: dict[str, Any], **_: Any) -> dict[str, Any]:
        features = self._features(batch)
        logits = self.policy(features)
        illegal = batch[Columns.OBS]["action_mask"] == 0
        # the lowest finite number: at the end of an episode nothing is legal, and infinities would make NaN
        logits = logits.masked_fill(illegal, torch.finfo(logits.dtype).min)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def compute_values(self, batch: dict[str, Any], embeddings: Tensor | None = None) -> Tensor:
        features = self._features(batch) if embeddings is None else embeddings
        values: Tensor = self.value(features).squeeze(-1)
        return values

    def _features(self, batch: dict[str, Any]) -> Tensor:
        features: Tensor = self.body(batch[Columns.OBS]["observations"])
        return features
