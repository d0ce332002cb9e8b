"""`jimbot tui`: the terminal app."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import AgentSeed, Budget

if TYPE_CHECKING:
    from textual.screen import Screen

app = typer.Typer(
    help="The terminal app, with keyboard and mouse: play, assist, watch, replay, train.\n\n"
    "It needs jimbot[tui]. Without a command it opens a menu.\n\nExample: jimbot tui",
    rich_markup_mode=None,
)
AgentName = Annotated[
    str, typer.Option("--agent", metavar="AGENT", help="Such as heuristic, search or planner:deep.")
]


@app.callback(invoke_without_command=True)
def tui(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        _check()
        from jimbot.apps.tui import screens

        _run(screens.menu)


@app.command()
def play(
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    load: Annotated[
        str | None, typer.Option(metavar="FILE", help="Continue a saved game, a transcript or a notation.")
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the run that was left, by whatever ended it.")
    ] = False,
    autosave: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where every decision is kept; default: yours.")
    ] = None,
    agent: AgentName = "heuristic",
) -> None:
    """Play a run: choose cards by key or click, see what they score, ask for a hint, let an agent play on.

    Example: jimbot tui play --seed TUTORIAL
    """
    _check()
    from jimbot.apps.tui import screens
    from jimbot.documents.game_files import read_game
    from jimbot.game import Game

    given = {"--seed": seed, "--deck": deck, "--stake": stake, "--challenge": challenge}
    clash = [name for name, value in given.items() if value]
    if (load or resume) and (clash or (load and resume)):
        options.fail(f"--load and --resume go alone: leave out {', '.join(clash) or 'one of them'}")

    def first() -> Screen[Any]:
        if resume:
            return screens.resume(agent, autosave)
        game = read_game(load) if load else Game(seed, deck or "red", stake or "white", challenge)
        return screens.play(game, agent, autosave)

    _run(first)


@app.command()
def watch(
    agent: AgentName = "heuristic",
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    budget: Budget = None,
    agent_seed: AgentSeed = 0,
) -> None:
    """Watch an agent play: run, pause, step, back, jump, with its reasons at each decision.

    Example: jimbot tui watch --agent search --budget 200 --seed TUTORIAL
    """
    _check()
    from jimbot.agents import with_budget
    from jimbot.apps.tui import screens
    from jimbot.game import Game

    given = seed or deck or stake
    _run(
        lambda: screens.watch(
            with_budget(agent, budget),
            Game(seed, deck or "red", stake or "white") if given else None,
            agent_seed,
        )
    )


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript or a trace_v1 file.")],
    agent: AgentName = "heuristic",
) -> None:
    """Step through a recorded run, with what an agent thinks at each decision.

    Example: jimbot tui replay run.txt
    """
    _check()
    from jimbot.apps.tui import screens

    _run(lambda: screens.replay(file, agent))


@app.command()
def assist(
    base_url: Annotated[
        str, typer.Option(metavar="URL", help="The real game, or jimbot serve.")
    ] = "http://127.0.0.1:12346",
    agent: AgentName = "heuristic",
    budget: Budget = None,
    topk: Annotated[
        int, typer.Option(parser=options.whole(1, 20), metavar="K", help="Number of suggestions.")
    ] = 5,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add one JSON object per position to this file.")
    ] = None,
    poll_interval: Annotated[
        float, typer.Option(min=0.02, metavar="SECONDS", help="Pause between two looks at the game.")
    ] = 0.5,
) -> None:
    """Suggestions beside a running game. It acts only when armed (e), and once for each x.

    Example: jimbot tui assist --base-url http://127.0.0.1:12346
    """
    _check()
    from jimbot.agents import with_budget
    from jimbot.apps.tui import screens

    options.need("httpx", "live", "assist")
    _run(lambda: screens.assist(base_url, with_budget(agent, budget), topk, log, poll_interval))


@app.command()
def train(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder with metrics.jsonl.")],
) -> None:
    """The curves of a training, while it goes on or afterwards.

    Example: jimbot tui train runs/quick
    """
    _check()
    from jimbot.apps.tui import screens

    _run(lambda: screens.train(run))


def _check() -> None:
    options.need("textual", "tui", "the terminal app")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        options.fail("the terminal app needs a terminal; 'jimbot play' and 'jimbot assist' do without")


def _run(first: Callable[[], Screen[Any]]) -> None:
    from jimbot.apps.tui.app import JimbotApp

    with options.bad_input():
        screen = first()
    JimbotApp(lambda: screen).run()
