"""Runs in progress, the files that our own writer makes of them, and a profile."""

from __future__ import annotations

import random
from collections.abc import Iterator

from jimbot import Game
from jimbot.documents.save_file import STATES, save_of
from jimbot.game.content import content
from jimbot.saves import Table, pack, unpack

DECKS = list(content()["deck"])
SEED = "SAVED{}"
PROFILE: Table = {
    "name": "P1",
    "career_stats": {"c_wins": 3, "c_losses": 2, "c_rounds": 61, "c_hands_played": 200},
    "high_scores": {"hand": {"amt": 3.9987977050331e21, "label": "Best Hand"}, "win_streak": {"amt": 2}},
    "deck_usage": {
        "b_red": {"count": 1, "order": 1, "wins": {1: 2, 8: 1}, "losses": {8: 2}},
        "b_cry_very_fair": {"count": 1, "order": 30, "wins": {}, "losses": {}},
    },
    "joker_usage": {
        "j_baron": {"count": 9, "order": 72, "wins": {8: 1}, "losses": {}},
        "j_joker": {"count": 12, "order": 1, "wins": {}, "losses": {8: 2}},
        "j_mime": {"count": 1, "order": 19, "wins": {}, "losses": {}},
    },
    "hand_usage": {"HighCard": {"order": "High Card", "count": 30}, "Flush": {"order": "Flush", "count": 90}},
    "challenge_progress": {"completed": {"c_omelette_1": True}},
}


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
