"""`jimbot eval`: an agent on fixed seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from jimbot.agents import with_budget
from jimbot.apps.cli import events, options, telemetry
from jimbot.evaluation import Evaluation, Record, Unplayed
from jimbot.evaluation import evaluate as play_seeds
from jimbot.evaluation.summary import figures
from jimbot.game.records import counted, percent
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
        player, chosen = with_budget(agent, budget), read_seeds(seeds or "")
    telemetry.begin(where, "eval")
    events.begin(gateway)
    found = play(
        player, chosen, as_json, source=seeds, deck=deck or "red", stake=stake or "white",
        challenge=challenge, endless=endless, agent_seed=agent_seed, isolate=isolate, secret=secret,
        workers=workers, out=out,
    )  # fmt: skip
    if as_json:
        print_json(found.summary)
    else:
        print_result(found.summary, out)
    if debug:
        _show_traces(found.records)
    show_failures(found.summary)


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
        typer.echo(f"jimbot: the agent failed in {counted(len(result['failures']), 'game')}", err=True)
        raise typer.Exit(1)


def play(agent: str, seeds: Sequence[str], quiet: bool, **how: Any) -> Evaluation:
    """Evaluates behind a progress bar that shows the running win rate."""
    with options.bad_input(), progress(agent, len(seeds), quiet) as advance:
        shown = 0

        def each(records: Sequence[Record]) -> None:
            nonlocal shown
            wins = sum(record.won for record in records)
            won = percent(wins / max(len(records), 1))
            advance(len(records) - shown, f"{counted(len(records), 'game')}, {won} won")
            shown = len(records)

        try:
            return play_seeds(agent, seeds=seeds, each=each, **how)
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
