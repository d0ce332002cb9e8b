"""Jokers together, and jokers against seals, editions, bosses and consumables: one rule per row.

The rules are the ``interactions`` column of shared/mechanics/jokers.csv and sections 2 to 6 of
jokers_notes.md; expectations are computed by hand from them, chips times mult (see test_jokers.py).
"""

from __future__ import annotations

from typing import Any

import pytest

from jimbot.game import SUITS, Game
from jimbot.game.content import content

from .positions import after, facts, game_at, random_stream, rolls

Row = tuple[str, str, str, dict[str, Any]]

ACE = "hand=[S_A,H_2]"
ALONE = "hand=[S_A,H_2] draw=[]"
NINES = "hand=[S_9,H_9,C_2]"
TWOS = "hand=[S_2,H_2,C_9]"
KING = "hand=[S_K,H_2]"
STRAIGHT = "hand=[S_9,H_8,C_7,D_6,S_5]"
STRAIGHT_FLUSH = "hand=[S_9,S_8,S_7,S_6,S_5]"
ALL = "play 0,1,2,3,4"
CHOOSE = "phase=BLIND_SELECT"
SHOP = "phase=SHOP money=20"
WALL = "on_deck=boss boss=bl_wall"
WIN = "target=1"
FRONTS = [f"{suit}_{rank}" for suit in "CDHS" for rank in "23456789AJKQT"]  # byte order, rng.md 1.5


def boss(key: str) -> str:
    return f"on_deck=boss boss=bl_{key}" + (" ante=8" if key.startswith("final") else "")


def at_boss(key: str, jokers: str) -> str:
    return f"{CHOOSE} {boss(key)} jokers=[{jokers}]"


def pick(stream: str, choices: list[str], seed: str = "T") -> str:
    """The first pick of a stream."""
    return choices[random_stream(stream, seed)().integer(1, len(choices)) - 1]


def seed_of(stream: str, choices: list[str], wanted: str) -> str:
    return next(seed for seed in map(str, range(1, 200)) if pick(stream, choices, seed) == wanted)


def seed_of_rolls(stream: str, odds: float, hits: list[bool]) -> str:
    """A seed whose first rolls of a stream hit and miss as wanted."""
    return next(
        s for s in map(str, range(1, 2000)) if [r < 1 / odds for r in rolls(stream, len(hits), s)] == hits
    )


def misprints(count: int) -> int:
    stream = random_stream("misprint")
    return sum(stream().integer(0, 23) for _ in range(count))


def perkeo_picks() -> list[str]:
    """The first two copies of Mars and Venus; the second pick may fall on the first copy."""
    stream, held = random_stream("perkeo"), ["c_mars", "c_venus"]
    for _ in range(2):
        held.append(held[stream().integer(1, len(held)) - 1])
    return held[2:]


LEGENDARIES = ["j_caino", "j_triboulet", "j_yorick", "j_chicot", "j_perkeo"]

# fmt: off
# Who a copier copies, and when it has no effect (notes 5).
COPY_TARGETS: list[Row] = [
    ("chain of two Blueprints", f"jokers=[j_blueprint,j_blueprint,j_joker] {ACE}", "play 0", {"score": 16 * 13}),
    ("Blueprint to Brainstorm to the leftmost", f"jokers=[j_joker,j_blueprint,j_brainstorm] {ACE}", "play 0", {"score": 16 * 13}),
    ("Brainstorm to a Blueprint on the left", f"jokers=[j_blueprint,j_joker,j_brainstorm] {ACE}", "play 0", {"score": 16 * 13}),
    ("two Brainstorms", f"jokers=[j_joker,j_brainstorm,j_brainstorm] {ACE}", "play 0", {"score": 16 * 13}),
    ("Blueprint and Brainstorm in a loop", f"jokers=[j_blueprint,j_brainstorm] {ACE}", "play 0", {"score": 16}),
    ("loop beside a real joker", f"jokers=[j_blueprint,j_brainstorm,j_joker] {ACE}", "play 0", {"score": 16 * 5}),
    ("Brainstorm in first position", f"jokers=[j_brainstorm,j_joker,j_joker] {ACE}", "play 0", {"score": 16 * 9}),
    ("Blueprint to a first Brainstorm does not act", f"jokers=[j_brainstorm,j_blueprint] {ACE}", "play 0", {"score": 16}),
    ("Blueprint in last position", f"jokers=[j_joker,j_blueprint] {ACE}", "play 0", {"score": 16 * 5}),
    ("debuffed target", f"jokers=[j_blueprint,j_joker/d] {ACE}", "play 0", {"score": 16}),
    ("debuffed leftmost target", f"jokers=[j_joker/d,j_brainstorm] {ACE}", "play 0", {"score": 16}),
    ("debuffed copier", f"jokers=[j_blueprint/d,j_joker] {ACE}", "play 0", {"score": 16 * 5}),
    ("debuffed link of a chain", f"jokers=[j_blueprint,j_blueprint/d,j_joker] {ACE}", "play 0", {"score": 16 * 5}),
    ("a copy acts at its own position", f"jokers=[j_joker,j_cavendish,j_brainstorm] {ACE}", "play 0", {"score": 16 * 19}),
    ("a moved copier copies rebuilt", f"jokers=[j_joker,j_blueprint] {ACE}", "rearrange_jokers 1,0; play 0", {"score": 16 * 9}),
    ("the copier keeps its edition", f"jokers=[j_blueprint/x:HOLO,j_joker] {ACE}", "play 0", {"score": 16 * (1 + 10 + 8)}),
    ("the target's edition is not copied", f"jokers=[j_blueprint,j_joker/x:HOLO] {ACE}", "play 0", {"score": 16 * (1 + 10 + 8)}),
    ("the copier keeps its sell value", f"{SHOP} jokers=[j_blueprint,j_joker]", "", {"sells": [5, 1]}),
    ("a sold target leaves nothing to copy", f"jokers=[j_blueprint,j_joker] {ACE}", "sell_joker 1; play 0", {"score": 16}),
]

# A copy uses the target's counter and never changes it; what cannot be copied has no effect twice.
COPIES_NEVER_GROW: list[Row] = [
    ("Green Joker", f"jokers=[j_blueprint,j_green_joker:3] {ACE}", "play 0", {"score": 16 * 9, "values": [0, 4]}),
    ("Green Joker, discard", f"jokers=[j_blueprint,j_green_joker:3] {ACE}", "discard 0", {"values": [0, 2]}),
    ("Ride the Bus", f"jokers=[j_blueprint,j_ride_the_bus:1] {NINES}", "play 0,1", {"score": 28 * 6, "values": [0, 2]}),
    ("Runner", f"jokers=[j_blueprint,j_runner] {STRAIGHT}", ALL, {"score": (65 + 30) * 4, "values": [0, 15]}),
    ("Square Joker", "jokers=[j_blueprint,j_square] hand=[S_9,H_9,C_2,D_3]", "play 0,1,2,3", {"score": 36 * 2, "values": [0, 4]}),
    ("Spare Trousers", "jokers=[j_blueprint,j_trousers] hand=[S_9,H_9,S_K,H_K]", "play 0,1,2,3", {"score": 58 * 6, "values": [0, 2]}),
    ("Wee Joker", f"jokers=[j_blueprint,j_wee] {TWOS}", "play 0,1", {"score": (14 + 32) * 2, "values": [0, 16]}),
    ("Ice Cream", f"jokers=[j_blueprint,j_ice_cream] {ACE}", "play 0", {"score": 216, "values": [0, 95]}),
    ("Ice Cream melts alone", f"jokers=[j_blueprint,j_ice_cream:5] {ACE}", "play 0", {"score": 26, "jokers": "j_blueprint"}),
    ("Seltzer", f"jokers=[j_blueprint,j_selzer] {ACE}", "play 0", {"score": 5 + 33, "values": [0, 9]}),
    ("Popcorn", f"jokers=[j_blueprint,j_popcorn] {ACE} {WIN}", "play 0", {"score": 16 * 41, "values": [0, 16]}),
    ("Ramen", f"jokers=[j_blueprint,j_ramen] {ACE}", "discard 0", {"values": [0, 1.99]}),
    ("Ramen, payout", f"jokers=[j_blueprint,j_ramen] {ACE}", "play 0", {"score": 64}),
    ("Vampire", "jokers=[j_blueprint,j_vampire:1.9] hand=[S_A/e:BONUS,H_2]", "play 0", {"score": 64, "values": [0, 2]}),
    ("Obelisk", f"jokers=[j_blueprint,j_obelisk:1.8] {ACE} hands=[pair:1:9]", "play 0", {"score": 64, "values": [0, 2]}),
    ("Castle", "jokers=[j_blueprint,j_castle] hand=[H_9,S_2] castle_suit=H", "discard 0", {"values": [0, 3]}),
    ("Hit the Road", "jokers=[j_blueprint,j_hit_the_road] hand=[S_J,S_2]", "discard 0", {"values": [0, 1.5]}),
    ("Campfire", f"{SHOP} jokers=[j_blueprint,j_campfire,j_egg]", "sell_joker 2", {"values": [0, 1.25]}),
    ("Constellation", f"jokers=[j_blueprint,j_constellation] {ACE} consumables=[c_mars]", "use 0", {"values": [0, 1.1]}),
    ("Flash Card", f"{SHOP} jokers=[j_blueprint,j_flash]", "reroll", {"values": [0, 2]}),
    ("Red Card", "jokers=[j_blueprint,j_red_card] phase=PACK pack=p_celestial_normal_1 pack_cards=[c_mars]", "skip_pack", {"values": [0, 3]}),
    ("Hologram", f"{SHOP} jokers=[j_blueprint,j_hologram] shop=[S_K]", "buy_card 0", {"values": [0, 1.25]}),
    ("Lucky Cat", "jokers=[j_blueprint,j_lucky_cat:1.75,j_oops,j_oops,j_oops] hand=[S_A/e:LUCKY,H_2]", "play 0", {"score": 16 * 21 * 4, "values": [0, 2, 0, 0, 0]}),
    ("Glass Joker", "jokers=[j_blueprint,j_glass] hand=[S_A/e:GLASS,H_2] consumables=[c_hanged_man]", "use 0 on 0", {"values": [0, 1.75]}),
    ("Canio", f"jokers=[j_blueprint,j_caino] {KING} consumables=[c_hanged_man]", "use 0 on 0", {"values": [0, 2]}),
    ("Ceremonial Dagger", f"{CHOOSE} jokers=[j_blueprint,j_ceremonial,j_joker]", "select_blind", {"jokers": "j_blueprint j_ceremonial", "values": [0, 2]}),
    ("Ceremonial Dagger, payout", f"jokers=[j_blueprint,j_ceremonial:6] {ACE}", "play 0", {"score": 16 * 13}),
    ("Madness", f"{CHOOSE} jokers=[j_blueprint/eternal,j_madness,j_egg/eternal]", "select_blind", {"values": [0, 1.5, 0]}),
    ("Gros Michel rots alone", f"jokers=[j_blueprint,j_gros_michel,j_oops,j_oops,j_oops] {ACE} {WIN}", "play 0", {"score": 16 * 31, "jokers": "j_blueprint j_oops j_oops j_oops"}),
    ("Gros Michel rolls once", f"seed={seed_of_rolls('gros_michel', 6, [False, True])} jokers=[j_blueprint,j_gros_michel] {ACE} {WIN}", "play 0", {"jokers": "j_blueprint j_gros_michel"}),
    ("Yorick", "jokers=[j_blueprint,j_yorick] hand=[" + ",".join(["S_A"] * 24) + "] draw=[]", "discard 0,1,2,3,4; discard 0,1,2,3,4; discard 0,1", {"values": [0, 1]}),
    ("Yorick, payout", f"jokers=[j_blueprint,j_yorick:2] {ACE}", "play 0", {"score": 64}),
    ("Golden Joker", f"jokers=[j_blueprint,j_golden] {ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 4}}),
    ("Rocket", f"jokers=[j_blueprint,j_rocket] {ACE} {WIN} {WALL}", "play 0", {"rows": {"blind": 5, "hands": 3, "jokers": 3}, "values": [0, 3]}),
    ("Cloud 9", f"jokers=[j_blueprint,j_cloud_9] {ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 4}}),
    ("Satellite", f"jokers=[j_blueprint,j_satellite] {ACE} {WIN} planets_used=[c_mars]", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 1}}),
    ("Delayed Gratification", f"jokers=[j_blueprint,j_delayed_grat] {ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 8}}),
    ("To the Moon", f"jokers=[j_blueprint,j_to_the_moon] {ACE} {WIN} money=10", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 4}}),
    ("Egg", f"jokers=[j_blueprint,j_egg] {ACE} {WIN}", "play 0", {"sells": [5, 5]}),
    ("Gift Card", f"jokers=[j_blueprint,j_gift] {ACE} {WIN}", "play 0", {"sells": [6, 4]}),
    ("Trading Card", "jokers=[j_blueprint,j_trading] hand=[S_A,H_2,C_3] draw=[]", "discard 0", {"money": 7, "deck": 2}),
    ("Sixth Sense", "jokers=[j_blueprint,j_sixth_sense] hand=[S_6,H_2]", "play 0", {"kinds": ["spectral"]}),
    ("Juggler", f"{CHOOSE} jokers=[j_blueprint,j_juggler]", "select_blind", {"hand_size": 9, "hand_cards": 9}),
    ("Drunkard", f"{CHOOSE} jokers=[j_blueprint,j_drunkard]", "select_blind", {"discards": 5}),
    ("Troubadour", f"{CHOOSE} jokers=[j_blueprint,j_troubadour]", "select_blind", {"hand_size": 10, "hands": 3}),
    ("Stuntman gives chips only", f"jokers=[j_blueprint,j_stuntman] {ACE}", "play 0", {"score": 16 + 500, "hand_size": 6}),
    ("Turtle Bean", f"{CHOOSE} jokers=[j_blueprint,j_turtle_bean]", "select_blind", {"hand_size": 13}),
    ("Credit Card", "phase=SHOP money=-16 jokers=[j_blueprint,j_credit_card]", "", {"illegal": "reroll"}),
    ("Oops!", f"seed={seed_of_rolls('8ball', 2, [False])} jokers=[j_blueprint,j_oops,j_8_ball] hand=[S_8,H_2]", "play 0", {"kinds": []}),
    ("Invisible Joker", f"{SHOP} jokers=[j_blueprint,j_invisible:2]", "sell_joker 0", {"jokers": "j_invisible"}),
    ("Mr. Bones", f"jokers=[j_blueprint,j_mr_bones] {ACE} hands_left=1 target=20", "play 0", {"phase": "ROUND_EVAL", "jokers": "j_blueprint"}),
    ("Four Fingers", "jokers=[j_blueprint,j_four_fingers] hand=[S_A,S_K,S_9]", "play 0,1,2", {"score": 16}),
    ("Midas Mask", f"jokers=[j_midas_mask,j_brainstorm] {KING}", "play 0", {"enhanced": {"gold": 1}}),
]

