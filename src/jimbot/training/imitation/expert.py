"""What demonstrations are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from jimbot.game.records import percent
from jimbot.runs.console import console
from jimbot.training.imitation.trajectories import Trajectory

SUCCESS_ANTE = 5


class ExpertEvaluator:
    """What demonstrations are worth."""

    @staticmethod
    def evaluate(trajectories: Sequence[Trajectory]) -> dict[str, Any]:
        """Means over the episodes; rates are from 0 to 1."""
        if not trajectories:
            raise ValueError("there are no trajectories to evaluate")
        rewards = np.array([t.total_reward for t in trajectories])
        lengths = np.array([t.length for t in trajectories])
        antes = np.array([t.ante for t in trajectories])
        return {
            "episodes": len(trajectories),
            "steps": int(lengths.sum()),
            "mean_reward": float(rewards.mean()),
            "std_reward": float(rewards.std()),
            "mean_length": float(lengths.mean()),
            "mean_ante": float(antes.mean()),
            "max_ante": int(antes.max()),
            "mean_blinds": float(np.mean([t.blinds for t in trajectories])),
            "win_rate": float(np.mean([t.won for t in trajectories])),
            "ante_5_rate": float(np.mean(antes >= SUCCESS_ANTE)),
        }

    @classmethod
    def print_evaluation(cls, trajectories: Sequence[Trajectory]) -> None:
        from rich.table import Table as Grid

        grid = Grid("", title="Expert")
        grid.add_column(justify="right")
        for name, value in cls.evaluate(trajectories).items():
            shown = percent(value) if name.endswith("_rate") else f"{value:,.6g}"
            grid.add_row(name.replace("_", " "), shown)
        console().print(grid)
