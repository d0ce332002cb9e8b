"""The result of a run, as networks of decisions learn and expect it."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from jimbot.models.decisions import BLINDS, win_chance


def value_loss(clears: Tensor, blind: Tensor, end: Tensor) -> Tensor:
    """Every blind from the present one to the last one reached was cleared, but the one that was lost."""
    number = torch.arange(BLINDS, device=clears.device)
    reached = (number >= blind[:, None]) & (number <= end[:, None])
    cleared = (number < end[:, None]).float()
    loss = functional.binary_cross_entropy_with_logits(clears, cleared, reduction="none")
    return (loss * reached).sum() / reached.sum().clamp(min=1)


def expected_result(clears: Tensor, blind: Tensor, win_share: float = 0.5) -> Tensor:
    """``win_share`` for a win, the rest for the share of the 24 blinds that is passed."""
    ahead = torch.arange(BLINDS, device=clears.device) >= blind[:, None]
    probabilities = torch.where(ahead, clears.sigmoid(), 1.0).cumprod(1)
    passed = blind + torch.where(ahead, probabilities, 0.0).sum(1)
    return win_share * win_chance(clears, blind) + (1 - win_share) * passed / BLINDS
