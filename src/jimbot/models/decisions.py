"""DecisionNet: scores the alternatives of a decision, however many there are.

A position and each alternative are rows of sparse numbers (``jimbot._core.examples``). The position becomes
one vector; every alternative is seen together with it and gets a logit (how likely an expert takes it) and a
price (by how much it changes the expected result). The position alone says the chance to clear each of the
24 blinds once it is reached; their product is the chance to win.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from jimbot import _core
from jimbot.models.files import read_network, write_network
from jimbot.models.inputs import CHOICE_COLUMNS, DECISIONS, POSITION_COLUMNS
from jimbot.models.weights import arrays_of, tensors_of
from jimbot.runs.reading import reading

PRICE_SCALE = _core.PRICE_SCALE
BLINDS = 24
MEASURED = ("strength", "gap", "usual", "make_up", "lasting", "steady")  # inputs of the judge, by rounds


@dataclass(frozen=True)
class Shape:
    """What a network is made of, and what it is shown."""

    width: int = 192  # of a position and of an alternative
    choice_width: int = 64
    redraws: int = 4  # of the cards to come, given with each play and discard
    rounds: int = 0  # simulated to measure each purchase's effect on the build; 0: that input is left out


@dataclass(frozen=True)
class Inputs:
    """Rows of decisions: where each row of sparse numbers ends, and where each decision's choices end."""

    position_index: Tensor
    position_value: Tensor
    position_end: Tensor
    choice_index: Tensor
    choice_value: Tensor
    choice_end: Tensor
    row_end: Tensor

    @staticmethod
    def of(arrays: Mapping[str, np.ndarray[Any, Any]], device: str = "cpu") -> Inputs:
        """From what the core writes."""

        def tensor(name: str) -> Tensor:
            array = arrays[name]
            return torch.from_numpy(array.view(SIGNED.get(array.dtype.name, array.dtype))).to(device)

        return Inputs(*(tensor(name) for name in Inputs.__dataclass_fields__))

    @staticmethod
    def joined(parts: Sequence[Inputs]) -> Inputs:
        """The decisions of all parts, one after the other."""
        found: dict[str, Tensor] = {}
        for name in Inputs.__dataclass_fields__:
            columns = [getattr(part, name) for part in parts]
            if name in ENDS:
                sizes = [len(getattr(part, ENDS[name])) for part in parts]
                shifts = [sum(sizes[:i]) for i in range(len(sizes))]
                columns = [ends.long() + shift for ends, shift in zip(columns, shifts, strict=True)]
            found[name] = torch.cat(columns)
        return Inputs(**found)

    def to(self, device: torch.device) -> Inputs:
        return Inputs(*(getattr(self, name).to(device) for name in Inputs.__dataclass_fields__))

    def take(self, rows: Tensor) -> Inputs:
        """Some of the decisions."""
        position, position_end = segments(self.position_end, rows)
        choices, row_end = segments(self.row_end, rows)
        entries, choice_end = segments(self.choice_end, choices)
        return Inputs(
            self.position_index[position], self.position_value[position], position_end,
            self.choice_index[entries], self.choice_value[entries], choice_end, row_end,
        )  # fmt: skip

    def first_choices(self) -> Tensor:
        """Where the choices of each decision begin."""
        return functional.pad(self.row_end[:-1], (1, 0)).long()

    def blinds(self) -> Tensor:
        """The next blind of each decision, 0 to 23: the first column of its position."""
        return self.position_index[functional.pad(self.position_end[:-1], (1, 0)).long()].long()

    def __len__(self) -> int:
        return len(self.row_end)


SIGNED = {"uint16": np.int16, "uint32": np.int32}  # torch computes with these; no number is so large
ENDS = {"position_end": "position_index", "choice_end": "choice_index", "row_end": "choice_end"}  # of what


class Scores:
    """What a network thinks of the choices of some decisions."""

    def __init__(self, logits: Tensor, prices: Tensor, clears: Tensor, row: Tensor) -> None:
        self.logits, self.prices = logits, prices  # of each choice
        self.clears = clears  # log odds, (decisions, blinds)
        self.row = row  # decision of each choice

    def log_probabilities(self) -> Tensor:
        return log_softmax(self.logits, self.row, len(self.clears))

    def best(self) -> Tensor:
        """The choice of each decision that is most likely, counted within the decision."""
        return best_of(self.logits, self.row, len(self.clears))


class DecisionNet(nn.Module):
    def __init__(self, shape: Shape | None = None) -> None:
        super().__init__()
        self.shape = shape or Shape()
        width, choice_width = self.shape.width, self.shape.choice_width
        self.position = nn.Parameter(torch.randn(POSITION_COLUMNS, width) * 0.1)
        self.position_bias = nn.Parameter(torch.zeros(width))
        self.mixed = nn.Linear(width, width)
        self.choice = nn.Parameter(torch.randn(CHOICE_COLUMNS, width) * 0.1)
        self.joined = nn.Linear(width, choice_width)
        self.out = nn.Linear(choice_width, 2)
        self.clears = nn.Linear(width, BLINDS)
        with torch.no_grad():
            self.clears.bias.fill_(2.0)

    def forward(self, seen: Inputs) -> Scores:
        position = _bag(seen.position_index, seen.position_value, seen.position_end, self.position)
        choice = _bag(seen.choice_index, seen.choice_value, seen.choice_end, self.choice)
        return self.judged(position, choice, rows_of(seen.row_end))

    def judged(self, position: Tensor, choice: Tensor, row: Tensor) -> Scores:
        """From positions and choices in the units of the first layer, and the position of each choice."""
        code = torch.relu(position + self.position_bias)
        code = torch.relu(self.mixed(code))
        both = torch.relu(choice + code[row])
        both = torch.relu(self.joined(both))
        logits, prices = self.out(both).unbind(1)
        return Scores(logits, prices, self.clears(code), row)


