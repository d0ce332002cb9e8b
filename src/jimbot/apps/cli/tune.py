"""`jimbot tune`: good hyperparameters for an algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.game.records import percent
from jimbot.runs.console import console, print_json, progress

if TYPE_CHECKING:
    from jimbot.training.tuning import TuneOptions, TuneResult

QUICK = {"trials": 4, "timesteps": 2048, "n_envs": 4, "evaluations": 2, "eval_episodes": 4}


def _whole(low: int, text: str) -> Any:
    return typer.Option(parser=options.whole(low), metavar="N", help=text)


def tune(
    algorithm: Annotated[
        str, typer.Option(metavar="NAME", help="PPO, MaskablePPO, RecurrentPPO, A2C, DQN or QRDQN.")
    ] = "PPO",
    trials: Annotated[
        int | None, _whole(1, "Number of trials, including those of earlier calls; default: 20.")
    ] = None,
    timesteps: Annotated[int | None, _whole(1, "Timesteps per trial; default: 20000.")] = None,
    n_envs: Annotated[int | None, _whole(1, "Parallel games per trial; default: 8.")] = None,
    workers: Annotated[int, _whole(1, "Parallel trials, one process each.")] = 2,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="Folder of the study; default: runs/tune/STUDY.")
    ] = None,
    seed: Annotated[int, _whole(0, "Seed for all trials and for the search.")] = 1,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="Name of the study; default: the algorithm.")
    ] = None,
    evaluations: Annotated[int | None, _whole(1, "Evaluations per trial; default: 5.")] = None,
    eval_episodes: Annotated[
        int | None, _whole(1, "Games per evaluation, on validation seeds; default: 20.")
    ] = None,
    pruner: Annotated[
        str, typer.Option(metavar="median|hyperband|none", help="Method for ending bad trials early.")
    ] = "median",
    device: Annotated[
        str, typer.Option(metavar="auto|cpu|cuda", help="Where the networks are trained.")
    ] = "auto",
    train_timesteps: Annotated[int, _whole(1, "Training timesteps to write into best.json.")] = 1_000_000,
    quick: Annotated[
        bool, typer.Option("--quick", help="Try it out: changes the defaults to 4 trials of 2048 timesteps.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Search for good hyperparameters for an algorithm, with Optuna.

    A trial is a short training run, rated by the mean number of blinds it beats on validation seeds. A trial
    that is worse than others were at the same point ends early. DIR/study.db keeps the trials: run the same
    command again to continue after an interruption, or with more --trials to extend a finished study.
    DIR/best.json has the best configuration, DIR/trials.csv all trials, and DIR/importance.png shows which
    settings mattered. The exit code is 1 if no trial was completed.

    Example: jimbot tune --algorithm PPO --trials 40 --timesteps 50000 --workers 4 --out runs/tune/ppo
    """
    options.need("optuna", "framework", "jimbot tune")
    options.need("stable_baselines3", "framework", "jimbot tune")
    from jimbot.training.tuning import TuneOptions

    told = {
        "trials": trials,
        "timesteps": timesteps,
        "n_envs": n_envs,
        "evaluations": evaluations,
        "eval_episodes": eval_episodes,
    }
    settings: dict[str, Any] = {"pruner": pruner} | (QUICK if quick else {})
    settings |= {name: value for name, value in told.items() if value is not None}
    with options.bad_input():
        asked = TuneOptions(
            algorithm=algorithm,
            out=out or f"runs/tune/{study or algorithm}",
            workers=workers,
            seed=seed,
            study=study or "",
            device=device,
            train_timesteps=train_timesteps,
            **settings,
        )
    result = _run(asked, as_json)
    if as_json:
        print_json(result)
    else:
        _print(result)
    for number, error in result.failures.items():
        typer.echo(f"trial {number} failed: {error}", err=True)
    if not result.complete:
        typer.echo(f"jimbot: no trial was completed; see {result.out}/trials.csv", err=True)
        raise typer.Exit(1)


def _run(asked: TuneOptions, quiet: bool) -> TuneResult:
    from jimbot.training.tuning import tune

    shown = 0
    with options.bad_input(), progress(f"tune {asked.algorithm}", asked.trials, quiet) as advance:

        def seen(ended: int, best: float | None) -> None:
            nonlocal shown
            advance(ended - shown, "" if best is None else f"best {best:.3f}")
            shown = ended

        return tune(asked, seen)


def _print(result: TuneResult) -> None:
    from rich.table import Table

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
        console().print(f"train with it: python train_with_framework.py --config {result.config}")
