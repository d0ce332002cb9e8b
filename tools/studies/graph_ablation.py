"""Do the graph's embeddings help a learner? BalatroNet clones the heuristic agent with and without them.

Only moves between rounds count: there jokers are chosen. The loss on held-out games is compared seed by seed:
without knowledge, with numbers that are learned along, and with the graph's.
`python tools/studies/graph_ablation.py --games 120 --seeds 3 --out runs/ablation.json`
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from jimbot.envs.spec import MASK, MOVES
from jimbot.models.balatro_net import BalatroNet, NetShape, read_knowledge
from jimbot.training.sb3.collecting import TrajectoryCollector

KINDS = ("none", "learned", "graph")
DIM, HIDDEN, ENTITY = 128, 64, 16
FIRST = 800_000_000  # train seed: neither the judge nor the graph's measurements have seen it
HELD_OUT = 0.25
BATCH, RATE = 256, 1e-3
Rows = dict[str, torch.Tensor]


def demonstrations(games: int) -> tuple[Rows, torch.Tensor, torch.Tensor]:
    """Observations and moves in shops and packs, and the game of each."""
    played = TrajectoryCollector("heuristic", first_seed=FIRST).collect(games)
    first_card = next(block.first for block in MOVES if block.name == "select")
    tables: dict[str, list[Any]] = {}
    moves, numbers = [], []
    for number, game in enumerate(played):
        seen: Any = game.observations
        masks = seen[MASK][:-1]
        kept = np.flatnonzero((masks[:, first_card] == 0) & (masks.sum(1) > 1))
        for name, values in seen.items():
            tables.setdefault(name, []).append(values[:-1][kept])
        moves.append(game.actions[kept])
        numbers.append(np.full(len(kept), number))
    rows = {name: torch.from_numpy(np.concatenate(parts)) for name, parts in tables.items()}
    return rows, torch.from_numpy(np.concatenate(moves)), torch.from_numpy(np.concatenate(numbers))


def clone(
    kind: str, seed: int, epochs: int, rows: Rows, moves: torch.Tensor, held: torch.Tensor
) -> list[float]:
    """Loss on held-out games after each epoch."""
    torch.manual_seed(seed)
    dim = 0 if kind == "none" else DIM
    given = read_knowledge("graph", DIM) if kind == "graph" else None
    net = BalatroNet(NetShape(HIDDEN, ENTITY, dim, kind == "graph"), given)
    optimizer = torch.optim.Adam([p for p in net.parameters() if p.requires_grad], lr=RATE)
    train, test = (~held).nonzero()[:, 0], held.nonzero()[:, 0]
    losses = []
    for _ in range(epochs):
        net.train()
        for part in train[torch.randperm(len(train))].split(BATCH):
            scores, _ = net({name: values[part] for name, values in rows.items()})
            optimizer.zero_grad()
            functional.cross_entropy(scores, moves[part]).backward()
            optimizer.step()
        net.eval()
        with torch.no_grad():
            total = sum(
                float(
                    functional.cross_entropy(
                        net({name: values[part] for name, values in rows.items()})[0],
                        moves[part],
                        reduction="sum",
                    )
                )
                for part in test.split(1024)
            )
        losses.append(total / len(test))
    return losses


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    rows, moves, games = demonstrations(given.games)
    print(f"{given.games} games, {len(moves)} moves", flush=True)
    best: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for seed in range(given.seeds):
        order = np.random.default_rng(seed).permutation(given.games)
        held = torch.from_numpy(np.isin(games.numpy(), order[: round(HELD_OUT * given.games)]))
        for kind in KINDS:
            losses = clone(kind, seed, given.epochs, rows, moves, held)
            best[kind].append(min(losses))
            print(f"seed {seed} {kind}: {' '.join(f'{loss:.4f}' for loss in losses)}", flush=True)
    for kind in KINDS[1:]:
        change = np.array(best[kind]) - np.array(best["none"])
        error = change.std(ddof=1) / math.sqrt(len(change)) if len(change) > 1 else math.nan
        print(f"{kind} - none: {change.mean():+.4f}, standard error {error:.4f}, {len(change)} seeds")
    if given.out is not None:
        given.out.write_text(json.dumps(best, indent=2))


if __name__ == "__main__":
    main()
