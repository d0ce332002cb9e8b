"""`jimbot seed route`: the way to what a seed holds."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.things import route_lines
from jimbot.game.seeds import parse
from jimbot.view.seed_route import route


def show_route(
    seed: Annotated[
        str,
        typer.Argument(parser=options.typed_seed, metavar="SEED", help="1 to 16 printable ASCII characters."),
    ],
    condition: Annotated[
        str, typer.Argument(metavar="CONDITION", help="As for jimbot seed find, in quotation marks.")
    ],
    deck: options.Deck = None,
    stake: options.Stake = None,
    as_json: options.Json = False,
) -> None:
    """Show the shortest way to what a seed holds.

    It plays the seed and prints the fewest decisions that reach what the condition asks for: what to skip,
    buy, open, take, and how often to reroll. All other blinds are played and won. Where that costs more
    than a run has by then, it says how much more.

    Example: jimbot seed route 1111111R "ante<=1 voucher v_telescope"
    """
    with options.bad_input():
        query = parse(condition, deck or "red", stake or "white")
        found = route(query, seed)
    if as_json:
        options.show(asdict(found) | {"deck": query.deck, "stake": query.stake}, as_json)
    else:
        typer.echo("\n".join(route_lines(found)))
