"""`jimbot tune`: good hyperparameters for an algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.console import console, print_json, progress

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
        int | None, _whole(1, "Trials in all, those of an earlier call too; 20 unless told.")
    ] = None,
    timesteps: Annotated[int | None, _whole(1, "Timesteps of a trial; 20000 unless told.")] = None,
    n_envs: Annotated[int | None, _whole(1, "Games at once in a trial; 8 unless told.")] = None,
    workers: Annotated[int, _whole(1, "Trials at once, a process each.")] = 2,
    out: Annotated[
        str | None, typer.Option(metavar="DIR", help="The study's folder; runs/tune/STUDY unless told.")
    ] = None,
    seed: Annotated[int, _whole(0, "Seed of all trials and of the search.")] = 1,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="The study's name; the algorithm's unless told.")
    ] = None,
    evaluations: Annotated[int | None, _whole(1, "How often a trial is judged; 5 unless told.")] = None,
    eval_episodes: Annotated[
        int | None, _whole(1, "Games on validation seeds that judge it; 20 unless told.")
    ] = None,
    pruner: Annotated[
        str, typer.Option(metavar="median|hyperband|none", help="What ends hopeless trials early.")
    ] = "median",
    device: Annotated[
        str, typer.Option(metavar="auto|cpu|cuda", help="Where the networks are trained.")
    ] = "auto",
    train_timesteps: Annotated[int, _whole(1, "Timesteps that best.json asks for.")] = 1_000_000,
    quick: Annotated[
        bool, typer.Option("--quick", help="Try it out: 4 trials of 2048 timesteps unless told.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Search good hyperparameters of an algorithm, with Optuna.

    A trial is a short training, judged by the mean of the blinds it beats on validation seeds; one that is
    worse than others were at the same point ends early. DIR/study.db keeps the trials: after an interruption
    the same command goes on, and with more --trials a finished study is extended. DIR/best.json is the
    configuration that was found, DIR/trials.csv has all trials, DIR/importance.png what mattered. The exit
    code is 1 if no trial was finished.

    Example: jimbot tune --algorithm PPO --trials 40 --timesteps 50000 --workers 4 --out runs/tune/ppo
    """
    options.need("optuna", "training", "jimbot tune")
    options.need("stable_baselines3", "training", "jimbot tune")
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
        typer.echo(f"jimbot: no trial was finished; see {result.out}/trials.csv", err=True)
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
        table.add_row("interrupted", f"{result.interrupted}, begun again")
    if result.best_value is not None:
        table.add_row("best", f"trial {result.best_trial}: {result.objective} {result.best_value:.3f}")
        for name, value in result.best_params.items():
            table.add_row(f"  {name}", f"{value:.3g}" if isinstance(value, float) else str(value))
    for name, share in list(result.importances.items())[:3]:
        table.add_row("important", f"{name} {share:.0%}")
    for note in result.notes:
        table.add_row("note", note)
    table.add_row("trials", f"{result.out}/trials.csv")
    console().print(table)
    if result.config is not None:
        console().print(f"train with it: python train_with_framework.py --config {result.config}")
