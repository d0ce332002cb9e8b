"""Distillation: a small, fast student learns what a teacher thinks of the alternatives."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, Scores, Shape, load_net, row_sum
from jimbot.training.data.dataset import open_lessons
from jimbot.training.data.lessons import Lesson
from jimbot.training.imitation.fitting import Descent, Losses, targets
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.outputs import Outputs, described
from jimbot.training.imitation.rows import RowBatch, Rows
from jimbot.training.imitation.settings import DistillSettings
from jimbot.training.online import online_text, play_online, play_tables


@torch.no_grad()
def taught_shares(
    teachers: Sequence[DecisionNet], lessons: Sequence[Lesson], threads: int, device: str
) -> Tensor:
    """What a student is shown: the mean share of each choice, in the order of rows. The choices are the same
    whatever else a network is shown."""
    found: list[Tensor] = []
    for net in teachers:
        rows = Rows(lessons, net.shape, threads, device)
        every = torch.arange(len(rows), device=device)
        parts = [net(batch.seen).log_probabilities().exp() for batch in rows.batches(every, 4096)]
        found.append(torch.cat(parts))
    return torch.stack(found).mean(0)


def top(shares: Tensor, row: Tensor, rows: int, k: int) -> Tensor:
    """Only the k largest of each row, adding up to 1."""
    order = torch.argsort(shares, descending=True, stable=True)
    order = order[torch.argsort(row[order], stable=True)]
    first = torch.searchsorted(row[order], torch.arange(rows, device=row.device))
    rank = torch.arange(len(order), device=row.device) - first[row[order]]
    kept = torch.zeros_like(shares)
    kept[order[rank < k]] = shares[order[rank < k]]
    return kept / row_sum(kept, row, rows)[row].clamp(min=1e-9)


def train(settings: DistillSettings) -> dict[str, Any]:
    s, threads = settings, settings.cores
    torch.manual_seed(s.seed)
    paths = [Path(text.strip()) for text in s.teacher.split(",") if text.strip()]
    teachers = [load_net(path, s.device)[0] for path in paths]
    outputs = Outputs(s.out, "distill", s)
    for path in paths:
        outputs.inherit(path)
    shape = Shape(s.width, s.choice_width, s.redraws, s.rounds)
    net = DecisionNet(shape).to(s.device)
    lessons = new = open_lessons(s.train_jsonl)
    shares = torch.zeros(0, device=s.device)
    fits = s.fits if teachers else 1
    for fit in range(1, fits + 1):
        rows = Rows(lessons, shape, threads, s.device)
        outputs.data(s.train_jsonl, rows)
        if teachers:
            shares = torch.cat([shares, taught_shares(teachers, new, threads, s.device)])
        _fit(s, net, rows, shares if teachers else None, outputs, fit)
        if fit < fits:
            seeds = seed_list(f"train-{s.games}@{s.first + (fit - 1) * s.games}")
            new = play_tables(net, seeds, s.deck, s.stake, threads, s.seed + fit)
            lessons = [*lessons, *new]
    valid = seed_list(f"valid-{s.valid}")
    online = play_online(net, valid, s.deck, s.stake, threads)
    outputs.extra["online"] = online
    print(online_text(online), flush=True)
    return outputs.conclude()


def _fit(
    settings: DistillSettings, net: DecisionNet, rows: Rows, shares: Tensor | None, outputs: Outputs, fit: int
) -> None:
    ours, kept = rows.split()
    if shares is None:
        ours = ours[rows.label[ours] >= 0]
    descent = Descent(net, settings, len(ours))
    draw = torch.Generator().manual_seed(settings.seed + fit)

    def loss_of(scores: Scores, batch: RowBatch) -> tuple[Tensor, Losses]:
        if shares is not None:
            taught = shares[rows.choices_of(batch.rows)[0]]
            wanted = top(taught, scores.row, len(batch), settings.top_k)
        else:
            wanted = targets(batch, scores.row, 1.0)
        loss = -(wanted * scores.log_probabilities()).sum() / len(batch)
        return loss, {"loss": loss}

    for epoch in range(1, settings.epochs + 1):
        began = time.perf_counter()
        means = descent.epoch(rows.batches(ours, settings.batch_size, draw), loss_of)
        line = {
            "epoch": (fit - 1) * settings.epochs + epoch,
            "fit": fit,
            **means,
            "decisions_per_second": len(ours) / (time.perf_counter() - began),
            **measure(net, rows, rows.labelled(kept if len(kept) else ours)),
        }
        outputs.epoch(line, net, score=line["epoch"])  # the last one is the best: it has seen the most games
        print(described(line), flush=True)
