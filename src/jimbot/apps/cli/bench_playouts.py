"""`jimbot bench playouts`: a batch of random games."""

from __future__ import annotations

from typing import Annotated, Any

from rich.table import Table

from jimbot.apps.bench.playouts import play_out
from jimbot.apps.cli import options
from jimbot.game import Game
from jimbot.game.records import number, percent
from jimbot.runs.console import console


def playouts(
    games: Annotated[int, options.whole("Number of games to play.", 1, 10**12)] = 1000,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    all_content: Annotated[
        bool, options.flag("--all-content", "Play all decks, stakes and challenges in turn.")
    ] = False,
    one_chip: Annotated[
        bool, options.flag("--one-chip", "Every blind needs only 1 chip, so that games run longer.")
    ] = False,
    threads: options.Threads = options.CORES,
    first: Annotated[int, options.whole("Number of the first game's seed.", 0, 2**63)] = 0,
    as_json: options.Json = False,
) -> None:
    """Play a batch of random games and report the results and the speed.

    Every decision picks a kind uniformly among the legal kinds, then its arguments uniformly.
    The signature is a fingerprint of everything that happened; it does not depend on the number of threads.

    Example: jimbot bench playouts --games 5000 --one-chip --deck plasma --stake gold
    """
    if all_content and (deck or stake or challenge):
        options.fail("--all-content cannot be combined with --deck, --stake or --challenge")
    with options.bad_input():  # the game knows which options go together
        Game(seed="CHECK", deck=deck or "red", stake=stake or "white", challenge=challenge)
    report = play_out(
        games,
        first=first,
        threads=threads,
        deck=deck or "red",
        stake=stake or "white",
        challenge=challenge,
        one_chip=one_chip,
        all_content=all_content,
        quiet=as_json,
    )
    options.show(report, as_json, _print)


def _print(report: dict[str, Any]) -> None:
    where = "all decks, stakes and challenges"
    if not report["all_content"]:
        where = report["challenge"] or f"{report['deck']}, {report['stake']}"
    targets = ", 1-chip targets" if report["one_chip"] else ""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    rows = {
        "games": f"{number(report['games'])} ({where}{targets})",
        "decisions": number(report["decisions"]),
        "wins": f"{number(report['wins'])} ({percent(report['wins'] / report['games'])})",
        "mean ante": f"{report['mean_ante']:.2f}",
        "mean rounds": f"{report['mean_rounds']:.2f}",
        "decisions/s": number(round(report["decisions_per_second"])),
        "games/s": number(round(report["games_per_second"])),
        "time": f"{report['seconds']:.2f} s on {report['threads']} threads",
        "signature": report["signature"],
    }
    if report["truncated"]:
        rows["truncated"] = number(report["truncated"])
    for name, value in rows.items():
        table.add_row(name, value)
    console().print(table)
