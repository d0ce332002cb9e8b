"""The folder of a training that keeps checkpoints and a line of metrics per iteration."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from jimbot.runs import RunFolder, whole_lines
from jimbot.runs.checkpoints import CheckpointManager
from jimbot.runs.machine import write_whole

METRICS = "metrics.jsonl"
KEEP = 2  # newest checkpoints


class TrainingFolder(RunFolder):
    """Open for one training at a time; one with the same settings goes on from its last checkpoint."""

    what = "training"
    kept = "trainings"
    counts: ClassVar[str]  # the number of a line

    def open(self) -> None:
        self.checkpoints = CheckpointManager(self.path / "checkpoints", keep=KEEP)

    def lines(self) -> list[dict[str, Any]]:
        return metrics_of(self.path)

    def take_back(self, number: int, earlier: Sequence[dict[str, Any]] = ()) -> None:
        """Forgets what lies beyond this line: it is made again. Where there are none, those of an ``earlier``
        training that this one goes on with come first."""
        lines = [line for line in self.lines() or earlier if line[self.counts] <= number]
        write_whole(self.path / METRICS, "".join(json.dumps(line) + "\n" for line in lines))

    def add(self, line: dict[str, Any]) -> None:
        with (self.path / METRICS).open("a") as file:
            file.write(json.dumps(line) + "\n")


def metrics_of(path: Path) -> list[dict[str, Any]]:
    """The lines of the training in a folder."""
    return [json.loads(line) for line in whole_lines(path / METRICS)]
