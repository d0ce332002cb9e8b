"""Policy and value: one network learns what an expert does, what it thinks of alternatives, how runs end."""

from __future__ import annotations

import time

import torch

from jimbot.game.records import percent
from jimbot.training.data.dataset import open_lessons
from jimbot.training.imitation.fitting import Descent, first_net
from jimbot.training.imitation.losses import imitation_loss, price_loss, value_loss
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.outputs import Outputs, told
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.settings import PvSettings


def train(settings: PvSettings) -> dict[str, object]:
    """Fits, and keeps the epoch that agrees best with the expert on held-out seeds."""
    torch.manual_seed(settings.seed)
    outputs = Outputs(settings.out_dir, "pv", settings)
    net = first_net(settings)
    rows = Rows(open_lessons(settings.train_jsonl), net.shape, settings.threads, settings.device)
    outputs.data(settings.train_jsonl, rows)
    fit, kept = rows.split()
    descent = Descent(net, settings, len(fit))
    draw = torch.Generator().manual_seed(settings.seed)
    for epoch in range(1, settings.epochs + 1):
        began, totals = time.perf_counter(), [0.0, 0.0, 0.0]
        net.train()
        for batch in rows.batches(fit, settings.batch_size, draw):
            scores = net(batch.seen)
            losses = (
                imitation_loss(scores, batch, settings.soft),
                value_loss(scores.clears, batch.blind, batch.end),
                price_loss(scores, batch),
            )
            descent.step(losses[0] + settings.value_weight * losses[1] + settings.price_weight * losses[2])
            totals = [t + float(one.detach()) * len(batch) for t, one in zip(totals, losses, strict=True)]
        net.eval()
        line = {
            "epoch": epoch,
            "loss": totals[0] / len(fit),
            "value_loss": totals[1] / len(fit),
            "price_loss": totals[2] / len(fit),
            "decisions_per_second": len(fit) / (time.perf_counter() - began),
            **measure(net, rows, kept if len(kept) else fit),
        }
        outputs.epoch(line, net, score=line["all"]["top1"])
        print(told(line) + f", win chance off by {percent(line['value']['ece'])}", flush=True)
    return outputs.close()
