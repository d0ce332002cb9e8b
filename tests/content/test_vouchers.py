"""The 32 vouchers: bought in the shop, then seen at work."""

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
    guaranteed_edition,
    kind_of,
    new_consumable,
    new_shop_row,
    play,
    pool,
    seed_where,
    slot_kind,
)

from jimbot.game import Game
from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8")
GOODS = "shop=[j_joker,j_blueprint,c_fool,c_hex] shop_packs=[p_standard_jumbo_1,p_buffoon_mega_1]"
MORE = "shop=[S_K,j_egg/x:POLYCHROME,j_joker/rental,j_joker/x:HOLO!free]"
BUY = "buy_voucher 0"
LEAVE = "buy_voucher 0; leave_shop; select_blind"
WIN = "phase=SELECTING_HAND target=1 hands_left=1 hand=[S_A]"


def at_shop(voucher: str, rest: str = "") -> str:
    """A shop with this voucher, $20 in the purse, the predecessor owned."""
    before = content()["voucher"][voucher]["requires"]
    owned = f"vouchers=[{before}] " if before else ""
    money = "" if "money=" in rest else "money=20 "
    return f"phase=SHOP on_deck=big {money}{owned}shop_vouchers=[{voucher}] {rest}"


# (key, what else is in the shop, actions, expected facts)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("v_overstock_norm", "shop=[j_joker,c_fool]", BUY, {"shop_count": 3, "money": 10, "voucher_offers": "", "vouchers": ["v_overstock_norm"]}),
    ("v_overstock_norm", "shop=[j_joker]", BUY, {"shop_count": 3}),
    ("v_overstock_norm", "", BUY, {"shop_count": 3}),
    ("v_overstock_norm", "money=30", f"{BUY}; reroll", {"shop_count": 3}),
    ("v_overstock_plus", "shop=[j_joker,c_fool,c_sun]", BUY, {"shop_count": 4}),
    ("v_overstock_plus", "", BUY, {"shop_count": 4}),
    ("v_clearance_sale", GOODS, BUY, {"prices": [1, 7, 2, 3], "pack_prices": [4, 6]}),
    ("v_clearance_sale", MORE, BUY, {"prices": [1, 7, 1, 0]}),
    ("v_clearance_sale", "jokers=[j_blueprint,j_joker,j_egg+3] consumables=[c_fool]", BUY, {"sells": [3, 1, 4]}),
    ("v_clearance_sale", "shop=[c_fool] jokers=[j_blueprint]", f"{BUY}; sell_joker 0", {"money": 13}),
    ("v_liquidation", GOODS, BUY, {"prices": [1, 5, 1, 2], "pack_prices": [3, 4], "money": 13}),  # itself $7
    ("v_liquidation", MORE, BUY, {"prices": [1, 4, 1, 0]}),
    ("v_liquidation", "jokers=[j_blueprint,j_joker,j_egg+3] consumables=[c_fool]", BUY, {"sells": [2, 1, 4]}),
    ("v_reroll_surplus", "", BUY, {"reroll_price": 3}),
    ("v_reroll_surplus", "rerolls_paid=2", BUY, {"reroll_price": 5}),
    ("v_reroll_surplus", "", f"{BUY}; reroll; reroll", {"reroll_price": 5, "money": 3}),
    ("v_reroll_glut", "", BUY, {"reroll_price": 1}),
    ("v_reroll_glut", "rerolls_paid=3", BUY, {"reroll_price": 4}),
    ("v_crystal_ball", "", BUY, {"consumable_slots": 3}),
    ("v_crystal_ball", "shop=[c_sun] consumables=[c_mars,c_venus]", f"buy_card 0 !there is no free consumable slot; {BUY}; buy_card 0", {"consumables": "c_mars c_venus c_sun"}),
    ("v_omen_globe", "", BUY, {"consumable_slots": 3, "vouchers": ["v_crystal_ball", "v_omen_globe"]}),
    ("v_grabber", "", BUY, {"hands_per_round": 5}),
    ("v_grabber", "", LEAVE, {"hands_left": 5}),
    ("v_nacho_tong", "", LEAVE, {"hands_left": 6}),
    ("v_wasteful", "", LEAVE, {"discards_left": 5}),
    ("v_recyclomancy", "", LEAVE, {"discards_left": 6}),
    ("v_blank", "", LEAVE, {"hands_left": 4, "discards_left": 4, "hand_size": 8, "joker_slots": 5, "consumable_slots": 2, "reroll_price": 5}),
    ("v_antimatter", "", BUY, {"joker_slots": 6}),
    ("v_antimatter", "shop=[j_egg] jokers=[j_joker,j_joker,j_joker,j_joker,j_joker]", f"buy_card 0 !there is no free joker slot; {BUY}; buy_card 0", {"joker_count": 6}),
    ("v_hieroglyph", "ante=3", BUY, {"ante": 2, "hands_per_round": 3}),
    ("v_hieroglyph", "ante=3", LEAVE, {"ante": 2, "hands_left": 3, "target": 1200.0}),  # Big Blind: 1.5 x 800
    ("v_hieroglyph", "ante=1", BUY, {"ante": 0}),
    ("v_hieroglyph", "ante=1", LEAVE, {"target": 150.0}),  # 1.5 x 100
    ("v_petroglyph", "ante=2", BUY, {"ante": 1, "discards_per_round": 3, "hands_per_round": 3}),
    ("v_petroglyph", "ante=0", LEAVE, {"ante": -1, "target": 150.0}),
    ("v_paint_brush", "", LEAVE, {"hand_size": 9, "hand_count": 9}),
    ("v_palette", "", LEAVE, {"hand_size": 10, "hand_count": 10}),
    ("v_directors_cut", "money=30", f"{BUY}; leave_shop; reroll_boss; reroll_boss !the boss of this ante was rerolled already", {"money": 10}),
    ("v_directors_cut", "money=19", f"{BUY}; leave_shop; reroll_boss !there is not enough money", {"money": 9}),
    ("v_directors_cut", "", "leave_shop; reroll_boss !needs Director's Cut or Retcon", {}),
    ("v_retcon", "money=40", f"{BUY}; leave_shop; reroll_boss; reroll_boss; reroll_boss; reroll_boss !there is not enough money", {"money": 0}),
    ("v_retcon", "money=40 boss_rerolled=1", f"{BUY}; leave_shop; reroll_boss", {"money": 20}),
    ("v_seed_money", "", f"{BUY}; leave_shop", {"vouchers": ["v_seed_money"]}),
    ("v_money_tree", "", f"{BUY}; leave_shop", {"vouchers": ["v_seed_money", "v_money_tree"]}),
    ("v_magic_trick", "money=9", "buy_voucher 0 !there is not enough money", {"vouchers": []}),
    ("v_magic_trick", "money=0 jokers=[j_credit_card]", BUY, {"money": -10}),
]  # fmt: skip

