"""cash_out, next_round, reroll, buy, pack, sell: every check in its order and with its text, every effect, nothing changed by a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot.game.content import content
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.session import Session

from .sessions import (
    STATES,
    in_pack,
    in_round,
    in_round_eval,
    in_shop,
    keys,
    put,
    refused,
    snapshot,
)

BR, NA = "BAD_REQUEST", "NOT_ALLOWED"

# -- cash_out, next_round, reroll -------------------------------------------------------------------------


def test_cash_out_pays_and_opens_the_shop() -> None:
    session = in_round_eval()
    state = session.call("cash_out")
    assert state["state"] == "SHOP"
    assert state["money"] == 4 + 3 + 3
    assert state["round"] == {
        "hands_left": 4,
        "hands_played": 1,
        "discards_left": 4,
        "discards_used": 0,
        "reroll_cost": 5,
        "chips": 0,
    }
    assert [(state[a]["count"], state[a]["limit"]) for a in ("shop", "vouchers", "packs")] == [
        (2, 2),
        (1, 1),
        (2, 2),
    ]
    assert state["hands"]["High Card"]["played_this_round"] == 1


def test_leftovers_of_the_shop() -> None:
    session = in_shop()
    session.call("buy", {"voucher": 0})
    state = session.call("next_round")
    assert state["state"] == "BLIND_SELECT"
    assert state["blinds"]["big"]["status"] == "SELECT"
    for name, count, limit in (("shop", 2, 2), ("vouchers", 0, 1), ("packs", 2, 2)):
        assert state[name] == {"count": count, "limit": limit, "highlighted_limit": 1, "cards": []}
    assert state["round"]["hands_played"] == 1
    state = session.call("select")
    assert state["shop"]["cards"] == []
    assert state["round"]["hands_played"] == 0
    assert state["round_num"] == 2


def test_reroll() -> None:
    session = in_shop(money=11)
    before = session.call("gamestate")
    state = session.call("reroll")
    assert (state["money"], state["round"]["reroll_cost"]) == (6, 6)
    assert state["vouchers"] == before["vouchers"]
    assert state["packs"] == before["packs"]
    assert {c["id"] for c in state["shop"]["cards"]}.isdisjoint(c["id"] for c in before["shop"]["cards"])
    assert session.call("reroll")["money"] == 0
    refused(session, "reroll", {}, NA, "Not enough dollars to reroll. Available: 0, Required: 7")


def test_credit_and_free_rerolls() -> None:
    session = in_shop(money=3)
    session.call("add", {"key": "j_credit_card"})
    assert session.call("reroll")["money"] == -2
    session.call("reroll"), session.call("reroll")
    refused(session, "reroll", {}, NA, "Not enough dollars to reroll. Available: 5, Required: 8")
    session = in_shop(money=0)
    session.call("add", {"key": "j_chaos"})
    state = session.call("gamestate")
    assert state["round"]["reroll_cost"] == 0
    assert session.call("reroll")["money"] == 0


# -- buy --------------------------------------------------------------------------------------------------


def test_buy_refuses() -> None:
    session = in_shop(money=0)
    table = [
        ({}, "Invalid arguments. You must provide one of: card, voucher, pack"),
        (
            {"card": 0, "pack": 0},
            "Invalid arguments. Cannot provide more than one of: card, voucher, or pack",
        ),
        (
            {"card": 9, "voucher": 9, "pack": 9},
            "Invalid arguments. Cannot provide more than one of: card, voucher, or pack",
        ),
        ({"card": 2}, "Card index out of range. Index: 2, Available cards: 2"),
        ({"card": -1}, "Card index out of range. Index: -1, Available cards: 2"),
        ({"voucher": 1}, "Voucher index out of range. Index: 1, Available: 1"),
        ({"voucher": -1}, "Voucher index out of range. Index: -1, Available: 1"),
        ({"pack": 2}, "Pack index out of range. Index: 2, Available: 2"),
        ({"voucher": 0}, "Card is not affordable. Cost: 10, Available money: 0"),
        ({"pack": 0}, "Card is not affordable. Cost: 4, Available money: 0"),
        ({"card": 1.5}, "Field 'card' must be an integer"),
        ({"pack": True}, "Field 'pack' must be an integer"),
    ]
    for params, message in table:
        refused(session, "buy", params, BR, message)


def test_empty_areas() -> None:
    session = in_shop()
    session.call("buy", {"card": 0}), session.call("buy", {"card": 0})
    session.call("buy", {"voucher": 0})
    for _ in range(2):
        session.call("buy", {"pack": 0})
        session.call("pack", {"skip": True})
    for kind, message in (
        ("card", "No jokers/consumables/cards in the shop. Reroll to restock the shop"),
        ("voucher", "No vouchers to redeem. Defeat boss blind to restock"),
        ("pack", "No packs to open"),
    ):
        refused(session, "buy", {kind: 99}, BR, message)


def shop_of(*items: str) -> Session:
    session = in_shop()
    put(session, f"shop=[{','.join(items)}]")
    return session


def test_full_slots() -> None:
    session = shop_of("j_joker", "c_pluto")
    for _ in range(5):
        session.call("add", {"key": "j_runner"})
    refused(
        session,
        "buy",
        {"card": 0},
        BR,
        "Cannot purchase joker card, joker slots are full. Current: 5, Limit: 5",
    )
    session.call("add", {"key": "j_runner"})
    refused(
        session,
        "buy",
        {"card": 0},
        BR,
        "Cannot purchase joker card, joker slots are full. Current: 6, Limit: 5",
    )
    session.call("add", {"key": "c_sun"}), session.call("add", {"key": "c_sun"})
    refused(
        session,
        "buy",
        {"card": 1},
        BR,
        "Cannot purchase consumable card, consumable slots are full. Current: 2, Limit: 2",
    )
    session.call("set", {"money": 0})  # the price comes first
    refused(session, "buy", {"card": 1}, BR, "Card is not affordable. Cost: 3, Available money: 0")


def test_a_negative_joker_needs_a_slot_too() -> None:
    session = shop_of("j_joker/x:NEGATIVE", "c_pluto/x:NEGATIVE")
    for _ in range(5):
        session.call("add", {"key": "j_runner"})
    refused(
        session,
        "buy",
        {"card": 0},
        BR,
        "Cannot purchase joker card, joker slots are full. Current: 5, Limit: 5",
    )
    session.call("sell", {"joker": 0})
    assert session.call("buy", {"card": 0})["jokers"]["limit"] == 6


def test_buying() -> None:
    session = shop_of("j_joker", "c_pluto")
    state = session.call("buy", {"card": 0})
    assert (state["state"], state["money"], state["shop"]["count"]) == ("SHOP", 98, 1)
    assert keys(state["jokers"]) == ["j_joker"]
    assert keys(state["shop"]) == ["c_pluto"]
    state = session.call("buy", {"card": 0})
    assert state["money"] == 95
    assert keys(state["consumables"]) == ["c_pluto"]
    assert state["shop"]["cards"] == []
    session = shop_of("S_K/e:GLASS", "c_pluto")
    state = session.call("buy", {"card": 0})
    assert state["cards"]["limit"] == state["cards"]["count"] == 53


def test_vouchers_and_packs() -> None:
    session = in_shop()
    state = session.call("gamestate")
    key, pack = keys(state["vouchers"])[0], state["packs"]["cards"]
    state = session.call("buy", {"voucher": 0})
    assert state["used_vouchers"] == {key: ""}
    assert state["vouchers"]["count"] == 0
    assert state["money"] == 90
    state = session.call("buy", {"pack": 0})
    assert state["state"] == "SMODS_BOOSTER_OPENED"
    assert state["money"] == 90 - pack[0]["cost"]["buy"]
    assert state["packs"]["cards"] == pack[1:]
    assert state["shop"]["count"] == 2


def test_grabber_counts_at_once() -> None:
    session = in_shop()
    session.call("add", {"key": "v_grabber"})
    state = session.call("gamestate")
    assert state["vouchers"]["count"] == 2
    state = session.call("buy", {"voucher": 1})
    assert state["round"]["hands_left"] == 5
    assert state["used_vouchers"] == {"v_grabber": ""}


# -- pack -------------------------------------------------------------------------------------------------


def arcana(*cards: str) -> Session:
    session = in_pack("p_arcana_normal_1")
    put(session, f"pack_cards=[{','.join(cards)}]")
    return session


def test_pack_refuses() -> None:
    session = arcana("c_heirophant", "c_moon", "c_death", "c_lovers", "c_hermit")
    table: list[tuple[dict[str, Any], str, str]] = [
        ({}, BR, "Invalid arguments. You must provide one of: card, skip"),
        ({"skip": False}, BR, "Invalid arguments. You must provide one of: card, skip"),
        ({"targets": [0]}, BR, "Invalid arguments. You must provide one of: card, skip"),
        ({"card": 0, "skip": True}, BR, "Invalid arguments. Cannot provide both card and skip"),
        ({"card": 99, "targets": [12]}, BR, "Target card index out of range. Index: 12, Hand size: 8"),
        ({"card": 0, "targets": [0, 8]}, BR, "Target card index out of range. Index: 8, Hand size: 8"),
        ({"card": 0, "targets": [-1]}, BR, "Target card index out of range. Index: -1, Hand size: 8"),
        ({"card": 5}, BR, "Card index out of range. Index: 5, Available cards: 5"),
        ({"card": -1}, BR, "Card index out of range. Index: -1, Available cards: 5"),
        ({"card": 0}, BR, "Card 'c_heirophant' requires 1-2 target card(s). Provided: 0"),
        (
            {"card": 0, "targets": [0, 1, 2]},
            BR,
            "Card 'c_heirophant' requires 1-2 target card(s). Provided: 3",
        ),
        ({"card": 1, "targets": [0, 1, 2, 3]}, BR, "Card 'c_moon' requires 1-3 target card(s). Provided: 4"),
        ({"card": 2, "targets": [0]}, BR, "Card 'c_death' requires exactly 2 target card(s). Provided: 1"),
        ({"card": 2, "targets": [0, 0]}, BR, "Card 'c_death' requires exactly 2 target card(s). Provided: 0"),
        ({"card": 3}, BR, "Card 'c_lovers' requires exactly 1 target card(s). Provided: 0"),
        ({"card": "0"}, BR, "Field 'card' must be an integer"),
        ({"skip": 1}, BR, "Field 'skip' must be of type boolean"),
        ({"card": 0, "targets": ["a"]}, BR, "Field 'targets' array item at index 0 must be of type integer"),
    ]
    for params, name, message in table:
        refused(session, "pack", params, name, message)


def test_targets_by_prototype() -> None:
    ranges = {
        "1-2": "c_magician c_empress c_heirophant c_strength c_hanged_man",
        "exactly 2": "c_death",
        "1-3": "c_star c_moon c_sun c_world",
        "exactly 1": "c_lovers c_chariot c_justice c_devil c_tower c_talisman c_deja_vu c_trance c_medium c_cryptid c_aura",
    }
    wanted = {key: text for text, cards in ranges.items() for key in cards.split()}
    session = arcana("c_fool")
    for key, text in wanted.items():
        put(session, f"pack_cards=[{key}]")
        refused(session, "pack", {"card": 0}, BR, f"Card '{key}' requires {text} target card(s). Provided: 0")
    others = [k for k, row in content()["consumable"].items() if row["kind"] != "planet" and k not in wanted]
    for key in others:
        fresh = arcana(key)
        if key == "c_ankh":
            refused(fresh, "pack", {"card": 0}, NA, "Card 'c_ankh' requires at least 1 joker. Current: 0")
        else:
            assert fresh.call("pack", {"card": 0, "targets": [0]})["state"] == "SHOP", key


def test_picking_a_tarot() -> None:
    session = arcana("c_heirophant", "c_moon")
    before = session.call("gamestate")
    assert before["hand"]["count"] == 8
    assert before["cards"]["count"] == 44
    first = before["hand"]["cards"][1]["id"]
    state = session.call("pack", {"card": 0, "targets": [1]})
    assert state["state"] == "SHOP"
    assert "pack" not in state
    assert state["hand"]["count"] == 0
    (bonus,) = [card for card in state["cards"]["cards"] if card["set"] == "ENHANCED"]
    assert (bonus["id"], bonus["modifier"]) == (first, {"enhancement": "BONUS"})


def test_death_goes_by_hand_order() -> None:
    first, second = arcana("c_death"), arcana("c_death")
    assert first.call("pack", {"card": 0, "targets": [2, 5]}) == second.call(
        "pack", {"card": 0, "targets": [5, 2]}
    )


def test_a_mega_pack_gives_two() -> None:
    session = in_pack("p_celestial_mega_1")
    before = session.call("gamestate")
    assert (before["pack"]["count"], before["pack"]["limit"], before["hand"]["count"]) == (5, 5, 0)
    state = session.call("pack", {"card": 1})
    assert state["state"] == "SMODS_BOOSTER_OPENED"
    assert (state["pack"]["count"], state["pack"]["limit"]) == (
        4,
        5,
    )
    assert state["pack"]["cards"][1]["id"] == before["pack"]["cards"][2]["id"]
    assert sum(hand["level"] for hand in state["hands"].values()) == 13
    assert session.call("pack", {"card": 3, "targets": [99]})["state"] == "SHOP"


def test_jokers_and_cards_are_kept() -> None:
    session = in_pack("p_buffoon_normal_1")
    assert len(session.call("pack", {"card": 0, "targets": [99]})["jokers"]["cards"]) == 1
    session = in_pack("p_standard_normal_1")
    key = keys(session.call("gamestate")["pack"])[0]
    state = session.call("pack", {"card": 0})
    assert state["cards"]["limit"] == 53
    assert key in keys(state["cards"])


def test_a_joker_without_room() -> None:
    session = in_shop()
    session.call("buy", {"pack": 0})
    session.call("pack", {"skip": True})
    for _ in range(5):
        session.call("add", {"key": "j_runner"})
    session.call("add", {"key": "p_buffoon_normal_1"})
    session.call("buy", {"pack": 1})
    refused(
        session, "pack", {"card": 0}, NA, "Cannot select joker, joker slots are full. Current: 5, Limit: 5"
    )
    refused(session, "pack", {"card": 9}, BR, "Card index out of range. Index: 9, Available cards: 2")
    put(session, "pack_cards=[c_judgement,c_wraith] pack=p_arcana_normal_1")
    assert session.call("pack", {"card": 0})["jokers"]["count"] == 6  # the remote control goes over the slots


# -- sell -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", ["SELECTING_HAND", "SHOP"])
def test_sell(state: str) -> None:
    session = STATES[state]()
    refused(session, "sell", {}, BR, "Must provide exactly one of: joker or consumable")
    refused(session, "sell", {"joker": 0, "consumable": 0}, BR, "Can only sell one item at a time")
    refused(session, "sell", {"joker": 0}, NA, "No jokers available to sell")
    refused(session, "sell", {"consumable": 5}, NA, "No consumables available to sell")
    refused(session, "sell", {"joker": "0"}, BR, "Field 'joker' must be an integer")
    session.call("add", {"key": "j_baron"}), session.call("add", {"key": "c_sun"})
    for index in (1, -1):
        refused(session, "sell", {"joker": index}, BR, f"Index out of range for joker: {index}")
        refused(session, "sell", {"consumable": index}, BR, f"Index out of range for consumable: {index}")
    money = session.call("gamestate")["money"]
    sold = session.call("sell", {"joker": 0})
    assert (sold["state"], sold["money"], sold["jokers"]["count"]) == (state, money + 4, 0)
    sold = session.call("sell", {"consumable": 0})
    assert (sold["money"], sold["consumables"]["count"]) == (money + 5, 0)


def test_an_eternal_joker_can_be_sold_by_remote_control() -> None:
    session = in_shop()
    session.call("add", {"key": "j_baron", "eternal": True})
    state = session.call("sell", {"joker": 0})
    assert (state["money"], state["jokers"]["count"]) == (104, 0)
    strict = in_round(strict=True)
    strict.call("add", {"key": "j_baron", "eternal": True})
    before = snapshot(strict)
    with pytest.raises(ProtocolError) as caught:
        strict.call("sell", {"joker": 0})
    assert caught.value.name == NA
    assert snapshot(strict) == before


def test_a_charged_invisible_joker_is_sold_normally() -> None:
    session = in_shop()
    put(session, "jokers=[j_invisible:2,j_joker]")
    assert keys(session.call("sell", {"joker": 0})["jokers"]) == ["j_joker", "j_joker"]
