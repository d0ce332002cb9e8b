"""Agents on fixed seeds: games played and recorded, intervals, comparisons, reports."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.evaluation.comparison import compare
    from jimbot.evaluation.evaluator import evaluate
    from jimbot.evaluation.folder import read_folder
    from jimbot.evaluation.runs import Death, Failure, Record, RunOptions, play_game, play_seed
    from jimbot.runs.statistics import Interval, mean_interval, paired, wilson
else:
    __getattr__ = lazy(
        __name__,
        {
            "evaluator": ("evaluate",),
            "comparison": ("compare",),
            "folder": ("read_folder",),
            "runs": ("Death", "Failure", "Record", "RunOptions", "play_game", "play_seed"),
            "jimbot.runs.statistics": ("Interval", "mean_interval", "paired", "wilson"),
        },
    )

__all__ = [
    "Death",
    "Failure",
    "Interval",
    "Record",
    "RunOptions",
    "compare",
    "evaluate",
    "mean_interval",
    "paired",
    "play_game",
    "play_seed",
    "read_folder",
    "wilson",
]
