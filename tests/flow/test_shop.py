"""The shop: stock, prices, rerolls, buying, selling, slots: rules.md sections 7, 12 and 13."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import Streams, act, check, fact, game, new_pack, new_shop_row, play, seed_where

from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6")
SHOP = "phase=SHOP on_deck=big"
FIVE = "jokers=[j_joker,j_egg,j_golden,j_mime,j_hack]"

ROWS: list[tuple[str, str, dict[str, Any]]] = [
    # Prices: floor of (base + edition + 0.5), by kind
    (f"{SHOP} shop=[j_joker,j_blueprint,j_caino,j_credit_card]", "", {"prices": [2, 10, 20, 1]}),
    (f"{SHOP} shop=[c_fool,c_mars,c_hex,S_A/e:GLASS]", "", {"prices": [3, 3, 4, 1]}),
    (f"{SHOP} shop=[j_joker/x:FOIL,j_joker/x:HOLO,j_joker/x:POLYCHROME,j_joker/x:NEGATIVE]", "", {"prices": [4, 5, 7, 7]}),
    (f"{SHOP} shop=[j_blueprint/rental,j_joker/x:NEGATIVE/rental,j_joker!free,S_A/x:FOIL]", "", {"prices": [1, 1, 0, 3]}),
    (f"{SHOP} inflation=4 shop=[j_joker,c_fool,S_A,j_joker/rental] shop_packs=[p_arcana_mega_1,p_buffoon_normal_1]", "", {"prices": [6, 7, 5, 1], "pack_prices": [12, 8], "reroll_price": 5}),
    (f"{SHOP} vouchers=[v_clearance_sale] inflation=3 shop=[j_joker,c_fool]", "", {"prices": [4, 4]}),  # floor(5.5 x 0.75), floor(6.5 x 0.75)
    # Sell values: half the price, at least 1, plus the extra
    (f"{SHOP} jokers=[j_joker,j_blueprint,j_credit_card,j_caino,j_egg+6] consumables=[c_fool,c_hex]", "", {"sells": [1, 5, 1, 10, 8]}),
    (f"{SHOP} money=0 consumables=[c_fool,c_hex]", "sell_consumable 1; sell_consumable 0", {"money": 3}),
    (f"{SHOP} money=0 jokers=[j_joker/rental]", "sell_joker 0", {"money": 1}),
    (f"{SHOP} inflation=5 jokers=[j_joker]", "", {"sells": [3]}),
    # Buying: money, credit, room
    (f"{SHOP} money=2 shop=[j_joker]", "buy_card 0", {"money": 0, "jokers": "j_joker", "shop": ""}),
    (f"{SHOP} money=1 shop=[j_joker]", "buy_card 0 !there is not enough money", {}),
    (f"{SHOP} money=0 jokers=[j_credit_card] shop=[j_caino,c_sun]", "buy_card 0; buy_card 0 !there is not enough money", {"money": -20}),
    (f"{SHOP} money=0 jokers=[j_credit_card,j_credit_card] shop=[j_caino,c_sun]", "buy_card 0; buy_card 0", {"money": -23}),
    (f"{SHOP} money=0 jokers=[j_credit_card/d] shop=[j_joker]", "buy_card 0 !there is not enough money", {}),
    (f"{SHOP} money=-5 shop=[j_joker!free]", "buy_card 0", {"money": -5, "jokers": "j_joker"}),
    (f"{SHOP} money=50 {FIVE} shop=[j_dusk]", "buy_card 0 !there is no free joker slot; sell_joker 0; buy_card 0", {"joker_count": 5}),
    (f"{SHOP} money=50 {FIVE} shop=[j_dusk/x:NEGATIVE]", "buy_card 0", {"joker_count": 6, "joker_slots": 6}),
    (f"{SHOP} money=50 consumables=[c_sun,c_moon] shop=[c_mars]", "buy_card 0 !there is no free consumable slot; buy_and_use 0", {"money": 47, "Four of a Kind": 2}),
    (f"{SHOP} money=50 shop=[c_judgement] {FIVE}", "buy_and_use 0 !there is no free joker slot; buy_card 0", {"consumables": "c_judgement"}),
    (f"{SHOP} money=50 shop=[j_joker]", "buy_and_use 0 !only consumables", {}),
    (f"{SHOP} money=50 consumables=[c_sun,c_moon,c_star/x:NEGATIVE] shop=[c_mars]", "buy_card 0 !there is no free consumable slot; sell_consumable 2; buy_card 0 !there is no free consumable slot", {}),
    (f"{SHOP} money=50 shop=[S_K/e:STEEL/x:FOIL]", "buy_card 0", {"deck": 53, "money": 47, "owns S_K/e:STEEL/x:FOIL": 1}),
    # Losing a slot removes nothing
    (f"{SHOP} money=50 jokers=[j_joker,j_egg,j_golden,j_mime,j_hack,j_dusk/x:NEGATIVE] shop=[j_baron]", "sell_joker 5; buy_card 0 !there is no free joker slot", {"joker_count": 5}),
    # Rerolls: $5, then $1 more each; free ones come first and raise nothing
    (f"{SHOP} money=20", "reroll; reroll", {"money": 9, "reroll_price": 7}),
    (f"{SHOP} money=4", "reroll !there is not enough money", {}),
    (f"{SHOP} money=4 jokers=[j_credit_card]", "reroll; reroll; reroll", {"money": -14, "reroll_price": 8}),
    (f"{SHOP} money=20 jokers=[j_chaos] free_rerolls=1", "reroll", {"money": 20, "reroll_price": 5}),
    (f"{SHOP} money=20 shop=[j_chaos]", "buy_card 0; reroll; reroll", {"money": 11, "reroll_price": 6}),
    (f"{SHOP} money=20 shop=[j_chaos] rerolls_paid=1", "buy_card 0; reroll", {"money": 16, "reroll_price": 6}),
    (f"{SHOP} money=20 jokers=[j_chaos] free_rerolls=1", "sell_joker 0", {"reroll_price": 5, "money": 22}),
    (f"{SHOP} money=20 jokers=[j_chaos] free_rerolls=1", "reroll; sell_joker 0", {"reroll_price": 5}),
    (f"{SHOP} money=20 jokers=[j_flash]", "reroll", {"shop_count": 2}),
    # The increase is gone with the next shop
    (f"{SHOP} one_chip=1 money=50", "reroll; reroll; leave_shop; select_blind; play 0; cash_out", {"reroll_price": 5}),
    (f"{SHOP} one_chip=1 jokers=[j_chaos,j_chaos]", "leave_shop; select_blind; play 0; cash_out", {"reroll_price": 0}),
    (f"{SHOP} one_chip=1 money=0 jokers=[j_chaos,j_chaos]", "leave_shop; select_blind; play 0; cash_out; reroll; reroll", {"reroll_price": 5}),
    # Leaving
    (SHOP, "leave_shop", {"phase": "BLIND_SELECT", "shop": "", "pack_offers": "", "voucher_offers": ""}),
    (f"{SHOP} jokers=[j_perkeo] consumables=[c_sun]", "leave_shop", {"consumables": "c_sun c_sun/x:NEGATIVE", "consumable_slots": 3}),
    (f"{SHOP} jokers=[j_perkeo]", "leave_shop", {"consumables": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "actions", "expected"), ROWS)
def test_shop(position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


PHASES = {
    "blind select": "phase=BLIND_SELECT",
    "round": "phase=SELECTING_HAND hand=[S_A,S_K]",
    "cash-out": "phase=ROUND_EVAL",
    "shop": "phase=SHOP",
    "pack": "phase=PACK pack=p_arcana_normal_1 hand=[S_A] pack_cards=[c_star,c_sun]",
    "celestial pack": "phase=PACK pack=p_celestial_normal_1 pack_cards=[c_pluto,c_earth]",
}


@pytest.mark.parametrize("phase", PHASES)
def test_selling_and_using_in_every_phase(phase: str) -> None:
    """OP-36: jokers and consumables are sold, consumables used, jokers moved wherever the player may act."""
    position = f"{PHASES[phase]} money=0 jokers=[j_joker,j_blueprint/eternal,j_egg] consumables=[c_hermit,c_mars,c_fool]"
    g = play(position, "rearrange_jokers 2,0,1; rearrange_consumables 2,1,0")
    check(g, {"jokers": "j_egg j_joker j_blueprint/eternal", "consumables": "c_fool c_mars c_hermit"})
    act(g, "sell_joker 2 !an Eternal joker; sell_joker 0; sell_consumable 0; use 0; use 0")
    check(g, {"money": 6, "jokers": "j_joker j_blueprint/eternal", "consumables": "", "Four of a Kind": 2})


def test_nothing_is_sold_when_the_run_is_over() -> None:
    g = game("phase=GAME_OVER lost=1 jokers=[j_joker] consumables=[c_mars]")
    act(g, "sell_joker 0 !the run is over; use 0 !the run is over; select_blind !the run is over")
    assert g.legal_actions() == []


@pytest.mark.parametrize("seed", SEEDS)
def test_stock_by_stream(seed: str) -> None:
    """Two shops of ante 1 with a reroll: rows on the same streams, two new packs each, the same voucher."""
    s = Streams(seed)
    g = play(f"seed={seed} one_chip=1 money=20 boss=bl_club", "select_blind; play 0; cash_out")
    voucher = fact(g, "voucher_offers")
    check(g, {"shop": new_shop_row(s)})
    packs = fact(g, "pack_offers").split()
    assert packs[0].startswith("p_buffoon_normal_")
    assert packs[1] == new_pack(s)
    act(g, "reroll")
    check(g, {"shop": new_shop_row(s), "pack_offers": " ".join(packs), "voucher_offers": voucher})
    act(g, "leave_shop; select_blind; play 0; cash_out")
    check(
        g, {"shop": new_shop_row(s), "pack_offers": f"{new_pack(s)} {new_pack(s)}", "voucher_offers": voucher}
    )
    act(g, "leave_shop; select_blind; play 0; cash_out")
    check(
        g, {"shop": new_shop_row(s, ante=2), "pack_offers": f"{new_pack(s, 2)} {new_pack(s, 2)}", "ante": 2}
    )


def test_voucher_stays_until_it_is_redeemed() -> None:
    g = play("seed=S1 one_chip=1 money=100 boss=bl_club", "select_blind; play 0; cash_out")
    voucher = fact(g, "voucher_offers")
    act(g, "leave_shop; select_blind; play 0; cash_out")
    check(g, {"voucher_offers": voucher})
    act(g, "buy_voucher 0")
    check(g, {"voucher_offers": "", "vouchers": [voucher]})
    g = play("seed=S1 one_chip=1 money=100 boss=bl_club", "select_blind; play 0; cash_out; buy_voucher 0")
    act(g, "leave_shop; select_blind; play 0; cash_out")
    check(g, {"voucher_offers": ""})
    act(g, "leave_shop; select_blind; play 0; cash_out")
    assert len(g.shop_vouchers) == 1
    assert fact(g, "voucher_offers") != voucher


def test_sold_out_row_stays_empty_until_a_reroll() -> None:
    g = play(f"{SHOP} money=50 shop=[c_sun,c_mars]", "buy_card 1; buy_card 0")
    check(g, {"shop": ""})
    act(g, "reroll")
    check(g, {"shop_count": 2})


def test_no_duplicates() -> None:
    """What is owned or on offer does not come again, over many rows; Showman lifts it."""
    held = "jokers=[j_joker,j_egg,j_jolly,j_zany,j_mad] consumables=[c_sun,c_mars]"
    owned = {"j_joker", "j_egg", "j_jolly", "j_zany", "j_mad", "c_sun", "c_mars"}
    repeats = 0
    for n in range(40):
        g = play(f"seed=D{n} {SHOP} money=10000 {held} vouchers=[v_overstock_norm,v_overstock_plus]")
        for _ in range(5):
            act(g, "reroll")
            keys = [o.key for o in g.shop]
            assert len(set(keys)) == len(keys)
            assert not owned & set(keys)
        g = play(
            f"seed=D{n} {SHOP} money=10000 {held.replace('j_joker,', 'j_ring_master,')}",
            "reroll; reroll; reroll",
        )
        repeats += bool(owned & {o.key for o in g.shop})
    assert repeats


def test_a_sold_joker_may_come_again() -> None:
    """The same row with and without the joker owned: the stream names it, the rule keeps it out."""
    seed = seed_where(lambda s: new_shop_row(s, 1).startswith("j_"))
    row = new_shop_row(Streams(seed), 1)
    key = row.partition("/")[0]
    position = f"seed={seed} {SHOP} money=50 jokers=[{key}]"
    assert key not in [o.key for o in play(position, "reroll").shop]
    assert key in [o.key for o in play(position, "sell_joker 0; reroll").shop]


def test_gates_of_the_joker_pool() -> None:
    """Steel, Stone, Glass, Gold and Lucky jokers need such a card in the deck; Cavendish a lost Gros Michel."""
    gated = {
        "j_steel_joker": "STEEL",
        "j_stone": "STONE",
        "j_glass": "GLASS",
        "j_ticket": "GOLD",
        "j_lucky_cat": "LUCKY",
    }
    cards = ",".join(f"S_{r}/e:{e}" for r, e in zip("23456", gated.values(), strict=True))
    closed, open_ = set(), set()
    for n in range(60):
        shop = f"seed=G{n} {SHOP} money=100000 vouchers=[v_overstock_norm,v_overstock_plus]"
        for found, more in ((closed, ""), (open_, f"draw=[{cards}] gros_michel_extinct=1")):
            g = game(f"{shop} {more}")
            for _ in range(12):
                act(g, "reroll")
                found.update(o.key for o in g.shop)
    assert not closed & {*gated, "j_cavendish"}
    assert {*gated, "j_cavendish"} <= open_
    assert "j_gros_michel" in closed
    assert "j_gros_michel" not in open_


def test_shop_never_offers_soul_or_legendaries() -> None:
    for n in range(40):
        g = play(f"seed=L{n} deck=ghost {SHOP} money=1000", "reroll; reroll; reroll")
        for offer in g.shop:
            assert offer.key not in ("c_soul", "c_black_hole")
            assert content()["joker"].get(offer.key, {}).get("rarity") != "legendary"
