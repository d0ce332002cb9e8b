"""Gamestates of whole random runs: their schema, the rules between their parts, what fair play hides."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from jimbot.live.server.session import Session

from .drivers import lift, random_decision
from .sessions import SEED, in_blind_select, in_round, in_shop, put, rpc
from .states import check_state

DECKS = "RED BLUE YELLOW GREEN BLACK MAGIC NEBULA GHOST ABANDONED CHECKERED ZODIAC PAINTED ANAGLYPH PLASMA ERRATIC"


@pytest.mark.parametrize("number", range(15))
def test_random_runs(number: int) -> None:
    draw = random.Random(number)
    session = Session()
    deck, stake = DECKS.split()[number], "WHITE" if number % 2 else "GOLD"
    state = session.call("start", {"deck": deck, "stake": stake, "seed": f"RUN{number}"})
    for _ in range(400):
        check_state(state)
        if state["state"] == "GAME_OVER":
            break
        if draw.random() < 0.5:
            lift(session)
        assert session.game is not None
        _, (method, params) = random_decision(session.game, draw)
        state = session.call(method, params)
        assert state == session.call("gamestate")
    assert state["round_num"] > 3


def test_call_and_handle_agree() -> None:
    first, second = in_shop(), in_shop()
    assert rpc(first, "reroll")["result"] == second.call("reroll")


def test_a_result_belongs_to_its_caller() -> None:
    session = in_shop()
    state = session.call("gamestate")
    kept = json.dumps(state)
    state["hand"].clear()
    state["cards"]["cards"][0]["state"].clear()
    assert json.dumps(session.call("gamestate")) == kept


def test_debuffed_cards_and_jokers() -> None:
    session = in_blind_select()
    put(session, "on_deck=boss boss=bl_head jokers=[j_joker/perishable:1]")
    state = session.call("select")
    for card in state["hand"]["cards"] + state["cards"]["cards"]:
        assert ("debuff" in card["state"]) == (card["key"][0] == "H")
    session.call("set", {"chips": 10**6})
    (joker,) = session.call("play", {"cards": [0]})["jokers"]["cards"]
    assert joker["state"] == {"debuff": True}
    assert "perishable" not in joker["modifier"]


def test_a_disabled_boss_shows_its_full_score() -> None:
    session = in_blind_select()
    put(session, "on_deck=boss boss=bl_wall jokers=[j_luchador]")
    assert session.call("select")["blinds"]["boss"]["score"] == 1200
    assert session.call("sell", {"joker": 0})["blinds"]["boss"]["score"] == 1200
    assert session.core.target == 600


# -- fair play --------------------------------------------------------------------------------------------


def fair_house() -> tuple[Session, dict[str, Any]]:
    session = in_blind_select(fair=True)
    put(session, "on_deck=boss boss=bl_house")
    return session, session.call("select")


def test_fair_hides_face_down_cards() -> None:
    session, state = fair_house()
    for card in state["hand"]["cards"]:
        assert (card["key"], card["label"], card["value"], card["state"]) == (
            "",
            "",
            {"effect": ""},
            {"hidden": True},
        )
        assert card["modifier"] == []
    faces = {c.number + 1 for c in session.core.hand}
    assert faces.isdisjoint(card["id"] for card in state["hand"]["cards"])
    assert faces <= {card["id"] for card in state["cards"]["cards"]}, "they may be any card not seen"
    assert len({c["id"] for a in ("hand", "cards") for c in state[a]["cards"]}) == 60


def test_fair_shuffles_the_pile() -> None:
    session = in_round(fair=True)
    states = [session.call("gamestate") for _ in range(6)]
    orders = [[c["id"] for c in state["cards"]["cards"]] for state in states]
    true_order = [c.number + 1 for c in session.core.deck_order]
    assert all(sorted(order) == sorted(true_order) for order in orders)
    assert len({tuple(order) for order in orders}) == 6
    assert true_order not in orders


def test_fair_hides_the_seed() -> None:
    sessions = [in_round(fair=True), in_round(fair=True), in_round("OTHER", fair=True)]
    names = [session.call("gamestate")["seed"] for session in sessions]
    assert all(name.startswith("HIDDEN-") and SEED not in name for name in names)
    assert len(set(names)) == 3, "made with a secret of the session: nobody can try seeds"
    first = sessions[0]
    assert {first.call("gamestate")["seed"] for _ in range(3)} == {names[0]}
    first.call("menu")
    again = first.call("start", {"deck": "RED", "stake": "WHITE", "seed": "ANOTHER"})
    assert again["seed"] not in names
    assert SEED not in json.dumps([session.call("gamestate") for session in sessions])


def test_fair_hides_face_down_jokers() -> None:
    session = in_blind_select(fair=True)
    put(session, "ante=8 on_deck=boss boss=bl_final_acorn jokers=[j_joker,j_baron,j_mime]")
    state = session.call("select")
    assert [(j["key"], j["state"]) for j in state["jokers"]["cards"]] == [("", {"hidden": True})] * 3


def test_fair_changes_the_answer_only() -> None:
    fair, plain = in_round(fair=True), in_round()
    for session in (fair, plain):
        session.call("discard", {"cards": [0, 1, 2]})
        session.call("play", {"cards": [0, 1]})
    assert fair.game == plain.game


def test_a_pack_that_a_tag_opens_behind_another_has_its_own_limit() -> None:
    """A Mega Arcana Pack has five cards, the Mega Buffoon Pack behind it four."""
    session = in_blind_select()
    put(session, "tags=[tag_charm] ante_tags=[tag_buffoon,tag_skip]")
    opened = [session.call("skip"), session.call("pack", {"skip": True})]
    assert [(state["pack"]["count"], state["pack"]["limit"]) for state in opened] == [(5, 5), (4, 4)]
