"""Fitting the judge to played games, by torch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from jimbot.judge.examples import Examples
from jimbot.judge.network import BLINDS, Weights, layers

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    raise ImportError("fitting the judge needs torch: pip install 'jimbot[train]'") from None

BINS = (0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01)  # of predicted chances to win
RISE = 0.1  # share of the steps in which the rate rises; then it falls
MEMORY = 0.999  # of the running mean of the weights over the steps of a fit, which is the result
PART = 16384  # examples that are looked at at once when nothing is learned


@dataclass(frozen=True)
class Quality:
    """How true a judge is on games it was not fitted to."""

    examples: int
    loss: float | None  # surprise in nats per example, over the blinds that were faced; None without examples
    calibration: list[tuple[float, float, int]]  # by BINS: mean predicted chance, share that won, examples

    @property
    def error(self) -> float | None:
        """How far predictions lie from what happened, on average over the bins."""
        if not self.examples:
            return None
        return sum(n * abs(predicted - won) for predicted, won, n in self.calibration) / self.examples


@dataclass(frozen=True)
class Data:
    """Examples where the fitting happens."""

    features: Tensor
    blind: Tensor
    end: Tensor

    def part(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return self.features[rows].float(), self.blind[rows], self.end[rows]


class Network(nn.Module):
    def __init__(self, weights: Weights) -> None:
        super().__init__()
        linear = []
        for matrix, bias in layers(weights):
            layer = nn.Linear(*matrix.shape)
            layer.weight = nn.Parameter(torch.tensor(matrix.T))
            layer.bias = nn.Parameter(torch.tensor(bias))
            linear.append(layer)
        self.linear = nn.ModuleList(linear)

    def forward(self, x: Tensor) -> Tensor:
        *hidden, last = self.linear
        for layer in hidden:
            x = torch.relu(layer(x))
        return cast(Tensor, last(x))


def weights_of(parameters: list[Tensor]) -> Weights:
    """As the core reads them; parameters are matrix and bias of each layer."""
    flat = [p.detach().cpu().t().flatten() for p in parameters]  # the transpose of a bias is itself
    return torch.cat(flat).numpy().astype(np.float32)


def loss_of(logits: Tensor, blind: Tensor, end: Tensor) -> Tensor:
    """Each blind from the next one to the one that was lost is one trial."""
    number = torch.arange(BLINDS, device=logits.device)
    faced = (number >= blind[:, None]) & (number <= end[:, None])
    cleared = (number < end[:, None]).to(logits.dtype)
    losses = nn.functional.binary_cross_entropy_with_logits(logits, cleared, reduction="none")
    return (losses * faced).sum(1)


def win_chance(logits: Tensor, blind: Tensor) -> Tensor:
    number = torch.arange(BLINDS, device=logits.device)
    return (nn.functional.logsigmoid(logits) * (number >= blind[:, None])).sum(1).exp()


def check_device(device: str) -> None:
    if device != "cpu" and not torch.cuda.is_available():
        raise ValueError(f"device {device!r} was given, and torch finds none here; cpu is allowed")


def fit(
    examples: Examples,
    start: Weights,
    *,
    epochs: int,
    batch: int,
    rate: float,
    decay: float,
    device: str = "cpu",
    seed: int = 0,
) -> tuple[Weights, Quality]:
    """The weights after so many passes over the examples, from ``start`` on; and how true they are on the
    games that are held out. On the CPU the same seed gives the same weights."""
    held = torch.from_numpy(examples.held_out)
    train, test = (torch.where(rows)[0].to(device) for rows in (~held, held))
    data = Data(
        torch.from_numpy(examples.features).to(device),
        torch.from_numpy(examples.blind).to(device),
        torch.from_numpy(examples.end).to(device),
    )
    network = Network(start).to(device)
    mean = [p.detach().clone() for p in network.parameters()]
    batch = min(batch, len(train))
    steps = epochs * (len(train) // batch)
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=decay)
    length = max(steps, 3)  # the rate rises for two steps at least, or the schedule divides by 0
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, length, pct_start=max(RISE, 2 / length))
    luck = torch.Generator().manual_seed(seed)
    for step, rows in enumerate(_batches(train, epochs, batch, luck), 1):
        features, blind, end = data.part(rows)
        loss = loss_of(network(features), blind, end).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
        keep = min(MEMORY, step / (step + 50))
        with torch.no_grad():
            for kept, now in zip(mean, network.parameters(), strict=True):
                kept.lerp_(now, 1 - keep)
    weights = weights_of(mean)
    return weights, quality(Network(weights).to(device), data, test)


def _batches(rows: Tensor, epochs: int, size: int, luck: torch.Generator) -> Iterator[Tensor]:
    """All rows in a new order each time, without what is left over at the end."""
    for _ in range(epochs):
        order = rows[torch.randperm(len(rows), generator=luck).to(rows.device)]
        yield from torch.split(order[: len(rows) // size * size], size)


@torch.no_grad()
def quality(network: Network, data: Data, rows: Tensor) -> Quality:
    if not len(rows):
        return Quality(0, None, [])
    losses, predictions = [], []
    for part in torch.split(rows, PART):
        features, blind, end = data.part(part)
        logits = network(features)
        losses.append(loss_of(logits, blind, end))
        predictions.append(win_chance(logits, blind))
    won = (data.end[rows] == BLINDS).cpu().numpy()
    return Quality(
        len(rows), float(torch.cat(losses).mean()), _calibration(torch.cat(predictions).cpu().numpy(), won)
    )


def _calibration(predicted: NDArray[np.float32], won: NDArray[np.bool_]) -> list[tuple[float, float, int]]:
    out = []
    for low, high in itertools.pairwise(BINS):
        inside = (predicted >= low) & (predicted < high)
        if inside.any():
            out.append((float(predicted[inside].mean()), float(won[inside].mean()), int(inside.sum())))
    return out
