"""Whether weights are those of a network, before memory is taken for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn


def fits(make: Callable[[], nn.Module], weights: Mapping[str, Tensor]) -> bool:
    """Sizes that a file claims take no memory: the network is made without its numbers."""
    with torch.device("meta"):
        expected = {name: weight.shape for name, weight in make().state_dict().items()}
    return expected == {name: weight.shape for name, weight in weights.items()}
