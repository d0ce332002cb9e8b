"""add, set, the echo methods."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jimbot.live.server.session import Session

from .remote import BR, IE, IS, NA, Caller, InProcess, ids_of, keys_of, request

FORMAT = "Invalid card key format. Expected: joker (j_*), consumable (c_*), voucher (v_*), or playing card (SUIT_RANK)"
PLAYING = "Playing cards can only be added in SELECTING_HAND state"
VOUCHERS = "Vouchers can only be added in SHOP state"
PACKS = "Packs can only be added in SHOP state"
FULL = "Cannot add pack, shop booster slots are full"
SEAL_KIND, SEAL = (
    "Seal can only be applied to playing cards",
    "Invalid seal value. Expected: RED, BLUE, GOLD, or PURPLE",
)
EDITION = "Invalid edition value. Expected: HOLO, FOIL, POLYCHROME, or NEGATIVE"
NEGATIVE_ONLY = "Consumables can only have NEGATIVE edition"
ENHANCEMENT_KIND = "Enhancement can only be applied to playing cards"
ENHANCEMENT = "Invalid enhancement value. Expected: BONUS, MULT, WILD, GLASS, STEEL, STONE, GOLD, or LUCKY"
ETERNAL, PERISHABLE, RENTAL = (
    f"{word} can only be applied to jokers" for word in ("Eternal", "Perishable", "Rental")
)
POSITIVE = "Perishable must be a positive integer (>= 1)"
HAND, SHOP, EVAL, ROOM = "SELECTING_HAND", "SHOP", "ROUND_EVAL", "ROOM"


def go(game: Caller, place: str) -> dict[str, Any]:
    """Also to a shop with room for a pack."""
    if place != ROOM:
        return game.go(place)
    game.go("SHOP")
    game.ok("buy", {"pack": 0})
    return game.ok("pack", {"skip": True})


@pytest.mark.parametrize("place", [HAND, SHOP, EVAL])
@pytest.mark.parametrize(
    "key",
    [
        "", " ", "x", "joker", "J_JOKER", "jjoker", "b_red", "bl_small", "tag_charm", "m_bonus", "e_foil", "H", "H_", "H_1",
        "H_10", "H_0", "X_A", "h_A", "H_a", "H_AA", "HH_A", "A_H", "_A", "H-A", " H_A", "H_A ", "H_A\n", "é", "soul", "S_N",
    ],
)  # fmt: skip
def test_key_format(game: Caller, place: str, key: str) -> None:
    game.go(place)
    game.refuses("add", {"key": key}, BR, FORMAT)
    game.refuses("add", {"key": key, "seal": "x", "edition": "y", "perishable": 0}, BR, FORMAT)


JUNK = {"seal": "x", "edition": "y", "enhancement": "z", "perishable": 0, "eternal": True, "rental": True}
ROWS: list[tuple[str, dict[str, Any], str, str]] = [
    (SHOP, {"key": "H_A"}, IS, PLAYING),
    (EVAL, {"key": "H_A"}, IS, PLAYING),
    (SHOP, {"key": "S_2", **JUNK}, IS, PLAYING),
    (HAND, {"key": "v_grabber"}, IS, VOUCHERS),
    (EVAL, {"key": "v_grabber"}, IS, VOUCHERS),
    (HAND, {"key": "v_nope", **JUNK}, IS, VOUCHERS),
    (HAND, {"key": "p_arcana_normal_1"}, IS, PACKS),
    (EVAL, {"key": "p_arcana_normal_1"}, IS, PACKS),
    (HAND, {"key": "p_nope", **JUNK}, IS, PACKS),
    (SHOP, {"key": "p_arcana_normal_1"}, NA, FULL),
    (SHOP, {"key": "p_nope"}, NA, FULL),
    (SHOP, {"key": "p_nope", **JUNK}, NA, FULL),
    (ROOM, {"key": "p_nope"}, BR, "Pack key not found: p_nope"),
    (ROOM, {"key": "p_arcana_normal_5"}, BR, "Pack key not found: p_arcana_normal_5"),
    (ROOM, {"key": "p_arcana"}, BR, "Pack key not found: p_arcana"),
    (ROOM, {"key": "p_nope", **JUNK}, BR, "Pack key not found: p_nope"),
    (ROOM, {"key": "p_arcana_normal_1", "seal": "RED"}, BR, SEAL_KIND),
    (ROOM, {"key": "p_arcana_normal_1", **JUNK}, BR, SEAL_KIND),
    (ROOM, {"key": "p_arcana_normal_1", "edition": "FOIL"}, BR, "Edition cannot be applied to packs"),
    (ROOM, {"key": "p_arcana_normal_1", "edition": "y"}, BR, "Edition cannot be applied to packs"),
    (ROOM, {"key": "p_arcana_normal_1", "enhancement": "GOLD"}, BR, ENHANCEMENT_KIND),
    (ROOM, {"key": "p_arcana_normal_1", "eternal": True}, BR, ETERNAL),
    (ROOM, {"key": "p_arcana_normal_1", "perishable": 1}, BR, PERISHABLE),
    (ROOM, {"key": "p_arcana_normal_1", "rental": True}, BR, RENTAL),
    *[(place, {"key": key, "seal": seal}, BR, SEAL_KIND) for place, key in ((HAND, "j_joker"), (SHOP, "c_fool"), (SHOP, "v_grabber"), (EVAL, "j_nope")) for seal in ("RED", "x", "")],
    *[(HAND, {"key": "H_A", "seal": seal}, BR, SEAL) for seal in ("red", "", "GREEN", "Gold", "RED ")],
    (HAND, {"key": "H_A", **JUNK}, BR, SEAL),
    (HAND, {"key": "j_joker", **JUNK}, BR, SEAL_KIND),
    (SHOP, {"key": "v_grabber", "edition": "FOIL"}, BR, "Edition cannot be applied to vouchers"),
    (SHOP, {"key": "v_grabber", "edition": "y"}, BR, "Edition cannot be applied to vouchers"),
    (SHOP, {"key": "v_nope", "edition": "NEGATIVE"}, BR, "Edition cannot be applied to vouchers"),
    *[(HAND, {"key": "c_fool", "edition": edition}, BR, NEGATIVE_ONLY) for edition in ("FOIL", "HOLO", "POLYCHROME", "y", "negative", "")],
    *[(HAND, {"key": key, "edition": edition}, BR, EDITION) for key in ("j_joker", "H_A", "j_nope") for edition in ("y", "foil", "", "BASE", "HOLOGRAPHIC")],
    (HAND, {"key": "j_joker", "edition": "y", "enhancement": "z", "perishable": 0}, BR, EDITION),
    *[(HAND, {"key": key, "enhancement": value}, BR, ENHANCEMENT_KIND) for key in ("j_joker", "c_fool") for value in ("GOLD", "z", "")],
    (SHOP, {"key": "v_grabber", "enhancement": "GOLD"}, BR, ENHANCEMENT_KIND),
    *[(HAND, {"key": "H_A", "enhancement": value}, BR, ENHANCEMENT) for value in ("z", "gold", "", "m_gold", "BASE")],
    (HAND, {"key": "H_A", "enhancement": "z", "eternal": True}, BR, ENHANCEMENT),
    *[(HAND, {"key": key, "eternal": True, "perishable": 0, "rental": True}, BR, ETERNAL) for key in ("H_A", "c_fool")],
    (SHOP, {"key": "v_grabber", "eternal": True}, BR, ETERNAL),
    *[(HAND, {"key": key, "perishable": value, "rental": True}, BR, PERISHABLE) for key in ("H_A", "c_fool") for value in (3, 0, -1)],
    (SHOP, {"key": "v_grabber", "perishable": 2}, BR, PERISHABLE),
    *[(HAND, {"key": key, "perishable": value, "rental": True}, BR, POSITIVE) for key in ("j_joker", "j_nope") for value in (0, -1, -100)],
    *[(HAND, {"key": key, "rental": True}, BR, RENTAL) for key in ("H_A", "c_fool")],
    (SHOP, {"key": "v_grabber", "rental": True}, BR, RENTAL),
    *[(place, {"key": key}, BR, f"Failed to add card: {key}") for place, key in ((HAND, "j_nope"), (SHOP, "j_Joker"), (EVAL, "j_"), (HAND, "c_nope"), (SHOP, "c_base"), (SHOP, "v_nope"), (HAND, "j_joker2"))],
    (HAND, {"key": "j_nope", "edition": "FOIL", "eternal": True, "perishable": 4, "rental": True}, BR, "Failed to add card: j_nope"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "params", "name", "message"), ROWS)
def test_add_refused(game: Caller, place: str, params: dict[str, Any], name: str, message: str) -> None:
    go(game, place)
    game.refuses("add", params, name, message)


def document() -> dict[str, Any]:
    path = Path(__file__).parents[3] / "src/jimbot/live/protocol/openrpc.json"
    schemas: dict[str, Any] = json.loads(path.read_text())["components"]["schemas"]
    return schemas


def enumerated(name: str) -> list[str]:
    schema = document()[name]
    if "enum" in schema:
        return list(schema["enum"])
    return [part["const"] for part in schema["oneOf"]]


TAROTS = [
    "c_fool",
    "c_magician",
    "c_high_priestess",
    "c_empress",
    "c_emperor",
    "c_heirophant",
    "c_lovers",
    "c_chariot",
    "c_justice",
    "c_hermit",
    "c_wheel_of_fortune",
    "c_strength",
    "c_hanged_man",
    "c_death",
    "c_temperance",
    "c_devil",
    "c_tower",
    "c_star",
    "c_moon",
    "c_sun",
    "c_judgement",
    "c_world",
]
PLANETS = [
    "c_mercury",
    "c_venus",
    "c_earth",
    "c_mars",
    "c_jupiter",
    "c_saturn",
    "c_uranus",
    "c_neptune",
    "c_pluto",
    "c_planet_x",
    "c_ceres",
    "c_eris",
]
SPECTRALS = [
    "c_familiar",
    "c_grim",
    "c_incantation",
    "c_talisman",
    "c_aura",
    "c_wraith",
    "c_sigil",
    "c_ouija",
    "c_ectoplasm",
    "c_immolate",
    "c_ankh",
    "c_deja_vu",
    "c_hex",
    "c_trance",
    "c_medium",
    "c_cryptid",
    "c_soul",
    "c_black_hole",
]
ODD = [
    "j_gluttenous_joker",
    "j_selzer",
    "j_caino",
    "j_ring_master",
    "j_ticket",
    "j_gift",
    "j_mail",
    "j_trousers",
    "j_family",
    "j_order",
    "j_tribe",
]


def test_enumerations() -> None:
    assert (len(TAROTS), len(PLANETS), len(SPECTRALS)) == (22, 12, 18)
    assert len(enumerated("JokerKey")) == 150
    assert set(ODD) <= set(enumerated("JokerKey"))
    assert len(enumerated("VoucherKey")) == 32
    assert {"v_overstock_norm", "v_directors_cut"} <= set(enumerated("VoucherKey"))


@pytest.mark.parametrize("key", enumerated("JokerKey"))
def test_every_joker(game: Caller, key: str) -> None:
    before = game.go(EVAL)
    after = game.add(key, edition="FOIL")
    (card,) = after["jokers"]["cards"]
    assert (card["key"], card["set"]) == (key, "JOKER")
    assert card["modifier"]["edition"] == "FOIL"
    assert set(card["value"]) == {"effect"}
    assert card["label"]
    assert card["cost"]["sell"] == max(1, card["cost"]["buy"] // 2)
    assert (after["state"], after["money"], after["jokers"]["count"]) == (EVAL, before["money"], 1)


@pytest.mark.parametrize("key", [*TAROTS, *PLANETS, *SPECTRALS])
def test_every_consumable(game: Caller, key: str) -> None:
    game.go(SHOP)
    (card,) = game.add(key)["consumables"]["cards"]
    assert (card["key"], set(card["value"])) == (key, {"effect"})
    assert card["set"] == ("TAROT" if key in TAROTS else "PLANET" if key in PLANETS else "SPECTRAL")
    if key in PLANETS:
        assert card["modifier"] == {"enhancement": "HAND UPGRADE"}
    if key in ("c_star", "c_moon", "c_sun", "c_world"):
        assert card["modifier"] == {"enhancement": "SUIT CONVERSION"}
    if key in (
        "c_magician",
        "c_empress",
        "c_heirophant",
        "c_lovers",
        "c_chariot",
        "c_justice",
        "c_devil",
        "c_tower",
    ):
        assert card["modifier"] == {"enhancement": "ENHANCE"}
    if key in SPECTRALS:
        assert card["modifier"] == []


@pytest.mark.parametrize("key", enumerated("VoucherKey"))
def test_every_voucher(game: Caller, key: str) -> None:
    game.go(SHOP)
    after = game.add(key)
    card = after["vouchers"]["cards"][1]
    assert (card["key"], card["set"], card["cost"]["buy"], card["modifier"]) == (key, "VOUCHER", 10, [])
    assert after["vouchers"]["count"] == 2
    assert key in game.ok("buy", {"voucher": 1})["used_vouchers"]


@pytest.mark.parametrize("suit", "HDCS")
def test_every_playing_card(game: Caller, suit: str) -> None:
    before = game.go(HAND)
    for number, rank in enumerate("23456789TJQKA", 1):
        after = game.add(f"{suit}_{rank}")
        assert after["hand"]["count"] == 8 + number
        assert (after["cards"]["limit"], after["cards"]["count"]) == (52 + number, 44)
        card = after["hand"]["cards"][-1]
        assert (card["key"], card["set"], card["label"]) == (f"{suit}_{rank}", "DEFAULT", "Base Card")
        chips = int(rank) if rank.isdigit() else 11 if rank == "A" else 10
        assert card["value"] == {"suit": suit, "rank": rank, "effect": f"+{chips} chips"}
        assert (card["modifier"], card["state"], card["cost"]) == ([], [], {"buy": 1, "sell": 1})
        assert ids_of(after["hand"])[:8] == ids_of(before["hand"])


@pytest.mark.parametrize("enhancement", ["BONUS", "MULT", "WILD", "GLASS", "STEEL", "STONE", "GOLD", "LUCKY"])
@pytest.mark.parametrize("seal", ["RED", "BLUE", "GOLD", "PURPLE"])
@pytest.mark.parametrize("edition", ["FOIL", "HOLO", "POLYCHROME", "NEGATIVE"])
def test_modified_playing_cards(game: Caller, enhancement: str, seal: str, edition: str) -> None:
    game.go(HAND)
    card = game.add("D_T", seal=seal, edition=edition, enhancement=enhancement)["hand"]["cards"][-1]
    assert card["modifier"] == {"seal": seal, "edition": edition, "enhancement": enhancement}
    assert (card["set"], card["label"], card["key"]) == (
        "ENHANCED",
        f"{enhancement.capitalize()} Card",
        "D_T",
    )
    assert (card["value"]["suit"], card["value"]["rank"]) == ("D", "T")


@pytest.mark.parametrize(
    ("options", "modifier"),
    [
        ({"edition": "FOIL"}, {"edition": "FOIL"}),
        ({"edition": "HOLO"}, {"edition": "HOLO"}),
        ({"edition": "POLYCHROME"}, {"edition": "POLYCHROME"}),
        ({"edition": "NEGATIVE"}, {"edition": "NEGATIVE"}),
        ({"edition": "FOIL", "eternal": True}, {"edition": "FOIL", "eternal": True}),
        ({"edition": "FOIL", "rental": True}, {"edition": "FOIL", "rental": True}),
        ({"edition": "FOIL", "perishable": 1}, {"edition": "FOIL", "perishable": 1}),
        ({"edition": "FOIL", "perishable": 5.0}, {"edition": "FOIL", "perishable": 5}),
        ({"edition": "FOIL", "perishable": 100}, {"edition": "FOIL", "perishable": 100}),
        ({"edition": "FOIL", "eternal": False, "rental": False}, {"edition": "FOIL"}),
        (
            {"edition": "FOIL", "eternal": True, "perishable": 3, "rental": True},
            {"edition": "FOIL", "eternal": True, "perishable": 3, "rental": True},
        ),
    ],
)
def test_modified_jokers(game: Caller, options: dict[str, Any], modifier: dict[str, Any]) -> None:
    for place in (HAND, SHOP, EVAL):
        game.go(place)
        state = game.add("j_blueprint", **options)
        assert state["jokers"]["cards"][0]["modifier"] == modifier
        assert state["jokers"]["limit"] == (6 if modifier["edition"] == "NEGATIVE" else 5)


@pytest.mark.parametrize(
    ("key", "enhancement"),
    [
        ("j_joker", "MULT"),
        ("j_greedy_joker", "SUIT MULT"),
        ("j_jolly", "TYPE MULT"),
        ("j_juggler", "HAND SIZE"),
        ("j_dusk", ""),
    ],
)
def test_the_leak_of_the_internal_effect(game: Caller, key: str, enhancement: str) -> None:
    game.go(HAND)
    card = game.add(key, edition="HOLO")["jokers"]["cards"][0]
    assert card["modifier"] == {"edition": "HOLO", "enhancement": enhancement}


@pytest.mark.parametrize("key", ["H_A", "c_fool"])
def test_false_is_not_given(game: Caller, key: str) -> None:
    game.go(HAND)
    game.add(key, eternal=False, rental=False, seal=None, unknown=1)


def test_negative_consumable(game: Caller) -> None:
    game.go(HAND)
    area = game.add("c_pluto", edition="NEGATIVE")["consumables"]
    assert (area["limit"], area["count"]) == (3, 1)
    assert area["cards"][0]["modifier"]["edition"] == "NEGATIVE"


def test_slots_do_not_limit_add(game: Caller) -> None:
    game.go(SHOP)
    state = game.add(*["j_joker"] * 8, edition="FOIL")
    assert (state["jokers"]["count"], state["jokers"]["limit"]) == (8, 5)
    state = game.add(*["c_pluto"] * 6)
    assert (state["consumables"]["count"], state["consumables"]["limit"]) == (6, 2)
    assert len(set(ids_of(state["jokers"]) + ids_of(state["consumables"]))) == 14


def test_an_added_card_can_be_played(game: Caller) -> None:
    game.go(HAND)
    game.add("H_A", enhancement="BONUS")
    state = game.ok("play", {"cards": [8]})
    assert state["round"]["chips"] == 5 + 11 + 30
    assert (state["hand"]["count"], state["cards"]["count"]) == (8, 44)  # the hand was over its size


def test_a_perished_joker(game: Caller) -> None:
    game.go(HAND)
    game.add("j_joker", edition="FOIL", perishable=1)
    game.win_round()
    state = game.ok("cash_out")
    card = state["jokers"]["cards"][0]
    assert "perishable" not in card["modifier"]
    assert card["state"] == {"debuff": True}


def test_rent(game: Caller) -> None:
    game.go(HAND)
    game.add("j_joker", edition="FOIL", rental=True)
    before = game.set(money=0)
    after = game.win_round()
    game.ok("cash_out")
    assert game.state()["money"] == before["money"] + 3 + after["round"]["hands_left"] - 3


# -- set ------------------------------------------------------------------------------------------------------

FIELDS = ("money", "chips", "ante", "round", "hands", "discards")


def shown(state: dict[str, Any]) -> dict[str, int]:
    counters = state["round"]
    values = (state["money"], counters["chips"], state["ante_num"], state["round_num"])
    return dict(zip(FIELDS, (*values, counters["hands_left"], counters["discards_left"]), strict=True))


@pytest.mark.parametrize("place", ["BLIND_SELECT", HAND, EVAL, SHOP, "SMODS_BOOSTER_OPENED", "GAME_OVER"])
def test_set_refused(game: Caller, place: str) -> None:
    game.go(place)
    empty = "Must provide at least one field to set"
    for params in ({}, {"money": None}, {"unknown": 5}):
        game.refuses("set", params, BR, empty)
    for name in FIELDS:
        for value in (-1, -100, -1.0):
            game.refuses("set", {name: value}, BR, f"{name.capitalize()} must be a positive integer")
    if place != SHOP:
        game.refuses("set", {"shop": True}, NA, "Can re-stock shop only in SHOP state")


@pytest.mark.parametrize("bad", range(6))
def test_set_applies_in_order(game: Caller, bad: int) -> None:
    game.go(HAND)
    before = shown(game.state())
    values: dict[str, Any] = {name: 11 + at for at, name in enumerate(FIELDS)}
    values[FIELDS[bad]] = -1
    values["shop"] = True
    assert game.error("set", values) == (BR, f"{FIELDS[bad].capitalize()} must be a positive integer")
    expected = {name: values[name] if at < bad else before[name] for at, name in enumerate(FIELDS)}
    assert shown(game.state()) == expected


def test_set_shop_comes_last(game: Caller) -> None:
    game.go(HAND)
    assert game.error("set", {"money": 33, "shop": True}) == (NA, "Can re-stock shop only in SHOP state")
    assert game.state()["money"] == 33


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [0, 1, 3.0, 7])
def test_set(game: Caller, name: str, value: float) -> None:
    for place in ("BLIND_SELECT", HAND, SHOP):
        before = shown(game.go(place))
        assert shown(game.set(**{name: value})) == before | {name: int(value)}
        assert game.state()["state"] == place


def test_set_all(game: Caller) -> None:
    game.go(HAND)
    values = {"money": 50, "chips": 10, "ante": 3, "round": 9, "hands": 2, "discards": 1}
    assert shown(game.set(**values)) == values
    assert shown(game.set(**values, shop=False)) == values


def test_set_ante_leaves_the_active_blind(game: Caller) -> None:
    game.go(HAND)
    game.set(ante=8, chips=300)
    assert game.ok("play", {"cards": [0]})["state"] == "ROUND_EVAL"


def test_set_hands_and_discards(game: Caller) -> None:
    game.go(HAND)
    game.set(hands=1, discards=1)
    assert game.ok("discard", {"cards": [0]})["round"]["discards_left"] == 0
    assert game.error("discard", {"cards": [0]}) == (BR, "No discards left")
    assert game.ok("play", {"cards": [7]})["state"] == "GAME_OVER"


@pytest.mark.parametrize(
    ("chips", "text"),
    [
        (10**6, "1000000"),
        (12345678901234, "12345678901234"),
        (10**14, "1e+14"),
        (1.2345e15, "1.2345e+15"),
        (10**20, "1e+20"),
    ],
)
def test_large_numbers(game: Caller, chips: float, text: str) -> None:
    game.go(HAND)
    body = game.text(json.dumps(request("set", {"chips": chips})))
    assert f'"chips":{text}' in body
    assert "null" not in body


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("value", [2**31 - 1, 2**31, 2**40, 1e15, 1e300])
def test_huge_values_do_no_harm(game: Caller, name: str, value: float) -> None:
    game.go(HAND)
    answer = game.answer(request("set", {name: value}))
    assert answer.get("error", {}).get("data", {}).get("name", BR) in (BR, NA)
    assert game.state()["state"] == HAND
    assert game.answer(request("play", {"cards": [0]}))["id"] == 1
    assert game.ok("menu")["state"] == "MENU"


# -- echo methods ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["none", "", "throw", "THROW_ERROR", "throw_error "])
def test_error_endpoint(game: Caller, kind: str) -> None:
    assert game.ok("test_error_endpoint", {"error_type": kind}) == {"success": True}


@pytest.mark.parametrize("place", ["MENU", HAND, SHOP])
def test_error_endpoint_throws(game: Caller, place: str) -> None:
    before = game.go(place)
    name, message = game.error("test_error_endpoint", {"error_type": "throw_error"})
    assert name == IE
    assert "Intentional test error from endpoint execution" in message
    assert game.state() == before


def test_state_endpoint(game: Caller) -> None:
    game.go("MENU")
    assert game.ok("test_state_endpoint") == {"success": True, "state_validated": True}


@pytest.mark.parametrize("place", ["MENU", "BLIND_SELECT", HAND, SHOP, "GAME_OVER"])
def test_echo_anywhere(game: Caller, place: str) -> None:
    before = game.go(place)
    params = {"required_string": "a", "required_integer": 3, "optional_array_integers": [1, 2]}
    assert game.ok("test_endpoint", params) == {"success": True, "received_args": params}
    assert game.state() == before


def test_without_the_debug_switch(tmp_path: Path) -> None:
    game = InProcess(tmp_path, Session())
    for method in ("test_endpoint", "test_validation", "test_error_endpoint", "test_state_endpoint"):
        assert game.error(method, {}) == (BR, f"Unknown method: {method}")
    game.go(HAND)
    assert game.set(money=9)["money"] == 9
    assert keys_of(game.add("j_joker", edition="FOIL")["jokers"]) == ["j_joker"]
