"""`rollout.py` and `dataset.py`: options are read before a library is loaded."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence

from jimbot.runs.arguments import read_arguments
from jimbot.runs.programs import runs_as_program
from jimbot.training.data.settings import DatasetSettings, RolloutSettings

TELL_SECONDS = 5


def rollout(arguments: Sequence[str] | None, program: str) -> None:
    kind = RolloutSettings
    with runs_as_program(program):
        settings = read_arguments(kind, arguments, program, kind.__doc__ or "", kind.example)
        from jimbot.training.data.rollout import rollout

        shown = 0.0

        def tell(games: int, rows: int) -> None:
            nonlocal shown
            if not settings.quiet and time.monotonic() - shown > TELL_SECONDS:
                shown = time.monotonic()
                print(f"{games} games, {rows} records", file=sys.stderr, flush=True)

        found = rollout(settings, tell)
        if not settings.quiet:
            print(
                f"{found['out']}: {found['episodes']} episodes, {found['records']} records"
                f" ({found['new_episodes']} new at {found['episodes_per_minute']:,.0f} episodes/minute)"
            )


def dataset(arguments: Sequence[str] | None, program: str) -> None:
    kind = DatasetSettings
    with runs_as_program(program):
        settings = read_arguments(kind, arguments, program, kind.__doc__ or "", kind.example)
        from jimbot.training.data.survey import look

        sys.stdout.write(json.dumps(look(settings), indent=2) + "\n")
