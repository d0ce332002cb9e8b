"""Behaviour cloning: a network learns to decide as an expert did."""

from __future__ import annotations

import time

import torch

from jimbot.training.data.dataset import open_lessons
from jimbot.training.imitation.fitting import Descent, first_net
from jimbot.training.imitation.losses import imitation_loss
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.outputs import Outputs, told
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.settings import BcSettings


def train(settings: BcSettings) -> dict[str, object]:
    """Fits, and keeps the epoch that agrees best with the expert on held-out seeds."""
    torch.manual_seed(settings.seed)
    outputs = Outputs(settings.out_dir, "bc", settings)
    net = first_net(settings)
    rows = Rows(open_lessons(settings.train_jsonl), net.shape, settings.threads, settings.device)
    outputs.data(settings.train_jsonl, rows)
    fit, kept = rows.split()
    descent = Descent(net, settings, len(fit))
    draw = torch.Generator().manual_seed(settings.seed)
    for epoch in range(1, settings.epochs + 1):
        began, total = time.perf_counter(), 0.0
        net.train()
        for batch in rows.batches(fit, settings.batch_size, draw):
            loss = imitation_loss(net(batch.seen), batch, settings.soft)
            descent.step(loss)
            total += float(loss.detach()) * len(batch)
        net.eval()
        line = {
            "epoch": epoch,
            "loss": total / len(fit),
            "decisions_per_second": len(fit) / (time.perf_counter() - began),
            **measure(net, rows, kept if len(kept) else fit),
        }
        outputs.epoch(line, net, score=line["all"]["top1"])
        print(told(line), flush=True)
    return outputs.close()