# What a copy does again.
COPIES_REPEAT: list[Row] = [
    ("Marble Joker", f"{CHOOSE} jokers=[j_blueprint,j_marble]", "select_blind", {"deck": 54, "enhanced": {"stone": 2}}),
    ("Certificate", f"{CHOOSE} jokers=[j_blueprint,j_certificate]", "select_blind", {"deck": 54, "hand_cards": 10, "seals": 2}),
    ("Cartomancer", f"{CHOOSE} jokers=[j_blueprint,j_cartomancer]", "select_blind", {"kinds": ["tarot", "tarot"]}),
    ("Cartomancer with one slot", f"{CHOOSE} jokers=[j_blueprint,j_cartomancer] consumables=[c_mars]", "select_blind", {"kinds": ["planet", "tarot"]}),
    ("Riff-Raff", f"{CHOOSE} jokers=[j_blueprint,j_riff_raff] base_joker_slots=9", "select_blind", {"rarities": ["rare"] + ["common"] * 5}),
    ("Riff-Raff with three slots", f"{CHOOSE} jokers=[j_blueprint,j_riff_raff]", "select_blind", {"rarities": ["rare"] + ["common"] * 4}),
    ("Burglar", f"{CHOOSE} jokers=[j_blueprint,j_burglar]", "select_blind", {"hands": 10, "discards": 0}),
    ("DNA", f"jokers=[j_blueprint,j_dna] {ALONE}", "play 0", {"deck": 4, "hand": "H_2 S_A S_A"}),
    ("8 Ball", "jokers=[j_blueprint,j_8_ball,j_oops,j_oops] hand=[S_8,H_2]", "play 0", {"kinds": ["tarot", "tarot"]}),
    ("Superposition", "jokers=[j_blueprint,j_superposition] hand=[S_A,H_2,C_3,D_4,S_5]", ALL, {"kinds": ["tarot", "tarot"]}),
    ("Séance", f"jokers=[j_blueprint,j_seance] {STRAIGHT_FLUSH}", ALL, {"kinds": ["spectral", "spectral"]}),
    ("Vagabond", f"jokers=[j_blueprint,j_vagabond] {ACE}", "play 0", {"kinds": ["tarot", "tarot"]}),
    ("Hallucination", f"{SHOP} jokers=[j_blueprint,j_hallucination,j_oops] shop_packs=[p_buffoon_normal_1]", "buy_pack 0", {"kinds": ["tarot", "tarot"]}),
    ("Perkeo", f"{SHOP} jokers=[j_blueprint,j_perkeo] consumables=[c_mars]", "leave_shop", {"consumables": "c_mars c_mars c_mars", "negatives": [False, True, True]}),
    ("Space Joker", f"jokers=[j_blueprint,j_space,j_oops,j_oops] {ACE}", "play 0", {"score": 36 * 3, "levels": {"High Card": 3}}),
    ("Burnt Joker", f"jokers=[j_blueprint,j_burnt] {NINES}", "discard 0,1", {"levels": {"Pair": 3}}),
    ("Hiker", f"jokers=[j_blueprint,j_hiker] {ACE}", "play 0", {"score": 16, "bonuses": [10]}),
    ("Mime", "jokers=[j_blueprint,j_mime] hand=[S_A,H_2/e:STEEL]", "play 0", {"score": 54}),
    ("Dusk", f"jokers=[j_blueprint,j_dusk] {ACE} hands_left=1", "play 0", {"score": 5 + 33}),
    ("Hanging Chad", f"jokers=[j_blueprint,j_hanging_chad] {ACE}", "play 0", {"score": 5 + 55}),
    ("Hack", f"jokers=[j_blueprint,j_hack] {TWOS}", "play 0,1", {"score": (10 + 12) * 2}),
    ("Sock and Buskin", f"jokers=[j_blueprint,j_sock_and_buskin] {KING}", "play 0", {"score": 5 + 30}),
    ("Mail-In Rebate", f"jokers=[j_blueprint,j_mail] {NINES} mail_rank=9", "discard 0", {"money": 14}),
    ("Faceless Joker", "jokers=[j_blueprint,j_faceless] hand=[S_K,H_K,C_K,D_2]", "discard 0,1,2", {"money": 14}),
    ("Rough Gem", "jokers=[j_blueprint,j_rough_gem] hand=[D_A,H_2]", "play 0", {"money": 6}),
    ("Golden Ticket", "jokers=[j_blueprint,j_ticket] hand=[D_A/e:GOLD,H_2]", "play 0", {"money": 12}),
    ("Reserved Parking", "jokers=[j_blueprint,j_reserved_parking,j_oops] hand=[S_A,H_K]", "play 0", {"money": 6}),
    ("To Do List", f"jokers=[j_blueprint,j_todo_list~11] {ACE}", "play 0", {"money": 12}),
    ("Matador", f"jokers=[j_blueprint,j_matador] {ACE} {boss('goad')}", "play 0", {"money": 20}),
    ("Photograph", f"jokers=[j_blueprint,j_photograph] {KING}", "play 0", {"score": 60}),
    ("Baron", "jokers=[j_blueprint,j_baron] hand=[S_A,H_K]", "play 0", {"score": 36}),
    ("Raised Fist", "jokers=[j_blueprint,j_raised_fist] hand=[S_A,H_3]", "play 0", {"score": 16 * 13}),
    ("Shoot the Moon", "jokers=[j_blueprint,j_shoot_the_moon] hand=[S_A,H_Q]", "play 0", {"score": 16 * 27}),
    ("Baseball Card", f"jokers=[j_mime,j_blueprint,j_baseball] {ACE}", "play 0", {"score": 36}),
    ("a copy of an Uncommon joker is Rare", f"jokers=[j_baseball,j_blueprint,j_mime] {ACE}", "play 0", {"score": 24}),
    ("Loyalty Card", f"jokers=[j_blueprint,j_loyalty_card~0] {ACE} hands_played_run=5", "play 0", {"score": 16 * 16}),
    ("Joker Stencil: the copier fills a slot", f"jokers=[j_blueprint,j_stencil] {ACE}", "play 0", {"score": 16 * 16}),
    ("Swashbuckler: the original's sum", f"jokers=[j_blueprint,j_swashbuckler,j_egg] {ACE}", "play 0", {"score": 16 * (1 + 7 + 7)}),
    ("Luchador sold as a copy", f"jokers=[j_blueprint,j_luchador] {ACE} {boss('goad')}", "sell_joker 0; play 0", {"disabled": True, "score": 16, "jokers": "j_luchador"}),
    ("Diet Cola sold as a copy", f"{SHOP} jokers=[j_blueprint,j_diet_cola]", "sell_joker 0", {"tags": ["tag_double"], "jokers": "j_diet_cola"}),
    ("Bloodstone rolls for itself", f"seed={seed_of_rolls('bloodstone', 2, [True, False])} jokers=[j_blueprint,j_bloodstone] hand=[H_A,S_2]", "play 0", {"score": 24}),
    ("Business Card rolls for itself", f"seed={seed_of_rolls('business', 2, [False, True])} jokers=[j_blueprint,j_business] {KING}", "play 0", {"money": 6}),
    ("Space Joker rolls for itself", f"seed={seed_of_rolls('space', 4, [False, True])} jokers=[j_blueprint,j_space] {ACE}", "play 0", {"levels": {"High Card": 2}}),
    ("Misprint rolls for itself", f"jokers=[j_blueprint,j_misprint] {ACE}", "play 0", {"score": 16 * (1 + misprints(2))}),
    ("Perkeo picks for each copy", f"{SHOP} jokers=[j_blueprint,j_perkeo] consumables=[c_mars,c_venus]", "leave_shop", {"consumables": "c_mars c_venus " + " ".join(perkeo_picks())}),
]

