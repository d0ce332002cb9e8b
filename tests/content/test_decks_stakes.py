"""The 15 decks and 8 stakes: what a run starts with, and their rules in play; the ante table."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest
from tests.content.rows import (
    FRONTS,
    Streams,
    act,
    check,
    complete,
    fact,
    game,
    new_shop_row,
    play,
    pool,
    seed_where,
    slot_kind,
)

from jimbot.game import Game
from jimbot.game.content import content

SEEDS = ("S1", "S2", "S3", "S4", "S5", "S6")
WIN = "phase=SELECTING_HAND target=1 hand=[S_A]"
BOSS = "on_deck=boss boss=bl_club"


def start(
    hands: int = 4, discards: int = 3, dollars: int = 4, hand_size: int = 8, **other: Any
) -> dict[str, Any]:
    values = {"joker_slots": 5, "consumable_slots": 2, "deck": 52, "reroll_price": 5} | other
    return values | {
        "hands_per_round": hands,
        "discards_per_round": discards,
        "money": dollars,
        "hand_size": hand_size,
    }


STARTS: list[tuple[str, dict[str, Any]]] = [
    ("b_red", start(discards=4)),
    ("b_blue", start(hands=5)),
    ("b_yellow", start(dollars=14)),
    ("b_green", start()),
    ("b_black", start(hands=3, joker_slots=6)),
    ("b_magic", start(consumable_slots=3, consumables="c_fool c_fool", vouchers=["v_crystal_ball"])),
    ("b_nebula", start(consumable_slots=1, vouchers=["v_telescope"])),
    ("b_ghost", start(consumables="c_hex")),
    ("b_abandoned", start(deck=40)),
    ("b_checkered", start()),
    ("b_zodiac", start(vouchers=["v_overstock_norm", "v_tarot_merchant", "v_planet_merchant"])),
    ("b_painted", start(hand_size=10, joker_slots=4)),
    ("b_anaglyph", start()),
    ("b_plasma", start()),
    ("b_erratic", start()),
]

# (deck, position, actions, expected)
ROWS: list[tuple[str, str, str, dict[str, Any]]] = [
    ("b_red", "", "select_blind", {"discards_left": 4, "hands_left": 4, "hand_count": 8, "target": 300.0}),
    ("b_blue", "", "select_blind", {"discards_left": 3, "hands_left": 5}),
    ("b_yellow", "", "select_blind", {"money": 14}),
    ("b_green", f"{WIN} money=50 hands_left=3 discards_left=2", "play 0", {"rows": {"blind": 3, "hands": 4, "discards": 2}}),
    ("b_green", f"{WIN} money=50 hands_left=1 discards_left=0 jokers=[j_to_the_moon]", "play 0", {"rows": {"blind": 3}}),
    ("b_red", f"{WIN} money=50 hands_left=3 discards_left=2", "play 0", {"rows": {"blind": 3, "hands": 2, "interest": 5}}),
    ("b_black", "", "select_blind", {"hands_left": 3, "discards_left": 3}),
    ("b_painted", "", "select_blind", {"hand_count": 10}),
    ("b_magic", "phase=BLIND_SELECT last_consumable=c_mars", "use 0", {"consumables": "c_fool c_mars"}),
    ("b_nebula", "phase=SHOP money=9 hands=[pair:1:2] shop_packs=[p_celestial_normal_1]", "buy_pack 0; pick 0", {"Pair": 2}),
    ("b_nebula", "phase=SHOP money=9 consumables=[c_sun] shop=[c_moon]", "buy_card 0 !no free consumable slot", {}),
    ("b_ghost", "phase=BLIND_SELECT jokers=[j_joker]", "use 0", {"jokers": "j_joker/x:POLYCHROME"}),
    ("b_zodiac", f"{WIN}", "play 0; cash_out", {"shop_count": 3}),
    ("b_anaglyph", f"{WIN} {BOSS}", "play 0; cash_out", {"tags": "tag_double"}),
    ("b_anaglyph", f"{WIN} {BOSS} tags=[tag_double]", "play 0; cash_out", {"tags": "tag_double tag_double"}),
    ("b_anaglyph", f"{WIN}", "play 0; cash_out", {"tags": ""}),
    ("b_red", f"{WIN} {BOSS}", "play 0; cash_out", {"tags": ""}),
    # Plasma: (16 + 1) / 2 = 8 each; (30 + 2) / 2 = 16 each; with Joker (16 + 5) / 2 = 10
    ("b_plasma", "phase=SELECTING_HAND hand=[S_A]", "play 0", {"score": 64.0}),
    ("b_plasma", "phase=SELECTING_HAND hand=[S_K,H_K]", "play 0,1", {"score": 256.0}),
    ("b_plasma", "phase=SELECTING_HAND hand=[S_A] jokers=[j_joker]", "play 0", {"score": 100.0}),
    ("b_plasma", "phase=SELECTING_HAND hand=[S_A,S_K,S_Q]", "play 0,1", {"score": 64.0}),
    ("b_plasma", "", "select_blind", {"target": 600.0}),
    ("b_plasma", "phase=BLIND_SELECT on_deck=big", "select_blind", {"target": 900.0}),
    ("b_plasma", "phase=BLIND_SELECT on_deck=boss boss=bl_wall ante=2", "select_blind", {"target": 6400.0}),
]  # fmt: skip

# (stake, position, actions, expected)
STAKES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("stake_white", f"{WIN} hands_left=1 money=0", "play 0", {"rows": {"blind": 3}}),
    ("stake_red", f"{WIN} hands_left=1 money=0", "play 0", {"rows": {}}),
    ("stake_red", f"{WIN} hands_left=1 money=0 on_deck=big", "play 0", {"rows": {"blind": 4}}),
    ("stake_red", f"{WIN} hands_left=1 money=0 {BOSS}", "play 0", {"rows": {"blind": 5}}),
    ("stake_red", "phase=BLIND_SELECT ante=2", "select_blind", {"target": 800.0, "reward": 0}),
    ("stake_green", "phase=BLIND_SELECT ante=2", "select_blind", {"target": 900.0, "reward": 0}),
    ("stake_black", "phase=BLIND_SELECT ante=3", "select_blind", {"target": 2600.0, "discards_left": 4}),
    ("stake_blue", "phase=BLIND_SELECT ante=8", "select_blind", {"target": 100000.0, "discards_left": 3}),
    ("stake_purple", "phase=BLIND_SELECT ante=2", "select_blind", {"target": 1000.0, "discards_left": 3}),
    ("stake_orange", "phase=BLIND_SELECT ante=8", "select_blind", {"target": 200000.0, "discards_left": 3}),
    ("stake_gold", "phase=BLIND_SELECT ante=8", "select_blind", {"target": 200000.0, "discards_left": 3, "reward": 0}),
    ("stake_gold", "phase=BLIND_SELECT ante=1 on_deck=big", "select_blind", {"target": 450.0, "reward": 4}),
]  # fmt: skip

BASES = {
    "white": "100 300 800 2000 5000 11000 20000 35000 50000 110000 560000 7200000 300000000 47000000000 29000000000000 "
    "7.7e16 8.6e20 4.2e25 9.2e30 9.2e36 4.3e43 9.7e50 1e59 5.8e67 1.6e77 2.4e87 1.9e98 8.4e109 2e122 2.7e135 2.1e149 "
    "9.9e163 2.7e179 4.4e195 4.4e212 2.8e230 1.1e249 2.7e268 4.5e288",
    "green": "100 300 900 2600 8000 20000 36000 60000 100000 230000 1100000 14000000 600000000 94000000000 "
    "58000000000000 1.5e17 1.7e21 8.4e25 1.8e31 1.8e37 8.6e43 1.9e51 2.1e59 1.1e68 3.3e77 4.9e87 3.9e98 1.6e110 4e122 "
    "5.5e135 4.3e149 1.9e164 5.4e179 8.9e195 8.9e212 5.6e230 2.2e249 5.5e268 9e288",
    "purple": "100 300 1000 3200 9000 25000 60000 110000 200000 460000 2200000 29000000 1200000000 180000000000 "
    "110000000000000 3e17 3.4e21 1.6e26 3.7e31 3.7e37 1.7e44 3.8e51 4.2e59 2.3e68 6.6e77 9.8e87 7.8e98 3.3e110 8.1e122 "
    "1.1e136 8.6e149 3.9e164 1e180 1.7e196 1.7e213 1.1e231 4.4e249 1.1e269 1.8e289",
}  # fmt: skip


@pytest.mark.parametrize(("deck", "expected"), STARTS)
def test_deck_starts(deck: str, expected: dict[str, Any]) -> None:
    g = Game(seed="S1", deck=deck)
    check(g, expected)
    check(g, {"ante": 1, "round": 0, "phase": "BLIND_SELECT", "jokers": "", "tags": ""})
    if "consumables" not in expected:
        check(g, {"consumables": ""})
    if "vouchers" not in expected:
        check(g, {"vouchers": []})


@pytest.mark.parametrize(("deck", "position", "actions", "expected"), ROWS)
def test_deck(deck: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(f"deck={deck} {position}", actions), expected)


def test_starting_cards() -> None:
    def faces(deck: str) -> list[str]:
        return [c.code for c in Game(seed="S1", deck=deck).full_deck]

    assert faces("b_red") == FRONTS
    assert faces("b_abandoned") == [f for f in FRONTS if f[2] not in "JQK"]
    turned = {"C": "S", "D": "H", "H": "H", "S": "S"}
    assert faces("b_checkered") == [turned[f[0]] + f[1:] for f in FRONTS]
    assert Counter(f[0] for f in faces("b_checkered")) == {"S": 26, "H": 26}


@pytest.mark.parametrize("seed", SEEDS)
def test_erratic_deck(seed: str) -> None:
    """52 picks on erratic, then sorted by suit and rank letter."""
    s = Streams(seed)
    cards = [s.pick("erratic", FRONTS) for _ in range(52)]
    assert [c.code for c in Game(seed=seed, deck="erratic").full_deck] == sorted(cards)


def test_erratic_known_seed() -> None:
    """The hash of this seed is no number: every card is the last front (rng.md 1.6)."""
    assert {c.code for c in Game(seed="7LB2WVPK", deck="erratic").full_deck} == {"S_T"}


@pytest.mark.parametrize("seed", SEEDS)
def test_ghost_deck_sells_spectrals(seed: str) -> None:
    """Weight 2, after playing cards; Hex is held, so it never comes."""
    g = play(f"seed={seed} deck=ghost phase=SHOP money=90", "reroll; reroll; reroll")
    s = Streams(seed)
    for _ in range(2):
        new_shop_row(s, have=["c_hex"], spectral=2.0)
    check(g, {"shop": new_shop_row(s, have=["c_hex"], spectral=2.0)})


def test_ghost_deck_spectral_slot() -> None:
    seed = seed_where(lambda s: slot_kind(s, spectral=2.0) == "spectral")
    g = play(f"seed={seed} deck=ghost phase=SHOP money=90", "reroll")
    item = g.shop[0].item
    assert getattr(item, "kind", None) == "spectral"
    assert g.shop[0].price == 4
    assert g.shop[0].key not in ("c_soul", "c_black_hole", "c_hex")
    seed = seed_where(lambda s: slot_kind(s, card=4.0, spectral=2.0) == "spectral")
    g = play(f"seed={seed} deck=ghost vouchers=[v_magic_trick] phase=SHOP money=90", "reroll")
    assert getattr(g.shop[0].item, "kind", None) == "spectral"


@pytest.mark.parametrize("seed", SEEDS)
def test_zodiac_row(seed: str) -> None:
    g = play(f"seed={seed} deck=zodiac {WIN}", "play 0; cash_out")
    check(g, {"shop": new_shop_row(Streams(seed), 3, tarot=9.6, planet=9.6)})


def test_zodiac_never_offers_its_vouchers() -> None:
    for n in range(40):
        g = play(f"seed=Z{n} deck=zodiac phase=SELECTING_HAND target=1 hand=[S_A] {BOSS}", "play 0; cash_out")
        assert not set(fact(g, "voucher_offers").split()) & set(g.vouchers)


@pytest.mark.parametrize(("stake", "position", "actions", "expected"), STAKES)
def test_stake(stake: str, position: str, actions: str, expected: dict[str, Any]) -> None:
    check(play(f"stake={stake} {position}", actions), expected)


def stickers(seed: str, stake: str, pack: bool) -> list[str]:
    """Codes of jokers offered at a stake: a reroll of the shop, or a Mega Buffoon pack."""
    where = "phase=SHOP money=90 "
    if pack:
        g = play(f"seed={seed} stake={stake} {where} shop_packs=[p_buffoon_mega_1]", "buy_pack 0")
        return fact(g, "pack_cards").split()
    g = play(f"seed={seed} stake={stake} {where}", "reroll")
    return [c for c in fact(g, "shop").split() if c.startswith("j_")]


@pytest.mark.parametrize("pack", [False, True], ids=["shop", "pack"])
@pytest.mark.parametrize("stake", pool("stake"))
def test_stickers_by_stream(stake: str, pack: bool) -> None:
    """One roll per joker: above 0.7 Eternal (Black up), above 0.4 Perishable (Orange up); another above 0.7 Rental (Gold)."""
    level = content()["stake"][stake]["level"]
    for seed in SEEDS:
        s = Streams(seed)
        for found in stickers(seed, stake, pack):
            row = content()["joker"][found.partition("/")[0]]
            roll, rental = s.real(f"{'packetper' if pack else 'etperpoll'}1"), 0.0
            if level == 8:
                rental = s.real(f"{'packssjr' if pack else 'ssjr'}1")
            assert ("/eternal" in found) == (level >= 4 and roll > 0.7 and row["eternal_ok"])
            assert ("/perishable" in found) == (level >= 7 and 0.4 < roll <= 0.7 and row["perishable_ok"])
            assert ("/rental" in found) == (rental > 0.7)


def test_jokers_of_cards_have_no_stickers() -> None:
    for n in range(30):
        g = play(f"seed=J{n} stake=gold phase=SHOP consumables=[c_judgement,c_wraith]", "use 0; use 0")
        assert not [j for j in g.jokers if j.eternal or j.perishable or j.rental]


@pytest.mark.parametrize("stake", ["white", "green", "purple"])
@pytest.mark.parametrize("ante", [-2, *range(39)])
def test_ante_table(stake: str, ante: int) -> None:
    base = float(BASES[stake].split()[max(0, ante)])
    g = play(f"stake={stake} endless=1 phase=BLIND_SELECT ante={ante}", "select_blind")
    assert g.target == pytest.approx(base, rel=1e-12)


@pytest.mark.parametrize("deck", ["red", "plasma"])
def test_naneinf(deck: str) -> None:
    """From ante 39 the requirement is no number and cannot be beaten."""
    g = game(f"deck={deck} endless=1 phase=SELECTING_HAND ante=39 hand=[S_A,S_K] hands=[high_card:100000000]")
    assert math.isnan(g.target)
    act(g, "play 0")
    check(g, {"phase": "SELECTING_HAND"})
    g = play("endless=1 phase=SELECTING_HAND ante=39 hand=[S_A,S_K] hands_left=1", "play 0")
    check(g, {"phase": "GAME_OVER", "lost": True})


def test_an_infinite_requirement_cannot_be_beaten() -> None:
    """Infinity minus infinity is no number (rules.md 18)."""
    jokers = ",".join(["j_cavendish:3/x:NEGATIVE"] * 5)
    g = play(
        f"endless=1 phase=SELECTING_HAND target=inf score=inf hand=[S_A,S_K] jokers=[{jokers}]", "play 0"
    )
    check(g, {"phase": "SELECTING_HAND"})


def test_every_deck_and_stake_has_a_row() -> None:
    complete("deck", [r[0] for r in STARTS])
    complete("stake", [r[0] for r in STAKES])
    assert len(STARTS) == 15
    in_play = {r[0] for r in ROWS}
    assert set(pool("deck")) - in_play == {
        "b_abandoned",
        "b_checkered",
        "b_erratic",
    }  # test_starting_cards and below
