"""The judge's network in numpy: its weights as the core reads them, and what it answers.

Two hidden layers. The outputs are the chances to clear each of the 24 blinds once it is reached; the chance
to win is the product of those that are still to come.
"""

from __future__ import annotations

import itertools
import os
import zipfile
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jimbot import _core

Weights = NDArray[np.float32]

BLINDS = 24
FIRST_BIAS = 2.0  # a new judge takes a blind for cleared 88 times of 100


def weight_count() -> int:
    return sum((inputs + 1) * outputs for inputs, outputs in itertools.pairwise(_core.judge_shape()))


def layers(weights: Weights) -> list[tuple[Weights, Weights]]:
    """Matrix (inputs, outputs) and bias of each layer, as views."""
    out, at = [], 0
    for inputs, outputs in itertools.pairwise(_core.judge_shape()):
        end = at + inputs * outputs
        out.append((weights[at:end].reshape(inputs, outputs), weights[end : end + outputs]))
        at = end + outputs
    return out


def fresh_weights(seed: int = 0) -> Weights:
    """A judge that has learned nothing."""
    luck = np.random.Generator(np.random.PCG64(seed))
    weights = np.empty(weight_count(), np.float32)
    for matrix, bias in layers(weights):
        width = len(matrix) ** -0.5
        matrix[:] = luck.uniform(-width, width, matrix.shape)
        bias[:] = luck.uniform(-width, width, bias.shape)
    layers(weights)[-1][1][:] = FIRST_BIAS
    return weights


def clear_chances(weights: Weights, features: ArrayLike) -> NDArray[np.float64]:
    """Of each blind once it is reached, for one row of features or for many."""
    x = np.asarray(features, np.float32)
    *hidden, (matrix, bias) = layers(weights)
    for inner, inner_bias in hidden:
        x = np.maximum(x @ inner + inner_bias, 0)
    return 1 / (1 + np.exp(-(x @ matrix + bias).astype(np.float64)))


def win_chance(weights: Weights, features: ArrayLike, blind: ArrayLike) -> NDArray[np.float64]:
    """The chance to clear all blinds from number ``blind`` (0 to 23) on."""
    ahead = np.arange(BLINDS) >= np.asarray(blind)[..., None]
    chances: NDArray[np.float64] = np.where(ahead, clear_chances(weights, features), 1.0)
    return np.asarray(chances.prod(-1))


def read_weights(path: str | os.PathLike[str]) -> Weights:
    """From a file of numpy. ValueError tells that it holds something else."""
    try:
        data: Any = np.load(path, allow_pickle=False)
    except (ValueError, EOFError, zipfile.BadZipFile):
        data = None
    if not isinstance(data, np.ndarray) or data.dtype.kind != "f":
        raise ValueError(f"{os.fspath(path)} is no file of weights")
    if data.shape != (weight_count(),):
        raise ValueError(
            f"{os.fspath(path)} holds {data.size} weights; the judge of this version has {weight_count()}"
        )
    return data.astype(np.float32)
