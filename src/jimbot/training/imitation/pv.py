"""Cloning: one network learns what an expert does; with ``pv`` also what it thinks of alternatives, and how
runs end."""

from __future__ import annotations

import time

import torch
from torch import Tensor

from jimbot.game.records import percent
from jimbot.models.decisions import DecisionNet, Scores, Shape, load_net
from jimbot.training.data.dataset import open_lessons
from jimbot.training.imitation.fitting import Descent, Losses, imitation_loss, price_loss
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.outputs import Outputs, described
from jimbot.training.imitation.rows import RowBatch, Rows
from jimbot.training.imitation.settings import BcSettings, PvSettings
from jimbot.training.results import value_loss


def train(settings: BcSettings) -> dict[str, object]:
    """Fits, and keeps the epoch that agrees best with the expert on held-out seeds."""
    s = settings
    learns_values = isinstance(s, PvSettings)
    torch.manual_seed(s.seed)
    outputs = Outputs(s.out, "pv" if learns_values else "bc", s, learns_values)
    if s.model is not None:
        net = load_net(s.model, s.device)[0]
        outputs.inherit(s.model)
    else:
        net = DecisionNet(Shape(s.width, s.choice_width, s.redraws, s.rounds)).to(s.device)
    rows = Rows(open_lessons(s.train_jsonl), net.shape, s.cores, s.device)
    outputs.data(s.train_jsonl, rows)
    fit, kept = rows.split()
    descent = Descent(net, s, len(fit))
    draw = torch.Generator().manual_seed(s.seed)

    def loss_of(scores: Scores, batch: RowBatch) -> tuple[Tensor, Losses]:
        loss = imitation_loss(scores, batch, s.soft)
        if not isinstance(s, PvSettings):
            return loss, {"loss": loss}
        value, price = value_loss(scores.clears, batch.blind, batch.end), price_loss(scores, batch)
        whole = loss + s.vf_coef * value + s.price_coef * price
        return whole, {"loss": loss, "value_loss": value, "price_loss": price}

    for epoch in range(1, s.epochs + 1):
        began = time.perf_counter()
        means = descent.epoch(rows.batches(fit, s.batch_size, draw), loss_of)
        line = {
            "epoch": epoch,
            **means,
            "decisions_per_second": len(fit) / (time.perf_counter() - began),
            **measure(net, rows, kept if len(kept) else fit),
        }
        outputs.epoch(line, net, score=line["all"]["top1"])
        more = f", win chance off by {percent(line['value']['ece'])}" if learns_values else ""
        print(described(line) + more, flush=True)
    return outputs.conclude()
