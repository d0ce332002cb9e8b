"""manifest.json of a run: what it was made with, and which seeds were trained on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jimbot.envs.batch import Start
from jimbot.models.trained_on import random_seeds
from jimbot.runs import made_with
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json
from jimbot.training.config import MAX_TIMESTEPS, TrainerConfig, timesteps_allowed

PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "gymnasium", "numpy")


def write_manifest(
    folder: Path, config: TrainerConfig, options: Mapping[str, Any] | None, seeds: Sequence[str]
) -> None:
    """Written when the run begins; what goes on in the same folder adds its training seeds alone."""
    path = folder / "manifest.json"
    if path.exists():
        manifest = read_json(path)
    else:
        manifest = {
            "kind": "training",
            **made_with(PACKAGES),
            "seed": config.seed,
            "timesteps": timesteps_allowed(config.total_timesteps),
            "bounded_by": MAX_TIMESTEPS,
            "environment": None if options is None else {name: repr(each) for name, each in options.items()},
            "train_seeds": [],
        }
    known = manifest["train_seeds"]
    new = [seed for seed in dict.fromkeys(seeds) if seed not in known]
    if new or not path.exists():
        manifest["train_seeds"] = known + new
        write_whole(path, json.dumps(manifest, indent=2) + "\n")


def train_seeds(config: TrainerConfig, options: Mapping[str, Any] | None) -> list[str]:
    """The seeds that a training sees, as the evaluator's guard reads them: seeds, or words where they are
    drawn as they come."""
    if options is None:
        return []
    seeds = [random_seeds(f"sequences {config.seed} to {config.seed + config.n_envs - 1}")]
    starts = options["starts"]
    positions = [s.position for s in ([starts] if isinstance(starts, Start) else starts or [])]
    seeds += [position.seed for position in positions if position is not None]
    return seeds + (list(config.pretrained.train_seeds) if config.pretrained is not None else [])
