"""A run and a training to look at before there are any of your own."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def run() -> Path:
    """The transcript of a run that the heuristic agent has won."""
    return HERE / "run.txt"


def training() -> Path:
    """The folder of a training of `jimbot train --preset quick`."""
    return HERE / "training"
