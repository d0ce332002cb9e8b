"""`jimbot imitate`, `jimbot improve`, and `train_bc.py` and its siblings."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence

from jimbot.runs.commands import Command, from_settings, run_program
from jimbot.runs.machine import write_whole
from jimbot.training.imitation.settings import (
    BcSettings,
    DaggerSettings,
    DistillSettings,
    EvalSettings,
    ImproveSettings,
    PvSettings,
    RecipeSettings,
    RlSettings,
)

RECIPES: dict[str, tuple[type[RecipeSettings], str]] = {  # settings, and the module that trains by them
    "bc": (BcSettings, "pv"),
    "pv": (PvSettings, "pv"),
    "rl": (RlSettings, "rl"),
    "distill": (DistillSettings, "distill"),
    "dagger": (DaggerSettings, "rounds"),
    "improve": (ImproveSettings, "rounds"),
}


def _recipe(kind: type[RecipeSettings], module: str) -> Command:
    def train(settings: RecipeSettings) -> None:
        importlib.import_module(f"jimbot.training.imitation.{module}").train(settings)  # needs torch

    train.__annotations__["settings"] = kind
    return from_settings(train)


@from_settings
def _evaluate(settings: EvalSettings) -> None:
    from jimbot.training.imitation.evaluate import evaluate

    text = json.dumps(evaluate(settings), indent=2) + "\n"
    if settings.out is not None:
        write_whole(settings.out, text)
    sys.stdout.write(text)


COMMANDS = {name: _recipe(*recipe) for name, recipe in RECIPES.items()} | {"eval": _evaluate}


def train(recipe: str, arguments: Sequence[str] | None, program: str) -> None:
    run_program(COMMANDS[recipe], arguments, program)


def evaluate(arguments: Sequence[str] | None, program: str) -> None:
    run_program(_evaluate, arguments, program)
