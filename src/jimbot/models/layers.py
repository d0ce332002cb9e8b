"""LayerNet: a policy of plain layers, as Stable-Baselines3 trains them. Playing does not need its library."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT, TABLES
from jimbot.models.encoder import EntityEncoder

Memory = tuple[Tensor, Tensor]  # (games, layers, cells) each


@dataclass(frozen=True)
class LayerShape:
    """``features`` of the entity encoder (0: tables as they are), cells and layers of an LSTM (0: none),
    units of the hidden layers, the activation behind each, and scores of a move, whose mean counts."""

    observation: str
    features: int
    lstm: int
    lstm_layers: int
    hidden: list[int]
    activation: str
    quantiles: int = 1

    def __post_init__(self) -> None:
        if self.activation not in ACTIVATIONS:
            raise ValueError(f"activation {self.activation!r}; one of {', '.join(ACTIVATIONS)} is known")


ACTIVATIONS = ("ELU", "GELU", "LeakyReLU", "ReLU", "SiLU", "Sigmoid", "Tanh")
PLAIN = sum(int(np.prod(table.shape)) for table in TABLES)


class LayerNet(nn.Module):
    def __init__(self, shape: LayerShape, dense: bool = False) -> None:
        super().__init__()
        self.shape = shape
        units = shape.features or (FLAT_SIZE if shape.observation == "flat" else PLAIN)
        self.encoder = EntityEncoder(shape.features, dense) if shape.features else None
        self.lstm = nn.LSTM(units, shape.lstm, shape.lstm_layers) if shape.lstm else None
        layers: list[nn.Module] = []
        units = shape.lstm or units
        for size in shape.hidden:
            layers += [nn.Linear(units, size), getattr(nn, shape.activation)()]
            units = size
        self.hidden = nn.Sequential(*layers)
        self.out = nn.Linear(units, shape.quantiles * MOVE_COUNT)

    def play(
        self, seen: Mapping[str, Tensor] | Tensor, memory: Memory | None
    ) -> tuple[Tensor, None, Memory | None]:
        """Scores of every move, no values, and what to remember."""
        if isinstance(seen, Tensor):
            found = seen.float()
        elif self.encoder is not None:
            found = self.encoder(seen)
        else:
            found = torch.cat([seen[name].float().flatten(1) for name in sorted(seen)], 1)
        if self.lstm is not None:
            before = None if memory is None else tuple(part.transpose(0, 1).contiguous() for part in memory)
            found, (h, c) = self.lstm(found.unsqueeze(0), before)
            found, memory = found.squeeze(0), (h.transpose(0, 1), c.transpose(0, 1))
        scores = self.out(self.hidden(found)).view(found.shape[0], self.shape.quantiles, MOVE_COUNT).mean(1)
        return scores, None, memory


@dataclass(frozen=True)
class Normalization:
    """What ``VecNormalize`` does to observations, from its statistics; "" is all of a flat one."""

    means: Mapping[str, NDArray[Any]]
    variances: Mapping[str, NDArray[Any]]
    clip: float
    epsilon: float

    @staticmethod
    def of(statistics: Mapping[str, NDArray[Any]], clip: float, epsilon: float) -> Normalization:
        """From arrays ``observation:NAME.mean`` and ``.var``."""
        parts: dict[str, dict[str, NDArray[Any]]] = {"mean": {}, "var": {}}
        for name, value in statistics.items():
            if name.startswith("observation:"):
                part, _, what = name.removeprefix("observation:").rpartition(".")
                parts.get(what, {})[part] = value
        return Normalization(parts["mean"], parts["var"], clip, epsilon)

    def __call__(self, seen: Any) -> Any:
        if not isinstance(seen, Mapping):
            return self._scaled("", seen)
        return {name: self._scaled(name, part) if name in self.means else part for name, part in seen.items()}

    def _scaled(self, name: str, part: NDArray[Any]) -> NDArray[np.float32]:
        scaled = (part - self.means[name]) / np.sqrt(self.variances[name] + self.epsilon)
        clipped: NDArray[np.float32] = np.clip(scaled, -self.clip, self.clip).astype(np.float32)
        return clipped
