"""Sizes that a file claims for its network, before memory is taken for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor


def check_sizes(claimed: Mapping[str, Any], weights: Mapping[str, Tensor]) -> None:
    """Raises ValueError where a network would be larger than its weights: its sizes are among theirs."""
    largest = max((size for weight in weights.values() for size in weight.shape), default=0)
    for name, value in claimed.items():
        if isinstance(value, int) and value > largest:
            raise ValueError(f"{name} is {value}, and no weight is larger than {largest}")
