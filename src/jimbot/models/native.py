"""Networks of decisions in the core, which asks them without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.runs.reading import reading
from jimbot.runs.safetensors import read_safetensors


@lru_cache(maxsize=4)
def native_network(path: Path) -> _core.Network:
    """The network of a .safetensors file. ValueError, one line, if it holds none that fits, or one that is
    told of redraws or played rounds, which a search does not work out."""
    weights, told = read_safetensors(path)
    with reading(path, "damaged, or no network of decisions"):
        shape = json.loads(told["shape"])
        if shape["redraws"] or shape["rounds"]:
            raise ValueError(
                f"{path} is told of redraws or played rounds; a search needs a network that is not"
            )
        return _core.Network(shape["width"], shape["hidden"], _layers(weights))


def _layers(w: Mapping[str, NDArray[Any]]) -> list[NDArray[np.float32]]:
    """A row for every input, then the bias. The second output is a price, which a search does not ask for."""

    def rows(*parts: NDArray[Any]) -> NDArray[np.float32]:
        return np.concatenate([part.ravel() for part in parts]).astype(np.float32)

    return [
        rows(w["position"], w["position_bias"]),
        rows(w["mixed.weight"].T, w["mixed.bias"]),
        rows(w["choice"]),
        rows(w["joined.weight"].T, w["joined.bias"]),
        rows(w["out.weight"][0], w["out.bias"][:1]),
        rows(w["clears.weight"].T, w["clears.bias"]),
    ]
