"""play, discard, rearrange, sell, use."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from .remote import BR, IS, NA, Caller, ids_of, keys_of

PLAY_ONE, PLAY_FIVE = "Must provide at least one card to play", "You can only play 5 cards"
DISCARD_ONE, DISCARD_FIVE = "Must provide at least one card to discard", "You can only discard 5 cards"


@pytest.mark.parametrize(
    ("method", "cards", "message"),
    [
        ("play", [], PLAY_ONE),
        ("play", {}, PLAY_ONE),
        ("play", [None], PLAY_ONE),
        ("play", [0, 1, 2, 3, 4, 5], PLAY_FIVE),
        ("play", [0, 0, 0, 0, 0, 0], PLAY_FIVE),
        ("play", [99, -1, 2, 3, 4, 5], PLAY_FIVE),
        ("play", list(range(100)), PLAY_FIVE),
        ("discard", [], DISCARD_ONE),
        ("discard", {}, DISCARD_ONE),
        ("discard", [None], DISCARD_ONE),
        ("discard", [0, 1, 2, 3, 4, 5], DISCARD_FIVE),
        ("discard", [99, -1, 2, 3, 4, 5], DISCARD_FIVE),
        *[
            (method, cards, f"Invalid card index: {index}")
            for method in ("play", "discard")
            for cards, index in [
                ([8], "8"),
                ([31], "31"),
                ([31.0], "31"),
                ([-1], "-1"),
                ([0, 1, 8], "8"),
                ([0, -1, 8], "-1"),
                ([9, 8], "9"),
                ([2147483648], "2147483648"),
                ([-9999999999], "-9999999999"),
                ([1e20], "1e+20"),
            ]
        ],
    ],
)
def test_refused_cards(game: Caller, method: str, cards: Any, message: str) -> None:
    game.go("SELECTING_HAND")
    game.refuses(method, {"cards": cards}, BR, message)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ([], DISCARD_ONE),
        ([0], "No discards left"),
        ([0, 1, 2, 3, 4, 5], "No discards left"),
        ([99], "No discards left"),
    ],
)
def test_no_discards_left(game: Caller, cards: list[int], message: str) -> None:
    game.go("SELECTING_HAND")
    game.set(discards=0)
    game.refuses("discard", {"cards": cards}, BR, message)


@pytest.mark.parametrize("cards", [[0], [7], [0, 7], [3.0, 1], [4, 3, 2, 1, 0], [5, 6, 7, None]])
def test_discard(game: Caller, cards: list[Any]) -> None:
    before = game.go("SELECTING_HAND")
    after = game.ok("discard", {"cards": cards})
    gone = [int(at) for at in cards if at is not None]
    assert after["state"] == "SELECTING_HAND"
    assert after["round"] == before["round"] | {"discards_left": 3, "discards_used": 1}
    assert (after["hand"]["count"], after["cards"]["count"]) == (8, 44 - len(gone))
    kept = [card["id"] for at, card in enumerate(before["hand"]["cards"]) if at not in gone]
    drawn = ids_of(before["cards"])[-len(gone) :]  # the end of the pile is drawn
    assert set(ids_of(after["hand"])) == set(kept) | set(drawn)
    assert not any("highlight" in str(card["state"]) for card in after["hand"]["cards"])
    assert after["hands"] == before["hands"]
    assert after["money"] == before["money"]


@pytest.mark.parametrize("cards", [[0], [7], [0, 7], [4, 3, 2, 1, 0]])
def test_play(game: Caller, cards: list[int]) -> None:
    before = game.go("SELECTING_HAND")
    after = game.ok("play", {"cards": cards})
    chips = after["round"]["chips"]
    assert chips > 0
    assert after["round"] == before["round"] | {"hands_left": 3, "hands_played": 1, "chips": chips}
    assert (after["hand"]["count"], after["cards"]["count"]) == (8, 44 - len(cards))
    drawn = ids_of(before["cards"])[-len(cards) :]
    assert set(drawn) <= set(ids_of(after["hand"]))
    played = {name: hand for name, hand in after["hands"].items() if hand["played"]}
    assert len(played) == 1
    (hand,) = played.values()
    assert (hand["played"], hand["played_this_round"]) == (1, 1)
    game.go("SELECTING_HAND")
    assert (
        game.ok("play", {"cards": cards[::-1]})["round"]["chips"] == chips
    )  # the order of the list is nothing
    if len(cards) == 1:
        assert list(played) == ["High Card"]
        value = before["hand"]["cards"][cards[0]]["value"]["rank"]
        assert chips == 5 + (int(value) if value.isdigit() else 11 if value == "A" else 10)


def test_a_repeated_card_is_toggled_off(game: Caller) -> None:
    game.go("SELECTING_HAND")
    once = game.ok("play", {"cards": [1]})
    game.go("SELECTING_HAND")
    twice = game.ok("play", {"cards": [0, 0, 1]})
    assert twice["round"] == once["round"]
    assert twice["cards"]["count"] == once["cards"]["count"]


@pytest.mark.parametrize(("method", "message"), [("play", PLAY_ONE), ("discard", DISCARD_ONE)])
@pytest.mark.parametrize("cards", [[0, 0], [3, 5, 5, 3]])
def test_every_card_toggled_off(game: Caller, method: str, message: str, cards: list[int]) -> None:
    game.go("SELECTING_HAND")
    game.refuses(method, {"cards": cards}, BR, message)


def test_a_score_that_was_set_counts_at_the_next_play(game: Caller) -> None:
    game.go("SELECTING_HAND")
    state = game.set(chips=299)
    assert (state["state"], state["round"]["chips"]) == ("SELECTING_HAND", 299)
    state = game.set(chips=5000)
    assert state["state"] == "SELECTING_HAND"
    state = game.ok("discard", {"cards": [0]})
    assert (state["state"], state["round"]["chips"]) == ("SELECTING_HAND", 5000)
    state = game.ok("play", {"cards": [0]})
    assert state["state"] == "ROUND_EVAL"
    assert state["round"]["chips"] > 5000


def test_played_this_round_starts_again(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.ok("play", {"cards": [0]})
    state = game.win_round()
    assert state["hands"]["High Card"]["played"] == 2
    game.ok("cash_out")
    game.ok("next_round")
    hand = game.ok("select")["hands"]["High Card"]
    assert (hand["played"], hand["played_this_round"]) == (2, 0)


def boss_round(game: Caller, name: str) -> dict[str, Any]:
    """In the round of a boss of the first ante."""
    for number in range(300):
        if game.start(f"BOSS{number}")["blinds"]["boss"]["name"] == name:
            game.ok("skip")
            if game.state()["state"] != "BLIND_SELECT":
                game.ok("pack", {"skip": True})
            game.ok("skip")
            if game.state()["state"] != "BLIND_SELECT":
                game.ok("pack", {"skip": True})
            return game.ok("select")
    raise AssertionError(name)


def test_the_psychic_is_no_error(game: Caller) -> None:
    boss_round(game, "The Psychic")
    state = game.ok("play", {"cards": [0]})
    assert (state["state"], state["round"]["chips"], state["round"]["hands_left"]) == ("SELECTING_HAND", 0, 3)


@pytest.mark.parametrize(
    ("boss", "suit"), [("The Club", "C"), ("The Goad", "S"), ("The Window", "D"), ("The Head", "H")]
)
def test_debuffed_cards(game: Caller, boss: str, suit: str) -> None:
    state = boss_round(game, boss)
    for card in state["hand"]["cards"]:
        assert card["state"] == ({"debuff": True} if card["value"]["suit"] == suit else [])
    for card in state["cards"]["cards"]:
        assert card["state"] == {"hidden": True} | ({"debuff": True} if card["value"]["suit"] == suit else {})


def test_the_manacle(game: Caller) -> None:
    state = boss_round(game, "The Manacle")
    assert (state["hand"]["limit"], state["hand"]["count"]) == (7, 7)
    state = game.win_round()
    assert state["state"] == "ROUND_EVAL"
    assert game.ok("cash_out")["hand"]["limit"] == 8


# -- rearrange ------------------------------------------------------------------------------------------------

NONE = "Must provide exactly one of: hand, jokers, or consumables"
SEVERAL = "Can only rearrange one type at a time"
BACK = [7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("params", "name", "message"),
    [
        ({}, BR, NONE),
        ({"hand": None}, BR, NONE),
        ({"unknown": [0]}, BR, NONE),
        ({"hand": BACK, "jokers": []}, BR, SEVERAL),
        ({"jokers": [], "consumables": []}, BR, SEVERAL),
        ({"hand": [], "jokers": [], "consumables": []}, BR, SEVERAL),
        ({"jokers": [0]}, NA, "No jokers available to rearrange"),
        ({"jokers": []}, NA, "No jokers available to rearrange"),
        ({"consumables": [0]}, NA, "No consumables available to rearrange"),
        ({"hand": []}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": {}}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [None]}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [0]}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [99]}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [*BACK, 8]}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [8, 6, 5, 4, 3, 2, 1, 0]}, BR, "Index out of range for hand: 8"),
        ({"hand": [-1, 6, 5, 4, 3, 2, 1, 0]}, BR, "Index out of range for hand: -1"),
        ({"hand": [7, 6, 5, 4, 3, 2, 1, 50]}, BR, "Index out of range for hand: 50"),
        ({"hand": [0, 0, 1, 2, 3, 4, 5, 6]}, BR, "Duplicate index in hand: 0"),
        ({"hand": [7, 6, 5, 4, 3, 2, 1, 7]}, BR, "Duplicate index in hand: 7"),
    ],
)
def test_rearrange_refused(game: Caller, params: dict[str, Any], name: str, message: str) -> None:
    game.go("SELECTING_HAND")
    game.refuses("rearrange", params, name, message)


@pytest.mark.parametrize("area", ["jokers", "consumables"])
@pytest.mark.parametrize("place", ["SELECTING_HAND", "SHOP"])
def test_rearrange_owned(game: Caller, area: str, place: str) -> None:
    game.go(place)
    keys = ["j_joker", "j_egg", "j_ice_cream"] if area == "jokers" else ["c_fool", "c_pluto", "c_hex"]
    before = game.add(*keys)
    for order in ([2, 0, 1], [0, 1, 2], [1.0, 0, 2]):
        after = game.ok("rearrange", {area: order})
        assert ids_of(after[area]) == [ids_of(before[area])[int(at)] for at in order]
        assert Counter(ids_of(after[area])) == Counter(ids_of(before[area]))
        assert after["state"] == place
        before = after
    game.refuses("rearrange", {area: [0, 1]}, BR, f"Must provide exactly 3 indices for {area}")
    game.refuses("rearrange", {area: [0, 1, 3]}, BR, f"Index out of range for {area}: 3")
    game.refuses("rearrange", {area: [0, 1, -1]}, BR, f"Index out of range for {area}: -1")
    game.refuses("rearrange", {area: [0, 1, 1]}, BR, f"Duplicate index in {area}: 1")


def test_rearrange_hand(game: Caller) -> None:
    before = game.go("SELECTING_HAND")
    after = game.ok("rearrange", {"hand": BACK})
    assert ids_of(after["hand"]) == ids_of(before["hand"])[::-1]
    assert ids_of(game.state()["hand"]) == ids_of(after["hand"])
    order = [3, 1, 0, 2, 7, 6, 5, 4]
    again = game.ok("rearrange", {"hand": order})
    assert ids_of(again["hand"]) == [ids_of(after["hand"])[at] for at in order]
    assert {k: v for k, v in again.items() if k != "hand"} == {k: v for k, v in before.items() if k != "hand"}


def test_a_draw_sorts_the_hand_again(game: Caller) -> None:
    game.go("SELECTING_HAND")
    sorted_ = game.ok("discard", {"cards": [0]})
    game.go("SELECTING_HAND")
    game.ok("rearrange", {"hand": BACK})
    assert ids_of(game.ok("discard", {"cards": [7]})["hand"]) == ids_of(sorted_["hand"])
    ranks = ["23456789TJQKA".index(card["value"]["rank"]) for card in sorted_["hand"]["cards"]]
    assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize("order", [[0], [], [99], [0, 1, 2, 3, 4, 5, 6, 7]])
def test_rearrange_hand_in_the_shop(game: Caller, order: list[int]) -> None:
    game.go("SHOP")
    game.refuses("rearrange", {"hand": order}, IS, "Can only rearrange hand during hand selection")


@pytest.mark.parametrize("pack", ["CELESTIAL", "STANDARD", "BUFFOON"])
def test_rearrange_without_a_hand(game: Caller, pack: str) -> None:
    game.go(pack)
    message = "No cards to rearrange. You can only rearrange hand in Arcana and Spectral packs."
    game.refuses("rearrange", {"hand": [0]}, NA, message)
    game.refuses("rearrange", {"hand": []}, NA, message)
    game.refuses("rearrange", {"jokers": [0]}, NA, "No jokers available to rearrange")
    game.refuses("rearrange", {}, BR, NONE)


@pytest.mark.parametrize("pack", ["ARCANA", "SPECTRAL"])
def test_rearrange_the_hand_of_a_pack(game: Caller, pack: str) -> None:
    before = game.go(pack)
    after = game.ok("rearrange", {"hand": BACK})
    assert ids_of(after["hand"]) == ids_of(before["hand"])[::-1]
    assert (after["state"], ids_of(after["pack"])) == ("SMODS_BOOSTER_OPENED", ids_of(before["pack"]))
    game.refuses("rearrange", {"hand": [0]}, BR, "Must provide exactly 8 indices for hand")


def test_rearrange_jokers_in_a_pack(game: Caller) -> None:
    game.go("SHOP")
    game.add("j_joker", "j_egg", "c_pluto", "c_fool")
    before = game.open_pack("p_celestial_normal_1")
    for area in ("jokers", "consumables"):
        assert ids_of(game.ok("rearrange", {area: [1, 0]})[area]) == ids_of(before[area])[::-1]


# -- sell -----------------------------------------------------------------------------------------------------

SELL_NONE, SELL_BOTH = "Must provide exactly one of: joker or consumable", "Can only sell one item at a time"


@pytest.mark.parametrize("place", ["SELECTING_HAND", "SHOP"])
@pytest.mark.parametrize(
    ("params", "name", "message"),
    [
        ({}, BR, SELL_NONE),
        ({"joker": None, "consumable": None}, BR, SELL_NONE),
        ({"card": 0}, BR, SELL_NONE),
        ({"joker": 0, "consumable": 0}, BR, SELL_BOTH),
        ({"joker": -5, "consumable": 99}, BR, SELL_BOTH),
        ({"joker": 0}, NA, "No jokers available to sell"),
        ({"joker": -1}, NA, "No jokers available to sell"),
        ({"joker": 99}, NA, "No jokers available to sell"),
        ({"consumable": 0}, NA, "No consumables available to sell"),
        ({"consumable": -1}, NA, "No consumables available to sell"),
    ],
)
def test_sell_refused(game: Caller, place: str, params: dict[str, Any], name: str, message: str) -> None:
    game.go(place)
    game.refuses("sell", params, name, message)


@pytest.mark.parametrize(("kind", "key"), [("joker", "j_joker"), ("consumable", "c_fool")])
@pytest.mark.parametrize("index", [1, -1, 7, 10**6, -(10**6)])
def test_sell_index(game: Caller, kind: str, key: str, index: int) -> None:
    game.go("SHOP")
    game.add(key)
    game.refuses("sell", {kind: index}, BR, f"Index out of range for {kind}: {index}")


@pytest.mark.parametrize("place", ["SELECTING_HAND", "SHOP"])
@pytest.mark.parametrize(
    ("kind", "keys"), [("joker", ["j_joker", "j_egg", "j_blueprint"]), ("consumable", ["c_fool", "c_pluto"])]
)
def test_sell(game: Caller, place: str, kind: str, keys: list[str]) -> None:
    game.go(place)
    before = game.add(*keys)
    area = f"{kind}s"
    for at in (1.0, 0):
        card = before[area]["cards"][int(at)]
        after = game.ok("sell", {kind: at})
        assert after["money"] == before["money"] + card["cost"]["sell"]
        assert ids_of(after[area]) == [number for number in ids_of(before[area]) if number != card["id"]]
        assert (after["state"], after[area]["count"]) == (place, before[area]["count"] - 1)
        before = after


def test_sell_a_negative_joker_takes_its_slot(game: Caller) -> None:
    game.go("SHOP")
    assert game.add("j_joker", edition="NEGATIVE")["jokers"]["limit"] == 6
    assert game.ok("sell", {"joker": 0})["jokers"]["limit"] == 5
    assert game.add("c_fool", edition="NEGATIVE")["consumables"]["limit"] == 3
    assert game.ok("sell", {"consumable": 0})["consumables"]["limit"] == 2


def test_eternal_jokers_are_sold(game: Caller) -> None:
    game.go("SHOP")
    game.add("j_joker", eternal=True)
    assert game.ok("sell", {"joker": 0})["jokers"]["count"] == 0


def test_a_charged_invisible_joker_is_sold(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.add("j_invisible", "j_joker", edition="FOIL")
    for _ in range(2):
        game.win_round()
        game.ok("cash_out")
        game.ok("next_round")
        game.ok("select")
    state = game.ok("sell", {"joker": 0})
    assert keys_of(state["jokers"]) == ["j_joker", "j_joker"]


# -- use ------------------------------------------------------------------------------------------------------

NAMES = {
    "c_magician": ("The Magician", 1, 2),
    "c_empress": ("The Empress", 1, 2),
    "c_heirophant": ("The Hierophant", 1, 2),
    "c_strength": ("Strength", 1, 2),
    "c_hanged_man": ("The Hanged Man", 1, 2),
    "c_death": ("Death", 2, 2),
    "c_lovers": ("The Lovers", 1, 1),
    "c_chariot": ("The Chariot", 1, 1),
    "c_justice": ("Justice", 1, 1),
    "c_devil": ("The Devil", 1, 1),
    "c_tower": ("The Tower", 1, 1),
    "c_star": ("The Star", 1, 3),
    "c_moon": ("The Moon", 1, 3),
    "c_sun": ("The Sun", 1, 3),
    "c_world": ("The World", 1, 3),
    "c_talisman": ("Talisman", 1, 1),
    "c_deja_vu": ("Deja Vu", 1, 1),
    "c_trance": ("Trance", 1, 1),
    "c_medium": ("Medium", 1, 1),
    "c_cryptid": ("Cryptid", 1, 1),
}


def counted(number: int) -> str:
    return f"{number} card" if number == 1 else f"{number} cards"


@pytest.mark.parametrize("key", NAMES)
def test_use_with_targets(game: Caller, key: str) -> None:
    name, least, most = NAMES[key]
    needs = f"Consumable '{name}' requires card selection"
    game.go("SHOP")
    game.add(key)
    for params in ({}, {"cards": []}, {"cards": [0]}, {"cards": [99]}):
        message = f"{needs} and can only be used in SELECTING_HAND state"
        game.refuses("use", {"consumable": 0, **params}, IS, message)
    game.go("SELECTING_HAND")
    before = game.add(key)
    for params in ({}, {"cards": None}, {"cards": []}, {"cards": {}}, {"cards": [None]}):
        game.refuses("use", {"consumable": 0, **params}, BR, needs)
    for cards, index in (([8], 8), ([-1], -1), ([0, 99], 99), ([0, 1, 2, 3, 4, 5, 55], 55)):
        game.refuses("use", {"consumable": 0, "cards": cards}, BR, f"Card index out of range: {index}")
    for count in range(1, 6):
        message = ""
        if least == most and count != most:
            message = f"Consumable '{name}' requires exactly {counted(most)} (provided: {count})"
        elif count > most:
            message = f"Consumable '{name}' requires at most {counted(most)} (provided: {count})"
        if message:
            game.refuses("use", {"consumable": 0, "cards": list(range(count))}, BR, message)
    after = game.ok("use", {"consumable": 0, "cards": list(range(most))})
    assert (after["state"], after["consumables"]["count"]) == ("SELECTING_HAND", 0)
    assert after["hand"] != before["hand"]
    assert after["round"] == before["round"]


ENHANCING = {
    "c_magician": "LUCKY",
    "c_empress": "MULT",
    "c_heirophant": "BONUS",
    "c_lovers": "WILD",
    "c_chariot": "STEEL",
    "c_justice": "GLASS",
    "c_devil": "GOLD",
    "c_tower": "STONE",
}


@pytest.mark.parametrize("key", ENHANCING)
def test_use_enhances(game: Caller, key: str) -> None:
    before = game.go("SELECTING_HAND")
    game.add(key)
    card = game.ok("use", {"consumable": 0, "cards": [3]})["hand"]["cards"][3]
    assert card["modifier"] == {"enhancement": ENHANCING[key]}
    assert (card["set"], card["label"]) == ("ENHANCED", f"{ENHANCING[key].capitalize()} Card")
    old = before["hand"]["cards"][3]
    assert (card["value"]["suit"], card["value"]["rank"]) == (old["value"]["suit"], old["value"]["rank"])
    assert card["key"] == old["key"]


@pytest.mark.parametrize(
    ("key", "suit"), [("c_star", "D"), ("c_moon", "C"), ("c_sun", "H"), ("c_world", "S")]
)
def test_use_changes_suits(game: Caller, key: str, suit: str) -> None:
    game.go("SELECTING_HAND")
    game.add(key)
    state = game.ok("use", {"consumable": 0, "cards": [0, 4, 7]})
    for at in (0, 4, 7):
        card = state["hand"]["cards"][at]
        assert card["value"]["suit"] == suit
        assert card["key"] == f"{suit}_{card['value']['rank']}"


@pytest.mark.parametrize(
    ("key", "seal"),
    [("c_talisman", "GOLD"), ("c_deja_vu", "RED"), ("c_trance", "BLUE"), ("c_medium", "PURPLE")],
)
def test_use_seals(game: Caller, key: str, seal: str) -> None:
    game.go("SELECTING_HAND")
    game.add(key)
    card = game.ok("use", {"consumable": 0, "cards": [2]})["hand"]["cards"][2]
    assert (card["modifier"], card["set"]) == ({"seal": seal}, "DEFAULT")


def test_use_strength_hanged_man_cryptid(game: Caller) -> None:
    ranks = "23456789TJQKA"
    before = game.go("SELECTING_HAND")
    game.add("c_strength", "c_hanged_man", "c_cryptid")
    after = game.ok("use", {"consumable": 0, "cards": [1, 2]})
    for at in (1, 2):
        old, new = (state["hand"]["cards"][at]["value"]["rank"] for state in (before, after))
        assert new == ranks[(ranks.index(old) + 1) % 13]
    after = game.ok("use", {"consumable": 0, "cards": [0, 7]})
    assert (after["hand"]["count"], after["cards"]["limit"], after["cards"]["count"]) == (6, 50, 44)
    key = after["hand"]["cards"][0]["key"]
    after = game.ok("use", {"consumable": 0, "cards": [0]})
    assert (after["hand"]["count"], after["cards"]["limit"], after["cards"]["count"]) == (8, 52, 44)
    assert keys_of(after["hand"]).count(key) == 3
    assert len(set(ids_of(after["hand"]))) == 8


@pytest.mark.parametrize("cards", [[2, 5], [5, 2]])
def test_death_goes_by_the_order_of_the_hand(game: Caller, cards: list[int]) -> None:
    before = game.go("SELECTING_HAND")
    game.add("c_death")
    after = game.ok("use", {"consumable": 0, "cards": cards})
    assert (
        after["hand"]["cards"][2]["key"]
        == after["hand"]["cards"][5]["key"]
        == before["hand"]["cards"][5]["key"]
    )


def test_death_after_a_rearrangement(game: Caller) -> None:
    before = game.go("SELECTING_HAND")
    game.ok("rearrange", {"hand": BACK})
    game.add("c_death")
    after = game.ok("use", {"consumable": 0, "cards": [0, 7]})
    assert keys_of(after["hand"])[0] == keys_of(before["hand"])[0]


@pytest.mark.parametrize("place", ["SELECTING_HAND", "SHOP"])
@pytest.mark.parametrize("index", [0, 1, -1, 99, 1e20])
def test_use_index(game: Caller, place: str, index: float) -> None:
    game.go(place)
    text = "1e+20" if index == 1e20 else str(index)
    game.refuses("use", {"consumable": index}, BR, f"Consumable index out of range: {text}")
    game.refuses("use", {"consumable": index, "cards": [99]}, BR, f"Consumable index out of range: {text}")


@pytest.mark.parametrize(
    ("place", "key", "name"),
    [
        ("SHOP", "c_familiar", "Familiar"),
        ("SHOP", "c_grim", "Grim"),
        ("SHOP", "c_incantation", "Incantation"),
        ("SHOP", "c_immolate", "Immolate"),
        ("SHOP", "c_sigil", "Sigil"),
        ("SHOP", "c_ouija", "Ouija"),
        ("SHOP", "c_aura", "Aura"),
        ("SELECTING_HAND", "c_aura", "Aura"),
        ("SELECTING_HAND", "c_fool", "The Fool"),
        ("SHOP", "c_fool", "The Fool"),
        ("SHOP", "c_wheel_of_fortune", "The Wheel of Fortune"),
        ("SELECTING_HAND", "c_wheel_of_fortune", "The Wheel of Fortune"),
        ("SHOP", "c_hex", "Hex"),
        ("SHOP", "c_ankh", "Ankh"),
        ("SHOP", "c_ectoplasm", "Ectoplasm"),
    ],
)
def test_use_at_a_wrong_time(game: Caller, place: str, key: str, name: str) -> None:
    game.go(place)
    game.add(key)
    message = f"Consumable '{name}' cannot be used at this time"
    for cards in ({}, {"cards": []}, {"cards": [0]}, {"cards": [0, 1]}):
        game.refuses("use", {"consumable": 0, **cards}, NA, message)


@pytest.mark.parametrize(
    ("key", "name"), [("c_judgement", "Judgement"), ("c_soul", "The Soul"), ("c_wraith", "Wraith")]
)
def test_use_without_room(game: Caller, key: str, name: str) -> None:
    game.go("SHOP")
    game.add("j_joker", "j_egg", "j_ice_cream", "j_juggler", "j_mime", edition="FOIL")
    game.add(key)
    before = game.state()
    got = game.error("use", {"consumable": 0})
    assert got in [
        (NA, f"Consumable '{name}' cannot be used at this time"),
        (NA, f"Cannot use consumable '{name}': insufficient space"),
    ]
    assert game.state() == before


@pytest.mark.parametrize("place", ["SELECTING_HAND", "SHOP"])
@pytest.mark.parametrize(
    ("key", "hand", "chips", "mult"),
    [
        ("c_pluto", "High Card", 15, 2),
        ("c_mercury", "Pair", 25, 3),
        ("c_uranus", "Two Pair", 40, 3),
        ("c_venus", "Three of a Kind", 50, 5),
        ("c_saturn", "Straight", 60, 7),
        ("c_jupiter", "Flush", 50, 6),
        ("c_earth", "Full House", 65, 6),
        ("c_mars", "Four of a Kind", 90, 10),
        ("c_neptune", "Straight Flush", 140, 12),
        ("c_planet_x", "Five of a Kind", 155, 15),
        ("c_ceres", "Flush House", 180, 18),
        ("c_eris", "Flush Five", 210, 19),
    ],
)
def test_planets(game: Caller, place: str, key: str, hand: str, chips: int, mult: int) -> None:
    before = game.go(place)
    game.add(key)
    after = game.ok("use", {"consumable": 0.0, "cards": [99]})  # targets of a card that needs none
    got = after["hands"][hand]
    assert (got["level"], got["chips"], got["mult"]) == (2, chips, mult)
    assert after["hands"] == before["hands"] | {hand: got}
    assert (after["consumables"]["count"], after["state"], after["money"]) == (0, place, before["money"])


@pytest.mark.parametrize(("money", "after"), [(0, 0), (7, 14), (20, 40), (50, 70)])
def test_hermit(game: Caller, money: int, after: int) -> None:
    game.go("SHOP")
    game.set(money=money)
    game.add("c_hermit")
    assert game.ok("use", {"consumable": 0})["money"] == after


def test_use_of_cards_that_make_cards(game: Caller) -> None:
    game.go("SHOP")
    game.add("c_emperor", "c_pluto")
    state = game.ok("use", {"consumable": 0})
    assert state["consumables"]["count"] == 2  # one place was free once it was gone
    assert state["consumables"]["cards"][1]["set"] == "TAROT"
    game.go("SHOP")
    game.add("c_high_priestess")
    state = game.ok("use", {"consumable": 0})
    assert [card["set"] for card in state["consumables"]["cards"]] == ["PLANET", "PLANET"]
    game.go("SHOP")
    game.add("c_judgement")
    assert game.ok("use", {"consumable": 0})["jokers"]["count"] == 1
    game.go("SHOP")
    game.add("c_pluto")
    game.ok("use", {"consumable": 0})
    game.add("c_fool")
    assert keys_of(game.ok("use", {"consumable": 0})["consumables"]) == ["c_pluto"]


def test_ankh(game: Caller) -> None:
    game.go("SHOP")
    game.add("j_joker", "j_egg", edition="FOIL")
    game.add("c_ankh")
    jokers = game.ok("use", {"consumable": 0})["jokers"]
    assert jokers["count"] == 2
    assert len(set(keys_of(jokers))) == 1
    assert len(set(ids_of(jokers))) == 2


def test_use_on_a_hand_of_cards(game: Caller) -> None:
    game.go("SELECTING_HAND")
    game.add("c_immolate")
    money = game.state()["money"]
    state = game.ok("use", {"consumable": 0})
    assert (state["hand"]["count"], state["cards"]["limit"], state["money"]) == (3, 47, money + 20)
