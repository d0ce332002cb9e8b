"""`jimbot seed odds`: how rare a find is, and how long the search for it takes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from jimbot.apps.cli import options
from jimbot.apps.things import odds_lines
from jimbot.game.records import number
from jimbot.game.seeds import Odds, odds, parse
from jimbot.game.seeds.search import number_of
from jimbot.runs.console import progress


def show_odds(
    condition: Annotated[
        str, typer.Argument(metavar="CONDITION", help="As for jimbot seed find, in quotation marks.")
    ],
    deck: options.Deck = None,
    stake: options.Stake = None,
    seconds: Annotated[float, options.real("How long to look.", 0.1, 3600)] = 10.0,
    count: Annotated[int | None, options.whole("Look at this many seeds, however long it takes.", 1)] = None,
    first: Annotated[
        str | None,
        typer.Option(
            "--from",
            parser=options.typed_seed,
            metavar="SEED",
            help="First seed, in the order of names; default: at random.",
        ),
    ] = None,
    threads: options.Threads = options.CORES,
    as_json: options.Json = False,
) -> None:
    """Say how rare a find is before you search for it.

    It looks at seeds for 10 seconds and says how rare the find is, with a 95 % interval, and how long the
    search for the first one, and for all of them, takes on this machine. A condition that no seed can meet
    is refused.

    Example: jimbot seed odds "ante<=1 has j_perkeo and voucher v_telescope"
    """
    with options.bad_input():
        query = parse(condition, deck or "red", stake or "white")
        if query.outcomes:
            raise ValueError("odds are about what a seed holds: leave out 'wins', and see jimbot seed rate")
        with progress("seeds", count) as advance:
            shown = 0

            def watch(seen: int) -> None:
                nonlocal shown
                advance(seen - shown, f"{number(seen)} looked at")
                shown = seen

            found = odds(query, seconds, threads, None if first is None else number_of(first), count, watch)
    more = {"first_seconds": found.first_seconds, "all_seconds": found.all_seconds}
    options.show(
        asdict(found) | more | {"expected": asdict(found.expected)} if as_json else found, as_json, _print
    )


def _print(found: Odds) -> None:
    typer.echo("\n".join(odds_lines(found)))
