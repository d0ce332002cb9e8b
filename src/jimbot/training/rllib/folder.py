"""The folder of a training on RLlib: manifest, metrics, checkpoints."""

from __future__ import annotations

import json
import os
from pathlib import Path

from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json
from jimbot.training.folder import TrainingFolder

MODEL = "model.safetensors"  # of a checkpoint
BEST = "best_model.pt"
FINAL = "rllib_final.safetensors"  # the best policy of a run that is over


class RLlibFolder(TrainingFolder):
    format = "jimbot-rllib-1"
    distinct_by = ("checkpoint", "init_from")
    counts = "iteration"


def publish_best(model: bytes, train_seeds: list[str], run: Path, place: Path) -> str | None:
    """``best_model.pt`` of the newest training, where the document looks for it; with a manifest beside it,
    as the evaluator wants. Returns the run whose model lay there before, if it was another one."""
    place.mkdir(parents=True, exist_ok=True)
    about = place / f"{Path(BEST).stem}.json"
    before = None
    if about.exists():
        before = read_json(about).get("run")
    write_whole(place / BEST, model)
    write_whole(about, json.dumps({"run": os.fspath(run), "train_seeds": train_seeds}, indent=2) + "\n")
    return before if before != os.fspath(run) else None
