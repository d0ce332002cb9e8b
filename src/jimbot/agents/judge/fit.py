"""Fitting the judge to played games, by torch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.network import BLINDS, INPUTS, Weights

try:
    import torch
    from torch import Tensor, nn
except ImportError:
    raise ImportError("fitting the judge needs torch: pip install 'jimbot[train]'") from None

BINS = (0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1.01)  # of predicted win probabilities
RISE = 0.1  # share of the steps in which the rate rises; then it falls
MEMORY = 0.999  # of the running mean of the weights over the steps of a fit, which is the result
LOOKS = 4  # at held-out games during a fit: what makes them clearly worse is not kept
AGAIN = (
    0.01  # a fit that takes this share of the loss of held-out games is followed by another: a young judge's
)
MAX_FITS = 8  # fits in a row
PART = 16384  # examples that are looked at at once when nothing is learned


@dataclass(frozen=True)
class Recipe:
    """How a fit is done."""

    uses: float = 2.0  # examples seen, in sizes of the newest iteration: how often one is used in its life
    batch: int = 1024
    rate: float = 5e-4  # at its highest
    decay: float = 0.3  # AdamW's
    dropout: float = 0.2  # of hidden units


@dataclass(frozen=True)
class Quality:
    """How true a judge is on games it was not fitted to."""

    examples: int
    loss: float | None  # surprise in nats per example, over the blinds that were faced; None without examples
    calibration: list[tuple[float, float, int]]  # by BINS: mean predicted chance, share that won, examples
    stakes: dict[int, tuple[float, float, int]]  # the same by stake

    @property
    def error(self) -> float | None:
        """How far predictions lie from what happened, on average over the bins."""
        if not self.examples:
            return None
        return sum(n * abs(predicted - won) for predicted, won, n in self.calibration) / self.examples

    def facts(self) -> dict[str, Any]:
        return {**vars(self), "calibration_error": self.error}


@dataclass(frozen=True)
class Fit:
    weights: Weights
    before: Quality  # on held-out games, by the weights it began with
    after: Quality
    share: float  # of the last fit that was kept: 1 unless held-out games said that it went too far
    count: int = 1  # consecutive fits


class Data:
    """Examples where the fitting happens, with what they should have said: for each blind the chance to come
    to it, ``curve`` (24 is the win). What happened is one such curve, 1 as far as the run went."""

    def __init__(self, examples: Examples, device: str) -> None:
        self.index = torch.from_numpy(examples.index.astype(np.int16)).to(device)
        self.value = torch.from_numpy(examples.value).to(device)
        self.inputs = torch.from_numpy(examples.inputs.astype(np.int64)).to(device)
        self.begin = torch.cumsum(self.inputs, 0) - self.inputs
        self.blind = torch.from_numpy(examples.blind).to(device)
        self.end = torch.from_numpy(examples.end).to(device)
        self.dared = torch.from_numpy(examples.dared).to(device)
        self.stake = torch.from_numpy(examples.stake).to(device)
        self.game = torch.from_numpy(examples.game).to(device)
        self.held_out = torch.from_numpy(examples.held_out).to(device)
        self.settled = torch.from_numpy(examples.settled).to(device)
        self.curve = curve_of(self.end).half()

    def __len__(self) -> int:
        return len(self.blind)

    @staticmethod
    def join(parts: Sequence[Data]) -> Data:
        out = Data.__new__(Data)
        for name in vars(parts[0]):
            setattr(out, name, torch.cat([getattr(part, name) for part in parts]))
        out.begin = torch.cumsum(out.inputs, 0) - out.inputs
        return out

    def rows(self, rows: Tensor) -> Tensor:
        """All inputs of these positions."""
        count = self.inputs[rows]
        total = int(count.sum())
        at = torch.arange(len(rows), device=rows.device).repeat_interleave(count, output_size=total)
        within = torch.arange(total, device=rows.device) - (torch.cumsum(count, 0) - count)[at]
        place = self.begin[rows][at] + within
        out = torch.zeros(len(rows) * INPUTS, device=rows.device)
        out[at * INPUTS + self.index[place].long()] = self.value[place].float()
        return out.view(len(rows), INPUTS)

    @torch.no_grad()
    def look_ahead(self, judge: Weights, games: NDArray[np.int64], trace: float) -> None:
        """Temporal difference: what a position should have said is a mixture of what its game's next position
        should have said and of what the judge says there. The result of a random alternative says nothing
        about positions before it: there the judge's estimate is kept. The judge must not know these games."""
        network = Network(judge).to(self.curve.device)
        said = torch.cat(
            [
                curve_ahead(network(self.rows(part)), self.blind[part])
                for part in torch.split(torch.arange(len(self), device=self.curve.device), PART)
            ]
        )
        number = torch.arange(BLINDS + 1, device=self.curve.device)
        last = np.flatnonzero(np.diff(games, append=-1))
        length = np.diff(last, prepend=-1)
        curve = self.curve.float()
        for back in range(1, int(length.max(initial=1))):
            rows = torch.from_numpy(last[length > back] - back).to(self.curve.device)
            ahead = torch.lerp(said[rows + 1], curve[rows + 1], trace)
            ahead = torch.where(self.dared[rows + 1, None], said[rows], ahead)
            curve[rows] = torch.where(number <= self.blind[rows, None], 1.0, ahead)
        self.curve = curve.half()


