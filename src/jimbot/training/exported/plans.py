"""What is exported of a file: a module of plain tensors, and rows that it has met in play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from jimbot.agents import View, make_agent
from jimbot.agents.judge.files import read_weights, write_weights
from jimbot.agents.judge.fit import Network
from jimbot.agents.judge.games import Play, play_game
from jimbot.agents.judge.network import clear_probabilities
from jimbot.agents.listed import Listed, joined
from jimbot.agents.models import model_file
from jimbot.envs.spec import MASK, TABLES
from jimbot.evaluation.batched import play_together
from jimbot.game import Game
from jimbot.game.seeds import draw_seed, seed_list
from jimbot.models.balatro_net import BalatroNet
from jimbot.models.decisions import DecisionNet, Inputs, load_net
from jimbot.models.files import NetworkFile, read_network, write_network
from jimbot.models.inputs import DECISIONS, LAYERS, OWN
from jimbot.models.layers import LayerNet, LayerShape, Normalization
from jimbot.models.moves import NEVER
from jimbot.models.policy import load_net as load_move_net
from jimbot.models.policy import load_policy
from jimbot.models.weights import tensors_of

COMPARED = 1000  # rows
GAMES = 50
MEMORY = ("h", "c")
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class Exported:
    """``rows`` are inputs by name, as the module takes them, in order; ``sizes`` names the size of each that
    may differ; ``decides`` are the scores of the network as we ask it, for such inputs."""

    network: str
    module: nn.Module
    rows: Arrays
    sizes: Mapping[str, str]
    counted: str  # the input whose rows are decisions
    outputs: tuple[str, ...]
    decides: Callable[[Arrays], NDArray[np.float32]]
    best: Callable[[NDArray[np.float32]], NDArray[np.int64]]
    write: Callable[[Path], None]

    def first(self, count: int) -> dict[str, Tensor]:
        """The inputs of the first decisions."""
        if "decision" in self.rows:
            choices = int((self.rows["decision"] < count).sum())
            take = {"position": count, "choices": choices, "decision": choices}
        else:
            take = dict.fromkeys(self.rows, count)
        return {name: torch.from_numpy(array[: take[name]].copy()) for name, array in self.rows.items()}


def plan_of(checkpoint: Path, rows: Arrays | None = None) -> Exported:
    """``rows`` in place of those of new games."""
    path = model_file(checkpoint)
    if is_judge(path):
        return _judge(path, rows)
    file = read_network(path)
    if file.network == OWN:
        raise ValueError(
            f"{path} holds a network of your own: torch.onnx.export takes own_policy(FILE, NETWORK).net"
        )
    if file.network == DECISIONS:
        return _decisions(path, file, rows)
    return _moves(path, file, rows)


def _write(file: NetworkFile) -> Callable[[Path], None]:
    """Of a file: what it is asked with, without where its training was."""
    kept = {name: array for name, array in file.state.items() if name.startswith("observation:")}

    def write(path: Path) -> None:
        write_network(path, file.network, file.shape, file.weights, file.about, kept)

    return write


# -- whole decisions ----------------------------------------------------------------------------------------


class DecisionScorer(nn.Module):
    """Rows of positions and of their choices, and the position of each choice, to log odds and prices of the
    choices, and log odds to clear each blind of the positions."""

    def __init__(self, net: DecisionNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, position: Tensor, choices: Tensor, decision: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        found = self.net.judged(position @ self.net.position, choices @ self.net.choice, decision)
        return found.logits, found.prices, found.clears


def _decisions(path: Path, file: NetworkFile, rows: Arrays | None) -> Exported:
    net, _ = load_net(path)
    scorer = DecisionScorer(net).eval()
    rows = rows or joined(_listed(path, file.shape["redraws"], file.shape["rounds"]))

    @torch.no_grad()
    def decides(given: Arrays) -> NDArray[np.float32]:
        logits: NDArray[np.float32] = net(_sparse(given)).logits.numpy()
        return logits

    def best(logits: NDArray[np.float32]) -> NDArray[np.int64]:
        ends = np.flatnonzero(np.diff(rows["decision"], append=-1)) + 1
        return np.array([part.argmax() for part in np.split(logits, ends[:-1])])

    return Exported(
        network=DECISIONS,
        module=scorer,
        rows=rows,
        sizes={"position": "decisions", "choices": "choices", "decision": "choices"},
        counted="position",
        outputs=("logits", "prices", "clears"),
        decides=decides,
        best=best,
        write=_write(file),
    )


def _listed(path: Path, redraws: int, rounds: int) -> list[Listed]:
    """Decisions of the network's own games."""
    found: list[Listed] = []
    agent = make_agent(f"policy:checkpoint={path}")
    for number, seed in enumerate(seed_list(f"valid-{GAMES}")):
        game, step = Game(seed), 0
        agent.reset(number)
        while game.phase != "GAME_OVER":
            view = View(game, draw_seed(number, step))
            found.append(Listed.of(view, redraws, rounds))
            if len(found) == COMPARED:
                return found
            game.apply(agent.act(view))
            step += 1
    return found


