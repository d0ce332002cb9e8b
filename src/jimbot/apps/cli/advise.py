"""`jimbot advise`: what to do in a position that lies in a file or comes from another program."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.cli.evaluate import Budget
from jimbot.runs.console import console, print_json

if TYPE_CHECKING:
    from jimbot.live.drive.positions import Given


def advise(
    source: Annotated[
        str,
        typer.Argument(
            metavar="[FILE]",
            help="A save, transcript, notation, gamestate or state_v1 document; '-': standard input.",
        ),
    ] = "-",
    agent: Annotated[
        str, typer.Option(metavar="AGENT", help="Who advises, such as heuristic, search or planner:deep.")
    ] = "heuristic",
    budget: Budget = None,
    top: Annotated[
        int, typer.Option(parser=options.whole(1, 100), metavar="N", help="Number of suggestions.")
    ] = 5,
    as_json: options.Json = False,
) -> None:
    """Suggest what to do in a position, with chances and reasons. The same position gets the same advice.

    A line of notation can be given itself, in quotes.

    Example: jimbot advise run.save --agent search --budget 500
    """
    from jimbot.agents import View, make_agent, with_budget
    from jimbot.game.seeds import luck
    from jimbot.live.drive.suggest import suggest
    from jimbot.view import live_jokers
    from jimbot.view.picture.suggestion_text import draw_suggestions
    from jimbot.view.picture.terminal import draw

    with options.bad_input():
        player = make_agent(with_budget(agent, budget))
        given = _given(source)
    game = given.game
    if game.over:
        options.fail("the run is over: there is nothing to decide")
    player.reset(0)
    suggestions = suggest(player, View(game, luck(0, 0)), top)
    if as_json:
        print_json(
            {
                "agent": agent,
                "phase": game.phase,
                "ante": game.ante,
                "suggestions": suggestions,
                "jokers": [str(joker) for joker in live_jokers(game)],
                "unknown": given.unknown,
            }
        )
        return
    out = console()
    out.print(draw(game, out.width))
    out.print(draw_suggestions(suggestions, game.phase))
    if given.unknown:
        out.print(f"Not told, and taken as in a fresh run: {', '.join(given.unknown)}", style="dim")


def _given(source: str) -> Given:
    from jimbot.live.drive.positions import position_in, read_position

    if source != "-":
        return read_position(source)
    stream = getattr(sys.stdin, "buffer", None)
    return position_in(stream.read() if stream is not None else sys.stdin.read().encode(), "standard input")
