"""Long runs: many whole games natively, over all content and on all cores."""

from __future__ import annotations

import os

import pytest

from jimbot import Game, _core

pytestmark = pytest.mark.deep


@pytest.mark.parametrize("one_chip", [False, True])
def test_many_games_end_and_repeat(one_chip: bool) -> None:
    """Every game ends by itself, nothing outgrows the state, and threads change nothing."""
    games = 200_000
    runs = [
        _core.playouts(games, threads=threads, one_chip=one_chip, all_content=True)
        for threads in (1, os.cpu_count() or 2)
    ]
    assert runs[0]["games"] == games
    assert runs[0]["truncated"] == 0
    assert runs[0]["signature"] == runs[1]["signature"]
    assert (runs[0]["wins"] > games // 2) == one_chip


def test_notation_of_every_position_of_many_games() -> None:
    for number in range(300):
        game = Game(seed=_core.seed_from_number(number), one_chip=True, endless=number % 3 == 0)
        for step in range(400):
            if game.over:
                break
            game.apply(_core.random_decision(game.reveal(), step))
            text = game.notation()
            assert Game.from_notation(text).notation() == text
