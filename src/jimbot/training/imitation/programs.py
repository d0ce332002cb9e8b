"""`jimbot imitate`, `jimbot improve`, and `train_bc.py` and its siblings."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.machine import write_whole
from jimbot.training.imitation.settings import (
    BcSettings,
    DaggerSettings,
    DistillSettings,
    EvalSettings,
    ImproveSettings,
    PvSettings,
    RlSettings,
)


@from_settings
def _bc(settings: BcSettings) -> None:
    from jimbot.training.imitation import pv

    pv.train(settings)


@from_settings
def _pv(settings: PvSettings) -> None:
    from jimbot.training.imitation import pv

    pv.train(settings)


@from_settings
def _rl(settings: RlSettings) -> None:
    from jimbot.training.imitation import rl

    rl.train(settings)


@from_settings
def _distill(settings: DistillSettings) -> None:
    from jimbot.training.imitation import distill

    distill.train(settings)


@from_settings
def _dagger(settings: DaggerSettings) -> None:
    from jimbot.training.imitation import rounds

    rounds.train(settings)


@from_settings
def _improve(settings: ImproveSettings) -> None:
    from jimbot.training.imitation import rounds

    rounds.train(settings)


@from_settings
def _evaluate(settings: EvalSettings) -> None:
    from jimbot.training.imitation.evaluate import evaluate

    text = json.dumps(evaluate(settings), indent=2) + "\n"
    if settings.out is not None:
        write_whole(settings.out, text)
    sys.stdout.write(text)


COMMANDS = {
    "bc": _bc,
    "pv": _pv,
    "rl": _rl,
    "distill": _distill,
    "dagger": _dagger,
    "improve": _improve,
    "eval": _evaluate,
}


def train(recipe: str, arguments: Sequence[str] | None, program: str) -> None:
    run_program(COMMANDS[recipe], arguments, program)


def evaluate(arguments: Sequence[str] | None, program: str) -> None:
    run_program(_evaluate, arguments, program)
