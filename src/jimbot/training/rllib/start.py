"""What a training begins with: fresh weights, those of another trainer, or the state of a checkpoint."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.agents.models import model_file
from jimbot.models.balatro_net import OPTIONAL, BalatroNet, NetShape, read_knowledge
from jimbot.models.files import read_network
from jimbot.models.inputs import MOVES
from jimbot.models.trained_on import train_seeds_of
from jimbot.runs import sha256
from jimbot.training.rllib.policy import About
from jimbot.training.rllib.settings import RLlibConfig

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Beginning:
    """``weights`` may lack parts of the network: those are fresh."""

    shape: NetShape
    weights: Arrays
    state: Arrays  # empty: at the beginning
    steps: int
    train_seeds: tuple[str, ...]


def fresh(config: RLlibConfig) -> Beginning:
    return Beginning(config.model.shape(), _knowledge(config), {}, 0, ())


def resumed(path: Path, config: RLlibConfig) -> Beginning:
    """The state of a checkpoint."""
    file = read_network(path, MOVES)
    about = About.of(path, file)
    _refuse_other_shape(path, config.model.shape(about.network), about.network)
    if not file.state:
        raise ValueError(f"{path} was exported to play; training goes on from a checkpoint")
    return Beginning(about.network, file.weights, file.state, about.steps, tuple(train_seeds_of(path)))


def warm(path: Path, config: RLlibConfig) -> Beginning:
    """The weights of a policy of the native trainer or of this pipeline; the training begins at 0."""
    file = read_network(model_file(path), MOVES)
    wanted, shape = config.model.shape(NetShape(**file.shape)), NetShape(**file.shape)
    _refuse_other_shape(path, wanted, shape)
    weights = file.weights
    own = set(BalatroNet(wanted).state_dict())
    odd = [name for name in weights if name not in own]
    odd += [name for name in own if name not in weights and not name.startswith(OPTIONAL)]
    if odd:
        raise ValueError(f"{path} has other parts than BalatroNet: {', '.join(sorted(odd))}")
    return Beginning(wanted, _knowledge(config) | weights, {}, 0, tuple(train_seeds_of(model_file(path))))


def _refuse_other_shape(path: Path, wanted: NetShape, there: NetShape) -> None:
    """Sizes must be those of the weights; knowledge and memory may be new."""
    for name in ("width", "entity_width"):
        if getattr(wanted, name) != getattr(there, name):
            raise ValueError(
                f"{path} has a network with {name} {getattr(there, name)}; the configuration has "
                f"{getattr(wanted, name)}. Leave it out of custom_model_config, or make them equal"
            )
    for name in ("memgraph_embedding_dim", "lstm_cell_size"):
        if getattr(there, name) and getattr(wanted, name) != getattr(there, name):
            raise ValueError(
                f"{path} has a network with {name} {getattr(there, name)}; the configuration has "
                f"{getattr(wanted, name)}"
            )


def _knowledge(config: RLlibConfig) -> Arrays:
    given = config.model.custom_model_config
    if given.memgraph_embeddings is None:
        return {}
    table = read_knowledge(given.memgraph_embeddings, given.memgraph_embedding_dim or 0).numpy()
    return {"knowledge.weight": np.concatenate([np.zeros_like(table[:1]), table])}


def named(path: Path | None) -> dict[str, str] | None:
    """A file, for a manifest."""
    return None if path is None else {"file": str(path), "sha256": sha256(model_file(path))}
