"""The round: sorting, order of play, refills, discards, the scoring sequence: rules.md sections 3 to 6."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import act, check, game, play

LOW = "draw=[C_2,C_3,C_4,C_5,C_6,C_7,C_8]"


def hand(cards: str, rest: str = "") -> str:
    return f"phase=SELECTING_HAND target=1000000 hand=[{cards}] {rest}"


ROWS: list[tuple[str, str, dict[str, Any]]] = [
    # Sorting: rank high to low with ties S H C D; suit, then rank; Stone Cards last
    (hand("D_K,S_2,C_K,H_A,S_K,H_K"), "sort_hand rank", {"hand": "H_A S_K H_K C_K D_K S_2"}),
    (hand("D_K,S_2,C_K,H_A,S_K,H_K"), "sort_hand suit", {"hand": "S_K S_2 H_A H_K C_K D_K"}),
    (hand("S_A/e:STONE,S_2,H_3"), "sort_hand rank", {"hand": "H_3 S_2 S_A/e:STONE"}),
    (hand("S_A/e:STONE,D_2,S_3"), "sort_hand suit", {"hand": "S_3 D_2 S_A/e:STONE"}),
    (hand("S_A/d,S_2,H_3"), "sort_hand rank", {"hand": "S_A/d H_3 S_2"}),
    # The last mode is applied again at each draw; a manual order holds until then
    (hand("S_9,D_A,H_T", "draw=[C_2]"), "sort_hand suit; play 0", {"hand": "H_T C_2 D_A"}),
    (hand("S_9,H_T,D_A", "draw=[C_2]"), "rearrange_hand 2,0,1", {"hand": "D_A S_9 H_T"}),
    (hand("S_9,H_T,D_A", "draw=[C_J]"), "rearrange_hand 1,2,0; discard 2", {"hand": "D_A C_J H_T"}),
    # Equal rank and suit: by the suit of creation, then the lower number (the hand shows it by its marks)
    (hand("S_9/s:RED/c:D#61,S_9/s:BLUE/c:H#60,S_9#46,S_9/s:GOLD#62"), "sort_hand rank", {"hand": "S_9 S_9/s:GOLD S_9/s:BLUE S_9/s:RED"}),
    # Order of play is the position: Photograph takes the left-most face; a X2 before or after a +mult
    (hand("S_A/e:MULT,H_A/e:GLASS"), "play 0,1", {"score": 32.0 * 12}),  # (2 + 4) x 2
    (hand("S_A/e:MULT,H_A/e:GLASS"), "rearrange_hand 1,0; play 0,1", {"score": 32.0 * 8}),  # 2 x 2 + 4
    (hand("S_A/e:MULT,H_A/e:GLASS"), "play 1,0", {"score": 32.0 * 12}),  # the order of the names is nothing
    # Jokers act left to right
    (hand("S_A", "jokers=[j_joker,j_cavendish]"), "play 0", {"score": 16.0 * 15}),
    (hand("S_A", "jokers=[j_cavendish,j_joker]"), "play 0", {"score": 16.0 * 7}),
    (hand("S_A", "jokers=[j_cavendish,j_joker]"), "rearrange_jokers 1,0; play 0", {"score": 16.0 * 15}),
    # Held cards before jokers: (1 + 13) x ... Steel first, then the Queen
    (hand("S_A,S_K/e:STEEL,S_Q", "jokers=[j_shoot_the_moon]"), "play 0", {"score": 16.0 * 14.5}),
    (hand("S_A,S_Q,S_K/e:STEEL", "jokers=[j_shoot_the_moon]"), "play 0", {"score": 16.0 * 21}),
    # Hands and discards are spent, the hand is refilled
    (hand("S_A,S_K,S_Q"), "play 0", {"hands_left": 3, "hands_played": 1, "discards_left": 4, "hand_count": 8}),
    (hand("S_A,S_K,S_Q"), "discard 0,1", {"hands_left": 4, "discards_left": 3, "discards_used": 1, "hand_count": 8}),
    (hand("S_A,S_K,S_Q", "draw=[C_2,C_3]"), "discard 0", {"hand_count": 4, "draw_pile_size": 0}),
    (hand("S_9,S_8,S_7,S_6,S_5,S_4,S_3,S_2,H_9,H_8"), "discard 0", {"hand_count": 9}),  # above the hand size: no draw
    (hand("S_9,S_8,S_7,S_6,S_5,S_4,S_3,S_2,H_9,H_8"), "discard 0,1,2,3", {"hand_count": 8}),
    (hand("S_9,S_8,S_7", "jokers=[j_juggler]"), "discard 0", {"hand_count": 9}),
    (hand("S_9,S_8,S_7,S_6,S_5,S_4,S_3,S_2", "jokers=[j_juggler]"), "sell_joker 0; discard 0", {"hand_count": 8, "hand_size": 8}),
    (hand("S_9,S_8,S_7", "discards_left=0"), "discard 0 !no discards are left", {}),
    # Passive jokers gained or lost in a round change the discards at once
    (hand("S_9", "jokers=[j_drunkard]"), "sell_joker 0", {"discards_left": 3}),
    (hand("S_9", "jokers=[j_merry_andy] discards_left=2"), "sell_joker 0", {"discards_left": 0}),
    (hand("S_9", "consumables=[c_sun]"), "sell_consumable 0", {"money": 5, "consumables": ""}),
    # First-hand effects see 0 hands played, also right after a discard
    (hand("S_6,S_2", "draw=[C_2] jokers=[j_sixth_sense]"), "discard 1; play 0", {"owns S_6": 0}),
    (hand("S_6,S_2", "jokers=[j_sixth_sense] hands_played=1"), "play 0", {"owns S_6": 1}),
    (hand("S_6,S_2", "jokers=[j_dna]"), "play 0", {"owns S_6": 2, "deck": 53}),
    # Money earned while scoring counts for jokers of the same hand
    (hand("S_A/s:GOLD", "money=2 jokers=[j_bootstraps]"), "play 0", {"score": 48.0, "money": 5}),  # 16 x (1 + 2)
    # Retriggers add up: 1 + Red Seal + Hack + Dusk
    (hand("S_2/s:RED", "jokers=[j_hack,j_dusk] hands_left=1"), "play 0", {"score": 13.0}),  # 5 + 4 x 2
    # Floor of the product
    (hand("S_A/x:POLYCHROME", "jokers=[j_egg/x:POLYCHROME]"), "play 0", {"score": 36.0}),  # 16 x 2.25
    (hand("S_2/x:POLYCHROME", "jokers=[j_egg/x:POLYCHROME]"), "play 0", {"score": 15.0}),  # 7 x 2.25 = 15.75
]  # fmt: skip


@pytest.mark.parametrize(("position", "actions", "expected"), ROWS)
def test_round(position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


def test_discard_pile_keeps_position_order() -> None:
    g = play(hand("S_A,S_K,S_Q,S_J,S_T", LOW), "discard 3,0; play 2")
    assert [c.code for c in g.reveal().discard_pile][:2] == ["S_A", "S_J"]
    assert len(g.reveal().discard_pile) == 3


def test_discard_passes() -> None:
    """Burnt Joker first, then per card Purple Seal and the jokers; Green Joker once per action."""
    position = hand(
        "S_K/s:PURPLE,H_K,S_2", f"{LOW} money=0 jokers=[j_burnt,j_green_joker:5,j_mail,j_ramen] mail_rank=K"
    )
    g = play(position, "discard 0,1")
    check(g, {"Pair": 2, "money": 10})
    assert len(g.consumables) == 1
    assert g.jokers[1].value == 4
    assert g.jokers[3].value == pytest.approx(1.98)
    act(g, "discard 0,1")
    check(g, {"High Card": 1})  # only the first discard


def test_trading_card_destroys_the_first_single_discard() -> None:
    g = play(hand("S_K,H_K,S_2", "money=0 jokers=[j_trading]"), "discard 0; discard 0")
    check(g, {"deck": 51, "money": 3, "discards_used": 2})


def test_played_cards_are_marked_for_the_ante() -> None:
    g = play(hand("S_A,S_K,S_Q"), "play 0,1")
    assert sorted(c.code for c in g.reveal().cards if c.played_this_ante) == ["S_A", "S_K"]


def test_last_hand_and_counts() -> None:
    g = play(hand("S_A,H_A,S_K,S_Q", LOW), "play 0,1; play 0")
    reveal = g.reveal()
    assert (reveal.hands_played_run, reveal.hands_played) == (2, 2)
    assert g.hand_levels["Pair"].played == g.hand_levels["High Card"].played == 1


def test_broken_glass_leaves_before_the_refill() -> None:
    position = hand("S_A/e:GLASS,S_2", "jokers=[j_oops,j_oops,j_glass]")
    g = play(position, "play 0")
    check(g, {"deck": 51, "score": 32.0, "hand_count": 8})
    assert g.jokers[2].value == 1.75
    assert [c.code for c in g.reveal().discard_pile] == []


def test_explained_score_equals_the_played_one() -> None:
    cards = "S_A/e:BONUS/x:HOLO,H_A/s:RED,S_K/e:STEEL,S_Q"
    position = hand(cards, "jokers=[j_joker/x:FOIL,j_baron,j_duo/x:POLYCHROME] hands=[pair:4]")
    g = game(position)
    # chips 55 + 41 + 22 + 50; mult 5 + 10, held Steel x1.5, Baron x1.5, then 4, x2, x1.5
    mult = ((15 * 1.5 * 1.5) + 4) * 2 * 1.5
    preview = g.score([0, 1])
    assert (preview.chips, preview.mult) == (168, mult)
    act(g, "play 0,1")
    check(g, {"score": float(int(168 * mult))})


def test_hand_size_raised_in_a_refill_is_filled_before_the_next_action() -> None:
    """Crimson Heart debuffs Stuntman: two more cards at once."""
    position = "phase=BLIND_SELECT on_deck=boss boss=bl_final_heart ante=8 jokers=[j_stuntman]"
    g = play(position, "select_blind")
    check(g, {"jokers": "j_stuntman/d", "hand_size": 8, "hand_count": 8})


@pytest.mark.parametrize(("variant", "score"), [("vanilla", 28727.0), ("steamodded", 28728.0)])
def test_x_mult_of_the_two_builds(variant: str, score: float) -> None:
    """456 chips, mult 45, X1.4: mult x X, or mult + mult x (X - 1), which differs in the last digit."""
    expected = {"vanilla": 456 * (45 * 1.4), "steamodded": 456 * (45 + 45 * (1.4 - 1))}
    assert int(expected[variant]) == score
    g = play(f"variant={variant} {hand('S_A', 'hands=[high_card:45] jokers=[j_hologram:1.4]')}", "play 0")
    check(g, {"score": score})


def test_empty_hand_and_deck_lose() -> None:
    g = play(hand("S_A", "draw=[]"), "play 0")
    check(g, {"phase": "GAME_OVER", "lost": True})
    g = play(hand("S_A", "draw=[]"), "discard 0")
    check(g, {"phase": "GAME_OVER", "lost": True})
    g = play(hand("S_A,S_K", "base_hand_size=-5"), "discard 0,1")
    check(g, {"phase": "GAME_OVER", "lost": True})