class Network(nn.Module):
    def __init__(self, weights: Weights, dropout: float = 0.0) -> None:
        super().__init__()
        self.hidden, self.dropout = weights.hidden, dropout
        linear = []
        for matrix, bias in weights.layers:
            layer = nn.Linear(*matrix.shape)
            layer.weight = nn.Parameter(torch.tensor(matrix.T))
            layer.bias = nn.Parameter(torch.tensor(bias))
            linear.append(layer)
        self.linear = nn.ModuleList(linear)

    def forward(self, x: Tensor) -> Tensor:
        *hidden, last = self.linear
        for layer in hidden:
            x = nn.functional.dropout(torch.relu(layer(x)), self.dropout, self.training)
        return cast(Tensor, last(x))

    def weights(self) -> Weights:
        flat = [
            p.detach().cpu().t().flatten() for p in self.parameters()
        ]  # the transpose of a bias is itself
        return Weights(torch.cat(flat).numpy().astype(np.float32), self.hidden)


def curve_of(end: Tensor) -> Tensor:
    """What happened."""
    return (torch.arange(BLINDS + 1, device=end.device) <= end[:, None]).float()


def curve_ahead(logits: Tensor, blind: Tensor) -> Tensor:
    """What a judge says."""
    number = torch.arange(BLINDS, device=logits.device)
    log = nn.functional.logsigmoid(logits) * (number >= blind[:, None])
    return torch.cat([torch.ones_like(log[:, :1]), torch.cumsum(log, 1).exp()], 1)


def loss_of(logits: Tensor, blind: Tensor, curve: Tensor) -> Tensor:
    """Each blind from the next one on is a trial, as far as the run reaches it."""
    number = torch.arange(BLINDS, device=logits.device)
    faced, cleared = curve[:, :-1], curve[:, 1:]
    surprise = faced * nn.functional.softplus(logits) - cleared * logits
    return (surprise * (number >= blind[:, None])).sum(1)


def win_chance(logits: Tensor, blind: Tensor) -> Tensor:
    return curve_ahead(logits, blind)[:, -1]


def check_device(device: str) -> None:
    if device != "cpu" and not torch.cuda.is_available():
        raise ValueError(f"device {device!r} was given, and torch finds none here; cpu is allowed")


def fit(data: Data, newest: int, start: Weights, recipe: Recipe, seed: int = 0) -> Fit:
    """From ``start`` on, again as long as it pays. ``newest`` is the number of examples of the newest
    iteration. On the CPU a seed gives the same weights again."""
    found = last = _fit(data, newest, start, recipe, seed)
    while found.count < MAX_FITS and _pays(last):
        last = _fit(data, newest, last.weights, recipe, seed + found.count * 2**32)
        found = Fit(last.weights, found.before, last.after, last.share, found.count + 1)
    return found