def _sparse(given: Arrays) -> Inputs:
    """As the core writes such rows."""

    def part(rows: NDArray[np.float32]) -> tuple[Tensor, Tensor, Tensor]:
        row, column = np.nonzero(rows)
        ends = np.bincount(row, minlength=len(rows)).cumsum()
        return torch.from_numpy(column), torch.from_numpy(rows[row, column]), torch.from_numpy(ends)

    row_end = np.bincount(given["decision"], minlength=len(given["position"])).cumsum()
    return Inputs(*part(given["position"]), *part(given["choices"]), torch.from_numpy(row_end))


# -- moves --------------------------------------------------------------------------------------------------


class MoveScorer(nn.Module):
    """Tables of the observation, or one flat row; and the memory of an LSTM both ways."""

    def __init__(self, net: BalatroNet | LayerNet, names: Sequence[str], normalize: nn.Module | None) -> None:
        super().__init__()
        self.net, self.names, self.normalize = net, names, normalize

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        given = dict(zip(self.names, inputs, strict=False))
        memory: Any = inputs[len(self.names) :] or None
        seen: Any = given if self.normalize is None else self.normalize(given)
        scores, values, after = self.net.play(seen.get(FLAT, seen), memory)
        if MASK in given:
            scores = scores.masked_fill(given[MASK] == 0, NEVER)
        found = (scores,) if values is None else (scores, values)
        return found if after is None else (*found, *after)


class Normalized(nn.Module):
    """``Normalization`` in tensors."""

    def __init__(self, by: Normalization) -> None:
        super().__init__()
        self.clip, self.names = by.clip, list(by.means)
        for i, name in enumerate(self.names):
            self.register_buffer(f"mean_{i}", torch.from_numpy(np.asarray(by.means[name], np.float32)))
            deviation = np.sqrt(by.variances[name] + by.epsilon).astype(np.float32)
            self.register_buffer(f"deviation_{i}", torch.from_numpy(np.asarray(deviation)))

    def forward(self, seen: Mapping[str, Tensor]) -> dict[str, Tensor]:
        found = dict(seen)
        for i, name in enumerate(self.names):
            part = (seen[name or FLAT] - getattr(self, f"mean_{i}")) / getattr(self, f"deviation_{i}")
            found[name or FLAT] = part.clamp(-self.clip, self.clip)
        return found


FLAT = "observation"  # the input of a network that is shown one row


