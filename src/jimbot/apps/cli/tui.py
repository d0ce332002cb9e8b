"""`jimbot tui`: the terminal app."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.agents import with_budget
from jimbot.apps.cli import options
from jimbot.apps.cli.play import Autosave, Load, Name, Resume, game_to_play, may_replace, place_of
from jimbot.game import Game

app = options.group(
    "The terminal app, with keyboard and mouse: play, assist, watch, replay, train.\n\n"
    "It needs jimbot[tui]. Without a command it opens a menu.\n\nExample: jimbot tui"
)


@app.callback(invoke_without_command=True)
def tui(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        _open(lambda screens: screens.menu())


@app.command()
def play(
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    load: Load = None,
    resume: Resume = False,
    autosave: Autosave = None,
    name: Name = None,
    agent: options.Agent = "heuristic",
) -> None:
    """Play a run: choose cards by key or click, see what they score, ask for a hint, let an agent play on.

    Example: jimbot tui play --seed TUTORIAL
    """

    def first(screens: Any) -> Any:
        game = game_to_play(load, resume, autosave, name, seed, deck, stake, challenge)
        kept = place_of(game, resume, autosave, name)
        return screens.play(game, agent, kept, may_replace(kept, game))

    _open(first)


@app.command()
def watch(
    agent: options.Agent = "heuristic",
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    budget: options.Budget = None,
    agent_seed: options.AgentSeed = 0,
) -> None:
    """Watch an agent play: run, pause, step, back, jump, with its reasons at each decision.

    Example: jimbot tui watch --agent search --budget 200 --seed TUTORIAL
    """

    def first(screens: Any) -> Any:
        game = Game(seed, deck or "red", stake or "white") if seed or deck or stake else None
        return screens.watch(with_budget(agent, budget), game, agent_seed)

    _open(first)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript or a trace_v1 file.")],
    agent: options.Agent = "heuristic",
) -> None:
    """Step through a recorded run, with what an agent thinks at each decision.

    Example: jimbot tui replay run.txt
    """
    _open(lambda screens: screens.replay(file, agent))


@app.command()
def assist(
    base_url: options.BaseUrl = options.ENGINE_URL,
    agent: options.Agent = "heuristic",
    budget: options.Budget = None,
    top: options.Top = 5,
    log: Annotated[
        Path | None, options.text("FILE", "Add one JSON object per position to this file.")
    ] = None,
    poll_interval: options.PollInterval = 0.5,
) -> None:
    """Suggestions beside a running game. It acts only when armed (e), and once for each x.

    Example: jimbot tui assist --base-url http://127.0.0.1:12346
    """
    options.need("httpx", "live", "assist")
    _open(lambda screens: screens.assist(base_url, with_budget(agent, budget), top, log, poll_interval))


@app.command()
def train(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="A run folder with metrics.jsonl.")],
) -> None:
    """The curves of a training, while it goes on or afterwards.

    Example: jimbot tui train runs/quick
    """
    _open(lambda screens: screens.train(run))


def _open(first: Callable[[Any], Any]) -> None:
    options.need("textual", "tui", "the terminal app")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        options.fail("the terminal app needs a terminal; 'jimbot play' and 'jimbot assist' do without")
    from jimbot.apps.tui import screens
    from jimbot.apps.tui.app import JimbotApp

    with options.bad_input():
        screen = first(screens)
    JimbotApp(lambda: screen).run()
