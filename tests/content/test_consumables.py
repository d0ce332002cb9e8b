"""The 52 consumables: one line per rule, used from a slot, from a pack and where they are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.content.rows import (
    NEVER,
    RANKS,
    SECRET,
    Streams,
    act,
    check,
    complete,
    fact,
    game,
    guaranteed_edition,
    new_consumable,
    new_joker,
    play,
    pool,
    seed_where,
)

ROUND = "phase=SELECTING_HAND hand=[S_A,H_K,C_9,D_4,S_2]"
PACK = "phase=PACK pack=p_arcana_mega_1 hand=[S_A,H_K,C_9,D_4,S_2]"
SHOP = "phase=SHOP"
BAD_TARGETS = "the number of target cards does not fit"
NO_HAND = "it needs a hand of cards in sight"
NO_JOKER_ROOM = "there is no free joker slot"
NO_ROOM = "there is no free consumable slot"
NO_PLAIN = "there is no joker without an edition"
NO_COPY = "no Tarot or Planet to copy"
TWO_CARDS = "at least 2 cards in hand"

# (key, position, actions, expected facts)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    # The Fool: the last Tarot or Planet, never a Fool, never a Spectral; its own slot counts as free.
    ("c_fool", f"{SHOP} last_consumable=c_mars consumables=[c_fool]", "use 0", {"consumables": "c_mars"}),
    ("c_fool", f"{SHOP} consumables=[c_fool]", f"use 0 !{NO_COPY}", {"consumables": "c_fool"}),
    ("c_fool", f"{SHOP} last_consumable=c_fool consumables=[c_fool]", f"use 0 !{NO_COPY}", {}),
    ("c_fool", f"{SHOP} last_consumable=c_strength consumables=[c_fool,c_fool]", f"use 0; use 0 !{NO_COPY}", {"consumables": "c_fool c_strength"}),
    ("c_fool", f"{SHOP} last_consumable=c_venus consumables=[c_fool,c_mars]", "use 0", {"consumables": "c_mars c_venus"}),
    ("c_fool", f"{SHOP} last_consumable=c_mars consumables=[c_fool,c_mars]", "use 0", {"consumables": "c_mars c_mars"}),
    ("c_fool", f"{SHOP} last_consumable=c_pluto consumables=[c_black_hole,c_fool]", "use 0; use 0", {"consumables": "c_pluto"}),
    ("c_fool", f"{SHOP} consumables=[c_jupiter,c_fool]", "use 0; use 0", {"consumables": "c_jupiter"}),
    ("c_fool", f"{PACK} last_consumable=c_pluto consumables=[c_mars,c_venus] pack_cards=[c_fool]", f"pick 0 !{NO_ROOM}", {}),
    ("c_fool", f"{PACK} last_consumable=c_pluto consumables=[c_mars] pack_cards=[c_fool,c_sun]", "pick 0", {"consumables": "c_mars c_pluto"}),
    ("c_fool", "phase=BLIND_SELECT last_consumable=c_pluto consumables=[c_fool]", "use 0", {"consumables": "c_pluto"}),
    ("c_fool", "phase=ROUND_EVAL last_consumable=c_pluto consumables=[c_fool]", "use 0", {"consumables": "c_pluto"}),
    ("c_fool", f"{ROUND} last_consumable=c_pluto consumables=[c_fool]", "use 0", {"consumables": "c_pluto"}),
    # Enhancements: up to N cards, the old enhancement is replaced, everything else stays.
    ("c_magician", f"{ROUND} consumables=[c_magician]", "use 0 on 0,1", {"hand": "S_A/e:LUCKY H_K/e:LUCKY C_9 D_4 S_2", "consumables": ""}),
    ("c_magician", f"{ROUND} consumables=[c_magician]", f"use 0 on 0,1,2 !{BAD_TARGETS}; use 0 !{BAD_TARGETS}; use 0 on 4", {"hand": "S_A H_K C_9 D_4 S_2/e:LUCKY"}),
    ("c_magician", f"{SHOP} consumables=[c_magician]", f"use 0 !{NO_HAND}", {}),
    ("c_magician", "phase=BLIND_SELECT consumables=[c_magician]", f"use 0 !{NO_HAND}", {}),
    ("c_magician", "phase=PACK pack=p_celestial_normal_1 pack_cards=[c_mars] consumables=[c_magician]", f"use 0 !{NO_HAND}", {}),
    ("c_empress", "phase=SELECTING_HAND hand=[S_K/e:STEEL/x:FOIL/s:RED/b:10,S_2] consumables=[c_empress]", "use 0 on 0,1", {"hand": "S_K/e:MULT/x:FOIL/s:RED/b:10 S_2/e:MULT"}),
    ("c_empress", f"{ROUND} consumables=[c_empress]", "use 0 on 0; play 0", {"score": 80.0}),  # (5 + 11) x (1 + 4)
    ("c_empress", f"{PACK} pack_cards=[c_empress,c_sun]", "pick 0 on 1,3", {"hand": "S_A H_K/e:MULT C_9 D_4/e:MULT S_2", "pack_picks_left": 1}),
    ("c_heirophant", f"{ROUND} consumables=[c_heirophant]", "use 0 on 0; play 0", {"score": 46.0}),  # 5 + 11 + 30
    ("c_heirophant", f"{ROUND} consumables=[c_heirophant]", "use 0 on 2,3", {"hand": "S_A H_K C_9/e:BONUS D_4/e:BONUS S_2"}),
    ("c_lovers", f"{ROUND} consumables=[c_lovers]", f"use 0 on 0,1 !{BAD_TARGETS}; use 0 on 0", {"hand": "S_A/e:WILD H_K C_9 D_4 S_2"}),
    ("c_lovers", "phase=SELECTING_HAND on_deck=boss boss=bl_head hand=[S_A,H_K] consumables=[c_lovers]", "use 0 on 0", {"hand": "S_A/e:WILD/d H_K/d"}),
    ("c_chariot", f"{ROUND} consumables=[c_chariot]", "use 0 on 1; play 0", {"score": 24.0}),  # 16 x 1.5
    ("c_justice", f"{ROUND} consumables=[c_justice]", f"use 0 on 0,1 !{BAD_TARGETS}; use 0 on 0; play 0", {"score": 32.0}),  # 16 x 2
    ("c_devil", f"{ROUND} consumables=[c_devil] money=0 target=1", "use 0 on 4; play 0", {"money": 3}),
    ("c_devil", f"{ROUND} consumables=[c_devil]", f"use 0 on 0,1 !{BAD_TARGETS}", {}),
    ("c_tower", f"{ROUND} consumables=[c_tower]", "use 0 on 0; play 0", {"score": 55.0}),  # 5 + 50, no rank
    ("c_tower", f"{ROUND} consumables=[c_tower]", "use 0 on 0", {"hand": "S_A/e:STONE H_K C_9 D_4 S_2"}),
    # Money
    ("c_hermit", f"{SHOP} money=7 consumables=[c_hermit]", "use 0", {"money": 14}),
    ("c_hermit", f"{SHOP} money=20 consumables=[c_hermit]", "use 0", {"money": 40}),
    ("c_hermit", f"{SHOP} money=35 consumables=[c_hermit]", "use 0", {"money": 55}),
    ("c_hermit", f"{SHOP} money=-6 consumables=[c_hermit]", "use 0", {"money": -6}),
    ("c_temperance", f"{SHOP} money=1 jokers=[j_joker,j_blueprint] consumables=[c_temperance]", "use 0", {"money": 7}),  # 1 + 5
    ("c_temperance", f"{SHOP} money=1 jokers=[j_joker/x:POLYCHROME] consumables=[c_temperance]", "use 0", {"money": 4}),  # floor(7 / 2)
    ("c_temperance", f"{SHOP} money=1 jokers=[j_egg+70] consumables=[c_temperance]", "use 0", {"money": 51}),
    ("c_temperance", f"{SHOP} money=1 consumables=[c_temperance]", "use 0", {"money": 1}),
    # Rank, destruction, copies
    ("c_strength", f"{ROUND} consumables=[c_strength]", "use 0 on 0,1", {"hand": "S_2 H_A C_9 D_4 S_2"}),
    ("c_strength", f"{ROUND} consumables=[c_strength]", f"use 0 on 0,1,2 !{BAD_TARGETS}; use 0 on 2,3", {"hand": "S_A H_K C_T D_5 S_2"}),
    ("c_strength", "phase=SELECTING_HAND on_deck=boss boss=bl_plant ante=4 hand=[C_T,C_K] consumables=[c_strength]", "use 0 on 0,1", {"hand": "C_J/d C_A"}),
    ("c_strength", "phase=SELECTING_HAND hand=[C_T/e:GLASS/x:HOLO/s:BLUE/b:15] consumables=[c_strength]", "use 0 on 0", {"hand": "C_J/e:GLASS/x:HOLO/s:BLUE/b:15"}),
    ("c_hanged_man", f"{ROUND} consumables=[c_hanged_man]", "use 0 on 0,2", {"hand": "H_K D_4 S_2", "deck": 50, "owns S_A": 0}),
    ("c_hanged_man", f"{ROUND} consumables=[c_hanged_man]", f"use 0 on 0,1,2 !{BAD_TARGETS}; use 0 on 1", {"hand": "S_A C_9 D_4 S_2", "deck": 51}),
    ("c_hanged_man", f"{PACK} pack_cards=[c_hanged_man]", "pick 0 on 0,1", {"phase": "SHOP", "deck": 50}),
    ("c_death", "phase=SELECTING_HAND hand=[S_2/s:GOLD,H_K/e:GLASS/x:FOIL/s:RED/b:5] consumables=[c_death]", "use 0 on 0,1", {"hand": "H_K/e:GLASS/x:FOIL/s:RED/b:5 H_K/e:GLASS/x:FOIL/s:RED/b:5"}),
    ("c_death", f"{ROUND} consumables=[c_death]", "use 0 on 3,1", {"hand": "S_A D_4 C_9 D_4 S_2", "deck": 52}),  # click order is nothing
    ("c_death", f"{ROUND} consumables=[c_death]", "rearrange_hand 3,1,2,0,4; use 0 on 0,3", {"hand": "S_A H_K C_9 S_A S_2"}),
    ("c_death", f"{ROUND} consumables=[c_death]", f"use 0 on 0 !{BAD_TARGETS}; use 0 on 0,1,2 !{BAD_TARGETS}", {}),
    # Suits
    ("c_star", f"{ROUND} consumables=[c_star]", f"use 0 on 0,1,2,3 !{BAD_TARGETS}; use 0 on 0,1,2", {"hand": "D_A D_K D_9 D_4 S_2"}),
    ("c_moon", f"{ROUND} consumables=[c_moon]", "use 0 on 0,1,3", {"hand": "C_A C_K C_9 C_4 S_2"}),
    ("c_sun", f"{ROUND} consumables=[c_sun]", "use 0 on 4", {"hand": "S_A H_K C_9 D_4 H_2"}),
    ("c_world", f"{ROUND} consumables=[c_world]", "use 0 on 1,2,3", {"hand": "S_A S_K S_9 S_4 S_2"}),
    ("c_world", "phase=SELECTING_HAND on_deck=boss boss=bl_goad hand=[S_A,H_K] consumables=[c_world]", "use 0 on 1", {"hand": "S_A/d S_K/d"}),
    ("c_sun", "phase=SELECTING_HAND on_deck=boss boss=bl_goad hand=[S_A/e:LUCKY/s:RED,H_K] consumables=[c_sun]", "use 0 on 0", {"hand": "H_A/e:LUCKY/s:RED H_K"}),
    # Creation needs room
    ("c_judgement", f"{SHOP} jokers=[j_joker,j_egg,j_golden,j_chaos,j_juggler] consumables=[c_judgement]", f"use 0 !{NO_JOKER_ROOM}", {}),
    ("c_judgement", f"{SHOP} jokers=[j_joker,j_egg,j_golden,j_chaos,j_juggler/x:NEGATIVE] consumables=[c_judgement]", "use 0", {"joker_count": 6}),
    ("c_wraith", f"{SHOP} jokers=[j_joker,j_egg,j_golden,j_chaos,j_juggler] consumables=[c_wraith]", f"use 0 !{NO_JOKER_ROOM}", {}),
    ("c_soul", f"{SHOP} jokers=[j_joker,j_egg,j_golden,j_chaos,j_juggler] consumables=[c_soul]", f"use 0 !{NO_JOKER_ROOM}", {}),
    ("c_high_priestess", f"{PACK} consumables=[c_mars,c_venus] pack_cards=[c_high_priestess]", f"pick 0 !{NO_ROOM}", {}),
    ("c_emperor", f"{PACK} consumables=[c_mars,c_venus] pack_cards=[c_emperor]", f"pick 0 !{NO_ROOM}", {}),
    # Wheel of Fortune, Ectoplasm, Hex need a joker without edition; Ankh any joker
    ("c_wheel_of_fortune", f"{SHOP} consumables=[c_wheel_of_fortune]", f"use 0 !{NO_PLAIN}", {}),
    ("c_wheel_of_fortune", f"{SHOP} jokers=[j_joker/x:FOIL] consumables=[c_wheel_of_fortune]", f"use 0 !{NO_PLAIN}", {}),
    ("c_ectoplasm", f"{SHOP} jokers=[j_joker/x:FOIL] consumables=[c_ectoplasm]", f"use 0 !{NO_PLAIN}", {}),
    ("c_ectoplasm", f"{SHOP} jokers=[j_joker] consumables=[c_ectoplasm]", "use 0", {"jokers": "j_joker/x:NEGATIVE", "hand_size": 7, "joker_slots": 6}),
    ("c_ectoplasm", f"{SHOP} jokers=[j_joker,j_egg] consumables=[c_ectoplasm,c_ectoplasm]", "use 0; use 0", {"hand_size": 5, "joker_slots": 7}),
    ("c_ectoplasm", f"{SHOP} ectoplasms=2 hand_size_lost=3 jokers=[j_joker] consumables=[c_ectoplasm]", "use 0", {"hand_size": 2}),
    ("c_ectoplasm", f"{SHOP} jokers=[j_joker/d,j_egg/x:HOLO] consumables=[c_ectoplasm]", "use 0", {"jokers": "j_joker/x:NEGATIVE/d j_egg/x:HOLO"}),
    ("c_hex", f"{SHOP} consumables=[c_hex]", f"use 0 !{NO_PLAIN}", {}),
    ("c_hex", f"{SHOP} jokers=[j_egg/x:HOLO,j_joker,j_golden/x:FOIL/eternal] consumables=[c_hex]", "use 0", {"jokers": "j_joker/x:POLYCHROME j_golden/x:FOIL/eternal"}),
    ("c_ankh", f"{SHOP} consumables=[c_ankh]", "use 0 !there is no joker to copy", {}),
    ("c_ankh", f"{SHOP} base_joker_slots=1 jokers=[j_joker] consumables=[c_ankh]", f"use 0 !{NO_JOKER_ROOM}", {}),
    ("c_ankh", f"{SHOP} jokers=[j_runner:45/x:FOIL] consumables=[c_ankh]", "use 0", {"jokers": "j_runner/x:FOIL j_runner/x:FOIL"}),
    ("c_ankh", f"{SHOP} jokers=[j_joker/x:NEGATIVE] consumables=[c_ankh]", "use 0", {"jokers": "j_joker/x:NEGATIVE j_joker"}),
    ("c_ankh", f"{SHOP} jokers=[j_joker,j_joker,j_joker,j_joker,j_joker] consumables=[c_ankh]", "use 0", {"jokers": "j_joker j_joker"}),
    # Seals
    ("c_talisman", f"{ROUND} consumables=[c_talisman]", f"use 0 on 0,1 !{BAD_TARGETS}; use 0 on 1", {"hand": "S_A H_K/s:GOLD C_9 D_4 S_2"}),
    ("c_talisman", "phase=SELECTING_HAND hand=[S_A/s:RED/e:STEEL] consumables=[c_talisman]", "use 0 on 0", {"hand": "S_A/e:STEEL/s:GOLD"}),
    ("c_deja_vu", f"{ROUND} consumables=[c_deja_vu]", "use 0 on 0; play 0", {"score": 27.0}),  # 5 + 11 + 11
    ("c_trance", f"{ROUND} consumables=[c_trance] target=1", "use 0 on 4; play 0", {"consumables": "c_pluto"}),
    ("c_medium", f"{ROUND} consumables=[c_medium]", "use 0 on 4", {"hand": "S_A H_K C_9 D_4 S_2/s:PURPLE"}),
    ("c_medium", f"{SHOP} consumables=[c_medium]", f"use 0 !{NO_HAND}", {}),
    # Cards in hand
    ("c_cryptid", "phase=SELECTING_HAND hand=[S_A/e:GLASS/x:FOIL/s:RED/b:5,S_2] consumables=[c_cryptid]", f"use 0 on 0,1 !{BAD_TARGETS}; use 0 on 0", {"deck": 54, "hand_count": 4, "owns S_A/e:GLASS/x:FOIL/s:RED/b:5": 3}),
    ("c_cryptid", f"{ROUND} jokers=[j_hologram] consumables=[c_cryptid]", "use 0 on 0; play 0", {"score": 24.0}),  # 16 x 1.5
    ("c_familiar", "phase=SELECTING_HAND hand=[S_A] consumables=[c_familiar]", f"use 0 !{TWO_CARDS}", {}),
    ("c_familiar", f"{ROUND} consumables=[c_familiar]", "use 0", {"deck": 54, "hand_count": 7}),
    ("c_grim", f"{ROUND} consumables=[c_grim]", "use 0", {"deck": 53, "hand_count": 6}),
    ("c_grim", "phase=SELECTING_HAND hand=[S_A] consumables=[c_grim]", f"use 0 !{TWO_CARDS}", {}),
    ("c_incantation", f"{ROUND} consumables=[c_incantation]", "use 0", {"deck": 55, "hand_count": 8}),
    ("c_incantation", f"{ROUND} consumables=[c_incantation] jokers=[j_hologram]", "use 0; play 0", {"deck": 55}),
    ("c_sigil", "phase=SELECTING_HAND hand=[S_A] consumables=[c_sigil]", f"use 0 !{TWO_CARDS}", {}),
    ("c_ouija", "phase=SELECTING_HAND hand=[S_A] consumables=[c_ouija]", f"use 0 !{TWO_CARDS}", {}),
    ("c_immolate", "phase=SELECTING_HAND hand=[S_A] consumables=[c_immolate]", f"use 0 !{TWO_CARDS}", {}),
    ("c_immolate", f"{SHOP} consumables=[c_immolate]", f"use 0 !{NO_HAND}", {}),
    ("c_immolate", "phase=PACK pack=p_spectral_normal_1 pack_cards=[c_hex] hand=[S_A,H_K,C_9] money=1 consumables=[c_immolate]", "use 0", {"hand": "", "deck": 49, "money": 21}),
    ("c_aura", "phase=SELECTING_HAND hand=[S_A/x:FOIL,S_2] consumables=[c_aura]", f"use 0 on 0 !the card already has an edition; use 0 on 0,1 !{BAD_TARGETS}", {}),
    ("c_black_hole", f"{SHOP} last_consumable=c_sun jokers=[j_constellation] consumables=[c_black_hole]", "use 0", {"Pair": 2, "High Card": 2, "Flush Five": 2, "Flush House": 2, "Five of a Kind": 2, "Straight Flush": 2, "Four of a Kind": 2, "Full House": 2, "Flush": 2, "Straight": 2, "Three of a Kind": 2, "Two Pair": 2, "sells": [3]}),
    # From a pack the card is used at once, from the shop with buy_and_use
    ("c_hermit", f"{PACK} money=7 pack_cards=[c_hermit,c_sun]", "pick 0; skip_pack", {"money": 14, "phase": "SHOP"}),
    ("c_judgement", f"{PACK} pack_cards=[c_judgement] jokers=[j_joker,j_egg,j_golden,j_chaos,j_juggler]", f"pick 0 !{NO_JOKER_ROOM}; skip_pack", {"joker_count": 5}),
    ("c_temperance", f"{SHOP} money=5 shop=[c_temperance] jokers=[j_joker] consumables=[c_mars,c_venus]", f"buy_card 0 !{NO_ROOM}; buy_and_use 0", {"money": 3, "consumables": "c_mars c_venus"}),
    ("c_strength", f"{SHOP} money=5 shop=[c_strength]", f"buy_and_use 0 !{NO_HAND}; buy_card 0", {"money": 2, "consumables": "c_strength"}),
]  # fmt: skip

# Planets: (key, hand of the planet, cards, score at level 2): (chips + chips per level + cards) x (mult + mult per level)
PLANETS = [
    ("c_mercury", "Pair", "S_2,H_2,C_5,D_7,S_9", (10 + 15 + 4) * 3),
    ("c_venus", "Three of a Kind", "S_2,H_2,C_2,D_7,S_9", (30 + 20 + 6) * 5),
    ("c_earth", "Full House", "S_2,H_2,C_2,D_7,S_7", (40 + 25 + 20) * 6),
    ("c_mars", "Four of a Kind", "S_2,H_2,C_2,D_2,S_7", (60 + 30 + 8) * 10),
    ("c_jupiter", "Flush", "S_2,S_4,S_6,S_8,S_9", (35 + 15 + 29) * 6),
    ("c_saturn", "Straight", "S_2,H_3,C_4,D_5,S_6", (30 + 30 + 20) * 7),
    ("c_uranus", "Two Pair", "S_2,H_2,C_5,D_5,S_9", (20 + 20 + 14) * 3),
    ("c_neptune", "Straight Flush", "S_2,S_3,S_4,S_5,S_6", (100 + 40 + 20) * 12),
    ("c_pluto", "High Card", "S_2,H_4,C_6,D_8,S_9", (5 + 10 + 9) * 2),
    ("c_planet_x", "Five of a Kind", "S_2,H_2,C_2,D_2,S_2", (120 + 35 + 10) * 15),
    ("c_ceres", "Flush House", "S_2,S_2,S_2,S_7,S_7", (140 + 40 + 20) * 18),
    ("c_eris", "Flush Five", "S_2,S_2,S_2,S_2,S_2", (160 + 50 + 10) * 19),
]

TAROTS, ALL_PLANETS = pool("consumable", kind="tarot"), pool("consumable", kind="planet")
SPECIAL = ["BONUS", "MULT", "WILD", "GLASS", "STEEL", "GOLD", "LUCKY"]
HAND = "hand=[S_A#47,H_K#36,C_9#7,D_4#15,S_2#39]"
BY_NUMBER = ["C_9", "D_4", "H_K", "S_2", "S_A"]


def two(s: Streams, kind: str, src: str, have: list[str]) -> str:
    first = new_consumable(s, kind, src, have)
    return f"{first} {new_consumable(s, kind, src, [*have, first])}"


def wheel(s: Streams, chance: float) -> str:
    jokers = {"j_egg": 60, "j_joker": 61, "j_golden": 62}
    marks = dict.fromkeys(jokers, "")
    marks["j_golden"] = "/x:FOIL"
    if s.real("wheel_of_fortune") < chance:
        hit = s.pick("wheel_of_fortune", ["j_egg", "j_joker"])
        marks[hit] = f"/x:{guaranteed_edition(s.real('wheel_of_fortune'))}"
    return " ".join(k + marks[k] for k in ("j_joker", "j_egg", "j_golden"))


def created(s: Streams, stream: str, ranks: str, count: int, plain_game: bool) -> dict[str, Any]:
    """Destroys one card of the hand, then makes cards: rank and suit from one stream, the enhancement from another."""
    victim = s.pick("random_destroy", BY_NUMBER)
    left = [c for c in ("S_A", "H_K", "C_9", "D_4", "S_2") if c != victim]
    for _ in range(count):
        if plain_game:
            rank = s.pick(stream, ranks) if len(ranks) > 1 else ranks
            suit = s.pick(stream, "SHDC")
        else:
            suit = s.pick(stream, "SHCD")
            rank = s.pick(stream, ranks) if len(ranks) > 1 else ranks
        left.append(f"{suit}_{rank}/e:{s.pick('spe_card', SPECIAL)}")
    return {"cards": sorted(left)}


def sigil(s: Streams, suits: str) -> dict[str, Any]:
    suit = s.pick("sigil", suits)
    return {"hand": " ".join(f"{suit}_{r}" for r in "AK942")}


def ouija(s: Streams) -> dict[str, Any]:
    rank = s.pick("ouija", RANKS)
    return {"hand": " ".join(f"{suit}_{rank}" for suit in "SHCDS"), "hand_size": 7}


def ankh(s: Streams) -> dict[str, Any]:
    pick = s.pick("ankh_choice", ["j_egg", "j_joker", "j_golden/x:FOIL/eternal"])
    eternal = "j_golden/x:FOIL/eternal"
    kept = eternal if pick == eternal else f"{pick} {eternal}"
    return {"jokers": f"{kept} {pick}"}


def hex_(s: Streams) -> dict[str, Any]:
    return {"jokers": f"{s.pick('hex', ['j_egg', 'j_joker'])}/x:POLYCHROME j_golden/x:FOIL/eternal"}


def immolate(s: Streams) -> dict[str, Any]:
    gone = s.shuffle("immolate", ["C_9", "C_A", "D_4", "H_K", "S_2", "S_A"])[:5]
    left = [c for c in ("S_A", "C_A", "H_K", "C_9", "D_4", "S_2") if c not in gone]
    return {"hand": " ".join(left), "money": 24, "deck": 47}


THREE = "jokers=[j_joker#61,j_egg#60,j_golden/x:FOIL/eternal#62]"
WHEEL = "phase=SHOP jokers=[j_joker#61,j_egg#60,j_golden/x:FOIL#62] consumables=[c_wheel_of_fortune]"

# (key, position, actions, expected facts from the unused streams); each for a number of seeds
DRAWN: list[tuple[str, str, str, Callable[[Streams], dict[str, Any]]]] = [
    ("c_high_priestess", "phase=SHOP consumables=[c_high_priestess]", "use 0", lambda s: {"consumables": two(s, "planet", "pri", [])}),
    ("c_high_priestess", "phase=SHOP consumables=[c_high_priestess,c_mars]", "use 0", lambda s: {"consumables": "c_mars " + new_consumable(s, "planet", "pri", ["c_mars"])}),
    ("c_high_priestess", f"phase=PACK pack=p_arcana_normal_1 {HAND} pack_cards=[c_high_priestess,c_sun]", "pick 0", lambda s: {"consumables": two(s, "planet", "pri", [])}),
    ("c_emperor", "phase=SHOP vouchers=[v_crystal_ball] consumables=[c_emperor,c_sun]", "use 0", lambda s: {"consumables": "c_sun " + two(s, "tarot", "emp", ["c_sun", "c_emperor"])}),
    ("c_emperor", "phase=SHOP consumables=[c_emperor,c_sun]", "use 0", lambda s: {"consumables": "c_sun " + new_consumable(s, "tarot", "emp", ["c_sun", "c_emperor"])}),
    ("c_wheel_of_fortune", WHEEL, "use 0", lambda s: {"jokers": wheel(s, 1 / 4)}),
    ("c_wheel_of_fortune", WHEEL.replace("j_golden", "j_oops"), "use 0", lambda s: {"jokers": wheel(s, 2 / 4).replace("j_golden", "j_oops")}),
    ("c_judgement", "phase=SHOP jokers=[j_joker] consumables=[c_judgement]", "use 0", lambda s: {"jokers": "j_joker " + new_joker(s, "jud", ["j_joker"])}),
    ("c_wraith", "phase=SHOP money=17 consumables=[c_wraith]", "use 0", lambda s: {"jokers": new_joker(s, "wra", rarity=3), "money": 0}),
    ("c_wraith", "phase=SHOP money=-3 consumables=[c_wraith]", "use 0", lambda s: {"money": 0}),
    ("c_soul", "phase=SHOP consumables=[c_soul]", "use 0", lambda s: {"jokers": new_joker(s, "sou", rarity=4)}),
    ("c_ectoplasm", "phase=SHOP jokers=[j_joker#61,j_egg#60] consumables=[c_ectoplasm]", "use 0", lambda s: {"jokers": {"j_egg": "j_joker j_egg/x:NEGATIVE", "j_joker": "j_joker/x:NEGATIVE j_egg"}[s.pick("ectoplasm", ["j_egg", "j_joker"])]}),
    ("c_hex", f"phase=SHOP {THREE} consumables=[c_hex]", "use 0", hex_),
    ("c_ankh", f"phase=SHOP {THREE} consumables=[c_ankh]", "use 0", ankh),
    ("c_aura", f"phase=SELECTING_HAND {HAND} consumables=[c_aura]", "use 0 on 1", lambda s: {"hand": f"S_A H_K/x:{guaranteed_edition(s.real('aura'))} C_9 D_4 S_2"}),
    ("c_sigil", f"phase=SELECTING_HAND {HAND} consumables=[c_sigil]", "use 0", lambda s: sigil(s, "SHDC")),
    ("c_sigil", f"variant=steamodded phase=SELECTING_HAND {HAND} consumables=[c_sigil]", "use 0", lambda s: sigil(s, "SHCD")),
    ("c_ouija", f"phase=SELECTING_HAND {HAND} consumables=[c_ouija]", "use 0", ouija),
    ("c_immolate", "phase=SELECTING_HAND hand=[S_A,C_A,H_K,C_9,D_4,S_2] money=4 consumables=[c_immolate]", "use 0", immolate),
    ("c_familiar", f"phase=SELECTING_HAND {HAND} consumables=[c_familiar]", "use 0", lambda s: created(s, "familiar_create", "JQK", 3, True)),
    ("c_familiar", f"variant=steamodded phase=SELECTING_HAND {HAND} consumables=[c_familiar]", "use 0", lambda s: created(s, "familiar_create", "JQK", 3, False)),
    ("c_grim", f"phase=SELECTING_HAND {HAND} consumables=[c_grim]", "use 0", lambda s: created(s, "grim_create", "A", 2, True)),
    ("c_grim", f"variant=steamodded phase=SELECTING_HAND {HAND} consumables=[c_grim]", "use 0", lambda s: created(s, "grim_create", "A", 2, False)),
    ("c_incantation", f"phase=SELECTING_HAND {HAND} consumables=[c_incantation]", "use 0", lambda s: created(s, "incantation_create", "23456789T", 4, True)),
    ("c_incantation", f"variant=steamodded phase=PACK pack=p_spectral_normal_1 {HAND} pack_cards=[c_incantation,c_hex] phase_behind_pack=BLIND_SELECT", "pick 0", lambda s: {"phase": "BLIND_SELECT", "deck": 55}),
    ("c_incantation", f"variant=steamodded phase=SELECTING_HAND {HAND} consumables=[c_incantation]", "use 0", lambda s: created(s, "incantation_create", "23456789T", 4, False)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "position", "actions", "expected"), ROWS)
def test_consumable(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


@pytest.mark.parametrize(("key", "position", "actions", "expected"), DRAWN)
def test_drawn_consumable(
    key: str, position: str, actions: str, expected: Callable[[Streams], dict[str, Any]]
) -> None:
    for seed in ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8"):
        facts = expected(Streams(seed))
        g = play(f"seed={seed} {position}", actions)
        if "cards" in facts:
            assert sorted(c.code for c in g.hand) == facts.pop("cards")
        check(g, facts)


@pytest.mark.parametrize(("key", "hand", "cards", "score"), PLANETS)
def test_planet(key: str, hand: str, cards: str, score: int) -> None:
    position = f"phase=SELECTING_HAND target=100000 hand=[{cards}] jokers=[] consumables=[{key}]"
    g = play(position, "use 0")
    check(g, {hand: 2, "consumables": ""})
    assert [h for h, level in g.hand_levels.items() if level.level > 1] == [hand]
    check(act(g, "play 0,1,2,3,4"), {"score": float(score)})


@pytest.mark.parametrize(("key", "hand", "cards", "score"), PLANETS)
def test_planet_from_pack(key: str, hand: str, cards: str, score: int) -> None:
    other = "c_pluto" if key != "c_pluto" else "c_mars"
    position = f"phase=PACK pack=p_celestial_normal_1 jokers=[j_constellation] pack_cards=[{key},{other}]"
    g = play(position, "pick 0")
    check(g, {hand: 2, "phase": "SHOP"})
    assert g.jokers[0].value == pytest.approx(1.1)
    assert g.reveal().last_consumable == key


def test_fool_after_a_planet_of_a_pack() -> None:
    position = "phase=PACK pack=p_celestial_normal_1 pack_cards=[c_saturn,c_mars] consumables=[c_fool]"
    check(play(position, "pick 0; use 0"), {"consumables": "c_saturn"})


@pytest.mark.parametrize("name", ["Five of a Kind", "Flush House", "Flush Five"])
def test_secret_planets_come_only_after_their_hand(name: str) -> None:
    """The pool opens once the hand was played, not when it has a level (OP-24)."""
    row = {"Five of a Kind": "c_planet_x", "Flush House": "c_ceres", "Flush Five": "c_eris"}
    planet = row[name]
    seed = seed_where(lambda s: s.pick("Planetpri1", ALL_PLANETS) == planet)
    slug = name.lower().replace(" ", "_")
    position = f"seed={seed} phase=SHOP consumables=[c_high_priestess]"
    played = play(f"{position} hands=[{slug}:1:1]", "use 0")
    assert planet in fact(played, "consumables")
    levelled = play(f"{position} hands=[{slug}:5]", "use 0")
    assert planet not in fact(levelled, "consumables")


def test_emperor_makes_no_copy_of_a_held_card() -> None:
    """Many Emperors: no copy of what is held, nothing but Tarots."""
    for n in range(60):
        g = play(f"seed=E{n} phase=SHOP consumables=[c_emperor,c_death]", "use 0")
        _, new = fact(g, "consumables").split()
        assert new in TAROTS
        assert new not in ("c_death", *NEVER)


def test_showman_lifts_the_rule() -> None:
    seed = seed_where(lambda s: s.pick("Planetpri1", ALL_PLANETS) == "c_mars")
    position = f"seed={seed} phase=SHOP consumables=[c_high_priestess,c_mars] jokers=[j_ring_master]"
    check(play(position, "use 0"), {"consumables": "c_mars c_mars"})
    check(play(position.replace("j_ring_master", "j_ring_master/d"), "use 0"), {
        "consumables": "c_mars " + Streams(seed).draw("Planetpri1", ALL_PLANETS, [*SECRET, "c_mars"])
    })  # fmt: skip


def test_ankh_copies_counters() -> None:
    g = play(f"{SHOP} jokers=[j_runner:45+3] consumables=[c_ankh]", "use 0")
    assert [j.value for j in g.jokers] == [45, 45]


def test_immolate_sets_off_the_destruction_jokers() -> None:
    position = (
        "phase=SELECTING_HAND hand=[S_K/e:GLASS,H_K,S_2] jokers=[j_glass,j_caino] consumables=[c_immolate]"
    )
    g = play(position, "use 0")
    assert [j.value for j in g.jokers] == [1.75, 3.0]  # one Glass Card, two faces


def test_tarots_are_counted_planets_are_not() -> None:
    g = play(f"{SHOP} consumables=[c_hermit,c_mars] jokers=[j_fortune_teller]", "use 0; use 0")
    assert g.reveal().tarots_used == 1


@pytest.mark.parametrize(
    ("key", "kind", "src"), [("c_high_priestess", "planet", "pri"), ("c_emperor", "tarot", "emp")]
)
def test_cards_on_offer_are_in_use(key: str, kind: str, src: str) -> None:
    """Cards of the open pack and of the shop row behind it do not come again."""
    offered = [key, "c_sun", "c_death", "c_mars", "c_pluto"]
    position = f"phase=PACK pack=p_arcana_normal_1 hand=[S_A,S_K] pack_cards=[{key},c_sun,c_death] shop=[c_mars,c_pluto]"
    for n in range(1, 30):
        g = play(f"seed=S{n} {position}", "pick 0")
        check(g, {"consumables": two(Streams(f"S{n}"), kind, src, offered)})


@pytest.mark.parametrize(
    ("key", "kind", "fallback"),
    [("c_emperor", "tarot", "c_strength"), ("c_high_priestess", "planet", "c_pluto")],
)
def test_empty_pool_falls_back(key: str, kind: str, fallback: str) -> None:
    others = [k for k in pool("consumable", kind=kind) if k != key]
    g = play(f"{SHOP} base_consumable_slots=40 consumables=[{','.join([key, *others])}]", "use 0")
    assert fact(g, "consumables").split()[-2:] == [fallback, fallback]


def test_buy_and_use_takes_no_slot() -> None:
    """One slot is free: The High Priestess makes one Planet; with none free she is refused."""
    position = f"seed=S1 {SHOP} money=9 shop=[c_high_priestess,c_mars] consumables=[c_sun]"
    planet = new_consumable(Streams("S1"), "planet", "pri", ["c_mars"])
    check(play(position, "buy_and_use 0"), {"consumables": f"c_sun {planet}", "money": 6})
    full = position.replace("[c_sun]", "[c_sun,c_moon]")
    check(play(full, f"buy_and_use 0 !{NO_ROOM}"), {"money": 9})


@pytest.mark.parametrize("card", ["c_ectoplasm", "c_ouija"])
def test_lost_hand_size_shows_at_the_next_refill(card: str) -> None:
    eight = "phase=SELECTING_HAND target=100000 hand=[S_9,S_8,S_7,S_6,S_5,S_4,S_3,S_2]"
    g = play(f"{eight} jokers=[j_joker] consumables=[{card}]", "use 0")
    check(g, {"hand_size": 7, "hand_count": 8})
    check(act(g, "discard 0,1"), {"hand_count": 7})


def test_destroying_the_last_cards_ends_the_round() -> None:
    position = "phase=SELECTING_HAND target=999 hand=[S_2,S_K] draw=[] consumables=[c_hanged_man]"
    check(play(position, "use 0 on 0,1"), {"phase": "GAME_OVER", "lost": True})


def test_used_card_may_not_act_twice() -> None:
    g = game(f"{SHOP} consumables=[c_hermit]")
    act(g, "use 0; use 0 !there is nothing at that index")


def test_every_consumable_has_a_row() -> None:
    complete("consumable", [r[0] for r in [*ROWS, *DRAWN, *PLANETS]])
