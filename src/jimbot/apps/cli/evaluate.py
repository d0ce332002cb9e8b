"""`jimbot eval`: an agent on fixed seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options, telemetry
from jimbot.apps.cli.events import ToGateway
from jimbot.apps.cli.events import begin as begin_events
from jimbot.game.records import number, percent
from jimbot.runs.console import console, print_json, progress
from jimbot.runs.machine import cores

if TYPE_CHECKING:
    from jimbot.evaluation import Evaluation, Record

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
    endless: Annotated[
        bool, typer.Option("--endless", help="Play on after ante 8, until it is lost.")
    ] = False,
    workers: Workers = None,
    budget: Budget = None,
    agent_seed: AgentSeed = 0,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="DIR", help="Save games, transcripts and a report in this folder, or continue there."
        ),
    ] = None,
    isolate: Annotated[
        bool, typer.Option("--isolate", help="Keep the agent in a process that does not hold the game.")
    ] = False,
    secret: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT",
            help="With --isolate: the secret of an evaluation to repeat (in its manifest.json).",
        ),
    ] = None,
    debug: Annotated[
        bool, typer.Option("--debug", help="If the agent fails in a game, show its traceback.")
    ] = False,
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
    from jimbot.game.seeds import read_seeds

    with options.bad_input():
        player, chosen = with_budget(agent, budget), read_seeds(seeds or "")
    telemetry.begin(where, "eval")
    begin_events(events)
    found = play(
        player, chosen, as_json, source=seeds, deck=deck or "red", stake=stake or "white",
        challenge=challenge, endless=endless, agent_seed=agent_seed, isolate=isolate, secret=secret,
        workers=workers or cores(), out=out,
    )  # fmt: skip
    if as_json:
        print_json(found.summary)
    else:
        print_result(found.summary, out)
    if debug:
        _tell_traces(found.records)
    tell_failures(found.summary)


def _tell_traces(records: Sequence[Record]) -> None:
    """Where the agent failed, in its own code; games that failed alike are told once."""
    alike: dict[str, list[str]] = {}
    for record in records:
        if record.failure and record.failure.trace:
            alike.setdefault(record.failure.trace, []).append(record.seed)
    for trace, seeds in list(alike.items())[:10]:
        more = f" and {len(seeds) - 1} more" if len(seeds) > 1 else ""
        typer.echo(f"seed {seeds[0]}{more}:\n{trace.rstrip()}\n", err=True)


def tell_failures(result: dict[str, Any]) -> None:
    """Says in which games the agent failed; the exit code is then 1."""
    if result["failures"]:
        for failure in result["failures"][:10]:
            typer.echo(f"seed {failure['seed']}, decision {failure['step']}: {failure['reason']}", err=True)
        typer.echo(f"jimbot: the agent failed in {len(result['failures'])} games", err=True)
        raise typer.Exit(1)


def play(agent: str, seeds: Sequence[str], quiet: bool, **how: Any) -> Evaluation:
    """Evaluates behind a progress bar that shows the running win rate."""
    from jimbot.evaluation import Unplayed
    from jimbot.evaluation import evaluate as play_seeds

    with options.bad_input(), progress(agent, len(seeds), quiet) as advance:
        shown = 0

        def each(records: Sequence[Record]) -> None:
            nonlocal shown
            wins = sum(record.won for record in records)
            won = percent(wins / max(len(records), 1))
            advance(len(records) - shown, f"{number(len(records))} games, {won} won")
            shown = len(records)

        try:
            return play_seeds(agent, seeds=seeds, each=each, **how)
        except Unplayed as error:
            typer.echo(f"jimbot: {error}", err=True)
            raise typer.Exit(1) from None


def print_result(result: dict[str, Any], out: str | None) -> None:
    from rich.table import Table

    from jimbot.evaluation.summary import figures

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    start = result.get("challenge") or f"{result['deck']}, {result['stake']}"
    start += ", endless" if result.get("endless") else ""
    where = f"{result['seeds']}, {start}"
    for name, value in ({"agent": result["agent"], "seeds": where} | figures(result)).items():
        table.add_row(name, value)
    if out is not None:
        table.add_row("report", f"{out}/report.html")
    console().print(table)
