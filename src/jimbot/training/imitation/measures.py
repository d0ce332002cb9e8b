"""How well a network of decisions agrees with an expert, offline: by phase, against chance, in prices."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import torch
from torch import Tensor

from jimbot.evaluation.calibration import calibration
from jimbot.models.decisions import DecisionNet, Scores, best_of, row_max, row_sum, win_chance
from jimbot.training.imitation.fitting import known_prices
from jimbot.training.imitation.rows import PHASES, RowBatch, Rows


@torch.no_grad()
def measure(net: DecisionNet, rows: Rows, which: Tensor, size: int = 4096) -> dict[str, Any]:
    """Metrics over these rows. A decision whose expert choice is not among the choices counts as missed."""
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    predicted, happened = [], []
    for batch in rows.batches(which, size):
        scores = net(batch.seen)
        facts = row_facts(scores, batch)
        for number, name in PHASES.items():
            here = batch.phase == number
            for fact, (value, counted) in facts.items():
                sums[name][fact] += float(value[here & counted].sum())
                sums[name][f"{fact} n"] += float((here & counted).sum())
        predicted.append(win_chance(scores.clears, batch.blind))
        happened.append((batch.end == 24).float())
    out: dict[str, Any] = {}
    for name, found in sums.items():
        n = int(found["top1 n"])
        if n == 0:
            continue
        part = {fact: found[fact] / found[f"{fact} n"] for fact in facts if found[f"{fact} n"]}
        out[name] = {"n": n, **part, "top3_lift": part["top3"] - part["random_top3"]}
    out["all"] = _all(sums, facts)
    out["value"] = calibration(torch.cat(predicted).cpu(), torch.cat(happened).cpu())
    return out


def _all(sums: dict[str, dict[str, float]], facts: dict[str, Any]) -> dict[str, Any]:
    total = {fact: sum(found[fact] for found in sums.values()) for fact in facts}
    count = {fact: sum(found[f"{fact} n"] for found in sums.values()) for fact in facts}
    return {"n": int(count["top1"])} | {fact: total[fact] / count[fact] for fact in facts if count[fact]}


def row_facts(scores: Scores, batch: RowBatch) -> dict[str, tuple[Tensor, Tensor]]:
    """Of each decision: a number, and whether it counts."""
    rows, row = len(batch), scores.row
    labelled = batch.label >= 0
    every = torch.ones(rows, dtype=torch.bool, device=row.device)
    counts = torch.diff(batch.seen.row_end, prepend=batch.seen.row_end.new_zeros(1)).float()
    at = (batch.seen.first_choices() + batch.label.clamp(min=0)).clamp(max=len(row) - 1)
    better = row_sum((scores.logits > scores.logits[at][row]).float(), row, rows)
    prices, priced = known_prices(batch, row)
    choice = batch.seen.first_choices() + best_of(scores.logits, row, rows)
    chosen = prices[choice]
    best = row_max(prices, row, rows)
    return {
        "top1": (((better == 0) & labelled).float(), every),
        "top3": (((better < 3) & labelled).float(), every),
        "illegal_rate": ((batch.legal[choice] == 0).float(), every),
        "covered": (labelled.float(), every),
        "random_top1": (1 / counts, every),
        "random_top3": ((3 / counts).clamp(max=1), every),
        "choices": (counts, every),
        "regret": (best - chosen, priced),
        "random_regret": (best - row_sum(prices, row, rows) / counts, priced),
    }
