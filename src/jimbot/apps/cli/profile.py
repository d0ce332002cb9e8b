"""`jimbot profile`: what a player has won, from the game's own file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.game.content import content
from jimbot.game.saved.profile import Profile, Used, read_profile
from jimbot.runs.console import console, print_json, table
from jimbot.saves.folders import folders, last_file

PROFILE = "profile.jkr"

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


def _rate(used: Used) -> str:
    return "" if used.win_rate is None else f"{100 * used.win_rate:.0f} %"


def _show(found: Profile, top: int) -> None:
    out = console()
    totals, scores = found.totals, found.scores
    out.print(f"{totals['wins']:,} wins, {totals['losses']:,} losses, {totals['rounds']:,} rounds")
    out.print(", ".join(f"{name.replace('_', ' ')} {value:,.14g}" for name, value in scores.items()))
    stakes = [str(row["name"]).removesuffix(" Stake") for row in content()["stake"].values()]
    decks = [_deck(used, stakes) for used in found.decks]
    if decks:
        out.print("\nDecks: wins and losses by stake")
        out.print(table(decks))
    if found.jokers:
        out.print("\nJokers")
        rows = [
            {"joker": u.name, "used": u.count, "wins": u.wins, "losses": u.losses, "won": _rate(u)}
            for u in found.jokers[:top]
        ]
        out.print(table(rows))
    played = sum(found.hands.values())
    if played:
        out.print("\nPoker hands")
        out.print(
            table(
                [
                    {"hand": n, "played": c, "share": f"{100 * c / played:.0f} %"}
                    for n, c in found.hands.items()
                ]
            )
        )
    if found.challenges:
        out.print(f"\nChallenges won: {', '.join(found.challenges)}")


def _deck(used: Used, stakes: list[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"deck": used.name.removesuffix(" Deck")}
    for level, name in enumerate(stakes, 1):
        wins, losses = used.wins_at.get(level, 0), used.losses_at.get(level, 0)
        row[name] = f"{wins}-{losses}" if wins or losses else ""
    return row | {"won": _rate(used)}
