"""`jimbot drive`: an agent plays whole runs on the real game, a server, or the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.agents import with_budget
from jimbot.apps.cli import evaluate as evaluation
from jimbot.apps.cli import events, options, telemetry
from jimbot.apps.cli.backend import BackendName, CallsOnly, Name, connector
from jimbot.game.records import counted, number
from jimbot.game.seeds import read_seeds
from jimbot.live.drive.games import BackendGone, Driver
from jimbot.runs.console import print_json

GONE = 3  # exit code
REAL = ("base_url", "leave_run", "max_consecutive_failures")  # options for a game behind the protocol

app = options.group()


@app.command()
def drive(
    context: typer.Context,
    agent: options.Agent = "heuristic",
    backend: Name = BackendName.real,
    base_url: options.BaseUrl = options.ENGINE_URL,
    seeds: options.Seeds = None,
    games: Annotated[
        int | None,
        options.whole("Number of runs; default: all of --seeds, or 10.", 1, None, "--games", "--episodes"),
    ] = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    budget: options.Budget = None,
    agent_seed: options.AgentSeed = 0,
    calls_only: CallsOnly = False,
    leave_run: Annotated[
        bool, options.flag("--leave-run", "Abandon the run that the game is in, if it is another one.")
    ] = False,
    max_consecutive_failures: Annotated[
        int, options.whole("Consecutive connection failures before giving up.", 0)
    ] = 3,
    out: evaluation.Out = None,
    gateway: events.ToGateway = None,
    where: telemetry.Where = None,
    as_json: options.Json = False,
) -> None:
    """Let an agent play whole runs on the real game, on jimbot serve, or on the simulator.

    The report has the figures of jimbot eval, and jimbot compare pairs the two folders. If the game goes
    away, the run begins again when it is back. Each transcript is replayed in the engine. The exit code is
    1 if the agent failed in a run, 3 if the game is gone; with --out, the same command then continues.

    Example: jimbot drive --agent heuristic --base-url http://127.0.0.1:12346 --seeds valid-20 --out runs/real
    """
    others = ("calls_only",) if backend is BackendName.real else REAL
    options.refuse_given(context, others, f"with --backend {backend}")
    with options.bad_input():
        source = seeds or f"dev-{games or 10}"
        chosen = read_seeds(source)[:games]
        if games is not None and len(chosen) < games:
            raise ValueError(f"--games {games} was given, but {source} holds {len(chosen)} seeds")
        player = with_budget(agent, budget)
        connect, lost = connector(backend, base_url, calls_only, None if leave_run else chosen)
    driver = Driver(
        connect, lost, max_consecutive_failures, lambda text: typer.echo(f"jimbot: {text}", err=True)
    )
    telemetry.begin(where, "drive")
    place = {"backend": backend.value + ("-calls" if calls_only else "")}
    events.begin(gateway)
    try:
        found = evaluation.play(
            player, chosen, as_json, source=source, deck=deck or "red", stake=stake or "white",
            agent_seed=agent_seed, out=out, played_by=driver.play, where=place,
        )  # fmt: skip
    except BackendGone as error:
        typer.echo(f"jimbot: {error}. {remedy(out)}", err=True)
        raise typer.Exit(GONE) from None
    result = found.summary
    result |= _speed(result["decisions_per_game"], result["seconds_per_game"]) | _replays(driver)
    if as_json:
        print_json(result)
    else:
        evaluation.print_result(result, out)
        _print(result)
    evaluation.show_failures(result)


def remedy(out: Path | None) -> str:
    again = "run the same command again to continue" if out else "use --out to be able to continue"
    return f"Is the game still running? Start it again and {again}"


def _speed(decisions: float, seconds: float) -> dict[str, float]:
    return {"decisions_per_second": decisions / seconds if seconds else 0.0}


def _replays(driver: Driver) -> dict[str, int | Sequence[str]]:
    return {
        "transcripts_replayed": driver.checked - len(driver.not_replayed),
        "not_replayed": driver.not_replayed,
    }


def _print(result: dict[str, Any]) -> None:
    replayed = counted(result["transcripts_replayed"], "transcript")
    typer.echo(f"{number(round(result['decisions_per_second']))} decisions/s; {replayed} replayed")
    for seed in result["not_replayed"]:
        typer.echo(f"seed {seed}: the engine does not end this run as the game did")
