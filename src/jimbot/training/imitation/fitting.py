"""How recipes fit a network of decisions: to an expert's choices and prices, one step after the other."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable

import torch
from torch import Tensor
from torch.nn import functional

from jimbot.models.decisions import PRICE_SCALE, DecisionNet, Scores, log_softmax, row_max, row_sum
from jimbot.training.imitation.rows import PHASES, RowBatch
from jimbot.training.imitation.settings import FittingSettings

LONGEST_GRADIENT = 1.0
RISING = 0.1  # share of the steps in which the learning rate rises
Losses = dict[str, Tensor]

# By how much prices must differ for an expert to be sure. Hands are priced by the chance to clear the blind,
# everything else by the chance to win.
TEMPERATURES = {"hand": 0.02, "shop": 0.006, "pack": 0.006, "blind": 0.006}
NOT_WEIGHED = 0.05  # a choice that an expert did not weigh is this much worse than the worst


def known_prices(batch: RowBatch, row: Tensor) -> tuple[Tensor, Tensor]:
    """Prices with what was not weighed filled in, and which decisions have prices for two choices or more."""
    there = ~torch.isnan(batch.price)
    worst = -row_max(torch.where(there, -batch.price, -torch.inf), row, len(batch))
    priced = row_sum(there.float(), row, len(batch)) >= 2
    filled = torch.where(there, batch.price, worst[row] - NOT_WEIGHED)
    return torch.where(priced[row], filled, 0.0), priced


def targets(batch: RowBatch, row: Tensor, soft: float) -> Tensor:
    """The share of each choice: the expert's own, mixed with what its prices leave open."""
    rows = len(batch)
    sure = torch.zeros(len(row), device=row.device)
    labelled = batch.label >= 0
    sure[(batch.seen.first_choices() + batch.label)[labelled]] = 1.0
    if soft == 0:
        return sure
    prices, priced = known_prices(batch, row)
    temperature = torch.tensor(
        [TEMPERATURES.get(PHASES.get(i, ""), 1.0) for i in range(6)], device=row.device
    )
    open_ = log_softmax(prices / temperature[batch.phase][row], row, rows).exp()
    share = torch.where(priced, soft, 0.0)[row]
    return (1 - share) * sure + share * open_


def imitation_loss(scores: Scores, batch: RowBatch, soft: float) -> Tensor:
    """Cross entropy; decisions whose expert choice is not among the choices do not count."""
    with torch.no_grad():
        wanted = targets(batch, scores.row, soft)
    per_row = -row_sum(wanted * scores.log_probabilities(), scores.row, len(batch))
    counted = (batch.label >= 0).float()
    return (per_row * counted).sum() / counted.sum().clamp(min=1)


def price_loss(scores: Scores, batch: RowBatch) -> Tensor:
    """Prices, counted from the best of the decision."""
    there = ~torch.isnan(batch.price)
    most = row_max(torch.where(there, batch.price, -torch.inf), scores.row, len(batch))
    wanted = torch.where(there, batch.price - most[scores.row], 0.0)
    loss = functional.smooth_l1_loss(scores.prices, wanted * PRICE_SCALE, reduction="none", beta=0.1)
    return (loss * there).sum() / there.sum().clamp(min=1)


class Descent:
    """AdamW. With the number of decisions of an epoch, the learning rate goes up and down once."""

    def __init__(self, net: DecisionNet, settings: FittingSettings, decisions: int | None = None) -> None:
        self._net = net
        rate = settings.learning_rate
        self._optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=settings.weight_decay)
        self._schedule = None
        if decisions is not None:
            steps = max(2, settings.epochs * math.ceil(decisions / settings.batch_size))
            self._schedule = torch.optim.lr_scheduler.OneCycleLR(
                self._optimizer, rate, total_steps=steps, pct_start=max(RISING, 1.5 / steps)
            )

    def step(self, loss: Tensor) -> None:
        self._optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), LONGEST_GRADIENT)
        self._optimizer.step()
        if self._schedule is not None:
            self._schedule.step()

    def epoch(
        self, batches: Iterable[RowBatch], loss_of: Callable[[Scores, RowBatch], tuple[Tensor, Losses]]
    ) -> dict[str, float]:
        """Fits to all of them once. ``loss_of`` gives the loss, and figures whose means are returned."""
        sums: dict[str, float] = defaultdict(float)
        count = 0
        self._net.train()
        for batch in batches:
            loss, losses = loss_of(self._net(batch.seen), batch)
            self.step(loss)
            count += len(batch)
            for name, value in losses.items():
                sums[name] += float(value.detach()) * len(batch)
        self._net.eval()
        return {name: total / count for name, total in sums.items()}
