"""`jimbot watch`: an agent's game in the terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import AgentSeed, Budget
from jimbot.console import console
from jimbot.records import percent

if TYPE_CHECKING:
    from rich.table import Table

    from jimbot.agents import Advice
    from jimbot.game import Game


def watch(
    agent: Annotated[
        str,
        typer.Option(metavar="AGENT", help="Agent to watch, such as greedy, planner:deep or my_agent.py."),
    ],
    seed: options.Seed = None,
    deck: options.Deck = None,
    stake: options.Stake = None,
    budget: Budget = None,
    agent_seed: AgentSeed = 0,
    index: Annotated[
        int,
        typer.Option(
            parser=options.whole(0), metavar="I", help="Number of the game in the seed list of an evaluation."
        ),
    ] = 0,
    delay: Annotated[str, typer.Option(metavar="SECONDS", help="Pause after each decision.")] = "1",
    top: Annotated[
        int, typer.Option(parser=options.whole(1, 100), metavar="N", help="Number of alternatives to show.")
    ] = 5,
) -> None:
    """Watch an agent play a run and see its reasons.

    To see a game of jimbot eval again, give its seed, its number (column index of games.csv) as --index,
    and the same --agent-seed.

    Example: jimbot watch --agent greedy --seed TUTORIAL --delay 0.5
    """
    from jimbot.agents import View, make_agent, with_budget
    from jimbot.evaluation import runs
    from jimbot.game import Game
    from jimbot.picture.terminal import draw
    from jimbot.seeds import luck

    pause = _seconds(delay)
    with options.bad_input():
        game = Game(seed, deck or "red", stake or "white")
        spec = with_budget(agent, budget)
        player = make_agent(spec)
    own = runs.agent_seed(runs.RunOptions(spec, agent_seed=agent_seed), index)
    out = console()
    player.reset(own)
    step = 0
    while not game.over:
        try:
            advice = player.consider(View(game, luck(own, step)))
            out.print(draw(game, out.width))
            out.print(_table(game, advice, top))
            game.apply(advice.action)
        except Exception as error:
            typer.echo(f"jimbot: {spec} failed at decision {step}: {error}", err=True)
            raise typer.Exit(1) from None
        out.rule()
        time.sleep(pause)
        step += 1
    out.print(draw(game, out.width))
    out.print(f"{step} decisions. Seed {game.seed}.")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        options.fail(f"--delay must be a number of seconds from 0 to 3600, not {text!r}")
    return seconds


def _table(game: Game, advice: Advice, top: int) -> Table:
    from rich.table import Table
    from rich.text import Text

    from jimbot.picture.decision_text import decision_text
    from jimbot.records import number

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for rank, choice in enumerate(advice.alternatives[:top]):
        words = Text("> " if rank == 0 else "  ", style="bold green") + decision_text(game, choice.action)
        score = "" if choice.score is None else number(choice.score)
        likely = "" if choice.probability is None else f"{percent(choice.probability, 0)} likely"
        table.add_row(words, likely, choice.reason or score)
    return table
