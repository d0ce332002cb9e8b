"""`jimbot playouts`: a batch of random games."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from jimbot.apps.cli import options
from jimbot.console import console, print_json, progress
from jimbot.machine import cores
from jimbot.records import number

CHUNK_DECISIONS = 200_000  # between two steps of the progress bar, about


def playouts(
    games: Annotated[
        int, typer.Option(parser=options.whole(1), metavar="N", help="Number of games to play.")
    ] = 1000,
    deck: options.Deck = None,
    stake: options.Stake = None,
    challenge: options.Challenge = None,
    all_content: Annotated[
        bool, typer.Option("--all-content", help="Play all decks, stakes and challenges in turn.")
    ] = False,
    one_chip: Annotated[
        bool, typer.Option("--one-chip", help="Every blind needs only 1 chip, so that games run longer.")
    ] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            parser=options.whole(1, 1024), metavar="T", help="Number of threads; default: all cores."
        ),
    ] = None,
    first: Annotated[
        int,
        typer.Option(parser=options.whole(0, 2**63), metavar="I", help="Number of the first game's seed."),
    ] = 0,
    as_json: options.Json = False,
) -> None:
    """Play a batch of random games and report the results and the speed.

    Every decision picks a kind uniformly among the legal kinds, then its arguments uniformly.
    The signature is a fingerprint of everything that happened; it does not depend on the number of threads.

    Example: jimbot playouts --games 5000 --one-chip --deck plasma --stake gold
    """
    from jimbot.game import Game

    if all_content and (deck or stake or challenge):
        options.fail("--all-content cannot be combined with --deck, --stake or --challenge")
    with options.bad_input():  # the game knows which options go together
        Game(seed="CHECK", deck=deck or "red", stake=stake or "white", challenge=challenge)
    report = run(
        games,
        first=first,
        threads=threads or cores(),
        deck=deck or "red",
        stake=stake or "white",
        challenge=challenge,
        one_chip=one_chip,
        all_content=all_content,
        quiet=as_json,
    )
    if as_json:
        print_json(report)
    else:
        _print(report)


def run(
    games: int,
    *,
    first: int,
    threads: int,
    deck: str,
    stake: str,
    challenge: str | None,
    one_chip: bool,
    all_content: bool,
    quiet: bool,
) -> dict[str, Any]:
    """Plays the games chunk by chunk and sums up."""
    from jimbot import _core
    from jimbot.game import challenge_index, content, deck_index, stake_index

    numbers = {
        "deck": deck_index(deck),
        "stake": stake_index(stake),
        "challenge": challenge_index(challenge),
    }
    total = dict.fromkeys(("games", "decisions", "wins", "truncated", "antes", "rounds", "signature"), 0)
    chunk = 100 * threads
    begin = time.perf_counter()
    with progress("games", games, quiet) as advance:
        while total["games"] < games:
            part = _core.playouts(
                min(chunk, games - total["games"]),
                first + total["games"],
                threads,
                one_chip=one_chip,
                all_content=all_content,
                **numbers,
            )
            for name in total:
                total[name] += part[name]
            advance(part["games"])
            per_game = total["decisions"] / total["games"]
            chunk = max(100 * threads, int(CHUNK_DECISIONS * threads / max(per_game, 1)))
    seconds = max(time.perf_counter() - begin, 1e-9)
    return {
        "games": games,
        "first": first,
        "deck": None if all_content else list(content()["deck"])[numbers["deck"]],
        "stake": None if all_content else list(content()["stake"])[numbers["stake"] - 1],
        "challenge": None if challenge is None else list(content()["challenge"])[numbers["challenge"]],
        "all_content": all_content,
        "one_chip": one_chip,
        "threads": threads,
        "decisions": total["decisions"],
        "wins": total["wins"],
        "truncated": total["truncated"],
        "mean_ante": total["antes"] / games,
        "mean_rounds": total["rounds"] / games,
        "seconds": seconds,
        "decisions_per_second": total["decisions"] / seconds,
        "games_per_second": games / seconds,
        "signature": f"{total['signature'] % 2**64:016x}",
    }


def _print(report: dict[str, Any]) -> None:
    from rich.table import Table

    where = "all decks, stakes and challenges"
    if not report["all_content"]:
        where = report["challenge"] or f"{report['deck']}, {report['stake']}"
    targets = ", 1-chip targets" if report["one_chip"] else ""
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    rows = {
        "games": f"{number(report['games'])} ({where}{targets})",
        "decisions": number(report["decisions"]),
        "wins": f"{number(report['wins'])} ({report['wins'] / report['games']:.1%})",
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
