"""Hand-level ids are a pure function to and from plays and discards."""

from __future__ import annotations

import pytest

from jimbot import Game
from jimbot.documents.hand_ids import hand_action, hand_id, hand_id_count, legal_hand_ids


@pytest.mark.parametrize(("cards", "ids"), [(8, 437), (10, 1275), (1, 3), (0, 1)])
def test_there_are_as_many_ids_as_subsets(cards: int, ids: int) -> None:
    assert hand_id_count(cards) == ids


@pytest.mark.parametrize(
    ("action", "number"),
    [
        ("play 0", 0),
        ("play 7", 7),
        ("play 0,1", 8),
        ("play 3,4,5,6,7", 217),
        ("discard 0", 219),
        ("discard 1,0", 227),
    ],
)
def test_order_is_plays_then_discards_by_size(action: str, number: int) -> None:
    assert hand_id(action, 8) == number
    assert hand_id(hand_action(number, 8), 8) == number


@pytest.mark.parametrize("size", [1, 5, 8, 12])
def test_every_id_leads_to_its_action_and_back(size: int) -> None:
    plays = (hand_id_count(size) - 1) // 2
    for number in range(hand_id_count(size)):
        if number != plays:
            assert hand_id(hand_action(number, size), size) == number


def test_only_legal_ones_are_listed() -> None:
    game = Game(seed="TESTSEED")
    assert legal_hand_ids(game) == []
    game.apply("select_blind")
    assert len(legal_hand_ids(game)) == 436  # all but the discard of nothing
    assert len(legal_hand_ids(game.edited("discards_left=0"))) == 218


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: hand_action(218, 8), "218"),
        (lambda: hand_action(437, 8), "0 to 436"),
        (lambda: hand_action(-1, 8), "-1"),
        (lambda: hand_id("play 8", 8), "8 cards"),
        (lambda: hand_id("reroll", 8), "reroll"),
    ],
)
def test_what_has_no_id_is_named(call: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        call()  # type: ignore[operator]
