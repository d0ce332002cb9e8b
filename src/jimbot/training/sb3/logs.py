"""Where the log of a run goes: a file of JSON lines, TensorBoard, Weights & Biases."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from stable_baselines3.common.logger import KVWriter, TensorBoardOutputFormat


class JsonLinesWriter(KVWriter):
    """One JSON object per line of the log."""

    def __init__(self, path: Path, timesteps: int) -> None:
        if path.exists():  # a run that goes on writes anew what came after its checkpoint
            lines = [line for line in path.read_text().splitlines() if _step_of(line) <= timesteps]
            path.write_text("".join(f"{line}\n" for line in lines))
        self.file = path.open("a")

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        values = {name: _plain(value) for name, value in key_values.items()}
        self.file.write(json.dumps({"timesteps": step, **values}) + "\n")
        self.file.flush()

    def close(self) -> None:
        self.file.close()


def _step_of(line: str) -> float:
    try:
        return float(json.loads(line)["timesteps"])
    except (ValueError, KeyError, TypeError):
        return math.inf  # a line that a kill has cut


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


class WandbWriter(KVWriter):
    """The log on Weights & Biases."""

    def __init__(self, run: Any) -> None:
        self.run = run

    def write(self, key_values: dict[str, Any], key_excluded: dict[str, Any], step: int = 0) -> None:
        self.run.log({name: _plain(value) for name, value in key_values.items()}, step=step)

    def close(self) -> None:
        self.run.finish()


def tensorboard_writer(folder: Path, timesteps: int) -> TensorBoardOutputFormat:
    writer = TensorBoardOutputFormat(str(folder / "tb_logs"))
    if timesteps:
        from torch.utils.tensorboard import SummaryWriter

        writer.writer.close()
        writer.writer = SummaryWriter(str(folder / "tb_logs"), purge_step=timesteps + 1)
    return writer
