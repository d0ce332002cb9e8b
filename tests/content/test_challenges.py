"""The 20 challenges: what they start with, their rules in play, and that nothing banned is ever offered."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.content.rows import FRONTS, Streams, act, check, complete, fact, game, play, pool

from jimbot.game import Game

WIN = "phase=SELECTING_HAND target=1 hand=[S_A]"
ROUND = "phase=SELECTING_HAND target=1000000"
BOSS = "on_deck=boss boss=bl_club"


def start(**other: Any) -> dict[str, Any]:
    """The plain challenge deck on White Stake."""
    plain = {
        "hands_per_round": 4,
        "discards_per_round": 3,
        "money": 4,
        "hand_size": 8,
        "joker_slots": 5,
        "consumable_slots": 2,
        "deck": 52,
        "jokers": "",
        "consumables": "",
        "vouchers": [],
        "reroll_price": 5,
    }
    return plain | other


# A Negative joker brings its own slot.
STARTS: list[tuple[str, dict[str, Any]]] = [
    ("c_omelette_1", start(jokers="j_egg j_egg j_egg j_egg j_egg")),
    ("c_city_1", start(jokers="j_ride_the_bus/eternal j_shortcut/eternal")),
    ("c_rich_1", start(money=100, vouchers=["v_seed_money", "v_money_tree"])),
    ("c_knife_1", start(jokers="j_ceremonial/eternal/pinned")),
    ("c_xray_1", start()),
    ("c_mad_world_1", start(jokers="j_pareidolia/x:NEGATIVE/eternal j_business/eternal", joker_slots=6, deck=32)),
    ("c_luxury_1", start(hand_size=10)),
    ("c_non_perishable_1", start()),
    ("c_medusa_1", start(jokers="j_marble/eternal")),
    ("c_double_nothing_1", start()),
    ("c_typecast_1", start()),
    ("c_inflation_1", start(jokers="j_credit_card")),
    ("c_bram_poker_1", start(jokers="j_vampire/eternal", consumables="c_empress c_emperor", vouchers=["v_magic_trick", "v_illusion"])),
    ("c_fragile_1", start(jokers="j_oops/x:NEGATIVE/eternal j_oops/x:NEGATIVE/eternal", joker_slots=7)),
    ("c_monolith_1", start(jokers="j_obelisk/eternal j_marble/x:NEGATIVE/eternal", joker_slots=6)),
    ("c_blast_off_1", start(jokers="j_constellation/eternal j_rocket/eternal", vouchers=["v_planet_merchant", "v_planet_tycoon"], hands_per_round=2, discards_per_round=2, joker_slots=4)),
    ("c_five_card_1", start(jokers="j_card_sharp j_joker", discards_per_round=6, hand_size=5, joker_slots=7)),
    ("c_golden_needle_1", start(jokers="j_credit_card", discards_per_round=6, hands_per_round=1, money=10)),
    ("c_cruelty_1", start(joker_slots=3)),
    ("c_jokerless_1", start(joker_slots=0)),
]  # fmt: skip

# (challenge, position, actions, expected)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("c_omelette_1", f"{WIN} money=30 hands_left=3 jokers=[]", "play 0", {"rows": {}}),
    ("c_omelette_1", f"{WIN} money=30 hands_left=3 jokers=[] {BOSS}", "play 0; cash_out", {"money": 30}),
    ("c_omelette_1", f"{WIN} jokers=[j_egg,j_egg]", "play 0", {"sells": [5, 5]}),
    ("c_city_1", f"{ROUND} hand=[S_4,H_6,C_8,D_9,S_J] jokers=[j_shortcut]", "play 0,1,2,3,4", {"score": 268.0}),  # Straight (30 + 37) x 4
    ("c_city_1", "phase=SHOP", "sell_joker 0 !Eternal", {}),
    # Rich get Richer: chips never above the money, at every change
    ("c_rich_1", f"{ROUND} hand=[S_A] money=10", "play 0", {"score": 10.0}),
    ("c_rich_1", f"{ROUND} hand=[S_A] money=3", "play 0", {"score": 3.0}),
    ("c_rich_1", f"{ROUND} hand=[S_A] money=16", "play 0", {"score": 16.0}),
    ("c_rich_1", f"{ROUND} hand=[S_A] money=-4", "play 0", {"score": 0.0}),
    ("c_rich_1", f"{ROUND} hand=[S_K,H_K] money=25 jokers=[j_joker/x:FOIL]", "play 0,1", {"score": 150.0}),  # 25 x 6
    ("c_rich_1", f"{ROUND} hand=[S_K,H_K] money=100", "play 0,1", {"score": 60.0}),
    # On a Knife's Edge: the pinned Dagger stays leftmost and eats its neighbour
    ("c_knife_1", "phase=SHOP jokers=[j_ceremonial/eternal/pinned,j_joker,j_egg]", "rearrange_jokers 1,0,2 !a pinned joker stays leftmost; rearrange_jokers 0,2,1", {"jokers": "j_ceremonial/eternal/pinned j_egg j_joker"}),
    ("c_knife_1", "phase=BLIND_SELECT jokers=[j_ceremonial/eternal/pinned,j_joker,j_egg]", "select_blind", {"jokers": "j_ceremonial/eternal/pinned j_egg"}),
    ("c_mad_world_1", f"{WIN} money=30 hands_left=3", "play 0", {"rows": {"blind": 3}}),
    # The Luxury Tax: hand size 10 minus one per $5, kept up to date
    ("c_luxury_1", "phase=BLIND_SELECT money=4", "select_blind", {"hand_count": 10}),
    ("c_luxury_1", "phase=BLIND_SELECT money=12", "select_blind", {"hand_count": 8, "hand_size": 8}),
    ("c_luxury_1", "phase=BLIND_SELECT money=12 jokers=[j_blueprint]", "select_blind; sell_joker 0; play 0,1,2,3", {"hand_count": 7, "hand_size": 7}),
    ("c_luxury_1", "phase=SHOP money=12 shop=[c_sun]", "buy_card 0", {"hand_size": 9}),
    ("c_luxury_1", "phase=SHOP money=-20", "", {"hand_size": 10}),
    # Non-Perishable
    ("c_non_perishable_1", "phase=SHOP consumables=[c_judgement]", "use 0; sell_joker 0 !Eternal", {"joker_count": 1}),
    ("c_non_perishable_1", "phase=SHOP consumables=[c_wraith]", "use 0; sell_joker 0 !Eternal", {}),
    ("c_medusa_1", f"{ROUND} hand=[S_K/e:STONE,S_2]", "play 0", {"score": 55.0}),
    # Double or Nothing: Red Seals; scoring cards are debuffed for good
    ("c_double_nothing_1", f"{ROUND} hand=[S_A/s:RED,S_K/s:RED,S_2/s:RED]", "play 0,1", {"score": 27.0, "owns S_A/s:RED/d": 1, "owns S_K/s:RED": 1}),
    ("c_double_nothing_1", f"{WIN.replace('S_A', 'S_A/s:RED')}", "play 0; cash_out; leave_shop; select_blind", {"owns S_A/s:RED/d": 1}),
    ("c_double_nothing_1", f"{ROUND} on_deck=boss boss=bl_psychic hand=[S_A/s:RED,S_K/s:RED]", "play 0", {"owns S_A/s:RED": 1}),
    # Typecast: after the boss of ante 4
    ("c_typecast_1", f"{WIN} {BOSS} ante=4 jokers=[j_joker,j_egg]", "play 0; cash_out", {"jokers": "j_joker/eternal j_egg/eternal", "joker_slots": 0}),
    ("c_typecast_1", f"{WIN} {BOSS} ante=3 jokers=[j_joker,j_egg]", "play 0; cash_out", {"jokers": "j_joker j_egg", "joker_slots": 5}),
    ("c_typecast_1", f"{WIN} on_deck=big ante=4 jokers=[j_joker]", "play 0; cash_out", {"jokers": "j_joker", "joker_slots": 5}),
    ("c_typecast_1", f"{WIN} {BOSS} ante=4 money=50 jokers=[j_joker]", "play 0; cash_out; sell_joker 0 !Eternal", {}),
    # Inflation
    ("c_inflation_1", "phase=SHOP money=50 jokers=[] shop=[c_fool,c_sun] shop_packs=[p_arcana_normal_1] shop_vouchers=[v_grabber]", "buy_card 0", {"prices": [4], "pack_prices": [5], "money": 47, "reroll_price": 5}),
    ("c_inflation_1", "phase=SHOP money=50 jokers=[] shop=[c_fool,c_sun] shop_packs=[p_arcana_normal_1] shop_vouchers=[v_grabber]", "buy_voucher 0; buy_card 0", {"prices": [5], "pack_prices": [6], "money": 36}),
    ("c_inflation_1", "phase=SHOP money=50 jokers=[] shop=[c_hermit,c_sun]", "buy_and_use 0", {"prices": [4]}),
    ("c_inflation_1", "phase=SHOP money=50 jokers=[] shop=[c_fool,c_sun] shop_packs=[p_celestial_normal_1]", "buy_pack 0; skip_pack", {"prices": [4, 4]}),
    ("c_inflation_1", "phase=SHOP money=50 jokers=[]", "reroll; reroll", {"money": 39, "reroll_price": 7}),
    ("c_inflation_1", "phase=SHOP money=0 shop=[j_blueprint]", "buy_card 0", {"money": -10}),
    ("c_bram_poker_1", "phase=SHOP", "sell_joker 0 !Eternal", {}),
    ("c_fragile_1", f"{ROUND} hand=[S_A/e:GLASS,S_K/e:GLASS]", "play 0", {"score": 32.0, "deck": 51}),  # two Oops!: it breaks
    ("c_monolith_1", "phase=BLIND_SELECT", "select_blind", {"deck": 53}),
    ("c_medusa_1", "phase=BLIND_SELECT", "select_blind", {"deck": 53}),
    ("c_blast_off_1", "phase=BLIND_SELECT", "select_blind", {"hands_left": 2, "discards_left": 2}),
    ("c_five_card_1", "phase=BLIND_SELECT", "select_blind", {"hand_count": 5, "discards_left": 6}),
    # Golden Needle: $1 per discard action
    ("c_golden_needle_1", "phase=BLIND_SELECT", "select_blind; discard 0,1,2", {"hands_left": 1, "money": 9, "discards_left": 5}),
    ("c_golden_needle_1", "phase=BLIND_SELECT money=0", "select_blind; discard 0; discard 0", {"money": -2}),
    ("c_cruelty_1", f"{WIN} money=0 hands_left=1", "play 0", {"rows": {}}),
    ("c_cruelty_1", f"{WIN} money=0 hands_left=1 on_deck=big", "play 0", {"rows": {}}),
    ("c_cruelty_1", f"{WIN} money=0 hands_left=1 {BOSS}", "play 0", {"rows": {"blind": 5}}),
    ("c_jokerless_1", "phase=SHOP money=50 shop=[j_joker]", "buy_card 0 !there is no free joker slot", {}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "expected"), STARTS)
def test_challenge_starts(key: str, expected: dict[str, Any]) -> None:
    g = Game(seed="S1", challenge=key)
    check(g, expected)
    check(g, {"phase": "BLIND_SELECT", "ante": 1, "stake": "stake_white"})


@pytest.mark.parametrize(("key", "position", "actions", "expected"), ROWS)
def test_challenge(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(f"challenge={key} {position}", actions), expected)


def faces(challenge: str) -> list[str]:
    return [c.code for c in Game(seed="S1", challenge=challenge).full_deck]


def test_decks() -> None:
    assert Counter(faces("city")) == Counter(f"{s}_{r}" for s in "SHCD" for r in "456789TJQKJQK")
    assert sorted(faces("mad_world")) == sorted(f for f in FRONTS if f[2] in "23456789")
    assert faces("medusa") == [f + ("/e:STONE" if f[2] in "JQK" else "") for f in FRONTS]
    assert faces("double_nothing") == [f"{f}/s:RED" for f in FRONTS]
    assert faces("fragile") == [f"{f}/e:GLASS" for f in FRONTS]
    for plain in ("omelette", "rich", "knife", "xray", "luxury", "inflation", "jokerless"):
        assert faces(plain) == FRONTS


@pytest.mark.parametrize("jokers", ["", "j_oops"])
@pytest.mark.parametrize("seed", ["S1", "S2", "S3", "S4", "S5"])
def test_xray_by_stream(seed: str, jokers: str) -> None:
    """Every card drawn: 1 in 4 on flipped_card, not scaled by Oops! All 6s (OP-48)."""
    s = Streams(seed)
    dealt = s.shuffle("nr1", FRONTS)[::-1][:8]
    down = {c for c in dealt if s.real("flipped_card") < 1 / 4}
    g = play(f"seed={seed} challenge=xray phase=BLIND_SELECT jokers=[{jokers}]", "select_blind")
    assert {c.code.partition("/")[0] for c in g.reveal().hand if c.face_down} == down


def test_face_down_cards_of_xray_turn_up_when_the_round_ends() -> None:
    g = play("seed=S3 challenge=xray phase=BLIND_SELECT one_chip=1", "select_blind; play 0; cash_out")
    assert not [c for c in g.reveal().cards if c.face_down]


def test_all_offered_jokers_are_eternal() -> None:
    for n in range(20):
        g = play(
            f"seed=N{n} challenge=non_perishable phase=SHOP money=50 shop_packs=[p_buffoon_mega_1]",
            "reroll; buy_pack 0",
        )
        assert all("/eternal" in c for c in fact(g, "pack_cards").split())
        assert all("/eternal" in c for c in fact(g, "shop").split() if c.startswith("j_"))


@pytest.mark.parametrize("key", ["c_bram_poker_1", "c_jokerless_1"])
def test_no_shop_jokers(key: str) -> None:
    for n in range(25):
        g = play(f"seed=N{n} challenge={key} phase=SHOP money=500", "reroll; reroll; reroll")
        assert not [c for c in fact(g, "shop").split() if c.startswith("j_")]


def test_bram_poker_still_has_joker_tags_and_packs() -> None:
    position = "challenge=bram_poker one_chip=1 phase=BLIND_SELECT tags=[tag_rare]"
    g = play(position, "select_blind; play 0; cash_out")
    assert fact(g, "shop").startswith("j_")
    assert fact(g, "pack_offers").startswith("p_buffoon_normal")


def test_jokerless_drops_the_first_buffoon_pack() -> None:
    for n in range(15):
        g = play(f"seed=N{n} challenge=jokerless one_chip=1", "select_blind; play 0; cash_out")
        assert "buffoon" not in fact(g, "pack_offers")
        assert g.tags == []


BANS = {
    "c_omelette_1": "v_seed_money v_money_tree j_to_the_moon j_rocket j_golden j_satellite",
    "c_mad_world_1": "bl_plant",
    "c_non_perishable_1": "j_gros_michel j_ice_cream j_cavendish j_turtle_bean j_ramen j_diet_cola j_selzer j_popcorn j_mr_bones j_invisible j_luchador bl_final_leaf",
    "c_typecast_1": "bl_final_leaf",
    "c_inflation_1": "v_clearance_sale v_liquidation",
    "c_fragile_1": "c_magician c_empress c_heirophant c_chariot c_devil c_tower c_lovers c_incantation c_grim c_familiar p_standard_normal_1 p_standard_normal_2 p_standard_normal_3 p_standard_normal_4 p_standard_jumbo_1 p_standard_jumbo_2 p_standard_mega_1 p_standard_mega_2 j_marble j_vampire j_midas_mask j_certificate v_magic_trick v_illusion tag_standard",
    "c_blast_off_1": "v_grabber v_nacho_tong j_burglar",
    "c_five_card_1": "j_juggler j_troubadour j_turtle_bean",
    "c_golden_needle_1": "v_grabber v_nacho_tong j_burglar",
    "c_jokerless_1": "c_judgement c_wraith c_soul v_antimatter p_buffoon_normal_1 p_buffoon_normal_2 p_buffoon_jumbo_1 p_buffoon_mega_1 tag_rare tag_uncommon tag_holo tag_polychrome tag_negative tag_foil tag_buffoon tag_top_up bl_final_acorn bl_final_heart bl_final_leaf",
}  # fmt: skip


def offered(challenge: str, ante: int, seed: str) -> set[str]:
    """Everything a shop after a boss offers: row and rerolls, voucher, packs and what is in them, tags, boss."""
    position = f"challenge={challenge} seed={seed} endless=1 {WIN} {BOSS} ante={ante} money=100000 jokers=[] consumables=[]"
    g = play(position, "play 0; cash_out")
    found = {g.blinds[2].key, *(t.key for t in g.ante_tags)}
    for _ in range(8):
        found |= {o.key for o in [*g.shop, *g.shop_vouchers, *g.shop_packs]}
        act(g, "reroll")
    g = g.edited("shop_packs=[p_buffoon_mega_1,p_arcana_mega_1]")
    for _ in range(2):
        act(g, "buy_pack 0")
        found |= {o.key for o in g.pack_cards}
        act(g, "skip_pack")
    g = g.edited("shop_packs=[p_spectral_mega_1]")
    act(g, "buy_pack 0")
    return found | {o.key for o in g.pack_cards}


@pytest.mark.parametrize("key", BANS)
def test_bans_are_kept(key: str) -> None:
    found: set[str] = set()
    for n in range(48):
        found |= offered(key, n % 8 + (7 if n >= 40 else 1), f"B{n}")
    assert not found & set(BANS[key].split())
    assert len(found) > 150  # the sample is wide


@pytest.mark.shared
def test_bans_are_those_of_the_table(shared: Path) -> None:
    import csv

    with open(shared / "mechanics" / "challenges.csv", newline="") as file:
        for row in csv.DictReader(file):
            banned = [
                k for name in ("cards", "tags", "blinds") for k in json.loads(row[f"banned_{name}_json"])
            ]
            assert sorted(banned) == sorted(BANS.get(row["key"], "").split())


def test_luxury_tax_in_a_pack() -> None:
    g = play("challenge=luxury phase=SHOP money=29 shop_packs=[p_arcana_normal_1]", "buy_pack 0")
    check(g, {"money": 25, "hand_count": 5})


def test_typecast_after_the_win_over_ante_4_keeps_negatives_out() -> None:
    """The limit is 0, so nothing but a Negative joker can be bought."""
    position = f"challenge=typecast {WIN} {BOSS} ante=4 money=50 jokers=[j_joker]"
    g = play(position, "play 0; cash_out").edited("shop=[j_egg,j_golden/x:NEGATIVE]")
    act(g, "buy_card 0 !there is no free joker slot; buy_card 1")
    check(g, {"joker_count": 2})


def test_golden_needle_needs_no_money_for_a_discard() -> None:
    g = game("challenge=golden_needle phase=BLIND_SELECT money=-20")
    act(g, "select_blind; discard 0")
    check(g, {"money": -21})


def test_every_challenge_has_a_row() -> None:
    complete("challenge", [r[0] for r in STARTS])
    missing = set(pool("challenge")) - {r[0] for r in ROWS}
    assert missing == {"c_xray_1"}  # test_xray_by_stream
