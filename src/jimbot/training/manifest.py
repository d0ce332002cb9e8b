"""manifest.json of a run: what it was made with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jimbot.machine import write_whole
from jimbot.runs import made_with
from jimbot.training.framework import MAX_TIMESTEPS, TrainerConfig, timesteps_allowed

PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "gymnasium", "numpy")


def write_manifest(folder: Path, config: TrainerConfig, options: dict[str, Any] | None) -> None:
    """Written when the run begins; a run that goes on leaves it as it is."""
    path = folder / "manifest.json"
    if path.exists():
        return
    manifest = {
        **made_with(PACKAGES),
        "seed": config.seed,
        "timesteps": timesteps_allowed(config.total_timesteps),
        "bounded_by": MAX_TIMESTEPS,
        "environment": None if options is None else {name: repr(value) for name, value in options.items()},
    }
    write_whole(path, json.dumps(manifest, indent=2) + "\n")
