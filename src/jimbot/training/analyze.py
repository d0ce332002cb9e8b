"""A performance report of a checkpoint: `python -m jimbot.training.analyze --checkpoint FILE`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.settings import Positive, Settings, setting

FIGURES = ("n", "wins", "win_rate", "win_rate_low", "win_rate_high")


class AnalyzeSettings(Settings):
    """A performance report of a checkpoint."""

    example: ClassVar[str] = "--checkpoint checkpoints/best_model.pt --games 500"
    checkpoint: Path = setting(help="the checkpoint, such as checkpoints/best_model.pt", also=("--model",))
    games: Positive = setting(200, "games played, on validation seeds that did not choose the checkpoint")
    out: Path | None = setting(None, "folder of report.html and report.json; default: analysis/ beside it")


@from_settings
def _analyze(settings: AnalyzeSettings) -> None:
    from jimbot.training.rllib.analysis import analyze

    out = settings.out or settings.checkpoint.parent / "analysis"
    found = analyze(settings.checkpoint, settings.games, out)["evaluation"]
    blinds = ("mean_blinds", "mean_blinds_low", "mean_blinds_high")
    shown = {name: found[name] for name in (*FIGURES, *blinds)}
    print(json.dumps(shown | {"report": str(out / "report.html")}))


def main(arguments: Sequence[str] | None = None) -> None:
    run_program(_analyze, arguments, "python -m jimbot.training.analyze")


if __name__ == "__main__":
    main()
