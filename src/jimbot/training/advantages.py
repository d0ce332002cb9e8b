"""Generalised advantage estimates (GAE), for every trainer of ours."""

from __future__ import annotations

from typing import Any, TypeVar

from numpy.typing import NDArray
from torch import Tensor

Array = TypeVar("Array", NDArray[Any], Tensor)


def gae(errors: Array, going_on: Array, decay: float) -> Array:
    """In the place of ``errors``, (time, games): by how much each step was better than the value before it.
    ``going_on`` is 0 after the last step of an episode, else 1; ``decay`` is gamma times gae_lambda."""
    for t in reversed(range(len(errors) - 1)):
        errors[t] += decay * going_on[t] * errors[t + 1]
    return errors
