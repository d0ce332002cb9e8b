"""`jimbot eval`: an agent on fixed seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options, telemetry
from jimbot.apps.cli.events import ToGateway
from jimbot.apps.cli.events import begin as begin_events
from jimbot.console import console, print_json, progress
from jimbot.machine import cores

if TYPE_CHECKING:
    from jimbot.evaluation.evaluator import Players
    from jimbot.evaluation.runs import Record, RunOptions

Seeds = Annotated[
    str | None,
    typer.Option(
        metavar="LIST|FILE",
        help="A seed list such as dev-300 or dev-300@2000, or a file with one seed per line.",
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        parser=options.whole(1, 1024), metavar="N", help="Number of worker processes; default: all cores."
    ),
]
Budget = Annotated[
    int | None,
    typer.Option(
        parser=options.whole(1),
        metavar="MS",
        help="Milliseconds per decision, for agents with a time limit (search); default: no limit.",
    ),
]
AgentSeed = Annotated[
    int,
    typer.Option(
        parser=options.whole(0, 2**63), metavar="N", help="Seed for the agent's own random choices."
    ),
]


def evaluate(
    agent: Annotated[
        str,
        typer.Option(metavar="AGENT", help="Agent to play, such as greedy, planner:deep or my_agent.py."),
    ],
    seeds: Seeds = "dev-100",
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    workers: Workers = None,
    budget: Budget = None,
    agent_seed: AgentSeed = 0,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Save games, transcripts and a report in this folder, or continue there."
        ),
    ] = None,
    where: telemetry.Where = None,
    events: ToGateway = None,
    as_json: options.Json = False,
) -> None:
    """Play an agent on fixed seeds and report its results.

    The report has wins, furthest blinds and deaths, with intervals. With --out every game is saved when
    it ends: after an interruption, run the same command again to continue. If the agent fails in a game,
    that game counts as lost, the others go on, and the exit code is 1.

    Example: jimbot eval --agent planner --seeds dev-300 --out runs/planner
    """
    from jimbot.agents import with_budget
    from jimbot.evaluation.runs import RunOptions

    with options.bad_input():
        run = RunOptions(with_budget(agent, budget), deck or "red", stake or "white", agent_seed, challenge)
    telemetry.begin(where, "eval")
    begin_events(events)
    result, _ = play(run, seeds or "", None, workers or cores(), out, as_json)
    if as_json:
        print_json(result)
    else:
        print_result(result, out)
    tell_failures(result)


def tell_failures(result: dict[str, Any]) -> None:
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
    out: str | None,
    quiet: bool,
    played_by: Players | None = None,
    where: Mapping[str, str] | None = None,
) -> tuple[dict[str, Any], list[Record]]:
    """Evaluates behind a progress bar that shows the running win rate."""
    from jimbot.evaluation import evaluate
    from jimbot.seeds import read_seeds

    with options.bad_input():
        seeds = read_seeds(source) if seeds is None else seeds
        with progress(run.agent, len(seeds), quiet) as advance:
            shown = 0

            def seen(records: Sequence[Record]) -> None:
                nonlocal shown
                wins = sum(record.won for record in records)
                advance(len(records) - shown, f"{len(records)} games, {wins / max(len(records), 1):.1%} won")
                shown = len(records)

            folder = Path(out) if out is not None else None
            return evaluate(run, source, seeds, workers, folder, seen, played_by, where)


def print_result(result: dict[str, Any], out: str | None) -> None:
    from rich.table import Table

    from jimbot.evaluation.report import figures

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    start = result.get("challenge") or f"{result['deck']}, {result['stake']}"
    where = f"{result['seeds']}, {start}"
    for name, value in ({"agent": result["agent"], "seeds": where} | figures(result)).items():
        table.add_row(name, value)
    if out is not None:
        table.add_row("report", f"{out}/report.md")
    console().print(table)
