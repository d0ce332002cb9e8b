"""The strategist's judge: the chance to win from a position between rounds, learned from played games."""

from __future__ import annotations

from pathlib import Path

from jimbot.agents.judge.files import read_weights
from jimbot.agents.judge.network import Weights

WEIGHTS = Path(__file__).parent / "weights.npz"


def weights(path: str | None = None) -> Weights:
    """Those of the judge that comes with the package, or of one of your own."""
    return read_weights(path or WEIGHTS)
