"""Figures of the reference tables that are in no table of the engine: odds, thresholds, what a joker looks
at, what a boss does. Each is compared by playing, or by foretelling every roll of a stream."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game, _core
from jimbot.game.content import content

pytestmark = pytest.mark.shared

Row = dict[str, str]
RANKS = "23456789TJQKA"
SUITS = "SHCD"


def rows(shared: Path, name: str) -> list[Row]:
    with (shared / "mechanics" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def rank_number(code: str) -> int:
    return RANKS.index(code) + 2


def rolls(seed: str, key: str, state: float | None = None) -> Iterator[float]:
    """The reals of one stream, as rng.md 1.2 makes them."""
    state = _core.hash_text(key + seed) if state is None else state
    seed_hash = _core.hash_text(seed)
    while True:
        state = _core.advance_stream(state)
        yield _core.LuaRandom((state + seed_hash) / 2).real()


def facing(jokers: str, hand: str, more: str = "") -> Game:
    return Game(seed="FIGURES1").edited(f"jokers=[{jokers}] phase=SELECTING_HAND hand=[{hand}] {more}")


def acts(joker: str, hand: str, play: list[int], more: str = "") -> bool:
    """Whether a joker changes anything in the score of a play."""
    events = [facing(jokers, hand, more).score(play).events for jokers in (joker, "")]
    return events[0] != events[1]


# -- what jokers look at ---------------------------------------------------------------------------------

EXAMPLES = {
    "Flush Five": "S_K,S_K,S_K,S_K,S_K",
    "Flush House": "S_K,S_K,S_K,S_7,S_7",
    "Five of a Kind": "S_K,S_K,H_K,C_K,D_K",
    "Straight Flush": "S_9,S_8,S_7,S_6,S_5",
    "Four of a Kind": "S_K,H_K,C_K,D_K,S_2",
    "Full House": "S_K,H_K,C_K,S_7,H_7",
    "Flush": "S_K,S_J,S_9,S_6,S_2",
    "Straight": "S_9,H_8,C_7,D_6,S_5",
    "Three of a Kind": "S_K,H_K,C_K,S_7,H_2",
    "Two Pair": "S_K,H_K,S_7,H_7,C_2",
    "Pair": "S_K,H_K,S_9,H_7,C_2",
    "High Card": "S_K,H_J,S_9,H_7,C_2",
}


def contained(shared: Path) -> dict[str, set[str]]:
    return {
        row["key"]: {row["key"], *json.loads(row["contains_json"])} for row in rows(shared, "poker_hands")
    }


def test_poker_hands_are_recognised(shared: Path) -> None:
    for row in rows(shared, "poker_hands"):
        played = EXAMPLES[row["key"]].split(",")
        assert facing("", ",".join(played)).score(range(len(played))).hand == row["key"]
        least = int(row["min_cards_normally"])
        fewer = ["S_K", "H_K", "C_K", "D_K", "S_7"] if row["key"] == "Four of a Kind" else played
        game = facing("", ",".join(fewer))
        assert game.score(range(least)).hand == row["key"]
        assert least == 1 or game.score(range(least - 1)).hand != row["key"]


def test_jokers_that_want_a_poker_hand(shared: Path) -> None:
    inside = contained(shared)
    wanted = {
        row["key"]: json.loads(row["config"])["hand_type"]
        for row in rows(shared, "jokers")
        if "hand_type" in json.loads(row["config"])
    }
    assert len(wanted) == 16
    for joker, hand_type in wanted.items():
        happy = {hand for hand, cards in EXAMPLES.items() if acts(joker, cards, [0, 1, 2, 3, 4])}
        assert happy == {hand for hand in EXAMPLES if hand_type in inside[hand]}, joker


# Jokers whose figure is not about a scoring or held card; each has a test of its own below.
ELSEWHERE = {"j_cloud_9", "j_sixth_sense", "j_superposition", "j_hit_the_road", "j_blackboard"}


def test_jokers_that_want_ranks_or_suits(shared: Path) -> None:
    tested = 0
    for row in rows(shared, "jokers"):
        config = json.loads(row["config"])
        ranks = config.get("ranks", [config["rank"]] if "rank" in config else None)
        suit = config.get("suit")
        if row["key"] in ELSEWHERE or (ranks is None and suit is None):
            continue
        held = row["hook"] == "on_card_held"
        fired = set()
        for code in (f"{s}_{r}" for s in SUITS for r in RANKS):
            if acts(row["key"], f"{code},C_9,H_7" if held else code, [1] if held else [0]):
                fired.add(code)
        assert fired == {
            f"{s}_{r}"
            for s in SUITS
            for r in RANKS
            if (ranks is None or rank_number(r) in ranks) and (suit is None or s == suit[0])
        }, row["key"]
        tested += 1
    assert tested == 19


def config_of(shared: Path, key: str, table: str = "jokers") -> dict[str, Any]:
    row = next(row for row in rows(shared, table) if row["key"] == key)
    config: dict[str, Any] = json.loads(row["config" if table == "jokers" else "config_json"])
    return config


def test_cloud_nine_counts_its_rank(shared: Path) -> None:
    rank = config_of(shared, "j_cloud_9")["rank"]
    for code in RANKS:
        game = Game(seed="FIGURES1", one_chip=True).edited("jokers=[j_cloud_9]")
        game = game.edited(f"phase=SELECTING_HAND hand=[S_{code},S_{code},S_{code}]")  # two more than before
        game.apply("play 0")
        assert game.cash_out_rows["jokers"] == (6 if rank_number(code) == rank else 4)


def test_sixth_sense_takes_its_rank(shared: Path) -> None:
    rank = config_of(shared, "j_sixth_sense")["rank"]
    for code in RANKS:
        game = facing("j_sixth_sense", f"S_{code},H_3")
        game.apply("play 0")
        assert (len(game.full_deck), len(game.consumables)) == (
            (51, 1) if rank_number(code) == rank else (52, 0)
        )


def test_superposition_wants_its_rank(shared: Path) -> None:
    rank = config_of(shared, "j_superposition")["rank"]
    for low in range(len(RANKS) - 4):
        straight = RANKS[low : low + 5]
        hand = ",".join(f"{s}_{r}" for s, r in zip("SHCDS", straight, strict=True))
        assert acts("j_superposition", hand, [0, 1, 2, 3, 4]) == (rank in map(rank_number, straight))


def test_hit_the_road_counts_its_rank(shared: Path) -> None:
    config = config_of(shared, "j_hit_the_road")
    for code in RANKS:
        game = facing("j_hit_the_road", f"S_{code},H_3")
        game.apply("discard 0")
        grown = config["xmult_gain"] if rank_number(code) == config["rank"] else 0
        assert game.jokers[0].value == config["xmult"] + grown


def test_blackboard_wants_its_suits(shared: Path) -> None:
    suits = {suit[0] for suit in config_of(shared, "j_blackboard")["suits"]}
    assert {s for s in SUITS if acts("j_blackboard", f"{s}_K,H_3", [1])} == suits


def test_baseball_card_wants_its_rarity(shared: Path) -> None:
    rarity = config_of(shared, "j_baseball")["rarity"]
    for row in rows(shared, "jokers"):
        game = facing(f"{row['key']},j_baseball", "S_K,H_J,C_3")
        reacted = [
            e for e in game.score([0]).events if e.source == "Baseball Card" and e.kind == "times_mult"
        ]
        assert len(reacted) == (row["rarity"] == rarity), row["key"]


def test_misprint_and_mystic_summit(shared: Path) -> None:
    config = config_of(shared, "j_misprint")
    (roll,) = facing("j_misprint", "S_K").score([0]).rolls
    assert (roll.amount, roll.amount2) == (config["min"], config["max"])
    left = config_of(shared, "j_mystic_summit")["discards_remaining"]
    assert [n for n in range(4) if acts("j_mystic_summit", "S_K", [0], f"discards_left={n}")] == [left]


# -- odds of enhancements, editions, seals, stickers -----------------------------------------------------


def test_odds_of_lucky_and_glass_cards(shared: Path) -> None:
    lucky = config_of(shared, "m_lucky", "enhancements")
    mult, money = facing("", "S_K/e:LUCKY").score([0]).rolls
    assert (mult.amount / mult.amount2, mult.stream) == (1 / lucky["mult_odds"], "lucky_mult")
    assert (money.amount / money.amount2, money.stream) == (1 / lucky["money_odds"], "lucky_money")
    (glass,) = facing("", "S_K/e:GLASS").score([0]).rolls
    assert glass.amount / glass.amount2 == 1 / config_of(shared, "m_glass", "enhancements")["extra"]


def edition_of(roll: float, probabilities: dict[str, float]) -> str | None:
    """Rolls near 1 give Negative, below it the others in turn."""
    above = 1.0
    for edition in ("negative", "polychrome", "holo", "foil"):
        above -= probabilities[edition]
        if roll > above:
            return edition
    return None


def edition_probabilities(shared: Path, column: str, voucher: str) -> dict[str, float]:
    table = {row["key"]: row for row in rows(shared, "editions")}
    probabilities = {key.removeprefix("e_"): json.loads(row[column])[voucher] for key, row in table.items()}
    assert sum(probabilities.values()) == pytest.approx(1)
    return probabilities


VOUCHERS = {"base": [], "hone": ["v_hone"], "glow_up": ["v_hone", "v_glow_up"]}


@pytest.mark.parametrize("voucher", VOUCHERS)
def test_editions_and_rarities_of_jokers(shared: Path, voucher: str) -> None:
    probabilities = edition_probabilities(shared, "joker_probability_json", voucher)
    dealer = _core.Dealer("EDITIONS", 0, 1)
    dealer.set_vouchers(VOUCHERS[voucher])
    editions, rarities = rolls("EDITIONS", "edisho1"), rolls("EDITIONS", "rarity1sho")
    found = set()
    for _ in range(12_000):
        (thing,) = dealer.shop_row(1)
        dealer.clear_row()
        if isinstance(thing, _core.Joker):
            assert thing.edition == edition_of(next(editions), probabilities)
            roll = next(rarities)
            rarity = "rare" if roll > 0.95 else "uncommon" if roll > 0.7 else "common"
            assert content()["joker"][thing.key]["rarity"] == rarity
            found.add(thing.edition)
    assert found == {None, "foil", "holo", "polychrome", "negative"}


@pytest.mark.parametrize("voucher", VOUCHERS)
def test_standard_packs(shared: Path, voucher: str) -> None:
    """Enhancement, edition and seal of every card: 40 % enhanced, editions at the double rate, 20 % sealed."""
    probabilities = edition_probabilities(shared, "standard_pack_probability_json", voucher)
    seals = {row["key"].lower(): float(row["standard_pack_probability"]) for row in rows(shared, "seals")}
    assert sum(seals.values()) == pytest.approx(0.2)
    assert set(seals.values()) == {0.05}
    seed = "STANDARD"
    dealer = _core.Dealer(seed, 0, 1)
    dealer.set_vouchers(VOUCHERS[voucher])
    sets, kinds = rolls(seed, "stdset1"), rolls(seed, "Enhancedsta1")
    editions, sealed, seal = (
        rolls(seed, f"{key}1") for key in ("standard_edition", "stdseal", "stdsealtype")
    )
    enhancements = [row["key"].removeprefix("m_") for row in rows(shared, "enhancements")]
    found = set()
    for _ in range(600):
        for card in dealer.open("p_standard_mega_1"):
            assert isinstance(card, _core.Card)
            enhanced = enhancements[int(next(kinds) * 8)] if next(sets) > 0.6 else None
            assert card.enhancement == enhanced
            assert card.edition == edition_of(next(editions), probabilities)
            kind = None
            if next(sealed) > 0.8:
                kind = ("purple", "gold", "blue", "red")[int(next(seal) * 4)]
            assert card.seal == kind
            found |= {card.enhancement, card.edition, card.seal}
    assert found == {None, *enhancements, "foil", "holo", "polychrome", *seals}


def guaranteed(shared: Path) -> dict[str, float]:
    column = "guaranteed_roll_probability_wheel_aura"
    return {row["key"].removeprefix("e_"): float(row[column]) for row in rows(shared, "editions")}


STATES = [0.5 + i / 317 for i in range(150)]


def test_edition_of_aura(shared: Path) -> None:
    probabilities = guaranteed(shared)
    for state in STATES:
        game = facing("", "S_K,H_3", f"consumables=[c_aura] rng=[aura:{state!r}]")
        game.apply("use 0 on 0")
        assert game.hand[0].edition == edition_of(next(rolls(game.seed, "aura", state)), probabilities)


def test_wheel_of_fortune(shared: Path) -> None:
    probabilities = guaranteed(shared)
    odds = config_of(shared, "c_wheel_of_fortune", "tarots")["extra"]
    found = set()
    for state in STATES:
        game = Game(seed="FIGURES1").edited(
            f"jokers=[j_joker] consumables=[c_wheel_of_fortune] rng=[wheel_of_fortune:{state!r}]"
        )
        hit, _, edition = islice(rolls(game.seed, "wheel_of_fortune", state), 3)
        game.apply("use 0")
        expected = edition_of(edition, probabilities) if hit < 1 / odds else None
        assert game.jokers[0].edition == expected
        found.add(expected)
    assert found == {None, "foil", "holo", "polychrome"}


def test_illusion(shared: Path) -> None:
    """Shop cards under Illusion. Every slot spends the first roll (rng.md 5 and 10.4), a card two or three."""
    config = config_of(shared, "v_illusion", "vouchers")
    table = {row["key"].removeprefix("e_"): row for row in rows(shared, "editions")}
    shares = {key: float(row["illusion_shop_card_probability"]) for key, row in table.items()}
    assert 1 - shares["base"] == pytest.approx(config["edition"])
    for key, chance in guaranteed(shared).items():
        assert key == "base" or shares[key] == pytest.approx(chance * config["edition"])
    dealer = _core.Dealer("ILLUSION", 0, 1)
    dealer.set_vouchers(["v_magic_trick", "v_illusion"])
    stream = rolls("ILLUSION", "illusion")
    enhancements, found = set(), set()
    for _ in range(4000):
        (thing,) = dealer.shop_row(1)
        dealer.clear_row()
        enhanced = next(stream) > 1 - config["enhanced"]
        if isinstance(thing, _core.Card):
            assert (thing.enhancement is not None) == enhanced
            has_edition = next(stream) > 1 - config["edition"]
            edition = edition_of(next(stream), guaranteed(shared)) if has_edition else None
            assert thing.edition == edition
            assert thing.seal is None
            enhancements.add(thing.enhancement)
            found.add(edition)
    assert len(enhancements) == 9
    assert found == {None, "foil", "holo", "polychrome"}


@pytest.mark.parametrize("pack", [False, True])
def test_stickers(shared: Path, pack: bool) -> None:
    table = {row["key"]: row for row in rows(shared, "stickers")}
    limits = {key: json.loads(row["config_json"]) for key, row in table.items()}
    barred = {key: set(json.loads(row["incompatible_jokers_json"])) for key, row in table.items()}
    for key, config in limits.items():
        top = config.get("le", 1)
        low = config.get("gt", config.get("threshold_gt"))
        assert float(table[key]["probability"]) == pytest.approx(top - low)
    dealer = _core.Dealer("STICKERS", 0, 8)
    stickers = rolls("STICKERS", "packetper1" if pack else "etperpoll1")
    rentals = rolls("STICKERS", "packssjr1" if pack else "ssjr1")
    for _ in range(3000):
        for thing in dealer.open("p_buffoon_normal_1") if pack else dealer.shop_row(1):
            if not isinstance(thing, _core.Joker):
                continue
            roll = next(stickers)
            eternal = roll > limits["eternal"]["threshold_gt"]
            perishable = limits["perishable"]["gt"] < roll <= limits["perishable"]["le"]
            assert thing.eternal == (eternal and thing.key not in barred["eternal"])
            assert thing.perishable == (perishable and thing.key not in barred["perishable"])
            assert thing.rental == (next(rentals) > limits["rental"]["threshold_gt"])
            assert thing.rounds_left == (limits["perishable"]["rounds"] if thing.perishable else 0)
        dealer.clear_row()


def test_rental_costs_each_round(shared: Path) -> None:
    rate = config_of(shared, "rental", "stickers")["rate"]
    for jokers, fee in (
        ("j_banner", 0),
        ("j_banner/rental", rate),
        ("j_banner/rental,j_half/rental", 2 * rate),
    ):
        game = Game(seed="FIGURES1", one_chip=True).edited(f"jokers=[{jokers}] money=20")
        game.apply("select_blind")
        game.apply("play 0")
        assert game.money == 20 - fee


def test_seals(shared: Path) -> None:
    gold = config_of(shared, "Gold", "seals")["dollars"]
    assert facing("", "S_K/s:GOLD").score([0]).dollars == gold
    again = [e.kind for e in facing("", "S_K/s:RED").score([0]).events].count("retrigger")
    assert again == config_of(shared, "Red", "seals")["repetitions"]
    game = Game(seed="FIGURES1", one_chip=True).edited("phase=SELECTING_HAND hand=[S_K,H_3/s:BLUE]")
    game.apply("play 0")
    kind = config_of(shared, "Blue", "seals")["creates"]
    assert [(c.key, c.kind) for c in game.consumables] == [("c_pluto", kind.lower())]
    game = facing("", "S_K,H_3/s:PURPLE")
    game.apply("discard 1")
    assert [c.kind for c in game.consumables] == [config_of(shared, "Purple", "seals")["creates"].lower()]


def walk(weights: dict[str, float], roll: float) -> str:
    """The first key whose running sum of weights reaches the roll."""
    left = roll * sum(weights.values())
    for key, weight in weights.items():
        left -= weight
        if left <= 0:
            return key
    raise AssertionError(f"roll {roll!r} is past the last weight")


# -- rates of the shop -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "vouchers"),
    [
        ("b_red", []),
        ("b_ghost", []),
        ("b_red", ["v_tarot_merchant", "v_magic_trick"]),
        ("b_ghost", ["v_tarot_merchant", "v_tarot_tycoon", "v_planet_merchant"]),
        ("b_red", ["v_planet_merchant", "v_planet_tycoon", "v_magic_trick", "v_illusion"]),
    ],
)
def test_rates_of_the_shop(shared: Path, deck: str, vouchers: list[str]) -> None:
    rates = {"joker": 20.0, "tarot": 4.0, "planet": 4.0, "card": 0.0, "spectral": 0.0}
    names = {"tarot": "tarot", "planet": "planet", "magic": "card", "illusion": "card"}
    for voucher in vouchers:
        rates[names[voucher.split("_")[1]]] = config_of(shared, voucher, "vouchers")["rate"]
    rates["spectral"] = config_of(shared, deck, "decks").get("spectral_rate", 0)
    dealer = _core.Dealer("SHOPRATE", list(content()["deck"]).index(deck), 1)
    dealer.set_vouchers(vouchers)
    stream = rolls("SHOPRATE", "cdt1")
    for _ in range(2500):
        (thing,) = dealer.shop_row(1)
        dealer.clear_row()
        kind = walk(rates, next(stream))
        if isinstance(thing, _core.Consumable):
            assert content()["consumable"][thing.key]["kind"] == kind
        else:
            assert kind == ("card" if isinstance(thing, _core.Card) else "joker")


def test_weights_of_packs(shared: Path) -> None:
    weights = {row["key"]: float(row["weight"]) for row in rows(shared, "boosters")}
    assert sum(weights.values()) == pytest.approx(22.42)
    dealer = _core.Dealer("PACKRATE", 0, 1)
    assert dealer.booster().startswith("p_buffoon_normal_")  # the run's first, without a roll
    stream = rolls("PACKRATE", "shop_pack1")
    found = set()
    for _ in range(8000):
        key = walk(weights, next(stream))
        assert dealer.booster() == key
        found.add(key)
    assert found == set(weights)


def test_omen_globe_and_the_soul(shared: Path) -> None:
    chance = config_of(shared, "v_omen_globe", "vouchers")["chance"]
    dealer = _core.Dealer("OMENSOUL", 0, 1)
    dealer.set_vouchers(["v_crystal_ball", "v_omen_globe"])
    globe, tarot, spectral = (
        rolls("OMENSOUL", key) for key in ("omen_globe", "soul_Tarot1", "soul_Spectral1")
    )
    found = set()
    for _ in range(1500):
        pack: list[str] = []
        for card in dealer.open("p_arcana_mega_1"):
            assert isinstance(card, _core.Consumable)
            special = None
            if next(globe) > 1 - chance:
                kind = "spectral"
                if "c_soul" not in pack and next(spectral) > 0.997:
                    special = "c_soul"
                if "c_black_hole" not in pack and next(spectral) > 0.997:
                    special = "c_black_hole"
            else:
                kind = "tarot"
                if "c_soul" not in pack and next(tarot) > 0.997:
                    special = "c_soul"
            if special:
                assert card.key == special
                found.add(special)
            else:
                assert content()["consumable"][card.key]["kind"] == kind
            pack.append(card.key)
    assert found == {"c_soul", "c_black_hole"}


# -- bosses ----------------------------------------------------------------------------------------------


def against(boss: str, tokens: str = "", seed: str = "FIGURES1") -> Game:
    game = Game(seed=seed).edited(f"ante=8 on_deck=boss boss={boss} {tokens}")
    game.apply("select_blind")
    return game


def test_figures_of_bosses(shared: Path) -> None:
    configs = {row["key"]: json.loads(row["config_json"]) for row in rows(shared, "blinds")}
    configs = {key: config for key, config in configs.items() if config}
    tested = set()
    for key, config in configs.items():
        game = against(key)
        for name, value in config.items():
            if name == "suit":
                assert {c.suit for c in game.full_deck if c.debuffed} == {value[0]}
                assert sum(c.debuffed for c in game.full_deck) == 13
            elif name == "is_face":
                assert {c.rank for c in game.full_deck if c.debuffed} == set("JQK")
                assert sum(c.debuffed for c in game.full_deck) == 12
            elif name == "h_size_ge":
                assert [n for n in range(1, 6) if not game.score(range(n)).refused] == [value]
            elif name == "h_size":
                assert game.hand_size == 8 + value
            elif name == "draw":
                game.apply("discard 0")
                assert len(game.hand) == 7 + value
            elif name == "dollars_per_card":
                game.apply("play 0,1,2")
                assert game.money == 4 + 3 * value
            elif name == "factor":
                game = game.edited("hand=[S_K,H_K]")
                pair = content()["hand"]["Pair"]
                halved = (pair["chips"] * value, pair["mult"] * value)
                score = game.score([0, 1])
                assert (score.chips, score.mult) == (halved[0] + 20, halved[1])
            else:
                assert (key, name) == ("bl_wheel", "odds")
            tested.add((key, name))
    assert len(tested) == len(configs) == 11


@pytest.mark.parametrize("seed", ["WHEEL1", "WHEEL2", "WHEEL3", "WHEEL4", "WHEEL5"])
def test_odds_of_the_wheel_and_of_flipped_cards(shared: Path, seed: str) -> None:
    odds = config_of(shared, "bl_wheel", "blinds")["odds"]
    hidden = sum(roll < 1 / odds for roll in islice(rolls(seed, "wheel"), 8))
    assert sum(card.face_down for card in against("bl_wheel", seed=seed).hand) == hidden
    game = Game(seed=seed, challenge="c_xray_1")
    game.apply("select_blind")
    hidden = sum(
        roll < 1 / rule_figure(shared, "c_xray_1", "flipped_cards")
        for roll in islice(rolls(seed, "flipped_card"), 8)
    )
    assert sum(card.face_down for card in game.hand) == hidden


# -- rules of challenges ---------------------------------------------------------------------------------


def rule_figure(shared: Path, challenge: str, rule: str) -> int:
    row = next(row for row in rows(shared, "challenges") if row["key"] == challenge)
    custom: list[str] = json.loads(row["rules_json"])["custom"]
    return int(next(text for text in custom if text.startswith(rule + "=")).partition("=")[2])


def test_figures_of_challenge_rules(shared: Path) -> None:
    per = rule_figure(shared, "c_luxury_1", "minus_hand_size_per_X_dollar")
    for money in (0, 4, 5, 23, 40):
        game = Game(seed="FIGURES1", challenge="c_luxury_1").edited(f"money={money}")
        assert game.hand_size == 10 - money // per

    cost = rule_figure(shared, "c_golden_needle_1", "discard_cost")
    game = Game(seed="FIGURES1", challenge="c_golden_needle_1")
    game.apply("select_blind")
    game.apply("discard 0,1,2")
    assert game.money == 10 - cost

    last = rule_figure(shared, "c_typecast_1", "set_eternal_ante")
    assert last == rule_figure(shared, "c_typecast_1", "set_joker_slots_ante")
    for ante in (last - 1, last):
        game = Game(seed="FIGURES1", challenge="c_typecast_1", one_chip=True)
        game = game.edited(f"jokers=[j_banner] ante={ante} on_deck=boss boss=bl_window")
        game.apply("select_blind")
        game.apply("play 0")
        assert (game.jokers[0].eternal, game.joker_slots) == ((True, 0) if ante == last else (False, 5))