@torch.no_grad()
def widened(net: DecisionNet, shape: Shape) -> DecisionNet:
    """The same opinions from more units, also given played rounds: what is new counts for nothing yet.
    ValueError if there are fewer units, or other things are given."""
    old = net.shape
    if shape.width < old.width or shape.choice_width < old.choice_width:
        raise ValueError(
            f"it has {old.width} and {old.choice_width} units,"
            f" more than {shape.width} and {shape.choice_width}"
        )
    if old.redraws != shape.redraws or old.rounds not in (0, shape.rounds):
        raise ValueError(
            f"it is given {old.redraws} redraws and {old.rounds} rounds,"
            f" not {shape.redraws} and {shape.rounds}"
        )
    wide = DecisionNet(shape)
    there = wide.state_dict()
    for name in ("mixed.weight", "joined.weight"):
        there[name][: len(net.state_dict()[name])] = 0.0  # old units do not listen to new ones
    for name in ("out.weight", "clears.weight"):
        there[name].zero_()
    for name, weights in net.state_dict().items():
        there[name][tuple(slice(size) for size in weights.shape)] = weights
    if not old.rounds:
        for block, start, size, _ in _core.judge_layout():
            if block in MEASURED:
                there["position"][start : start + size] = 0.0
                there["choice"][start : start + size] = 0.0
    return wide


@torch.no_grad()
def mean_of(nets: Sequence[DecisionNet]) -> DecisionNet:
    """The mean of the weights of networks of one training, which often plays better than any of them."""
    mean = DecisionNet(nets[0].shape)
    states = [net.state_dict() for net in nets]
    mean.load_state_dict({name: torch.stack([state[name] for state in states]).mean(0) for name in states[0]})
    return mean


def _bag(index: Tensor, value: Tensor, end: Tensor, table: Tensor) -> Tensor:
    offsets = functional.pad(end[:-1], (1, 0)).to(torch.int32)
    return functional.embedding_bag(
        index.to(torch.int32), table, offsets, mode="sum", per_sample_weights=value.to(table.dtype)
    )


def rows_of(ends: Tensor) -> Tensor:
    """The row that each entry belongs to, from where rows end."""
    counts = torch.diff(ends, prepend=ends.new_zeros(1))
    return torch.repeat_interleave(torch.arange(len(ends), device=ends.device), counts)


def segments(ends: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
    """The entries of these rows, one row after the other, and where each ends among them."""
    last = ends[rows]
    first = torch.where(rows > 0, ends[rows - 1], 0)
    counts = last - first
    new_ends = counts.cumsum(0)
    shift = torch.repeat_interleave(first - (new_ends - counts), counts)
    return torch.arange(len(shift), device=ends.device) + shift, new_ends


def row_max(values: Tensor, row: Tensor, rows: int) -> Tensor:
    start = torch.full((rows,), -torch.inf, dtype=values.dtype, device=values.device)
    return start.scatter_reduce(0, row, values, "amax")


def row_sum(values: Tensor, row: Tensor, rows: int) -> Tensor:
    return torch.zeros(rows, dtype=values.dtype, device=values.device).index_add(0, row, values)


def log_softmax(values: Tensor, row: Tensor, rows: int) -> Tensor:
    """Over the choices of each decision."""
    shifted = values - row_max(values.detach(), row, rows)[row]
    return shifted - row_sum(shifted.exp(), row, rows).log()[row]


def best_of(values: Tensor, row: Tensor, rows: int) -> Tensor:
    first = torch.searchsorted(row, torch.arange(rows, device=row.device))
    place = torch.arange(len(values), device=row.device) - first[row]
    is_best = values >= row_max(values, row, rows)[row]
    most = torch.full((rows,), len(values), device=row.device)
    return most.scatter_reduce(0, row[is_best], place[is_best], "amin")


def win_chance(clears: Tensor, blind: Tensor) -> Tensor:
    """To clear all blinds from number ``blind`` on."""
    ahead = torch.arange(BLINDS, device=clears.device) >= blind.long()[:, None]
    return torch.where(ahead, functional.logsigmoid(clears), 0.0).sum(1).exp()


# -- files --------------------------------------------------------------------------------------------------


def save_net(path: Path, net: DecisionNet, about: Mapping[str, Any]) -> None:
    """Writes a network, whole or not at all; ``about`` holds plain words and numbers."""
    write_network(path, DECISIONS, asdict(net.shape), arrays_of(net), about)


def load_net(path: Path, device: str = "cpu") -> tuple[DecisionNet, dict[str, Any]]:
    """A network and its description. ValueError, one line, if the file holds none that fits."""
    file = read_network(path, DECISIONS)
    with reading(path, "no network that fits"):
        net = DecisionNet(Shape(**file.shape))
        net.load_state_dict(tensors_of(file.weights))
    return net.to(device).eval(), file.about
