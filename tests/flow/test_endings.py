"""Win, loss, Mr. Bones, endless, big numbers, debt: rules.md sections 5.7, 8, 16 to 18."""

from __future__ import annotations

import math
from typing import Any

import pytest
from tests.content.rows import act, check, game, play

BOSS = "on_deck=boss boss=bl_final_vessel ante=8"
# Steel Kings with Red Seals under 16 Barons, then 16 Yoricks: far above 1.8e308.
HUGE = "jokers=[" + ",".join(["j_baron"] * 16 + ["j_yorick:10000000"] * 16) + "]"
KINGS = ",".join(["S_K/e:STEEL/s:RED"] * 36)


def hand(rest: str, target: float = 100, hands: int = 1) -> str:
    """High Card Ace: 16 points."""
    return f"phase=SELECTING_HAND target={target} hands_left={hands} hand=[S_A,S_K] {rest}"


ROWS: list[tuple[str, str, dict[str, Any]]] = [
    # Won at the requirement, not below
    (hand("", 16), "play 0", {"phase": "ROUND_EVAL", "lost": False}),
    (hand("", 17), "play 0", {"phase": "GAME_OVER", "lost": True, "won": False}),
    (hand("", 17, 2), "play 0", {"phase": "SELECTING_HAND", "hands_left": 1}),
    (hand("score=84", 100), "play 0", {"phase": "ROUND_EVAL", "score": 100.0}),
    (hand("score=83", 100), "play 0", {"phase": "GAME_OVER"}),
    # Win at ante 8: the run ends, or goes on
    (hand(BOSS, 1), "play 0", {"phase": "GAME_OVER", "won": True, "lost": False}),
    (hand(f"{BOSS} endless=1", 1), "play 0", {"phase": "ROUND_EVAL", "won": True}),
    (hand(f"{BOSS} endless=1", 1), "play 0; cash_out; leave_shop", {"ante": 9, "target": 110000.0, "phase": "BLIND_SELECT", "won": True}),
    (hand("on_deck=big ante=8", 1), "play 0", {"phase": "ROUND_EVAL", "won": False}),
    (hand("on_deck=boss boss=bl_club ante=7", 1), "play 0", {"phase": "ROUND_EVAL", "won": False, "ante": 8}),
    (hand("on_deck=boss boss=bl_club ante=9 won=1 endless=1", 100), "play 0", {"phase": "GAME_OVER", "lost": True}),
    (hand(f"{BOSS}", 100), "play 0", {"phase": "GAME_OVER", "won": False, "lost": True}),
    # Mr. Bones: from 25 % on, the card goes, no reward; all other rows are paid
    (hand("jokers=[j_mr_bones] money=0", 64), "play 0", {"phase": "ROUND_EVAL", "jokers": "", "rows": {}, "lost": False}),
    (hand("jokers=[j_mr_bones] money=0", 65), "play 0", {"phase": "GAME_OVER", "jokers": "j_mr_bones", "lost": True}),
    (hand("jokers=[j_mr_bones] money=10", 64), "play 0", {"rows": {"interest": 2}}),
    (hand("jokers=[j_mr_bones,j_golden] money=0", 64), "play 0; cash_out", {"money": 4, "phase": "SHOP"}),
    (hand("jokers=[j_mr_bones/d]", 64), "play 0", {"phase": "GAME_OVER", "lost": True}),
    (hand("jokers=[j_mr_bones]", 16), "play 0", {"phase": "ROUND_EVAL", "jokers": "j_mr_bones"}),
    (hand("jokers=[j_mr_bones] on_deck=boss boss=bl_club", 64), "play 0; cash_out", {"ante": 2}),
    (hand(f"jokers=[j_mr_bones] {BOSS}", 64), "play 0", {"won": True, "lost": False}),
    (hand("jokers=[j_mr_bones] tags=[tag_investment] money=0 on_deck=boss boss=bl_club", 64), "play 0", {"rows": {"tags": 25}}),
    (hand("deck=anaglyph jokers=[j_mr_bones] on_deck=boss boss=bl_club", 64), "play 0; cash_out", {"tags": "tag_double"}),
    # Debt: no floor; it only blocks purchases
    (hand("on_deck=boss boss=bl_tooth ante=3 money=0", 1000, 4), "play 0,1", {"money": -2}),
    (hand("jokers=[j_joker/rental,j_egg/rental] money=1", 1), "play 0; cash_out", {"money": -2}),  # 1 - 6 + 3
    ("phase=SHOP money=-1 shop=[c_sun]", "buy_card 0 !there is not enough money; reroll !there is not enough money", {}),
    ("phase=SHOP money=-1 vouchers=[v_directors_cut]", "leave_shop; reroll_boss !there is not enough money", {}),
    ("phase=SHOP money=-8 consumables=[c_hermit,c_temperance]", "use 0; use 0", {"money": -8}),
    # Big numbers
    (hand(HUGE, 1e300).replace("S_K]", f"{KINGS}]"), "play 0", {"score": math.inf, "phase": "ROUND_EVAL"}),
    (hand("score=9007199254740991", 1e300, 2), "play 0", {"score": 9007199254740991.0 + 16}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "actions", "expected"), ROWS)
def test_ending(position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


def test_infinity_does_not_beat_infinity_or_nothing() -> None:
    kings = f"hand=[S_A,{KINGS}]"
    g = play(f"endless=1 phase=SELECTING_HAND target=inf hands_left=2 {kings} {HUGE}", "play 0")
    check(g, {"phase": "SELECTING_HAND", "score": math.inf})
    g = game(f"endless=1 phase=SELECTING_HAND ante=40 hands_left=2 {kings} {HUGE}")
    assert math.isnan(g.target)
    act(g, "play 0")
    check(g, {"phase": "SELECTING_HAND"})


def test_endless_finishers_and_scaling() -> None:
    g = game("endless=1 one_chip=1 phase=SELECTING_HAND on_deck=boss boss=bl_club ante=15 won=1 hand=[S_A]")
    act(g, "play 0; cash_out")
    assert g.blinds[2].key.startswith("bl_final_")
    check(g, {"ante": 16})


def test_hieroglyph_sends_the_win_away() -> None:
    """Ante 8 must then be reached normally: the boss of ante 7 is no win."""
    g = game(
        "phase=SHOP on_deck=boss boss=bl_final_vessel ante=8 money=10 one_chip=1 shop_vouchers=[v_hieroglyph]"
    )
    act(g, "buy_voucher 0; leave_shop; select_blind; play 0")
    check(g, {"phase": "ROUND_EVAL", "won": False, "ante": 8})


def test_whole_run_with_one_chip_wins() -> None:
    g = game("seed=S4 one_chip=1 boss=bl_club")
    while not g.over:
        hands = ",".join(map(str, range(min(5, len(g.hand)))))
        forced = [i for i, c in enumerate(g.hand) if c.forced]
        if forced and forced[0] > 4:
            hands = ",".join(map(str, [*range(4), forced[0]]))
        act(
            g,
            {
                "BLIND_SELECT": "select_blind",
                "SELECTING_HAND": f"play {hands}",
                "ROUND_EVAL": "cash_out",
                "SHOP": "leave_shop",
            }[g.phase],
        )
    check(g, {"won": True, "round": 24})
