"""`jimbot bench`: how fast the core and the environments are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.apps.cli import bench_balatrobot, bench_sweep, options
from jimbot.game.records import number
from jimbot.runs.console import console, print_json

app = typer.Typer(rich_markup_mode=None)
app.command("balatrobot")(bench_balatrobot.balatrobot)
app.command("sweep")(bench_sweep.sweep)


@app.callback(invoke_without_command=True)
def _bench(context: typer.Context) -> None:
    """Measure the speed of the core, environments, planner, training and servers.

    Example: jimbot bench core --json
    """
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("core")
def core(
    games: Annotated[
        int, typer.Option(parser=options.whole(1, 10**6), metavar="N", help="Games per measurement.")
    ] = 8000,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/core-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the core: decisions and games per second, clone, reset, determinize.

    Games are full-length random play-outs in which every blind needs only 1 chip; each number is the best
    of 3. The signature is a fingerprint of the behaviour over a fixed set of runs: as long as the rules do
    not change, it stays the same.

    Example: jimbot bench core --out bench
    """
    from jimbot.apps.bench import core as measuring

    _report("core", measuring.measure(games, quiet=as_json), out, as_json)


@app.command("env")
def env(
    steps: Annotated[
        int, typer.Option(parser=options.whole(1000), metavar="N", help="Steps per measurement.")
    ] = 400_000,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/env-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the environments: single, vector by size and threads, adapters, resets, memory.

    Actions are random legal ones, and observation and mask are written; each number is the best of 3.

    Example: jimbot bench env --out bench
    """
    options.need("gymnasium", "gym", "bench env")
    from jimbot.apps.bench import env as bench_env

    _report("env", bench_env.measure(steps, quiet=as_json), out, as_json)


@app.command("planner")
def planner(
    games: Annotated[
        int, typer.Option(parser=options.whole(1), metavar="N", help="Games per strength.")
    ] = 300,
    checks: Annotated[
        int,
        typer.Option(
            parser=options.whole(0),
            metavar="N",
            help="Also check choices and chances on N recorded positions (1000 take about ten minutes).",
        ),
    ] = 0,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/planner-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the hand planner: blinds beaten without buying anything, and decisions per second.

    --checks tests three more things: that no certain clear is missed, how well the predicted chances to clear
    a blind match the actual ones, and how much its choices lose compared with brute force.

    Example: jimbot bench planner --checks 1000 --out bench
    """
    from jimbot.apps.bench import planner as bench_planner
    from jimbot.game.planner import TIERS

    figures = bench_planner.measure(games, list(TIERS), quiet=as_json)
    if checks:
        with options.bad_input():
            figures |= bench_planner.check(checks, quiet=as_json)
    _report("planner", figures, out, as_json)


@app.command("policy")
def policy(
    games: Annotated[
        int, typer.Option(parser=options.whole(1), metavar="N", help="Games whose decisions are made again.")
    ] = 60,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/policy-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the network of the package: decisions per second of one core, in batches.

    Times are of the processor: to list and describe the alternatives of a decision, and to choose among them.

    Example: jimbot bench policy --out bench
    """
    options.need("torch", "train", "bench policy")
    from jimbot.apps.bench import policy as bench_policy

    _report("policy", bench_policy.measure(games, quiet=as_json), out, as_json)


@app.command("training")
def training(
    timesteps: Annotated[
        int, typer.Option(parser=options.whole(1000), metavar="N", help="Timesteps per measurement.")
    ] = 32_768,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/training-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the speed of PPO training.

    Compares the game with an environment that costs no time, and measures several numbers of parallel games.

    Example: jimbot bench training --out bench
    """
    options.need("sb3_contrib", "framework", "bench training")
    from jimbot.apps.bench import training as bench_training

    _report("training", bench_training.measure(timesteps, quiet=as_json), out, as_json)


@app.command("rllib")
def rllib(
    iterations: Annotated[
        int, typer.Option(parser=options.whole(1), metavar="N", help="Iterations per measurement.")
    ] = 4,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/rllib-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure the speed of PPO on Ray RLlib.

    Several numbers of runners and games, beside the other trainers, and how much of the time is RLlib's own.

    Example: jimbot bench rllib --out bench
    """
    options.need("ray", "rllib", "bench rllib")
    options.need("sb3_contrib", "framework", "bench rllib")
    from jimbot.apps.bench import rllib as bench_rllib

    _report("rllib", bench_rllib.measure(iterations, quiet=as_json), out, as_json)


@app.command("events")
def events(
    seconds: Annotated[
        int, typer.Option(parser=options.whole(1), metavar="N", help="Seconds per measurement.")
    ] = 5,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/events-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure how many events a second the gateway takes, and the memory it holds.

    One publisher sends all it can, event by event and in batches; one listener keeps up.

    Example: jimbot bench events --seconds 10
    """
    options.need("websockets", "events", "bench events")
    from jimbot.apps.bench import events as bench_events

    _report("events", bench_events.measure(seconds), out, as_json)


@app.command("seeds")
def seeds(
    count: Annotated[
        int,
        typer.Option("--seeds", parser=options.whole(1000), metavar="N", help="Seeds per measurement."),
    ] = 1_000_000,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/seeds-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure how many seeds a second `jimbot seed find` looks at, on one core and on all.

    Several conditions, each the best of 3; beside them, how many seed reports Python makes in a second. One
    core is measured by processor time, all cores by the clock.

    Example: jimbot bench seeds --out bench
    """
    from jimbot.apps.bench import seeds as bench_seeds

    _report("seeds", bench_seeds.measure(count, quiet=as_json), out, as_json)


@app.command("telemetry")
def telemetry(
    pairs: Annotated[
        int,
        typer.Option(parser=options.whole(2), metavar="N", help="Times 10 games with and 10 without."),
    ] = 100,
    out: Annotated[
        str | None,
        typer.Option(metavar="DIR", help="Also write the JSON to DIR/telemetry-YYYYMMDD-COMMIT.json."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Measure what recording telemetry costs an evaluation and a training, in processor time.

    Games are played with and without, in turn; of a training it is the share of the recorder's work.

    Example: jimbot bench telemetry --out bench
    """
    from jimbot.apps.bench import telemetry as bench_telemetry

    _report("telemetry", bench_telemetry.measure(pairs, quiet=as_json), out, as_json)


def _report(subject: str, figures: dict[str, Any], out: str | None, as_json: bool) -> None:
    from jimbot.apps.bench.results import result_of, write

    result = result_of(figures)
    if out is not None:
        with options.bad_input():
            write(subject, result, Path(out))
    if as_json:
        print_json(result)
    else:
        _print(result)


def _print(result: dict[str, Any]) -> None:
    from rich.table import Table

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for name, value in result.items():
        if not isinstance(value, list):
            table.add_row(name.replace("_", " "), _shown(value))
            continue
        for i, row in enumerate(value):
            title = "" if i else name.replace("_", " ")
            table.add_row(title, ", ".join(f"{k.replace('_', ' ')} {_shown(v)}" for k, v in row.items()))
    console().print(table)


def _shown(value: Any) -> str:
    if not isinstance(value, float):
        return str(value)
    return f"{value:.3f}" if value < 100 else number(round(value))