RETRIGGERS: list[Row] = [
    ("all of them add up on a 5", "jokers=[j_hack,j_dusk,j_hanging_chad,j_selzer] hand=[S_5/s:RED,H_2] hands_left=1", "play 0", {"score": 5 + 5 * 7}),
    ("all of them add up on a King", "jokers=[j_sock_and_buskin,j_dusk,j_hanging_chad,j_selzer] hand=[S_K/s:RED,H_2] hands_left=1", "play 0", {"score": 5 + 10 * 7}),
    ("Hanging Chad is for the first card only", "jokers=[j_hanging_chad,j_hack] hand=[S_5,H_5,C_2]", "play 0,1", {"score": (10 + 20 + 10) * 2}),
    ("debuffed cards are not retriggered", "jokers=[j_hack,j_selzer] hand=[S_5/s:RED/d,H_2]", "play 0", {"score": 5}),
    ("each trigger gives the suit bonus", "jokers=[j_greedy_joker,j_hanging_chad] hand=[D_A,H_2]", "play 0", {"score": 38 * (1 + 9)}),
    ("each trigger gives the money", "jokers=[j_rough_gem,j_hanging_chad] hand=[D_A/s:GOLD,H_2]", "play 0", {"money": 4 + 3 * 4}),
    ("Photograph with Hanging Chad", f"jokers=[j_photograph,j_hanging_chad] {KING}", "play 0", {"score": 35 * 8}),
    ("Photograph's card is not Hanging Chad's", "jokers=[j_photograph,j_hanging_chad,j_splash] hand=[S_A,H_K,C_2]", "play 0,1", {"score": (5 + 33 + 10) * 2}),
    ("Wee Joker with Hack", f"jokers=[j_wee,j_hack] {TWOS}", "play 0,1", {"score": (10 + 8 + 32) * 2, "values": [32, 0]}),
    ("Hiker gains before the next trigger", f"jokers=[j_hiker,j_hanging_chad] {ACE}", "play 0", {"score": 5 + 11 + 16 + 21, "bonuses": [15]}),
    ("Triboulet with Red Seal", "jokers=[j_triboulet] hand=[S_Q/s:RED,H_2]", "play 0", {"score": 25 * 4}),
    ("Glass breaks once per hand", f"seed={seed_of_rolls('glass', 4, [False, True])} jokers=[j_hanging_chad] hand=[S_A/e:GLASS,H_2]", "play 0", {"score": 38 * 8, "deck": 52}),
    ("Lucky Cat once per trigger", "jokers=[j_lucky_cat,j_oops,j_oops,j_oops,j_oops] hand=[S_A/e:LUCKY/s:RED,H_2]", "play 0", {"score": int(27 * 41 * 1.5), "values": [1.5, 0, 0, 0, 0], "money": 44}),
    ("Dusk under The Needle", f"jokers=[j_dusk] {ACE} {boss('needle')} hands_left=1", "play 0", {"score": 27}),
    ("Hanging Chad takes a Stone Card that comes first", "jokers=[j_hanging_chad] hand=[C_2/e:STONE,S_9,H_9]", "play 0,1,2", {"score": 178 * 2}),
    ("Photograph with Sock and Buskin", f"jokers=[j_photograph,j_sock_and_buskin] {KING}", "play 0", {"score": 25 * 4}),
    ("Mime and Red Seal on Steel", "jokers=[j_mime] hand=[S_A,H_2/e:STEEL/s:RED]", "play 0", {"score": 54}),
    ("Mime with Baron and Steel", "jokers=[j_mime,j_baron] hand=[S_A,H_K/e:STEEL]", "play 0", {"score": 81}),
    ("Mime with Raised Fist", "jokers=[j_mime,j_raised_fist] hand=[S_A,H_3]", "play 0", {"score": 16 * 13}),
    ("Mime with Shoot the Moon", "jokers=[j_mime,j_shoot_the_moon] hand=[S_A,H_Q]", "play 0", {"score": 16 * 27}),
    ("Mime with Reserved Parking that hits", "jokers=[j_mime,j_reserved_parking,j_oops] hand=[S_A,H_K]", "play 0", {"money": 6}),
    ("Mime with Reserved Parking that misses", f"seed={seed_of_rolls('parking', 2, [False, True])} jokers=[j_mime,j_reserved_parking] hand=[S_A,H_K]", "play 0", {"money": 4}),
    ("Mime rolls Reserved Parking again after another effect", f"seed={seed_of_rolls('parking', 2, [False, True])} jokers=[j_mime,j_reserved_parking,j_baron] hand=[S_A,H_K]", "play 0", {"money": 5, "score": 36}),
    ("Mime does not touch played cards", f"jokers=[j_mime] {ACE}", "play 0,1", {"score": 16}),
    ("Mime on Gold with Red Seal", f"jokers=[j_mime] hand=[S_A,H_2/e:GOLD/s:RED] {WIN}", "play 0", {"money": 13}),
    ("Red Seal on a held King with Baron", "jokers=[j_baron] hand=[S_A,H_K/s:RED]", "play 0", {"score": 36}),
    ("debuffed held Steel gives nothing", "jokers=[j_mime] hand=[S_A,H_2/e:STEEL/d]", "play 0", {"score": 16}),
    ("Raised Fist tie: the right-most", "jokers=[j_raised_fist] hand=[S_A,H_3/s:RED,C_3]", "play 0", {"score": 16 * 7}),
    ("Raised Fist tie: the right-most with Red Seal", "jokers=[j_raised_fist] hand=[S_A,H_3,C_3/s:RED]", "play 0", {"score": 16 * 13}),
    ("Raised Fist tie: the right-most debuffed", "jokers=[j_raised_fist] hand=[S_A,H_3,C_3/d]", "play 0", {"score": 16}),
    ("Raised Fist tie: the left one debuffed", "jokers=[j_raised_fist] hand=[S_A,H_3/d,C_3]", "play 0", {"score": 16 * 7}),
]

