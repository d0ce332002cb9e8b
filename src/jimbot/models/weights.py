"""Weights of a network as arrays, and back; both are copies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from numpy.typing import NDArray
from torch import Tensor, nn


def arrays_of(net: nn.Module) -> dict[str, NDArray[Any]]:
    return {name: value.detach().cpu().numpy().copy() for name, value in net.state_dict().items()}


def tensors_of(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Tensor]:
    return {name: torch.from_numpy(array.copy()) for name, array in arrays.items()}
