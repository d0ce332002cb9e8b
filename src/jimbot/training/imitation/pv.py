"""Policy and value: one network learns what an expert does, what it thinks of alternatives, how runs end.

The policy is fitted to the expert's choices, the prices to what it weighed, the value (the chance to clear
each blind that is still to come) to what became of the run.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from jimbot.data.dataset import open_lessons
from jimbot.machine import cores
from jimbot.models.decisions import DecisionNet, Shape, load_net
from jimbot.runs.arguments import option, read_arguments
from jimbot.runs.programs import runs_as_program
from jimbot.training.imitation.losses import imitation_loss, price_loss, value_loss
from jimbot.training.imitation.measures import measure
from jimbot.training.imitation.outputs import Outputs, told
from jimbot.training.imitation.rows import Rows

EXAMPLE = "--train-jsonl runs/games --out-dir runs/pv"


@dataclass(frozen=True)
class Settings:
    train_jsonl: Path = option(
        help="expert games: records (.jsonl, .jsonl.zst), a shard or a folder of shards", also=("--data",)
    )
    out_dir: Path = option(help="folder for best.pt, last.pt, train_metrics.json, config.json, tb_logs")
    epochs: int = option(8, "times that every decision is seen")
    batch_size: int = option(512, "decisions per step")
    learning_rate: float = option(2e-3, "highest learning rate; it falls to 0", also=("--lr",))
    weight_decay: float = option(1e-4, "of AdamW")
    soft: float = option(0.5, "0: only the expert's choice counts; 1: only its prices do")
    value_weight: float = option(0.5, "of the results of runs")
    price_weight: float = option(0.5, "of the expert's prices")
    width: int = option(192, "units of a position")
    hidden: int = option(64, "units behind each choice")
    redraws: int = option(4, "of the cards to come, told with each play and discard")
    rounds: int = option(0, "played to tell what each purchase makes of the build; 0: not told")
    start: Path | None = option(None, "network to begin with; its shape counts then")
    seed: int = option(0, "of everything drawn here")
    workers: int = option(0, "threads; 0: all cores")
    device: str = option("cpu", "cpu or cuda")


def train(settings: Settings) -> dict[str, object]:
    """Fits, and keeps the epoch that agrees best with the expert on held-out seeds."""
    torch.manual_seed(settings.seed)
    threads = settings.workers or cores()
    outputs = Outputs(settings.out_dir, "pv", settings)
    if settings.start is not None:
        net, _ = load_net(settings.start, settings.device)
    else:
        shape = Shape(settings.width, settings.hidden, settings.redraws, settings.rounds)
        net = DecisionNet(shape).to(settings.device)
    rows = Rows(open_lessons(settings.train_jsonl), net.shape, threads, settings.device)
    outputs.data(settings.train_jsonl, rows)
    fit, kept = rows.split()
    optimizer = torch.optim.AdamW(
        net.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )
    steps = settings.epochs * math.ceil(len(fit) / settings.batch_size)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.learning_rate, total_steps=max(2, steps), pct_start=0.1
    )
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
            loss = losses[0] + settings.value_weight * losses[1] + settings.price_weight * losses[2]
            optimizer.zero_grad(set_to_none=True)
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimizer.step()
            schedule.step()
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
        print(told(line) + f", win chance off by {line['value']['ece']:.1%}", flush=True)
    return outputs.close()


def main(arguments: Sequence[str] | None = None, program: str = "train_pv.py") -> None:
    with runs_as_program(program):
        train(read_arguments(Settings, arguments, program, __doc__ or "", EXAMPLE))


if __name__ == "__main__":
    main(program="python -m jimbot.training.imitation.pv")
