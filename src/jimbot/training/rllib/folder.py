"""The folder of a training on RLlib: manifest, metrics, checkpoints."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from jimbot.runs import RunFolder, whole_lines
from jimbot.runs.checkpoints import CheckpointManager
from jimbot.runs.machine import write_whole

MODEL = "model.safetensors"  # of a checkpoint
BEST = "best_model.pt"
FINAL = "rllib_final.safetensors"  # the best policy of a run that is over
METRICS = "metrics.jsonl"
KEEP = 2  # newest checkpoints


class TrainingFolder(RunFolder):
    """Open for one training at a time; one with the same settings goes on from its last checkpoint."""

    what = "training"
    kept = "trainings"
    format = "jimbot-rllib-1"
    distinct_by = ("checkpoint", "init_from")

    def open(self) -> None:
        self.checkpoints = CheckpointManager(self.path / "checkpoints", keep=KEEP)

    def lines(self) -> list[dict[str, Any]]:
        return self.metrics(self.path)

    @staticmethod
    def metrics(path: Path) -> list[dict[str, Any]]:
        """One entry per iteration of the training in a folder."""
        return [json.loads(line) for line in whole_lines(path / METRICS)]

    def take_back(self, iteration: int, extra: list[dict[str, Any]] | None = None) -> None:
        """Forgets what lies beyond an iteration: it is made anew. ``extra`` lines go first, where there are
        none: those of the training that this one goes on with."""
        lines = [line for line in self.lines() or (extra or []) if line["iteration"] <= iteration]
        write_whole(self.path / METRICS, "".join(json.dumps(line) + "\n" for line in lines))

    def add(self, line: dict[str, Any]) -> None:
        with (self.path / METRICS).open("a") as file:
            file.write(json.dumps(line) + "\n")


def publish_best(model: bytes, train_seeds: list[str], run: Path, place: Path) -> str | None:
    """``best_model.pt`` of the newest training, where the document looks for it; with a manifest beside it,
    as the evaluator wants. Returns the run whose model lay there before, if it was another one."""
    place.mkdir(parents=True, exist_ok=True)
    about = place / f"{Path(BEST).stem}.json"
    before = None
    if about.exists():
        before = json.loads(about.read_text()).get("run")
    write_whole(place / BEST, model)
    write_whole(about, json.dumps({"run": os.fspath(run), "train_seeds": train_seeds}, indent=2) + "\n")
    return before if before != os.fspath(run) else None
