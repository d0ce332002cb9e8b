"""The 24 tags: gained by skipping the Small Blind, then seen at work."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import (
    Streams,
    act,
    check,
    codes,
    complete,
    fact,
    game,
    new_joker,
    new_pack,
    new_shop_row,
    play,
    pool,
    seed_where,
    slot_kind,
)

from jimbot import Game
from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8")
SELECT = "phase=BLIND_SELECT one_chip=1 boss=bl_club"
ROUND = "select_blind; play 0; cash_out"


def skip(tag: str, rest: str = "", other: str = "tag_boss") -> str:
    return f"{SELECT} ante_tags=[{tag},{other}] {rest}"


# (key, position, actions, expected)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    # Shop tags wait for the next shop; each is used up there.
    ("tag_uncommon", skip("tag_uncommon"), "skip_blind", {"tags": "tag_uncommon", "skips": 1, "round": 0}),
    ("tag_uncommon", skip("tag_uncommon"), f"skip_blind; {ROUND}", {"tags": "", "shop_count": 2}),
    ("tag_rare", skip("tag_rare"), f"skip_blind; {ROUND}", {"tags": "", "shop_count": 2}),
    ("tag_investment", skip("tag_investment", "money=0"), "skip_blind; select_blind; play 0", {"tags": "tag_investment", "rows": {"blind": 4, "hands": 3}}),
    ("tag_investment", f"{SELECT} on_deck=boss tags=[tag_investment] money=0", "select_blind; play 0", {"rows": {"blind": 5, "hands": 3, "tags": 25}, "tags": ""}),
    ("tag_investment", f"{SELECT} on_deck=boss tags=[tag_investment,tag_investment] money=0", "select_blind; play 0; cash_out", {"money": 58}),
    ("tag_voucher", skip("tag_voucher"), f"skip_blind; {ROUND}", {"tags": ""}),
    ("tag_coupon", skip("tag_coupon"), f"skip_blind; {ROUND}", {"prices": [0, 0], "pack_prices": [0, 0], "tags": ""}),
    ("tag_coupon", f"{SELECT} tags=[tag_coupon,tag_coupon]", ROUND, {"prices": [0, 0], "tags": "tag_coupon"}),
    ("tag_coupon", f"{SELECT} tags=[tag_coupon,tag_coupon]", f"{ROUND}; leave_shop; {ROUND}", {"prices": [0, 0], "tags": ""}),
    ("tag_d_six", skip("tag_d_six"), f"skip_blind; {ROUND}", {"reroll_price": 0, "tags": ""}),
    ("tag_d_six", f"{SELECT} tags=[tag_d_six] money=10", f"{ROUND}; reroll; reroll; reroll", {"reroll_price": 3, "money": 10 + 3 + 3 + 2 - 3}),
    ("tag_d_six", f"{SELECT} tags=[tag_d_six,tag_d_six]", ROUND, {"reroll_price": 0, "tags": "tag_d_six"}),
    ("tag_d_six", f"{SELECT} tags=[tag_d_six]", f"{ROUND}; leave_shop; {ROUND}", {"reroll_price": 5}),
    ("tag_d_six", f"{SELECT} tags=[tag_d_six] vouchers=[v_reroll_surplus]", ROUND, {"reroll_price": 0}),
    # Boss Tag: a free reroll that marks the ante.
    ("tag_boss", skip("tag_boss", "vouchers=[v_directors_cut] money=50"), "skip_blind; reroll_boss !rerolled already", {"money": 50, "boss_rerolled": True, "tags": ""}),
    ("tag_boss", skip("tag_boss", "vouchers=[v_directors_cut,v_retcon] money=50"), "skip_blind; reroll_boss", {"money": 40}),
    # Pack tags: opened at once on the blind select screen.
    ("tag_standard", skip("tag_standard", "ante=2"), "skip_blind", {"phase": "PACK", "pack": "p_standard_mega_1", "pack_picks_left": 2, "hand_count": 0, "tags": ""}),
    ("tag_charm", skip("tag_charm", "money=4"), "skip_blind", {"phase": "PACK", "pack": "p_arcana_mega_1", "pack_picks_left": 2, "hand_count": 8, "money": 4}),
    ("tag_charm", skip("tag_charm"), "skip_blind; skip_pack", {"phase": "BLIND_SELECT", "hand_count": 0}),
    ("tag_charm", skip("tag_charm", "jokers=[j_red_card]"), "skip_blind; skip_pack; select_blind", {"target": 1.0, "round": 1}),
    ("tag_meteor", skip("tag_meteor", "ante=2"), "skip_blind", {"pack": "p_celestial_mega_1", "pack_picks_left": 2}),
    ("tag_meteor", skip("tag_meteor", "ante=2"), "skip_blind; pick 0; pick 0", {"phase": "BLIND_SELECT"}),
    ("tag_buffoon", skip("tag_buffoon", "ante=2"), "skip_blind; pick 0; pick 0", {"joker_count": 2, "phase": "BLIND_SELECT"}),
    ("tag_buffoon", skip("tag_buffoon", "ante=2"), "skip_blind", {"pack": "p_buffoon_mega_1", "pack_picks_left": 2}),
    ("tag_ethereal", skip("tag_ethereal", "ante=2"), "skip_blind", {"pack": "p_spectral_normal_1", "pack_picks_left": 1, "hand_count": 8}),
    # Immediate tags
    ("tag_handy", skip("tag_handy", "ante=2 money=5 hands_played_run=17"), "skip_blind", {"money": 22, "tags": ""}),
    ("tag_garbage", skip("tag_garbage", "ante=2 money=5 discards_unused=9"), "skip_blind", {"money": 14}),
    ("tag_skip", skip("tag_skip", "money=5"), "skip_blind", {"money": 10}),
    ("tag_skip", skip("tag_skip", "money=5 skips=2"), "skip_blind", {"money": 20}),
    ("tag_economy", skip("tag_economy", "money=13"), "skip_blind", {"money": 26}),
    ("tag_economy", skip("tag_economy", "money=40"), "skip_blind", {"money": 80}),
    ("tag_economy", skip("tag_economy", "money=70"), "skip_blind", {"money": 110}),
    ("tag_economy", skip("tag_economy", "money=-8"), "skip_blind", {"money": -8}),
    ("tag_orbital", skip("tag_orbital:pair", "ante=2"), "skip_blind", {"Pair": 4, "Flush": 1}),
    ("tag_orbital", skip("tag_orbital:flush", "ante=2 tags=[tag_double]"), "skip_blind", {"Flush": 7, "tags": ""}),
    ("tag_top_up", skip("tag_top_up", "ante=2"), "skip_blind", {"joker_count": 2, "tags": ""}),
    ("tag_top_up", skip("tag_top_up", "ante=2 jokers=[j_joker,j_egg,j_golden,j_mime]"), "skip_blind", {"joker_count": 5}),
    ("tag_top_up", skip("tag_top_up", "ante=2 jokers=[j_joker,j_egg,j_golden,j_mime,j_hack]"), "skip_blind", {"joker_count": 5, "tags": ""}),
    # Juggle: one round only, and it stacks
    ("tag_juggle", skip("tag_juggle"), "skip_blind", {"hand_size": 8, "tags": "tag_juggle"}),
    ("tag_juggle", skip("tag_juggle"), "skip_blind; select_blind", {"hand_size": 11, "hand_count": 11, "tags": ""}),
    ("tag_juggle", f"{SELECT} tags=[tag_juggle,tag_juggle]", "select_blind", {"hand_count": 14}),
    ("tag_juggle", skip("tag_juggle"), f"skip_blind; {ROUND}", {"hand_size": 8}),
    ("tag_juggle", f"{SELECT} tags=[tag_juggle]", f"{ROUND}; leave_shop; select_blind", {"hand_count": 8}),
    ("tag_juggle", f"{SELECT} tags=[tag_juggle]", "select_blind; discard 0,1", {"hand_count": 11}),
    # Double: a copy of the next tag that is none; several each add one
    ("tag_double", skip("tag_double", other="tag_investment"), "skip_blind", {"tags": "tag_double"}),
    ("tag_double", skip("tag_double", other="tag_investment"), "skip_blind; skip_blind", {"tags": "tag_investment tag_investment"}),
    ("tag_double", skip("tag_investment", "tags=[tag_double,tag_double]"), "skip_blind", {"tags": "tag_investment tag_investment tag_investment"}),
    ("tag_double", skip("tag_double", "tags=[tag_double]"), "skip_blind", {"tags": "tag_double tag_double"}),
    ("tag_double", "phase=SHOP jokers=[j_diet_cola] tags=[tag_double]", "sell_joker 0", {"tags": "tag_double tag_double"}),
    ("tag_double", "phase=SHOP on_deck=small one_chip=1 jokers=[j_diet_cola] money=0 ante_tags=[tag_skip,tag_boss]", "sell_joker 0; leave_shop; skip_blind", {"money": 13, "tags": ""}),
    ("tag_double", skip("tag_skip", "money=0 tags=[tag_double]"), "skip_blind", {"money": 10}),
    ("tag_double", skip("tag_economy", "money=5 tags=[tag_double]"), "skip_blind", {"money": 20}),
    ("tag_double", skip("tag_juggle", "tags=[tag_double]"), "skip_blind; select_blind", {"hand_count": 14}),
    ("tag_double", skip("tag_charm", "tags=[tag_double]"), "skip_blind; skip_pack", {"phase": "PACK", "pack": "p_arcana_mega_1"}),
    ("tag_double", skip("tag_charm", "tags=[tag_double]"), "skip_blind; skip_pack; skip_pack", {"phase": "BLIND_SELECT"}),
    ("tag_double", skip("tag_coupon", "tags=[tag_double]"), f"skip_blind; {ROUND}", {"prices": [0, 0], "tags": "tag_coupon"}),
]  # fmt: skip

EDITION_TAGS = {
    "tag_negative": "NEGATIVE",
    "tag_foil": "FOIL",
    "tag_holo": "HOLO",
    "tag_polychrome": "POLYCHROME",
}


@pytest.mark.parametrize(("key", "position", "actions", "expected"), ROWS)
def test_tag(key: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(position, actions), expected)


@pytest.mark.parametrize(("key", "src", "rarity"), [("tag_uncommon", "uta", 2), ("tag_rare", "rta", 3)])
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_joker_tags_take_the_first_slot(key: str, src: str, rarity: int, seed: str) -> None:
    """OP-8: no type roll for the first slot; the joker is free; the second slot is an ordinary one."""
    g = play(f"seed={seed} {SELECT} tags=[{key}] money=0", ROUND)
    s = Streams(seed)
    first = new_joker(s, src, rarity=rarity)
    check(g, {"shop": f"{first} {new_shop_row(s, 1, [first.partition('/')[0]])}"})
    assert g.shop[0].price == 0
    act(g, "buy_card 0")
    check(g, {"jokers": first, "money": 6})


def test_two_joker_tags_fill_two_slots() -> None:
    g = play(f"{SELECT} tags=[tag_uncommon,tag_rare]", ROUND)
    rarities = [content()["joker"][o.key]["rarity"] for o in g.shop]
    assert rarities == ["uncommon", "rare"]
    check(g, {"prices": [0, 0], "tags": ""})


def test_rare_tag_fizzles_when_every_rare_joker_is_owned() -> None:
    rares = ",".join(f"{j}/x:NEGATIVE" for j in pool("joker", rarity="rare"))
    seed = "S1"
    s = Streams(seed)
    have = pool("joker", rarity="rare")
    g = play(f"seed={seed} {SELECT} tags=[tag_rare] jokers=[{rares}]", ROUND)
    check(g, {"tags": "", "shop": new_shop_row(s, 2, have)})


@pytest.mark.parametrize(("key", "mark"), EDITION_TAGS.items())
def test_edition_tags(key: str, mark: str) -> None:
    """The next joker without edition in a shop row gets it and is free; a row without jokers keeps the tag."""
    seed = seed_where(
        lambda s: [slot_kind(s), slot_kind(s)] == ["tarot", "joker"] and s.real("edisho1") <= 0.96
    )
    g = play(f"seed={seed} {SELECT} tags=[{key},{key}]", ROUND)
    assert codes(g.shop[1:]).endswith(f"/x:{mark}")
    assert (g.shop[0].price, g.shop[1].price) == (3, 0)
    check(g, {"tags": key})  # one tag per joker

    seed = seed_where(lambda s: "joker" not in (slot_kind(s), slot_kind(s)))
    g = play(f"seed={seed} {SELECT} tags=[{key}]", ROUND)
    check(g, {"tags": key, "prices": [3, 3]})

    def joker_after_a_reroll(s: Streams) -> bool:
        return (
            "joker" not in (slot_kind(s), slot_kind(s))
            and slot_kind(s) == "joker"
            and s.real("edisho1") <= 0.96
        )

    g = play(f"seed={seed_where(joker_after_a_reroll)} {SELECT} tags=[{key}] money=9", f"{ROUND}; reroll")
    check(g, {"tags": ""})
    assert g.shop[0].price == 0
    assert codes(g.shop[:1]).endswith(f"/x:{mark}")


def test_edition_tags_pass_over_jokers_with_an_edition() -> None:
    seed = seed_where(
        lambda s: slot_kind(s) == slot_kind(s) == "joker" and s.real("edisho1") > 0.96 >= s.real("edisho1")
    )
    g = play(f"seed={seed} {SELECT} tags=[tag_negative]", ROUND)
    assert g.shop[0].price > 0
    assert not codes(g.shop[:1]).endswith("NEGATIVE") or Streams(seed).real("edisho1") > 0.997
    assert codes(g.shop[1:]).endswith("/x:NEGATIVE")
    assert g.shop[1].price == 0


def test_edition_tag_on_the_joker_of_a_rare_tag() -> None:
    seed = seed_where(lambda s: s.real("edirta1") <= 0.96)
    g = play(f"seed={seed} {SELECT} tags=[tag_foil,tag_rare]", ROUND)
    assert codes(g.shop[:1]) == f"{g.shop[0].key}/x:FOIL"
    assert content()["joker"][g.shop[0].key]["rarity"] == "rare"
    check(g, {"tags": ""})


def test_coupon_spares_vouchers_and_rerolls() -> None:
    g = play(f"{SELECT} tags=[tag_coupon] money=20", ROUND)
    assert [o.price for o in g.shop_vouchers] == [10]
    act(g, "reroll")
    assert all(o.price > 0 for o in g.shop)
    check(g, {"pack_prices": [0, 0]})


def test_coupon_does_not_lower_sell_values() -> None:
    seed = seed_where(lambda s: slot_kind(s) == "joker")
    g = play(f"seed={seed} {SELECT} tags=[tag_coupon]", f"{ROUND}; buy_card 0")
    cost = content()["joker"][g.jokers[0].key]["cost"]
    assert g.jokers[0].sell == max(1, cost // 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_voucher_tag(seed: str) -> None:
    """One more voucher on stream Voucher_fromtag, never the shown one; it leaves with the shop."""
    s = Streams(seed)
    upgrades = [k for k, row in content()["voucher"].items() if row["requires"]]
    first = s.draw("Voucher1", pool("voucher"), upgrades)
    second = s.draw("Voucher_fromtag", pool("voucher"), [*upgrades, first])
    third = s.draw("Voucher_fromtag", pool("voucher"), [*upgrades, first, second])
    g = play(f"seed={seed} {SELECT} tags=[tag_voucher,tag_voucher]", ROUND)
    check(g, {"voucher_offers": f"{first} {second} {third}", "tags": ""})
    act(g, f"leave_shop; {ROUND}")
    check(g, {"voucher_offers": first})


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_top_up(seed: str) -> None:
    s = Streams(seed)
    first = new_joker(s, "top", rarity=1)
    second = new_joker(s, "top", [first.partition("/")[0]], rarity=1)
    g = play(f"seed={seed} {skip('tag_top_up')}", "skip_blind")
    check(g, {"jokers": f"{first} {second}"})


@pytest.mark.parametrize("seed", SEEDS[:4])
def test_boss_tag_draws_the_next_boss(seed: str) -> None:
    rows = content()["blind"]
    eligible = sorted(k for k, r in rows.items() if r["boss"] and not r["showdown"] and r["min_ante"] <= 1)
    s = Streams(seed)
    first = s.pick("boss", eligible)
    position = f"seed={seed} phase=BLIND_SELECT ante_tags=[tag_boss,tag_boss]"
    check(game(position), {"boss": first})
    g = play(position, "skip_blind")
    second = s.pick("boss", [k for k in eligible if k != first])
    check(g, {"boss": second})
    check(act(g, "skip_blind"), {"boss": s.pick("boss", [k for k in eligible if k not in (first, second)])})


def test_pack_of_a_tag_draws_like_any_pack() -> None:
    """Meteor Tag: five Planets of stream Planetpl1, none twice; Telescope and Hallucination react."""
    for seed in SEEDS:
        s, cards = Streams(seed), []
        for _ in range(5):
            cards.append(
                s.draw(
                    "Planetpl11",
                    pool("consumable", kind="planet"),
                    ["c_planet_x", "c_ceres", "c_eris", *cards],
                )
            )
        check(play(f"seed={seed} {skip('tag_meteor')}", "skip_blind"), {"pack_cards": " ".join(cards)})
    g = play(
        f"{SELECT} ante_tags=[tag_meteor,tag_boss] vouchers=[v_telescope] hands=[pair:1:1]", "skip_blind"
    )
    assert fact(g, "pack_cards").startswith("c_mercury ")


def test_skipped_pack_feeds_red_card() -> None:
    g = play(skip("tag_charm", "jokers=[j_red_card]"), "skip_blind; skip_pack")
    assert g.jokers[0].value == 3


def test_handy_and_garbage_count_the_run() -> None:
    """One hand of four played, one discard of four used in the Small Blind; then the Big Blind is skipped."""
    for tag, money in (("tag_handy", 1), ("tag_garbage", 3)):
        g = play(f"{SELECT} money=0 ante_tags=[tag_boss,{tag}]", "select_blind; discard 0; play 0; cash_out")
        before = g.money
        act(g, "leave_shop; skip_blind")
        check(g, {"money": before + money})


def test_skip_bookkeeping() -> None:
    g = play(f"{SELECT} ante_tags=[tag_skip,tag_skip] money=0 jokers=[j_throwback]", "skip_blind; skip_blind")
    check(g, {"money": 15, "skips": 2, "round": 0, "phase": "BLIND_SELECT"})
    assert [b.status for b in g.blinds] == ["SKIPPED", "SKIPPED", "SELECT"]
    act(g, "skip_blind !a Boss Blind cannot be skipped")


@pytest.mark.parametrize("seed", SEEDS)
def test_ante_tags_by_stream(seed: str) -> None:
    """Small, then Big, on Tag1 over all 24 with those of ante 2 as holes; later on Tag2."""
    s = Streams(seed)
    late = [k for k, row in content()["tag"].items() if row["min_ante"] > 1]
    g = game(f"seed={seed} phase=BLIND_SELECT")
    assert [t.key for t in g.ante_tags] == [s.draw("Tag1", pool("tag"), late) for _ in range(2)]
    g = play(f"seed={seed} {SELECT} on_deck=boss", ROUND)
    assert [t.key for t in g.ante_tags] == [s.draw("Tag2", pool("tag")) for _ in range(2)]


ORDER = (
    *("Full House", "Flush", "Pair", "High Card", "Straight Flush", "Straight", "Two Pair"),
    *("Three of a Kind", "Four of a Kind"),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_hands_of_orbital_tags_by_stream(seed: str) -> None:
    """Small, Big and Boss of an ante draw one each, whatever their tags are; an ante that begins again after
    Hieroglyph has the same ones, with other tags."""
    s = Streams(seed)
    slug = {row["key"]: row["slug"] for row in content()["hand"].values()}
    drawn = {ante: ":".join(slug[s.pick("orbital", ORDER)] for _ in range(3)) for ante in (1, 2)}
    begun = f"{SELECT} seed={seed} on_deck=boss"
    g = play(begun, ROUND)
    assert set(split(g)) == {f"{ante}:{hands}" for ante, hands in drawn.items()}
    hands = drawn[2].split(":")
    for tag, expected in zip(g.ante_tags, hands, strict=False):
        assert tag.key != "tag_orbital" or slug[str(tag.hand)] == expected
    g = g.edited("shop_vouchers=[v_hieroglyph] money=50")
    act(g, "buy_voucher 0; leave_shop")
    assert g.ante == 1
    again = g.edited("phase=BLIND_SELECT on_deck=boss boss=bl_club")
    act(again, ROUND)
    assert (again.ante, set(split(again))) == (2, set(split(g)))


def split(g: Game) -> list[str]:
    return g.reveal().orbital_hands[1:-1].split(",")


def test_first_pack_and_coupon_packs() -> None:
    """The first pack of the run is a Buffoon Pack without a roll, the second comes from shop_pack1."""
    for seed in SEEDS:
        g = play(f"seed={seed} {SELECT}", ROUND)
        first, second = fact(g, "pack_offers").split()
        assert first.startswith("p_buffoon_normal_")
        assert second == new_pack(Streams(seed))


def test_every_tag_has_a_row() -> None:
    complete("tag", [*(r[0] for r in ROWS), *EDITION_TAGS])