def _moves(path: Path, file: NetworkFile, rows: Arrays | None) -> Exported:
    policy = load_policy(path)
    normalize = None if policy.normalize is None else Normalized(policy.normalize)  # type: ignore[arg-type]
    net: BalatroNet | LayerNet
    memory: tuple[int, ...] | None
    if file.network == LAYERS:
        net = LayerNet(LayerShape(**file.shape), dense=True)
        net.load_state_dict(tensors_of(file.weights))
        memory = (net.shape.lstm_layers, net.shape.lstm) if net.lstm is not None else None
    else:
        net = load_move_net(file, dense=True)
        memory = (net.shape.lstm_cell_size,) if net.lstm is not None else None
    names = [FLAT] if policy.observation == "flat" else [table.name for table in TABLES]
    if rows is None:
        rows = _seen(policy)
        if memory is not None:
            rows |= {name: np.zeros((len(rows[names[0]]), *memory), np.float32) for name in MEMORY}
    outputs = ["scores"] if file.network == LAYERS else ["scores", "values"]
    outputs += [] if memory is None else [f"{name}_after" for name in MEMORY]

    @torch.no_grad()
    def decides(given: Arrays) -> NDArray[np.float32]:
        seen: Any = {name: given[name] for name in names}
        seen = seen[FLAT] if names == [FLAT] else seen
        seen = seen if policy.normalize is None else policy.normalize(seen)
        tensors = (
            {name: torch.as_tensor(part) for name, part in seen.items()}
            if isinstance(seen, Mapping)
            else torch.as_tensor(seen)
        )
        scores: Tensor = policy.net.play(tensors, None)[0]
        if MASK in given:
            scores = scores.masked_fill(torch.from_numpy(given[MASK]) == 0, NEVER)
        return scores.numpy()

    return Exported(
        network=file.network,
        module=MoveScorer(net.eval(), names, normalize).eval(),
        rows=rows,
        sizes=dict.fromkeys(rows, "games"),
        counted=names[0],
        outputs=tuple(outputs),
        decides=decides,
        best=lambda scores: scores.argmax(1),
        write=_write(file),
    )


class _Watched:
    """A policy of which what it sees is kept."""

    def __init__(self, policy: Any) -> None:
        self.policy, self.seen = policy, list[Any]()
        self.observation, self.hands, self.planner = policy.observation, policy.hands, policy.planner

    def choose(self, seen: Any, *rest: Any) -> Any:
        self.seen.append(
            {k: v.copy() for k, v in seen.items()} if isinstance(seen, Mapping) else {FLAT: seen.copy()}
        )
        return self.policy.choose(seen, *rest)


def _seen(policy: Any) -> Arrays:
    """What it sees in games of its own, its moves drawn by their probabilities."""
    watched = _Watched(policy)
    options = {"hands": policy.hands, "planner": policy.planner}
    for _ in play_together(watched, seed_list(f"valid-{GAMES}"), options, deterministic=False, at_once=GAMES):
        pass
    names = watched.seen[0]
    every = {name: np.concatenate([seen[name] for seen in watched.seen]) for name in names}
    step = max(1, len(next(iter(every.values()))) // COMPARED)
    return {name: np.ascontiguousarray(rows[::step][:COMPARED]) for name, rows in every.items()}


# -- the judge ----------------------------------------------------------------------------------------------


def is_judge(path: Path) -> bool:
    try:
        read_weights(path)
    except ValueError:
        return False
    return True


def _judge(path: Path, rows: Arrays | None) -> Exported:
    """The chance to clear each blind once it is reached, from positions between rounds."""
    weights = read_weights(path)
    if rows is None:
        played = [play_game(number, weights, Play()).rows() for number in range(GAMES // 2)]
        rows = {"features": np.concatenate(played).astype(np.float32)[:COMPARED]}

    return Exported(
        network="judge",
        module=nn.Sequential(Network(weights), nn.Sigmoid()).eval(),
        rows=rows,
        sizes={"features": "positions"},
        counted="features",
        outputs=("probabilities",),
        decides=lambda given: clear_probabilities(weights, given["features"]).astype(np.float32),
        best=lambda found: found.argmin(1),
        write=lambda output: write_weights(output, weights),
    )
