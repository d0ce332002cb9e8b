"""Reading gamestates: what the converter and the reader of joker texts make of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jimbot import _core
from jimbot.game.content import content
from jimbot.live.parity.compare import compare
from jimbot.live.parity.gamestate import Converter
from jimbot.live.protocol.joker_words import shown_number, shown_target
from jimbot.live.server.session import Session


@pytest.mark.parametrize(
    ("key", "text", "number"),
    [
        ("j_runner", "Gains +15 Chips if played hand contains a Straight (Currently +45 Chips)", 45),
        ("j_hologram", "This Joker gains X0.25 Mult per playing card added (Currently X1.75 Mult)", 1.75),
        ("j_cloud_9", "Earn $1 for each 9 in your full deck at end of round (Currently $4)", 4),
        ("j_bull", "+2 Chips for each $1 you have (Currently +1,024 Chips)", 1024),
        ("j_invisible", "After 2 rounds, sell this card to Duplicate a random Joker (Currently 1/2)", 1),
        ("j_ice_cream", "+85 Chips -5 Chips for every hand played", 85),
        ("j_ramen", "X1.87 Mult, loses X0.01 Mult per card discarded", 1.87),
        ("j_rocket", "Earn $3 at end of round. Payout increases by $2 when Boss Blind is defeated", 3),
        ("j_green_joker", "+1 Mult per hand played (Currently -2 Mult)", -2),
        ("j_selzer", "Retrigger all cards played for the next 7 hands", 7),
        ("j_loyalty_card", "X4 Mult every 6 hands played 5 remaining", 5),
        ("j_loyalty_card", "X4 Mult every 6 hands played Active!", 0),
        ("j_satellite", "Earn $1 at end of round per unique Planet card used (Currently $3)", 3),
        ("j_mail", "Earn $5 for each discarded card of one rank (Currently 6)", None),
        ("j_joker", "+4 Mult", None),
        ("j_runner", "", None),
    ],
)
def test_counters_in_texts(key: str, text: str, number: float | None) -> None:
    assert shown_number(key, text) == number


@pytest.mark.parametrize(
    ("key", "text", "target"),
    [
        ("j_idol", "Each played 10 of Spades gives X2 Mult when scored Card changes every round", "S_T"),
        ("j_mail", "Earn $5 for each discarded Jack, rank changes every round", "J"),
        ("j_mail", "Earn $5 for each discarded card of one rank (Currently 6)", "6"),
        ("j_castle", "This Joker gains +3 Chips per discarded Heart card (Currently +0 Chips)", "H"),
        ("j_castle", "Gains +3 Chips per discarded card of one suit (Currently +0 Chips, Clubs)", "C"),
        ("j_ancient", "Each played card with Diamond suit gives X1.5 Mult when scored", "D"),
        ("j_todo_list", "Earn $4 if poker hand is a Straight Flush, poker hand changes", "Straight Flush"),
        ("j_todo_list", "Earn $4 if the hand is exactly the listed one (Currently Two Pair)", "Two Pair"),
        ("j_joker", "+4 Mult", None),
        ("j_idol", "Jede gespielte Karte", None),
    ],
)
def test_targets_in_texts(key: str, text: str, target: str | None) -> None:
    assert shown_target(key, text) == target


def test_what_is_read_of_our_texts_is_what_the_engine_shows() -> None:
    """Every joker, in a run that has moved what jokers count."""
    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "WORDS"})
    g = session.core
    moved = "money=23 hands_played_run=9 skips=3 tarots_used=4 planets_used=[c_mars,c_pluto] ante=3"
    numbers = 0
    for key in content()["joker"]:
        g.edit(f"{moved} jokers=[{key},j_joker]")
        (joker, _), card = g.jokers, session.call("gamestate")["jokers"]["cards"][0]
        text = card["value"]["effect"]
        number, target = _core.joker_number(g, joker), _core.joker_target(g, joker)
        assert (shown_number(key, text), shown_target(key, text)) == (number, target), text
        numbers += number is not None
    assert numbers == 43


def test_a_gamestate_by_hand() -> None:
    """Empty tables come as [], hidden cards of the hand lie face down, ids count from the first card."""
    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "HAND"})
    state = session.call("select", {})
    state["hand"]["cards"] = [
        {
            "id": 107,
            "key": "S_K",
            "value": {"suit": "S", "rank": "K", "effect": "+10 chips"},
            "modifier": {"enhancement": "GLASS", "seal": "RED", "edition": "HOLO"},
            "state": {"hidden": True, "debuff": True},
            "cost": {"buy": 1, "sell": 1},
        }
    ]
    state["jokers"]["cards"] = [
        {
            "id": 160,
            "key": "j_castle",
            "value": {"effect": "gains +3 Chips per discarded Heart card (Currently +6 Chips)"},
            "modifier": {"edition": "FOIL", "perishable": 3, "enhancement": "HAND SIZE"},
            "state": [],
            "cost": {"buy": 6, "sell": 3},
        }
    ]
    recorded = Converter(first_id=100).convert(state)
    assert recorded["hand"]["cards"] == ["S_K/e:GLASS/x:HOLO/s:RED/d/f"]
    assert recorded["hand"]["ids"] == [7]
    joker = recorded["jokers"]["cards"][0]
    assert joker == {
        "id": 60,
        "key": "j_castle",
        "edition": "FOIL",
        "perishable": 3,
        "buy": 6,
        "sell": 3,
        "n": 6.0,
        "target": "H",
        "debuff": False,
        "facedown": False,
    }
    assert "shop" not in recorded
    assert "ids" not in Converter().convert(state)["hand"]


def test_leftovers_of_the_shop_are_not_read() -> None:
    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "SHOP"})
    for method, params in (("select", {}), ("set", {"chips": 9999}), ("play", {"cards": [0]})):
        session.call(method, params)
    assert "shop" in Converter().convert(session.call("cash_out", {}))
    left = session.call("next_round", {})
    assert "shop" in left
    assert "shop" not in Converter().convert(left)


@pytest.mark.shared
def test_documented_states_can_be_read(shared: Path) -> None:
    """The example answers of the protocol's documentation, from all phases."""
    states: list[dict[str, Any]] = []
    with open(shared / "balatrobot" / "examples.jsonl", encoding="utf-8") as file:
        for line in file:
            result = json.loads(line)["response"].get("result")
            if isinstance(result, dict) and "jokers" in result:
                states.append(result)
    assert len(states) > 15
    phases = {Converter().convert(state)["state"] for state in states}
    assert {"BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "SMODS_BOOSTER_OPENED"} <= phases


def test_the_engine_and_its_server_agree_on_a_state() -> None:
    """Not the encoder against itself: the state is read by the converter and compared with the engine."""
    session = Session()
    state = session.call("start", {"deck": "PLASMA", "stake": "GOLD", "seed": "AGREE"})
    assert session.game is not None
    fields = list(compare(session.game, Converter(None).convert(state), None))
    assert len(fields) > 30
    assert [f for f in fields if not f.equal] == []
