"""Games for the tests of documents: whole random ones over decks, stakes and challenges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jimbot import Game, _core
from jimbot.game.content import content

DECKS, CHALLENGES = list(content()["deck"]), list(content()["challenge"])


def start(number: int) -> Game:
    run: dict[str, Any] = {"seed": f"DOC {number}", "one_chip": number % 3 > 0, "endless": number % 5 == 0}
    if number % 7 == 0:
        run["target_percent"] = 10 + number % 90
    if number % 4:
        run |= {"deck": DECKS[number % 15], "stake": 1 + number % 8}
    else:
        run["challenge"] = CHALLENGES[number // 4 % 20]
    return Game(**run)


def walk(number: int, steps: int = 200) -> Iterator[Game]:
    """The positions of one random game, before every decision and at its end."""
    game = start(number)
    for step in range(steps):
        yield game
        if game.over:
            return
        game.apply(_core.random_decision(game.reveal(), number * 1000 + step))


def played(number: int, steps: int) -> Game:
    for position in walk(number, steps):
        game = position
    return game
