"""select, skip, play, discard, use, rearrange: every check in its order and with its text, every effect, nothing changed by a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot.live.server.session import Session

from .sessions import (
    STATES,
    in_blind_select,
    in_game_over,
    in_pack,
    in_round,
    in_shop,
    keys,
    put,
    refused,
)

BR, IS, NA = "BAD_REQUEST", "INVALID_STATE", "NOT_ALLOWED"

# -- select, skip -----------------------------------------------------------------------------------------


def test_select() -> None:
    session = in_blind_select()
    state = session.call("select")
    assert (state["state"], state["round_num"]) == ("SELECTING_HAND", 1)
    assert (state["hand"]["count"], state["cards"]["count"]) == (8, 44)
    assert state["blinds"]["small"]["status"] == "CURRENT"
    assert state["round"] == {
        "hands_left": 4,
        "hands_played": 0,
        "discards_left": 4,
        "discards_used": 0,
        "reroll_cost": 5,
        "chips": 0,
    }


def test_skip_down_to_the_boss() -> None:
    session = in_blind_select()
    state = session.call("skip")
    assert [state["blinds"][b]["status"] for b in ("small", "big", "boss")] == [
        "SKIPPED",
        "SELECT",
        "UPCOMING",
    ]
    state = session.call("skip")
    assert [state["blinds"][b]["status"] for b in ("small", "big", "boss")] == [
        "SKIPPED",
        "SKIPPED",
        "SELECT",
    ]
    assert state["round_num"] == 0
    refused(session, "skip", {}, NA, "Cannot skip Boss blind")
    assert session.call("select")["blinds"]["boss"]["status"] == "CURRENT"


@pytest.mark.parametrize(
    ("tag", "pack", "deals"),
    [
        ("tag_charm", "arcana", True),
        ("tag_meteor", "celestial", False),
        ("tag_ethereal", "spectral", True),
        ("tag_standard", "standard", False),
        ("tag_buffoon", "buffoon", False),
    ],
)
def test_a_tag_opens_its_pack(tag: str, pack: str, deals: bool) -> None:
    session = in_blind_select()
    put(session, f"ante_tags=[{tag},tag_skip]")
    state = session.call("skip")
    assert state["state"] == "SMODS_BOOSTER_OPENED"
    assert state["pack"]["count"] == state["pack"]["limit"] > 0
    assert bool(state["hand"]["count"]) == deals
    assert "shop" not in state
    state = session.call("pack", {"skip": True})
    assert state["state"] == "BLIND_SELECT"
    assert "pack" not in state
    assert state["blinds"]["big"]["status"] == "SELECT"


def test_two_tags_open_two_packs() -> None:
    session = in_blind_select()
    put(session, "ante_tags=[tag_meteor,tag_skip] tags=[tag_double]")
    assert session.call("skip")["pack"]["limit"] == 5
    state = session.call("pack", {"card": 0})
    assert (state["pack"]["count"], state["pack"]["limit"]) == (4, 5)
    state = session.call("pack", {"card": 0})
    assert (state["state"], state["pack"]["count"], state["pack"]["limit"]) == ("SMODS_BOOSTER_OPENED", 5, 5)
    assert session.call("pack", {"skip": True})["state"] == "BLIND_SELECT"


# -- play, discard ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["play", "discard"])
def test_selection_is_checked(verb: str) -> None:
    session = in_round()
    for cards, message in (
        ([], f"Must provide at least one card to {verb}"),
        ({}, f"Must provide at least one card to {verb}"),
        ([0, 1, 2, 3, 4, 5], f"You can only {verb} 5 cards"),
        ([0, 1, 2, 3, 4, 99], f"You can only {verb} 5 cards"),
        ([8], "Invalid card index: 8"),
        ([0, -1], "Invalid card index: -1"),
        ([31, 40], "Invalid card index: 31"),
        ([10**20], "Invalid card index: 1e+20"),
        ([0, 0], f"Must provide at least one card to {verb}"),
        ([0, "1"], "Field 'cards' array item at index 1 must be of type integer"),
        ([1.5], "Field 'cards' array item at index 0 must be of type integer"),
        ([True], "Field 'cards' array item at index 0 must be of type integer"),
        ("0", "Field 'cards' must be an array"),
        ({"0": 1}, "Field 'cards' must be an array"),
    ):
        refused(session, verb, {"cards": cards}, BR, message)
    refused(session, verb, {}, BR, "Missing required field 'cards'")


def test_discards_run_out_before_the_cards_are_counted() -> None:
    session = in_round()
    session.call("set", {"discards": 0})
    refused(session, "discard", {"cards": []}, BR, "Must provide at least one card to discard")
    refused(session, "discard", {"cards": [0] * 6}, BR, "No discards left")
    refused(session, "discard", {"cards": [99]}, BR, "No discards left")


def test_play_scores_by_position() -> None:
    first, second = in_round(), in_round()
    assert first.call("play", {"cards": [0, 3, 2]}) == second.call("play", {"cards": [2.0, 0, 3]})


def test_play_in_the_same_round() -> None:
    session = in_round()
    before = session.call("gamestate")
    state = session.call("play", {"cards": [7]})
    assert state["state"] == "SELECTING_HAND"
    assert state["hand"]["count"] == 8
    assert state["cards"]["count"] == 43
    assert state["round"]["hands_left"] == 3
    assert state["round"]["hands_played"] == 1
    assert state["round"]["chips"] > 0
    assert state["money"] == before["money"]
    assert state["hands"]["High Card"]["played"] == state["hands"]["High Card"]["played_this_round"] == 1
    ids = {card["id"] for card in state["hand"]["cards"]}
    drawn = before["cards"]["cards"][-1]["id"]  # the last of the pile is drawn first
    assert drawn in ids
    assert before["hand"]["cards"][7]["id"] not in ids


def test_discard() -> None:
    session = in_round()
    before = session.call("gamestate")
    state = session.call("discard", {"cards": [0, 1, 2]})
    assert state["state"] == "SELECTING_HAND"
    assert state["hand"]["count"] == 8
    assert state["round"]["discards_left"] == 3
    assert state["round"]["discards_used"] == 1
    assert state["round"]["chips"] == 0
    assert state["round"]["hands_left"] == 4
    ids = {card["id"] for card in state["hand"]["cards"]}
    assert {card["id"] for card in before["cards"]["cards"][-3:]} <= ids


def test_a_repeated_index_takes_the_card_out() -> None:
    first, second = in_round(), in_round()
    assert first.call("play", {"cards": [3, 5, 3]}) == second.call("play", {"cards": [5]})


def test_the_psychic_is_no_error() -> None:
    session = in_blind_select()
    put(session, "on_deck=boss boss=bl_psychic")
    session.call("select")
    assert session.call("play", {"cards": [0]})["round"]["chips"] == 0


def test_cerulean_bell_adds_its_card() -> None:
    session = in_blind_select()
    put(session, "on_deck=boss boss=bl_final_bell ante=8")
    hand = session.call("select")["hand"]["cards"]
    (forced,) = [i for i, card in enumerate(hand) if card["state"] == {"highlight": True}]
    others = [i for i in range(8) if i != forced]
    state = session.call("discard", {"cards": others[:5]})
    gone = {hand[i]["id"] for i in [forced, *others[:4]]}
    assert gone.isdisjoint(card["id"] for card in state["hand"]["cards"])
    assert hand[others[4]]["id"] in {card["id"] for card in state["hand"]["cards"]}


def test_a_round_is_won_by_the_next_play() -> None:
    session = in_round()
    state = session.call("set", {"chips": 299})
    assert (state["state"], state["round"]["chips"]) == ("SELECTING_HAND", 299)
    state = session.call("play", {"cards": [0]})
    assert state["state"] == "ROUND_EVAL"
    assert state["hand"]["count"] == 0
    assert state["money"] == 4
    assert state["round"]["chips"] >= 300
    assert state["cards"]["count"] == state["cards"]["limit"] == 52
    assert state["blinds"]["small"]["status"] == "DEFEATED"
    assert state["blinds"]["big"]["status"] == "UPCOMING"


def test_a_score_above_the_goal_waits_for_a_play() -> None:
    session = in_round()
    session.call("set", {"chips": 5000})
    session.call("add", {"key": "c_hermit"})
    session.call("add", {"key": "j_juggler"})
    for call in (("use", {"consumable": 0}), ("sell", {"joker": 0}), ("discard", {"cards": [0]})):
        state = session.call(*call)
        assert (state["state"], state["round"]["chips"]) == ("SELECTING_HAND", 5000)
    assert session.call("play", {"cards": [0]})["state"] == "ROUND_EVAL"


def test_the_last_hand_loses() -> None:
    session = in_game_over()
    state = session.call("gamestate")
    assert (state["state"], state["won"]) == ("GAME_OVER", False)
    assert state["round"]["hands_left"] == 0
    assert state["hand"]["count"] == 7
    assert state["blinds"]["small"]["status"] == "CURRENT"


def test_no_hands_left_is_a_lost_play() -> None:
    session = in_round()
    assert session.call("set", {"hands": 0})["round"]["hands_left"] == 0
    assert session.call("discard", {"cards": [0]})["round"]["hands_left"] == 0
    state = session.call("play", {"cards": [0]})
    assert (state["state"], state["round"]["hands_left"]) == ("GAME_OVER", 0)


def test_winning_goes_on() -> None:
    session = in_blind_select()
    put(session, "ante=8 on_deck=boss boss=bl_final_vessel")
    session.call("select")
    session.call("set", {"chips": 10**9})
    state = session.call("play", {"cards": [0]})
    assert (state["state"], state["won"], state["ante_num"]) == ("ROUND_EVAL", True, 9)
    assert session.call("cash_out")["state"] == "SHOP"
    state = session.call("next_round")
    assert (state["state"], state["won"]) == ("BLIND_SELECT", True)
    session.call("select")
    session.call("set", {"hands": 1})
    assert session.call("play", {"cards": [0]})["state"] == "GAME_OVER"


# -- use --------------------------------------------------------------------------------------------------


def holding(*cards: str, state: str = "SELECTING_HAND") -> Session:
    session = STATES[state]()
    for key in cards:
        session.call("add", {"key": key})
    return session


def test_use_refuses() -> None:
    session = holding("c_magician", "c_death", "c_lovers", "c_fool")
    table: list[tuple[dict[str, Any], str, str]] = [
        ({}, BR, "Missing required field 'consumable'"),
        ({"consumable": "0"}, BR, "Field 'consumable' must be an integer"),
        ({"consumable": 4}, BR, "Consumable index out of range: 4"),
        ({"consumable": -1}, BR, "Consumable index out of range: -1"),
        ({"consumable": 0}, BR, "Consumable 'The Magician' requires card selection"),
        ({"consumable": 0, "cards": []}, BR, "Consumable 'The Magician' requires card selection"),
        ({"consumable": 0, "cards": [8]}, BR, "Card index out of range: 8"),
        ({"consumable": 0, "cards": [0, 1, 2, -1]}, BR, "Card index out of range: -1"),
        (
            {"consumable": 0, "cards": [0, 1, 2]},
            BR,
            "Consumable 'The Magician' requires at most 2 cards (provided: 3)",
        ),
        ({"consumable": 1, "cards": [0]}, BR, "Consumable 'Death' requires exactly 2 cards (provided: 1)"),
        (
            {"consumable": 1, "cards": [0, 1, 2]},
            BR,
            "Consumable 'Death' requires exactly 2 cards (provided: 3)",
        ),
        (
            {"consumable": 2, "cards": [0, 1]},
            BR,
            "Consumable 'The Lovers' requires exactly 1 card (provided: 2)",
        ),
        ({"consumable": 3}, NA, "Consumable 'The Fool' cannot be used at this time"),
        ({"consumable": 0, "cards": [0, 0]}, NA, "Consumable 'The Magician' cannot be used at this time"),
        ({"consumable": 0, "cards": 1}, BR, "Field 'cards' must be an array"),
    ]
    for params, name, message in table:
        refused(session, "use", params, name, message)


def test_use_in_the_shop() -> None:
    session = holding("c_magician", "c_familiar", "c_hermit", state="SHOP")
    message = "Consumable 'The Magician' requires card selection and can only be used in SELECTING_HAND state"
    refused(session, "use", {"consumable": 0}, IS, message)
    refused(session, "use", {"consumable": 0, "cards": [0]}, IS, message)
    refused(session, "use", {"consumable": 1}, NA, "Consumable 'Familiar' cannot be used at this time")
    state = session.call("use", {"consumable": 2, "cards": [77]})  # cards are ignored
    assert (state["money"], keys(state["consumables"])) == (120, ["c_magician", "c_familiar"])


def test_use_without_room_or_reason() -> None:
    session = holding("c_judgement", "c_ankh", "c_aura", "c_wheel_of_fortune")
    refused(
        session, "use", {"consumable": 2, "cards": [0]}, NA, "Consumable 'Aura' cannot be used at this time"
    )
    refused(session, "use", {"consumable": 1}, NA, "Consumable 'Ankh' cannot be used at this time")
    refused(
        session, "use", {"consumable": 3}, NA, "Consumable 'The Wheel of Fortune' cannot be used at this time"
    )
    for _ in range(5):
        session.call("add", {"key": "j_joker"})
    refused(session, "use", {"consumable": 0}, NA, "Consumable 'Judgement' cannot be used at this time")
    refused(session, "use", {"consumable": 1}, NA, "Cannot use consumable 'Ankh': insufficient space")


def test_use_on_cards() -> None:
    session = holding("c_magician", "c_pluto")
    state = session.call("use", {"consumable": 0, "cards": [1, 0]})
    assert [card["label"] for card in state["hand"]["cards"][:3]] == ["Lucky Card", "Lucky Card", "Base Card"]
    assert keys(state["consumables"]) == ["c_pluto"]
    state = session.call("use", {"consumable": 0})
    assert state["hands"]["High Card"]["level"] == 2
    assert state["consumables"]["cards"] == []


# -- rearrange --------------------------------------------------------------------------------------------


def test_rearrange_refuses() -> None:
    session = in_round()
    reverse = list(range(7, -1, -1))
    table: list[tuple[dict[str, Any], str, str]] = [
        ({}, BR, "Must provide exactly one of: hand, jokers, or consumables"),
        ({"hand": reverse, "jokers": []}, BR, "Can only rearrange one type at a time"),
        ({"jokers": [0]}, NA, "No jokers available to rearrange"),
        ({"consumables": []}, NA, "No consumables available to rearrange"),
        ({"hand": []}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [0, 1]}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [*reverse, 0]}, BR, "Must provide exactly 8 indices for hand"),
        ({"hand": [8, *reverse[1:]]}, BR, "Index out of range for hand: 8"),
        ({"hand": [-1, *reverse[1:]]}, BR, "Index out of range for hand: -1"),
        ({"hand": [0, 0, 1, 2, 3, 4, 5, 6]}, BR, "Duplicate index in hand: 0"),
        ({"hand": "x"}, BR, "Field 'hand' must be an array"),
        ({"hand": ["x"]}, BR, "Field 'hand' array item at index 0 must be of type integer"),
    ]
    for params, name, message in table:
        refused(session, "rearrange", params, name, message)
    for kind, key in (("jokers", "j_joker"), ("consumables", "c_sun")):
        session.call("add", {"key": key}), session.call("add", {"key": key})
        refused(session, "rearrange", {kind: [0]}, BR, f"Must provide exactly 2 indices for {kind}")
        refused(session, "rearrange", {kind: [0, 2]}, BR, f"Index out of range for {kind}: 2")
        refused(session, "rearrange", {kind: [1, 1]}, BR, f"Duplicate index in {kind}: 1")


def test_where_the_hand_can_be_rearranged() -> None:
    refused(in_shop(), "rearrange", {"hand": [0]}, IS, "Can only rearrange hand during hand selection")
    message = "No cards to rearrange. You can only rearrange hand in Arcana and Spectral packs."
    refused(in_pack("p_celestial_normal_1"), "rearrange", {"hand": [0]}, NA, message)
    session = in_pack("p_spectral_normal_1")
    before = session.call("gamestate")["hand"]["cards"]
    after = session.call("rearrange", {"hand": [7, 6, 5, 4, 3, 2, 1, 0]})["hand"]["cards"]
    assert after == before[::-1]


@pytest.mark.parametrize("state", ["SELECTING_HAND", "SHOP"])
def test_rearrange(state: str) -> None:
    session = STATES[state]()
    for key in ("j_joker", "j_baron", "j_mime", "c_sun", "c_moon"):
        session.call("add", {"key": key})
    assert keys(session.call("rearrange", {"jokers": [2, 0, 1]})["jokers"]) == [
        "j_mime",
        "j_joker",
        "j_baron",
    ]
    assert keys(session.call("rearrange", {"consumables": [1.0, 0]})["consumables"]) == ["c_moon", "c_sun"]


def test_a_draw_sorts_the_hand_again() -> None:
    session = in_round()
    first = session.call("gamestate")["hand"]["cards"]
    order = [3, 0, 1, 2, 7, 6, 5, 4]
    assert session.call("rearrange", {"hand": order})["hand"]["cards"] == [first[i] for i in order]
    ranks = [
        "23456789TJQKA".index(c["value"]["rank"])
        for c in session.call("discard", {"cards": [0]})["hand"]["cards"]
    ]
    assert ranks == sorted(ranks, reverse=True)
