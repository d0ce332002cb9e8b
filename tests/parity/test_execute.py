"""Recorded calls in the engine, with what the remote control allows beyond the rules."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot.game import Game, IllegalAction
from jimbot.live.parity.execute import execute

FULL = "jokers=[j_joker,j_joker,j_joker,j_joker,j_joker]"


@pytest.mark.parametrize("key", ["c_judgement", "c_wraith"])
def test_a_pick_makes_a_sixth_joker(key: str) -> None:
    """Seen in recordings: picked with full slots, both cards still make a joker."""
    pack = "p_arcana_normal_1" if key == "c_judgement" else "p_spectral_normal_1"
    game = Game.from_notation(f"jimbot1 seed=SIX phase=PACK pack={pack} pack_cards=[{key}] {FULL}")
    assert game.why_illegal("pick 0")
    execute(game, "pack", {"card": 0})
    assert len(game.jokers) == 6


def test_eternal_jokers_are_sold_by_remote_control() -> None:
    game = Game.from_notation("jimbot1 seed=T phase=SHOP jokers=[j_joker/eternal,j_egg]")
    assert game.why_illegal("sell_joker 0")
    execute(game, "sell", {"joker": 0})
    assert [j.key for j in game.jokers] == ["j_egg"]


def test_other_refusals_stay() -> None:
    game = Game.from_notation(f"jimbot1 seed=T phase=PACK pack=p_buffoon_normal_1 pack_cards=[j_egg] {FULL}")
    with pytest.raises(IllegalAction):
        execute(game, "pack", {"card": 0})
    with pytest.raises(ValueError, match="is not a decision"):
        execute(game, "teleport", {})
    with pytest.raises(ValueError, match="is not a decision"):
        execute(game, "pack", {})
    with pytest.raises(IllegalAction, match="nothing at that index"):
        execute(game, "pack", {"card": 7})


@pytest.mark.parametrize(
    ("params", "token"),
    [
        ({"key": "j_egg", "edition": "HOLO", "eternal": True, "rental": True}, "j_egg/x:HOLO/eternal/rental"),
        ({"key": "j_egg", "perishable": 3}, "j_egg/perishable:3"),
        ({"key": "c_pluto", "edition": "NEGATIVE"}, "c_pluto/x:NEGATIVE"),
        (
            {"key": "S_T", "enhancement": "GLASS", "edition": "FOIL", "seal": "RED"},
            "S_T/e:GLASS/x:FOIL/s:RED",
        ),
    ],
)
def test_what_is_added_is_there(params: dict[str, Any], token: str) -> None:
    game = Game("ADD")
    game.apply("select_blind")
    execute(game, "add", params)
    assert token in game.notation()


def test_shop_and_numbers_are_set() -> None:
    game = Game.from_notation("jimbot1 seed=T phase=SHOP shop_packs=[] shop_vouchers=[]")
    execute(game, "add", {"key": "v_grabber"})
    execute(game, "add", {"key": "p_arcana_mega_1"})
    execute(game, "set", {"money": 77, "ante": 3, "hands": 9, "discards": 8})
    assert (game.money, game.ante, game.hands_left, game.discards_left) == (77, 3, 9, 8)
    assert [offer.item for offer in game.shop_vouchers] == ["v_grabber"]
    assert [offer.item for offer in game.shop_packs] == ["p_arcana_mega_1"]
    execute(game, "set", {"shop": True})
    assert len(game.shop) == len(game.shop_packs) == 2
    with pytest.raises(ValueError, match="'weather' cannot be replayed"):
        execute(game, "set", {"weather": 1})


def test_quiet_calls_change_nothing() -> None:
    game = Game("QUIET")
    before = game.notation()
    for method in ("health", "gamestate", "save", "screenshot"):
        execute(game, method, {})
    assert game.notation() == before
