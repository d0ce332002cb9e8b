"""Networks of decisions in the core, which asks them without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.runs.reading import reading
from jimbot.runs.safetensors import read_safetensors

if TYPE_CHECKING:
    from jimbot.models.decisions import DecisionNet

LANE = 8  # units that the core adds up at once
BLINDS = 24
Layer = NDArray[np.float32]


@lru_cache(maxsize=4)
def native_network(path: Path) -> _core.Network:
    """The network of a .safetensors file. ValueError, one line, if it holds none that fits."""
    weights, told = read_safetensors(path)
    with reading(path, "damaged, or no network of decisions"):
        shape = json.loads(told["shape"])
        return _network(weights, shape["redraws"], shape["rounds"])


def network_of(net: DecisionNet) -> _core.Network:
    """A network of torch, as it is now."""
    weights = {name: weight.detach().cpu().numpy() for name, weight in net.state_dict().items()}
    return _network(weights, net.shape.redraws, net.shape.rounds)


def _network(w: Mapping[str, NDArray[Any]], redraws: int, rounds: int) -> _core.Network:
    """Layers have a row for every input, then the bias; units that they lack to whole lanes do nothing. The
    second output is a price, which the core does not ask for."""
    hidden, width = w["joined.weight"].shape
    wide, high = (-(-units // LANE) * LANE for units in (width, hidden))

    def layer(rows: int, units: int, weights: NDArray[Any], bias: NDArray[Any] | None = None) -> Layer:
        out = np.zeros((rows, units), np.float32)
        out[: len(weights), : weights.shape[1]] = weights
        if bias is None:
            return out.ravel()
        last = np.zeros(units, np.float32)
        last[: len(bias)] = bias
        return np.concatenate([out.ravel(), last])

    positions, choices = len(w["position"]), len(w["choice"])
    return _core.Network(
        wide,
        high,
        [
            layer(positions, wide, w["position"], w["position_bias"]),
            layer(wide, wide, w["mixed.weight"].T, w["mixed.bias"]),
            layer(choices, wide, w["choice"]),
            layer(wide, high, w["joined.weight"].T, w["joined.bias"]),
            layer(high, 1, w["out.weight"][:1].T, w["out.bias"][:1]),
            layer(wide, BLINDS, w["clears.weight"].T, w["clears.bias"]),
        ],
        redraws,
        rounds,
    )
