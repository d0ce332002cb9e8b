"""What holds for every gamestate."""

from __future__ import annotations

from typing import Any

from jimbot.game.content import content

STATES = "MENU BLIND_SELECT SELECTING_HAND ROUND_EVAL SHOP SMODS_BOOSTER_OPENED GAME_OVER"
ALWAYS = "state round_num ante_num money won deck stake used_vouchers hands round blinds"
IN_A_RUN = "seed jokers consumables cards hand"
COUNTERS = {"hands_left", "hands_played", "discards_left", "discards_used", "reroll_cost", "chips"}
BLIND = {"type", "status", "name", "effect", "score", "tag_name", "tag_effect"}
HAND = {"order", "level", "chips", "mult", "played", "played_this_round", "example"}
CARD = {"id", "key", "set", "label", "value", "modifier", "state", "cost"}
SETS = "DEFAULT ENHANCED JOKER TAROT PLANET SPECTRAL VOUCHER BOOSTER"
ENHANCEMENTS = "BONUS MULT WILD GLASS STEEL STONE GOLD LUCKY"
AREAS = "jokers consumables cards hand shop vouchers packs pack"


def _no_null(value: Any) -> None:
    assert value is not None
    assert value != {}, "an empty table is written as []"
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _no_null(part)


def _whole(value: Any) -> None:
    assert type(value) is int or (type(value) is float and value.is_integer())


def _members(table: Any, allowed: str) -> dict[str, Any]:
    """A table that is [] when it is empty."""
    if table == []:
        return {}
    assert set(table) <= set(allowed.split())
    out: dict[str, Any] = table
    return out


def _modifier(card: dict[str, Any]) -> None:
    modifier = _members(card["modifier"], "seal edition enhancement eternal perishable rental")
    playing = "rank" in card["value"]
    if "seal" in modifier:
        assert playing
        assert modifier["seal"] in ("RED", "BLUE", "GOLD", "PURPLE")
    if "edition" in modifier:
        assert modifier["edition"] in ("FOIL", "HOLO", "POLYCHROME", "NEGATIVE")
    if playing:
        assert ("enhancement" in modifier) == (card["set"] == "ENHANCED")
        assert modifier.get("enhancement", "BONUS") in ENHANCEMENTS.split()
    for sticker in ("eternal", "rental"):
        assert modifier.get(sticker, True) is True
    if "perishable" in modifier:
        assert modifier["perishable"] > 0


def check_card(card: dict[str, Any]) -> None:
    assert set(card) == CARD
    assert type(card["id"]) is int
    assert card["set"] in SETS.split()
    value = card["value"]
    assert isinstance(value["effect"], str)
    if card["set"] in ("DEFAULT", "ENHANCED"):
        assert card["key"] == f"{value['suit']}_{value['rank']}"
        assert value["suit"] in "HDCS"
        assert value["rank"] in "23456789TJQKA"
        assert card["label"] == (
            "Base Card"
            if card["set"] == "DEFAULT"
            else f"{card['modifier']['enhancement'].capitalize()} Card"
        )
    else:
        assert set(value) == {"effect"}
        kind = {"JOKER": "joker", "VOUCHER": "voucher", "BOOSTER": "booster"}.get(card["set"], "consumable")
        assert card["label"] == content()[kind][card["key"]]["name"]
    _modifier(card)
    state = _members(card["state"], "debuff hidden highlight")
    assert all(mark is True for mark in state.values())
    assert set(card["cost"]) == {"sell", "buy"}
    assert card["cost"]["sell"] >= 1
    assert card["cost"]["buy"] >= 0


def _areas(state: dict[str, Any]) -> None:
    ids: list[int] = []
    open_areas = state["state"] in ("SHOP", "SMODS_BOOSTER_OPENED")
    for name in AREAS.split():
        if name not in state:
            continue
        area = state[name]
        assert set(area) == {"count", "limit", "highlighted_limit", "cards"}
        assert area["highlighted_limit"] == (5 if name in ("hand", "cards") else 1)
        if area["cards"] or open_areas or name not in ("shop", "vouchers", "packs"):
            assert area["count"] == len(area["cards"]) or name in ("shop", "vouchers", "packs")
        for card in area["cards"]:
            check_card(card)
            ids.append(card["id"])
    assert len(ids) == len(set(ids))
    assert ("shop" in state) == ("vouchers" in state) == ("packs" in state)
    assert ("pack" in state) == (state["state"] == "SMODS_BOOSTER_OPENED")
    assert all(card["state"]["hidden"] for card in state["cards"]["cards"])
    if state["state"] in ("BLIND_SELECT", "ROUND_EVAL", "SHOP"):
        assert state["hand"]["count"] == 0
        assert state["cards"]["count"] == state["cards"]["limit"]
    if state["state"] not in ("SHOP", "SMODS_BOOSTER_OPENED"):
        assert all(state[name]["cards"] == [] for name in ("shop", "vouchers", "packs") if name in state)


def _blinds(blinds: dict[str, Any], state: str) -> None:
    assert list(blinds) == ["small", "big", "boss"]
    for name, blind in blinds.items():
        assert set(blind) == BLIND
        assert blind["type"] == name.upper()
        assert blind["status"] in ("SELECT", "CURRENT", "UPCOMING", "DEFEATED", "SKIPPED")
        _whole(blind["score"])
        if state != "MENU":
            assert bool(blind["effect"]) == (name == "boss")
            assert bool(blind["tag_name"]) == bool(blind["tag_effect"]) == (name != "boss")
    assert (blinds["small"]["name"], blinds["big"]["name"]) == ("Small Blind", "Big Blind")
    statuses = [blind["status"] for blind in blinds.values()]
    if state == "BLIND_SELECT":
        assert statuses.count("SELECT") == 1
    if state == "SELECTING_HAND":
        assert statuses.count("CURRENT") == 1


def _hands(hands: dict[str, Any]) -> None:
    assert [hand["order"] for hand in hands.values()] == list(range(1, 13))
    assert list(hands) == list(content()["hand"])
    for hand in hands.values():
        assert set(hand) == HAND
        assert hand["level"] >= 1
        assert len(hand["example"]) == 5
        for key, scored in hand["example"]:
            assert key[1] == "_"
            assert isinstance(scored, bool)


def check_state(state: dict[str, Any]) -> None:
    """Types, presence and the rules between the parts of a gamestate."""
    _no_null(state)
    assert state["state"] in STATES.split()
    expected = set(ALWAYS.split())
    if state["state"] != "MENU":
        expected |= set(IN_A_RUN.split())
    assert expected <= set(state) <= expected | {"shop", "vouchers", "packs", "pack"}
    for name in ("round_num", "ante_num", "money"):
        _whole(state[name])
    assert isinstance(state["won"], bool)
    assert state["used_vouchers"] == [] or set(state["used_vouchers"].values()) == {""}
    assert set(state["round"]) == COUNTERS
    for value in state["round"].values():
        _whole(value)
    _hands(state["hands"])
    _blinds(state["blinds"], state["state"])
    if state["state"] != "MENU":
        _areas(state)
