"""A performance report of a checkpoint: `python -m jimbot.training.analyze --checkpoint FILE`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from jimbot.runs.arguments import option, read_arguments

PROGRAM = "python -m jimbot.training.analyze"


@dataclass(frozen=True)
class Options:
    checkpoint: Path = option(help="the checkpoint, such as checkpoints/best_model.pt")
    games: int = option(200, "games played, on validation seeds that did not choose the checkpoint")
    out: Path | None = option(None, "folder of report.html and report.json; default: analysis/ beside it")


def main(arguments: Sequence[str] | None = None) -> int:
    given = read_arguments(
        Options, arguments, PROGRAM, __doc__ or "", "--checkpoint checkpoints/best_model.pt --games 500"
    )
    try:
        if given.games < 1:
            raise ValueError(f"--games is {given.games}; 1 or more is allowed")
        from jimbot.training.rllib.analysis import analyze

        out = given.out or given.checkpoint.parent / "analysis"
        report = analyze(given.checkpoint, given.games, out)
    except (ValueError, OSError, ImportError) as error:
        sys.stderr.write(f"{PROGRAM}: {error}\n")
        return 2
    names = ("n", "wins", "win_rate", "win_rate_low", "win_rate_high", "mean_blinds", "mean_blinds_low")
    found = {name: report["evaluation"][name] for name in (*names, "mean_blinds_high")}
    print(json.dumps(found | {"report": str(out / "report.html")}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