# Jokers that change what a card or a hand is.
RULE_CHANGERS: list[Row] = [
    ("Splash: Ride the Bus sees an unscored face", "jokers=[j_splash,j_ride_the_bus:4] hand=[S_A,H_K]", "play 0,1", {"score": 26, "values": [0, 0]}),
    ("Splash: Midas Mask gilds an unscored face", "jokers=[j_splash,j_midas_mask] hand=[S_A,H_K]", "play 0,1", {"enhanced": {"gold": 1}}),
    ("Splash: Vampire drinks from unscored cards", "jokers=[j_splash,j_vampire:1.9] hand=[S_A,H_K/e:BONUS]", "play 0,1", {"score": 52, "values": [0, 2]}),
    ("Splash: Hanging Chad takes the first played card", "jokers=[j_splash,j_hanging_chad] hand=[C_2,S_A]", "play 0,1", {"score": 5 + 6 + 11}),
    ("Splash: Photograph", "jokers=[j_splash,j_photograph] hand=[S_A,H_K]", "play 0,1", {"score": 52}),
    ("Splash: Flower Pot", "jokers=[j_splash,j_flower_pot] hand=[S_A,H_K,C_3,D_2]", "play 0,1,2,3", {"score": 31 * 3}),
    ("Splash: Seeing Double", "jokers=[j_splash,j_seeing_double] hand=[S_A,C_2]", "play 0,1", {"score": 36}),
    ("Splash widens suits", "jokers=[j_splash,j_greedy_joker] hand=[S_A,D_2]", "play 0,1", {"score": 18 * 4}),
    ("Splash leaves the hand type", "jokers=[j_splash,j_half] hand=[S_9,H_9,C_A]", "play 0,1,2", {"score": 39 * 22}),
    ("Pareidolia: Ride the Bus never grows", f"jokers=[j_pareidolia,j_ride_the_bus:4] {ACE}", "play 0", {"values": [0, 0], "score": 16}),
    ("Pareidolia: Photograph takes the first scoring card", f"jokers=[j_pareidolia,j_photograph] {NINES}", "play 0,1", {"score": 112}),
    ("Pareidolia: Photograph skips a debuffed card", "jokers=[j_pareidolia,j_photograph] hand=[S_9/d,H_9]", "play 0,1", {"score": 19 * 4}),
    ("Pareidolia: Smiley Face", f"jokers=[j_pareidolia,j_smiley] {NINES}", "play 0,1", {"score": 28 * 12}),
    ("Pareidolia: Sock and Buskin", f"jokers=[j_pareidolia,j_sock_and_buskin] {ACE}", "play 0", {"score": 27}),
    ("Pareidolia: Business Card", f"jokers=[j_pareidolia,j_business,j_oops] {NINES}", "play 0,1", {"money": 8}),
    ("Pareidolia: Reserved Parking", "jokers=[j_pareidolia,j_reserved_parking,j_oops] hand=[S_A,H_2,C_3,D_4/d]", "play 0", {"money": 6}),
    ("Pareidolia: Midas Mask", f"jokers=[j_pareidolia,j_midas_mask] {NINES}", "play 0,1,2", {"enhanced": {"gold": 2}}),
    ("Pareidolia: Midas Mask gilds a Stone Card", "jokers=[j_pareidolia,j_midas_mask] hand=[S_9/e:STONE,H_2]", "play 0", {"enhanced": {"gold": 1}, "score": 14}),
    ("Pareidolia: Faceless Joker", "jokers=[j_pareidolia,j_faceless] hand=[S_2,H_3,C_4,D_5]", "discard 0,1,2", {"money": 9}),
    ("Pareidolia: Faceless Joker and a debuffed card", "jokers=[j_pareidolia,j_faceless] hand=[S_2/d,H_3,C_4,D_5]", "discard 0,1,2", {"money": 4}),
    ("Pareidolia: Canio", "jokers=[j_pareidolia,j_caino] hand=[S_2,H_3,C_4] consumables=[c_hanged_man]", "use 0 on 0,1", {"values": [0, 3]}),
    ("Pareidolia: The Plant debuffs all", f"jokers=[j_pareidolia] {ACE} {boss('plant')}", "play 0", {"score": 5}),
    ("Pareidolia: no Kings for Baron", "jokers=[j_pareidolia,j_baron] hand=[S_A,H_2]", "play 0", {"score": 16}),
    ("Smeared: Hearts are Diamonds", "jokers=[j_smeared,j_greedy_joker] hand=[H_A,S_2]", "play 0", {"score": 64}),
    ("Smeared: Spades are Clubs", "jokers=[j_smeared,j_onyx_agate] hand=[S_A,H_2]", "play 0", {"score": 16 * 8}),
    ("Smeared: colours stay apart", "jokers=[j_smeared,j_greedy_joker] hand=[C_A,S_2]", "play 0", {"score": 16}),
    ("Smeared: Flower Pot with two red and two black", "jokers=[j_smeared,j_flower_pot] hand=[S_9,S_8,H_7,H_6,S_5]", ALL, {"score": 65 * 12}),
    ("Smeared: Flower Pot with one red card", "jokers=[j_smeared,j_flower_pot] hand=[S_9,S_8,S_7,H_6,S_5]", ALL, {"score": 65 * 4}),
    ("Smeared: Seeing Double with one black card", "jokers=[j_smeared,j_seeing_double] hand=[S_A,H_2]", "play 0", {"score": 32}),
    ("Smeared: Seeing Double with one red card", "jokers=[j_smeared,j_seeing_double] hand=[H_A,H_2]", "play 0", {"score": 16}),
    ("Smeared: Blackboard is unchanged", "jokers=[j_smeared,j_blackboard] hand=[S_A,D_2]", "play 0", {"score": 16}),
    ("Smeared: Castle", "jokers=[j_smeared,j_castle] hand=[D_9,S_9,C_2] castle_suit=H", "discard 0,1", {"values": [0, 3]}),
    ("Smeared: The Idol", "jokers=[j_smeared,j_idol] hand=[D_9,S_2] idol=H_9", "play 0", {"score": 28}),
    ("Smeared: Ancient Joker", "jokers=[j_smeared,j_ancient] hand=[D_A,S_2] ancient_suit=H", "play 0", {"score": 24}),
    ("Smeared: Bloodstone", "jokers=[j_smeared,j_bloodstone,j_oops] hand=[D_A,S_2]", "play 0", {"score": 24}),
    ("Smeared: Rough Gem", "jokers=[j_smeared,j_rough_gem] hand=[H_A,S_2]", "play 0", {"money": 5}),
    ("Smeared: Arrowhead", "jokers=[j_smeared,j_arrowhead] hand=[C_A,S_2]", "play 0", {"score": 66}),
    ("Smeared: The Goad debuffs Clubs", f"jokers=[j_smeared] hand=[C_A,H_2] {boss('goad')}", "play 0", {"score": 5}),
    ("Smeared sold: debuffs are redone", f"jokers=[j_smeared] hand=[C_A,H_2] {boss('goad')}", "sell_joker 0; play 0", {"score": 16}),
    ("Smeared: Droll Joker", "jokers=[j_smeared,j_droll] hand=[H_A,D_K,H_9,D_5,H_2]", ALL, {"score": 72 * 14}),
    ("Four Fingers: Crazy Joker", "jokers=[j_four_fingers,j_crazy] hand=[S_9,H_8,C_7,D_6]", "play 0,1,2,3", {"score": 60 * 16}),
    ("Four Fingers: Crafty Joker", "jokers=[j_four_fingers,j_crafty] hand=[S_A,S_K,S_9,S_5]", "play 0,1,2,3", {"score": (70 + 80) * 4}),
    ("Four Fingers: The Order", "jokers=[j_four_fingers,j_order] hand=[S_9,H_8,C_7,D_6]", "play 0,1,2,3", {"score": 60 * 12}),
    ("Four Fingers: The Tribe", "jokers=[j_four_fingers,j_tribe] hand=[S_A,S_K,S_9,S_5]", "play 0,1,2,3", {"score": 70 * 8}),
    ("Four Fingers: Runner", "jokers=[j_four_fingers,j_runner] hand=[S_9,H_8,C_7,D_6]", "play 0,1,2,3", {"score": 75 * 4}),
    ("Four Fingers: Superposition", "jokers=[j_four_fingers,j_superposition] hand=[S_A,H_2,C_3,D_4]", "play 0,1,2,3", {"kinds": ["tarot"]}),
    ("Four Fingers: Séance", "jokers=[j_four_fingers,j_seance] hand=[S_9,S_8,S_7,S_6]", "play 0,1,2,3", {"kinds": ["spectral"]}),
    ("Four Fingers: Flush House", "jokers=[j_four_fingers] hand=[S_9,S_9,S_9,S_K,H_K]", ALL, {"score": (140 + 47) * 14}),
    ("Four Fingers: Wild", "jokers=[j_four_fingers] hand=[S_A,S_K,S_9,H_5/e:WILD]", "play 0,1,2,3", {"score": 70 * 4}),
    ("Four Fingers and Shortcut", "jokers=[j_four_fingers,j_shortcut] hand=[S_T,H_8,C_6,D_4]", "play 0,1,2,3", {"score": (30 + 28) * 4}),
    ("Four Fingers and Shortcut: a fifth card outside", "jokers=[j_four_fingers,j_shortcut] hand=[S_K,H_9,C_7,D_5,S_4]", ALL, {"score": (30 + 25) * 4}),
    ("Four Fingers, Shortcut and Smeared", "jokers=[j_four_fingers,j_shortcut,j_smeared] hand=[S_T,C_8,S_6,C_4]", "play 0,1,2,3", {"score": (100 + 28) * 8}),
    ("Shortcut: Runner", "jokers=[j_shortcut,j_runner] hand=[S_T,H_8,C_6,D_5,S_3]", ALL, {"score": (62 + 15) * 4}),
    ("debuffed cards make hands", "jokers=[j_jolly,j_droll] hand=[S_A/d,S_A/d,S_9,S_5,S_2]", ALL, {"score": (35 + 16) * (4 + 18)}),
    ("Stone Cards make no Pair", "jokers=[j_jolly] hand=[S_9,H_9/e:STONE]", "play 0,1", {"score": 64}),
    ("Stone Cards always score, without suit", "jokers=[j_lusty_joker] hand=[S_9,D_9,H_2/e:STONE]", "play 0,1,2", {"score": 78 * 2}),
    ("Stone Cards are no Queens", "jokers=[j_shoot_the_moon] hand=[S_A,H_Q/e:STONE]", "play 0", {"score": 16}),
    ("Stone Cards are no faces", "jokers=[j_scary_face] hand=[S_K/e:STONE,H_2]", "play 0", {"score": 55}),
    ("Stone Cards do not fill Flower Pot", "jokers=[j_flower_pot,j_splash] hand=[S_A,H_9,C_5,D_2/e:STONE]", "play 0,1,2,3", {"score": 80}),
    ("Wild counts for every suit", "jokers=[j_greedy_joker,j_lusty_joker,j_wrathful_joker,j_gluttenous_joker] hand=[S_A/e:WILD,H_2]", "play 0", {"score": 16 * 13}),
    ("debuffed Wild has its printed suit in a flush", "jokers=[j_tribe] hand=[S_A,S_K,S_9,S_5,S_2/e:WILD/d]", ALL, {"score": 70 * 8}),
    ("debuffed Wild has no other suit in a flush", "jokers=[j_tribe] hand=[S_A,S_K,S_9,S_5,H_2/e:WILD/d]", ALL, {"score": 16}),
    ("Wild fills Seeing Double, Clubs first", "jokers=[j_seeing_double] hand=[H_9,H_9/e:WILD]", "play 0,1", {"score": 112}),
    ("two Wilds fill Flower Pot", "jokers=[j_flower_pot] hand=[S_9,H_8,S_7/e:WILD,H_6/e:WILD,S_5]", ALL, {"score": 65 * 12}),
    ("two Wilds fill Seeing Double", "jokers=[j_seeing_double] hand=[H_9/e:WILD,H_9/e:WILD]", "play 0,1", {"score": 112}),
    ("Shortcut with the Ace on top", "jokers=[j_shortcut] hand=[S_A,H_Q,C_T,D_8,S_7]", ALL, {"score": (30 + 46) * 4}),
    ("Shortcut does not wrap round the Ace", "jokers=[j_shortcut] hand=[S_A,H_K,C_Q,D_J,S_2]", ALL, {"score": 16}),
    ("Four Fingers: Burnt Joker", "jokers=[j_four_fingers,j_burnt] hand=[S_A,S_K,S_9,S_5,H_2]", "discard 0,1,2,3", {"levels": {"Flush": 2}}),
    ("Ride the Bus passes debuffed faces", "jokers=[j_ride_the_bus:4] hand=[S_K/d,H_K/d]", "play 0,1", {"values": [5], "score": 70}),
    ("Steel Joker counts debuffed Steel", "jokers=[j_steel_joker] hand=[S_A] draw=[" + ",".join(["S_2/e:STEEL/d"] * 5) + "]", "play 0", {"score": 32}),
    ("Driver's License counts any enhancement", "jokers=[j_drivers_license] hand=[S_A] draw=[" + ",".join(["S_2/e:STONE", "S_3/e:WILD/d"] * 8) + "]", "play 0", {"score": 48}),
]

