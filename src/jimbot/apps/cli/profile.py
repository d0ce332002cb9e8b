"""`jimbot profile`: what a player has won, from the game's own file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from jimbot.apps import won
from jimbot.apps.cli import options
from jimbot.game.saved.profile import Profile, read_profile
from jimbot.runs.console import console, print_json, table
from jimbot.saves.folders import PROFILE, folders, last_file

app = options.group()


@app.command()
def profile(
    source: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]",
            help="A profile.jkr, or the folder of the game or of a profile; default: the game's own.",
        ),
    ] = None,
    top: Annotated[int, options.whole("Number of jokers.", 1, 150, "--top")] = 20,
    as_json: options.Json = False,
) -> None:
    """Show what was won with which deck, stake, joker and hand, from the profile.jkr of the game.

    The game keeps totals, not runs; wins and losses of decks are given as wins-losses for each stake.

    Example: jimbot profile; jimbot profile profile.jkr --json
    """
    with options.bad_input():
        places = folders() if source is None else [Path(source).expanduser()]
        path = last_file(places, PROFILE)
        if path is None:
            where = (
                "no folder of the game was found" if source is None else f"there is no {PROFILE} in {source}"
            )
            raise ValueError(f"{where}; name it: jimbot profile FILE")
        found = read_profile(path)
    if as_json:
        print_json(asdict(found) | {"file": str(path)})
        return
    _show(found, top)


def _show(found: Profile, top: int) -> None:
    out = console()
    out.print(won.summary(found))
    out.print(", ".join(f"{name} {value}" for name, value in won.records(found).items()))
    parts = {
        "Decks: wins and losses by stake": won.deck_rows(found),
        "Jokers": won.joker_rows(found)[:top],
        "Poker hands": won.hand_rows(found),
    }
    for title, rows in parts.items():
        if rows:
            out.print(f"\n{title}")
            out.print(table(rows))
    if found.challenges:
        out.print(f"\nChallenges won: {', '.join(found.challenges)}")
