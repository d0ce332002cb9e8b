"""`train_bc.py` and its siblings: options are read before a library is loaded."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from jimbot.runs.arguments import read_arguments
from jimbot.runs.machine import write_whole
from jimbot.runs.programs import runs_as_program
from jimbot.training.imitation import settings

RECIPES: dict[str, type[Any]] = {
    "bc": settings.BcSettings,
    "pv": settings.PvSettings,
    "rl": settings.RlSettings,
    "distill": settings.DistillSettings,
    "dagger": settings.DaggerSettings,
    "improve": settings.ImproveSettings,
}


HOMES = {"bc": "pv", "dagger": "rounds", "improve": "rounds"}  # modules of those that are not named so


def train(recipe: str, arguments: Sequence[str] | None, program: str) -> None:
    """Runs the recipe of this name."""
    kind = RECIPES[recipe]
    with runs_as_program(program):
        told = read_arguments(kind, arguments, program, kind.__doc__ or "", kind.example)
        import_module(f"jimbot.training.imitation.{HOMES.get(recipe, recipe)}").train(told)


def evaluate(arguments: Sequence[str] | None, program: str) -> None:
    kind = settings.EvalSettings
    with runs_as_program(program):
        told = read_arguments(kind, arguments, program, kind.__doc__ or "", kind.example)
        from jimbot.training.imitation.evaluate import evaluate

        text = json.dumps(evaluate(told), indent=2) + "\n"
        if told.out is not None:
            write_whole(told.out, text)
        sys.stdout.write(text)