# (key, position, actions, expected): effects seen outside the shop
AT_WORK: list[tuple[str, str, str, dict[str, Any]]] = [
    ("v_seed_money", f"{WIN} money=49 vouchers=[v_seed_money]", "play 0", {"rows": {"blind": 3, "interest": 9}}),
    ("v_seed_money", f"{WIN} money=70 vouchers=[v_seed_money]", "play 0", {"rows": {"blind": 3, "interest": 10}}),
    ("v_seed_money", f"{WIN} money=70", "play 0", {"rows": {"blind": 3, "interest": 5}}),
    ("v_seed_money", f"{WIN} money=70 vouchers=[v_seed_money] jokers=[j_to_the_moon]", "play 0", {"rows": {"blind": 3, "interest": 20}}),
    ("v_money_tree", f"{WIN} money=99 vouchers=[v_seed_money,v_money_tree]", "play 0", {"rows": {"blind": 3, "interest": 19}}),
    ("v_money_tree", f"{WIN} money=500 vouchers=[v_seed_money,v_money_tree]", "play 0", {"rows": {"blind": 3, "interest": 20}}),
    # Observatory: X1.5 per held Planet of the played hand, after the jokers: (10 + 20) x (2 + 4) x 1.5 x 1.5
    ("v_observatory", "phase=SELECTING_HAND target=1000 hand=[S_K,H_K] vouchers=[v_telescope,v_observatory] consumables=[c_mercury,c_mercury] jokers=[j_joker]", "play 0,1", {"score": 405.0}),
    ("v_observatory", "phase=SELECTING_HAND hand=[S_K,H_K] vouchers=[v_telescope,v_observatory] consumables=[c_pluto,c_sun]", "play 0,1", {"score": 60.0}),
    ("v_observatory", "phase=SELECTING_HAND hand=[S_K,H_K] vouchers=[v_telescope] consumables=[c_mercury]", "play 0,1", {"score": 60.0}),
    # Telescope: the planet of the most played hand leads every Celestial pack; a tie goes to the higher hand
    ("v_telescope", "phase=SHOP money=20 vouchers=[v_telescope] hands=[pair:1:3,flush:1:2] shop_packs=[p_celestial_normal_1]", "buy_pack 0; pick 0", {"Pair": 2}),
    ("v_telescope", "phase=SHOP money=20 vouchers=[v_telescope] hands=[pair:1:3,flush:1:3,high_card:1:3] shop_packs=[p_celestial_mega_1]", "buy_pack 0; pick 0", {"Flush": 2}),
    ("v_telescope", "phase=SHOP money=20 vouchers=[v_telescope] hands=[flush_five:1:3,flush:1:3] shop_packs=[p_celestial_jumbo_1]", "buy_pack 0; pick 0", {"Flush Five": 2}),
    ("v_telescope", "phase=SHOP money=20 vouchers=[v_telescope] hands=[pair:1:3] consumables=[c_mercury] shop_packs=[p_celestial_normal_1]", "buy_pack 0; pick 0", {"Pair": 2, "consumables": "c_mercury"}),
    # The ordinary game
    ("v_grabber", "phase=BLIND_SELECT", "select_blind", {"hands_left": 4, "discards_left": 4}),
]  # fmt: skip

