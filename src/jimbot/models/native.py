"""Networks of decisions in the core, which asks them without torch."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.models.files import read_network
from jimbot.models.inputs import DECISIONS
from jimbot.runs.reading import reading

if TYPE_CHECKING:
    from jimbot.models.decisions import DecisionNet

Layer = NDArray[np.float32]


def native_network(path: Path) -> _core.Network:
    """The network of a file. ValueError, one line, if it holds none that fits."""
    return _read(path, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=4)
def _read(path: Path, modified: int) -> _core.Network:
    file = read_network(path, DECISIONS)
    with reading(path, "no network of decisions"):
        return _network(file.weights, file.shape["redraws"], file.shape["rounds"])


def network_of(net: DecisionNet) -> _core.Network:
    """A network of torch, as it is now."""
    weights = {name: weight.detach().cpu().numpy() for name, weight in net.state_dict().items()}
    return _network(weights, net.shape.redraws, net.shape.rounds)


def _network(w: Mapping[str, NDArray[Any]], redraws: int, rounds: int) -> _core.Network:
    return _core.Network(*layers(w), redraws, rounds)


def layers(w: Mapping[str, NDArray[Any]]) -> tuple[int, int, list[Layer]]:
    """Units, and layers: each has a row for every input, then the bias."""
    hidden, width = w["joined.weight"].shape

    def linear(name: str) -> list[NDArray[Any]]:
        return [w[f"{name}.weight"].T, w[f"{name}.bias"]]

    layers = [
        [w["position"], w["position_bias"]],
        linear("mixed"),
        [w["choice"]],
        linear("joined"),
        linear("out"),
        linear("clears"),
    ]
    flat = [np.concatenate([part.ravel() for part in layer], dtype=np.float32) for layer in layers]
    return width, hidden, flat
