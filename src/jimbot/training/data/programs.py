"""`jimbot rollout` and `jimbot dataset`, and `rollout.py` and `dataset.py`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence

from jimbot.runs.commands import from_settings, run_program
from jimbot.training.data.settings import DatasetSettings, RolloutSettings

SHOWN_SECONDS = 5


@from_settings
def _rollout(settings: RolloutSettings) -> None:
    from jimbot.training.data.rollout import rollout

    shown = 0.0

    def show(games: int, rows: int) -> None:
        nonlocal shown
        if not settings.quiet and time.monotonic() - shown > SHOWN_SECONDS:
            shown = time.monotonic()
            print(f"{games} games, {rows} records", file=sys.stderr, flush=True)

    found = rollout(settings, show)
    if not settings.quiet:
        print(
            f"{found['out']}: {found['episodes']} episodes, {found['records']} records"
            f" ({found['new_episodes']} new at {found['episodes_per_minute']:,.0f} episodes/minute)"
        )


@from_settings
def _dataset(settings: DatasetSettings) -> None:
    from jimbot.training.data.survey import look

    sys.stdout.write(json.dumps(look(settings), indent=2) + "\n")


COMMANDS = {"rollout": _rollout, "dataset": _dataset}


def rollout(arguments: Sequence[str] | None, program: str) -> None:
    run_program(_rollout, arguments, program)


def dataset(arguments: Sequence[str] | None, program: str) -> None:
    run_program(_dataset, arguments, program)
