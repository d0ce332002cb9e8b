"""Where a training shows its progress: telemetry, events, TensorBoard, Weights & Biases."""

from __future__ import annotations

import logging
import math
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jimbot.evaluation.events import switch
from jimbot.runs import telemetry

logger = logging.getLogger("jimbot.training")


def report(trainer: str, **figures: float) -> None:
    """A learner was updated. Nothing happens where telemetry and events are off."""
    telemetry.record("training", {"trainer": trainer}, **figures)
    known = {name: value for name, value in figures.items() if math.isfinite(value)}
    switch.heartbeat({"trainer": trainer, **known})


def summary_writer(folder: Path, goes_on_at: int | None = None) -> Any:
    """TensorBoard, or None where it is not installed. What an earlier run wrote beyond the step is hidden."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder), purge_step=goes_on_at)


def wandb_run(
    folder: Path,
    config: Mapping[str, Any],
    *,
    asked_by: str,
    project: str = "balatro-rl",
    tags: Sequence[str] = (),
    mode: Any = None,
) -> Any:
    """A run on Weights & Biases, kept in its folder where nobody is logged in. ``asked_by`` is the setting
    that wants it, for the error where the package is missing."""
    try:
        import wandb
    except ImportError:
        raise ImportError(f"{asked_by} needs Weights & Biases: pip install wandb, or leave it out") from None
    if mode is None and "WANDB_MODE" not in os.environ and not wandb.login(prompt=False):
        mode = "offline"
        logger.warning(
            "Weights & Biases: not logged in, so the run is kept in %s (`wandb sync` sends it later)",
            folder / "wandb",
        )
    return wandb.init(
        project=project,
        name=folder.name,
        id=folder.name,
        resume="allow",
        tags=list(tags),
        config=dict(config),
        dir=str(folder),
        mode=mode,
        settings=wandb.Settings(silent=True),
    )
