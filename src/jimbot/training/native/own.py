"""Your own reward and network for the trainer of moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from jimbot.envs.batch import Batch, RewardFunction
from jimbot.envs.spec import MASK, MOVE_COUNT
from jimbot.game.planner import PlannerOptions
from jimbot.models.files import read_network
from jimbot.models.inputs import OWN
from jimbot.models.moves import NEVER, RETURNS, tables_of
from jimbot.models.policy import NetPolicy
from jimbot.models.weights import tensors_of


@dataclass(frozen=True)
class Own:
    """What a training of moves uses in place of what is built in.

    ``reward`` is one of the environment's, or a function of its facts: arrays over all games to one number
    for each. ``returns`` are the least (0 or below) and the most that the rewards still to come in a game may
    add up to. ``network`` makes a network (``OwnNet`` says of what kind).
    """

    reward: str | RewardFunction = "furthest"
    returns: tuple[float, float] = (0.0, 2.0)
    network: Callable[[], nn.Module] | None = None

    def __post_init__(self) -> None:
        low, high = self.returns
        if not (math.isfinite(low) and math.isfinite(high) and low <= 0 < high):
            raise ValueError(f"returns are {self.returns!r}; a number up to 0 and one above 0 are needed")

    @property
    def scale(self) -> float:
        """Classes of the network for each point of reward."""
        low, high = self.returns
        return (RETURNS - 1) / (high - low)

    @property
    def lowest(self) -> float:
        """The first class, counted in classes from a return of 0."""
        return self.returns[0] * self.scale

    def names(self) -> dict[str, Any]:
        """What the manifest of a training says of it."""
        return {
            "reward": self.reward if isinstance(self.reward, str) else _name(self.reward),
            "returns": list(self.returns),
            "network": None if self.network is None else _name(self.network),
        }


NOTHING_OWN = Own()


def _name(thing: Any) -> str:
    return f"{thing.__module__}.{getattr(thing, '__qualname__', type(thing).__qualname__)}"


class OwnNet(nn.Module):
    """Holds your own network.

    It is called with the tables of the observation, name -> (batch, ...) tensor, and returns scores of all
    moves, (batch, MOVE_COUNT), and log odds of what the rest of the game will bring, (batch, RETURNS):
    classes that lie evenly between the two ``returns``. Moves that are not legal are left out here. On a GPU
    its calls are recorded as a CUDA graph: nothing in it may depend on values.
    """

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net
        batch = Batch(2)
        batch.reset([0, 1])
        with torch.no_grad():
            found = net(tables_of(torch.from_numpy(batch.rows.copy())))
        shapes = [tuple(getattr(part, "shape", ())) for part in found]
        if shapes != [(2, MOVE_COUNT), (2, RETURNS)]:
            raise ValueError(
                f"the network makes of 2 positions arrays of shapes {shapes};"
                f" scores (2, {MOVE_COUNT}) and returns (2, {RETURNS}) are needed"
            )

    def forward(self, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        scores, returns = self.net(seen)
        return scores.float().masked_fill(seen[MASK] == 0, NEVER), returns.float()

    def play(self, seen: Mapping[str, Tensor], memory: Any) -> tuple[Tensor, Any, Any]:
        scores, returns = self(seen)
        return scores, returns, None


def own_policy(path: Path, network: Callable[[], nn.Module]) -> NetPolicy:
    """The policy of a file that holds weights of such a network."""
    file = read_network(path, OWN)
    net = OwnNet(network())
    net.load_state_dict(tensors_of(file.weights))
    games = file.about["environment"]
    return NetPolicy(net.eval(), games["hands"], PlannerOptions(**games["planner"]), games["observation"])
