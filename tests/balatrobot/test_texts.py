"""Effect texts: the numbers of the moment, the targets, the levels."""

from __future__ import annotations

import re

import pytest

from jimbot import _core
from jimbot.game.content import content
from jimbot.live.protocol import texts
from jimbot.live.server.session import Session

from .sessions import in_blind_select, in_round, in_shop, put


def joker_texts(tokens: str) -> list[str]:
    session = in_blind_select()
    put(session, tokens)
    return [card["value"]["effect"] for card in session.call("gamestate")["jokers"]["cards"]]


def added(session: Session, **params: str) -> str:
    state = session.call("add", params)
    area = "hand" if params["key"][1] == "_" and params["key"][0] in "HDCS" else "jokers"
    text: str = state[area]["cards"][-1]["value"]["effect"]
    return text


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("H_A", "+11 chips"),
        ("S_K", "+10 chips"),
        ("D_T", "+10 chips"),
        ("C_2", "+2 chips"),
    ],
)
def test_playing_cards(key: str, text: str) -> None:
    assert added(in_round(), key=key) == text


@pytest.mark.parametrize(
    ("enhancement", "text"),
    [
        ("BONUS", "+11 chips +30 extra chips"),
        ("MULT", "+11 chips +4 Mult"),
        ("WILD", "+11 chips Counts as every suit"),
        ("GLASS", "+11 chips X2 Mult; 1 in 4 chance to break after the hand"),
        ("STEEL", "+11 chips X1.5 Mult while held in hand"),
        ("STONE", "+50 chips; no rank, no suit, always scores"),
        ("GOLD", "+11 chips $3 if held in hand at the end of the round"),
        ("LUCKY", "+11 chips 1 in 5 chance of +20 Mult, 1 in 15 chance of $20"),
    ],
)
def test_enhancements(enhancement: str, text: str) -> None:
    assert added(in_round(), key="H_A", enhancement=enhancement) == text


def test_odds_are_doubled() -> None:
    session = in_round()
    session.call("add", {"key": "j_oops"})
    assert "2 in 5 chance of +20 Mult, 2 in 15" in added(session, key="H_A", enhancement="LUCKY")
    session.call("add", {"key": "j_oops"})
    assert added(session, key="j_8_ball").startswith("4 in 4 chance")


def test_extra_chips_and_debuffs() -> None:
    session = in_round()
    put(session, "hand=[S_K/b:15,H_2]")
    cards = session.call("gamestate")["hand"]["cards"]
    assert cards[0]["value"]["effect"] == "+10 chips +15 extra chips"
    session = in_blind_select()
    put(session, "on_deck=boss boss=bl_head")
    hearts = [c for c in session.call("select")["hand"]["cards"] if c["value"]["suit"] == "H"]
    assert {c["value"]["effect"] for c in hearts} == {"Scores no chips and all abilities are disabled"}


@pytest.mark.parametrize(
    ("tokens", "end"),
    [
        ("jokers=[j_joker]", "+4 Mult"),
        ("jokers=[j_runner:45]", "(Currently +45 Chips)"),
        ("jokers=[j_constellation:1.3]", "(Currently X1.3 Mult)"),
        ("jokers=[j_green_joker:7]", "(Currently +7 Mult)"),
        ("jokers=[j_abstract,j_joker]", "(Currently +6 Mult)"),
        ("jokers=[j_bull] money=12", "(Currently +24 Chips)"),
        ("jokers=[j_bull] money=-3", "(Currently +0 Chips)"),
        ("jokers=[j_bootstraps] money=12", "(Currently +4 Mult)"),
        ("jokers=[j_blue_joker]", "(Currently +104 Chips)"),
        ("jokers=[j_cloud_9]", "(Currently $4)"),
        ("jokers=[j_stencil]", "(Currently X5 Mult)"),
        ("jokers=[j_swashbuckler,j_baron]", "(Currently +4 Mult)"),
        ("jokers=[j_throwback] skips=3", "(Currently X1.75 Mult)"),
        ("jokers=[j_fortune_teller] tarots_used=5", "(Currently +5 Mult)"),
        ("jokers=[j_steel_joker]", "(Currently X1 Mult)"),
        ("jokers=[j_stone]", "(Currently +0 Chips)"),
        ("jokers=[j_erosion]", "(Currently +0 Mult)"),
        ("jokers=[j_drivers_license]", "(Currently 0)"),
        ("jokers=[j_invisible:1]", "(Currently 1/2)"),
        ("jokers=[j_loyalty_card]", "(Currently 5 remaining)"),
        ("jokers=[j_loyalty_card~0#60] hands_played_run=5", "(Currently 0 remaining)"),
        ("jokers=[j_satellite]", "(Currently $0)"),
        ("jokers=[j_satellite] planets_used=[c_mars,c_pluto]", "(Currently $2)"),
        ("jokers=[j_vampire:1.2000000000000002]", "(Currently X1.2 Mult)"),
        ("jokers=[j_yorick:2~11#60]", "(Currently X2 Mult, 11 remaining)"),
        ("jokers=[j_ice_cream:85]", "+85 Chips, 5 fewer after every hand played"),
        ("jokers=[j_ramen:1.66]", "X1.66 Mult, X0.01 less for each discarded card"),
    ],
)
def test_counters(tokens: str, end: str) -> None:
    assert joker_texts(tokens)[0].endswith(end)


