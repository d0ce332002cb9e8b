"""The judge's network in numpy: its weights, and what it answers.

Two hidden layers. The outputs are the probabilities to clear each of the 24 blinds once it is reached; the
probability to win is the product of those that are still to come.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jimbot import _core

Floats = NDArray[np.float32]

BLINDS = 24
HIDDEN = (256, 64)  # default units of the hidden layers
FIRST_BIAS = 2.0  # a new judge takes a blind for cleared 88 times of 100


class Block(NamedTuple):
    """Inputs that belong together. Columns behind those in use are always 0."""

    name: str
    start: int
    size: int
    used: int


LAYOUT = tuple(Block(*row) for row in _core.judge_layout())
INPUTS = LAYOUT[-1].start + LAYOUT[-1].size
USED = np.concatenate([np.arange(block.start, block.start + block.used) for block in LAYOUT])


@dataclass(frozen=True, eq=False)
class Weights:
    """Of all layers in one row, as the core reads them: matrix (inputs, outputs) and bias of each."""

    flat: Floats
    hidden: tuple[int, int] = HIDDEN
    core: _core.Judge = field(init=False, repr=False)

    def __post_init__(self) -> None:
        flat = np.ascontiguousarray(self.flat, np.float32).view()
        flat.flags.writeable = False
        object.__setattr__(self, "flat", flat)
        object.__setattr__(self, "core", _core.Judge(flat, *self.hidden))

    def __reduce__(self) -> tuple[Any, ...]:
        return Weights, (self.flat, self.hidden)

    @property
    def layers(self) -> list[tuple[Floats, Floats]]:
        return layers(self.flat, self.hidden)


def weight_count(hidden: tuple[int, int] = HIDDEN) -> int:
    return sum((inputs + 1) * outputs for inputs, outputs in _sizes(hidden))


def layers(flat: Floats, hidden: tuple[int, int] = HIDDEN) -> list[tuple[Floats, Floats]]:
    """Matrix (inputs, outputs) and bias of each layer, as views."""
    out, at = [], 0
    for inputs, outputs in _sizes(hidden):
        end = at + inputs * outputs
        out.append((flat[at:end].reshape(inputs, outputs), flat[end : end + outputs]))
        at = end + outputs
    return out


def fresh_weights(seed: int = 0, hidden: tuple[int, int] = HIDDEN) -> Weights:
    """A judge that has learned nothing."""
    rng = np.random.Generator(np.random.PCG64(seed))
    flat = np.zeros(weight_count(hidden), np.float32)
    (first, bias), *others = layers(flat, hidden)
    width = len(USED) ** -0.5
    first[USED] = rng.uniform(-width, width, (len(USED), hidden[0]))
    bias[:] = rng.uniform(-width, width, hidden[0])
    for matrix, bias in others:
        width = len(matrix) ** -0.5
        matrix[:] = rng.uniform(-width, width, matrix.shape)
        bias[:] = rng.uniform(-width, width, bias.shape)
    others[-1][1][:] = FIRST_BIAS
    return Weights(flat, hidden)


def widened(weights: Weights, hidden: tuple[int, int], seed: int = 0) -> Weights:
    """The same judge with more units: the new ones look at something, and nothing looks at them yet."""
    if any(more < fewer for more, fewer in zip(hidden, weights.hidden, strict=True)):
        raise ValueError(
            f"hidden layers of {weights.hidden} units cannot become {hidden}: units are only added"
        )
    wide = fresh_weights(seed, hidden)
    flat = wide.flat.copy()
    for (matrix, bias), (old, old_bias) in zip(layers(flat, hidden), weights.layers, strict=True):
        inputs, outputs = old.shape
        if inputs < len(matrix):
            matrix[inputs:, :outputs] = 0
        matrix[:inputs, :outputs], bias[:outputs] = old, old_bias
    return Weights(flat, hidden)


def mean_of(weights: Sequence[Weights]) -> Weights:
    return Weights(np.mean([w.flat for w in weights], axis=0, dtype=np.float32), weights[0].hidden)


def clear_probabilities(weights: Weights, features: ArrayLike) -> NDArray[np.float64]:
    """Of each blind once it is reached, for one row of features or for many."""
    x = np.asarray(features, np.float32)
    *hidden, (matrix, bias) = weights.layers
    for inner, inner_bias in hidden:
        x = np.maximum(x @ inner + inner_bias, 0)
    return 1 / (1 + np.exp(-(x @ matrix + bias).astype(np.float64)))


def win_chance(weights: Weights, features: ArrayLike, blind: ArrayLike) -> NDArray[np.float64]:
    """The chance to clear all blinds from number ``blind`` (0 to 23) on."""
    ahead = np.arange(BLINDS) >= np.asarray(blind)[..., None]
    probabilities: NDArray[np.float64] = np.where(ahead, clear_probabilities(weights, features), 1.0)
    return np.asarray(probabilities.prod(-1))


def _sizes(hidden: tuple[int, int]) -> list[tuple[int, int]]:
    return list(itertools.pairwise((INPUTS, *hidden, BLINDS)))
