"""`jimbot tune`: good hyperparameters for an algorithm."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from rich.table import Table

from jimbot.apps.cli import options
from jimbot.game.records import percent
from jimbot.runs.console import console, print_json, progress

if TYPE_CHECKING:
    from jimbot.training.tuning import TuneOptions, TuneResult

QUICK = {"trials": 4, "timesteps": 2048, "n_envs": 4, "evaluations": 2, "eval_episodes": 4}

app = options.group()
Maybe = int | None


@app.command()
def tune(
    algorithm: Annotated[
        str, options.text("NAME", "PPO, MaskablePPO, RecurrentPPO, A2C, DQN or QRDQN.")
    ] = "PPO",
    trials: Annotated[
        Maybe, options.whole("Number of trials, including those of earlier calls; default: 20.", 1)
    ] = None,
    steps: Annotated[
        Maybe, options.whole("Timesteps per trial; default: 20000.", 1, None, "--steps", "--timesteps")
    ] = None,
    n_envs: Annotated[
        Maybe, options.whole("Parallel games per trial; default: 8.", 1, None, "--num-envs", "--n-envs")
    ] = None,
    workers: Annotated[int, options.whole("Parallel trials, one process each.", 1)] = 2,
    out: Annotated[str | None, options.text("DIR", "Folder of the study; default: runs/tune/STUDY.")] = None,
    seed: Annotated[int, options.whole("Seed for all trials and for the search.", 0)] = 1,
    study: Annotated[str | None, options.text("NAME", "Name of the study; default: the algorithm.")] = None,
    evaluations: Annotated[Maybe, options.whole("Evaluations per trial; default: 5.", 1)] = None,
    games: Annotated[
        Maybe,
        options.whole(
            "Games per evaluation, on validation seeds; default: 20.", 1, None, "--games", "--eval-episodes"
        ),
    ] = None,
    pruner: Annotated[
        Literal["median", "hyperband", "none"], typer.Option(help="Method for ending bad trials early.")
    ] = "median",
    device: Annotated[
        Literal["auto", "cpu", "cuda"], typer.Option(help="Where the networks are trained.")
    ] = "auto",
    train_steps: Annotated[
        int,
        options.whole(
            "Timesteps of the training that best.json describes.",
            1,
            None,
            "--train-steps",
            "--train-timesteps",
        ),
    ] = 1_000_000,
    quick: Annotated[
        bool, options.flag("--quick", "Try it out: changes the defaults to 4 trials of 2048 timesteps.")
    ] = False,
    as_json: options.Json = False,
) -> None:
    """Search for good hyperparameters for an algorithm, with Optuna.

    A trial is a short training run, rated by the mean number of blinds it beats on validation seeds. A trial
    that is worse than others were at the same point ends early. DIR/study.db keeps the trials: run the same
    command again to continue after an interruption, or with more --trials to extend a finished study.
    DIR/best.json has the best configuration, DIR/trials.csv all trials, and DIR/importance.png shows which
    settings mattered. The exit code is 1 if no trial was completed.

    Example: jimbot tune --algorithm PPO --trials 40 --steps 50000 --workers 4 --out runs/tune/ppo
    """
    options.need("optuna", "framework", "jimbot tune")
    options.need("stable_baselines3", "framework", "jimbot tune")
    from jimbot.training.tuning import TuneOptions

    given = {
        "trials": trials,
        "timesteps": steps,
        "n_envs": n_envs,
        "evaluations": evaluations,
        "eval_episodes": games,
    }
    settings: dict[str, Any] = {"pruner": pruner} | (QUICK if quick else {})
    settings |= {name: value for name, value in given.items() if value is not None}
    with options.bad_input():
        asked = TuneOptions(
            algorithm=algorithm,
            out=out or f"runs/tune/{study or algorithm}",
            workers=workers,
            seed=seed,
            study=study or "",
            device=device,
            train_timesteps=train_steps,
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
