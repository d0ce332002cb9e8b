"""A run on Weights & Biases; kept in its folder where nobody is logged in."""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

logger = logging.getLogger("jimbot.training")


def wandb_run(
    folder: Path,
    config: Mapping[str, Any],
    *,
    asked_by: str,
    project: str = "balatro-rl",
    tags: Sequence[str] = (),
    mode: Any = None,
) -> Any:
    """``asked_by`` is the setting that wants it, for the error where the package is missing."""
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