# Order of effects (notes 2).
ORDER: list[Row] = [
    ("plus before times", f"jokers=[j_joker,j_cavendish] {ACE}", "play 0", {"score": 16 * 15}),
    ("times before plus", f"jokers=[j_cavendish,j_joker] {ACE}", "play 0", {"score": 16 * 7}),
    ("card jokers before the joker phase", "jokers=[j_cavendish,j_scholar] hand=[S_A,H_2]", "play 0", {"score": 36 * 15}),
    ("held cards before the joker phase", "jokers=[j_joker,j_baron] hand=[S_A,H_K]", "play 0", {"score": int(16 * 5.5)}),
    ("held cards after scored cards", "jokers=[j_baron,j_scholar] hand=[S_A,H_K]", "play 0", {"score": int(36 * 7.5)}),
    ("Mult Card before Glass of the next card", "hand=[S_9/e:MULT,H_9/e:GLASS] seed=" + seed_of_rolls("glass", 4, [False]), "play 0,1", {"score": 28 * 12}),
    ("Glass before Mult Card of the next card", "hand=[S_9/e:GLASS,H_9/e:MULT] seed=" + seed_of_rolls("glass", 4, [False]), "play 0,1", {"score": 28 * 8}),
    ("card edition before card jokers", "jokers=[j_triboulet] hand=[S_K/x:HOLO,H_2]", "play 0", {"score": 15 * 22}),
    ("card jokers left to right", "jokers=[j_photograph,j_smiley] hand=[S_K,H_2]", "play 0", {"score": 15 * 7}),
    ("card jokers right to left", "jokers=[j_smiley,j_photograph] hand=[S_K,H_2]", "play 0", {"score": 15 * 12}),
    ("Foil joker", f"jokers=[j_joker/x:FOIL] {ACE}", "play 0", {"score": 66 * 5}),
    ("Holo before the own effect", f"jokers=[j_cavendish/x:HOLO] {ACE}", "play 0", {"score": 16 * 33}),
    ("Polychrome after the own effect", f"jokers=[j_joker/x:POLYCHROME] {ACE}", "play 0", {"score": int(16 * 7.5)}),
    ("Polychrome of a joker without effect", f"jokers=[j_egg/x:POLYCHROME] {ACE}", "play 0", {"score": 24}),
    ("edition of a debuffed joker", f"jokers=[j_joker/x:HOLO/d] {ACE}", "play 0", {"score": 16}),
    ("Baseball Card after the own effect", f"jokers=[j_baseball,j_trousers:4] {ACE}", "play 0", {"score": int(16 * 7.5)}),
    ("Baseball Card at the place of the Uncommon joker", f"jokers=[j_trousers:4,j_joker,j_baseball] {ACE}", "play 0", {"score": int(16 * 11.5)}),
    ("Baseball Card with Holo on the Uncommon joker", f"jokers=[j_baseball,j_mime/x:HOLO] {ACE}", "play 0", {"score": int(16 * 16.5)}),
    ("Baseball Card with a debuffed Uncommon joker (open point)", f"jokers=[j_baseball,j_mime/d] {ACE}", "play 0", {"score": 24}),
    ("debuffed Baseball Card", f"jokers=[j_baseball/d,j_mime] {ACE}", "play 0", {"score": 16}),
    ("Midas Mask feeds a Vampire on its right", f"jokers=[j_midas_mask,j_vampire:1.9] {KING}", "play 0", {"score": 30, "values": [0, 2], "enhanced": {}}),
    ("Vampire left of Midas Mask gets nothing", f"jokers=[j_vampire:2,j_midas_mask] {KING}", "play 0", {"score": 30, "values": [2, 0], "enhanced": {"gold": 1}}),
    ("two Vampires: the left one drinks", "jokers=[j_vampire:1.9,j_vampire:2] hand=[S_A/e:BONUS,H_2]", "play 0", {"score": 64, "values": [2, 2]}),
    ("Vampire is no destruction", "jokers=[j_vampire:1.9,j_glass] hand=[S_A/e:GLASS,H_2]", "play 0", {"score": 32, "values": [2, 1], "deck": 52}),
    ("Vampire leaves the hand type", "jokers=[j_vampire:1.9] hand=[S_A,S_K,S_9,S_5,H_2/e:WILD]", ALL, {"score": 144 * 4, "enhanced": {}}),
    ("Golden Ticket pays for gilded cards", f"jokers=[j_midas_mask,j_ticket] {KING}", "play 0", {"money": 8}),
    ("Space Joker's level counts at once, before The Flint", f"jokers=[j_space,j_oops,j_oops] {ACE} {boss('flint')}", "play 0", {"score": 8 + 11}),
    ("The Flint halves the base only", f"jokers=[j_joker] {NINES} {boss('flint')}", "play 0,1", {"score": (5 + 18) * 5}),
    ("money of the hand counts for Bull", "jokers=[j_rough_gem,j_bull] hand=[D_A,H_2] money=3", "play 0", {"score": 16 + 8}),
    ("The Tooth's money is gone before Bull", f"jokers=[j_bull] {ACE} money=10 {boss('tooth')}", "play 0", {"score": 16 + 18}),
    ("To Do List pays before Bootstraps", f"jokers=[j_bootstraps,j_todo_list~11] {ACE} money=1", "play 0", {"score": 16 * 3}),
    ("Plasma Deck after the jokers", f"deck=plasma jokers=[j_joker] {ACE}", "play 0", {"score": 100}),
    ("Observatory after the jokers", f"jokers=[j_joker] {ACE} vouchers=[v_observatory] consumables=[c_pluto]", "play 0", {"score": int(16 * 7.5)}),
    ("cards score in the order of the hand", "jokers=[j_photograph] hand=[S_9/e:MULT,H_K,C_K,D_9]", "play 3,2,1,0", {"score": 58 * 12}),
    ("DNA's copy is held in the same hand", "jokers=[j_dna,j_baron] hand=[S_K,H_2] draw=[]", "play 0", {"score": 22}),
    ("DNA copies before Hiker's gain", f"jokers=[j_dna,j_hiker] {ALONE}", "play 0", {"bonuses": [5]}),
    ("DNA copies a Stone Card", "jokers=[j_dna] hand=[S_K/e:STONE,H_2] draw=[]", "play 0", {"enhanced": {"stone": 2}}),
    ("DNA left of Vampire copies the enhancement", "jokers=[j_dna,j_vampire] hand=[S_K/e:BONUS,H_2] draw=[]", "play 0", {"enhanced": {"bonus": 1}}),
    ("DNA right of Vampire copies the plain card", "jokers=[j_vampire,j_dna] hand=[S_K/e:BONUS,H_2] draw=[]", "play 0", {"enhanced": {}, "deck": 3}),
    ("Supernova and Card Sharp count the current play", f"jokers=[j_supernova,j_card_sharp] {ACE} hands=[high_card:1:4:1]", "play 0", {"score": 16 * 18}),
    ("Negative joker brings its slot", f"{CHOOSE} jokers=[j_egg/x:NEGATIVE]", "", {"joker_slots": 6}),
    ("Joker Stencil with a debuffed Stencil (open point)", f"jokers=[j_stencil,j_stencil/d] {ACE}", "play 0", {"score": 16 * 5}),
]

GROWTH: list[Row] = [
    ("Hologram: Marble Joker", f"{CHOOSE} jokers=[j_hologram,j_marble]", "select_blind", {"values": [1.25, 0]}),
    ("Hologram: copied Marble Joker", f"{CHOOSE} jokers=[j_hologram,j_blueprint,j_marble]", "select_blind", {"values": [1.5, 0, 0]}),
    ("Hologram: Certificate", f"{CHOOSE} jokers=[j_hologram,j_certificate]", "select_blind", {"values": [1.25, 0]}),
    ("Hologram: DNA, in the same hand", f"jokers=[j_hologram:1.75,j_dna] {ACE}", "play 0", {"values": [2, 0], "score": 32}),
    ("Hologram: Familiar", f"jokers=[j_hologram] {ACE} consumables=[c_familiar]", "use 0", {"values": [1.75], "deck": 54}),
    ("Hologram: Grim", f"jokers=[j_hologram] {ACE} consumables=[c_grim]", "use 0", {"values": [1.5], "deck": 53}),
    ("Hologram: Incantation", f"jokers=[j_hologram] {ACE} consumables=[c_incantation]", "use 0", {"values": [2], "deck": 55}),
    ("Hologram: Cryptid", f"jokers=[j_hologram] {ACE} consumables=[c_cryptid]", "use 0 on 0", {"values": [1.5], "deck": 54}),
    ("Hologram: debuffed", f"{CHOOSE} jokers=[j_hologram/d,j_marble]", "select_blind", {"values": [1, 0]}),
    ("Canio: Trading Card", f"jokers=[j_caino,j_trading] {KING}", "discard 0", {"values": [2, 0]}),
    ("Canio: Glass shatter, after scoring", "jokers=[j_caino,j_oops,j_oops] hand=[S_K/e:GLASS,H_2]", "play 0", {"values": [2, 0, 0], "score": 30}),
    ("Canio: Immolate", "jokers=[j_caino] hand=[S_K,H_Q,C_J,D_2,S_3] consumables=[c_immolate]", "use 0", {"values": [4]}),
    ("Canio: Familiar", "jokers=[j_caino] hand=[S_K,H_K] consumables=[c_familiar]", "use 0", {"values": [2]}),
    ("Canio: Grim", "jokers=[j_caino] hand=[S_K,H_K] consumables=[c_grim]", "use 0", {"values": [2]}),
    ("Canio: Incantation", "jokers=[j_caino] hand=[S_K,H_K] consumables=[c_incantation]", "use 0", {"values": [2]}),
    ("Canio: Sixth Sense under Pareidolia", "jokers=[j_caino,j_sixth_sense,j_pareidolia] hand=[S_6,H_2]", "play 0", {"values": [2, 0, 0]}),
    ("Canio: a 6 is no face", "jokers=[j_caino,j_sixth_sense] hand=[S_6,H_2]", "play 0", {"values": [1, 0]}),
    ("Canio: a discarded face is not destroyed", f"jokers=[j_caino] {KING}", "discard 0", {"values": [1]}),
    ("Glass Joker: Trading Card", "jokers=[j_glass,j_trading] hand=[S_A/e:GLASS,H_2]", "discard 0", {"values": [1.75, 0]}),
    ("Glass Joker: Sixth Sense", "jokers=[j_glass,j_sixth_sense] hand=[S_6/e:GLASS,H_2]", "play 0", {"values": [1.75, 0], "deck": 51}),
    ("Glass Joker: Immolate", "jokers=[j_glass] hand=[S_A/e:GLASS,H_2/e:GLASS,C_3,D_4,S_5] consumables=[c_immolate]", "use 0", {"values": [2.5]}),
    ("Glass Joker: Familiar", "jokers=[j_glass] hand=[S_A/e:GLASS,H_2/e:GLASS] consumables=[c_familiar]", "use 0", {"values": [1.75]}),
    ("Glass Joker: two at once", "jokers=[j_glass,j_oops,j_oops] hand=[S_9/e:GLASS,H_9/e:GLASS]", "play 0,1", {"values": [2.5, 0, 0]}),
    ("Glass Joker: debuffed Glass never breaks", "jokers=[j_glass,j_oops,j_oops] hand=[S_9/e:GLASS/d,H_9]", "play 0,1", {"values": [1, 0, 0], "deck": 52}),
    ("Glass and face at once feed both", "jokers=[j_glass,j_caino] hand=[S_K/e:GLASS,H_2] consumables=[c_hanged_man]", "use 0 on 0", {"values": [1.75, 2]}),
    ("Gift Card before Swashbuckler sees the sum", f"jokers=[j_swashbuckler,j_gift,j_egg] {ACE} {WIN}", "play 0", {"score": 16 * 6, "sells": [3, 4, 6]}),
    ("Egg's value feeds Ceremonial Dagger", f"{CHOOSE} jokers=[j_ceremonial,j_egg+3]", "select_blind", {"values": [10]}),
    ("Temperance counts Egg's value", f"jokers=[j_egg+6] {ACE} consumables=[c_temperance]", "use 0", {"money": 12}),
    ("Campfire does not count itself", f"{SHOP} jokers=[j_campfire,j_campfire]", "sell_joker 0", {"values": [1.25]}),
    ("Campfire keeps its counter after a Big Blind", f"jokers=[j_campfire:2] {ACE} {WIN} on_deck=big", "play 0", {"values": [2]}),
    ("Rocket after two bosses", f"jokers=[j_rocket:5] {ACE} {WIN} {WALL}", "play 0", {"rows": {"blind": 5, "hands": 3, "jokers": 7}}),
    ("Yorick counts debuffed cards", "jokers=[j_yorick] hand=[" + ",".join(["S_A/d"] * 24) + "] draw=[] discards_left=5", "; ".join(["discard 0,1,2,3,4"] * 4) + "; discard 0,1,2", {"values": [2]}),
    ("Constellation: a planet out of a pack", "jokers=[j_constellation] phase=PACK pack=p_celestial_mega_1 pack_cards=[c_mars,c_pluto,c_venus]", "pick 0; pick 0", {"values": [1.2]}),
    ("Fortune Teller: a tarot out of a pack", "jokers=[j_fortune_teller] phase=PACK pack=p_arcana_normal_1 pack_cards=[c_hermit] hand=[S_A] tarots_used=2", "pick 0", {"money": 8, "tarots_used": 3}),
    ("Red Card: skip after a first pick", "jokers=[j_red_card] phase=PACK pack=p_celestial_mega_1 pack_cards=[c_mars,c_pluto]", "pick 0; skip_pack", {"values": [3]}),
    ("Red Card: a pack of a tag", f"{CHOOSE} jokers=[j_red_card] ante_tags=[tag_charm,tag_charm]", "skip_blind; skip_pack", {"values": [3]}),
    ("Hallucination: a pack of a tag", f"{CHOOSE} jokers=[j_hallucination,j_oops] ante_tags=[tag_charm,tag_charm]", "skip_blind", {"kinds": ["tarot"]}),
    ("Flash Card counts free rerolls", f"{SHOP} jokers=[j_flash,j_chaos] free_rerolls=1", "reroll; reroll", {"values": [4, 0], "money": 15}),
    ("Wee Joker ignores a debuffed 2", "jokers=[j_wee] hand=[S_2/d,H_2]", "play 0,1", {"values": [8]}),
    ("Hit the Road keeps its counter in the round", "jokers=[j_hit_the_road] hand=[S_J,H_J,S_A,H_2] draw=[]", "discard 0; discard 0; play 0", {"score": 32, "values": [2]}),
]

