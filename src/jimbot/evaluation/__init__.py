"""Agents on fixed seeds: games played and recorded, intervals, comparisons, reports."""

from typing import TYPE_CHECKING

from jimbot.lazy import lazy

if TYPE_CHECKING:
    from jimbot.evaluation.evaluator import evaluate
    from jimbot.evaluation.folder import read_folder
    from jimbot.evaluation.parallel import Unplayed, play_seeds
    from jimbot.evaluation.runs import Death, Failure, Record, RunOptions, play_game, play_seed
    from jimbot.evaluation.summary import Evaluation, compare
    from jimbot.runs.statistics import Interval, mean_interval, paired, wilson
else:
    __getattr__ = lazy(
        __name__,
        {
            "evaluator": ("evaluate",),
            "folder": ("read_folder",),
            "parallel": ("Unplayed", "play_seeds"),
            "runs": ("Death", "Failure", "Record", "RunOptions", "play_game", "play_seed"),
            "jimbot.runs.statistics": ("Interval", "mean_interval", "paired", "wilson"),
            "summary": ("Evaluation", "compare"),
        },
    )

__all__ = [
    "Death",
    "Evaluation",
    "Failure",
    "Interval",
    "Record",
    "RunOptions",
    "Unplayed",
    "compare",
    "evaluate",
    "mean_interval",
    "paired",
    "play_game",
    "play_seed",
    "play_seeds",
    "read_folder",
    "wilson",
]
