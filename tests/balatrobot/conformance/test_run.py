"""start, menu, select, skip, cash_out, next_round: a run from end to end."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from .remote import BR, NA, RUN_STATES, Caller, keys_of, statuses, without_ids

STAKES = "WHITE, RED, GREEN, BLACK, BLUE, PURPLE, ORANGE, GOLD"
DECKS = "RED, BLUE, YELLOW, GREEN, BLACK, MAGIC, NEBULA, GHOST, ABANDONED, CHECKERED, ZODIAC, PAINTED, ANAGLYPH, PLASMA, ERRATIC"
STAKE = f"Invalid stake enum. Must be one of: {STAKES}. Got: "
DECK = f"Invalid deck enum. Must be one of: {DECKS}. Got: "


@pytest.mark.parametrize(
    ("deck", "stake", "message"),
    [
        *[
            ("RED", value, STAKE + value)
            for value in ("SILVER", "white", "White", "", " WHITE", "1", "WHITE,RED", "stake_white")
        ],
        *[
            (value, "WHITE", DECK + value)
            for value in ("red", "Red", "", "RED ", "b_red", "CHALLENGE", "Red Deck", "1", "é")
        ],
        ("nope", "nope", STAKE + "nope"),
        ("WHITE", "RED ", STAKE + "RED "),
    ],
)
def test_enums(game: Caller, deck: str, stake: str, message: str) -> None:
    game.go("MENU")
    game.refuses("start", {"deck": deck, "stake": stake, "seed": "A"}, BR, message)


# deck: money, hands, discards, hand size, joker slots, consumable slots, cards
START = {
    "RED": (4, 4, 4, 8, 5, 2, 52),
    "BLUE": (4, 5, 3, 8, 5, 2, 52),
    "YELLOW": (14, 4, 3, 8, 5, 2, 52),
    "GREEN": (4, 4, 3, 8, 5, 2, 52),
    "BLACK": (4, 3, 3, 8, 6, 2, 52),
    "MAGIC": (4, 4, 3, 8, 5, 3, 52),
    "NEBULA": (4, 4, 3, 8, 5, 1, 52),
    "GHOST": (4, 4, 3, 8, 5, 2, 52),
    "ABANDONED": (4, 4, 3, 8, 5, 2, 40),
    "CHECKERED": (4, 4, 3, 8, 5, 2, 52),
    "ZODIAC": (4, 4, 3, 8, 5, 2, 52),
    "PAINTED": (4, 4, 3, 10, 4, 2, 52),
    "ANAGLYPH": (4, 4, 3, 8, 5, 2, 52),
    "PLASMA": (4, 4, 3, 8, 5, 2, 52),
    "ERRATIC": (4, 4, 3, 8, 5, 2, 52),
}
OWNED = {
    "MAGIC": (["c_fool", "c_fool"], {"v_crystal_ball": ""}),
    "NEBULA": ([], {"v_telescope": ""}),
    "GHOST": (["c_hex"], []),
    "ZODIAC": ([], {"v_tarot_merchant": "", "v_planet_merchant": "", "v_overstock_norm": ""}),
}


@pytest.mark.parametrize("deck", START)
def test_decks(game: Caller, deck: str) -> None:
    state = game.start(deck=deck)
    money, hands, discards, size, jokers, consumables, cards = START[deck]
    assert (state["state"], state["deck"], state["stake"], state["seed"]) == (
        "BLIND_SELECT",
        deck,
        "WHITE",
        "STEER01",
    )
    assert (state["round_num"], state["ante_num"], state["won"], state["money"]) == (0, 1, False, money)
    assert state["round"] == {
        "hands_left": hands,
        "hands_played": 0,
        "discards_left": discards,
        "discards_used": 0,
        "reroll_cost": 5,
        "chips": 0,
    }
    limits = [state[area]["limit"] for area in ("hand", "jokers", "consumables", "cards")]
    assert limits == [size, jokers, consumables, cards]
    assert state["cards"]["count"] == cards
    assert state["hand"]["count"] == 0
    owned, vouchers = OWNED.get(deck, ([], []))
    assert (keys_of(state["consumables"]), state["used_vouchers"]) == (owned, vouchers)
    scale = 2 if deck == "PLASMA" else 1
    assert [blind["score"] for blind in state["blinds"].values()][:2] == [300 * scale, 450 * scale]
    if deck == "CHECKERED":
        assert Counter(key[0] for key in keys_of(state["cards"])) == {"S": 26, "H": 26}
    if deck == "ABANDONED":
        assert not {"J", "Q", "K"} & {key[2] for key in keys_of(state["cards"])}
    if deck not in ("CHECKERED", "ABANDONED", "ERRATIC"):
        assert len(set(keys_of(state["cards"]))) == 52
    assert "shop" not in state


SCORES = {
    "WHITE": (300, 800, 2000, 5000, 11000, 20000, 35000, 50000),
    "GREEN": (300, 900, 2600, 8000, 20000, 36000, 60000, 100000),
    "PURPLE": (300, 1000, 3200, 9000, 25000, 60000, 110000, 200000),
}


@pytest.mark.parametrize("stake", STAKES.split(", "))
def test_stakes(game: Caller, stake: str) -> None:
    state = game.start(stake=stake)
    at = STAKES.split(", ").index(stake)
    assert state["stake"] == stake
    assert state["round"]["discards_left"] == (3 if at >= 4 else 4)  # Blue takes one
    scores = SCORES["PURPLE" if at >= 5 else "GREEN" if at >= 2 else "WHITE"]
    for ante, score in enumerate(scores, 1):
        state = game.set(ante=ante)
        assert state["ante_num"] == ante
        assert (state["blinds"]["small"]["score"], state["blinds"]["big"]["score"]) == (score, score * 3 // 2)
    game.set(ante=1)
    game.ok("select")
    before = game.win_round()
    after = game.ok("cash_out")
    assert after["money"] - before["money"] == (3 if at == 0 else 0) + 3  # Red takes the Small Blind's reward


@pytest.mark.parametrize(
    "seed", ["", "A", "abc", "STEER01", "12345678", "AAAAAAAAA LONGER", "é♥", " X ", "O0", 'a/b\\c"d']
)
def test_seed_is_verbatim(game: Caller, seed: str) -> None:
    first = game.start(seed)
    assert first["seed"] == seed
    assert without_ids(game.start(seed)) == without_ids(first)


def test_case_of_a_seed_matters(game: Caller) -> None:
    lower, upper = game.start("abc"), game.start("ABC")
    assert keys_of(lower["cards"]) != keys_of(upper["cards"])


def test_unseeded_runs_differ(game: Caller) -> None:
    seeds = set()
    for _ in range(5):
        game.ok("menu")
        seed = game.ok("start", {"deck": "RED", "stake": "WHITE"})["seed"]
        assert re.fullmatch("[A-Z0-9]{8}", seed)
        seeds.add(seed)
    game.ok("menu")
    assert game.ok("start", {"deck": "RED", "stake": "WHITE", "seed": None})["seed"] not in seeds
    assert len(seeds) == 5


@pytest.mark.parametrize("state", ["MENU", *RUN_STATES])
def test_menu_forgets_the_run(game: Caller, state: str) -> None:
    game.go(state)
    menu = game.ok("menu")
    assert game.ok("menu") == game.state() == menu
    counters = ["hands_left", "hands_played", "discards_left", "discards_used", "reroll_cost", "chips"]
    assert {name: value for name, value in menu.items() if name not in ("hands", "blinds")} == {
        "state": "MENU",
        "round_num": 0,
        "ante_num": 1,
        "money": 0,
        "won": False,
        "deck": "RED",
        "stake": "WHITE",
        "used_vouchers": [],
        "round": dict(zip(counters, [0, 0, 0, 0, 5, 0], strict=True)),
    }
    assert {"hands", "blinds"} <= set(menu)


def test_menu_after_another_deck(game: Caller) -> None:
    game.start(deck="ZODIAC", stake="GOLD")
    menu = game.ok("menu")
    assert (menu["deck"], menu["stake"], menu["used_vouchers"]) == ("RED", "WHITE", [])


# -- blinds ---------------------------------------------------------------------------------------------------


def test_select(game: Caller) -> None:
    before = game.go("BLIND_SELECT")
    assert statuses(before) == ["SELECT", "UPCOMING", "UPCOMING"]
    after = game.ok("select")
    assert (after["state"], after["round_num"], after["money"]) == ("SELECTING_HAND", 1, before["money"])
    assert statuses(after) == ["CURRENT", "UPCOMING", "UPCOMING"]
    assert (after["hand"]["count"], after["cards"]["count"], after["cards"]["limit"]) == (8, 44, 52)
    assert Counter(keys_of(after["hand"]) + keys_of(after["cards"])) == Counter(keys_of(before["cards"]))
    assert (after["round"]["hands_left"], after["round"]["discards_left"]) == (4, 4)


def test_skip_to_the_boss(game: Caller) -> None:
    first = game.go("BLIND_SELECT")
    second = game.ok("skip")
    assert (second["state"], second["round_num"]) == ("BLIND_SELECT", 0)
    assert statuses(second) == ["SKIPPED", "SELECT", "UPCOMING"]
    third = game.ok("skip")
    assert statuses(third) == ["SKIPPED", "SKIPPED", "SELECT"]
    assert [third["blinds"][name]["tag_name"] for name in ("small", "big")] == [
        first["blinds"][name]["tag_name"] for name in ("small", "big")
    ]
    game.refuses("skip", {}, NA, "Cannot skip Boss blind")
    state = game.ok("select")
    assert statuses(state) == ["SKIPPED", "SKIPPED", "CURRENT"]
    assert state["round_num"] == 1


def test_a_whole_ante(game: Caller) -> None:
    state = game.start()
    names = ["small", "big", "boss"]
    for at, name in enumerate(names):
        assert state["state"] == "BLIND_SELECT"
        assert state["ante_num"] == 1
        expected = ["DEFEATED"] * at + ["SELECT"] + ["UPCOMING"] * (2 - at)
        assert statuses(state) == expected
        state = game.ok("select")
        assert state["round_num"] == at + 1
        assert state["blinds"][name]["status"] == "CURRENT"
        money = state["money"]
        state = game.win_round()
        assert (state["state"], state["won"]) == ("ROUND_EVAL", False)
        assert state["money"] == money
        if name != "boss":
            assert statuses(state) == ["DEFEATED"] * (at + 1) + ["UPCOMING"] * (2 - at)
        state = game.ok("cash_out")
        assert state["state"] == "SHOP"
        reward = (3, 4, 5)[at] + 3 + min(money // 5, 5)
        assert state["money"] == money + reward
        state = game.ok("next_round")
    assert (state["state"], state["ante_num"], state["round_num"]) == ("BLIND_SELECT", 2, 3)
    assert statuses(state) == ["SELECT", "UPCOMING", "UPCOMING"]
    assert state["blinds"]["small"]["score"] == 800


def test_counters_over_a_round(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.ok("discard", {"cards": [0, 1]})
    state = game.ok("play", {"cards": [7]})
    assert state["round"]["hands_left"] == 3
    state = game.win_round()
    expected = {"hands_left": 2, "hands_played": 2, "discards_left": 3, "discards_used": 1, "reroll_cost": 5}
    assert {name: state["round"][name] for name in expected} == expected
    assert state["round"]["chips"] > 10**9 - 1
    assert (state["hand"]["count"], state["cards"]["count"]) == (0, 52)
    for method in ("cash_out", "next_round"):
        state = game.ok(method)
        expected = {
            "hands_left": 4,
            "hands_played": 2,
            "discards_left": 4,
            "discards_used": 1,
            "reroll_cost": 5,
            "chips": 0,
        }
        assert state["round"] == expected
        assert (state["hand"]["count"], state["cards"]["count"]) == (0, 52)
    state = game.ok("select")
    expected = {
        "hands_left": 4,
        "hands_played": 0,
        "discards_left": 4,
        "discards_used": 0,
        "reroll_cost": 5,
        "chips": 0,
    }
    assert state["round"] == expected


def test_cash_out_opens_the_shop(game: Caller) -> None:
    before = game.go("ROUND_EVAL")
    assert "shop" not in before
    shop = game.ok("cash_out")
    for area, count in (("shop", 2), ("vouchers", 1), ("packs", 2)):
        assert (shop[area]["count"], shop[area]["limit"]) == (count, count)
        assert len(shop[area]["cards"]) == count
    assert statuses(shop) == ["DEFEATED", "UPCOMING", "UPCOMING"]


def test_leftovers_of_a_shop(game: Caller) -> None:
    game.go("SHOP")
    game.ok("buy", {"pack": 0})
    game.ok("pack", {"skip": True})
    shop = game.state()
    state = game.ok("next_round")
    script: list[tuple[str, dict[str, Any]]] = [
        ("gamestate", {}),
        ("select", {}),
        ("discard", {"cards": [0]}),
        ("set", {"chips": 10**6}),
        ("play", {"cards": [0]}),
    ]
    for method, params in script:
        state = game.ok(method, params)
        for area in ("shop", "vouchers", "packs"):
            assert state[area]["cards"] == []
            assert {k: v for k, v in state[area].items() if k != "cards"} == {
                k: v for k, v in shop[area].items() if k != "cards"
            }


def test_a_new_run_has_no_leftovers(game: Caller) -> None:
    game.go("SHOP")
    state = game.start()
    assert not {"shop", "vouchers", "packs", "pack"} & set(state)


# -- ends -----------------------------------------------------------------------------------------------------


def at_the_last_boss(game: Caller) -> dict[str, Any]:
    game.go("BLIND_SELECT")
    game.ok("skip")
    game.ok("skip")
    game.set(ante=8)
    return game.ok("select")


def test_winning(game: Caller) -> None:
    assert at_the_last_boss(game)["won"] is False
    state = game.win_round()
    assert (state["state"], state["won"]) == ("ROUND_EVAL", True)
    state = game.ok("cash_out")
    assert (state["state"], state["won"]) == ("SHOP", True)
    state = game.ok("next_round")
    assert (state["state"], state["won"], state["ante_num"]) == ("BLIND_SELECT", True, 9)
    assert state["blinds"]["small"]["score"] == 110_000
    game.ok("select")
    game.set(chips=10**12)
    state = game.ok("play", {"cards": [0]})
    assert (state["state"], state["won"]) == ("ROUND_EVAL", True)
    assert game.ok("menu")["won"] is False


def test_losing_in_endless_play_keeps_won(game: Caller) -> None:
    at_the_last_boss(game)
    game.win_round()
    game.ok("cash_out")
    game.ok("next_round")
    game.ok("select")
    game.set(hands=1)
    state = game.ok("play", {"cards": [0]})
    assert (state["state"], state["won"]) == ("GAME_OVER", True)


def test_losing(game: Caller) -> None:
    game.go("SELECTING_HAND")
    for left in (3, 2, 1):
        state = game.ok("play", {"cards": [7]})
        assert (state["state"], state["round"]["hands_left"]) == ("SELECTING_HAND", left)
    state = game.ok("play", {"cards": [7]})
    assert (state["state"], state["won"], state["round"]["hands_left"]) == ("GAME_OVER", False, 0)
    assert state["seed"] == "STEER01"
    assert game.ok("menu")["state"] == "MENU"
    assert game.start()["state"] == "BLIND_SELECT"


# -- tags -----------------------------------------------------------------------------------------------------


def find_tag(game: Caller, tag: str) -> dict[str, Any]:
    """A run whose first Small Blind has this tag."""
    for number in range(600):
        state = game.start(f"TAG{number}")
        if state["blinds"]["small"]["tag_name"] == tag:
            return state
    raise AssertionError(f"no {tag}")


def test_charm_tag_opens_a_pack(game: Caller) -> None:
    find_tag(game, "Charm Tag")
    state = game.ok("skip")
    assert state["state"] in ("SMODS_BOOSTER_OPENED", "BLIND_SELECT")
    state = game.state()
    assert state["state"] == "SMODS_BOOSTER_OPENED"
    assert (state["pack"]["count"], state["pack"]["limit"]) == (5, 5)  # a Mega Arcana Pack
    assert {card["set"] for card in state["pack"]["cards"]} <= {"TAROT", "SPECTRAL"}
    assert state["hand"]["count"] == 8
    assert "shop" not in state
    path = game.path("charm.jkr")
    game.ok("save", {"path": path})
    state = game.ok("pack", {"skip": True})
    assert state["state"] == "BLIND_SELECT"
    assert statuses(state) == ["SKIPPED", "SELECT", "UPCOMING"]
    assert "pack" not in state
    assert (state["hand"]["count"], state["cards"]["count"]) == (0, 52)
    game.ok("load", {"path": path})
    assert game.state()["state"] == "SMODS_BOOSTER_OPENED"
    assert game.state()["pack"]["count"] == 5
    assert game.ok("pack", {"skip": True})["state"] == "BLIND_SELECT"
    assert game.ok("select")["state"] == "SELECTING_HAND"


def find_later_tag(game: Caller, tag: str, seeds: range) -> dict[str, Any]:
    """A run at the Small Blind of its second ante, which has this tag."""
    for number in seeds:
        game.start(f"TAG{number}")
        for _ in range(3):
            game.to_shop()
            state = game.ok("next_round")
        if state["blinds"]["small"]["tag_name"] == tag:
            return state
    raise AssertionError(f"no {tag}")


@pytest.mark.parametrize(
    ("tag", "cards", "hand", "sets"),
    [
        ("Meteor Tag", 5, 0, {"PLANET", "SPECTRAL"}),
        ("Ethereal Tag", 2, 8, {"SPECTRAL"}),
        ("Standard Tag", 5, 0, {"DEFAULT", "ENHANCED"}),
        ("Buffoon Tag", 4, 0, {"JOKER"}),
    ],
)
def test_tags_of_later_antes_open_packs(
    game: Caller, tag: str, cards: int, hand: int, sets: set[str]
) -> None:
    find_later_tag(game, tag, range(300))
    game.ok("skip")
    state = game.state()
    assert state["state"] == "SMODS_BOOSTER_OPENED"
    assert (state["pack"]["count"], state["hand"]["count"]) == (cards, hand)
    assert {card["set"] for card in state["pack"]["cards"]} <= sets
    state = game.ok("pack", {"skip": True})
    assert (state["state"], statuses(state)) == ("BLIND_SELECT", ["SKIPPED", "SELECT", "UPCOMING"])


def test_a_mega_pack_of_a_tag_gives_two_cards(game: Caller) -> None:
    find_later_tag(game, "Buffoon Tag", range(300))
    game.ok("skip")
    state = game.ok("pack", {"card": 0})
    assert (state["state"], state["pack"]["count"], state["jokers"]["count"]) == (
        "SMODS_BOOSTER_OPENED",
        3,
        1,
    )
    state = game.ok("pack", {"card": 0})
    assert (state["state"], state["jokers"]["count"]) == ("BLIND_SELECT", 2)


def test_a_negative_joker_is_refused_too(game: Caller) -> None:
    find_later_tag(game, "Negative Tag", range(300))
    game.ok("skip")
    game.ok("select")
    game.win_round()
    game.add(*["j_joker"] * 5, edition="FOIL")
    shop = game.ok("cash_out")
    found = [at for at, card in enumerate(shop["shop"]["cards"]) if "NEGATIVE" in str(card["modifier"])]
    if not found:  # the tag waits for a joker without an edition
        at = game.reroll_until(lambda card: "NEGATIVE" in str(card["modifier"]))
    else:
        at = found[0]
    message = "Cannot purchase joker card, joker slots are full. Current: 5, Limit: 5"
    game.refuses("buy", {"card": at}, BR, message)
