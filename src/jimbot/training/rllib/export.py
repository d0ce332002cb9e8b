"""A checkpoint for production: weights and configuration without pickle, and the network as ONNX."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from jimbot.envs.batch import Batch
from jimbot.envs.spec import TABLES
from jimbot.models.balatro_net import BalatroNet, NetShape
from jimbot.models.encoder import BY_NAME, Kind, compressed
from jimbot.models.files import read_network
from jimbot.models.inputs import MOVES
from jimbot.models.moves import tables_of
from jimbot.models.policy import load_net
from jimbot.training.rllib.games import Games
from jimbot.training.rllib.player import Player
from jimbot.training.rllib.policy import About, save

COMPARED = 1000  # observations
GAMES = 50
CLOSE = 1e-3  # scores that differ by less are the same
MEMORY = ("h", "c")


def export(checkpoint: Path, output: Path) -> dict[str, Any]:
    """Writes ``output`` and, beside it, the same network as ``.onnx``; both decide as the checkpoint does, or
    ValueError says where they do not."""
    file = read_network(checkpoint, MOVES)
    about = About.of(checkpoint, file)
    net = load_net(file)
    save(output, about, file.weights)
    onnx_file = output.with_suffix(".onnx")
    _write_onnx(net, onnx_file)
    rows = observations(net, Games.of(about.settings["env_config"]))
    with torch.no_grad():
        expected = net(tables_of(torch.from_numpy(rows)))[0].numpy()
        again = load_net(read_network(output))(tables_of(torch.from_numpy(rows)))[0].numpy()
    found = {"file": compared(expected, again), "onnx": compared(expected, _by_onnx(onnx_file, rows, net))}
    for kind, apart in found.items():
        if apart["largest_difference"] > CLOSE:
            raise ValueError(f"the {kind} differs from the checkpoint by {apart['largest_difference']:.3g}")
    return {"output": str(output), "onnx": str(onnx_file), "observations": len(rows), "compared": found}


def observations(net: BalatroNet, games: Games) -> NDArray[np.uint8]:
    """What the network sees when it plays."""
    player = Player(games.batch(GAMES), games.reward_scale)
    player.begin(1)
    length = -(-COMPARED // GAMES)
    rows = [player.play(net, length).rows[:-1] for _ in range(3)][-1]
    return np.ascontiguousarray(rows.reshape(-1, rows.shape[-1])[:COMPARED])


def compared(expected: NDArray[np.float32], found: NDArray[np.float32]) -> dict[str, float]:
    same = expected.argmax(1) == found.argmax(1)
    return {
        "largest_difference": float(np.abs(expected - found).max()),
        "same_decisions": float(same.mean()),
    }


class Dense(BalatroNet):
    """The same network without shortcuts that depend on what is seen: ONNX has no loops over them."""

    def __init__(self, shape: NetShape) -> None:
        super().__init__(shape)
        self.state_code.dense = True

    def _entities(self, i: int, kind: Kind, seen: Mapping[str, Tensor]) -> tuple[Tensor, Tensor]:
        values = seen[kind.table]
        places = BY_NAME[kind.table].rows
        values = values.reshape(-1, places, values.shape[-1] if values.dim() == 3 else 1).long()
        there = (values > 0).any(2)
        code: Any = self.codes[i]
        index = torch.minimum(values, code.limits) + code.starts
        vectors = self.entities[index].sum(2) + self.places[i]
        for name, columns in kind.numbers:
            amounts = seen[name][:, columns].reshape(values.shape[0], places, -1)
            vectors = vectors + compressed(amounts) @ self.amounts.weight[:, : amounts.shape[2]].T
        vectors = torch.relu(self.mixed(torch.relu(vectors)))
        return vectors * there.unsqueeze(2), there


class _Plain(torch.nn.Module):
    """Tables in, scores and values out; and the memory of an LSTM both ways."""

    def __init__(self, net: Dense) -> None:
        super().__init__()
        self.net = net

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        seen = {table.name: part for table, part in zip(TABLES, inputs, strict=False)}
        memory = (inputs[-2], inputs[-1]) if self.net.lstm is not None else None
        scores, values, after = self.net.play(seen, memory)
        return (scores, values) if after is None else (scores, values, *after)


def _write_onnx(net: BalatroNet, path: Path) -> None:
    dense = Dense(net.shape)
    dense.load_state_dict(net.state_dict())
    batch = Batch(2)
    batch.reset([1, 2])
    inputs = list(tables_of(torch.from_numpy(batch.rows.copy())).values())
    names = [table.name for table in TABLES]
    outputs = ["scores", "values"]
    if net.lstm is not None:
        inputs += net.no_memory(2)
        names += MEMORY
        outputs += [f"{name}_after" for name in MEMORY]
    rows = torch.export.Dim("games")
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it misses torchvision, which is not needed
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        program = torch.onnx.export(
            _Plain(dense).eval(),
            tuple(inputs),
            input_names=names,
            output_names=outputs,
            dynamic_shapes=(tuple({0: rows} for _ in inputs),),
            dynamo=True,
            verbose=False,
        )
    assert program is not None
    program.save(str(path))


def _by_onnx(path: Path, rows: NDArray[np.uint8], net: BalatroNet) -> NDArray[np.float32]:
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    seen = {name: table.numpy() for name, table in tables_of(torch.from_numpy(rows)).items()}
    if net.lstm is not None:
        seen |= {name: part.numpy() for name, part in zip(MEMORY, net.no_memory(len(rows)), strict=True)}
    wanted = {given.name for given in session.get_inputs()}
    scores: NDArray[np.float32] = session.run(["scores"], {k: v for k, v in seen.items() if k in wanted})[0]
    return scores