# Blind select, end of round, sales: passes over the jokers (notes 3).
PASSES: list[Row] = [
    ("Dagger: a victim does not act", f"{CHOOSE} jokers=[j_ceremonial,j_burglar]", "select_blind", {"jokers": "j_ceremonial", "hands": 4, "discards": 4}),
    ("Dagger: Riff-Raff as the victim", f"{CHOOSE} jokers=[j_ceremonial,j_riff_raff]", "select_blind", {"jokers": "j_ceremonial", "values": [6]}),
    ("Dagger: Cartomancer as the victim", f"{CHOOSE} jokers=[j_ceremonial,j_cartomancer]", "select_blind", {"kinds": []}),
    ("Dagger: Marble Joker as the victim", f"{CHOOSE} jokers=[j_ceremonial,j_marble]", "select_blind", {"deck": 52}),
    ("Dagger: jokers on its left have acted", f"{CHOOSE} jokers=[j_burglar,j_ceremonial,j_joker]", "select_blind", {"hands": 7, "values": [0, 2]}),
    ("Dagger: a Dagger as the victim does not strike", f"{CHOOSE} jokers=[j_ceremonial,j_ceremonial,j_joker]", "select_blind", {"jokers": "j_ceremonial j_joker", "values": [6, 0]}),
    ("Dagger: one that was struck at by none", f"{CHOOSE} jokers=[j_ceremonial,j_egg,j_ceremonial,j_joker]", "select_blind", {"jokers": "j_ceremonial j_ceremonial", "values": [4, 2]}),
    ("Dagger before Riff-Raff frees a slot", f"{CHOOSE} jokers=[j_ceremonial,j_dna,j_riff_raff,j_dna,j_dna]", "select_blind", {"rarities": ["uncommon", "common", "rare", "rare", "common"]}),
    ("Madness: a victim on its right does not act", f"{CHOOSE} jokers=[j_madness,j_marble]", "select_blind", {"jokers": "j_madness", "deck": 52}),
    ("Madness: a victim on its left has acted", f"{CHOOSE} jokers=[j_marble,j_madness]", "select_blind", {"jokers": "j_madness", "deck": 53}),
    ("Madness alone still gains", f"{CHOOSE} jokers=[j_madness]", "select_blind", {"values": [1.5]}),
    ("Madness takes the joker of the stream", f"{CHOOSE} jokers=[j_madness,j_joker,j_egg,j_dna]", "select_blind", {"jokers": " ".join(k for k in ["j_madness", "j_joker", "j_egg", "j_dna"] if k != pick("madness", ["j_joker", "j_egg", "j_dna"]))}),
    ("Madness spares what the Dagger marked", f"{CHOOSE} jokers=[j_ceremonial/eternal,j_joker,j_madness]", "select_blind", {"jokers": "j_ceremonial j_madness", "values": [2, 1.5]}),
    ("Marble's card comes before the deal", f"{CHOOSE} jokers=[j_marble]", "select_blind", {"deck": 53, "hand_cards": 8}),
    ("Riff-Raff's jokers do not act in the same pass", f"{CHOOSE} jokers=[j_riff_raff] base_joker_slots=3", "select_blind", {"rarities": ["common"] * 3}),
    ("Burglar after The Needle", at_boss("needle", "j_burglar"), "select_blind", {"hands": 4, "discards": 0}),
    ("Burglar and Drunkard", f"{CHOOSE} jokers=[j_drunkard,j_burglar]", "select_blind", {"discards": 0}),
    ("Burglar leaves nothing to Delayed Gratification", f"{CHOOSE} one_chip=1 jokers=[j_burglar,j_delayed_grat]", "select_blind; play 0", {"rows": {"blind": 3, "hands": 6}}),
    ("Certificate over the hand size of Stuntman", f"{CHOOSE} jokers=[j_stuntman,j_certificate]", "select_blind", {"hand_size": 6, "hand_cards": 7}),
    ("Perkeo picks by its stream", f"{SHOP} jokers=[j_perkeo] consumables=[c_mars,c_venus]", "leave_shop", {"consumables": f"c_mars c_venus {pick('perkeo', ['c_mars', 'c_venus'])}", "negatives": [False, False, True]}),
    ("Perkeo can copy a Negative card", f"{SHOP} jokers=[j_perkeo] consumables=[c_mars/x:NEGATIVE]", "leave_shop", {"consumables": "c_mars c_mars", "negatives": [True, True]}),
    ("Invisible Joker picks by its stream", f"{SHOP} jokers=[j_invisible:2,j_joker,j_egg,j_dna]", "sell_joker 0", {"jokers": f"j_joker j_egg j_dna {pick('invisible', ['j_joker', 'j_egg', 'j_dna'])}"}),
    ("Invisible Joker with full slots", f"{SHOP} jokers=[j_invisible:2,j_egg,j_egg,j_egg,j_egg]", "sell_joker 0", {"jokers": " ".join(["j_egg"] * 5)}),
    ("Invisible Joker copies stickers", f"{SHOP} jokers=[j_invisible:2,j_egg/eternal]", "sell_joker 0", {"jokers": "j_egg j_egg", "illegal": "sell_joker 1"}),
    ("Invisible Joker's copy of its kind starts rebuilt", f"{SHOP} jokers=[j_invisible:2,j_invisible:3]", "sell_joker 0", {"values": [3, 0]}),
    ("Invisible Joker copies the sell bonus", f"{SHOP} jokers=[j_invisible:2,j_egg+6]", "sell_joker 0", {"sells": [8, 8]}),
    ("Loyalty Card's copy keeps its phase", f"jokers=[j_invisible:2,j_loyalty_card~0] {ACE} hands_played_run=5", "sell_joker 0; play 0", {"score": 16 * 16}),
    ("rental after the own effect", f"jokers=[j_egg/rental] {ACE} {WIN}", "play 0", {"money": 1, "sells": [1 + 3]}),
    ("rental of a debuffed joker", f"jokers=[j_egg/rental/d] {ACE} {WIN}", "play 0", {"money": 1}),
    ("interest after rental", f"jokers=[j_to_the_moon/rental] {ACE} {WIN} money=12", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 2}}),
    ("perishable after the own effect", f"jokers=[j_popcorn/perishable:1] {ACE} {WIN}", "play 0", {"values": [16], "debuffed_jokers": ["j_popcorn"]}),
    ("Gold Card money counts for interest", f"jokers=[j_to_the_moon] hand=[S_A,H_2/e:GOLD] {WIN} money=2", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 2}}),
    ("payouts do not count for interest", f"jokers=[j_golden] {ACE} {WIN} money=4", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 4}}),
    ("payouts add up", f"jokers=[j_golden,j_rocket,j_cloud_9,j_golden/d] {ACE} {WIN}", "play 0", {"rows": {"blind": 3, "hands": 3, "jokers": 4 + 1 + 4}}),
    ("To the Moon under Money Tree", f"jokers=[j_to_the_moon] {ACE} {WIN} money=200 vouchers=[v_seed_money,v_money_tree]", "play 0", {"rows": {"blind": 3, "hands": 3, "interest": 40}}),
    ("To the Moon on the Green Deck", f"deck=green jokers=[j_to_the_moon] {ACE} {WIN} money=50 discards_left=3", "play 0", {"rows": {"blind": 3, "hands": 6, "discards": 3}}),
    ("Drunkard debuffed", f"{CHOOSE} jokers=[j_drunkard/d]", "select_blind", {"discards": 4}),
    ("Astronomer: free with no money", "phase=SHOP money=0 jokers=[j_astronomer] shop=[c_mars] shop_packs=[p_celestial_normal_1]", "buy_card 0; buy_pack 0", {"money": 0, "phase": "PACK"}),
    ("Astronomer bought: prices fall at once", f"{SHOP} shop=[j_astronomer,c_mars]", "buy_card 0", {"prices": [0]}),
    ("Astronomer debuffed", f"{SHOP} jokers=[j_astronomer/d] shop=[c_mars]", "", {"prices": [3]}),
    ("Chaos sold after use changes nothing", f"{SHOP} jokers=[j_chaos] free_rerolls=1", "reroll; reroll; sell_joker 0", {"reroll": 6, "money": 17}),
    ("Juggler bought in the shop", f"{SHOP} shop=[j_juggler]", "buy_card 0", {"hand_size": 9}),
    ("Credit Card sold leaves the debt", "phase=SHOP money=-10 jokers=[j_credit_card]", "sell_joker 0", {"money": -9, "illegal": "reroll"}),
    ("Credit Card buys packs and vouchers", "phase=SHOP money=-6 jokers=[j_credit_card] shop_packs=[p_arcana_normal_1] shop_vouchers=[v_blank]", "buy_voucher 0; buy_pack 0", {"money": -20}),
    ("Juggler gained in a round", f"jokers=[j_invisible:2,j_juggler] {ACE}", "sell_joker 0", {"hand_size": 10}),
    ("Drunkard gained in a round", f"jokers=[j_invisible:2,j_drunkard] {ACE} discards_left=3", "sell_joker 0", {"discards": 4}),
    ("Merry Andy sold in a round: its card comes at once", "phase=BLIND_SELECT jokers=[j_merry_andy]", "select_blind; sell_joker 0", {"hand_size": 8, "hand_cards": 8}),
    ("Stuntman sold in a round: two cards come at once", "phase=BLIND_SELECT jokers=[j_stuntman]", "select_blind; discard 0; sell_joker 0", {"hand_size": 8, "hand_cards": 8}),
    ("Juggler sold in a round: the hand keeps its cards", "phase=BLIND_SELECT jokers=[j_juggler]", "select_blind; sell_joker 0", {"hand_size": 8, "hand_cards": 9}),
    ("Merry Andy gained in a round", f"jokers=[j_invisible:2,j_merry_andy] {ACE} discards_left=3", "sell_joker 0", {"discards": 6, "hand_size": 6}),
    ("Turtle Bean gained in a round", f"jokers=[j_invisible:2,j_turtle_bean:3] {ACE}", "sell_joker 0", {"hand_size": 14}),
    ("Diet Cola's tag doubles the next one", f"{CHOOSE} jokers=[j_diet_cola] ante_tags=[tag_juggle,tag_juggle]", "sell_joker 0; skip_blind", {"tags": ["tag_juggle", "tag_juggle"]}),
]

