"""Enhancements, editions, seals, stickers, boosters, and the poker hands."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import (
    FRONTS,
    Streams,
    act,
    check,
    codes,
    complete,
    edition,
    fact,
    game,
    new_consumable,
    new_joker,
    play,
    pool,
    seed_where,
)

from jimbot.game import Game
from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8")
ENHANCEMENTS = ["BONUS", "MULT", "WILD", "GLASS", "STEEL", "STONE", "GOLD", "LUCKY"]


def hand(cards: str, rest: str = "") -> str:
    return f"phase=SELECTING_HAND target=1000000 hand=[{cards}] {rest}"


def last(cards: str, rest: str = "") -> str:
    """Any score wins, with the last hand."""
    return f"phase=SELECTING_HAND target=1 hands_left=1 hand=[{cards}] {rest}"


# (key, position, actions, expected)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("m_bonus", hand("S_A/e:BONUS"), "play 0", {"score": 46.0}),
    ("m_bonus", hand("S_A/e:BONUS/s:RED"), "play 0", {"score": 87.0}),  # 5 + 2 x 41
    ("m_bonus", hand("S_A,S_2/e:BONUS"), "play 0,1", {"score": 16.0}),  # it does not score
    ("m_mult", hand("S_A/e:MULT"), "play 0", {"score": 80.0}),
    ("m_mult", hand("S_A,S_2/e:MULT"), "play 0", {"score": 16.0}),
    ("m_wild", hand("S_2,S_4,S_6,S_8,H_9/e:WILD"), "play 0,1,2,3,4", {"score": 256.0}),  # Flush (35 + 29) x 4
    ("m_wild", hand("S_2,S_4,S_6,S_8,H_9/e:WILD/d"), "play 0,1,2,3,4", {"score": 5.0}),  # debuffed: only its printed suit
    ("m_wild", hand("S_A/e:WILD", "jokers=[j_lusty_joker,j_greedy_joker]"), "play 0", {"score": 112.0}),  # 16 x (1 + 3 + 3)
    ("m_glass", hand("S_A/e:GLASS"), "play 0", {"score": 32.0}),
    ("m_glass", hand("S_A/e:GLASS/s:RED"), "play 0", {"score": 108.0}),  # 27 x 4
    ("m_steel", hand("S_A,S_K/e:STEEL"), "play 0", {"score": 24.0}),
    ("m_steel", hand("S_A,S_K/e:STEEL/s:RED,S_Q/e:STEEL"), "play 0", {"score": 54.0}),  # 16 x 1.5^3
    ("m_steel", hand("S_A,S_K/e:STEEL", "jokers=[j_mime]"), "play 0", {"score": 36.0}),
    ("m_steel", hand("S_A/e:STEEL"), "play 0", {"score": 16.0}),
    ("m_steel", hand("S_A,S_K/e:STEEL/d"), "play 0", {"score": 16.0}),
    ("m_stone", hand("S_A/e:STONE"), "play 0", {"score": 55.0}),
    ("m_stone", hand("S_A/e:STONE,H_A/e:STONE"), "play 0,1", {"score": 105.0}),  # no rank: no Pair
    ("m_stone", hand("S_2,H_2,C_9/e:STONE"), "play 0,1,2", {"score": 128.0}),  # (10 + 4 + 50) x 2
    ("m_stone", hand("S_A/e:STONE/b:5"), "play 0", {"score": 60.0}),
    ("m_stone", hand("S_A/e:STONE/d"), "play 0", {"score": 5.0}),  # OP-22
    ("m_stone", hand("S_A/e:STONE", "consumables=[c_empress]"), "use 0 on 0; play 0", {"score": 80.0}),  # rank and suit come back
    ("m_gold", last("S_A,S_K/e:GOLD", "money=0"), "play 0", {"money": 3}),
    ("m_gold", last("S_A,S_K/e:GOLD/s:RED", "money=0"), "play 0", {"money": 6}),
    ("m_gold", last("S_A,S_K/e:GOLD", "money=0 jokers=[j_mime]"), "play 0", {"money": 6}),
    ("m_gold", last("S_A/e:GOLD", "money=0"), "play 0", {"money": 0}),
    ("m_gold", hand("S_A,S_K/e:GOLD", "money=0"), "play 0", {"money": 0}),
    ("m_gold", last("S_A,S_K/e:GOLD", "money=0").replace("target=1 ", "target=9999 "), "play 0", {"money": 0, "lost": True}),
    # Editions of cards: after the card's own chips, mult and X mult
    ("e_foil", hand("S_A/x:FOIL"), "play 0", {"score": 66.0}),
    ("e_foil", hand("S_A/x:FOIL/s:RED"), "play 0", {"score": 127.0}),
    ("e_holo", hand("S_A/x:HOLO"), "play 0", {"score": 176.0}),
    ("e_holo", hand("S_A/e:GLASS/x:HOLO"), "play 0", {"score": 192.0}),  # 16 x (1 x 2 + 10)
    ("e_polychrome", hand("S_A/x:POLYCHROME"), "play 0", {"score": 24.0}),
    ("e_polychrome", hand("S_A/e:MULT/x:POLYCHROME"), "play 0", {"score": 120.0}),  # 16 x (1 + 4) x 1.5
    ("e_foil", hand("S_A,S_K/x:FOIL"), "play 0", {"score": 16.0}),  # held cards' editions are silent
    # Editions of jokers: Foil and Holographic before, Polychrome after the joker's own effect
    ("e_foil", hand("S_A", "jokers=[j_joker/x:FOIL]"), "play 0", {"score": 330.0}),  # 66 x 5
    ("e_holo", hand("S_A", "jokers=[j_joker/x:HOLO]"), "play 0", {"score": 240.0}),  # 16 x 15
    ("e_holo", hand("S_A", "jokers=[j_cavendish/x:HOLO]"), "play 0", {"score": 528.0}),  # 16 x (1 + 10) x 3
    ("e_polychrome", hand("S_A", "jokers=[j_joker/x:POLYCHROME]"), "play 0", {"score": 120.0}),  # 16 x 5 x 1.5
    ("e_polychrome", hand("S_A", "jokers=[j_egg/x:POLYCHROME,j_joker]"), "play 0", {"score": 88.0}),  # 16 x (1.5 + 4)
    ("e_polychrome", hand("S_A", "jokers=[j_joker/x:POLYCHROME/d]"), "play 0", {"score": 16.0}),
    ("e_negative", "phase=SHOP jokers=[j_joker/x:NEGATIVE,j_egg/x:NEGATIVE]", "", {"joker_slots": 7}),
    ("e_negative", "phase=SHOP jokers=[j_joker/x:NEGATIVE] money=0", "sell_joker 0", {"joker_slots": 5, "money": 3}),
    ("e_negative", "phase=SHOP money=20 shop=[j_golden/x:NEGATIVE] jokers=[j_joker,j_joker,j_joker,j_joker,j_joker]", "buy_card 0", {"joker_count": 6, "money": 9}),
    ("e_negative", "phase=SHOP consumables=[c_sun,c_moon,c_mars/x:NEGATIVE]", "", {"consumable_slots": 3}),
    ("e_base", "phase=SHOP shop=[j_golden,j_golden/x:FOIL,j_golden/x:HOLO,j_golden/x:POLYCHROME]", "", {"prices": [6, 8, 9, 11]}),
    ("e_base", "phase=SHOP jokers=[j_golden,j_golden/x:FOIL,j_golden/x:HOLO,j_golden/x:POLYCHROME,j_golden/x:NEGATIVE]", "", {"sells": [3, 4, 4, 5, 5]}),
    # Seals
    ("Gold", hand("S_A/s:GOLD", "money=0"), "play 0", {"money": 3}),
    ("Gold", hand("S_A/s:GOLD", "money=0 jokers=[j_hanging_chad]"), "play 0", {"money": 9}),
    ("Gold", hand("S_A,S_K/s:GOLD", "money=0"), "play 0,1", {"money": 0}),  # it does not score
    ("Gold", last("S_A,S_K/s:GOLD", "money=0"), "play 0", {"money": 0}),  # held: OP-12
    ("Gold", hand("S_A/s:GOLD/d", "money=0"), "play 0", {"money": 0}),
    ("Red", hand("S_A/s:RED"), "play 0", {"score": 27.0}),
    ("Red", hand("S_A/s:RED", "jokers=[j_hanging_chad]"), "play 0", {"score": 49.0}),  # 5 + 4 x 11
    ("Red", hand("S_A,S_K/s:RED", "jokers=[j_baron]"), "play 0", {"score": 36.0}),
    ("Red", hand("S_A/s:RED/d"), "play 0", {"score": 5.0}),
    ("Blue", last("S_A,S_2/s:BLUE"), "play 0", {"consumables": "c_pluto"}),
    ("Blue", last("S_A,H_A,S_2/s:BLUE", "hands=[high_card:1:9]"), "play 0,1", {"consumables": "c_mercury"}),
    ("Blue", last("S_A,S_2/s:BLUE/s:BLUE,S_3/s:BLUE,S_4/s:BLUE"), "play 0", {"consumables": "c_pluto c_pluto"}),  # two slots
    ("Blue", last("S_A,S_2/s:BLUE", "consumables=[c_sun,c_moon]"), "play 0", {"consumables": "c_sun c_moon"}),
    ("Blue", last("S_A,S_2/s:BLUE", "jokers=[j_mime]"), "play 0", {"consumables": "c_pluto c_pluto"}),
    ("Blue", last("S_A/s:BLUE"), "play 0", {"consumables": ""}),
    ("Blue", last("S_A,S_2/s:BLUE/d"), "play 0", {"consumables": ""}),
    ("Purple", hand("S_A/s:PURPLE/d,S_2"), "discard 0", {"consumables": ""}),
    ("Purple", hand("S_A/s:PURPLE,S_2", "consumables=[c_sun,c_moon]"), "discard 0", {"consumables": "c_sun c_moon"}),
    ("Purple", hand("S_A/s:PURPLE,S_2"), "play 0", {"consumables": ""}),
    # Stickers
    ("eternal", "phase=SHOP jokers=[j_joker/eternal]", "sell_joker 0 !an Eternal joker cannot be sold", {"joker_count": 1}),
    ("eternal", "phase=BLIND_SELECT jokers=[j_ceremonial,j_joker/eternal]", "select_blind", {"joker_count": 2}),
    ("eternal", "phase=BLIND_SELECT jokers=[j_madness,j_joker/eternal]", "select_blind", {"joker_count": 2}),
    ("eternal", hand("S_A", "jokers=[j_joker/eternal]"), "sell_joker 0 !Eternal; play 0", {"score": 80.0}),
    ("perishable", last("S_A", "jokers=[j_joker/perishable:5]"), "play 0; cash_out", {"jokers": "j_joker/perishable"}),
    ("perishable", last("S_A", "jokers=[j_joker/perishable:1]"), "play 0; cash_out", {"jokers": "j_joker/perishable/d"}),
    ("perishable", last("S_A", "jokers=[j_joker/perishable:1] money=0"), "play 0; sell_joker 0; cash_out", {"money": 4}),
    ("perishable", last("S_A", "jokers=[j_juggler/perishable:1]"), "play 0; cash_out", {"hand_size": 8}),
    ("perishable", last("S_A", "jokers=[j_golden/perishable:1] money=0"), "play 0", {"rows": {"blind": 3}}),
    ("rental", "phase=SHOP money=5 shop=[j_blueprint/x:POLYCHROME/rental]", "buy_card 0", {"money": 4, "sells": [1]}),
    ("rental", last("S_A", "jokers=[j_joker/rental,j_egg/rental] money=26"), "play 0", {"money": 20, "rows": {"blind": 3, "interest": 4}}),
    ("rental", last("S_A", "jokers=[j_joker/rental] money=1"), "play 0", {"money": -2, "rows": {"blind": 3}}),
    ("rental", last("S_A", "jokers=[j_joker/rental/d] money=9"), "play 0", {"money": 6}),  # OP-32
    ("rental", last("S_A", "jokers=[j_joker/rental/perishable:0/d] money=9"), "play 0", {"money": 6}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "position", "actions", "expected"), ROWS)
def test_modifier(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


def test_perishable_counts_down_over_rounds() -> None:
    g = game("one_chip=1 phase=BLIND_SELECT boss=bl_club jokers=[j_joker/perishable:5]")
    for left in (4, 3, 2, 1, 0):
        act(g, "select_blind; play 0; cash_out; leave_shop")
        assert g.jokers[0].rounds_left == left
        assert g.jokers[0].debuffed == (left == 0)
    act(g, "select_blind")
    assert g.jokers[0].debuffed


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("jokers", ["", "j_oops"])
def test_lucky(seed: str, jokers: str) -> None:
    """Two rolls per trigger, mult first; a Red Seal rolls again."""
    s, odds = Streams(seed), 2 if jokers else 1
    mult, money = 1, 0
    for _ in range(2):
        mult += 20 if s.real("lucky_mult") < odds / 5 else 0
        money += 20 if s.real("lucky_money") < odds / 15 else 0
    g = play(f"seed={seed} {hand('S_A/e:LUCKY/s:RED', f'money=0 jokers=[{jokers}]')}", "play 0")
    check(g, {"score": float(27 * mult), "money": money})


def test_lucky_money_hit() -> None:
    seed = seed_where(lambda s: s.real("lucky_money") < 1 / 15)
    check(play(f"seed={seed} {hand('S_A/e:LUCKY', 'money=0')}", "play 0"), {"money": 20})


@pytest.mark.parametrize("seed", SEEDS)
def test_glass_breaks_by_stream(seed: str) -> None:
    """Once per scoring Glass Card after the hand, not per retrigger; none for a debuffed or unscored one."""
    s = Streams(seed)
    cards = "S_A/e:GLASS/s:RED,H_A/e:GLASS,C_A/e:GLASS/d,D_2/e:GLASS"
    g = play(f"seed={seed} {hand(cards)}", "play 0,1,2,3")
    broken = [s.real("glass") < 1 / 4 for _ in range(2)]
    check(g, {"deck": 52 - sum(broken), "owns D_2/e:GLASS": 1})
    assert [fact(g, f"owns {c}") for c in ("S_A/e:GLASS/s:RED", "H_A/e:GLASS")] == [1 - b for b in broken]


@pytest.mark.parametrize("seed", SEEDS)
def test_purple_seal_by_stream(seed: str) -> None:
    s, made = Streams(seed), []
    for _ in range(2):
        made.append(new_consumable(s, "tarot", "8ba", made))
    g = play(f"seed={seed} {hand('S_A/s:PURPLE,S_K/s:PURPLE,S_Q/s:PURPLE')}", "discard 0,1,2")
    check(g, {"consumables": " ".join(made)})


# -- boosters ---------------------------------------------------------------------------------------------

SIZES = {"normal": (4, 1), "jumbo": (6, 1), "mega": (8, 2)}
SHOWN = {
    "Arcana": (3, 5, 5),
    "Celestial": (3, 5, 5),
    "Standard": (3, 5, 5),
    "Buffoon": (2, 4, 4),
    "Spectral": (2, 4, 4),
}


@pytest.mark.parametrize("key", pool("booster"))
def test_booster(key: str) -> None:
    """Price, cards, picks, the dealt hand; skipping leads back to the shop and the hand returns to the deck."""
    kind, size = key.split("_")[1:3]
    price, picks = SIZES[size]
    shown = SHOWN[kind.title()][("normal", "jumbo", "mega").index(size)]
    g = play(f"phase=SHOP money=10 shop_packs=[{key}]", "buy_pack 0")
    deals = kind in ("arcana", "spectral")
    check(g, {"phase": "PACK", "pack": key, "money": 10 - price, "pack_picks_left": picks, "pack_offers": ""})
    check(g, {"hand_count": 8 if deals else 0, "draw_pile_size": 44 if deals else 52})
    assert len(g.pack_cards) == shown
    act(g, "skip_pack")
    check(g, {"phase": "SHOP", "hand_count": 0, "draw_pile_size": 52, "deck": 52})


def soul_rolls(s: Streams, kind: str, ante: int = 1) -> str | None:
    name = f"soul_{kind.title()}{ante}"
    rolls = [("c_soul", s.real(name) > 0.997)] if kind in ("tarot", "spectral") else []
    rolls += [("c_black_hole", s.real(name) > 0.997)] if kind in ("planet", "spectral") else []
    hits = [card for card, hit in rolls if hit]
    return hits[-1] if hits else None


@pytest.mark.parametrize(
    ("pack", "kind", "src", "count"),
    [
        ("p_arcana_mega_1", "tarot", "ar1", 5),
        ("p_celestial_mega_1", "planet", "pl1", 5),
        ("p_spectral_mega_1", "spectral", "spe", 4),
    ],
)
def test_consumable_packs_by_stream(pack: str, kind: str, src: str, count: int) -> None:
    for seed in SEEDS:
        s, cards = Streams(seed), ["c_death", "c_mars"]
        for _ in range(count):
            cards.append(soul_rolls(s, kind) or new_consumable(s, kind, src, cards))
        g = play(
            f"seed={seed} phase=SHOP money=10 consumables=[c_death,c_mars] shop_packs=[{pack}]", "buy_pack 0"
        )
        check(g, {"pack_cards": " ".join(cards[2:])})


@pytest.mark.parametrize(
    ("pack", "kind", "card"),
    [
        ("p_arcana_normal_1", "tarot", "c_soul"),
        ("p_celestial_normal_1", "planet", "c_black_hole"),
        ("p_spectral_normal_1", "spectral", "c_soul"),
        ("p_spectral_normal_1", "spectral", "c_black_hole"),
    ],
)
def test_soul_and_black_hole(pack: str, kind: str, card: str) -> None:
    """Above 0.997 on the first slot; not while one is held, except with Showman."""
    seed = seed_where(lambda s: soul_rolls(s, kind) == card)
    shop = f"seed={seed} phase=SHOP money=10 shop_packs=[{pack}]"
    g = play(shop, "buy_pack 0")
    assert g.pack_cards[0].key == card
    act(g, "pick 0")
    assert len(g.jokers) == (card == "c_soul")
    check(g, {"Pair": 1 if card == "c_soul" else 2})
    held = play(f"{shop} consumables=[{card}]", "buy_pack 0")
    assert card not in fact(held, "pack_cards")
    again = play(f"{shop} consumables=[{card}] jokers=[j_ring_master]", "buy_pack 0")
    assert again.pack_cards[0].key == card


@pytest.mark.parametrize("seed", SEEDS)
def test_buffoon_pack_by_stream(seed: str) -> None:
    s, cards = Streams(seed), ["j_joker"]
    for _ in range(4):
        cards.append(new_joker(s, "buf", [c.partition("/")[0] for c in cards]))
    g = play(f"seed={seed} phase=SHOP money=10 jokers=[j_joker] shop_packs=[p_buffoon_mega_1]", "buy_pack 0")
    check(g, {"pack_cards": " ".join(cards[1:])})


@pytest.mark.parametrize("rate", [1, 2, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_standard_pack_by_stream(seed: str, rate: int) -> None:
    """Enhanced above 0.6, front, edition at double rate, seal above 0.8 and which one."""
    s, cards = Streams(seed), []
    for _ in range(5):
        enhanced = s.real("stdset1") > 0.6
        mark = f"/e:{s.pick('Enhancedsta1', ENHANCEMENTS)}" if enhanced else ""
        card = (
            s.pick("frontsta1", FRONTS) + mark + edition(s.real("standard_edition1"), rate, 2, negative=False)
        )
        if s.real("stdseal1") > 0.8:
            t = s.real("stdsealtype1")
            card += "/s:" + ("RED" if t > 0.75 else "BLUE" if t > 0.5 else "GOLD" if t > 0.25 else "PURPLE")
        cards.append(card)
    owned = {1: "", 2: "v_hone", 4: "v_hone,v_glow_up"}[rate]
    g = play(
        f"seed={seed} phase=SHOP money=10 vouchers=[{owned}] shop_packs=[p_standard_mega_1]", "buy_pack 0"
    )
    check(g, {"pack_cards": " ".join(cards)})
    act(g, "pick 0; pick 0")
    check(g, {"deck": 54, "phase": "SHOP"})
    first = [c.code for c in g.full_deck[-2:]]
    assert first == cards[:2]


MEGA = "phase=PACK pack=p_arcana_mega_1 hand=[S_A,S_K]"
PACK_ROWS: list[tuple[str, str, dict[str, Any]]] = [
    (f"{MEGA} pack_cards=[c_hermit,c_sun,c_moon] money=1", "pick 0; skip_pack", {"phase": "SHOP", "money": 2}),
    (f"{MEGA} pack_cards=[c_hermit,c_sun,c_moon]", "pick 1 on 0; pick 1 on 1", {"phase": "SHOP", "owns H_A": 2, "owns C_K": 2}),
    (f"{MEGA} pack_cards=[c_hermit]", "pick 0", {"phase": "SHOP"}),  # no cards left
    (f"{MEGA} pack_cards=[c_sun,c_moon]", "pick 0 !the number of target cards; pick 0 on 5 !out of range", {"phase": "PACK"}),
    (f"{MEGA} pack_cards=[c_sun,c_moon] consumables=[c_hermit] money=3", "use 0", {"money": 6, "phase": "PACK"}),
    (f"{MEGA} pack_cards=[c_sun,c_moon] consumables=[c_world]", "use 0 on 0; sell_consumable 0 !nothing at that index", {"phase": "PACK"}),
    (f"{MEGA} pack_cards=[c_sun,c_moon] jokers=[j_joker] money=0", "sell_joker 0", {"money": 1, "phase": "PACK"}),
    (f"{MEGA} pack_cards=[c_hex,c_wraith] jokers=[j_joker/x:FOIL]", "pick 0 !no joker without an edition; pick 1", {"phase": "PACK", "joker_count": 2}),
    (f"{MEGA} pack_cards=[c_sun] phase_behind_pack=BLIND_SELECT", "skip_pack", {"phase": "BLIND_SELECT"}),
    ("phase=PACK pack=p_buffoon_mega_1 pack_cards=[j_joker,j_egg,j_golden] jokers=[j_mime,j_hack,j_baron,j_dusk]", "pick 0; pick 0 !there is no free joker slot; skip_pack", {"joker_count": 5, "phase": "SHOP"}),
    ("phase=PACK pack=p_buffoon_mega_1 pack_cards=[j_joker,j_egg/x:NEGATIVE] jokers=[j_mime,j_hack,j_baron,j_dusk,j_chaos]", "pick 0 !there is no free joker slot; pick 1", {"joker_count": 6}),
    ("phase=PACK pack=p_standard_normal_1 pack_cards=[S_K/e:GLASS/s:RED,H_2]", "pick 0", {"deck": 53, "owns S_K/e:GLASS/s:RED": 1, "phase": "SHOP"}),
    ("phase=SHOP money=3 shop_packs=[p_arcana_normal_1]", "buy_pack 0 !there is not enough money", {"phase": "SHOP"}),
    ("phase=SHOP money=4 jokers=[j_astronomer] shop=[c_mars,c_sun] shop_packs=[p_celestial_mega_1,p_arcana_normal_1]", "", {"prices": [0, 3], "pack_prices": [0, 4]}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "actions", "expected"), PACK_ROWS)
def test_open_pack(position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


# -- poker hands ------------------------------------------------------------------------------------------

# (cards, jokers, hand, positions that score, score)
HANDS: list[tuple[str, str, str, str, int]] = [
    ("S_2,S_2,S_2,S_2,S_2", "", "Flush Five", "01234", (160 + 10) * 16),
    ("S_2,S_2,S_2,S_7,S_7", "", "Flush House", "01234", (140 + 20) * 14),
    ("S_2,H_2,C_2,D_2,S_2", "", "Five of a Kind", "01234", (120 + 10) * 12),
    ("S_2,S_3,S_4,S_5,S_6", "", "Straight Flush", "01234", (100 + 20) * 8),
    ("H_T,H_J,H_Q,H_K,H_A", "", "Straight Flush", "01234", (100 + 51) * 8),
    ("S_2,H_2,C_2,D_2,S_9", "", "Four of a Kind", "0123", (60 + 8) * 7),
    ("S_2,H_2,C_2,D_7,S_7", "", "Full House", "01234", (40 + 20) * 4),
    ("S_2,S_4,S_6,S_8,S_K", "", "Flush", "01234", (35 + 30) * 4),
    ("S_2,H_3,C_4,D_5,S_6", "", "Straight", "01234", (30 + 20) * 4),
    ("S_A,H_2,C_3,D_4,S_5", "", "Straight", "01234", (30 + 25) * 4),
    ("S_T,H_J,C_Q,D_K,S_A", "", "Straight", "01234", (30 + 51) * 4),
    ("S_2,H_2,C_2,D_7,S_9", "", "Three of a Kind", "012", (30 + 6) * 3),
    ("S_2,H_2,C_7,D_7,S_9", "", "Two Pair", "0123", (20 + 18) * 2),
    ("S_2,H_2", "", "Pair", "01", (10 + 4) * 2),
    ("S_9,S_2,H_4,C_6,D_2", "", "Pair", "14", (10 + 4) * 2),
    ("S_2,H_K,C_5", "", "High Card", "1", 5 + 10),
    ("S_K,H_A,C_2,D_3,S_4", "", "High Card", "1", 5 + 11),  # K A 2 3 4: no wrap
    ("S_J,H_Q,C_K,D_A,S_2", "", "High Card", "3", 5 + 11),
    ("S_2,S_3,S_4,S_5", "", "High Card", "3", 5 + 5),  # four cards are no Straight and no Flush
    # Four Fingers: four are enough; all cards that belong score
    ("S_2,S_4,S_6,S_8", "j_four_fingers", "Flush", "0123", (35 + 20) * 4),
    ("S_2,S_4,S_6,S_8,H_K", "j_four_fingers", "Flush", "0123", (35 + 20) * 4),
    ("S_2,S_4,S_6,S_8,S_K", "j_four_fingers", "Flush", "01234", (35 + 30) * 4),
    ("S_2,H_3,C_4,D_5", "j_four_fingers", "Straight", "0123", (30 + 14) * 4),
    ("S_2,H_3,C_4,D_5,S_9", "j_four_fingers", "Straight", "0123", (30 + 14) * 4),
    ("S_3,H_4,C_4,D_5,S_6", "j_four_fingers", "Straight", "01234", (30 + 22) * 4),  # the second 4 scores too
    ("S_A,H_2,C_3,D_4,S_9", "j_four_fingers", "Straight", "0123", (30 + 20) * 4),
    ("S_J,H_Q,C_K,D_A,S_2", "j_four_fingers", "Straight", "0123", (30 + 41) * 4),
    ("S_2,S_3,S_4,H_5,S_9", "j_four_fingers", "Straight Flush", "01234", (100 + 23) * 8),  # flush and straight share three
    ("S_2,S_3,S_4,S_5,H_9", "j_four_fingers", "Straight Flush", "0123", (100 + 14) * 8),
    ("S_2,S_3,S_4", "j_four_fingers", "High Card", "2", 5 + 4),
    ("S_2,S_2,S_2,S_7,H_7", "j_four_fingers", "Flush House", "01234", (140 + 20) * 14),
    ("S_2,S_2,S_2,S_2,H_2", "j_four_fingers", "Flush Five", "01234", (160 + 10) * 16),
    # Shortcut: one missing rank between neighbours
    ("S_T,H_8,C_6,D_5,S_3", "j_shortcut", "Straight", "01234", (30 + 32) * 4),
    ("S_A,H_3,C_5,D_7,S_9", "j_shortcut", "Straight", "01234", (30 + 35) * 4),  # the Ace is 1
    ("S_A,H_Q,C_T,D_8,S_6", "j_shortcut", "Straight", "01234", (30 + 45) * 4),
    ("S_A,H_K,C_2,D_4,S_6", "j_shortcut", "High Card", "0", 5 + 11),  # no wrap
    ("S_2,H_5,C_6,D_7,S_8", "j_shortcut", "High Card", "4", 5 + 8),  # two ranks missing
    ("S_2,H_4,C_6,D_8,S_K", "j_shortcut,j_four_fingers", "Straight", "0123", (30 + 20) * 4),
    ("S_2,S_4,S_6,S_8,S_T", "j_shortcut", "Straight Flush", "01234", (100 + 30) * 8),
    # Suits: Wild, Stone, Smeared
    ("S_2,S_4,S_6,S_8,H_K/e:WILD", "", "Flush", "01234", (35 + 30) * 4),
    ("S_2,S_4,S_6,S_8,S_K/e:STONE", "", "High Card", "34", 5 + 8 + 50),
    ("S_2,S_4,S_6,S_8,S_K/e:STONE", "j_four_fingers", "Flush", "01234", (35 + 20 + 50) * 4),
    ("S_2,C_4,S_6,C_8,S_K", "j_smeared", "Flush", "01234", (35 + 30) * 4),
    ("H_2,D_4,H_6,D_8,S_K", "j_smeared", "High Card", "4", 5 + 10),
    ("S_2/e:WILD,H_4/e:WILD,C_6/e:WILD,D_8/e:WILD,S_9/e:WILD", "", "Flush", "01234", (35 + 29) * 4),
    ("S_2,S_4/d,S_6,S_8/d,S_K", "", "Flush", "01234", (35 + 18) * 4),  # debuffed cards count for the hand
    ("S_K/d,H_K", "", "Pair", "01", (10 + 10) * 2),
    # Stone Cards have no rank
    ("S_2,H_2,C_2/e:STONE", "", "Pair", "012", (10 + 4 + 50) * 2),
    ("S_2,H_3,C_4,D_5,S_6/e:STONE", "", "High Card", "34", 5 + 5 + 50),
    ("S_A/e:STONE,H_K/e:STONE", "", "High Card", "01", 5 + 100),
    ("S_A/e:STONE,H_2", "", "High Card", "01", 5 + 50 + 2),
    # Splash: every card scores, the hand stays
    ("S_2,H_2,C_K,D_9", "j_splash", "Pair", "0123", (10 + 23) * 2),
    # Pairs beside an exact triple
    ("S_2,H_2,C_2,D_2", "", "Four of a Kind", "0123", (60 + 8) * 7),
    ("S_7,H_2,C_7,D_2,S_7", "", "Full House", "01234", (40 + 25) * 4),
]  # fmt: skip


@pytest.mark.parametrize(("cards", "jokers", "name", "scoring", "score"), HANDS)
def test_poker_hand(cards: str, jokers: str, name: str, scoring: str, score: int) -> None:
    g = game(hand(cards, f"jokers=[{jokers}]"))
    played = list(range(len(g.hand)))
    preview = g.score(played)
    assert (preview.hand, "".join(map(str, preview.scoring)), preview.score) == (name, scoring, score)
    act(g, "play " + ",".join(map(str, played)))
    check(g, {"score": float(score)})
    level = g.hand_levels[name]
    assert (level.level, level.played, level.played_this_round) == (1, 1, 1)


@pytest.mark.parametrize("name", pool("hand"))
def test_level_values(name: str) -> None:
    """Base plus what each further level gives."""
    table = {
        "Flush Five": (160, 16, 50, 3), "Flush House": (140, 14, 40, 4), "Five of a Kind": (120, 12, 35, 3),
        "Straight Flush": (100, 8, 40, 4), "Four of a Kind": (60, 7, 30, 3), "Full House": (40, 4, 25, 2),
        "Flush": (35, 4, 15, 2), "Straight": (30, 4, 30, 3), "Three of a Kind": (30, 3, 20, 2),
        "Two Pair": (20, 2, 20, 1), "Pair": (10, 2, 15, 1), "High Card": (5, 1, 10, 1),
    }  # fmt: skip
    chips, mult, more_chips, more_mult = table[name]
    slug = content()["hand"][name]["slug"]
    for level in (1, 2, 7, 1000):
        found = game(f"phase=SHOP hands=[{slug}:{level}]").hand_levels[name]
        assert (found.chips, found.mult) == (chips + more_chips * (level - 1), mult + more_mult * (level - 1))


def test_a_levelled_hand_scores_its_level() -> None:
    check(play(hand("S_2,H_2", "hands=[pair:5]"), "play 0,1"), {"score": float((10 + 60 + 4) * 6)})


def test_hands_are_covered() -> None:
    assert {h[2] for h in HANDS} == set(pool("hand"))


def test_every_modifier_has_a_row() -> None:
    keys = [r[0] for r in ROWS]
    complete("enhancement", [*keys, "m_lucky"])  # test_lucky
    complete("edition", keys)
    complete("seal", keys)
    complete("sticker", keys)


def test_pack_cards_are_unique_within_a_pack() -> None:
    for n in range(40):
        g: Game = play(f"seed=U{n} phase=SHOP money=10 shop_packs=[p_spectral_mega_1]", "buy_pack 0")
        keys = codes(g.pack_cards).split()
        assert len(set(keys)) == len(keys)
