"""What a training begins with: fresh weights, those of another trainer, or where a training stood."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.agents.models import model_file
from jimbot.agents.policy import read_about
from jimbot.models.balatro_net import OPTIONAL, BalatroNet, NetShape, read_knowledge
from jimbot.runs import sha256
from jimbot.training.rllib.policy import STANDING, WEIGHTS, About, about_file, read_arrays
from jimbot.training.rllib.settings import RLlibConfig

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Beginning:
    """``weights`` may lack parts of the network: those are fresh."""

    shape: NetShape
    weights: Arrays
    standing: Arrays  # empty: at the beginning
    steps: int
    train_seeds: tuple[str, ...]


def fresh(config: RLlibConfig) -> Beginning:
    return Beginning(config.model.shape(), _knowledge(config), {}, 0, ())


def resumed(path: Path, config: RLlibConfig, about: About) -> Beginning:
    """Where a checkpoint stood."""
    _refuse_other_shape(path, config.model.shape(about.network), about.network)
    standing = read_arrays(path, STANDING)
    return Beginning(about.network, read_arrays(path, WEIGHTS), standing, about.steps, about.train_seeds)


def warm(path: Path, config: RLlibConfig) -> Beginning:
    """The weights of a policy of the native trainer or of this pipeline; the training begins anew."""
    file = model_file(path)
    told = read_about(file)
    if told["trainer"] == "native":
        shape = NetShape(told["network"]["hidden"], told["network"]["width"])
        seeds = tuple(told["train_seeds"])
    elif told["trainer"] == "rllib":
        about = about_file(file)
        shape, seeds = about.network, about.train_seeds
    else:
        raise ValueError(
            f"{file} is of trainer {told['trainer']!r}, which has another network; "
            "a policy of 'native' (jimbot train) or 'rllib' is needed to start from"
        )
    wanted = config.model.shape(shape)
    _refuse_other_shape(file, wanted, shape)
    weights = read_arrays(file, WEIGHTS)
    own = set(BalatroNet(wanted).state_dict())
    odd = [name for name in weights if name not in own]
    odd += [name for name in own if name not in weights and not name.startswith(OPTIONAL)]
    if odd:
        raise ValueError(f"{file} has other parts than BalatroNet: {', '.join(sorted(odd))}")
    return Beginning(wanted, _knowledge(config) | weights, {}, 0, seeds)


def _refuse_other_shape(path: Path, wanted: NetShape, there: NetShape) -> None:
    """Sizes must be those of the weights; knowledge and memory may be new."""
    for name, part in (("width", "hidden"), ("entity_width", "entity")):
        if getattr(wanted, part) != getattr(there, part):
            raise ValueError(
                f"{path} has a network with {name} {getattr(there, part)}; the configuration has "
                f"{getattr(wanted, part)}. Leave it out of custom_model_config, or make them equal"
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


def told(path: Path | None) -> dict[str, str] | None:
    """A file, for a manifest."""
    return None if path is None else {"file": str(path), "sha256": sha256(model_file(path))}
