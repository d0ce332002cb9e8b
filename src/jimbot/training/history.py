"""What episodes of a training came to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

RECENT = 100  # episodes that means are over
EPISODE = {  # what is kept of an episode -> what `info` calls it
    "rewards": "r",
    "lengths": "l",
    "antes": "ante",
    "scores": "best_hand",
    "blinds": "furthest_blind",
    "wins": "won",
    "money": "money",
}


class History:
    """One number of each kind per episode, and when it ended."""

    def __init__(self) -> None:
        self.episodes: dict[str, list[float]] = {name: [] for name in (*EPISODE, "timesteps", "seconds")}

    def add(self, info: Mapping[str, Any], timesteps: int = 0, seconds: float = 0.0) -> None:
        for name, key in EPISODE.items():
            value = info["episode"].get(key, info.get(key, math.nan))
            self.episodes[name].append(float(value))
        self.episodes["timesteps"].append(timesteps)
        self.episodes["seconds"].append(seconds)

    def __len__(self) -> int:
        return len(self.episodes["rewards"])

    def recent(self, name: str) -> float:
        values = self.episodes[name][-RECENT:]
        return float(np.mean(values)) if values else math.nan

    def arrays(self) -> dict[str, Any]:
        return {f"history:{name}": np.array(values) for name, values in self.episodes.items()}

    def restore(self, arrays: Mapping[str, Any]) -> None:
        self.episodes = {name: arrays[f"history:{name}"].tolist() for name in self.episodes}
