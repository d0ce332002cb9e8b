"""What a gamestate holds in which state."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.balatrobot.states import check_state

from .remote import PACKS, STATES, Caller, ids_of, keys_of, request, statuses

ALWAYS = {
    "state",
    "round_num",
    "ante_num",
    "money",
    "won",
    "deck",
    "stake",
    "used_vouchers",
    "hands",
    "round",
    "blinds",
}
IN_A_RUN = ALWAYS | {"seed", "jokers", "consumables", "cards", "hand"}
SHOP_AREAS = {"shop", "vouchers", "packs"}
PRESENT = {
    "MENU": ALWAYS,
    "BLIND_SELECT": IN_A_RUN,
    "SELECTING_HAND": IN_A_RUN,
    "ROUND_EVAL": IN_A_RUN,
    "GAME_OVER": IN_A_RUN,
    "SHOP": IN_A_RUN | SHOP_AREAS,
    "SMODS_BOOSTER_OPENED": IN_A_RUN | SHOP_AREAS | {"pack"},
}
PLACES = [*STATES, *PACKS]
BASE_HANDS = {
    "Flush Five": (1, 160, 16),
    "Flush House": (2, 140, 14),
    "Five of a Kind": (3, 120, 12),
    "Straight Flush": (4, 100, 8),
    "Four of a Kind": (5, 60, 7),
    "Full House": (6, 40, 4),
    "Flush": (7, 35, 4),
    "Straight": (8, 30, 4),
    "Three of a Kind": (9, 30, 3),
    "Two Pair": (10, 20, 2),
    "Pair": (11, 10, 2),
    "High Card": (12, 5, 1),
}


def parts(value: Any) -> list[Any]:
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    return [value, *[deeper for part in inner for deeper in parts(part)]]


def areas(state: dict[str, Any]) -> dict[str, dict[str, Any]]:
    names = ("jokers", "consumables", "cards", "hand", "shop", "vouchers", "packs", "pack")
    return {name: state[name] for name in names if name in state}


@pytest.mark.parametrize("place", PLACES)
def test_members(game: Caller, place: str) -> None:
    state = game.go(place)
    check_state(state)
    assert set(state) == PRESENT.get(place, PRESENT["SMODS_BOOSTER_OPENED"])


@pytest.mark.parametrize("place", PLACES)
def test_text(game: Caller, place: str) -> None:
    game.go(place)
    text = game.text(json.dumps(request("gamestate")))
    assert "null" not in text
    assert "{}" not in text
    assert not re.search(r":-?\d+\.\d", text)
    assert not re.search(r":false[,}]", text.replace('"won":false', ""))
    assert json.loads(text)["jsonrpc"] == "2.0"


@pytest.mark.parametrize("place", PLACES)
def test_top_level(game: Caller, place: str) -> None:
    state = game.go(place)
    assert state["state"] == (place if place in STATES else "SMODS_BOOSTER_OPENED")
    for name in ("round_num", "ante_num", "money"):
        assert type(state[name]) is int
    assert type(state["won"]) is bool
    assert (state["deck"], state["stake"]) == ("RED", "WHITE")
    assert state["used_vouchers"] == []
    counters = {"hands_left", "hands_played", "discards_left", "discards_used", "reroll_cost", "chips"}
    assert set(state["round"]) == counters
    assert all(type(value) is int for value in state["round"].values())


@pytest.mark.parametrize("place", PLACES)
def test_hands_table(game: Caller, place: str) -> None:
    state = game.go(place)
    assert set(state["hands"]) == set(BASE_HANDS)
    for name, hand in state["hands"].items():
        assert set(hand) == {"order", "level", "chips", "mult", "played", "played_this_round", "example"}
        assert (hand["order"], hand["chips"], hand["mult"], hand["level"]) == (*BASE_HANDS[name], 1)
        assert len(hand["example"]) in (1, 2, 3, 4, 5)
        for key, scored in hand["example"]:
            assert re.fullmatch("[HDCS]_[2-9TJQKA]", key)
            assert type(scored) is bool


@pytest.mark.parametrize("place", PLACES)
def test_blinds(game: Caller, place: str) -> None:
    state = game.go(place)
    assert set(state["blinds"]) == {"small", "big", "boss"}
    for name, blind in state["blinds"].items():
        assert set(blind) == {"type", "status", "name", "effect", "score", "tag_name", "tag_effect"}
        assert blind["type"] == name.upper()
        assert blind["status"] in ("SELECT", "CURRENT", "UPCOMING", "DEFEATED", "SKIPPED")
        assert type(blind["score"]) is int
        assert all(type(blind[text]) is str for text in ("name", "effect", "tag_name", "tag_effect"))
    small, big, boss = (state["blinds"][name] for name in ("small", "big", "boss"))
    assert (small["name"], big["name"]) == ("Small Blind", "Big Blind")
    assert (small["effect"], big["effect"]) == ("", "")
    assert (boss["tag_name"], boss["tag_effect"]) == ("", "")
    assert (small["score"], big["score"]) == (300, 450)
    if place == "MENU":
        assert (boss["name"], boss["effect"], small["tag_name"]) == ("Boss Blind", "", "")
    else:
        assert boss["name"] not in ("", "Boss Blind")
        assert boss["effect"]
        for blind in (small, big):
            assert blind["tag_name"].endswith(" Tag")
            assert blind["tag_effect"]
    expected = {
        "MENU": "SELECT",
        "BLIND_SELECT": "SELECT",
        "SELECTING_HAND": "CURRENT",
        "GAME_OVER": "CURRENT",
    }.get(place, "DEFEATED")
    assert statuses(state) == [expected, "UPCOMING", "UPCOMING"]


@pytest.mark.parametrize("place", PLACES[1:])
def test_areas(game: Caller, place: str) -> None:
    state = game.go(place)
    ids: list[int] = []
    for name, area in areas(state).items():
        assert set(area) == {"count", "limit", "highlighted_limit", "cards"}
        assert area["highlighted_limit"] == (5 if name in ("hand", "cards") else 1)
        assert area["count"] == len(area["cards"])
        ids += ids_of(area)
    assert len(set(ids)) == len(ids)
    assert (state["jokers"]["limit"], state["consumables"]["limit"], state["hand"]["limit"]) == (5, 2, 8)
    assert state["cards"]["limit"] == 52
    held = 8 if place in ("SELECTING_HAND", "ARCANA", "SPECTRAL", "SMODS_BOOSTER_OPENED") else 0
    if place != "GAME_OVER":
        assert (state["hand"]["count"], state["cards"]["count"]) == (held, 52 - held)


@pytest.mark.parametrize("place", PLACES[1:])
def test_cards(game: Caller, place: str) -> None:
    state = game.go(place)
    for name, area in areas(state).items():
        for card in area["cards"]:
            assert set(card) == {"id", "key", "set", "label", "value", "modifier", "state", "cost"}
            assert type(card["id"]) is int
            assert card["modifier"] == [] or isinstance(card["modifier"], dict)
            assert card["modifier"] != {}
            assert set(card["cost"]) == {"buy", "sell"}
            assert all(type(value) is int for value in card["cost"].values())
            if card["set"] in ("DEFAULT", "ENHANCED"):
                assert set(card["value"]) == {"suit", "rank", "effect"}
                assert card["key"] == f"{card['value']['suit']}_{card['value']['rank']}"
            else:
                assert set(card["value"]) == {"effect"}
                assert card["key"][:2] in ("j_", "c_", "v_", "p_")
            assert type(card["value"]["effect"]) is str
            assert card["label"]
            assert card["state"] == ({"hidden": True} if name == "cards" else [])
            if name in ("hand", "cards"):
                assert card["cost"] == {"buy": 1, "sell": 1}


def test_the_end_of_the_pile_is_drawn_next(game: Caller) -> None:
    before = game.go("BLIND_SELECT")
    after = game.ok("select")
    for count in (1, 3, 5):
        before = after
        after = game.ok("discard", {"cards": list(range(count))})
        pile = ids_of(before["cards"])
        assert set(ids_of(after["hand"])) - set(ids_of(before["hand"])) == set(pile[-count:])
        assert ids_of(after["cards"]) == pile[:-count]


def test_the_pile_of_a_round(game: Caller) -> None:
    before = game.go("BLIND_SELECT")
    after = game.ok("select")
    assert sorted(keys_of(after["hand"]) + keys_of(after["cards"])) == sorted(keys_of(before["cards"]))


def test_gamestate_is_what_the_action_answered(game: Caller) -> None:
    game.ok("menu")
    script: list[tuple[str, dict[str, Any]]] = [
        ("start", {"deck": "BLUE", "stake": "BLUE", "seed": "SCRIPT"}),
        ("select", {}),
        ("discard", {"cards": [0]}),
        ("play", {"cards": [0, 1]}),
        ("rearrange", {"hand": [1, 0, 2, 3, 4, 5, 6, 7]}),
        ("add", {"key": "c_pluto"}),
        ("use", {"consumable": 0}),
        ("set", {"chips": 9999}),
        ("play", {"cards": [0]}),
        ("cash_out", {}),
        ("set", {"money": 50}),
        ("reroll", {}),
        ("add", {"key": "j_joker"}),
        ("sell", {"joker": 0}),
        ("buy", {"voucher": 0}),
        ("buy", {"pack": 0}),
        ("pack", {"skip": True}),
        ("next_round", {}),
        ("skip", {}),
        ("menu", {}),
    ]
    for method, params in script:
        answered = game.ok(method, params)
        assert game.state() == answered, method


def test_blinds_are_scaled_by_the_boss(game: Caller) -> None:
    double = set()
    for number in range(60):
        boss = game.start(f"B{number}")["blinds"]["boss"]
        assert boss["score"] in (300, 600, 1200)
        assert (boss["score"] == 300) == (boss["name"] == "The Needle")
        assert (boss["score"] == 1200) == (boss["name"] == "The Wall")
        double.add(boss["name"])
    assert len(double) > 4


TAGS = {
    "Economy Tag": ("money", "$40"),
    "Investment Tag": ("$25",),
    "Speed Tag": ("$5",),
    "Skip Tag": ("$5",),
}


def test_tag_texts(game: Caller) -> None:
    seen = set()
    for number in range(80):
        for name in ("small", "big"):
            blind = game.start(f"T{number}")["blinds"][name]
            if blind["tag_name"] in TAGS:
                assert all(part in blind["tag_effect"] for part in TAGS[blind["tag_name"]])
                seen.add(blind["tag_name"])
            if blind["tag_name"] == "Orbital Tag":
                assert "Poker Hand" in blind["tag_effect"]
            assert "#" not in blind["tag_effect"]
    assert "Economy Tag" in seen


@pytest.mark.parametrize(
    ("key", "label", "effect"),
    [
        ("j_joker", "Joker", "+4 Mult"),
        ("j_ticket", "Golden Ticket", None),
        ("j_ring_master", "Showman", None),
        ("c_heirophant", "The Hierophant", None),
        ("c_pluto", "Pluto", None),
        ("c_deja_vu", "Deja Vu", None),
        ("c_wheel_of_fortune", "The Wheel of Fortune", None),
    ],
)
def test_labels(game: Caller, key: str, label: str, effect: str | None) -> None:
    game.go("SHOP")
    state = game.add(key, edition="NEGATIVE")
    card = (state["jokers"]["cards"] + state["consumables"]["cards"])[0]
    assert card["label"] == label
    assert card["value"]["effect"]
    assert "#" not in card["value"]["effect"]
    if effect is not None:
        assert card["value"]["effect"].strip() == effect


def test_voucher_labels(game: Caller) -> None:
    game.go("SHOP")
    labels = {
        "v_overstock_norm": "Overstock",
        "v_directors_cut": "Director's Cut",
        "v_paint_brush": "Paint Brush",
    }
    for key, label in labels.items():
        assert game.add(key)["vouchers"]["cards"][-1]["label"] == label


def test_effects_fill_in_the_numbers(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.add("j_ice_cream", edition="FOIL")
    first = game.state()["jokers"]["cards"][0]["value"]["effect"]
    game.ok("play", {"cards": [7]})
    second = game.state()["jokers"]["cards"][0]["value"]["effect"]
    assert "100" in first
    assert "95" in second


def test_stone_cards_keep_suit_and_rank(game: Caller) -> None:
    game.go("SELECTING_HAND")
    card = game.add("S_K", enhancement="STONE")["hand"]["cards"][-1]
    assert (card["key"], card["value"]["suit"], card["value"]["rank"]) == ("S_K", "S", "K")
    assert card["label"] == "Stone Card"


def test_face_down_cards_show_themselves(game: Caller) -> None:
    for number in range(200):
        game.start(f"DOWN{number}")
        for _ in range(3):
            game.to_shop()
            state = game.ok("next_round")
        if state["blinds"]["boss"]["name"] == "The House":
            break
    else:
        raise AssertionError("no House")
    for _ in range(2):
        game.to_shop()
        game.ok("next_round")
    state = game.ok("select")
    assert state["hand"]["count"] == 8
    for card in state["hand"]["cards"]:
        assert card["state"] == {"hidden": True}
        assert card["key"] == f"{card['value']['suit']}_{card['value']['rank']}"


def test_negative_jokers_add_slots(game: Caller) -> None:
    game.go("SHOP")
    state = game.add("j_joker", "j_egg", edition="NEGATIVE")
    assert (state["jokers"]["count"], state["jokers"]["limit"]) == (2, 7)


def test_scores_beyond_numbers(game: Caller) -> None:
    """A score is cut where JSON ends: the answer comes."""
    game.go("SELECTING_HAND")
    game.set(chips=1e308)
    state = game.ok("play", {"cards": [0]})
    assert state["state"] == "ROUND_EVAL"
    assert state["round"]["chips"] >= 1e307


@pytest.mark.parametrize("ante", [39, 40, 100])
def test_blinds_beyond_numbers(game: Caller, ante: int) -> None:
    """A blind that nothing can beat asks for the largest number, not for nothing."""
    game.go("BLIND_SELECT")
    state = game.set(ante=ante)
    assert all(blind["score"] > 1e307 for blind in state["blinds"].values())
    game.ok("select")
    game.set(chips=1e300, hands=1)
    assert game.ok("play", {"cards": [0]})["state"] == "GAME_OVER"


def test_large_blinds(game: Caller) -> None:
    game.go("BLIND_SELECT")
    game.set(ante=16)
    assert '"score":8.6e+20' in game.text(json.dumps(request("gamestate")))


def test_ids_last_as_long_as_their_cards(game: Caller) -> None:
    before = game.go("BLIND_SELECT")
    deck = set(ids_of(before["cards"]))
    state = game.ok("select")
    assert set(ids_of(state["hand"]) + ids_of(state["cards"])) == deck
    state = game.win_round()
    assert set(ids_of(state["cards"])) == deck
    state = game.ok("cash_out")
    assert set(ids_of(state["cards"])) == deck
    at = game.reroll_until(lambda card: card["set"] == "JOKER")
    number = ids_of(game.state()["shop"])[at]
    assert ids_of(game.ok("buy", {"card": at})["jokers"]) == [number]
    game.open_pack("p_buffoon_normal_1")
    number = ids_of(game.state()["pack"])[1]
    assert ids_of(game.ok("pack", {"card": 1})["jokers"])[1] == number
