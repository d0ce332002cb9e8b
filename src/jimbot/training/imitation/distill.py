"""Distillation: a small, fast student learns what a teacher thinks of the alternatives.

The teacher is one network or several (their mean), of which the ``top_k`` most likely choices count; without
one, it is the expert's own prices in the data (from ``search``, for example). Between fits the student plays
seeds of its own, and a teacher of networks says there what it would have done.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from jimbot.data.dataset import open_lessons
from jimbot.data.lessons import Lesson
from jimbot.machine import cores
from jimbot.models.decisions import DecisionNet, Shape, load_net, row_sum
from jimbot.runs.arguments import option, read_arguments
from jimbot.runs.programs import runs_as_program
from jimbot.seeds import seed_list
from jimbot.training.imitation.losses import targets
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.online import play_online, told_online
from jimbot.training.imitation.outputs import Outputs, told
from jimbot.training.imitation.rows import Rows
from jimbot.training.imitation.tables import play_tables

EXAMPLE = "--train-jsonl runs/games --teacher runs/bc/best.pt --out-dir runs/student"


@dataclass(frozen=True)
class Settings:
    train_jsonl: Path = option(help="games whose positions are learned from", also=("--data",))
    out_dir: Path = option(help="folder for best.pt, last.pt, train_metrics.json, config.json, tb_logs")
    teacher: str = option("", "networks, separated by commas; none: the prices in the data")
    top_k: int = option(5, "choices of the teacher that count")
    fits: int = option(2, "with games of the student between them, if the teacher is a network")
    games: int = option(256, "that the student plays between two fits")
    first: int = option(700_000, "number of the first train seed of those")
    epochs: int = option(4, "of each fit")
    batch_size: int = option(512, "decisions per step")
    learning_rate: float = option(3e-3, "highest learning rate; it falls to 0", also=("--lr",))
    width: int = option(64, "units of a position")
    hidden: int = option(32, "units behind each choice")
    redraws: int = option(0, "of the cards to come, told with each play and discard")
    rounds: int = option(0, "played to tell what each purchase makes of the build")
    valid: int = option(200, "validation seeds played at the end")
    deck: str = option("red", "deck")
    stake: str = option("white", "stake")
    seed: int = option(0, "of everything drawn here")
    workers: int = option(0, "threads; 0: all cores")
    device: str = option("cpu", "cpu or cuda")


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


def train(settings: Settings) -> dict[str, Any]:
    torch.manual_seed(settings.seed)
    threads = settings.workers or cores()
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
    settings: Settings, net: DecisionNet, rows: Rows, shares: Tensor | None, outputs: Outputs, fit: int
) -> None:
    ours, kept = rows.split()
    if shares is None:
        ours = ours[rows.label[ours] >= 0]
    optimizer = torch.optim.AdamW(net.parameters(), lr=settings.learning_rate, weight_decay=1e-4)
    steps = settings.epochs * math.ceil(len(ours) / settings.batch_size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.learning_rate, total_steps=max(2, steps), pct_start=0.1
    )
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
            optimizer.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
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


def main(arguments: Sequence[str] | None = None, program: str = "train_distill.py") -> None:
    with runs_as_program(program):
        train(read_arguments(Settings, arguments, program, __doc__ or "", EXAMPLE))


if __name__ == "__main__":
    main(program="python -m jimbot.training.imitation.distill")
