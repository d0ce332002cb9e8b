"""Policies of moves: what learners of the environments have learned, by any trainer. Needs torch."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.game.planner import PlannerOptions
from jimbot.models.balatro_net import BalatroNet, NetShape
from jimbot.models.files import NetworkFile, read_network
from jimbot.models.inputs import LAYERS, OWN
from jimbot.models.layers import LayerNet, LayerShape, Normalization
from jimbot.models.moves import NEVER
from jimbot.models.weights import tensors_of
from jimbot.runs.reading import reading

Memory = tuple[Tensor, ...] | None


class Net(Protocol):
    """Scores of every move, (games, moves), values, and what to remember."""

    def play(self, seen: Any, memory: Any) -> tuple[Tensor, Any, Any]: ...

    def parameters(self) -> Any: ...


class Policy(Protocol):
    """Chooses moves for many games at once.

    ``observation``, ``hands`` and ``planner`` are as in ``BalatroEnv``.
    """

    observation: str
    hands: str
    planner: PlannerOptions

    def choose(
        self,
        seen: Any,
        masks: NDArray[np.bool_],
        memory: Any,
        begins: NDArray[np.bool_],
        deterministic: bool = True,
    ) -> tuple[NDArray[Any], Any]:
        """The best move for every game, or one drawn by its probability, and what to remember. ``begins``: a
        game that has just begun; ``memory`` is None at first."""


@dataclass
class NetPolicy:
    """A policy by a network of ours."""

    net: Net
    hands: str
    planner: PlannerOptions
    observation: str = "dict"
    normalize: Callable[[Any], Any] | None = None

    @torch.no_grad()
    def choose(
        self,
        seen: Any,
        masks: NDArray[np.bool_],
        memory: Memory,
        begins: NDArray[np.bool_],
        deterministic: bool = True,
    ) -> tuple[NDArray[np.int32], Memory]:
        device = next(self.net.parameters()).device
        if self.normalize is not None:
            seen = self.normalize(seen)
        if isinstance(seen, Mapping):
            seen = {name: torch.as_tensor(part, device=device) for name, part in seen.items()}
        else:
            seen = torch.as_tensor(seen, device=device)
        if memory is not None:
            goes_on = torch.from_numpy(~begins).to(device)
            memory = tuple(part * goes_on.view(-1, *[1] * (part.dim() - 1)) for part in memory)
        scores, _, memory = self.net.play(seen, memory)
        scores = scores.masked_fill(torch.from_numpy(~masks).to(device), NEVER)
        if not deterministic:
            scores = scores - torch.empty_like(scores).exponential_().log()
        return scores.argmax(1).cpu().numpy().astype(np.int32), memory


def environment_of(observation: str, hands: str, planner: PlannerOptions) -> dict[str, Any]:
    """What a file says about the games of its policy."""
    return {"observation": observation, "hands": hands, "planner": asdict(planner)}


def load_net(file: NetworkFile, dense: bool = False) -> BalatroNet:
    net = BalatroNet(NetShape(**file.shape), dense=dense)
    net.load_state_dict(tensors_of(file.weights))
    return net.eval()


def load_policy(path: Path) -> NetPolicy:
    """The policy of a file; ValueError, one line, if it cannot play."""
    file = read_network(path)
    environment = file.about.get("environment")
    if environment is None:
        raise ValueError(f"{path} was trained on another environment than Balatro; it cannot play here")
    with reading(path, "no policy that can be played"):
        games = environment["hands"], PlannerOptions(**environment["planner"]), environment["observation"]
        if not file.weights or file.network == OWN:
            raise ValueError("it has layers of its own, which only its trainer can play")
        if file.network != LAYERS:
            return NetPolicy(load_net(file), *games)
        net = LayerNet(LayerShape(**file.shape))
        net.load_state_dict(tensors_of(file.weights))
        normalization = file.about["normalization"]
        if normalization is None:
            return NetPolicy(net.eval(), *games)
        return NetPolicy(net.eval(), *games, Normalization.of(file.state, **normalization))
