"""What the algorithms have in common."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from jimbot.runs.settings import Positive, Real, Settings, Share


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
