"""Fitting to advantages that were measured: what each choice won more or less in the same redrawn games.

The wanted policy is the network's own, tilted: a choice counts e times as much where it wins ``temperature``
more. What was measured badly counts less, and a choice that was not measured is taken to be worth what the
policy is worth; a decision without measurements stays as it is.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from jimbot.models.decisions import PRICE_SCALE, DecisionNet, Scores, best_of, load_net, log_softmax, row_sum
from jimbot.training.data.lessons import Lesson
from jimbot.training.imitation.fitting import Descent, Losses
from jimbot.training.imitation.outputs import Outputs
from jimbot.training.imitation.rows import PHASES, RowBatch, Rows
from jimbot.training.imitation.settings import ImproveSettings
from jimbot.training.results import value_loss

LEAST_SPREAD = 1e-3  # of true advantages: their standard deviation is taken to be this at least


def spreads(rows: Rows, which: Tensor) -> Tensor:
    """The variance of true advantages by phase: what varies beyond the errors of measuring."""
    found = torch.full((max(PHASES) + 1,), LEAST_SPREAD**2, device=which.device)
    sums = torch.zeros(len(found), device=which.device)
    counts = torch.zeros_like(sums)
    for batch in rows.batches(which, 4096):
        phase = batch.phase[batch.row]
        counted = batch.error > 0
        sums.index_add_(0, phase[counted], (batch.price**2 - batch.error**2)[counted])
        counts.index_add_(0, phase[counted], torch.ones_like(phase[counted], dtype=sums.dtype))
    return torch.maximum(found, sums / counts.clamp(min=1))


def advantages(batch: RowBatch, prior: Tensor, spread: Tensor) -> tuple[Tensor, Tensor]:
    """Of each choice, over the mean of the policy; and how much the measurement counts (0: none)."""
    there = ~torch.isnan(batch.price)
    variance = spread[batch.phase][batch.row]
    weight = torch.where(there, variance / (variance + torch.nan_to_num(batch.error) ** 2), 0.0)
    shrunk = torch.where(there, torch.nan_to_num(batch.price) * weight, 0.0)
    known = torch.where(there, prior.exp(), 0.0)
    mean = row_sum(known * shrunk, batch.row, len(batch)) / row_sum(known, batch.row, len(batch)).clamp(
        min=1e-9
    )
    return torch.where(there, shrunk - mean[batch.row], 0.0), weight


def fit(
    settings: ImproveSettings, start: Path, lessons: Sequence[Lesson], folder: Path, seed: int
) -> dict[str, float]:
    """The network that goes on from ``start``; what it gains by the measurements of seeds kept from it."""
    s = settings
    torch.manual_seed(seed)
    outputs = Outputs(folder, "improve", s, values=True)
    outputs.inherit(start)
    net, teacher = load_net(start, s.device)[0], load_net(start, s.device)[0]
    rows = Rows(lessons, net.shape, s.cores, s.device)
    outputs.data(str(folder), rows)
    ours, kept = rows.split()
    spread = spreads(rows, ours)
    descent = Descent(net, s, len(ours))
    draw = torch.Generator().manual_seed(seed)

    def loss_of(scores: Scores, batch: RowBatch) -> tuple[Tensor, Losses]:
        with torch.no_grad():
            prior = teacher(batch.seen).log_probabilities()
            gain, weight = advantages(batch, prior, spread)
            wanted = log_softmax(prior + gain / s.temperature, batch.row, len(batch))
            measured = row_sum(weight, batch.row, len(batch)) > 0
            counts = torch.where(measured, 1.0, s.anchor)
        log_p = scores.log_probabilities()
        apart = row_sum(wanted.exp() * (wanted - log_p), batch.row, len(batch))
        policy = (counts * apart).mean()
        value = value_loss(scores.clears, batch.blind, batch.end)
        price = price_loss(scores, batch, prior, gain, weight)
        return policy + s.vf_coef * value + s.price_coef * price, {
            "policy_loss": policy,
            "value_loss": value,
            "price_loss": price,
        }

    line: dict[str, float] = {}
    for _ in range(s.epochs):
        began = time.perf_counter()
        means = descent.epoch(rows.batches(ours, s.batch_size, draw), loss_of)
        line = {
            **means,
            "decisions_per_second": len(ours) / (time.perf_counter() - began),
            **gains(net, teacher, rows, kept),
        }
        outputs.epoch(line, net, score=len(outputs.summary()["epochs"]))  # the last one is kept
    outputs.conclude()
    return line


def price_loss(scores: Scores, batch: RowBatch, prior: Tensor, gain: Tensor, weight: Tensor) -> Tensor:
    """Prices, counted from the mean of the policy over what was measured."""
    known = torch.where(weight > 0, prior.exp(), 0.0)
    total = row_sum(known, batch.row, len(batch)).clamp(min=1e-9)
    mean = row_sum(known * scores.prices, batch.row, len(batch)) / total
    loss = functional.smooth_l1_loss(
        scores.prices - mean[batch.row], gain * PRICE_SCALE, reduction="none", beta=0.1
    )
    return (loss * weight).sum() / weight.sum().clamp(min=1)


@torch.no_grad()
def gains(net: DecisionNet, teacher: DecisionNet, rows: Rows, which: Tensor) -> dict[str, float]:
    """What its likeliest choices win more than the teacher's, by measurements that it was not fitted to: the
    mean over decisions in which both were measured, its standard error, and the share that it changed."""
    found = []
    for batch in rows.batches(which, 4096):
        first = batch.seen.first_choices()
        own, old = (first + best_of(one(batch.seen).logits, batch.row, len(batch)) for one in (net, teacher))
        gain = batch.price[own] - batch.price[old]
        found.append(gain[~torch.isnan(gain)])
    every = torch.cat(found) if found else torch.zeros(0)
    if len(every) < 2:
        return {}
    return {
        "gain": float(every.mean()),
        "gain_error": float(every.std()) / math.sqrt(len(every)),
        "changed": float((every != 0).float().mean()),
        "measured": float(len(every)),
    }