# Bosses.
HOOK = f"hand=[S_A,S_9,H_9] draw=[] {boss('hook')}"
BOSSES: list[Row] = [
    ("The Hook's victims pay Mail-In Rebate", f"jokers=[j_mail] {HOOK} mail_rank=9 target=1", "play 0", {"money": 14}),
    ("The Hook's victims feed Castle", f"jokers=[j_castle] {HOOK} castle_suit=H target=1", "play 0", {"values": [3]}),
    ("The Hook's victims wear Ramen", f"jokers=[j_ramen] {HOOK} target=1", "play 0", {"values": [1.98], "score": 31}),
    ("The Hook's victims count for Hit the Road", f"jokers=[j_hit_the_road] hand=[S_A,S_J,H_J,C_J] draw=[] {boss('hook')}", "play 0", {"values": [2], "score": 32}),
    ("The Hook's victims count for Yorick", f"jokers=[j_yorick] hand=[{','.join(['S_A'] * 24)}] draw=[] discards_left=5 {boss('hook')}", "; ".join(["discard 0,1,2,3,4"] * 4) + "; discard 0; play 0", {"values": [2], "score": 32}),
    ("The Hook's victims give no held effect", f"jokers=[j_baron,j_mime] hand=[S_A,S_K,H_K] draw=[S_2] {boss('hook')}", "play 0", {"score": 16}),
    ("Burnt Joker ignores The Hook", f"jokers=[j_burnt] hand=[S_A,S_9,H_9,C_2,D_2] draw=[] {boss('hook')}", "play 0", {"levels": {}, "discards_used": 0}),
    ("Burnt Joker after a Hook play", f"jokers=[j_burnt] hand=[S_A,S_9,H_9,C_9,D_9] draw=[] {boss('hook')}", "play 0; discard 0,1", {"levels": {"Pair": 2}}),
    ("Trading Card after a Hook play", f"jokers=[j_trading] hand=[S_A,S_9,H_9,C_9,D_9] draw=[] {boss('hook')}", "play 0; discard 0", {"money": 7, "deck": 4}),
    ("Delayed Gratification after The Hook", f"jokers=[j_delayed_grat] {HOOK} target=1", "play 0", {"rows": {"blind": 5, "hands": 3, "jokers": 8}}),
    ("refused: Ice Cream melts on", f"jokers=[j_ice_cream] {ACE} {boss('psychic')}", "play 0", {"score": 0, "values": [95]}),
    ("refused: Seltzer counts down", f"jokers=[j_selzer:1] {ACE} {boss('psychic')}", "play 0", {"score": 0, "jokers": ""}),
    ("refused: Green Joker does not grow", f"jokers=[j_green_joker:3] {ACE} {boss('psychic')}", "play 0", {"values": [3]}),
    ("refused: Square Joker does not grow", f"jokers=[j_square] hand=[S_9,H_9,C_2,D_3] {boss('psychic')}", "play 0,1,2,3", {"values": [0]}),
    ("refused: Spare Trousers does not grow", f"jokers=[j_trousers] hand=[S_9,H_9,C_2,D_2] {boss('psychic')}", "play 0,1,2,3", {"values": [0]}),
    ("refused: Ride the Bus is not reset", f"jokers=[j_ride_the_bus:4] {KING} {boss('psychic')}", "play 0", {"values": [4]}),
    ("refused: Obelisk is not reset", f"jokers=[j_obelisk:2] {ACE} {boss('psychic')}", "play 0", {"values": [2]}),
    ("refused: To Do List pays nothing", f"jokers=[j_todo_list~11] {ACE} {boss('psychic')}", "play 0", {"money": 4}),
    ("refused: DNA makes nothing", f"jokers=[j_dna] {ACE} {boss('psychic')}", "play 0", {"deck": 52}),
    ("refused: Sixth Sense makes nothing", f"jokers=[j_sixth_sense] hand=[S_6,H_2] {boss('psychic')}", "play 0", {"deck": 52, "kinds": []}),
    ("refused: Vagabond makes nothing", f"jokers=[j_vagabond] {ACE} {boss('psychic')}", "play 0", {"kinds": []}),
    ("refused: Space Joker gives no level", f"jokers=[j_space,j_oops,j_oops] {ACE} {boss('psychic')}", "play 0", {"levels": {}}),
    ("refused: Glass does not break", f"jokers=[j_glass,j_oops,j_oops] hand=[S_A/e:GLASS,H_2] {boss('psychic')}", "play 0", {"deck": 52, "values": [1, 0, 0]}),
    ("refused: Midas Mask gilds nothing", f"jokers=[j_midas_mask] {KING} {boss('psychic')}", "play 0", {"enhanced": {}}),
    ("refused: Supernova's and Card Sharp's counts stay raised", f"jokers=[j_supernova,j_card_sharp] hand=[S_A,H_K,C_9,D_7,S_4,H_2] draw=[] {boss('psychic')}", "play 0; " + ALL, {"score": 15 * 9}),
    ("refused: Loyalty Card's count goes on", f"jokers=[j_loyalty_card~0] hand=[S_A,H_K,C_9,D_7,S_4,H_2] draw=[] hands_played_run=4 {boss('psychic')}", "play 0; " + ALL, {"score": 15 * 4}),
    ("Matador: The Psychic", f"jokers=[j_matador] {ACE} {boss('psychic')}", "play 0", {"money": 12}),
    ("Matador: The Psychic, five cards", f"jokers=[j_matador] {STRAIGHT} {boss('psychic')}", ALL, {"money": 4}),
    ("Matador: The Eye", f"jokers=[j_matador] {ACE} {boss('eye')} eye_hands=[high_card]", "play 0", {"money": 12}),
    ("Matador: The Eye, a new hand", f"jokers=[j_matador] {ACE} {boss('eye')} eye_hands=[pair]", "play 0", {"money": 4}),
    ("Matador: The Mouth, the same hand", f"jokers=[j_matador] {ACE} {boss('mouth')} mouth_hand=high_card", "play 0", {"money": 4}),
    ("Matador: The Club", f"jokers=[j_matador] hand=[C_A,H_2] {boss('club')}", "play 0", {"money": 12}),
    ("Matador: The Head", f"jokers=[j_matador] hand=[H_A,S_2] {boss('head')}", "play 0", {"money": 12}),
    ("Matador: The Window", f"jokers=[j_matador] hand=[D_A,S_2] {boss('window')}", "play 0", {"money": 12}),
    ("Matador: The Plant", f"jokers=[j_matador] {KING} {boss('plant')}", "play 0", {"money": 12}),
    ("Matador: The Plant, no face", f"jokers=[j_matador] {ACE} {boss('plant')}", "play 0", {"money": 4}),
    ("Matador: The Pillar", f"jokers=[j_matador] hand=[S_A/p,H_2] {boss('pillar')}", "play 0", {"money": 12}),
    ("Matador: Verdant Leaf", f"jokers=[j_matador] {ACE} {boss('final_leaf')}", "play 0", {"money": 12}),
    ("Matador: The Hook", f"jokers=[j_matador] {ACE} {boss('hook')}", "play 0", {"money": 12}),
    ("Matador: The Tooth", f"jokers=[j_matador] {ACE} {boss('tooth')}", "play 0", {"money": 4 - 1 + 8}),
    ("Matador: The Flint", f"jokers=[j_matador] {ACE} {boss('flint')}", "play 0", {"money": 12}),
    ("Matador: The Arm above level 1", f"jokers=[j_matador] {ACE} {boss('arm')} hands=[high_card:2]", "play 0", {"money": 12, "levels": {}}),
    ("Matador: The Arm at level 1", f"jokers=[j_matador] {ACE} {boss('arm')}", "play 0", {"money": 4}),
    ("Matador: The Ox on its hand", f"jokers=[j_matador] {ACE} {boss('ox')} ox_hand=high_card", "play 0", {"money": 8}),
    ("Matador: The Ox on another hand", f"jokers=[j_matador] {ACE} {boss('ox')} ox_hand=pair", "play 0", {"money": 4}),
    ("Matador: Crimson Heart", f"jokers=[j_matador,j_egg/d] {ACE} {boss('final_heart')}", "play 0", {"money": 12}),
    ("Green Joker loses to The Hook and gains by the play", f"jokers=[j_green_joker:3] {HOOK} target=1", "play 0", {"values": [3], "score": 64}),
    ("The Arm lowers, then Space Joker raises", f"jokers=[j_space,j_oops,j_oops] {ACE} {boss('arm')} hands=[high_card:2]", "play 0", {"score": 52, "levels": {"High Card": 2}}),
    ("Matador: The Water", f"jokers=[j_matador] {ACE} {boss('water')}", "play 0", {"money": 4}),
    ("Matador: The Needle", f"jokers=[j_matador] {ACE} {boss('needle')}", "play 0", {"money": 4}),
    ("Matador: The Manacle", f"jokers=[j_matador] {ACE} {boss('manacle')}", "play 0", {"money": 4}),
    ("Matador: Chicot", f"{CHOOSE} {boss('flint')} jokers=[j_matador,j_chicot]", "select_blind; play 0", {"money": 4}),
    ("Matador: no boss", "jokers=[j_matador] hand=[S_A/d,H_2]", "play 0", {"money": 4}),
    ("Luchador: The Needle", at_boss("needle", "j_luchador"), "select_blind; sell_joker 0", {"hands": 4}),
    ("Luchador: The Water", at_boss("water", "j_luchador"), "select_blind; sell_joker 0", {"discards": 4}),
    ("Luchador: The Manacle", at_boss("manacle", "j_luchador"), "select_blind; sell_joker 0", {"hand_size": 8, "hand_cards": 8}),
    ("Luchador: The Wall", at_boss("wall", "j_luchador"), "select_blind; sell_joker 0", {"target": 600}),
    ("Luchador: The Wall is beaten at once", f"jokers=[j_luchador] {ACE} {WALL} target=1200 score=700", "sell_joker 0", {"phase": "ROUND_EVAL"}),
    ("Luchador: Violet Vessel", at_boss("final_vessel", "j_luchador"), "select_blind; sell_joker 0", {"target": 100000}),
    ("Luchador: The Plant", f"jokers=[j_luchador] {KING} {boss('plant')}", "sell_joker 0; play 0", {"score": 15}),
    ("Luchador: The Pillar", f"jokers=[j_luchador] hand=[S_A/p,H_2] {boss('pillar')}", "sell_joker 0; play 0", {"score": 16}),
    ("Luchador: Verdant Leaf", f"jokers=[j_luchador] {ACE} {boss('final_leaf')}", "sell_joker 0; play 0", {"score": 16}),
    ("Luchador: The Psychic", f"jokers=[j_luchador] {ACE} {boss('psychic')}", "sell_joker 0; play 0", {"score": 16}),
    ("Luchador: The Eye", f"jokers=[j_luchador] {ACE} {boss('eye')} eye_hands=[high_card]", "sell_joker 0; play 0", {"score": 16}),
    ("Luchador: The Flint", f"jokers=[j_luchador] {ACE} {boss('flint')}", "sell_joker 0; play 0", {"score": 16}),
    ("Luchador: The Tooth", f"jokers=[j_luchador] {ACE} {boss('tooth')}", "sell_joker 0; play 0", {"money": 6}),
    ("Luchador: The Arm", f"jokers=[j_luchador] {ACE} {boss('arm')} hands=[high_card:2]", "sell_joker 0; play 0", {"levels": {"High Card": 2}, "score": 52}),
    ("Luchador: The Ox", f"jokers=[j_luchador] {ACE} {boss('ox')} ox_hand=high_card", "sell_joker 0; play 0", {"money": 6}),
    ("Luchador: The Hook", f"jokers=[j_luchador] {HOOK}", "sell_joker 0; play 0", {"hand": "H_9 S_9"}),
    ("Luchador: The Serpent", f"jokers=[j_luchador] hand=[S_A,H_A] {boss('serpent')}", "sell_joker 0; play 0", {"hand_cards": 8}),
    ("Luchador: Crimson Heart", at_boss("final_heart", "j_luchador/d,j_joker"), "select_blind; sell_joker 0", {"debuffed_jokers": []}),
    ("Chicot: The Manacle", at_boss("manacle", "j_chicot"), "select_blind", {"hand_size": 8, "hand_cards": 8, "disabled": True}),
    ("Chicot: The Wall", at_boss("wall", "j_chicot"), "select_blind", {"target": 600}),
    ("Chicot: Violet Vessel", at_boss("final_vessel", "j_chicot"), "select_blind", {"target": 100000}),
    ("Chicot: The Goad", at_boss("goad", "j_chicot"), "select_blind", {"debuffed_cards": []}),
    ("Chicot: Verdant Leaf", at_boss("final_leaf", "j_chicot"), "select_blind", {"debuffed_cards": []}),
    ("Chicot: Crimson Heart", at_boss("final_heart", "j_chicot,j_joker"), "select_blind", {"debuffed_jokers": []}),
    ("Chicot: no boss", f"{CHOOSE} jokers=[j_chicot]", "select_blind", {"disabled": False}),
    ("Chicot gained in a boss round", f"seed={seed_of('Joker4', LEGENDARIES, 'j_chicot')} {ACE} {boss('goad')} consumables=[c_soul]", "use 0; play 0", {"jokers": "j_chicot", "disabled": True, "score": 16}),
    ("Chicot: a disabled boss still pays", f"{CHOOSE} one_chip=1 {boss('wall')} jokers=[j_chicot,j_rocket]", "select_blind; play 0", {"rows": {"blind": 5, "hands": 3, "jokers": 3}}),
    ("Crimson Heart takes Merry Andy's discards", at_boss("final_heart", "j_merry_andy"), "select_blind", {"discards": 4, "hand_size": 8, "hand_cards": 8}),
    ("Crimson Heart takes Stuntman's loss", at_boss("final_heart", "j_stuntman"), "select_blind", {"hand_size": 8, "hand_cards": 8}),
    ("Oops!: The Wheel", at_boss("wheel", "j_oops,j_oops,j_oops"), "select_blind", {"hand": " ".join(["??"] * 8)}),
    ("Oops!: Wheel of Fortune", f"{SHOP} jokers=[j_oops/x:FOIL,j_oops/x:FOIL,j_egg] consumables=[c_wheel_of_fortune]", "use 0", {"jokers": "j_oops j_oops j_egg", "consumables": ""}),
    ("Oops!: Lucky Card", "jokers=[j_oops,j_oops,j_oops,j_oops] hand=[S_A/e:LUCKY,H_2]", "play 0", {"score": 16 * 21, "money": 24}),
    ("Oops!: Glass Card", "jokers=[j_oops,j_oops] hand=[S_A/e:GLASS,H_2]", "play 0", {"deck": 51}),
    ("Oops!: not Misprint", f"jokers=[j_misprint,j_oops,j_oops] {ACE}", "play 0", {"score": 16 * (1 + random_stream("misprint")().integer(0, 23))}),
    ("Mr. Bones: only one of two", f"jokers=[j_mr_bones,j_mr_bones] {ACE} hands_left=1 target=40", "play 0", {"phase": "ROUND_EVAL", "jokers": "j_mr_bones"}),
    ("Mr. Bones: debuffed", f"jokers=[j_mr_bones/d] {ACE} hands_left=1 target=40", "play 0", {"lost": True}),
    ("Mr. Bones: a saved boss raises the ante", f"jokers=[j_mr_bones] {ACE} hands_left=1 target=40 {WALL}", "play 0", {"phase": "ROUND_EVAL", "ante": 2, "rows": {}}),
    ("Mr. Bones: no cards left", "jokers=[j_mr_bones] hand=[S_A] draw=[] hands_left=3 target=40", "play 0", {"phase": "ROUND_EVAL", "jokers": "", "rows": {"hands": 2}}),
    ("Mr. Bones: a saved last boss wins the run", f"jokers=[j_mr_bones] {ACE} hands_left=1 target=40 {boss('final_vessel')}", "play 0", {"won": True, "lost": False}),
    ("Mr. Bones: other payouts stay", f"jokers=[j_mr_bones,j_golden] {ACE} hands_left=1 target=40", "play 0", {"rows": {"jokers": 4}}),
    ("Mr. Bones: just below a quarter", f"jokers=[j_mr_bones] {ACE} hands_left=1 target=64.5", "play 0", {"lost": True}),
    ("Mr. Bones left of Swashbuckler's sum", f"jokers=[j_mr_bones,j_egg] {ACE} hands_left=1 target=40", "play 0", {"jokers": "j_egg", "sells": [5]}),
]
# fmt: on

