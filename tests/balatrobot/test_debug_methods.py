"""add and set: every check in its order and with its text, every effect, nothing changed by a refusal."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot.game.content import content
from jimbot.live.protocol.errors import ProtocolError

from .sessions import (
    STATES,
    in_blind_select,
    in_menu,
    in_pack,
    in_round,
    in_shop,
    keys,
    refused,
)

BR, IS, NA = "BAD_REQUEST", "INVALID_STATE", "NOT_ALLOWED"

# -- add --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["joker", "consumable"])
def test_every_card_can_be_added(kind: str) -> None:
    session = in_round()
    area = f"{kind}s"
    for number, key in enumerate(content()[kind]):
        if number % 20 == 0:
            session = in_round()
        before = session.call("gamestate")[area]["count"]
        state = session.call("add", {"key": key})
        card = state[area]["cards"][-1]
        assert state[area]["count"] == before + 1
        assert card["key"] == key
        assert card["value"]["effect"]
        assert card["label"] == content()[kind][key]["name"]
        assert "edition" not in card["modifier"]


def test_vouchers_and_packs_are_added_to_the_shop() -> None:
    for key in content()["voucher"]:
        state = in_shop().call("add", {"key": key})
        assert keys(state["vouchers"])[1:] == [key]
    for key in content()["booster"]:
        session = in_pack(key)
        row = content()["booster"][key]
        state = session.call("gamestate")
        assert state["pack"]["count"] == state["pack"]["limit"] == row["cards"]
        assert bool(state["hand"]["count"]) == row["deals_hand"]


@pytest.mark.parametrize("state", ["SELECTING_HAND", "SHOP", "ROUND_EVAL"])
def test_add_a_joker_with_everything(state: str) -> None:
    session = STATES[state]()
    params = {"key": "j_baron", "edition": "POLYCHROME", "eternal": True, "perishable": 7, "rental": True}
    (card,) = session.call("add", params)["jokers"]["cards"]
    assert card["modifier"] == {"edition": "POLYCHROME", "eternal": True, "perishable": 7, "rental": True}
    assert session.state == state


@pytest.mark.parametrize("edition", ["HOLO", "FOIL", "POLYCHROME", "NEGATIVE"])
def test_editions(edition: str) -> None:
    session = in_round()
    state = session.call("add", {"key": "j_joker", "edition": edition, "eternal": False, "rental": False})
    assert state["jokers"]["cards"][0]["modifier"] == {"edition": edition, "enhancement": "MULT"}
    assert state["jokers"]["limit"] == 5 + (edition == "NEGATIVE")
    card = session.call("add", {"key": "D_T", "edition": edition})["hand"]["cards"][-1]
    assert card["modifier"] == {"edition": edition}


@pytest.mark.parametrize("enhancement", ["BONUS", "MULT", "WILD", "GLASS", "STEEL", "STONE", "GOLD", "LUCKY"])
@pytest.mark.parametrize("seal", ["RED", "BLUE", "GOLD", "PURPLE"])
def test_playing_cards(enhancement: str, seal: str) -> None:
    session = in_round()
    state = session.call("add", {"key": "C_T", "enhancement": enhancement, "seal": seal})
    card = state["hand"]["cards"][8]
    assert (card["key"], card["set"], card["label"]) == (
        "C_T",
        "ENHANCED",
        f"{enhancement.capitalize()} Card",
    )
    assert card["value"]["suit"] == "C"
    assert card["value"]["rank"] == "T"
    assert card["modifier"] == {"enhancement": enhancement, "seal": seal}
    assert (state["hand"]["count"], state["hand"]["limit"], state["cards"]["limit"]) == (9, 8, 53)


def test_every_playing_card_can_be_added() -> None:
    session = in_round()
    for suit in "HDCS":
        for rank in "23456789TJQKA":
            if session.call("gamestate")["hand"]["count"] == 40:
                session = in_round()
            state = session.call("add", {"key": f"{suit}_{rank}"})
            card = state["hand"]["cards"][-1]
            assert card["key"] == f"{suit}_{rank}"
            assert card["modifier"] == [] == card["state"]


def test_a_negative_consumable_brings_its_slot() -> None:
    session = in_shop()
    state = session.call("add", {"key": "c_sun", "edition": "NEGATIVE"})
    assert (state["consumables"]["count"], state["consumables"]["limit"]) == (1, 3)
    assert state["consumables"]["cards"][0]["modifier"]["edition"] == "NEGATIVE"


def test_slots_do_not_limit_add() -> None:
    session = in_round()
    for n in range(7):
        state = session.call("add", {"key": "j_joker"})
        assert (state["jokers"]["count"], state["jokers"]["limit"]) == (n + 1, 5)
    while session.core.jokers[31:] == []:
        session.call("add", {"key": "j_joker"})
    refused(session, "add", {"key": "j_joker"}, BR, "Failed to add card: j_joker")  # the engine's limit


def test_juggler_brings_its_card() -> None:
    state = in_round().call("add", {"key": "j_juggler"})
    assert (state["hand"]["count"], state["hand"]["limit"]) == (9, 9)


# -- set --------------------------------------------------------------------------------------------------


def test_set_refuses() -> None:
    refused(in_menu(), "set", {"money": 10}, IS, "Can only set during an active run")
    refused(in_menu(), "set", {}, IS, "Can only set during an active run")
    session = in_round()
    refused(session, "set", {}, BR, "Must provide at least one field to set")
    refused(session, "set", {"colour": 1}, BR, "Must provide at least one field to set")
    refused(session, "set", {"money": None}, BR, "Must provide at least one field to set")
    for name in ("money", "chips", "ante", "round", "hands", "discards"):
        refused(session, "set", {name: -1}, BR, f"{name.capitalize()} must be a positive integer")
        refused(session, "set", {name: 1.5}, BR, f"Field '{name}' must be an integer")
        refused(session, "set", {name: "1"}, BR, f"Field '{name}' must be an integer")
        refused(session, "set", {name: True}, BR, f"Field '{name}' must be an integer")
    refused(session, "set", {"shop": True}, NA, "Can re-stock shop only in SHOP state")
    refused(session, "set", {"shop": 1}, BR, "Field 'shop' must be of type boolean")


@pytest.mark.parametrize("value", [0, 1, 7, 100, 999_999])
def test_set(value: int) -> None:
    session = in_round()
    where = {
        "money": ("money",),
        "chips": ("round", "chips"),
        "ante": ("ante_num",),
        "round": ("round_num",),
        "hands": ("round", "hands_left"),
        "discards": ("round", "discards_left"),
    }
    for name, path in where.items():
        if value > 10_000 and name in ("ante", "hands", "discards"):
            continue
        state: Any = session.call("set", {name: value})
        assert state["state"] == "SELECTING_HAND"
        for step in path:
            state = state[step]
        assert state == value


def test_set_goes_field_by_field() -> None:
    session = in_round()
    with pytest.raises(ProtocolError, match="Ante must be a positive integer"):
        session.call("set", {"money": 50, "chips": 20, "ante": -1, "hands": 9})
    state = session.call("gamestate")
    assert (state["money"], state["round"]["chips"], state["round"]["hands_left"]) == (50, 20, 4)
    with pytest.raises(ProtocolError, match="Can re-stock"):
        session.call("set", {"money": 51, "shop": True})
    assert session.call("gamestate")["money"] == 51


@pytest.mark.parametrize("state", [s for s in STATES if s != "MENU"])
def test_set_in_every_state_of_a_run(state: str) -> None:
    session = STATES[state]()
    answer = session.call("set", {"money": 33})
    assert (answer["state"], answer["money"]) == (state, 33)


def test_the_ante_sizes_future_blinds() -> None:
    state = in_blind_select().call("set", {"ante": 2})
    assert [state["blinds"][b]["score"] for b in ("small", "big", "boss")] == [800, 1200, 1600]
    state = in_round().call("set", {"ante": 2})
    assert [state["blinds"][b]["score"] for b in ("small", "big", "boss")] == [300, 1200, 1600]


def test_huge_values_are_cut() -> None:
    session = in_round()
    state = session.call(
        "set",
        {
            "money": 10**30,
            "ante": 10**30,
            "round": 10**30,
            "hands": 10**30,
            "discards": 10**30,
            "chips": 10**400,
        },
    )
    assert state["state"] == "SELECTING_HAND"
    assert state["ante_num"] == 10_000
    assert state["round"]["chips"] == 1.7976931348623e308
    assert session.call("play", {"cards": [0]})["state"] == "ROUND_EVAL"


def test_restock() -> None:
    session = in_shop()
    session.call("buy", {"card": 0})
    before = session.call("gamestate")
    state = session.call("set", {"shop": True})
    assert [(state[a]["count"], state[a]["limit"]) for a in ("shop", "vouchers", "packs")] == [
        (2, 2),
        (1, 1),
        (2, 2),
    ]
    for area in ("shop", "vouchers", "packs"):
        assert {c["id"] for c in state[area]["cards"]}.isdisjoint(c["id"] for c in before[area]["cards"])
    assert (state["money"], state["round"]) == (before["money"], before["round"])
    refused(session, "set", {"shop": False}, BR, "Must provide at least one field to set")
