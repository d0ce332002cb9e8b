"""Every joker in play: a position, what the player does, what must then hold.

Expectations follow shared/mechanics/jokers.csv, computed by hand: chips times mult. A position without
jokers= holds just the joker of its row. High Card of an Ace is 5 + 11 = 16 chips x 1, a Pair of nines
10 + 18 = 28 x 2, a Pair of Kings 30 x 2, the Straight 9 to 5 30 + 35 = 65 x 4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from jimbot.game.content import content

from .positions import after, facts, game_at, random_stream, rolls

Row = tuple[str, str, str, dict[str, Any]]

ACE = "hand=[S_A,H_2]"
NINES = "hand=[S_9,H_9,C_2]"
KINGS = "hand=[S_K,H_K,C_2]"
STRAIGHT = "hand=[S_9,H_8,C_7,D_6,S_5]"
FLUSH = "hand=[S_A,S_K,S_9,S_5,S_2]"  # 35 + 37 = 72 x 4
FULL_HOUSE = "hand=[S_9,H_9,C_9,S_K,H_K]"  # 40 + 47 = 87 x 4
FOUR_NINES = "hand=[S_9,H_9,C_9,D_9]"  # 60 + 36 = 96 x 7
STRAIGHT_FLUSH = "hand=[S_9,S_8,S_7,S_6,S_5]"  # 100 + 35 = 135 x 8
ALL = "play 0,1,2,3,4"
CHOOSE = "phase=BLIND_SELECT"
SHOP = "phase=SHOP money=20"
BOSS = "on_deck=boss boss=bl_wall"  # a boss that only asks for more
WIN = "target=1"
FULL = "consumables=[c_mars,c_venus]"


def seed_where(key: str, holds: Callable[[float], bool]) -> str:
    """The first seed of one letter whose first number in a stream is as wanted."""
    return next(seed for seed in "ABCDEFGHIJKLMNPQRSTUVWXYZ" if holds(rolls(key, 1, seed)[0]))


def mixed_hits(key: str, count: int, odds: float, seed: str) -> int:
    """How many of the first numbers hit; some must hit and some miss, or the row would show nothing."""
    hits = sum(roll < 1 / odds for roll in rolls(key, count, seed))
    assert 0 < hits < count, f"seed {seed} does not mix hits and misses of {key}"
    return hits


def cards(codes: str, count: int, mark: str = "") -> str:
    """``count`` cards, the codes repeated in turn."""
    names = codes.split()
    return ",".join(names[i % len(names)] + mark for i in range(count))


def again(action: str, times: int) -> str:
    return "; ".join([action] * times)


def misprint_score(seed: str) -> int:
    stream = random_stream("misprint", seed)
    return sum(16 * (1 + stream().integer(0, 23)) for _ in range(3))


# fmt: off
FLAT: list[Row] = [
    ("j_joker", ACE, "play 0", {"score": 16 * (1 + 4)}),
    ("j_half", NINES, "play 0,1,2", {"score": 28 * (2 + 20)}),
    ("j_half", "hand=[S_9,H_9,C_2,D_3]", "play 0,1,2,3", {"score": 28 * 2}),
    ("j_stencil", ACE, "play 0", {"score": 16 * 5}),
    ("j_stencil", f"jokers=[j_joker,j_stencil] {ACE}", "play 0", {"score": 16 * 5 * 4}),
    ("j_stencil", f"jokers=[j_stencil,j_stencil] {ACE}", "play 0", {"score": 16 * 5 * 5}),
    ("j_stencil", f"jokers=[j_stencil,j_egg/x:NEGATIVE] {ACE}", "play 0", {"score": 16 * 5}),
    ("j_stencil", f"jokers=[j_stencil,j_egg,j_egg,j_egg,j_egg] {ACE}", "play 0", {"score": 16}),
    ("j_banner", f"{ACE} discards_left=3", "play 0", {"score": 16 + 90}),
    ("j_banner", f"{ACE} discards_left=0", "play 0", {"score": 16}),
    ("j_mystic_summit", f"{ACE} discards_left=0", "play 0", {"score": 16 * (1 + 15)}),
    ("j_mystic_summit", f"{ACE} discards_left=1", "play 0", {"score": 16}),
    ("j_loyalty_card", f"jokers=[j_loyalty_card~0] {ACE} hands_played_run=5", "play 0", {"score": 16 * 4}),
    ("j_loyalty_card", f"jokers=[j_loyalty_card~0] {ACE} hands_played_run=4", "play 0", {"score": 16}),
    ("j_loyalty_card", f"jokers=[j_loyalty_card~0] {ACE} hands_played_run=6", "play 0", {"score": 16}),
    ("j_loyalty_card", f"jokers=[j_loyalty_card~0] {ACE} hands_played_run=17", "play 0", {"score": 16 * 4}),
    (
        "j_loyalty_card",
        f"hand=[{cards('S_A H_A', 8)}] draw=[] hands_left=9 hands_played_run=3",
        again("play 0", 7),
        {"score": 16 * (5 + 4 + 1)},
    ),
    ("j_misprint", f"hand=[{cards('S_A', 5)}] draw=[]", again("play 0", 3), {"score": misprint_score("T")}),
    ("j_steel_joker", "hand=[S_A] draw=[S_2/e:STEEL,S_3/e:STEEL,S_4/e:STEEL] discard=[S_5/e:STEEL,S_6/e:STEEL]", "play 0", {"score": 16 * 2}),
    ("j_steel_joker", ACE, "play 0", {"score": 16}),
    ("j_abstract", f"jokers=[j_abstract,j_egg/d,j_egg/x:NEGATIVE] {ACE}", "play 0", {"score": 16 * (1 + 9)}),
    ("j_abstract", ACE, "play 0", {"score": 16 * (1 + 3)}),
    ("j_gros_michel", ACE, "play 0", {"score": 16 * (1 + 15)}),
    ("j_gros_michel", f"jokers=[j_gros_michel,j_oops,j_oops,j_oops] {ACE} {WIN}", "play 0", {"jokers": "j_oops j_oops j_oops", "extinct": True}),
    ("j_gros_michel", f"seed={seed_where('gros_michel', lambda r: r < 1 / 6)} {ACE} {WIN}", "play 0", {"jokers": "", "extinct": True}),
    ("j_gros_michel", f"seed={seed_where('gros_michel', lambda r: 1 / 6 <= r < 1 / 3)} {ACE} {WIN}", "play 0", {"jokers": "j_gros_michel", "extinct": False}),
    ("j_gros_michel", SHOP, "sell_joker 0", {"jokers": "", "extinct": False, "money": 22}),
    ("j_cavendish", ACE, "play 0", {"score": 16 * 3}),
    ("j_cavendish", f"{ACE} {WIN}", "play 0", {"jokers": "j_cavendish"}),
    ("j_cavendish", f"seed={seed_where('cavendish', lambda r: r >= 0.6)} jokers=[j_cavendish,{cards('j_oops', 10)}] {ACE} {WIN}", "play 0", {"jokers": " ".join(["j_oops"] * 10), "extinct": False}),
    ("j_cavendish", f"seed={seed_where('cavendish', lambda r: r >= 0.6)} jokers=[j_cavendish,{cards('j_oops', 9)}] {ACE} {WIN}", "play 0", {"jokers": " ".join(["j_cavendish"] + ["j_oops"] * 9)}),
    ("j_supernova", f"{NINES} hands=[pair:1:3]", "play 0,1", {"score": 28 * (2 + 4)}),
    ("j_supernova", f"{NINES} hands=[high_card:1:9]", "play 0,1", {"score": 28 * (2 + 1)}),
    ("j_blackboard", "hand=[S_A,S_2,C_3]", "play 0", {"score": 16 * 3}),
    ("j_blackboard", "hand=[S_A,S_2,H_3]", "play 0", {"score": 16}),
    ("j_blackboard", "hand=[H_A] draw=[S_2]", "play 0", {"score": 16 * 3}),
    ("j_blackboard", "hand=[S_A,H_2/e:WILD]", "play 0", {"score": 16 * 3}),
    ("j_blackboard", "hand=[S_A,H_2/e:WILD/d]", "play 0", {"score": 16}),
    ("j_blackboard", "hand=[S_A,S_2/e:WILD/d]", "play 0", {"score": 16 * 3}),
    ("j_blackboard", "hand=[S_A,S_2/e:STONE]", "play 0", {"score": 16}),
    ("j_blackboard", "hand=[S_A,C_2/d]", "play 0", {"score": 16 * 3}),
    ("j_blackboard", "hand=[S_A,D_2/d]", "play 0", {"score": 16}),
    ("j_blue_joker", "hand=[S_A,H_2] draw=[S_2,S_3,S_4] discard=[S_5]", "play 0", {"score": 16 + 6}),
    ("j_blue_joker", "hand=[S_A,H_2] draw=[]", "play 0", {"score": 16}),
    ("j_card_sharp", "hand=[S_A,H_A,C_A,S_2] draw=[]", again("play 0", 3), {"score": 16 + 48 + 48}),
    ("j_card_sharp", "hand=[S_A,H_9,C_9,S_2] draw=[]", "play 0; play 0,1", {"score": 16 + 56}),
    ("j_card_sharp", f"{NINES} hands=[pair:1:5]", "play 0,1", {"score": 56}),
    ("j_erosion", "hand=[S_A,H_2] draw=[]", "play 0", {"score": 16 * (1 + 4 * 50)}),
    ("j_erosion", ACE, "play 0", {"score": 16}),
    ("j_erosion", "deck=abandoned hand=[S_A,H_2] draw=[]", "play 0", {"score": 16 * (1 + 4 * 38)}),
    ("j_erosion", f"hand=[S_A,{cards('H_2', 20)}]", "play 0", {"score": 16}),
    ("j_fortune_teller", f"{ACE} tarots_used=7", "play 0", {"score": 16 * (1 + 7)}),
    ("j_fortune_teller", f"{ACE} consumables=[c_hermit,c_mars]", "use 0; use 0; play 0", {"score": 16 * (1 + 1)}),
    ("j_stone", "hand=[S_A,H_2/e:STONE] draw=[S_3/e:STONE] discard=[S_4/e:STONE]", "play 0", {"score": 16 + 75}),
    ("j_stone", ACE, "play 0", {"score": 16}),
    ("j_bull", f"{ACE} money=10", "play 0", {"score": 16 + 20}),
    ("j_bull", f"{ACE} money=-5", "play 0", {"score": 16}),
    ("j_bull", "hand=[S_A/s:GOLD,H_2] money=10", "play 0", {"score": 16 + 26, "money": 13}),
    ("j_bootstraps", f"{ACE} money=14", "play 0", {"score": 16 * (1 + 4)}),
    ("j_bootstraps", f"{ACE} money=4", "play 0", {"score": 16}),
    ("j_bootstraps", "hand=[S_A/s:GOLD,H_2] money=2", "play 0", {"score": 16 * (1 + 2)}),
    ("j_acrobat", f"{ACE} hands_left=1", "play 0", {"score": 16 * 3}),
    ("j_acrobat", f"{ACE} hands_left=2", "play 0", {"score": 16}),
    ("j_swashbuckler", f"jokers=[j_swashbuckler,j_egg+5,j_egg/d] {ACE}", "play 0", {"score": 16 * (1 + 7 + 2)}),
    ("j_swashbuckler", ACE, "play 0", {"score": 16}),
    ("j_throwback", f"{ACE} skips=2", "play 0", {"score": 24}),
    ("j_throwback", ACE, "play 0", {"score": 16}),
    ("j_stuntman", ACE, "play 0", {"score": 16 + 250, "hand_size": 6}),
    ("j_stuntman", ACE, "sell_joker 0", {"hand_size": 8}),
    ("j_drivers_license", f"hand=[S_A] draw=[{cards('S_2 H_3', 16, '/e:GOLD')}]", "play 0", {"score": 16 * 3}),
    ("j_drivers_license", f"hand=[S_A] draw=[{cards('S_2 H_3', 15, '/e:GOLD')},S_4/x:FOIL/s:RED]", "play 0", {"score": 16}),
    ("j_baseball", f"jokers=[j_baseball,j_mime] {ACE}", "play 0", {"score": 24}),
    ("j_baseball", f"jokers=[j_mime,j_erosion,j_baseball,j_hack] {ACE}", "play 0", {"score": 54}),
    ("j_baseball", f"jokers=[j_baseball,j_egg,j_dna] {ACE}", "play 0", {"score": 16}),
    ("j_seeing_double", "hand=[C_9,H_9]", "play 0,1", {"score": 28 * 4}),
    ("j_seeing_double", "hand=[S_9,H_9]", "play 0,1", {"score": 28 * 2}),
    ("j_seeing_double", "hand=[C_9,C_9]", "play 0,1", {"score": 28 * 2}),
    ("j_seeing_double", "hand=[C_9/d,H_9]", "play 0,1", {"score": 19 * 2}),
    ("j_seeing_double", "hand=[H_9,D_9/e:WILD]", "play 0,1", {"score": 28 * 4}),
    ("j_seeing_double", "hand=[D_9/e:WILD,C_2]", "play 0", {"score": 14}),
    ("j_flower_pot", STRAIGHT, ALL, {"score": 65 * 4 * 3}),
    ("j_flower_pot", "hand=[S_9,H_8,C_7,H_6,S_5]", ALL, {"score": 65 * 4}),
    ("j_flower_pot", "hand=[S_9,H_9,C_4,D_3]", "play 0,1,2,3", {"score": 28 * 2}),
    ("j_flower_pot", "hand=[S_9,H_8,C_7,H_6/e:WILD,S_5]", ALL, {"score": 65 * 4 * 3}),
    ("j_flower_pot", "hand=[S_9,H_8,C_7,D_6/e:WILD/d,S_5]", ALL, {"score": 59 * 4}),
    ("j_flower_pot", "hand=[S_9,H_8,C_7,D_6/d,S_5]", ALL, {"score": 59 * 4 * 3}),
]

HAND_TYPES: list[Row] = [
    ("j_jolly", NINES, "play 0,1", {"score": 28 * (2 + 8)}),
    ("j_jolly", FOUR_NINES, "play 0,1,2,3", {"score": 96 * (7 + 8)}),
    ("j_jolly", STRAIGHT, ALL, {"score": 65 * 4}),
    ("j_zany", "hand=[S_9,H_9,C_9]", "play 0,1,2", {"score": 57 * (3 + 12)}),
    ("j_zany", FULL_HOUSE, ALL, {"score": 87 * (4 + 12)}),
    ("j_zany", NINES, "play 0,1,2", {"score": 56}),
    ("j_mad", "hand=[S_9,H_9,S_K,H_K]", "play 0,1,2,3", {"score": 58 * (2 + 10)}),
    ("j_mad", FULL_HOUSE, ALL, {"score": 87 * (4 + 10)}),
    ("j_mad", FOUR_NINES, "play 0,1,2,3", {"score": 96 * 7}),
    ("j_crazy", STRAIGHT, ALL, {"score": 65 * (4 + 12)}),
    ("j_crazy", STRAIGHT_FLUSH, ALL, {"score": 135 * (8 + 12)}),
    ("j_crazy", FLUSH, ALL, {"score": 72 * 4}),
    ("j_droll", FLUSH, ALL, {"score": 72 * (4 + 10)}),
    ("j_droll", "hand=[S_9,S_9,S_9,S_K,S_K]", ALL, {"score": (140 + 47) * (14 + 10)}),
    ("j_droll", STRAIGHT, ALL, {"score": 65 * 4}),
    ("j_sly", NINES, "play 0,1", {"score": (28 + 50) * 2}),
    ("j_sly", "hand=[S_9,H_9,C_9]", "play 0,1,2", {"score": (57 + 50) * 3}),
    ("j_sly", ACE, "play 0,1", {"score": 16}),
    ("j_wily", "hand=[S_9,H_9,C_9]", "play 0,1,2", {"score": (57 + 100) * 3}),
    ("j_wily", FOUR_NINES, "play 0,1,2,3", {"score": (96 + 100) * 7}),
    ("j_wily", NINES, "play 0,1", {"score": 56}),
    ("j_clever", "hand=[S_9,H_9,S_K,H_K]", "play 0,1,2,3", {"score": (58 + 80) * 2}),
    ("j_clever", FULL_HOUSE, ALL, {"score": (87 + 80) * 4}),
    ("j_clever", FOUR_NINES, "play 0,1,2,3", {"score": 96 * 7}),
    ("j_devious", STRAIGHT, ALL, {"score": (65 + 100) * 4}),
    ("j_devious", STRAIGHT_FLUSH, ALL, {"score": (135 + 100) * 8}),
    ("j_devious", FLUSH, ALL, {"score": 72 * 4}),
    ("j_crafty", FLUSH, ALL, {"score": (72 + 80) * 4}),
    ("j_crafty", "hand=[S_9,S_9,S_9,S_9,S_9]", ALL, {"score": (160 + 45 + 80) * 16}),
    ("j_crafty", STRAIGHT, ALL, {"score": 65 * 4}),
    ("j_duo", NINES, "play 0,1", {"score": 28 * 2 * 2}),
    ("j_duo", FULL_HOUSE, ALL, {"score": 87 * 4 * 2}),
    ("j_duo", ACE, "play 0,1", {"score": 16}),
    ("j_trio", "hand=[S_9,H_9,C_9]", "play 0,1,2", {"score": 57 * 3 * 3}),
    ("j_trio", FULL_HOUSE, ALL, {"score": 87 * 4 * 3}),
    ("j_trio", "hand=[S_9,H_9,S_K,H_K]", "play 0,1,2,3", {"score": 58 * 2}),
    ("j_family", FOUR_NINES, "play 0,1,2,3", {"score": 96 * 7 * 4}),
    ("j_family", "hand=[S_9,H_9,C_9,D_9,S_9]", ALL, {"score": 165 * 12 * 4}),
    ("j_family", FULL_HOUSE, ALL, {"score": 87 * 4}),
    ("j_order", STRAIGHT, ALL, {"score": 65 * 4 * 3}),
    ("j_order", STRAIGHT_FLUSH, ALL, {"score": 135 * 8 * 3}),
    ("j_order", FLUSH, ALL, {"score": 72 * 4}),
    ("j_tribe", FLUSH, ALL, {"score": 72 * 4 * 2}),
    ("j_tribe", STRAIGHT_FLUSH, ALL, {"score": 135 * 8 * 2}),
    ("j_tribe", STRAIGHT, ALL, {"score": 65 * 4}),
    ("j_four_fingers", "hand=[S_A,S_K,S_9,S_5]", "play 0,1,2,3", {"score": (35 + 35) * 4}),
    ("j_four_fingers", "hand=[S_9,H_8,C_7,D_6]", "play 0,1,2,3", {"score": (30 + 30) * 4}),
    ("j_four_fingers", "hand=[S_K,S_7,S_6,S_5,H_8]", ALL, {"score": (100 + 36) * 8}),
    ("j_four_fingers", "hand=[S_6,H_5,C_4,D_4,S_3]", ALL, {"score": (30 + 22) * 4}),
    ("j_four_fingers", "jokers=[j_four_fingers/d] hand=[S_A,S_K,S_9,S_5]", "play 0,1,2,3", {"score": 16}),
    ("j_four_fingers", "hand=[S_A,S_K,S_9,H_5]", "play 0,1,2,3", {"score": 16}),
    ("j_shortcut", "hand=[S_T,H_8,C_6,D_5,S_3]", ALL, {"score": (30 + 32) * 4}),
    ("j_shortcut", "hand=[S_T,H_8,C_6,D_5,S_2]", ALL, {"score": 15}),
    ("j_shortcut", "hand=[S_A,H_K,C_2,D_3,S_5]", ALL, {"score": 16}),
    ("j_shortcut", "hand=[S_A,H_3,C_5,D_7,S_9]", ALL, {"score": (30 + 35) * 4}),
    ("j_shortcut", "jokers=[j_shortcut/d] hand=[S_T,H_8,C_6,D_5,S_3]", ALL, {"score": 15}),
    ("j_smeared", "hand=[H_A,D_K,H_9,D_5,H_2]", ALL, {"score": 72 * 4}),
    ("j_smeared", "hand=[S_A,C_K,S_9,C_5,S_2]", ALL, {"score": 72 * 4}),
    ("j_smeared", "hand=[H_A,S_K,H_9,D_5,H_2]", ALL, {"score": 16}),
    ("j_splash", "hand=[S_A,H_K,C_2]", "play 0,1", {"score": 26}),
    ("j_splash", "jokers=[j_splash/d] hand=[S_A,H_K,C_2]", "play 0,1", {"score": 16}),
]

SUITS_AND_RANKS: list[Row] = [
    ("j_greedy_joker", "hand=[D_9,H_9,D_2,D_3]", "play 0,1,2", {"score": 28 * (2 + 3)}),
    ("j_greedy_joker", "hand=[S_9,H_9,C_2]", "play 0,1", {"score": 56}),
    ("j_lusty_joker", "hand=[H_9,S_9,H_2,H_3]", "play 0,1,2", {"score": 28 * (2 + 3)}),
    ("j_lusty_joker", "hand=[S_9,D_9,C_2]", "play 0,1", {"score": 56}),
    ("j_wrathful_joker", "hand=[S_9,H_9,S_2,S_3]", "play 0,1,2", {"score": 28 * (2 + 3)}),
    ("j_wrathful_joker", "hand=[C_9,H_9,D_2]", "play 0,1", {"score": 56}),
    ("j_gluttenous_joker", "hand=[C_9,H_9,C_2,C_3]", "play 0,1,2", {"score": 28 * (2 + 3)}),
    ("j_gluttenous_joker", "hand=[S_9,H_9,D_2]", "play 0,1", {"score": 56}),
    ("j_rough_gem", "hand=[D_9,H_9,D_2,D_3]", "play 0,1,2", {"score": 56, "money": 5}),
    ("j_rough_gem", "hand=[S_9,H_9,D_2]", "play 0,1", {"money": 4}),
    ("j_bloodstone", "jokers=[j_bloodstone,j_oops] hand=[H_9,H_9,C_2]", "play 0,1", {"score": 28 * 2 * 1.5 * 1.5}),
    ("j_bloodstone", "jokers=[j_bloodstone,j_oops] hand=[S_9,D_9,C_2]", "play 0,1", {"score": 56}),
    (
        "j_bloodstone",
        "seed=B hand=[H_9,H_9,H_9,H_9]",
        "play 0,1,2,3",
        {"score": int(96 * 7 * 1.5 ** mixed_hits("bloodstone", 4, 2, "B"))},
    ),
    ("j_arrowhead", "hand=[S_9,H_9,S_2,S_3]", "play 0,1,2", {"score": (28 + 50) * 2}),
    ("j_arrowhead", "hand=[C_9,H_9,S_2]", "play 0,1", {"score": 56}),
    ("j_onyx_agate", "hand=[C_9,H_9,C_2,C_3]", "play 0,1,2", {"score": 28 * (2 + 7)}),
    ("j_onyx_agate", "hand=[S_9,H_9,C_2]", "play 0,1", {"score": 56}),
    ("j_fibonacci", "jokers=[j_fibonacci,j_splash] hand=[S_A,H_K,C_8,D_5,S_3]", ALL, {"score": 42 * (1 + 32)}),
    ("j_fibonacci", "hand=[S_2,H_2]", "play 0,1", {"score": 14 * (2 + 16)}),
    ("j_fibonacci", "hand=[S_2/e:STONE,H_9]", "play 0", {"score": 55}),
    ("j_even_steven", "jokers=[j_even_steven,j_splash] hand=[S_T,H_8,C_6,D_4,S_2]", ALL, {"score": 35 * (1 + 20)}),
    ("j_even_steven", "jokers=[j_even_steven,j_splash] hand=[S_K,H_9,C_7,D_5,S_3]", ALL, {"score": 39}),
    ("j_odd_todd", "jokers=[j_odd_todd,j_splash] hand=[S_A,H_9,C_7,D_5,S_3]", ALL, {"score": 40 + 5 * 31}),
    ("j_odd_todd", "jokers=[j_odd_todd,j_splash] hand=[S_K,H_T,C_6,D_4,S_2]", ALL, {"score": 37}),
    ("j_scholar", ACE, "play 0", {"score": (16 + 20) * (1 + 4)}),
    ("j_scholar", KINGS, "play 0,1", {"score": 60}),
    ("j_walkie_talkie", "hand=[S_T,H_T,C_2]", "play 0,1", {"score": (30 + 20) * (2 + 8)}),
    ("j_walkie_talkie", "hand=[S_4,H_4,C_2]", "play 0,1", {"score": (18 + 20) * (2 + 8)}),
    ("j_walkie_talkie", NINES, "play 0,1", {"score": 56}),
    ("j_scary_face", KINGS, "play 0,1", {"score": (30 + 60) * 2}),
    ("j_scary_face", "jokers=[j_scary_face,j_splash] hand=[S_A,H_Q,C_J,D_T]", "play 0,1,2,3", {"score": 46 + 60}),
    ("j_scary_face", "hand=[S_K/d,H_K]", "play 0,1", {"score": (20 + 30) * 2}),
    ("j_smiley", KINGS, "play 0,1", {"score": 30 * (2 + 10)}),
    ("j_smiley", "jokers=[j_smiley,j_splash] hand=[S_A,H_Q,C_J,D_T]", "play 0,1,2,3", {"score": 46 * (1 + 10)}),
    ("j_smiley", NINES, "play 0,1", {"score": 56}),
    ("j_triboulet", "hand=[S_K,H_Q,C_2]", "play 0,1", {"score": 15 * 2}),
    ("j_triboulet", "hand=[S_Q,H_Q,C_2]", "play 0,1", {"score": 30 * 2 * 4}),
    ("j_triboulet", "hand=[S_J,H_J,C_2]", "play 0,1", {"score": 60}),
    ("j_photograph", KINGS, "play 0,1", {"score": 30 * 2 * 2}),
    ("j_photograph", NINES, "play 0,1", {"score": 56}),
    ("j_photograph", "hand=[S_K/d,H_K,C_2]", "play 0,1", {"score": 20 * 2 * 2}),
    ("j_pareidolia", f"jokers=[j_pareidolia,j_scary_face] {ACE}", "play 0", {"score": 16 + 30}),
    ("j_pareidolia", "jokers=[j_pareidolia,j_scary_face] hand=[S_A/d,H_2]", "play 0", {"score": 5}),
    ("j_pareidolia", "jokers=[j_pareidolia,j_scary_face] hand=[S_2/e:STONE,H_2]", "play 0", {"score": 5 + 50 + 30}),
    ("j_ancient", "hand=[H_9,S_9,C_2] ancient_suit=H", "play 0,1", {"score": 28 * 2 * 1.5}),
    ("j_ancient", "hand=[H_9,S_9,C_2] ancient_suit=D", "play 0,1", {"score": 56}),
    ("j_ancient", "hand=[H_9/e:WILD,S_9,C_2] ancient_suit=D", "play 0,1", {"score": 28 * 2 * 1.5}),
    ("j_idol", "hand=[S_9,H_9,C_2] idol=S_9", "play 0,1", {"score": 28 * 2 * 2}),
    ("j_idol", "hand=[S_9,H_9,C_2] idol=C_9", "play 0,1", {"score": 56}),
    ("j_idol", "hand=[S_9,H_9,C_2] idol=S_8", "play 0,1", {"score": 56}),
    ("j_idol", "hand=[S_9/e:WILD,H_9,C_2] idol=C_9", "play 0,1", {"score": 28 * 2 * 2}),
    ("j_baron", "hand=[S_A,H_K,C_K]", "play 0", {"score": 36}),
    ("j_baron", "hand=[S_A,H_K/d,C_Q]", "play 0", {"score": 16}),
    ("j_baron", KINGS, "play 0,1", {"score": 60}),
    ("j_shoot_the_moon", "hand=[S_A,H_Q,C_Q]", "play 0", {"score": 16 * (1 + 26)}),
    ("j_shoot_the_moon", "hand=[S_A,H_Q/d,C_K]", "play 0", {"score": 16}),
    ("j_raised_fist", "hand=[S_A,H_7,C_3]", "play 0", {"score": 16 * (1 + 6)}),
    ("j_raised_fist", "hand=[S_A,H_A,C_K]", "play 0", {"score": 16 * (1 + 20)}),
    ("j_raised_fist", "hand=[S_A,H_A]", "play 0", {"score": 16 * (1 + 22)}),
    ("j_raised_fist", "hand=[S_A,C_2/e:STONE,H_9]", "play 0", {"score": 16 * (1 + 18)}),
    ("j_raised_fist", "hand=[S_A,H_9,C_3/d]", "play 0", {"score": 16}),
    ("j_raised_fist", "hand=[S_A] draw=[S_2]", "play 0", {"score": 16}),
    ("j_8_ball", "jokers=[j_8_ball,j_oops,j_oops] hand=[S_8,H_2]", "play 0", {"kinds": ["tarot"]}),
    ("j_8_ball", "jokers=[j_8_ball,j_oops,j_oops] hand=[S_8,H_8]", "play 0,1", {"kinds": ["tarot", "tarot"]}),
    ("j_8_ball", "jokers=[j_8_ball,j_oops,j_oops] hand=[S_7,H_2]", "play 0", {"kinds": []}),
    ("j_8_ball", f"jokers=[j_8_ball,j_oops,j_oops] hand=[S_8,H_2] {FULL}", "play 0", {"consumables": "c_mars c_venus"}),
    ("j_8_ball", f"seed={seed_where('8ball', lambda r: r < 1 / 4)} hand=[S_8,H_2]", "play 0", {"kinds": ["tarot"]}),
    ("j_8_ball", f"seed={seed_where('8ball', lambda r: 1 / 4 <= r < 1 / 2)} hand=[S_8,H_2]", "play 0", {"kinds": []}),
    ("j_business", f"jokers=[j_business,j_oops] {KINGS}", "play 0,1", {"money": 4 + 4}),
    ("j_business", f"jokers=[j_business,j_oops] {NINES}", "play 0,1", {"money": 4}),
    (
        "j_business",
        "seed=B hand=[S_K,H_K,C_K,D_K]",
        "play 0,1,2,3",
        {"money": 4 + 2 * mixed_hits("business", 4, 2, "B")},
    ),
    ("j_reserved_parking", "jokers=[j_reserved_parking,j_oops] hand=[S_A,H_K,C_Q,D_9]", "play 0", {"money": 4 + 2}),
    ("j_reserved_parking", "jokers=[j_reserved_parking,j_oops] hand=[S_K,H_K/d,D_9]", "play 0", {"money": 4}),
    (
        "j_reserved_parking",
        "seed=B hand=[S_A,S_K,H_K,C_K,D_K]",
        "play 0",
        {"money": 4 + mixed_hits("parking", 4, 2, "B")},
    ),
    ("j_ticket", "hand=[S_9/e:GOLD,H_9,C_2/e:GOLD]", "play 0,1", {"money": 4 + 4}),
    ("j_ticket", "hand=[S_9,H_9,C_2/e:GOLD]", "play 0,1", {"money": 4}),
]

RETRIGGERS: list[Row] = [
    ("j_mime", "hand=[S_A,H_2/e:STEEL]", "play 0", {"score": 36}),
    ("j_mime", "jokers=[j_mime/d] hand=[S_A,H_2/e:STEEL]", "play 0", {"score": 24}),
    ("j_mime", f"hand=[S_A,H_2/e:GOLD] {WIN}", "play 0", {"money": 4 + 6}),
    ("j_mime", f"hand=[S_A,H_2/s:BLUE] {WIN}", "play 0", {"consumables": "c_pluto c_pluto"}),
    ("j_dusk", f"{ACE} hands_left=1", "play 0", {"score": 5 + 22}),
    ("j_dusk", f"{ACE} hands_left=2", "play 0", {"score": 16}),
    ("j_hack", "jokers=[j_hack,j_splash] hand=[S_K,H_5,C_4,D_3,S_2]", ALL, {"score": 15 + 28}),
    ("j_hack", "hand=[S_6,H_6]", "play 0,1", {"score": 44}),
    ("j_hack", "hand=[S_2/e:STONE,H_6]", "play 0", {"score": 55}),
    ("j_sock_and_buskin", KINGS, "play 0,1", {"score": 50 * 2}),
    ("j_sock_and_buskin", NINES, "play 0,1", {"score": 56}),
    ("j_hanging_chad", NINES, "play 0,1", {"score": (10 + 27 + 9) * 2}),
    ("j_hanging_chad", "hand=[S_9/d,H_9]", "play 0,1", {"score": 19 * 2}),
    ("j_hanging_chad", "hand=[H_2,S_A]", "play 0,1", {"score": 5 + 33}),
    ("j_selzer", NINES, "play 0,1", {"score": (10 + 36) * 2, "values": [9]}),
    ("j_selzer", f"jokers=[j_selzer:1] {ACE}", "play 0", {"score": 27, "jokers": ""}),
    (
        "j_selzer",
        f"hand=[{cards('S_A', 13)}] draw=[] hands_left=13",
        again("play 0", 11),
        {"score": 27 * 10 + 16, "jokers": ""},
    ),
    ("j_hiker", "hand=[S_A/s:RED,H_2]", "play 0", {"score": 5 + 11 + 16, "bonuses": [10]}),
    ("j_hiker", NINES, "play 0,1,2", {"score": 56, "bonuses": [5, 5]}),
    ("j_hiker", "hand=[S_A/e:STONE,H_2]", "play 0", {"score": 55, "bonuses": [5]}),
    ("j_hiker", "hand=[S_A/d,H_2]", "play 0", {"score": 5, "bonuses": []}),
]

SCALING: list[Row] = [
    ("j_ceremonial", f"{CHOOSE} jokers=[j_ceremonial,j_joker]", "select_blind", {"jokers": "j_ceremonial", "values": [2]}),
    ("j_ceremonial", f"{CHOOSE} jokers=[j_ceremonial:10,j_egg+9]", "select_blind", {"values": [10 + 2 * 11]}),
    ("j_ceremonial", f"{CHOOSE} jokers=[j_joker,j_ceremonial]", "select_blind", {"jokers": "j_joker j_ceremonial", "values": [0, 0]}),
    ("j_ceremonial", f"{CHOOSE} jokers=[j_ceremonial,j_joker/eternal]", "select_blind", {"jokers": "j_ceremonial j_joker", "values": [0, 0]}),
    ("j_ceremonial", f"{CHOOSE} {BOSS} jokers=[j_ceremonial,j_joker]", "select_blind", {"jokers": "j_ceremonial", "values": [2]}),
    ("j_ceremonial", f"{CHOOSE} jokers=[j_ceremonial,j_joker] ante_tags=[tag_economy,tag_economy]", "skip_blind", {"jokers": "j_ceremonial j_joker"}),
    ("j_ceremonial", f"jokers=[j_ceremonial:24] {ACE}", "play 0", {"score": 16 * 25}),
    ("j_ride_the_bus", f"jokers=[j_ride_the_bus:4] {NINES}", "play 0,1", {"score": 28 * (2 + 5), "values": [5]}),
    ("j_ride_the_bus", f"jokers=[j_ride_the_bus:4] {KINGS}", "play 0,1", {"score": 60, "values": [0]}),
    ("j_ride_the_bus", "jokers=[j_ride_the_bus:4] hand=[S_A,H_K]", "play 0,1", {"score": 16 * 6, "values": [5]}),
    ("j_runner", STRAIGHT, ALL, {"score": (65 + 15) * 4, "values": [15]}),
    ("j_runner", STRAIGHT_FLUSH, ALL, {"score": (135 + 15) * 8, "values": [15]}),
    ("j_runner", f"jokers=[j_runner:45] {NINES}", "play 0,1", {"score": (28 + 45) * 2, "values": [45]}),
    ("j_ice_cream", ACE, "play 0", {"score": 116, "values": [95]}),
    ("j_ice_cream", f"jokers=[j_ice_cream:5] {ACE}", "play 0", {"score": 21, "jokers": ""}),
    (
        "j_ice_cream",
        f"hand=[{cards('S_A', 23)}] draw=[] hands_left=23",
        again("play 0", 21),
        {"score": 16 * 21 + sum(range(5, 101, 5)), "jokers": ""},
    ),
    ("j_ice_cream", f"hand=[{cards('S_A', 23)}] draw=[] hands_left=23", again("play 0", 19), {"values": [5]}),
    ("j_constellation", f"{ACE} consumables=[c_mars,c_saturn]", "use 0; use 0", {"values": [1.2]}),
    ("j_constellation", f"{ACE} consumables=[c_black_hole,c_hermit]", "use 0; use 0", {"values": [1]}),
    ("j_constellation", f"jokers=[j_constellation:2] {ACE}", "play 0", {"score": 32}),
    ("j_constellation", "phase=PACK pack=p_celestial_normal_1 pack_cards=[c_mars,c_pluto]", "pick 0", {"values": [1.1]}),
    ("j_green_joker", f"jokers=[j_green_joker:3] {ACE}", "play 0", {"score": 16 * (1 + 4), "values": [4]}),
    ("j_green_joker", f"jokers=[j_green_joker:3] {NINES}", "discard 0,1,2", {"values": [2]}),
    ("j_green_joker", ACE, "discard 0", {"values": [0]}),
    ("j_red_card", "phase=PACK pack=p_celestial_normal_1 pack_cards=[c_mars]", "skip_pack", {"values": [3]}),
    ("j_red_card", "phase=PACK pack=p_celestial_normal_1 pack_cards=[c_mars]", "pick 0", {"values": [0]}),
    ("j_red_card", f"jokers=[j_red_card:6] {ACE}", "play 0", {"score": 16 * 7}),
    ("j_madness", f"{CHOOSE} jokers=[j_madness,j_joker]", "select_blind", {"jokers": "j_madness", "values": [1.5]}),
    ("j_madness", f"{CHOOSE} on_deck=big jokers=[j_egg,j_madness:1.5]", "select_blind", {"jokers": "j_madness", "values": [2]}),
    ("j_madness", f"{CHOOSE} jokers=[j_madness,j_joker/eternal]", "select_blind", {"jokers": "j_madness j_joker", "values": [1.5, 0]}),
    ("j_madness", f"{CHOOSE} {BOSS} jokers=[j_madness,j_joker]", "select_blind", {"jokers": "j_madness j_joker", "values": [1, 0]}),
    ("j_madness", f"jokers=[j_madness:2.5] {ACE}", "play 0", {"score": 40}),
    ("j_square", "hand=[S_9,H_9,C_2,D_3]", "play 0,1,2,3", {"score": (28 + 4) * 2, "values": [4]}),
    ("j_square", "jokers=[j_square:8] hand=[S_9,H_9,C_2,D_3,S_4]", ALL, {"score": (28 + 8) * 2, "values": [8]}),
    ("j_square", f"jokers=[j_square:8] {NINES}", "play 0,1,2", {"score": (28 + 8) * 2, "values": [8]}),
    ("j_vampire", ACE, "play 0", {"score": 16, "values": [1]}),
    ("j_vampire", "jokers=[j_vampire:1.9] hand=[S_A/e:BONUS,H_2]", "play 0", {"score": 32, "values": [2], "enhanced": {}}),
    ("j_vampire", "jokers=[j_vampire:2] hand=[S_A/e:BONUS/d,H_2]", "play 0", {"score": 10, "values": [2], "enhanced": {"bonus": 1}}),
    ("j_vampire", "jokers=[j_vampire:2] hand=[S_9,H_9,C_2/e:GOLD]", "play 0,1,2", {"score": 112, "values": [2], "enhanced": {"gold": 1}}),
    ("j_vampire", "jokers=[j_vampire:1.9] hand=[S_A/e:GLASS,H_2]", "play 0", {"score": 32, "enhanced": {}}),
    ("j_vampire", "jokers=[j_vampire:1.9] hand=[S_A/e:STONE,H_2]", "play 0", {"score": 32, "enhanced": {}}),
    ("j_vampire", "jokers=[j_vampire:1.8] hand=[S_9/e:MULT,H_9/e:LUCKY]", "play 0,1", {"score": 112, "values": [2], "enhanced": {}}),
    ("j_hologram", f"{ACE} consumables=[c_cryptid]", "use 0 on 0", {"values": [1.5], "deck": 54}),
    ("j_hologram", f"{SHOP} shop=[S_K]", "buy_card 0", {"values": [1.25], "deck": 53}),
    ("j_hologram", "phase=PACK pack=p_standard_normal_1 pack_cards=[S_K,S_Q]", "pick 1", {"values": [1.25], "deck": 53}),
    ("j_hologram", f"jokers=[j_hologram:2] {ACE}", "play 0", {"score": 32}),
    ("j_obelisk", f"jokers=[j_obelisk:1.8] {ACE} hands=[pair:1:3,high_card:1:1]", "play 0", {"score": 32, "values": [2]}),
    ("j_obelisk", f"jokers=[j_obelisk:1.8] {ACE} hands=[pair:1:3,high_card:1:2]", "play 0", {"score": 32, "values": [2]}),
    ("j_obelisk", f"jokers=[j_obelisk:1.8] {ACE} hands=[pair:1:3,high_card:1:3]", "play 0", {"score": 16, "values": [1]}),
    ("j_lucky_cat", "jokers=[j_lucky_cat,j_oops,j_oops,j_oops,j_oops] hand=[S_A/e:LUCKY,H_2]", "play 0", {"score": 16 * 21 * 1.25, "values": [1.25, 0, 0, 0, 0], "money": 24}),
    ("j_lucky_cat", f"seed={seed_where('lucky_mult', lambda r: r >= 1 / 5)} jokers=[j_lucky_cat:2] hand=[S_A/e:LUCKY,H_2]", "play 0", {"score": 32, "values": [2]}),
    ("j_lucky_cat", "jokers=[j_lucky_cat:2,j_oops,j_oops,j_oops] hand=[S_A/e:LUCKY/d,H_2]", "play 0", {"score": 10}),
    ("j_flash", SHOP, "reroll; reroll", {"values": [4], "money": 20 - 5 - 6}),
    ("j_flash", f"{SHOP} free_rerolls=1", "reroll", {"values": [2], "money": 20}),
    ("j_flash", f"jokers=[j_flash:6] {ACE}", "play 0", {"score": 16 * 7}),
    ("j_popcorn", ACE, "play 0", {"score": 16 * 21, "values": [20]}),
    ("j_popcorn", f"{ACE} {WIN}", "play 0", {"values": [16]}),
    ("j_popcorn", f"jokers=[j_popcorn:8] {ACE} {WIN}", "play 0", {"values": [4]}),
    ("j_popcorn", f"jokers=[j_popcorn:4] {ACE} {WIN}", "play 0", {"score": 80, "jokers": ""}),
    ("j_trousers", "jokers=[j_trousers:4] hand=[S_9,H_9,S_K,H_K]", "play 0,1,2,3", {"score": 58 * (2 + 6), "values": [6]}),
    ("j_trousers", FULL_HOUSE, ALL, {"score": 87 * (4 + 2), "values": [2]}),
    ("j_trousers", f"jokers=[j_trousers:4] {FOUR_NINES}", "play 0,1,2,3", {"score": 96 * (7 + 4), "values": [4]}),
    ("j_ramen", ACE, "play 0", {"score": 32}),
    ("j_ramen", NINES, "discard 0,1,2", {"values": [1.97]}),
    ("j_ramen", f"jokers=[j_ramen:1.03] {NINES}", "discard 0,1", {"values": [1.01]}),
    ("j_ramen", f"jokers=[j_ramen:1.01] {NINES}", "discard 0", {"jokers": ""}),
    (
        "j_ramen",
        f"hand=[{cards('S_A H_2', 48)}] draw=[{cards('C_3', 60)}] discards_left=20 base_hand_size=40",
        again("discard 0,1,2,3,4", 19) + "; discard 0,1,2,3",
        {"values": [1.01]},
    ),
    (
        "j_ramen",
        f"hand=[{cards('S_A H_2', 48)}] draw=[{cards('C_3', 60)}] discards_left=20 base_hand_size=40",
        again("discard 0,1,2,3,4", 20),
        {"jokers": ""},
    ),
    ("j_castle", "hand=[H_9,H_8,S_7,C_2] castle_suit=H", "discard 0,1,2", {"values": [6]}),
    ("j_castle", "hand=[H_9/d,H_8/e:STONE,S_7/e:WILD,C_2] castle_suit=H", "discard 0,1,2", {"values": [3]}),
    ("j_castle", f"jokers=[j_castle:30] {ACE} {WIN}", "play 0", {"score": 46, "values": [30]}),
    ("j_campfire", f"{SHOP} jokers=[j_campfire,j_joker] consumables=[c_mars]", "sell_joker 1; sell_consumable 0", {"values": [1.5]}),
    ("j_campfire", f"jokers=[j_campfire:2] {ACE} {WIN}", "play 0", {"score": 32, "values": [2]}),
    ("j_campfire", f"jokers=[j_campfire:2] {ACE} {WIN} {BOSS}", "play 0", {"score": 32, "values": [1]}),
    ("j_glass", "hand=[S_A/e:GLASS,H_2/e:GLASS,C_3] consumables=[c_hanged_man]", "use 0 on 0,1", {"values": [2.5]}),
    ("j_glass", "hand=[S_A/e:GLASS,H_2,C_3] consumables=[c_hanged_man]", "use 0 on 1,2", {"values": [1]}),
    ("j_glass", "jokers=[j_glass,j_oops,j_oops] hand=[S_A/e:GLASS,H_2]", "play 0", {"score": 32, "values": [1.75, 0, 0], "deck": 51}),
    ("j_glass", f"jokers=[j_glass:2.5] {ACE}", "play 0", {"score": 40}),
    ("j_wee", "hand=[S_2,H_2]", "play 0,1", {"score": (14 + 16) * 2, "values": [16]}),
    ("j_wee", "jokers=[j_wee:40] hand=[S_9,H_9,C_2]", "play 0,1,2", {"score": (28 + 40) * 2, "values": [40]}),
    ("j_hit_the_road", "hand=[S_J,H_J,C_K]", "discard 0,1,2", {"values": [2]}),
    ("j_hit_the_road", "hand=[S_J/d,H_K]", "discard 0,1", {"values": [1]}),
    ("j_hit_the_road", f"jokers=[j_hit_the_road:2] {ACE} {WIN}", "play 0", {"score": 32, "values": [1]}),
    ("j_caino", "hand=[S_K,H_9,C_3] consumables=[c_hanged_man]", "use 0 on 0,1", {"values": [2]}),
    ("j_caino", "hand=[S_K/d,H_9,C_3] consumables=[c_hanged_man]", "use 0 on 0,1", {"values": [1]}),
    ("j_caino", f"jokers=[j_caino:3] {ACE}", "play 0", {"score": 48}),
    ("j_yorick", f"hand=[{cards('S_A', 24)}] draw=[] discards_left=5", again("discard 0,1,2,3,4", 4) + "; discard 0,1", {"values": [1]}),
    ("j_yorick", f"hand=[{cards('S_A', 24)}] draw=[] discards_left=5", again("discard 0,1,2,3,4", 4) + "; discard 0,1,2; play 0", {"values": [2], "score": 32}),
    ("j_yorick", f"hand=[{cards('S_A', 24)}] draw=[] discards_left=5 jokers=[j_yorick:3]", "play 0", {"score": 48}),
]

CREATION: list[Row] = [
    ("j_marble", CHOOSE, "select_blind", {"deck": 53, "enhanced": {"stone": 1}}),
    ("j_marble", f"{CHOOSE} jokers=[j_marble/d]", "select_blind", {"deck": 52, "enhanced": {}}),
    ("j_dna", "hand=[S_K/e:STEEL/x:FOIL/s:BLUE/b:5,H_2] draw=[]", "play 0", {"score": 105, "deck": 3, "hand": "H_2 S_K/e:STEEL/x:FOIL/s:BLUE/b:5"}),
    ("j_dna", "hand=[S_K,H_2] draw=[] hands_played=1", "play 0", {"deck": 2, "hand": "H_2"}),
    ("j_dna", "hand=[S_K,H_2,C_3] draw=[]", "play 0,1", {"deck": 3, "hand": "C_3"}),
    ("j_sixth_sense", "hand=[S_6,H_2]", "play 0", {"score": 11, "kinds": ["spectral"], "deck": 51}),
    ("j_sixth_sense", "hand=[S_6,H_2] hands_played=1", "play 0", {"kinds": [], "deck": 52}),
    ("j_sixth_sense", "hand=[S_6,H_2]", "play 0,1", {"kinds": [], "deck": 52}),
    ("j_sixth_sense", "hand=[S_7,H_2]", "play 0", {"kinds": [], "deck": 52}),
    ("j_sixth_sense", f"hand=[S_6,H_2] {FULL}", "play 0", {"consumables": "c_mars c_venus", "deck": 51}),
    ("j_superposition", "hand=[S_A,H_2,C_3,D_4,S_5]", ALL, {"score": (30 + 25) * 4, "kinds": ["tarot"]}),
    ("j_superposition", f"hand=[S_A,H_2,C_3,D_4,S_5] {FULL}", ALL, {"consumables": "c_mars c_venus"}),
    ("j_superposition", STRAIGHT, ALL, {"kinds": []}),
    ("j_superposition", ACE, "play 0", {"kinds": []}),
    ("j_seance", STRAIGHT_FLUSH, ALL, {"kinds": ["spectral"]}),
    ("j_seance", "hand=[S_A,S_K,S_Q,S_J,S_T]", ALL, {"kinds": ["spectral"]}),
    ("j_seance", f"{STRAIGHT_FLUSH} {FULL}", ALL, {"consumables": "c_mars c_venus"}),
    ("j_seance", FLUSH, ALL, {"kinds": []}),
    ("j_seance", STRAIGHT, ALL, {"kinds": []}),
    ("j_riff_raff", CHOOSE, "select_blind", {"rarities": ["common"] * 3}),
    ("j_riff_raff", f"{CHOOSE} jokers=[j_riff_raff,j_dna,j_dna,j_dna]", "select_blind", {"rarities": ["common", "rare", "rare", "rare", "common"]}),
    ("j_riff_raff", f"{CHOOSE} jokers=[j_riff_raff,j_dna,j_dna,j_dna,j_dna]", "select_blind", {"jokers": "j_riff_raff j_dna j_dna j_dna j_dna"}),
    ("j_vagabond", f"{ACE} money=4", "play 0", {"kinds": ["tarot"]}),
    ("j_vagabond", f"{ACE} money=5", "play 0", {"kinds": []}),
    ("j_vagabond", f"{ACE} money=0 {FULL}", "play 0", {"consumables": "c_mars c_venus"}),
    ("j_hallucination", f"{SHOP} jokers=[j_hallucination,j_oops] shop_packs=[p_arcana_normal_1]", "buy_pack 0", {"kinds": ["tarot"]}),
    ("j_hallucination", f"{SHOP} jokers=[j_hallucination,j_oops] shop_packs=[p_buffoon_normal_1] {FULL}", "buy_pack 0", {"consumables": "c_mars c_venus"}),
    ("j_hallucination", f"seed={seed_where('halu1', lambda r: r < 1 / 2)} {SHOP} shop_packs=[p_buffoon_normal_1]", "buy_pack 0", {"kinds": ["tarot"]}),
    ("j_hallucination", f"seed={seed_where('halu1', lambda r: r >= 1 / 2)} {SHOP} shop_packs=[p_buffoon_normal_1]", "buy_pack 0", {"kinds": []}),
    ("j_certificate", CHOOSE, "select_blind", {"deck": 53, "hand_cards": 9, "seals": 1}),
    ("j_certificate", f"{CHOOSE} jokers=[j_certificate/d]", "select_blind", {"deck": 52, "hand_cards": 8, "seals": 0}),
    ("j_cartomancer", CHOOSE, "select_blind", {"kinds": ["tarot"]}),
    ("j_cartomancer", f"{CHOOSE} {FULL}", "select_blind", {"consumables": "c_mars c_venus"}),
    ("j_diet_cola", SHOP, "sell_joker 0", {"tags": ["tag_double"], "money": 23}),
    ("j_invisible", f"{SHOP} jokers=[j_invisible:2,j_runner:45/x:FOIL]", "sell_joker 0", {"jokers": "j_runner j_runner", "values": [45, 45], "editions": ["foil", "foil"]}),
    ("j_invisible", f"{SHOP} jokers=[j_invisible:1,j_runner:45]", "sell_joker 0", {"jokers": "j_runner"}),
    ("j_invisible", f"{SHOP} jokers=[j_invisible:2]", "sell_joker 0", {"jokers": ""}),
    ("j_invisible", f"{SHOP} jokers=[j_invisible:2,j_joker/x:NEGATIVE]", "sell_joker 0", {"jokers": "j_joker j_joker", "editions": ["negative", None]}),
    ("j_invisible", f"jokers=[j_invisible] {ACE} {WIN}", "play 0", {"values": [1]}),
    ("j_perkeo", f"{SHOP} consumables=[c_mars,c_mars]", "leave_shop", {"consumables": "c_mars c_mars c_mars", "negatives": [False, False, True]}),
    ("j_perkeo", SHOP, "leave_shop", {"consumables": ""}),
    ("j_midas_mask", "hand=[S_K,H_K/e:MULT,C_2]", "play 0,1", {"score": 60, "enhanced": {"gold": 2}}),
    ("j_midas_mask", "hand=[S_9,H_9,C_K]", "play 0,1,2", {"enhanced": {}}),
    ("j_midas_mask", "hand=[S_K/d,H_K,C_2]", "play 0,1", {"enhanced": {"gold": 1}}),
    ("j_burnt", NINES, "discard 0,1,2", {"levels": {"Pair": 2}}),
    ("j_burnt", f"{NINES} discards_used=1", "discard 0,1,2", {"levels": {}}),
    ("j_space", f"jokers=[j_space,j_oops,j_oops] {ACE}", "play 0", {"score": 26 * 2, "levels": {"High Card": 2}}),
    ("j_space", f"seed={seed_where('space', lambda r: r < 1 / 4)} {NINES}", "play 0,1", {"score": 43 * 3, "levels": {"Pair": 2}}),
    ("j_space", f"seed={seed_where('space', lambda r: 1 / 4 <= r < 1 / 2)} {NINES}", "play 0,1", {"score": 56, "levels": {}}),
]

ECONOMY: list[Row] = [
    ("j_credit_card", "phase=SHOP money=0 shop=[j_joker]", "buy_card 0", {"money": -2}),
    ("j_credit_card", "phase=SHOP money=-15", "reroll", {"money": -20}),
    ("j_credit_card", "phase=SHOP money=-16", "", {"illegal": "reroll"}),
    ("j_credit_card", "phase=SHOP money=-20 jokers=[j_credit_card,j_credit_card]", "reroll", {"money": -25}),
    ("j_credit_card", "phase=SHOP money=0 jokers=[j_credit_card/d]", "", {"illegal": "reroll"}),
    ("j_chaos", f"{CHOOSE} one_chip=1", "select_blind; play 0; cash_out", {"reroll": 0}),
    ("j_chaos", f"{CHOOSE} one_chip=1", "select_blind; play 0; cash_out; reroll", {"reroll": 5}),
    ("j_chaos", f"{CHOOSE} one_chip=1 jokers=[j_chaos/d]", "select_blind; play 0; cash_out", {"reroll": 5}),
    ("j_chaos", "phase=SHOP money=30 jokers=[] shop=[j_chaos] rerolls_paid=1", "buy_card 0", {"reroll": 0}),
    ("j_chaos", "phase=SHOP money=30 jokers=[] shop=[j_chaos] rerolls_paid=1", "buy_card 0; reroll", {"reroll": 6}),
    ("j_chaos", f"{SHOP} free_rerolls=1", "sell_joker 0", {"reroll": 5}),
    ("j_chaos", f"{SHOP} jokers=[j_chaos,j_chaos] free_rerolls=2", "reroll; reroll", {"money": 20, "reroll": 5}),
    ("j_delayed_grat", f"{ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 8}}),
    ("j_delayed_grat", f"{NINES} {WIN}", "discard 2; play 0", {"rows": {"blind": 3, "hands": 3}}),
    ("j_delayed_grat", f"{ACE} {WIN} discards_left=0", "play 0", {"rows": {"blind": 3, "hands": 3}}),
    ("j_egg", f"{ACE} {WIN}", "play 0", {"sells": [5]}),
    ("j_egg", SHOP, "", {"sells": [2]}),
    ("j_faceless", "hand=[S_K,H_Q,C_J,D_2]", "discard 0,1,2,3", {"money": 4 + 5}),
    ("j_faceless", "hand=[S_K,H_Q,C_2,D_2]", "discard 0,1,2,3", {"money": 4}),
    ("j_faceless", "hand=[S_K,H_Q,C_J/d,D_2]", "discard 0,1,2,3", {"money": 4}),
    ("j_todo_list", f"jokers=[j_todo_list~10] {NINES}", "play 0,1", {"money": 8}),
    ("j_todo_list", f"jokers=[j_todo_list~11] {NINES}", "play 0,1", {"money": 4}),
    ("j_todo_list", "jokers=[j_todo_list~10] hand=[S_9,H_9,C_9]", "play 0,1,2", {"money": 4}),
    ("j_cloud_9", f"{ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 4}}),
    ("j_cloud_9", f"hand=[S_A,S_9,H_9/e:STONE,C_9/d] draw=[] {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 2}}),
    ("j_cloud_9", f"hand=[S_A,H_2] draw=[] {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3}}),
    ("j_rocket", f"{ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 1}, "values": [1]}),
    ("j_rocket", f"{ACE} {WIN} {BOSS}", "play 0", {"rows": {"blind": 5, "hands": 3, "jokers": 3}, "values": [3]}),
    ("j_rocket", f"jokers=[j_rocket:3] {ACE} {WIN} {BOSS}", "play 0; cash_out", {"money": 4 + 5 + 3 + 5}),
    ("j_gift", f"jokers=[j_gift,j_joker] consumables=[c_mars] {ACE} {WIN}", "play 0", {"sells": [4, 2], "consumable_sells": [2]}),
    ("j_gift", f"jokers=[j_gift/d,j_joker] consumables=[c_mars] {ACE} {WIN}", "play 0", {"sells": [3, 1], "consumable_sells": [1]}),
    ("j_mail", "hand=[S_9,H_9,C_K,D_2] mail_rank=9", "discard 0,1,2", {"money": 4 + 10}),
    ("j_mail", "hand=[S_9/d,H_9/e:STONE,C_K,D_2] mail_rank=9", "discard 0,1,2", {"money": 4}),
    ("j_mail", "hand=[S_9,H_9,C_K,D_2] mail_rank=9", "play 0,1", {"money": 4}),
    ("j_to_the_moon", f"{ACE} {WIN} money=14", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 4}}),
    ("j_to_the_moon", f"{ACE} {WIN} money=90", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 10}}),
    ("j_to_the_moon", f"{ACE} {WIN} money=90 vouchers=[v_seed_money]", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 20}}),
    ("j_to_the_moon", f"{ACE} {WIN} money=4", "play 0", {"rows": {"blind": 3, "hands": 3}}),
    ("j_to_the_moon", f"jokers=[j_to_the_moon,j_to_the_moon] {ACE} {WIN} money=5", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 3}}),
    ("j_golden", f"{ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 4}, "money": 4}),
    ("j_golden", f"{ACE} {WIN}", "play 0; cash_out", {"money": 4 + 10}),
    ("j_trading", "hand=[S_A,H_K,C_2] draw=[]", "discard 0", {"money": 7, "deck": 2}),
    ("j_trading", "hand=[S_A/d,H_K,C_2] draw=[]", "discard 0", {"money": 7, "deck": 2}),
    ("j_trading", "hand=[S_A,H_K,C_2] draw=[]", "discard 0,1", {"money": 4, "deck": 3}),
    ("j_trading", "hand=[S_A,H_K,C_2] draw=[]", "discard 0; discard 0", {"money": 7, "deck": 2}),
    ("j_satellite", f"{ACE} {WIN} planets_used=[c_mars,c_pluto]", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 2}}),
    ("j_satellite", f"{ACE} {WIN} consumables=[c_mars,c_mars]", "use 0; use 0; play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 1}}),
    ("j_satellite", f"{ACE} {WIN} consumables=[c_hermit]", "use 0; play 0", {"rows": {"blind": 3, "hands": 3, "interest": 1}}),
    ("j_mr_bones", f"{ACE} hands_left=1 target=64", "play 0", {"phase": "ROUND_EVAL", "jokers": "", "rows": {}, "lost": False}),
    ("j_mr_bones", f"{ACE} hands_left=1 target=65", "play 0", {"phase": "GAME_OVER", "lost": True}),
    ("j_mr_bones", f"{ACE} hands_left=1 target=16", "play 0", {"phase": "ROUND_EVAL", "jokers": "j_mr_bones", "rows": {"blind": 3}}),
    ("j_astronomer", f"{SHOP} shop=[c_mars,c_fool] shop_packs=[p_celestial_mega_1,p_arcana_normal_1]", "", {"prices": [0, 3], "pack_prices": [0, 4]}),
    ("j_astronomer", f"{SHOP} shop=[c_mars,c_fool] shop_packs=[p_celestial_mega_1,p_arcana_normal_1]", "sell_joker 0", {"prices": [3, 3], "pack_prices": [8, 4]}),
    ("j_astronomer", f"{SHOP} shop=[c_mars,c_fool]", "buy_card 0", {"money": 20, "consumable_sells": [1]}),
    ("j_matador", f"{NINES} on_deck=boss boss=bl_mouth mouth_hand=flush", "play 0,1", {"score": 0, "money": 12}),
    ("j_matador", f"{NINES} on_deck=boss boss=bl_goad", "play 0,1", {"score": 19 * 2, "money": 12}),
    ("j_matador", "hand=[H_9,C_9,S_2] on_deck=boss boss=bl_goad", "play 0,1,2", {"score": 56, "money": 4}),
    ("j_matador", f"{NINES} {BOSS}", "play 0,1", {"money": 4}),
    ("j_matador", f"{NINES} on_deck=boss boss=bl_mouth mouth_hand=flush blind_disabled=1", "play 0,1", {"score": 56, "money": 4}),
]

RULES: list[Row] = [
    ("j_blueprint", f"jokers=[j_blueprint,j_joker] {ACE}", "play 0", {"score": 16 * 9}),
    ("j_blueprint", f"jokers=[j_joker,j_blueprint] {ACE}", "play 0", {"score": 16 * 5}),
    ("j_brainstorm", f"jokers=[j_joker,j_egg,j_brainstorm] {ACE}", "play 0", {"score": 16 * 9}),
    ("j_brainstorm", f"jokers=[j_brainstorm,j_joker] {ACE}", "play 0", {"score": 16 * 5}),
    ("j_juggler", CHOOSE, "select_blind", {"hand_size": 9, "hand_cards": 9}),
    ("j_juggler", ACE, "sell_joker 0", {"hand_size": 8}),
    ("j_juggler", f"{CHOOSE} jokers=[j_juggler/d]", "select_blind", {"hand_size": 8, "hand_cards": 8}),
    ("j_drunkard", CHOOSE, "select_blind", {"discards": 5}),
    ("j_drunkard", CHOOSE, "select_blind; sell_joker 0", {"discards": 4}),
    ("j_troubadour", CHOOSE, "select_blind", {"hand_size": 10, "hand_cards": 10, "hands": 3}),
    ("j_troubadour", CHOOSE, "sell_joker 0; select_blind", {"hand_size": 8, "hand_cards": 8, "hands": 4}),
    ("j_merry_andy", CHOOSE, "select_blind", {"hand_size": 7, "hand_cards": 7, "discards": 7}),
    ("j_merry_andy", CHOOSE, "select_blind; sell_joker 0", {"hand_size": 8, "discards": 4}),
    ("j_turtle_bean", CHOOSE, "select_blind", {"hand_size": 13, "hand_cards": 13}),
    ("j_turtle_bean", f"{ACE} {WIN}", "play 0", {"values": [4], "hand_size": 12}),
    ("j_turtle_bean", f"jokers=[j_turtle_bean:1] {ACE} {WIN}", "play 0", {"jokers": "", "hand_size": 8}),
    ("j_burglar", CHOOSE, "select_blind", {"hands": 7, "discards": 0}),
    ("j_burglar", f"{CHOOSE} on_deck=boss boss=bl_needle", "select_blind", {"hands": 4, "discards": 0}),
    ("j_luchador", "hand=[S_A,H_2] on_deck=boss boss=bl_goad", "play 0", {"score": 5, "disabled": False}),
    ("j_luchador", "hand=[S_A,H_2] on_deck=boss boss=bl_goad", "sell_joker 0; play 0", {"score": 16, "disabled": True, "money": 6}),
    ("j_luchador", "phase=SHOP on_deck=boss boss=bl_goad", "sell_joker 0; leave_shop; select_blind", {"disabled": False}),
    ("j_chicot", f"{CHOOSE} on_deck=boss boss=bl_needle", "select_blind", {"hands": 4, "disabled": True, "jokers": "j_chicot"}),
    ("j_chicot", f"{CHOOSE} on_deck=boss boss=bl_water", "select_blind", {"discards": 4, "disabled": True}),
    ("j_chicot", f"{CHOOSE} on_deck=boss boss=bl_needle jokers=[j_chicot/d]", "select_blind", {"hands": 1, "disabled": False}),
    ("j_oops", f"seed={seed_where('8ball', lambda r: 1 / 4 <= r < 1 / 2)} jokers=[j_8_ball,j_oops] hand=[S_8,H_2]", "play 0", {"kinds": ["tarot"]}),
    ("j_oops", f"seed={seed_where('8ball', lambda r: r >= 1 / 2)} jokers=[j_8_ball,j_oops] hand=[S_8,H_2]", "play 0", {"kinds": []}),
    ("j_oops", f"seed={seed_where('8ball', lambda r: r >= 1 / 2)} jokers=[j_8_ball,j_oops,j_oops] hand=[S_8,H_2]", "play 0", {"kinds": ["tarot"]}),
    ("j_oops", f"seed={seed_where('8ball', lambda r: r >= 1 / 4)} jokers=[j_8_ball,j_oops/d] hand=[S_8,H_2]", "play 0", {"kinds": []}),
]
# fmt: on


def next_tarot() -> str:
    """What Cartomancer creates first in the first ante when nothing is held."""
    return list(content()["consumable"])[random_stream("Tarotcar1")().integer(1, 22) - 1]


SHOWMAN: list[Row] = [
    ("j_ring_master", f"{CHOOSE} jokers=[j_cartomancer]", "select_blind", {"consumables": next_tarot()}),
    (
        "j_ring_master",
        f"{CHOOSE} jokers=[j_ring_master,j_cartomancer] consumables=[{next_tarot()}]",
        "select_blind",
        {"consumables": f"{next_tarot()} {next_tarot()}"},
    ),
]

ROWS = FLAT + HAND_TYPES + SUITS_AND_RANKS + RETRIGGERS + SCALING + CREATION + ECONOMY + RULES + SHOWMAN


def with_joker(key: str, position: str) -> str:
    return position if "jokers=" in position else f"jokers=[{key}] {position}"


@pytest.mark.parametrize(("key", "position", "actions", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_joker(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    assert facts(after(with_joker(key, position), actions), expected) == expected


def test_every_joker_has_a_row() -> None:
    assert {row[0] for row in ROWS} == set(content()["joker"])


def test_every_row_holds_its_joker() -> None:
    without = [row for row in ROWS if row[0] not in with_joker(row[0], row[1])]
    assert [row[0] for row in without] == ["j_ring_master"]  # the row that shows what Showman allows


def test_without_showman_what_is_held_is_not_created() -> None:
    held = next_tarot()
    created = after(f"{CHOOSE} jokers=[j_cartomancer] consumables=[{held}]", "select_blind").consumables[1]
    assert created.kind == "tarot"
    assert created.key != held


def test_to_do_list_changes_every_round_and_never_names_a_secret_hand() -> None:
    seen = set()
    listed = 10
    for _ in range(40):
        game = after(f"jokers=[j_todo_list~{listed}] {ACE} {WIN} seed=R{listed}{len(seen)}", "play 0")
        target = game.jokers[0].target
        assert target != list(content()["hand"])[listed]
        assert target not in ("Flush Five", "Flush House", "Five of a Kind")
        listed = list(content()["hand"]).index(str(target))
        seen.add(target)
    assert len(seen) > 3


def test_misprint_stays_in_its_range_and_uses_it() -> None:
    game = game_at(f"jokers=[j_misprint] hand=[{cards('S_A', 48)}] draw=[] hands_left=48")
    given, before = [], 0.0
    for _ in range(47):
        game.apply("play 0")
        given.append((game.round_score - before) / 16 - 1)
        before = game.round_score
    assert min(given) >= 0
    assert max(given) <= 23
    assert len(set(given)) > 12
