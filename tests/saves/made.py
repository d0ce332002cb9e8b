"""Runs in progress, and the files that our own writer makes of them."""

from __future__ import annotations

import random
from collections.abc import Iterator

from jimbot import Game
from jimbot.documents.save_file import STATES, save_of
from jimbot.game.content import content
from jimbot.saves import Table, pack, unpack

DECKS = list(content()["deck"])
SEED = "SAVED{}"


def walk(number: int, steps: int = 120) -> Iterator[Game]:
    """The positions in which the game saves, of one game in which most hands are the best and the rest is
    random; the same game each time."""
    game = Game(SEED.format(number), deck=DECKS[number % 15], stake=1 + number % 8)
    chance = random.Random(number)
    for _ in range(steps):
        if game.over:
            return
        if game.phase in STATES:
            yield game
        actions = game.legal_actions()
        plays = [action for action in actions if action.kind == "play"]
        if plays and chance.random() < 0.8:
            game.apply(max(plays, key=lambda action: game.score(action.cards).score or 0))
        else:
            game.apply(chance.choice(actions))


def position(phase: str, number: int = 4, after: int = 0) -> Game:
    """A position of this phase, some decisions into a random game."""
    found = (game.clone() for i, game in enumerate(walk(number)) if game.phase == phase and i >= after)
    return next(found)


def filed(game: Game) -> Table:
    """The table of a position, through its file."""
    return unpack(pack(save_of(game)))
