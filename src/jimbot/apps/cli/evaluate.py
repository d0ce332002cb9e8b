"""`jimbot eval`: an agent on fixed seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from jimbot.agents import with_budget
from jimbot.apps.cli import events, options, telemetry
from jimbot.evaluation.evaluator import Players
from jimbot.evaluation.evaluator import evaluate as evaluate_agent
from jimbot.evaluation.figures import figures
from jimbot.evaluation.parallel import Unplayed
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.game.records import number, percent
from jimbot.game.seeds import read_seeds
from jimbot.runs.console import console, print_json, progress

app = options.group()
Out = Annotated[
    Path | None,
    options.text("DIR", "Save games, transcripts and a report in this folder, or continue there."),
]


@app.command()
def evaluate(
    agent: options.Agent,
    seeds: options.Seeds = "dev-100",
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    endless: options.Endless = False,
    workers: options.Workers = options.CORES,
    budget: options.Budget = None,
    agent_seed: options.AgentSeed = 0,
    out: Out = None,
    isolate: Annotated[
        bool, options.flag("--isolate", "Keep the agent in a process that does not hold the game.")
    ] = False,
    secret: Annotated[
        str | None,
        options.text("TEXT", "With --isolate: the secret of an evaluation to repeat (in its manifest.json)."),
    ] = None,
    debug: Annotated[
        bool, options.flag("--debug", "If the agent fails in a game, show its traceback.")
    ] = False,
    where: telemetry.Where = None,
    gateway: events.ToGateway = None,
    as_json: options.Json = False,
) -> None:
    """Play an agent on fixed seeds and report its results.

    The report has wins, furthest blinds and deaths, with intervals. With --out every game is saved when
    it ends: after an interruption, run the same command again to continue. If the agent fails in a game,
    that game counts as lost, the others go on, and the exit code is 1.

    Example: jimbot eval --agent planner --seeds dev-300 --out runs/planner
    """
    with options.bad_input():
        player = with_budget(agent, budget)
        start = deck or "red", stake or "white"
        run = RunOptions(player, *start, agent_seed, challenge, isolate, secret, endless)
    telemetry.begin(where, "eval")
    events.begin(gateway)
    result, records = play(run, seeds or "", None, workers, out, as_json)
    if as_json:
        print_json(result)
    else:
        print_result(result, out)
    if debug:
        _show_traces(records)
    show_failures(result)


def _show_traces(records: Sequence[Record]) -> None:
    """Where the agent failed, in its own code; games that failed alike are shown once."""
    alike: dict[str, list[str]] = {}
    for record in records:
        if record.failure and record.failure.trace:
            alike.setdefault(record.failure.trace, []).append(record.seed)
    for trace, seeds in list(alike.items())[:10]:
        more = f" and {len(seeds) - 1} more" if len(seeds) > 1 else ""
        typer.echo(f"seed {seeds[0]}{more}:\n{trace.rstrip()}\n", err=True)


def show_failures(result: dict[str, Any]) -> None:
    """Says in which games the agent failed; the exit code is then 1."""
    if result["failures"]:
        for failure in result["failures"][:10]:
            typer.echo(f"seed {failure['seed']}, decision {failure['step']}: {failure['reason']}", err=True)
        typer.echo(f"jimbot: the agent failed in {len(result['failures'])} games", err=True)
        raise typer.Exit(1)


def play(
    run: RunOptions,
    source: str,
    seeds: Sequence[str] | None,
    workers: int,
    out: Path | None,
    quiet: bool,
    played_by: Players | None = None,
    where: Mapping[str, str] | None = None,
) -> tuple[dict[str, Any], list[Record]]:
    """Evaluates behind a progress bar that shows the running win rate."""
    with options.bad_input():
        seeds = read_seeds(source) if seeds is None else seeds
        with progress(run.agent, len(seeds), quiet) as advance:
            shown = 0

            def seen(records: Sequence[Record]) -> None:
                nonlocal shown
                wins = sum(record.won for record in records)
                won = percent(wins / max(len(records), 1))
                advance(len(records) - shown, f"{number(len(records))} games, {won} won")
                shown = len(records)

            try:
                return evaluate_agent(run, source, seeds, workers, out, seen, played_by, where)
            except Unplayed as error:
                typer.echo(f"jimbot: {error}", err=True)
                raise typer.Exit(1) from None


def print_result(result: dict[str, Any], out: Path | None) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    start = result.get("challenge") or f"{result['deck']}, {result['stake']}"
    start += ", endless" if result.get("endless") else ""
    where = f"{result['seeds']}, {start}"
    for name, value in ({"agent": result["agent"], "seeds": where} | figures(result)).items():
        table.add_row(name, value)
    if out is not None:
        table.add_row("report", f"{out}/report.html")
    console().print(table)
