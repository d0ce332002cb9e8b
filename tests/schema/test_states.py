"""Game <-> state_v1: exact with the hidden part, blind to it without."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from tests.property.test_hidden import POSITIONS

from jimbot import Game
from jimbot.documents import differences, game_of, state_of
from jimbot.documents.schema import validate

from .positions import played, walk


@pytest.mark.parametrize("number", range(12))
def test_whole_games_come_back_exactly(number: int) -> None:
    for step, game in enumerate(walk(number)):
        if step % 2:
            continue
        document = json.loads(json.dumps(state_of(game, hidden=True)))
        assert game_of(document).notation() == game.notation()


@pytest.mark.deep
@pytest.mark.parametrize("number", range(12, 300))
def test_many_whole_games_come_back_exactly(number: int) -> None:
    for game in walk(number):
        assert game_of(state_of(game, hidden=True)).notation() == game.notation()


@pytest.mark.parametrize("number", range(8))
def test_what_is_hidden_is_not_in_the_document(number: int) -> None:
    for step, game in enumerate(walk(number)):
        if step % 3 == 0:
            seen = state_of(game)
            validate("state_v1", seen)
            assert list(differences(seen, state_of(game.determinize(step)))) == []


@pytest.mark.parametrize("name", POSITIONS)
def test_every_way_to_hide_something_hides_it(name: str) -> None:
    for number in range(6):
        game = Game.from_notation(f"jimbot1 seed=HIDE{number} phase=SELECTING_HAND {POSITIONS[name]}")
        for text in ("", "discard 0,1", "play 2,3,4"):
            if text and game.is_legal(text):
                game.apply(text)
            seen = state_of(game)
            assert seen == state_of(game.determinize(number))
            assert state_of(game_of(seen, number)) == seen
            assert game_of(state_of(game, hidden=True)).notation() == game.notation()


@pytest.mark.parametrize("number", range(6))
def test_without_the_hidden_part_it_is_drawn_from_the_seed(number: int) -> None:
    for step, game in enumerate(walk(number)):
        if step % 5:
            continue
        seen = state_of(game)
        one, again = game_of(seen, step), game_of(seen, step)
        assert one.notation() == again.notation()
        assert state_of(one) == seen
        assert one == game.determinize(step)
    assert game_of(seen, 1).seed != game_of(seen, 2).seed


def test_the_seed_is_hidden() -> None:
    game = Game("SECRET")
    assert "SECRET" not in json.dumps(state_of(game))
    assert state_of(game, hidden=True)["rng"]["seed"] == "SECRET"


ROUND = Game.from_notation(
    "jimbot1 seed=T phase=SELECTING_HAND money=9 jokers=[j_runner:45/x:FOIL,j_egg+6] consumables=[c_fool] "
    "hand=[S_K/e:GLASS/s:RED,H_2/b:5]"
)


def test_a_document_reads_well() -> None:
    state = state_of(ROUND)
    king, two = state["zones"]["hand"]
    assert (king["key"], king["modifier"], king["state"]) == ("S_K", ["enhancement:GLASS", "seal:RED"], [])
    assert (two["rank"], two["suit"], two["modifier"]) == ("2", "H", ["bonus:5"])
    runner, egg = state["jokers"]
    assert (runner["joker_id"], runner["edition"], runner["counters"]["value"]) == ("j_runner", "FOIL", 45)
    assert (egg["counters"]["sell_bonus"], egg["sell"], egg["disabled"]) == (6, 8, False)
    assert (state["economy"]["money"], state["round"]["hands_left"], state["score"]["target_chips"]) == (
        9,
        4,
        300,
    )
    assert state["consumables"]["cards"][0]["key"] == "c_fool"
    assert "hidden" not in state
    assert state["rng"] == {"mode": "native", "seed": None, "cursor": 0, "events": []}


# A path, another value that the schema allows, and the path that the refusal names.
CONTRADICTIONS = [
    ("economy/spendable", 99, "economy.spendable"),
    ("score/target_chips", 301, "score.target_chips"),
    ("zones/deck_count", 3, "zones.deck_count"),
    ("jokers/0/sell", 99, "jokers[0].sell"),
    ("hands/levels/Pair/chips", 11, "hands.levels.Pair.chips"),
    ("limits/hand", 3, "limits.hand"),
    ("consumables/count", 0, "consumables.count"),
    ("flags/done", True, "flags.done"),
    ("rules/degraded", True, "rules.degraded"),
    ("blinds/0/reward", 99, "blinds[0].reward"),
    ("hidden/deck", [], "hidden.deck"),
    ("hidden/jokers", ["1"], "hidden.jokers"),
    ("rng/seed", None, "rng.seed"),
    ("jokers/1/uid", "52", "jokers: a uid appears twice"),
    ("jokers/0/joker_id", "j_nobody", "jokers: "),
    ("vouchers", ["v_nothing"], "vouchers: "),
]


@pytest.mark.parametrize(("path", "value", "message"), CONTRADICTIONS)
def test_documents_that_contradict_themselves_are_refused(path: str, value: Any, message: str) -> None:
    document = copy.deepcopy(state_of(ROUND, hidden=True))
    place: Any = document
    *way, last = [int(p) if p.isdigit() else p for p in path.split("/")]
    for name in way:
        place = place[name]
    place[last] = value
    with pytest.raises(ValueError) as raised:
        game_of(document)
    assert str(raised.value).startswith(message)


def test_numbers_beyond_json_are_named() -> None:
    game = ROUND.edited("score=inf")
    document = state_of(game, hidden=True)
    assert document["score"]["chips"] == "inf"
    assert game_of(document).notation() == game.notation()


def test_a_game_that_ended_is_a_document_too() -> None:
    for number in (3, 6, 9):
        game = played(number, 500)
        assert game.over
        assert state_of(game)["flags"]["done"]
        assert game_of(state_of(game, hidden=True)).notation() == game.notation()
