"""manifest.json of a run: what it was made with."""

from __future__ import annotations

import importlib.metadata
import json
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jimbot.commands.report import plain
from jimbot.machine import cores, processor, write_whole
from jimbot.training.framework import MAX_TIMESTEPS, TrainerConfig, timesteps_allowed

PACKAGES = ("jimbot", "torch", "stable-baselines3", "sb3-contrib", "gymnasium", "numpy")


def write_manifest(folder: Path, config: TrainerConfig, options: dict[str, Any] | None) -> None:
    """Written when the run begins; a run that goes on leaves it as it is."""
    path = folder / "manifest.json"
    if path.exists():
        return
    manifest = {
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "versions": {name: importlib.metadata.version(name) for name in PACKAGES},
        "processor": processor(),
        "cores": cores(),
        "seed": config.seed,
        "timesteps": timesteps_allowed(config.total_timesteps),
        "bounded_by": MAX_TIMESTEPS,
        "environment": None if options is None else {name: repr(value) for name, value in options.items()},
    }
    write_whole(path, json.dumps(plain(manifest), indent=2) + "\n")
