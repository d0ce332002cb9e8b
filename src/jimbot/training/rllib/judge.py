"""A checkpoint judged: whole games on validation seeds that did not choose it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jimbot.evaluation import Record, evaluate
from jimbot.runs.machine import cores
from jimbot.training.rllib.games import Games
from jimbot.training.rllib.policy import about_file

FIRST_SEED = 100_000  # validation seeds before it are those of evaluations during training


def judged(checkpoint: Path, games: int, workers: int | None = None) -> tuple[dict[str, Any], list[Record]]:
    """Figures with their intervals, and the games."""
    start = Games.of(about_file(checkpoint).settings["env_config"]).start
    found = evaluate(
        f"policy:checkpoint={checkpoint}",
        seeds=f"valid-{games}@{FIRST_SEED}",
        deck=start.deck,
        stake=str(start.stake),
        workers=workers or cores(),
    )
    return found.summary, list(found.records)