ROWS = (
    COPY_TARGETS
    + COPIES_NEVER_GROW
    + COPIES_REPEAT
    + RETRIGGERS
    + RULE_CHANGERS
    + ORDER
    + GROWTH
    + PASSES
    + BOSSES
)


@pytest.mark.parametrize(("rule", "position", "actions", "expected"), ROWS, ids=[row[0] for row in ROWS])
def test_rule(rule: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    assert facts(after(position, actions), expected) == expected


def new_cards(game: Game) -> list[str]:
    return [c.code for c in game.full_deck[52:]]


def seal_of(roll: float) -> str:
    return "RED" if roll > 0.75 else "BLUE" if roll > 0.5 else "GOLD" if roll > 0.25 else "PURPLE"


def test_certificate_and_marble_follow_their_streams() -> None:
    front, seal = random_stream("cert_fr"), random_stream("certsl")
    game = after(f"{CHOOSE} jokers=[j_certificate,j_certificate]", "select_blind")
    expected = [f"{FRONTS[front().integer(1, 52) - 1]}/s:{seal_of(seal().real())}" for _ in range(2)]
    assert new_cards(game) == expected
    game = after(f"{CHOOSE} jokers=[j_marble]", "select_blind")
    assert new_cards(game) == [f"{pick('marb_fr', FRONTS)}/e:STONE"]


def test_eight_ball_and_purple_seal_share_a_stream() -> None:
    tarots = list(content()["consumable"])[:22]
    first = pick("Tarot8ba1", tarots)
    assert after("jokers=[j_8_ball,j_oops,j_oops] hand=[S_8,H_2]", "play 0").consumables[0].key == first
    assert after("hand=[S_8/s:PURPLE,H_2]", "discard 0").consumables[0].key == first


@pytest.mark.parametrize(
    ("joker", "position", "actions", "stream", "first", "count"),
    [
        ("j_cartomancer", CHOOSE, "select_blind", "Tarotcar1", 0, 22),
        ("j_vagabond", ACE, "play 0", "Tarotvag1", 0, 22),
        ("j_superposition", "hand=[S_A,H_2,C_3,D_4,S_5]", ALL, "Tarotsup1", 0, 22),
        ("j_seance", STRAIGHT_FLUSH, ALL, "Spectralsea1", 34, 18),
        ("j_sixth_sense", "hand=[S_6,H_2]", "play 0", "Spectralsixth1", 34, 18),
        (
            "j_hallucination,j_oops",
            f"{SHOP} shop_packs=[p_buffoon_normal_1]",
            "buy_pack 0",
            "Tarothal1",
            0,
            22,
        ),
    ],
)
def test_created_consumable_follows_its_stream(
    joker: str, position: str, actions: str, stream: str, first: int, count: int
) -> None:
    pool = list(content()["consumable"])[first : first + count]
    redraws = (pick(f"{stream}{suffix}", pool) for suffix in ("", "_resample2", "_resample3"))
    picked = next(key for key in redraws if key not in ("c_soul", "c_black_hole"))
    assert after(f"jokers=[{joker}] {position}", actions).consumables[0].key == picked


def test_round_targets_are_picked_again_at_the_end_of_a_round() -> None:
    """Idol, Mail, Ancient, Castle: their streams are used at run start, then at every end of a round."""
    game = game_at(f"jokers=[j_idol,j_mail,j_ancient,j_castle] {ACE} {WIN} round=1")
    before = {j.key: j.target for j in game.jokers}
    game.apply("play 0")
    assert game.phase == "ROUND_EVAL"
    targets = {j.key: j.target for j in game.jokers}

    def second(stream: str, choices: list[str]) -> str:
        use = random_stream(stream)
        use()
        return choices[use().integer(1, len(choices)) - 1]

    deck = sorted(game.full_deck, key=lambda c: c.number or 0)
    assert targets["j_idol"] == second("idol1", [f"{c.suit}_{c.rank}" for c in deck])
    assert targets["j_mail"] == second("mail1", [str(c.rank) for c in deck])
    assert targets["j_castle"] == second("cas1", [str(c.suit) for c in deck])
    assert targets["j_ancient"] == second("anc1", [s for s in SUITS.values() if s != before["j_ancient"]])


def test_round_targets_stay_when_the_round_is_lost() -> None:
    game = game_at(f"jokers=[j_idol,j_mail,j_ancient,j_castle,j_todo_list~10] {ACE} hands_left=1")
    before = [j.target for j in game.jokers]
    game.apply("play 0")
    assert game.lost
    assert [j.target for j in game.jokers][:4] == before[:4]
    assert game.jokers[4].target != "Pair"


def test_a_skip_counts_for_throwback() -> None:
    game = after(
        f"{CHOOSE} jokers=[j_throwback] ante_tags=[tag_economy,tag_economy]",
        "skip_blind; skip_blind; select_blind",
    )
    assert game.score([0]).mult == 1.5


def test_wheel_of_fortune_is_certain_with_two_oops() -> None:
    game = after(
        f"{SHOP} jokers=[j_oops/x:FOIL,j_oops/x:FOIL,j_egg] consumables=[c_wheel_of_fortune]", "use 0"
    )
    assert game.jokers[2].edition in ("foil", "holographic", "polychrome")


def test_x_mult_of_ramen_falls_card_by_card() -> None:
    """Subtracted once per card in doubles: 1.58 after 42 cards is not 2 - 0.42 to the last digit."""
    game = game_at(f"jokers=[j_ramen] hand=[{','.join(['S_A'] * 48)}] draw=[] discards_left=20")
    value = 2.0
    for _ in range(8):
        game.apply("discard 0,1,2,3,4")
        for _ in range(5):
            value -= 0.01
    assert game.jokers[0].value == value
