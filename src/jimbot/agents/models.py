"""Where the models of agents lie."""

from __future__ import annotations

from pathlib import Path

from jimbot.runs.checkpoints import SUMS, Checkpoint, CheckpointManager

SHIPPED = Path(__file__).parent / "policy.safetensors"  # policy.json says how it was made


NAMES = (
    "best.pt",
    "*_final.*",
    "model.*",
    "weights.npz",
)  # of the model in a folder, the first that is there


def model_file(place: Path) -> Path:
    """The file that a path means: itself; the model of a checkpoint folder; the best or final model of a run
    folder, or that of its newest checkpoint where there is none yet."""
    if place.is_file():
        return place
    if not place.is_dir():
        raise ValueError(f"there is no checkpoint {place}; a model file, a checkpoint or a run is needed")
    if (place / SUMS).is_file():
        Checkpoint(place, 0).check()
    for name in NAMES:
        for found in sorted(place.glob(name)):
            return found
    newest = CheckpointManager(place / "checkpoints").latest()
    if newest is None:
        raise ValueError(f"{place} holds neither a final model nor a checkpoint")
    return model_file(newest.path)
