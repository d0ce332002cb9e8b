"""`jimbot rollout`, `jimbot dataset`, `jimbot imitate`, `jimbot improve`: learning from experts.

The programs read their own options (they also run where typer is not installed); `--help` shows them.
"""

from __future__ import annotations

import typer

PASSED_ON = {"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []}

app = typer.Typer(rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def _imitate(context: typer.Context) -> None:
    """Learn whole decisions from an expert's games, and measure what was learned.

    Example: jimbot imitate bc --train-jsonl runs/games --out-dir runs/bc
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def rollout(context: typer.Context) -> None:
    """Play games of an expert and write them as records or shards."""
    from jimbot.training.data import programs

    programs.rollout(context.args, "jimbot rollout")


def dataset(context: typer.Context) -> None:
    """Look into a dataset of expert games, check it, or write it in another form."""
    from jimbot.training.data import programs

    programs.dataset(context.args, "jimbot dataset")


def improve(context: typer.Context) -> None:
    """Expert iteration: a network plays, search says what would have been better, the network learns it."""
    from jimbot.training.imitation import programs

    programs.train("improve", context.args, "jimbot improve")


@app.command("bc", context_settings=PASSED_ON)
def bc(context: typer.Context) -> None:
    """Behaviour cloning: decide as the expert did."""
    from jimbot.training.imitation import programs

    programs.train("bc", context.args, "jimbot imitate bc")


@app.command("pv", context_settings=PASSED_ON)
def pv(context: typer.Context) -> None:
    """Policy and value: also learn prices and how runs end."""
    from jimbot.training.imitation import programs

    programs.train("pv", context.args, "jimbot imitate pv")


@app.command("rl", context_settings=PASSED_ON)
def rl(context: typer.Context) -> None:
    """Fine-tune a network by the results of its own games."""
    from jimbot.training.imitation import programs

    programs.train("rl", context.args, "jimbot imitate rl")


@app.command("distill", context_settings=PASSED_ON)
def distill(context: typer.Context) -> None:
    """Teach a small, fast student."""
    from jimbot.training.imitation import programs

    programs.train("distill", context.args, "jimbot imitate distill")


@app.command("dagger", context_settings=PASSED_ON)
def dagger(context: typer.Context) -> None:
    """The network plays, the expert labels, all of it is learned from."""
    from jimbot.training.imitation import programs

    programs.train("dagger", context.args, "jimbot imitate dagger")


@app.command("eval", context_settings=PASSED_ON)
def evaluate(context: typer.Context) -> None:
    """Evaluate a network offline or online."""
    from jimbot.training.imitation import programs

    programs.evaluate(context.args, "jimbot imitate eval")
