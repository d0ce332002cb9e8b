"""End of round and cash-out: rules.md section 8."""

from __future__ import annotations

from typing import Any

import pytest
from tests.content.rows import FRONTS, Streams, act, check, fact, game, play, pool

from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4")
BOSS = "on_deck=boss boss=bl_club"


def win(rest: str = "", cards: str = "S_A") -> str:
    hands = "" if "hands_left" in rest else "hands_left=1 "
    return f"phase=SELECTING_HAND target=1 {hands}hand=[{cards}] {rest}"


ROWS: list[tuple[str, dict[str, Any]]] = [
    # a. the blind's reward, b. $1 per hand left
    (win("money=0"), {"phase": "ROUND_EVAL", "rows": {"blind": 3}, "money": 0}),
    (win("money=0 on_deck=big"), {"rows": {"blind": 4}}),
    (win(f"money=0 {BOSS}"), {"rows": {"blind": 5}}),
    (win("money=0 on_deck=boss boss=bl_final_leaf ante=8 endless=1"), {"rows": {"blind": 8}}),
    (win("money=0 hands_left=4"), {"rows": {"blind": 3, "hands": 3}}),
    (win("money=0 hands_left=4 discards_left=3"), {"rows": {"blind": 3, "hands": 3}}),  # discards pay on Green Deck only
    # d. jokers
    (win("money=0 jokers=[j_golden]"), {"rows": {"blind": 3, "jokers": 4}}),
    (win("money=0 jokers=[j_golden/d]"), {"rows": {"blind": 3}}),
    (win("money=0 jokers=[j_cloud_9,j_golden]"), {"rows": {"blind": 3, "jokers": 8}}),
    (win("money=0 jokers=[j_rocket]"), {"rows": {"blind": 3, "jokers": 1}}),
    (win(f"money=0 jokers=[j_rocket] {BOSS}"), {"rows": {"blind": 5, "jokers": 3}}),
    (win("money=0 jokers=[j_delayed_grat] discards_left=3"), {"rows": {"blind": 3, "jokers": 6}}),
    (win("money=0 jokers=[j_delayed_grat] discards_left=3 discards_used=1"), {"rows": {"blind": 3}}),
    (win("money=0 jokers=[j_satellite] planets_used=[c_mars,c_pluto]"), {"rows": {"blind": 3, "jokers": 2}}),
    # e. Investment Tags, boss only
    (win(f"money=0 tags=[tag_investment] {BOSS}"), {"rows": {"blind": 5, "tags": 25}}),
    (win("money=0 tags=[tag_investment] on_deck=big"), {"rows": {"blind": 4}, "tags": "tag_investment"}),
    # f. interest on the purse before the rows
    (win("money=4"), {"rows": {"blind": 3}}),
    (win("money=5"), {"rows": {"blind": 3, "interest": 1}}),
    (win("money=24"), {"rows": {"blind": 3, "interest": 4}}),
    (win("money=25"), {"rows": {"blind": 3, "interest": 5}}),
    (win("money=1000"), {"rows": {"blind": 3, "interest": 5}}),
    (win("money=-30"), {"rows": {"blind": 3}}),
    (win("money=25 jokers=[j_to_the_moon]"), {"rows": {"blind": 3, "interest": 10}}),
    (win("money=25 jokers=[j_to_the_moon,j_to_the_moon]"), {"rows": {"blind": 3, "interest": 15}}),
    # after rental, Gold Cards and what the hand earned
    (win("money=6 jokers=[j_joker/rental]"), {"money": 3, "rows": {"blind": 3}}),
    (win("money=2", "S_A,S_K/e:GOLD"), {"money": 5, "rows": {"blind": 3, "interest": 1}}),
    (win("money=2", "S_A/s:GOLD"), {"money": 5, "rows": {"blind": 3, "interest": 1}}),
    (win("money=5 jokers=[j_joker/rental]", "S_A,S_K/e:GOLD"), {"money": 5, "rows": {"blind": 3, "interest": 1}}),
    # each joker: its effect, its rent, its countdown
    (win("money=9 jokers=[j_egg/perishable:1/rental]"), {"money": 6, "sells": [4], "jokers": "j_egg/perishable/rental/d"}),
    (win("jokers=[j_gift,j_joker] consumables=[c_sun]"), {"sells": [4, 2]}),
    (win("jokers=[j_popcorn:4]"), {"jokers": ""}),
    (win("jokers=[j_turtle_bean:1]"), {"jokers": "", "hand_size": 8}),
    (win(f"jokers=[j_campfire:2.5] {BOSS}"), {"jokers": "j_campfire"}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "expected"), ROWS)
def test_won_round(position: str, expected: dict[str, Any]) -> None:
    check(play(position, "play 0"), expected)


def test_rows_stand_in_order_and_are_paid_together() -> None:
    position = f"deck=green {win(f'money=7 hands_left=3 discards_left=2 jokers=[j_golden] tags=[tag_investment] {BOSS}')}"
    g = play(position, "play 0")
    assert list(g.cash_out_rows) == ["blind", "hands", "discards", "jokers", "tags", "interest"]
    assert list(g.cash_out_rows.values()) == [5, 4, 2, 4, 25, 0]
    check(g, {"money": 7})
    act(g, "cash_out")
    check(g, {"money": 47, "phase": "SHOP"})


def test_unused_discards_are_counted() -> None:
    g = play(win("discards_left=3"), "play 0")
    assert g.reveal().discards_unused == 3


