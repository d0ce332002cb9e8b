"""Distillation: a small, fast student learns what a teacher thinks of the alternatives."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, Shape, load_net, row_sum
from jimbot.training.data.dataset import open_lessons
from jimbot.training.data.lessons import Lesson
from jimbot.training.imitation.fitting import Descent
from jimbot.training.imitation.losses import targets
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.online import play_online, told_online
from jimbot.training.imitation.outputs import Outputs, told
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.settings import DistillSettings
from jimbot.training.imitation.tables import play_tables


class Teacher:
    """What a student is shown: shares of all choices, in the order of rows."""

    def __init__(self, paths: Sequence[Path], device: str) -> None:
        self.nets = [load_net(path, device)[0] for path in paths]

    @torch.no_grad()
    def shares(self, lessons: Sequence[Lesson], threads: int, device: str) -> Tensor:
        """The mean of the networks. The choices are the same whatever else a network is shown."""
        sums: list[Tensor] = []
        for net in self.nets:
            rows = Rows(lessons, net.shape, threads, device)
            every = torch.arange(len(rows), device=device)
            parts = [net(batch.seen).log_probabilities().exp() for batch in rows.batches(every, 4096)]
            sums.append(torch.cat(parts))
        return torch.stack(sums).mean(0)


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
    torch.manual_seed(settings.seed)
    threads = settings.threads
    paths = [Path(text.strip()) for text in settings.teacher.split(",") if text.strip()]
    teacher = Teacher(paths, settings.device) if paths else None
    outputs = Outputs(settings.out_dir, "distill", settings)
    shape = Shape(settings.width, settings.hidden, settings.redraws, settings.rounds)
    net = DecisionNet(shape).to(settings.device)
    lessons = new = open_lessons(settings.train_jsonl)
    shares = torch.zeros(0, device=settings.device)
    fits = settings.fits if teacher is not None else 1
    for fit in range(1, fits + 1):
        rows = Rows(lessons, shape, threads, settings.device)
        outputs.data(settings.train_jsonl, rows)
        if teacher is not None:
            shares = torch.cat([shares, teacher.shares(new, threads, settings.device)])
        _fit(settings, net, rows, shares if teacher is not None else None, outputs, fit)
        if fit < fits:
            seeds = seed_list(f"train-{settings.games}@{settings.first + (fit - 1) * settings.games}")
            new = play_tables(
                net,
                seeds,
                settings.deck,
                settings.stake,
                threads,
                settings.seed + fit,
                device=settings.device,
            )
            lessons = [*lessons, *new]
    valid = seed_list(f"valid-{settings.valid}")
    online = play_online(net, valid, settings.deck, settings.stake, threads, settings.device)
    outputs.extra["online"] = online
    print(told_online(online), flush=True)
    return outputs.close()


def _fit(
    settings: DistillSettings, net: DecisionNet, rows: Rows, shares: Tensor | None, outputs: Outputs, fit: int
) -> None:
    ours, kept = rows.split()
    if shares is None:
        ours = ours[rows.label[ours] >= 0]
    descent = Descent(net, settings, len(ours))
    draw = torch.Generator().manual_seed(settings.seed + fit)
    for epoch in range(1, settings.epochs + 1):
        began, total = time.perf_counter(), 0.0
        net.train()
        order = ours[torch.randperm(len(ours), generator=draw).to(ours.device)]
        for some in torch.split(order, settings.batch_size):
            batch = rows.take(some)
            scores = net(batch.seen)
            if shares is not None:
                told_by_teacher = shares[rows.choices_of(some)[0]]
                wanted = top(told_by_teacher, scores.row, len(batch), settings.top_k)
            else:
                wanted = targets(batch, scores.row, 1.0)
            loss = -(wanted * scores.log_probabilities()).sum() / len(batch)
            descent.step(loss)
            total += float(loss.detach()) * len(batch)
        net.eval()
        line = {
            "epoch": (fit - 1) * settings.epochs + epoch,
            "fit": fit,
            "loss": total / len(ours),
            "decisions_per_second": len(ours) / (time.perf_counter() - began),
            **measure(net, rows, rows.labelled(kept if len(kept) else ours)),
        }
        outputs.epoch(line, net, score=line["epoch"])  # the last one is the best: it has seen the most games
        print(told(line), flush=True)
