"""`jimbot imitate`: learning from experts.

The programs read their own options; `--help` shows them.
"""

from __future__ import annotations

import typer

from jimbot.apps.cli import options
from jimbot.training.data import programs as data_programs
from jimbot.training.imitation import programs

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}
DATA, RECIPES = "Data", "Recipes"

app = options.group(
    "Learn whole decisions from an expert's games, and measure what was learned.\n\n"
    "Example: jimbot imitate bc --train-jsonl runs/games --out-dir runs/bc"
)


@app.command(context_settings=PASSED_ON, rich_help_panel=DATA)
def rollout(context: typer.Context) -> None:
    """Play games of an expert and write them as records or shards."""
    data_programs.rollout(context.args, context.command_path)


@app.command(context_settings=PASSED_ON, rich_help_panel=DATA)
def dataset(context: typer.Context) -> None:
    """Look into a dataset of expert games, check it, or write it in another form."""
    data_programs.dataset(context.args, context.command_path)


ABOUT = {
    "bc": "Behaviour cloning: decide as the expert did.",
    "pv": "Policy and value: also learn prices and how runs end.",
    "rl": "Fine-tune a network by the results of its own games.",
    "distill": "Teach a small, fast student.",
    "dagger": "The network plays, the expert labels, all of it is learned from.",
    "improve": "A network plays, search says what would have been better, the network learns it.",
}


def _recipe(context: typer.Context) -> None:
    programs.train(str(context.info_name), context.args, context.command_path)


for _name, _about in ABOUT.items():
    app.command(_name, context_settings=PASSED_ON, rich_help_panel=RECIPES, help=_about)(_recipe)


@app.command("eval", context_settings=PASSED_ON, rich_help_panel=RECIPES)
def evaluate(context: typer.Context) -> None:
    """Evaluate a network offline or online."""
    programs.evaluate(context.args, context.command_path)