def test_targets() -> None:
    session = in_blind_select()
    put(session, "jokers=[j_idol,j_mail,j_ancient,j_castle,j_todo_list]")
    (rank, suit), mail, castle, ancient = session.core.targets
    shown = [c["value"]["effect"] for c in session.call("gamestate")["jokers"]["cards"]]
    words = {11: "Jack", 12: "Queen", 13: "King", 14: "Ace"}
    assert shown[0].endswith(f"(Currently {words.get(rank, rank)} of {suit.capitalize()})")
    assert shown[1].endswith(f"(Currently {words.get(mail, mail)})")
    assert shown[2].endswith(f"(Currently {ancient.capitalize()})")
    assert shown[3].endswith(f"(Currently +0 Chips, {castle.capitalize()})")
    assert re.search(r"\(Currently (.*)\)$", shown[4]).group(1) in content()["hand"]  # type: ignore[union-attr]


def test_a_debuffed_joker_says_so() -> None:
    session = in_blind_select()
    put(session, "on_deck=boss boss=bl_final_heart ante=8 jokers=[j_joker]")
    assert session.call("select")["jokers"]["cards"][0]["value"]["effect"] == texts.DISABLED


def test_consumables() -> None:
    session = in_round()
    put(session, "consumables=[c_jupiter,c_fool,c_temperance] jokers=[j_baron]")
    jupiter, fool, temperance = (
        c["value"]["effect"] for c in session.call("gamestate")["consumables"]["cards"]
    )
    assert jupiter == "(lvl.1) Flush gains a level: +15 chips, +2 mult"
    assert fool.endswith("(Currently None)")
    assert temperance.endswith("(Currently $4)")
    state = session.call("use", {"consumable": 0})
    assert state["consumables"]["cards"][0]["value"]["effect"].endswith("(Currently Jupiter)")
    session.call("use", {"consumable": 0})
    state = session.call("gamestate")
    assert state["consumables"]["cards"][1]["value"]["effect"].startswith("(lvl.2) Flush gains a level")


def test_packs() -> None:
    table = {
        "p_arcana_normal_1": "Choose 1 of up to 3 Tarot cards to be used immediately",
        "p_celestial_jumbo_1": "Choose 1 of up to 5 Planet cards to be used immediately",
        "p_spectral_mega_1": "Choose 2 of up to 4 Spectral cards to be used immediately",
        "p_standard_mega_2": "Choose 2 of up to 5 Playing cards to add to your deck",
        "p_buffoon_normal_2": "Choose 1 of up to 2 Joker cards",
    }
    assert {key: texts.pack_text(key) for key in table} == table


def test_tags() -> None:
    g = in_blind_select().core
    assert _core.tag_text(g, "tag_handy").endswith("(Will give $0)")
    assert _core.tag_text(g, "tag_skip").endswith("(Will give $5)")
    assert _core.tag_text(g, "tag_orbital") == "Poker Hand gains 3 levels"
    assert _core.tag_text(g, "tag_orbital", "Full House") == "Full House gains 3 levels"
    assert all(_core.tag_text(g, key) for key in content()["tag"])
    g.edit("hands_played_run=7 discards_unused=4 skips=2")
    shown = {key: _core.tag_text(g, key) for key in ("tag_handy", "tag_garbage", "tag_skip")}
    assert [text.rpartition("$")[2] for text in shown.values()] == ["7)", "4)", "15)"]


def test_what_is_not_in_the_game_has_no_text() -> None:
    g = in_blind_select().core
    for ask in (_core.consumable_text, _core.blind_text, _core.tag_text):
        with pytest.raises(ValueError, match="the game has no 'x_y'"):
            ask(g, "x_y")


def test_blinds() -> None:
    g = in_blind_select().core
    assert texts.blind_text(g, "bl_small") == texts.blind_text(g, "bl_big") == ""
    assert all(texts.blind_text(g, key) for key, row in content()["blind"].items() if row["boss"])
    g.edit("hands=[pair:1:4:0,flush:1:4:0] jokers=[j_oops]")
    assert texts.blind_text(g, "bl_ox").endswith("(Currently Flush)")
    assert texts.blind_text(g, "bl_wheel").startswith("2 in 7 ")


def test_no_text_has_open_places() -> None:
    session = in_shop()
    for key in content()["joker"]:
        put(session, f"jokers=[{key}]")
        (card,) = session.call("gamestate")["jokers"]["cards"]
        assert card["value"]["effect"]
        assert not re.search(r"[{}#]|  ", card["value"]["effect"])