REROLL = "phase=SHOP on_deck=big money=50"
MERCHANTS: list[tuple[str, str, dict[str, float]]] = [
    ("v_tarot_merchant", "[v_tarot_merchant]", {"tarot": 9.6}),
    ("v_tarot_tycoon", "[v_tarot_merchant,v_tarot_tycoon]", {"tarot": 32.0}),
    ("v_planet_merchant", "[v_planet_merchant]", {"planet": 9.6}),
    ("v_planet_tycoon", "[v_planet_merchant,v_planet_tycoon]", {"planet": 32.0}),
    ("v_magic_trick", "[v_magic_trick]", {"card": 4.0}),
    ("v_tarot_tycoon", "[v_tarot_merchant,v_tarot_tycoon,v_planet_merchant,v_planet_tycoon,v_magic_trick]", {"tarot": 32.0, "planet": 32.0, "card": 4.0}),
    ("v_hone", "[v_hone]", {"rate": 2}),
    ("v_glow_up", "[v_hone,v_glow_up]", {"rate": 4}),
]  # fmt: skip


@pytest.mark.parametrize(("key", "rest", "actions", "expected"), ROWS)
def test_voucher(key: str, rest: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(at_shop(key, rest), actions), expected)


@pytest.mark.parametrize(("key", "position", "actions", "expected"), AT_WORK)
def test_voucher_at_work(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


@pytest.mark.parametrize(("key", "owned", "rates"), MERCHANTS)
def test_row_follows_the_rates(key: str, owned: str, rates: dict[str, float]) -> None:
    """The row of a reroll, item by item, by the weights and edition rates that the vouchers give."""
    for seed in SEEDS:
        g = play(f"seed={seed} {REROLL} vouchers={owned}", "reroll; reroll")
        s = Streams(seed)
        new_shop_row(s, **rates)
        check(g, {"shop": new_shop_row(s, **rates)})


@pytest.mark.parametrize(("key", "owned", "rates"), MERCHANTS[:6])
def test_rates_matter(key: str, owned: str, rates: dict[str, float]) -> None:
    """A first slot that the plain weights would make another kind of card."""

    def differs(s: Streams) -> bool:
        return slot_kind(s, **rates) != slot_kind(Streams(s.seed))

    seed = seed_where(differs)
    g = play(f"seed={seed} {REROLL} vouchers={owned}", "reroll")
    assert kind_of(g.shop[0]) == slot_kind(Streams(seed), **rates)
    assert kind_of(play(f"seed={seed} {REROLL}", "reroll").shop[0]) == slot_kind(Streams(seed))


@pytest.mark.parametrize(
    ("key", "owned", "low", "high", "mark"),
    [
        ("v_hone", "[v_hone]", 0.92, 0.96, "/x:FOIL"),
        ("v_hone", "[v_hone]", 0.988, 0.994, "/x:POLYCHROME"),
        ("v_hone", "[v_hone]", 0.997, 1.0, "/x:NEGATIVE"),
        ("v_glow_up", "[v_hone,v_glow_up]", 0.84, 0.92, "/x:FOIL"),
        ("v_glow_up", "[v_hone,v_glow_up]", 0.92, 0.976, "/x:HOLO"),
        ("v_glow_up", "[v_hone,v_glow_up]", 0.976, 0.988, "/x:POLYCHROME"),
    ],
)
def test_edition_bands(key: str, owned: str, low: float, high: float, mark: str) -> None:
    seed = seed_where(lambda s: slot_kind(s) == "joker" and low < s.real("edisho1") <= high)
    g = play(f"seed={seed} {REROLL} vouchers={owned}", "reroll")
    assert codes(g.shop[:1]).endswith(mark)
    plain = edition(Streams(seed).real("edisho1"))
    assert codes(play(f"seed={seed} {REROLL}", "reroll").shop[:1]).endswith(plain or g.shop[0].key)


@pytest.mark.parametrize("key", ["v_omen_globe"])
def test_omen_globe(key: str) -> None:
    """Each card of an Arcana pack: above 0.8 on omen_globe a Spectral, else a Tarot."""
    found = set()
    for seed in SEEDS:
        g = play(
            f"seed={seed} phase=SHOP money=9 vouchers=[v_crystal_ball,v_omen_globe] shop_packs=[p_arcana_jumbo_1]",
            "buy_pack 0",
        )
        s, cards = Streams(seed), []
        for _ in range(5):
            spectral = s.real("omen_globe") > 0.8
            cards.append(new_consumable(s, *(("spectral", "ar2") if spectral else ("tarot", "ar1")), cards))
            found.add(spectral)
        check(g, {"pack_cards": " ".join(cards)})
    assert found == {True, False}


def test_telescope_without_a_played_hand_is_random() -> None:
    position = "phase=SHOP money=9 vouchers=[v_telescope] hands=[flush:4] shop_packs=[p_celestial_normal_1]"
    for seed in SEEDS:
        s, cards = Streams(seed), []
        for _ in range(3):
            cards.append(new_consumable(s, "planet", "pl1", cards))
        check(play(f"seed={seed} {position}", "buy_pack 0"), {"pack_cards": " ".join(cards)})


def test_telescope_spends_no_draw_on_its_card() -> None:
    position = "phase=SHOP money=9 vouchers=[v_telescope] hands=[pair:1:1] shop_packs=[p_celestial_normal_1]"
    for seed in SEEDS:
        s, cards = Streams(seed), ["c_mercury"]
        for _ in range(2):
            cards.append(new_consumable(s, "planet", "pl1", cards))
        check(play(f"seed={seed} {position}", "buy_pack 0"), {"pack_cards": " ".join(cards)})


def test_overstock_fills_from_the_streams() -> None:
    for seed in SEEDS:
        g = play(f"seed={seed} {at_shop('v_overstock_norm', 'shop=[j_joker]')}", BUY)
        check(g, {"shop": "j_joker " + new_shop_row(Streams(seed), 2, ["j_joker"])})


def illusion(s: Streams) -> str:
    """A playing card in the first slot: enhanced above 0.6, an edition above 0.8 and then which one."""
    enhanced = s.real("illusion") > 0.6
    names = ["BONUS", "MULT", "WILD", "GLASS", "STEEL", "STONE", "GOLD", "LUCKY"]
    mark = f"/e:{s.pick('Enhancedsho1', names)}" if enhanced else ""
    card = s.pick("frontsho1", FRONTS) + mark
    if s.real("illusion") > 0.8:
        card += f"/x:{guaranteed_edition(s.real('illusion'))}"
    return card


@pytest.mark.parametrize(
    "wanted", ["plain", "/e:", "/x:FOIL", "/x:HOLO", "/x:POLYCHROME"], ids=lambda w: w.strip("/:")
)
def test_illusion(wanted: str) -> None:
    """OP-4. Seals never come."""

    def fits(s: Streams) -> bool:
        return slot_kind(s, card=4.0) == "card" and (
            wanted in (c := illusion(s)) or (wanted == "plain" and "/" not in c)
        )

    seed = seed_where(fits)
    g = play(f"seed={seed} {REROLL} vouchers=[v_magic_trick,v_illusion]", "reroll")
    assert codes(g.shop[:1]) == illusion(Streams(seed))


def test_magic_trick_card_joins_the_deck() -> None:
    g = play("phase=SHOP on_deck=big money=5 shop=[S_K] jokers=[j_hologram]", "buy_card 0")
    check(g, {"money": 4, "deck": 53, "owns S_K": 2})
    assert g.jokers[0].value == 1.25
    act(g.edited("shop=[S_K]"), "buy_and_use 0 !only consumables")


def boss_choice(s: Streams, used: list[str], ante: int = 1) -> str:
    """The least used eligible bosses in byte order of their keys."""
    rows = content()["blind"]
    eligible = sorted(k for k, r in rows.items() if r["boss"] and not r["showdown"] and r["min_ante"] <= ante)
    return s.pick("boss", [k for k in eligible if k not in used])


@pytest.mark.parametrize("seed", SEEDS)
def test_boss_rerolls_are_fresh_choices(seed: str) -> None:
    """Retcon: the replaced boss keeps its use count, so no boss comes twice."""
    s = Streams(seed)
    g = game(f"seed={seed} phase=BLIND_SELECT money=100 vouchers=[v_directors_cut,v_retcon]")
    seen = [boss_choice(s, [])]
    check(g, {"boss": seen[0]})
    for _ in range(4):
        act(g, "reroll_boss")
        seen.append(boss_choice(s, seen))
        check(g, {"boss": seen[-1]})
    check(g, {"money": 60, "boss_rerolled": True})


def test_directors_cut_again_in_the_next_ante() -> None:
    position = "phase=SELECTING_HAND on_deck=boss boss=bl_club target=1 hand=[S_A] money=30 vouchers=[v_directors_cut] boss_rerolled=1"
    g = play(position, "play 0; cash_out; leave_shop")
    check(g, {"boss_rerolled": False, "ante": 2})
    act(g, "reroll_boss; reroll_boss !rerolled already")


@pytest.mark.parametrize("seed", SEEDS)
def test_streams_go_on_when_the_ante_comes_back(seed: str) -> None:
    """Hieroglyph in ante 2: ante 1's streams go on from their first shop, ante 2's later from where they were."""
    s = Streams(seed)
    g = game(f"seed={seed} one_chip=1 money=500")
    act(g, "select_blind; play 0; cash_out")
    row = new_shop_row(s, ante=1)
    check(g, {"shop": row, "ante": 1})
    g = g.edited("phase=SHOP ante=2 on_deck=boss boss=bl_club shop_vouchers=[v_hieroglyph]")
    act(g, "reroll")
    check(g, {"shop": (row := new_shop_row(s, ante=2))})
    act(g, "buy_voucher 0; reroll")
    check(g, {"shop": (row := new_shop_row(s, ante=1)), "ante": 1})
    act(g, "leave_shop; select_blind; play 0; cash_out")
    check(g, {"shop": new_shop_row(s, ante=2), "ante": 2})


@pytest.mark.parametrize("seed", SEEDS)
def test_voucher_and_tags_go_on_when_the_ante_comes_back(seed: str) -> None:
    """Ante 2 begins twice: the second time its streams give their next entries."""
    s = Streams(seed)
    upgrades = [k for k, row in content()["voucher"].items() if row["requires"]]
    g = play(
        f"seed={seed} one_chip=1 money=500 phase=SELECTING_HAND on_deck=boss boss=bl_club hand=[S_A]",
        "play 0; cash_out",
    )
    check(g, {"voucher_offers": s.draw("Voucher2", pool("voucher"), upgrades)})
    assert [t.key for t in g.ante_tags] == [s.draw("Tag2", pool("tag")) for _ in range(2)]
    g = g.edited("shop_vouchers=[v_hieroglyph] boss=bl_club")
    act(g, "buy_voucher 0")
    for _ in range(3):
        act(g, "leave_shop; select_blind; play 0; cash_out")
    holes = [k for k in upgrades if k != "v_petroglyph"] + ["v_hieroglyph"]
    check(g, {"ante": 2, "voucher_offers": s.draw("Voucher2", pool("voucher"), holes)})
    assert [t.key for t in g.ante_tags] == [s.draw("Tag2", pool("tag")) for _ in range(2)]


@pytest.mark.parametrize("ante", [-5, -1, 0, 2, 9, 17, 38])
def test_the_ante_is_in_the_keys_as_a_plain_number(ante: int) -> None:
    for seed in SEEDS:
        s = Streams(seed)
        new_shop_row(s, ante=ante)
        g = play(f"seed={seed} {REROLL} ante={ante}", "reroll; reroll")
        check(g, {"shop": new_shop_row(s, ante=ante)})


def test_blank_comes_when_no_voucher_is_left() -> None:
    owned = ",".join(pool("voucher"))
    position = f"phase=SELECTING_HAND on_deck=boss boss=bl_club target=1 hand=[S_A] vouchers=[{owned}]"
    check(play(position, "play 0; cash_out"), {"voucher_offers": "v_blank"})


def test_every_voucher_has_a_row() -> None:
    keys = [r[0] for r in [*ROWS, *AT_WORK, *MERCHANTS]]
    complete("voucher", [*keys, "v_illusion"])  # test_illusion


@pytest.mark.parametrize("key", pool("voucher"))
def test_voucher_is_bought_once(key: str) -> None:
    """$10, owned at once, gone from the shop, its successor becomes possible; nothing is offered twice."""
    g = play(at_shop(key), BUY)
    assert key in g.vouchers
    price = 7 if key == "v_liquidation" else 10  # Clearance Sale is owned
    check(g, {"money": 20 - price, "voucher_offers": ""})


def offered(position: str, count: int) -> set[str]:
    """Vouchers of the shops after a boss over many seeds."""
    found: set[str] = set()
    for n in range(count):
        g: Game = play(f"seed=V{n} {position}", "play 0; cash_out")
        found.update(fact(g, "voucher_offers").split())
    return found


def test_voucher_pool_needs_predecessors() -> None:
    position = "phase=SELECTING_HAND on_deck=boss boss=bl_club target=1 hand=[S_A]"
    upgrades = {k for k, row in content()["voucher"].items() if row["requires"]}
    found = offered(position, 150)
    assert not found & upgrades
    assert len(found) >= 12
    later = offered(f"{position} vouchers=[v_grabber,v_hone]", 150)
    assert later & upgrades == {"v_nacho_tong", "v_glow_up"}
    assert not later & {"v_grabber", "v_hone"}
