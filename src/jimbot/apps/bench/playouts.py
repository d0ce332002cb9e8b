"""Batches of random games, played natively and summed up."""

from __future__ import annotations

import time
from typing import Any

from jimbot import _core
from jimbot.game import challenge_index, deck_index, stake_index
from jimbot.game.content import content
from jimbot.runs.console import progress

CHUNK_DECISIONS = 200_000  # between two steps of the progress bar, about


def play_out(
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
                min(chunk, games - total["games"], _core.MAX_PLAYOUTS),
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
