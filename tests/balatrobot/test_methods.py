"""Methods of a session in what the conformance tests leave out: rare bosses and tags, limits of the engine, options of
the session. Every check with its text, and what each method does, is in `conformance`."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.session import Session

from .sessions import (
    in_blind_select,
    in_menu,
    in_pack,
    in_round,
    in_shop,
    put,
    refused,
    snapshot,
)

BR, NA = "BAD_REQUEST", "NOT_ALLOWED"


def holding(session: Session, *cards: str) -> Session:
    for key in cards:
        session.call("add", {"key": key})
    return session


REFUSED: list[tuple[str, dict[str, Any], str, str]] = [
    ("use", {"consumable": 4}, BR, "Consumable index out of range: 4"),
    ("use", {"consumable": 0, "cards": [0, 0]}, NA, "Consumable 'The Magician' cannot be used at this time"),
    ("use", {"consumable": 3}, NA, "Cannot use consumable 'Ankh': insufficient space"),
    *[
        row
        for kind, count in (("jokers", 5), ("consumables", 4))
        for row in (
            ("rearrange", {kind: [0]}, BR, f"Must provide exactly {count} indices for {kind}"),
            ("rearrange", {kind: [*range(1, count + 1)]}, BR, f"Index out of range for {kind}: {count}"),
            ("rearrange", {kind: [1] * count}, BR, f"Duplicate index in {kind}: 1"),
        )
    ],
]


@pytest.mark.parametrize(("method", "params", "name", "message"), REFUSED)
def test_refusals_with_full_hands(method: str, params: dict[str, Any], name: str, message: str) -> None:
    session = holding(in_round(), "c_magician", "c_death", "c_lovers", "c_ankh", *["j_joker"] * 5)
    refused(session, method, params, name, message)


def test_cards_are_ignored_where_none_are_needed() -> None:
    session = holding(in_shop(), "c_hermit")
    assert session.call("use", {"consumable": 0, "cards": [77]})["money"] == 120


def test_two_tags_open_two_packs() -> None:
    session = in_blind_select()
    put(session, "ante_tags=[tag_meteor,tag_skip] tags=[tag_double]")
    assert session.call("skip")["pack"]["limit"] == 5
    state = session.call("pack", {"card": 0})
    assert (state["pack"]["count"], state["pack"]["limit"]) == (4, 5)
    state = session.call("pack", {"card": 0})
    assert (state["state"], state["pack"]["count"], state["pack"]["limit"]) == ("SMODS_BOOSTER_OPENED", 5, 5)
    assert session.call("pack", {"skip": True})["state"] == "BLIND_SELECT"


def test_play_scores_by_position() -> None:
    first, second = in_round(), in_round()
    assert first.call("play", {"cards": [0, 3, 2]}) == second.call("play", {"cards": [2.0, 0, 3]})


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


def test_a_score_above_the_goal_waits_for_a_play() -> None:
    session = in_round()
    session.call("set", {"chips": 5000})
    session.call("add", {"key": "c_hermit"})
    session.call("add", {"key": "j_juggler"})
    for call in (("use", {"consumable": 0}), ("sell", {"joker": 0}), ("discard", {"cards": [0]})):
        state = session.call(*call)
        assert (state["state"], state["round"]["chips"]) == ("SELECTING_HAND", 5000)
    assert session.call("play", {"cards": [0]})["state"] == "ROUND_EVAL"


def test_no_hands_left_is_a_lost_play() -> None:
    session = in_round()
    assert session.call("set", {"hands": 0})["round"]["hands_left"] == 0
    assert session.call("discard", {"cards": [0]})["round"]["hands_left"] == 0
    state = session.call("play", {"cards": [0]})
    assert (state["state"], state["round"]["hands_left"]) == ("GAME_OVER", 0)


def test_juggler_brings_its_card() -> None:
    state = in_round().call("add", {"key": "j_juggler"})
    assert (state["hand"]["count"], state["hand"]["limit"]) == (9, 9)


def test_rerolls_on_credit() -> None:
    session = holding(in_shop(money=3), "j_credit_card")
    assert session.call("reroll")["money"] == -2
    session.call("reroll"), session.call("reroll")
    refused(session, "reroll", {}, NA, "Not enough dollars to reroll. Available: 5, Required: 8")


def test_the_price_comes_before_the_room() -> None:
    session = in_shop()
    put(session, "shop=[j_joker,c_pluto]")
    holding(session, "c_sun", "c_sun")
    refused(
        session,
        "buy",
        {"card": 1},
        BR,
        "Cannot purchase consumable card, consumable slots are full. Current: 2, Limit: 2",
    )
    session.call("set", {"money": 0})
    refused(session, "buy", {"card": 1}, BR, "Card is not affordable. Cost: 3, Available money: 0")


@pytest.mark.parametrize("index", [5, -1])
def test_a_card_that_is_not_in_the_pack(index: int) -> None:
    session = in_pack("p_arcana_normal_1")
    put(session, "pack_cards=[c_heirophant,c_moon,c_death,c_lovers,c_hermit]")
    refused(
        session, "pack", {"card": index}, BR, f"Card index out of range. Index: {index}, Available cards: 5"
    )


def test_a_card_of_a_pack_goes_over_the_slots() -> None:
    session = in_pack()
    put(session, "jokers=[j_runner,j_runner,j_runner,j_runner,j_runner] pack_cards=[c_judgement,c_wraith]")
    assert session.call("pack", {"card": 0})["jokers"]["count"] == 6


def test_a_strict_session_sells_no_eternal_joker() -> None:
    session = in_round(strict=True)
    session.call("add", {"key": "j_baron", "eternal": True})
    before = snapshot(session)
    with pytest.raises(ProtocolError) as caught:
        session.call("sell", {"joker": 0})
    assert caught.value.name == NA
    assert snapshot(session) == before


def test_add_ends_at_the_limit_of_the_engine() -> None:
    session = holding(in_round(), *["j_joker"] * 32)
    refused(session, "add", {"key": "j_joker"}, BR, "Failed to add card: j_joker")


def test_the_seed_of_the_session_is_the_default() -> None:
    session = in_menu(seed="MINE")
    assert session.call("start", {"deck": "RED", "stake": "WHITE"})["seed"] == "MINE"
    session.call("menu")
    assert session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "YOURS"})["seed"] == "YOURS"
