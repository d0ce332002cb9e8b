"""`jimbot assist`: suggestions beside a game; acts only when told, and in the real game only when armed."""

from __future__ import annotations

import enum
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.backend import BackendName, BaseUrl, Name
from jimbot.game.records import percent
from jimbot.runs.console import console, plain

if TYPE_CHECKING:
    from jimbot.agents import Agent
    from jimbot.live.backends import Backend
    from jimbot.live.drive.arming import Gate
    from jimbot.live.drive.assistant import Assistant
    from jimbot.live.drive.companion import Notice

REAL_INTERVAL = 1.0  # seconds between two actions in the real game, at least


class PolicyName(enum.StrEnum):
    heuristic = enum.auto()
    search = enum.auto()
    bc = enum.auto()
    pv = enum.auto()
    rl = enum.auto()
    risk_aware = enum.auto()


LEARNED = (PolicyName.bc, PolicyName.pv, PolicyName.rl)
SEARCHING = (PolicyName.search, PolicyName.risk_aware)


def assist(
    backend: Name = BackendName.real,
    base_url: BaseUrl = "http://127.0.0.1:12346",
    policy: Annotated[
        PolicyName | None,
        typer.Option(help="Who suggests; default: bc with --model, heuristic without."),
    ] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            "--model",
            "--policy-model",
            "--rl-model",
            metavar="FILE",
            help="What bc, pv, rl or risk_aware has learned: a model file, checkpoint or run folder.",
        ),
    ] = None,
    risk_config: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Weights, bands and files of risk, YAML; for risk_aware."),
    ] = None,
    topk: Annotated[
        int, typer.Option(parser=options.whole(1, 100), metavar="K", help="Number of suggestions.")
    ] = 3,
    once: Annotated[bool, typer.Option("--once", help="Suggest for the present position and end.")] = False,
    poll_interval: Annotated[
        float, typer.Option(min=0.02, metavar="SECONDS", help="Pause between two looks at the game.")
    ] = 1.0,
    search_budget_ms: Annotated[
        int | None,
        typer.Option(parser=options.whole(1), metavar="MS", help="Most time of a search for a decision."),
    ] = None,
    execute: Annotated[
        bool,
        typer.Option("--execute", help="Make the first suggestion; in the real game with --confirm."),
    ] = False,
    confirm: Annotated[
        bool,
        typer.Option("--confirm", help="Act in the real game: you are asked to type a token, once per run."),
    ] = False,
    min_interval: Annotated[
        float | None,
        typer.Option(
            min=0, metavar="SECONDS", help="Least time between two actions; default: 1 in the real game."
        ),
    ] = None,
    strict_errors: Annotated[
        bool, typer.Option("--strict-errors", help="End at the first error instead of trying again.")
    ] = False,
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object per position.")] = False,
) -> None:
    """Suggest what to do in a running game, with probability, expected score and reason.

    It only suggests, unless --execute is given. In the real game --execute also needs --confirm: you type a
    token that works once, for the run that is played then. A lost connection is waited for. With
    --backend sim, it plays a run of its own (--seed, --deck, --stake).

    Example: jimbot assist --base-url http://127.0.0.1:12346 --policy search --topk 5
    """
    from jimbot.live.drive.assistant import Assistant
    from jimbot.live.drive.companion import Companion

    lost: tuple[type[Exception], ...] = ()
    if confirm and not execute:
        options.fail("--confirm goes with --execute")
    with options.bad_input():
        agent = _agent(policy, model, risk_config, search_budget_ms)
    if backend is BackendName.sim:
        from jimbot.live.backends import SimBackend
        from jimbot.live.drive.arming import Gate

        with options.bad_input():
            game = SimBackend(seed, deck or "red", stake or "white", execute=execute)
        gate = Gate(min_interval or 0.0) if execute else None
        once = once or not execute  # nobody else moves there
        assistant = Assistant(Companion(agent, lambda: game, (), topk, strict=True), gate, poll_interval)
    else:
        if seed or deck or stake:
            options.fail("--seed, --deck and --stake are for --backend sim; start the run in the game itself")
        options.need("httpx", "live", "the real backend")
        from jimbot.live.client.exceptions import BalatrobotError
        from jimbot.live.drive.reach import Unreachable, reach

        lost = (BalatrobotError, Unreachable)

        def connect() -> Backend:
            return reach(base_url, execute=execute)

        gate = armed_gate(base_url, confirm, min_interval) if execute else None
        companion = Companion(agent, connect, lost, topk, stays_armed=True, strict=strict_errors)
        assistant = Assistant(companion, gate, poll_interval)
    _follow(assistant, lost, once, as_json)


