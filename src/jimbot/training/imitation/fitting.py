"""How recipes fit a network: where it comes from, and one step after the other."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from jimbot.models.decisions import DecisionNet, Shape, load_net
from jimbot.training.imitation.settings import BcSettings, Fitting

LONGEST_GRADIENT = 1.0
RISING = 0.1  # share of the steps in which the learning rate rises


def first_net(settings: BcSettings) -> DecisionNet:
    """A new network, or the one to begin with."""
    if settings.start is not None:
        return load_net(settings.start, settings.device)[0]
    shape = Shape(settings.width, settings.hidden, settings.redraws, settings.rounds)
    return DecisionNet(shape).to(settings.device)


class Descent:
    """AdamW. If it is told how many decisions an epoch has, the learning rate goes up and down once."""

    def __init__(self, net: DecisionNet, settings: Fitting, decisions: int | None = None) -> None:
        self._net = net
        rate = settings.learning_rate
        self._optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=settings.weight_decay)
        self._schedule = None
        if decisions is not None:
            steps = settings.epochs * math.ceil(decisions / settings.batch_size)
            self._schedule = torch.optim.lr_scheduler.OneCycleLR(
                self._optimizer, rate, total_steps=max(2, steps), pct_start=RISING
            )

    def step(self, loss: Tensor) -> None:
        self._optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), LONGEST_GRADIENT)
        self._optimizer.step()
        if self._schedule is not None:
            self._schedule.step()
