"""`jimbot bench`: how fast the core, environments, agents, trainers and servers are."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

from rich.table import Table

from jimbot.apps.bench import advice as bench_advice
from jimbot.apps.bench import planner as bench_planner
from jimbot.apps.bench.results import result_of, write
from jimbot.apps.cli import bench_balatrobot, bench_playouts, bench_sweep, options
from jimbot.game.planner import TIERS
from jimbot.game.records import number
from jimbot.runs.console import console

app = options.group(
    "Measure the speed of the core, environments, planner, training and servers.\n\n"
    "Example: jimbot bench core --json"
)
PLAY, TRAIN, SERVERS = "Games", "Training", "Servers"
Games = Annotated[int, options.whole("Games per measurement.", 1, 10**6)]
Out = Annotated[Path | None, options.text("DIR", "Also write the JSON to DIR/SUBJECT-YYYYMMDD-COMMIT.json.")]


@app.command(rich_help_panel=PLAY)
def core(games: Games = 8000, out: Out = None, as_json: options.Json = False) -> None:
    """Measure the core: decisions and games per second, clone, reset, determinize.

    Games are full-length random play-outs in which every blind needs only 1 chip; each number is the best
    of 3. The signature is a fingerprint of the behaviour over a fixed set of runs: as long as the rules do
    not change, it stays the same.

    Example: jimbot bench core --out bench
    """
    _report("core", out, as_json, games)


app.command(rich_help_panel=PLAY)(bench_playouts.playouts)


@app.command(rich_help_panel=PLAY)
def env(
    steps: Annotated[int, options.whole("Steps per measurement.", 1000)] = 400_000,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure the environments: single, vector by size and threads, adapters, resets, memory.

    Actions are random legal ones, and observation and mask are written; each number is the best of 3.

    Example: jimbot bench env --out bench
    """
    options.need("gymnasium", "gym", "bench env")
    _report("env", out, as_json, steps)


@app.command(rich_help_panel=PLAY)
def planner(
    games: Games = 300,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure the hand planner: blinds beaten without buying anything, and decisions per second.

    Example: jimbot bench planner --out bench
    """
    _show("planner", bench_planner.measure(games, list(TIERS), quiet=as_json), out, as_json)


@app.command(rich_help_panel=PLAY)
def agents(games: Games = 60, out: Out = None, as_json: options.Json = False) -> None:
    """Measure the agents of the core: decisions and games per second of one core; of search also worlds.

    Games of dev seeds at White and Gold Stake in turn, of which search plays one in 20. Times are of the
    processor.

    Example: jimbot bench agents --games 100 --out bench
    """
    _report("agents", out, as_json, games)


@app.command(rich_help_panel=PLAY)
def policy(games: Games = 60, out: Out = None, as_json: options.Json = False) -> None:
    """Measure the network of the package: decisions per second of one core, and integers beside floats.

    Times are of the processor: to list and describe the alternatives of a decision, and to choose among them.
    The core computes with integers: at White and Gold Stake its choices are compared with those of torch.

    Example: jimbot bench policy --out bench
    """
    options.need("torch", "train", "bench policy")
    _report("policy", out, as_json, games)


@app.command(rich_help_panel=PLAY)
def advice(
    decisions: Annotated[int, options.whole("Decisions per agent.", 1, 10_000)] = 400,
    agent: Annotated[
        str | None, options.text("AGENT", "One agent alone; default: heuristic, then search:ms=300.")
    ] = None,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure how long a suggestion takes: median, 99th percentile and most, of cards and elsewhere.

    From the position to five suggestions with their reasons, over whole runs at Gold Stake.

    Example: jimbot bench advice --decisions 400 --out bench
    """
    with options.bad_input():
        agents = bench_advice.AGENTS if agent is None else (agent,)
        _show("advice", bench_advice.measure(decisions, agents, quiet=as_json), out, as_json)


@app.command(rich_help_panel=PLAY)
def seeds(
    count: Annotated[int, options.whole("Seeds per measurement.", 1000, None, "--seeds")] = 1_000_000,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure how many seeds a second `jimbot seed find` looks at, on one core and on all.

    Several conditions, each the best of 3; beside them, how many seed reports Python makes in a second. One
    core is measured by processor time, all cores by the clock.

    Example: jimbot bench seeds --out bench
    """
    _report("seeds", out, as_json, count)


@app.command(rich_help_panel=TRAIN)
def training(
    steps: Annotated[
        int, options.whole("Timesteps per measurement.", 1000, None, "--steps", "--timesteps")
    ] = 32_768,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure the speed of PPO training.

    Compares the game with an environment that costs no time, and measures several numbers of parallel games.

    Example: jimbot bench training --out bench
    """
    options.need("sb3_contrib", "framework", "bench training")
    _report("training", out, as_json, steps)


@app.command(rich_help_panel=TRAIN)
def rllib(
    iterations: Annotated[int, options.whole("Iterations per measurement.", 1)] = 4,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure the speed of PPO on Ray RLlib.

    Several numbers of runners and games, beside the other trainers, and how much of the time is RLlib's own.

    Example: jimbot bench rllib --out bench
    """
    options.need("ray", "rllib", "bench rllib")
    options.need("sb3_contrib", "framework", "bench rllib")
    _report("rllib", out, as_json, iterations)


app.command(rich_help_panel=SERVERS)(bench_balatrobot.balatrobot)
app.command(rich_help_panel=SERVERS)(bench_sweep.sweep)


@app.command(rich_help_panel=SERVERS)
def events(
    seconds: Annotated[int, options.whole("Seconds per measurement.", 1)] = 5,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure how many events a second the gateway takes, and the memory it holds.

    One publisher sends all it can, event by event and in batches; one listener keeps up.

    Example: jimbot bench events --seconds 10
    """
    options.need("websockets", "events", "bench events")
    from jimbot.apps.bench import events as bench_events

    _show("events", bench_events.measure(seconds), out, as_json)


@app.command(rich_help_panel=SERVERS)
def telemetry(
    pairs: Annotated[int, options.whole("Times 10 games with and 10 without.", 2)] = 100,
    out: Out = None,
    as_json: options.Json = False,
) -> None:
    """Measure what recording telemetry costs an evaluation and a training, in processor time.

    Games are played with and without, in turn; of a training it is the share of the recorder's work.

    Example: jimbot bench telemetry --out bench
    """
    _report("telemetry", out, as_json, pairs)


def _report(subject: str, out: Path | None, as_json: bool, *size: int) -> None:
    """Measures by the module of this subject."""
    figures = import_module(f"jimbot.apps.bench.{subject}").measure(*size, quiet=as_json)
    _show(subject, figures, out, as_json)


def _show(subject: str, figures: dict[str, Any], out: Path | None, as_json: bool) -> None:
    result = result_of(figures)
    if out is not None:
        with options.bad_input():
            write(subject, result, out)
    options.show(result, as_json, _print)


def _print(result: dict[str, Any]) -> None:
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