def test_ante_rises_after_the_boss() -> None:
    """The ante and its voucher when the boss is beaten, boss and tags at the cash-out."""
    for seed in SEEDS:
        s = Streams(seed)
        upgrades = [k for k, row in content()["voucher"].items() if row["requires"]]
        g = game(f"seed={seed} {win(BOSS)}")
        tags = [t.key for t in g.ante_tags]
        act(g, "play 0")
        check(g, {"ante": 2, "boss": "bl_club"})
        assert g.reveal().ante_voucher == s.draw("Voucher2", pool("voucher"), upgrades)
        assert [t.key for t in g.ante_tags] == tags
        act(g, "cash_out")
        assert [t.key for t in g.ante_tags] == [s.draw("Tag2", pool("tag")) for _ in range(2)]
        assert [b.status for b in g.blinds] == ["UPCOMING"] * 3
        act(g, "leave_shop")
        check(g, {"ante": 2, "target": 800.0})


def targets(g: Any) -> tuple[str, str, str, str]:
    (rank, suit), mail, castle, ancient = g.reveal().targets
    return (
        f"{suit[0].upper()}_{'..23456789TJQKA'[rank]}",
        "..23456789TJQKA"[mail],
        castle[0].upper(),
        ancient[0].upper(),
    )


@pytest.mark.parametrize(("where", "ante"), [("", 1), (BOSS, 2)])
@pytest.mark.parametrize("seed", SEEDS)
def test_round_targets_are_picked_again(seed: str, where: str, ante: int) -> None:
    """At every round end, after a boss with the new ante; Ancient never takes its suit again."""
    g = game(f"seed={seed} {win(where)}")
    old = targets(g)
    s = Streams(seed)
    if ante == 1:
        for key in ("idol1", "mail1", "anc1", "cas1"):
            s.use(key)
    act(g, "play 0")
    idol, mail, castle = (s.pick(f"{k}{ante}", FRONTS) for k in ("idol", "mail", "cas"))
    ancient = s.pick(f"anc{ante}", [x for x in "SHCD" if x != old[3]])
    assert targets(g) == (idol, mail[2], castle[0], ancient)


def test_targets_leave_stone_cards_out() -> None:
    stones = ",".join(f"{f}/e:STONE" for f in FRONTS if f != "S_A")
    g = play(f"phase=SELECTING_HAND target=1 hand=[S_A] draw=[{stones}]", "play 0")
    assert targets(g)[:3] == ("S_A", "A", "S")


def test_targets_stay_when_the_round_is_lost() -> None:
    g = game("phase=SELECTING_HAND target=99999 hands_left=1 hand=[S_A]")
    old = targets(g)
    act(g, "play 0")
    assert g.lost
    assert targets(g) == old


def test_lost_round_pays_nothing() -> None:
    """The jokers' pass has run; Gold Cards, Blue Seals have not."""
    position = "phase=SELECTING_HAND target=99999 hands_left=1 hand=[S_A,S_K/e:GOLD,S_Q/s:BLUE] money=5 jokers=[j_joker/rental,j_egg]"
    check(play(position, "play 0"), {"lost": True, "consumables": "", "money": 2, "sells": [1, 5]})


@pytest.mark.parametrize("seed", SEEDS)
def test_cash_out_shuffles_the_deck(seed: str) -> None:
    """A pack of the shop deals from the deck of stream cashout1, from its end."""
    g = play(f"seed={seed} {win('money=20')}", "play 0; cash_out").edited("shop_packs=[p_arcana_normal_1]")
    act(g, "buy_pack 0")
    dealt = Streams(seed).shuffle("cashout1", FRONTS)[::-1][:8]
    assert {c.code for c in g.hand} == set(dealt)


def test_cards_come_back_to_the_deck() -> None:
    g = play(win("hands_left=4", "S_A,S_K,S_Q"), "discard 2; play 0; cash_out")
    check(g, {"hand": "", "draw_pile_size": 52, "deck": 52})
    assert g.reveal().discard_pile == []


def test_boss_effects_end_with_the_round() -> None:
    for boss, ante in (
        ("bl_club", 1),
        ("bl_manacle", 1),
        ("bl_house", 2),
        ("bl_final_leaf", 8),
        ("bl_final_heart", 8),
    ):
        position = (
            f"phase=BLIND_SELECT endless=1 one_chip=1 on_deck=boss boss={boss} ante={ante} jokers=[j_joker]"
        )
        g = play(position, "select_blind; play 0; cash_out")
        check(g, {"hand_size": 8, "jokers": "j_joker"})
        assert not [c for c in g.reveal().cards if c.debuffed or c.face_down]


def test_blue_seal_takes_the_last_hand_of_the_round() -> None:
    low = "draw=[C_3,C_5,C_7,C_9]"
    g = play(f"phase=SELECTING_HAND target=70 hand=[S_K,H_K,S_A,S_2/s:BLUE] {low}", "play 0,1; play 0")
    check(g, {"phase": "ROUND_EVAL", "consumables": "c_pluto"})


def test_rocket_grows_with_each_boss() -> None:
    g = play(win(f"{BOSS} money=0 jokers=[j_rocket]"), "play 0; cash_out")
    assert fact(g, "money") == 5 + 3
    g = g.edited("phase=SELECTING_HAND target=1 hands_left=1 hand=[S_A] on_deck=boss boss=bl_head money=0")
    act(g, "play 0")
    check(g, {"rows": {"blind": 5, "jokers": 5}})


def test_selling_before_the_cash_out() -> None:
    """The rows are fixed when the round ends; money of a sale is on top."""
    g = play(win("money=0 jokers=[j_golden]"), "play 0; sell_joker 0; cash_out")
    check(g, {"money": 3 + 3 + 4})
