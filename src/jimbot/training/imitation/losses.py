"""What a network of decisions is fitted to: choices, prices, results."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from jimbot.models.decisions import BLINDS, PRICE_SCALE, Scores, log_softmax, row_max, row_sum
from jimbot.training.imitation.rows import PHASES, Batch

# By how much prices must differ for an expert to be sure. Hands are priced by the chance to clear the blind,
# everything else by the chance to win.
DOUBT = {"hand": 0.02, "shop": 0.006, "pack": 0.006, "blind": 0.006}
NOT_WEIGHED = 0.05  # a choice that an expert did not even weigh counts as so much worse than the worst


def first_choices(batch: Batch) -> Tensor:
    """Where the choices of each decision begin."""
    return functional.pad(batch.seen.row_end[:-1], (1, 0))


def known_prices(batch: Batch, row: Tensor) -> tuple[Tensor, Tensor]:
    """Prices with what was not weighed filled in, and which decisions have prices of two choices or more."""
    there = ~torch.isnan(batch.price)
    worst = -row_max(torch.where(there, -batch.price, -torch.inf), row, len(batch))
    priced = row_sum(there.float(), row, len(batch)) >= 2
    filled = torch.where(there, batch.price, worst[row] - NOT_WEIGHED)
    return torch.where(priced[row], filled, 0.0), priced


def targets(batch: Batch, row: Tensor, soft: float) -> Tensor:
    """The share of each choice: the expert's own, mixed with what its prices leave open."""
    rows = len(batch)
    sure = torch.zeros(len(row), device=row.device)
    labelled = batch.label >= 0
    sure[(first_choices(batch) + batch.label)[labelled]] = 1.0
    if soft == 0:
        return sure
    prices, priced = known_prices(batch, row)
    doubt = torch.tensor([DOUBT.get(PHASES.get(i, ""), 1.0) for i in range(6)], device=row.device)
    open_ = log_softmax(prices / doubt[batch.phase][row], row, rows).exp()
    share = torch.where(priced, soft, 0.0)[row]
    return (1 - share) * sure + share * open_


def imitation_loss(scores: Scores, batch: Batch, soft: float) -> Tensor:
    """Cross entropy; decisions whose expert choice is not among the choices do not count."""
    with torch.no_grad():
        wanted = targets(batch, scores.row, soft)
    per_row = -row_sum(wanted * scores.log_probabilities(), scores.row, len(batch))
    counted = (batch.label >= 0).float()
    return (per_row * counted).sum() / counted.sum().clamp(min=1)


def value_loss(clears: Tensor, blind: Tensor, end: Tensor) -> Tensor:
    """Every blind from the present one to the last one reached was cleared, but the one that was lost."""
    number = torch.arange(BLINDS, device=clears.device)
    reached = (number >= blind[:, None]) & (number <= end[:, None])
    cleared = (number < end[:, None]).float()
    loss = functional.binary_cross_entropy_with_logits(clears, cleared, reduction="none")
    return (loss * reached).sum() / reached.sum().clamp(min=1)


def price_loss(scores: Scores, batch: Batch) -> Tensor:
    """Prices, counted from the best of the decision."""
    there = ~torch.isnan(batch.price)
    most = row_max(torch.where(there, batch.price, -torch.inf), scores.row, len(batch))
    wanted = torch.where(there, batch.price - most[scores.row], 0.0)
    loss = functional.smooth_l1_loss(scores.prices, wanted * PRICE_SCALE, reduction="none", beta=0.1)
    return (loss * there).sum() / there.sum().clamp(min=1)
