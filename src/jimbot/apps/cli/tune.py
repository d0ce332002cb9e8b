"""`jimbot tune`: good settings of a training."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from jimbot.apps.cli import options
from jimbot.game.records import percent
from jimbot.runs.commands import from_settings
from jimbot.runs.console import console, print_json, progress
from jimbot.training import tuning
from jimbot.training.tuning import NATIVE, TuneOptions, TuneSettings

if TYPE_CHECKING:
    from jimbot.training.tuning import TuneResult

QUICK = {"trials": 4, "timesteps": 2048, "n_envs": 4, "evaluations": 2, "eval_episodes": 4}
LONGER = {"timesteps": 200_000, "n_envs": 64}  # what is native has faster games

app = options.group()


@app.command()
@from_settings
def tune(
    settings: TuneSettings,
    quick: Annotated[
        bool, options.flag("--quick", "Try it out: changes the defaults to 4 trials of 2048 timesteps.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Search for good settings of a training, with Optuna.

    It searches for those of jimbot train, or of an algorithm of train_with_framework.py; both take the
    result by --config DIR/best.json. A trial is a short training run, rated by the mean number of blinds it
    beats on validation seeds. A trial that is worse than others were at the same point ends early.
    DIR/study.db keeps the trials: run the same command again to continue after an interruption, or with more
    --trials to extend a finished study. DIR/trials.csv has all trials, and DIR/importance.png shows which
    settings mattered. The exit code is 1 if no trial was completed.

    Example: jimbot tune --algorithm native --trials 40 --steps 50000 --workers 4 --out runs/tune/native
    """
    options.need("optuna", "framework", "jimbot tune")
    options.need("stable_baselines3", "framework", "jimbot tune")
    native = settings.algorithm == NATIVE
    given = {name: getattr(settings, name) for name in settings.model_fields_set}
    usual = QUICK if quick else LONGER if native else {}
    where = f"runs/tune/{settings.study or settings.algorithm}"
    result = _run(TuneOptions(**{"algorithm": NATIVE, "out": where} | usual | given), as_json)
    if as_json:
        print_json(result)
    else:
        _print(result, native)
    for number, error in result.failures.items():
        typer.echo(f"trial {number} failed: {error}", err=True)
    if not result.complete:
        typer.echo(f"jimbot: no trial was completed; see {result.out}/trials.csv", err=True)
        raise typer.Exit(1)


def _run(asked: TuneOptions, quiet: bool) -> TuneResult:
    shown = 0
    with progress(f"tune {asked.algorithm}", asked.trials, quiet) as advance:

        def seen(ended: int, best: float | None) -> None:
            nonlocal shown
            advance(ended - shown, "" if best is None else f"best {best:.3f}")
            shown = ended

        return tuning.tune(asked, seen)


def _print(result: TuneResult, native: bool) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    ended = f"{result.complete} complete, {result.pruned} ended early, {result.failed} failed"
    table.add_row("study", f"{result.study}: {ended}")
    if result.interrupted:
        table.add_row("interrupted", f"{result.interrupted}, started again")
    if result.best_value is not None:
        table.add_row("best", f"trial {result.best_trial}: {result.objective} {result.best_value:.3f}")
        for name, value in result.best_params.items():
            table.add_row(f"  {name}", f"{value:.3g}" if isinstance(value, float) else str(value))
    for name, share in list(result.importances.items())[:3]:
        table.add_row("important", f"{name} {percent(share, 0)}")
    for note in result.notes:
        table.add_row("note", note)
    table.add_row("trials", f"{result.out}/trials.csv")
    console().print(table)
    if result.config is not None:
        program = "jimbot train" if native else "python train_with_framework.py"
        console().print(f"train with it: {program} --config {result.config}")