def _pays(found: Fit) -> bool:
    before, after = found.before.loss, found.after.loss
    return before is not None and after is not None and after < (1 - AGAIN) * before


def _fit(data: Data, newest: int, start: Weights, recipe: Recipe, seed: int) -> Fit:
    """One cycle of the rate. It ends early where held-out games get worse by more than a standard error."""
    device = data.blind.device
    train, test = torch.where(~data.held_out)[0], torch.where(data.held_out & data.settled)[0]
    network, mean = (Network(start, recipe.dropout).to(device) for _ in range(2))
    batch = min(recipe.batch, len(train))
    steps = max(1, round(recipe.uses * newest * len(train) / len(data) / batch))
    optimizer = torch.optim.AdamW(network.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    length = max(steps, 3)  # the rate rises for two steps at least, or the schedule divides by 0
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.rate, length, pct_start=max(RISE, 2 / length)
    )
    looks = {round(steps * look / LOOKS) for look in range(1, LOOKS + 1)}
    look = best = _Look(mean, data, test)
    weights, share = start, 0.0
    torch.manual_seed(seed)
    for step, rows in enumerate(_batches(train, steps, batch), 1):
        loss = loss_of(network(data.rows(rows)), data.blind[rows], data.curve[rows].float()).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        schedule.step()
        keep = min(MEMORY, step / (step + 50))
        with torch.no_grad():
            torch._foreach_lerp_(list(mean.parameters()), list(network.parameters()), 1 - keep)
        if step in looks:
            now = _Look(mean, data, test)
            if not now.is_worse(best):
                best, weights, share = now, mean.weights(), step / steps
    return Fit(weights, look.quality(), best.quality(), share)


def _batches(rows: Tensor, steps: int, size: int) -> Iterator[Tensor]:
    """All rows in a new order, as often as needed, without what is left over at the end."""
    done = 0
    while done < steps:
        order = rows[torch.randperm(len(rows)).to(rows.device)]
        for part in torch.split(order[: len(rows) // size * size], size)[: steps - done]:
            done += 1
            yield part


class _Look:
    """At what a network says of some examples."""

    @torch.no_grad()
    def __init__(self, network: Network, data: Data, rows: Tensor) -> None:
        self.data, self.at = data, rows
        losses, predictions = [data.curve.new_zeros(0).float()], [data.curve.new_zeros(0).float()]
        network.eval()
        for part in torch.split(rows, PART):
            logits, blind = network(data.rows(part)), data.blind[part]
            losses.append(loss_of(logits, blind, curve_of(data.end[part])))
            predictions.append(win_chance(logits, blind))
        network.train()
        self.losses, self.predictions = torch.cat(losses), torch.cat(predictions)

    def is_worse(self, other: _Look) -> bool:
        """By more than the standard error over games."""
        _, game = torch.unique(self.data.game[self.at], return_inverse=True)
        worse = self.losses - other.losses
        by_game = torch.zeros_like(worse).index_add_(0, game, worse)
        return bool(by_game.sum() > by_game.square().sum().sqrt())

    def quality(self) -> Quality:
        if not len(self.at):
            return Quality(0, None, [], {})
        predicted = self.predictions.cpu().numpy()
        won = (self.data.end[self.at] == BLINDS).cpu().numpy()
        stake = self.data.stake[self.at].cpu().numpy()
        stakes = {int(s): _means(predicted, won, stake == s) for s in np.unique(stake)}
        return Quality(len(won), float(self.losses.mean()), _calibration(predicted, won), stakes)


def quality(network: Network, data: Data, rows: Tensor) -> Quality:
    """By what happened."""
    return _Look(network, data, rows).quality()


def _calibration(predicted: NDArray[np.float32], won: NDArray[np.bool_]) -> list[tuple[float, float, int]]:
    bins = [(predicted >= low) & (predicted < high) for low, high in itertools.pairwise(BINS)]
    return [_means(predicted, won, inside) for inside in bins if inside.any()]


def _means(
    predicted: NDArray[np.float32], won: NDArray[np.bool_], rows: NDArray[np.bool_]
) -> tuple[float, float, int]:
    return float(predicted[rows].mean()), float(won[rows].mean()), int(rows.sum())
