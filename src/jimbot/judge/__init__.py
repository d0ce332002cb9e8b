"""The strategist's judge: the chance to win from a position between rounds, learned from played games."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

WEIGHTS = Path(__file__).parent / "weights.npy"


@cache
def weights(path: str | None = None) -> np.ndarray:
    """Those of the judge that comes with the package, or of one of your own."""
    return np.load(path or WEIGHTS).astype(np.float32)