def _follow(assistant: Assistant, lost: tuple[type[Exception], ...], once: bool, as_json: bool) -> None:
    """Tells what the assistant notices, until its run ends or somebody stops it."""
    try:
        for notice in assistant.notices():
            _tell(notice, as_json)
            if once and not notice.suggestions:
                raise typer.Exit(1)
            if once or notice.run_is_over:
                break
    except KeyboardInterrupt:
        pass
    except lost as error:
        typer.echo(f"jimbot: {error}", err=True)
        raise typer.Exit(1) from None
    except ValueError as error:
        options.fail(str(error))
    finally:
        assistant.close()


def _agent(
    policy: PolicyName | None, model: Path | None, risk_config: Path | None, budget: int | None
) -> Agent:
    from jimbot import agents

    policy = policy or (PolicyName.heuristic if model is None else PolicyName.bc)
    needs_model = policy in LEARNED or policy is PolicyName.risk_aware
    if needs_model and model is None:
        raise ValueError(f"--policy {policy.value} needs --model FILE: what it has learned")
    if model is not None and not needs_model:
        raise ValueError(f"--policy {policy.value} takes no --model")
    if budget is not None and policy not in SEARCHING:
        raise ValueError(f"--search-budget-ms is for {' and '.join(SEARCHING)}, not for {policy.value}")
    if risk_config is not None and policy is not PolicyName.risk_aware:
        raise ValueError(f"--risk-config is for risk_aware, not for {policy.value}")
    if policy is PolicyName.heuristic:
        return agents.HeuristicAgent()
    if policy is PolicyName.search:
        return agents.SearchAgent(ms=budget or 0)
    assert model is not None
    if policy is PolicyName.risk_aware:
        return agents.RiskAwareAgent(risk_config, model, budget)
    return agents.PolicyAgent(model)


def armed_gate(base_url: str, confirm: bool, min_interval: float | None) -> Gate:
    """Free on our own server; in the real game by token, for the run that is played now, at a pace."""
    from jimbot.live.drive.arming import ArmToken, Gate
    from jimbot.live.drive.reach import Unreachable, is_real_game, reach

    try:
        if not is_real_game(base_url):
            return Gate(min_interval or 0.0)
        if not confirm:
            options.fail(f"{base_url} is the real game: to act there, give --execute --confirm")
        looked = reach(base_url)
        run = looked.seed
        looked.close()
    except Unreachable as error:
        options.fail(str(error))
    token = ArmToken()
    typer.echo(f"The assistant is about to play run {run} at {base_url}.", err=True)
    typer.echo(f"Type {token.text} to arm it for this run: ", err=True, nl=False)
    if not token.accepts(sys.stdin.readline()):
        options.fail("not armed: that was not the token. Nothing was done")
    return Gate(REAL_INTERVAL if min_interval is None else min_interval, {run})


def _tell(notice: Notice, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(json.dumps(plain(notice), ensure_ascii=False) + "\n")
        sys.stdout.flush()
        return
    from rich.table import Table

    from jimbot.game.records import number

    out = console()
    if notice.suggestions:
        in_round = notice.phase == "SELECTING_HAND"
        goal = f", {number(notice.score)} of {number(notice.target)}" if in_round else ""
        out.print(f"ante {notice.ante}, round {notice.round}, ${notice.money}, {notice.phase}{goal}")
        table = Table(
            "", "decision", "preferred", "", "why", box=None, padding=(0, 2, 0, 0), header_style="dim"
        )
        for rank, one in enumerate(notice.suggestions, 1):
            score = "" if one.expected_score is None else f"{number(one.expected_score)} chips"
            table.add_row(f"{rank}.", one.text, percent(one.probability, 0), score, one.reason)
        out.print(table)
    if notice.executed:
        out.print(f"done: {notice.executed}")
    if notice.note:
        out.print(notice.note)
