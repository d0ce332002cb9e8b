"""Every row of every reference table against the engine's tables.

What a row only says in words is prose and is in PROSE; every other column is compared. Figures that live
in no table of the engine (odds, thresholds, boss effects) are compared by playing: test_csv_figures.py.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game, _core
from jimbot.game.content import content

pytestmark = pytest.mark.shared

Row = dict[str, str]

# Table -> number of rows. A table or a row that is added must be read here.
ROWS = {
    "ante_scaling": 40,
    "blinds": 30,
    "boosters": 32,
    "challenges": 20,
    "decks": 15,
    "editions": 5,
    "enhancements": 8,
    "jokers": 150,
    "planets": 12,
    "poker_hands": 12,
    "seals": 4,
    "spectrals": 18,
    "stakes": 8,
    "stickers": 3,
    "tags": 24,
    "tarots": 22,
    "vouchers": 32,
}

# Columns that are words, or facts about something the engine does not have.
PROSE = {
    "ante_scaling": {"method", "notes"},
    # the nominal highest ante is never used by the game (rules.md 2.4)
    "blinds": {
        "effect",
        "trigger_time",
        "rng",
        "when_disabled_by_chicot_or_luchador",
        "nominal_max_ante_unused",
    },
    "boosters": {"contents"},
    "challenges": {"notes"},
    "decks": {"effect"},
    "editions": {"on_playing_card", "on_joker", "on_consumable"},
    "enhancements": {"effect", "trigger", "rng"},
    # unlocks belong to a profile; the engine plays with everything unlocked
    "jokers": {"unlock", "effect", "interactions"},
    "planets": {"effect", "use_conditions_and_notes"},
    "poker_hands": {"visibility_rule", "definition"},
    "seals": {"effect", "trigger"},
    "spectrals": {"effect", "use_conditions_and_notes"},
    "stakes": {"added_effect"},
    "stickers": {"roll_rule", "effect"},
    # discoveries belong to a profile too
    "tags": {"effect", "when_it_triggers", "requires_discovered"},
    "tarots": {"effect", "use_conditions_and_notes"},
    "vouchers": {"effect"},
}

# Columns compared by playing, in test_csv_figures.py.
PLAYED = {
    "blinds": {"config_json"},
    "editions": {
        "joker_probability_json",
        "standard_pack_probability_json",
        "guaranteed_roll_probability_wheel_aura",
        "illusion_shop_card_probability",
    },
    "poker_hands": {"contains_json", "min_cards_normally"},
    "seals": {"standard_pack_probability", "config_json"},
    "stickers": {"probability"},
}

# Figures of the tables that change nothing in the game, by row and name, with the reason.
NO_EFFECT = {
    ("v_crystal_ball", "extra"): "the slot it gives is 1; 3 is what its unlock asks for",
    ("v_omen_globe", "extra"): "the chance is 0.2; 4 is what its unlock asks for",
    ("v_antimatter", "extra"): "the slot it gives is 1; 15 is what its unlock asks for",
    ("j_todo_list", "initial_hand"): "shown before the list picks its first hand, never while it is owned",
}

RULES = {
    "no_reward (no blind pays its reward)": 1 << 0,
    "no_extra_hand_money": 1 << 1,
    "no_interest": 1 << 2,
    "chips_dollar_cap": 1 << 3,
    "flipped_cards=4": 1 << 4,
    "minus_hand_size_per_X_dollar=5": 1 << 5,
    "all_eternal": 1 << 6,
    "debuff_played_cards": 1 << 7,
    "set_eternal_ante=4": 1 << 8,
    "set_joker_slots_ante=4": 1 << 8,
    "inflation": 1 << 9,
    "no_shop_jokers": 1 << 10,
    "discard_cost=1": 1 << 11,
    "no_reward_specific=Small": 1 << 12,
    "no_reward_specific=Big": 1 << 12,
}


def rows(shared: Path, name: str) -> list[Row]:
    with (shared / "mechanics" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def table(kind: str) -> list[dict[str, Any]]:
    return list(content()[kind].values())


class Differences:
    """Collects what differs, so that one run shows every wrong row."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.seen: set[tuple[str, str]] = set()

    def equal(self, key: str, column: str, engine: object, reference: object) -> None:
        self.seen.add((key, column))
        if engine != reference:
            self.found.append(f"{key} {column}: the engine has {engine!r}, the table {reference!r}")

    def check(self) -> None:
        assert not self.found, "\n".join(self.found)


def each(shared: Path, name: str, kind: str, first: int = 0) -> list[tuple[Row, dict[str, Any]]]:
    """Rows of a table beside the engine's rows: the same keys in the same order, none left over."""
    reference = rows(shared, name)
    engine = table(kind)[first : first + len(reference)]
    assert [row["key"] for row in engine] == [row["key"] for row in reference]
    return list(zip(reference, engine, strict=True))


def common(d: Differences, row: Row, engine: dict[str, Any], position: int, first_order: int = 1) -> None:
    """Columns that most tables have."""
    d.equal(row["key"], "name", engine["name"], row["name"])
    if "order" in row:
        d.equal(row["key"], "order", position + first_order, int(row["order"]))
    if "cost" in row:
        d.equal(row["key"], "cost", engine["cost"], int(row["cost"]))


def flag(text: str) -> bool:
    return {"true": True, "false": False}[text]


# -- nothing is left out ---------------------------------------------------------------------------------


def test_every_table_is_read(shared: Path) -> None:
    assert {path.stem for path in (shared / "mechanics").glob("*.csv")} == set(ROWS)


@pytest.mark.parametrize("name", ROWS)
def test_number_of_rows(shared: Path, name: str) -> None:
    assert len(rows(shared, name)) == ROWS[name]


# Table -> columns compared in this file. With PROSE and PLAYED they are all columns.
COMPARED = {
    "ante_scaling": "ante base_scaling_1_white_red base_scaling_2_green_to_blue base_scaling_3_purple_to_gold",
    "blinds": "key name order type score_mult reward_dollars min_ante appears",
    "boosters": "key name order kind size variant cost cards_shown picks weight deals_hand",
    "challenges": "key name order starting_jokers_json starting_consumables_json starting_vouchers_json deck rules_json banned_cards_json banned_tags_json banned_blinds_json",
    "decks": "key name order config_json starting_values_white_stake_json",
    "editions": "key name order price_add config_json",
    "enhancements": "key name order config_json",
    "jokers": "key name order rarity cost blueprint_compatible eternal_compatible perishable_compatible pool_condition config hook state rng_key",
    "planets": "key name order cost config_json hand_type chips_per_level mult_per_level target_min target_max target_kind when_usable pool_conditions",
    "poker_hands": "key slug precedence base_chips base_mult level_chips level_mult planet_key planet_name visible_at_start",
    "seals": "key name order",
    "spectrals": "key name order cost config_json target_min target_max target_kind when_usable pool_conditions",
    "stakes": "key name level added_config_json cumulative_config_json",
    "stickers": "key name from_stake incompatible_jokers_json config_json",
    "tags": "key name order min_ante trigger_type config_json",
    "tarots": "key name order cost config_json target_min target_max target_kind when_usable pool_conditions",
    "vouchers": "key name order cost requires config_json",
}


@pytest.mark.parametrize("name", ROWS)
def test_every_column_is_compared_or_prose(shared: Path, name: str) -> None:
    columns = set(rows(shared, name)[0])
    assert columns == {*COMPARED[name].split(), *PROSE[name], *PLAYED.get(name, set())}


# -- jokers ----------------------------------------------------------------------------------------------

# Where the engine keeps a figure of `config`: n, n2, start, or a field of its own.
GAINS = ("_gain", "_loss")
FIGURES: dict[str, dict[str, str]] = {
    "j_half": {"mult": "n", "max_cards": "n2"},
    "j_ceremonial": {"mult": "start", "sell_value_factor": "n"},
    "j_loyalty_card": {"xmult": "n", "every": "n2"},
    "j_scholar": {"chips": "n", "mult": "n2"},
    "j_walkie_talkie": {"chips": "n", "mult": "n2"},
    "j_faceless": {"dollars": "n", "faces": "n2"},
    "j_green_joker": {"hand_gain": "n", "discard_loss": "n2"},
    "j_square": {"chips": "start", "chips_gain": "n", "cards": "n2"},
    "j_yorick": {"xmult": "start", "xmult_gain": "n", "discards": "n2"},
    "j_drivers_license": {"xmult": "n", "enhanced_cards": "n2"},
    "j_bootstraps": {"mult": "n", "dollars": "n2"},
    "j_selzer": {"hands": "start", "repetitions": "n"},
    "j_turtle_bean": {"hand_size": "start", "hand_size_loss": "n"},
    "j_juggler": {"hand_size": "hand_size"},
    "j_drunkard": {"discards": "discards"},
    "j_troubadour": {"hand_size": "hand_size", "hands": "hands"},
    "j_merry_andy": {"hand_size": "hand_size", "discards": "discards"},
    "j_stuntman": {"chips": "n", "hand_size": "hand_size"},
    "j_misprint": {"max": "n"},
}
# What a joker looks at, or a zero: compared by playing.
LOOKS_AT = {"suit", "suits", "rank", "ranks", "hand_type", "rarity", "min", "discards_remaining"}


def figure_fields(key: str, config: dict[str, Any]) -> dict[str, str]:
    """Figure of `config` -> field of the engine's row."""
    if key in FIGURES:
        return FIGURES[key]
    names = [name for name in config if name not in LOOKS_AT and (key, name) not in NO_EFFECT]
    gains = [name for name in names if name.endswith(GAINS)]
    fields = {}
    for name in names:
        if gains and name not in gains:
            fields[name] = "start"
        elif name == "odds" and len(names) > 1:
            fields[name] = "n2"
        else:
            fields[name] = "n"
    return fields


HOOKS = {
    "independent": {"main"},
    "on_card_scored": {"scored"},
    "on_card_held": {"held"},
    "before_score": {"before"},
    "after_score": {"after"},
    "retrigger_played": {"retrigger"},
    "retrigger_held": {"retrigger_held"},
    "on_blind_select": {"blind_selected"},
    "on_discard": {"discarded"},
    "on_pre_discard": {"discard_started"},
    "end_of_round": {"round_end"},
    "on_open_pack": {"pack_opened"},
    "on_skip_pack": {"pack_skipped"},
    "on_reroll": {"rerolled"},
    "on_sell_self": {"sold"},
    "on_sell_other": {"other_sold"},
    "on_use_consumable": {"consumable_used"},
    "on_card_added": {"cards_added"},
    "on_card_destroyed": {"card_destroyed"},
    "on_shop_exit": {"shop_left"},
    # by being there: fields of the row, or a question the engine asks
    "passive": set(),
    "hand_rule_modifier": set(),
    "shop_modifier": set(),
    "probability_modifier": set(),
    "on_skip_blind": set(),
    "other": set(),
}
# Where the engine's hook differs from the column's word.
HOOKS_OF = {
    "j_baseball": {"other_joker"},  # it acts at the other jokers, not at its own turn
    "j_sixth_sense": {"destroys"},  # the card goes before the after-score pass
    "j_certificate": {"first_hand_drawn"},
    "j_delayed_grat": {"payout"},
    "j_cloud_9": {"payout"},
    "j_golden": {"payout"},
    "j_satellite": {"payout"},
    "j_rocket": {"round_end", "payout"},
    "j_to_the_moon": set(),  # part of the interest
    "j_mr_bones": set(),  # asked when a round is lost
}
RULE_BITS = {
    "j_four_fingers": 1,
    "j_shortcut": 2,
    "j_smeared": 4,
    "j_splash": 8,
    "j_pareidolia": 16,
    "j_ring_master": 32,
    "j_astronomer": 64,
}
GATES = {
    "none": None,
    "needs at least one Steel Card in the full deck": "steel",
    "needs at least one Stone Card in the full deck": "stone",
    "needs at least one Lucky Card in the full deck": "lucky",
    "needs at least one Glass Card in the full deck": "glass",
    "needs at least one Gold Card in the full deck": "gold",
    # these three are drawn, not a field: test_what_the_pools_hold
    "only while gros_michel_extinct is not set": None,
    "only after Gros Michel has destroyed itself in this run (gros_michel_extinct set)": None,
    "legendary: only from The Soul (never in shop or Buffoon Packs)": None,
}


def expected_hooks(row: Row) -> set[str]:
    if row["key"] in HOOKS_OF:
        return HOOKS_OF[row["key"]]
    return set().union(*(HOOKS[hook] for hook in row["hook"].split(",")))


def stream_keys(text: str) -> list[str]:
    """The stream keys in a cell of rng_key, at ante 1."""
    words = re.sub(r"\([^)]*\)|created card from stream", "", text)
    return [word.replace("+ante", "1").replace("+", "") for word in re.split(r"[;,/\s]+", words) if word]


def is_stream(key: str) -> bool:
    """Whether the engine keeps a stream of that key."""
    try:
        Game(seed="STREAMS").edited(f"rng=[{key}:0.5]")
    except ValueError:
        return False
    return True


def test_jokers(shared: Path) -> None:
    d = Differences()
    for position, (row, joker) in enumerate(each(shared, "jokers", "joker")):
        key = row["key"]
        common(d, row, joker, position)
        d.equal(key, "rarity", joker["rarity"], row["rarity"])
        d.equal(key, "blueprint_compatible", joker["copyable"], flag(row["blueprint_compatible"]))
        d.equal(key, "eternal_compatible", joker["eternal_ok"], flag(row["eternal_compatible"]))
        d.equal(key, "perishable_compatible", joker["perishable_ok"], flag(row["perishable_compatible"]))
        d.equal(key, "pool_condition", joker["gate"], GATES[row["pool_condition"]])
        d.equal(key, "hook", set(joker["hooks"]), expected_hooks(row))
        d.equal(key, "rules", joker["rules"], RULE_BITS.get(key, 0))
        for stream in stream_keys(row["rng_key"]):
            d.equal(key, f"stream {stream}", is_stream(stream), True)
    d.check()


def test_joker_figures(shared: Path) -> None:
    d = Differences()
    figures = 0
    for row, joker in each(shared, "jokers", "joker"):
        config = json.loads(row["config"])
        fields = figure_fields(row["key"], config)
        for name, value in config.items():
            if name in LOOKS_AT or (row["key"], name) in NO_EFFECT:
                continue
            d.equal(row["key"], name, joker[fields[name]], value)
            figures += 1
        # what the table does not mention is not there
        for name in ("hand_size", "hands", "discards"):
            if name not in fields.values():
                d.equal(row["key"], name, joker[name], 0)
    d.check()
    assert figures == 177


def test_joker_counters_start_where_the_table_says(shared: Path) -> None:
    d = Differences()
    counters = 0
    for row, joker in each(shared, "jokers", "joker"):
        starts = [float(number) for number in re.findall(r"starts (\d+(?:\.\d+)?)", row["state"])]
        counters += len(starts)
        if row["key"] == "j_yorick":
            starts.remove(joker["n2"])  # the countdown
        d.equal(row["key"], "state", [joker["start"]], starts or [0.0])
    d.check()
    assert counters == 29


# -- consumables -----------------------------------------------------------------------------------------

TARGETS = {
    "none": "none",
    "random_joker": "none",
    "hand_cards": "hand_cards",
    "random_hand_card": "whole_hand",
    "whole_hand": "whole_hand",
}
ANY_TIME = "Any time consumables may be used (blind select, round, cash-out screen, shop, pack screen)"
WITH_HAND = "Needs a visible hand (round in progress, or a pack that deals a hand)"
FACING = "phase=SELECTING_HAND hand=[S_K,H_9,C_7,D_4,S_2]"


def holding(key: str, tokens: str = "") -> Game:
    """A run with one consumable, and whatever its use asks for beside a hand."""
    game = Game(seed="CONSUMES").edited(
        "money=10 jokers=[j_joker,j_banner] last_consumable=c_pluto " + tokens
    )
    return game.edited(f"consumables=[{key}]")


def use_on(row: Row) -> str:
    cards = ",".join(str(i) for i in range(int(row["target_min"])))
    return "use 0 on " + cards if cards else "use 0"


def compare_consumables(shared: Path, name: str, first: int, d: Differences) -> list[tuple[Row, Any]]:
    pairs = each(shared, name, "consumable", first)
    for position, (row, card) in enumerate(pairs):
        key = row["key"]
        common(d, row, card, position)
        d.equal(key, "kind", card["kind"], name.removesuffix("s"))
        d.equal(key, "target_min", card["target_min"], int(row["target_min"]))
        d.equal(key, "target_max", card["target_max"], int(row["target_max"]))
        d.equal(key, "target_kind", card["target"], TARGETS[row["target_kind"]])
        assert row["when_usable"] in (ANY_TIME, WITH_HAND)
        d.equal(key, "usable with a hand", holding(key, FACING).is_legal(use_on(row)), True)
        without = holding(key).is_legal(use_on(row))
        d.equal(key, "usable at blind select", without, row["when_usable"] == ANY_TIME)
    return pairs


def test_tarots(shared: Path) -> None:
    d = Differences()
    figures = {"planets": "n", "tarots": "n", "extra": "n"}
    figures |= {"max_highlighted": "target_max", "min_highlighted": "target_min"}
    for row, card in compare_consumables(shared, "tarots", 0, d):
        config = json.loads(row["config_json"])
        game = holding(row["key"], FACING)
        before = game.full_deck
        game.apply(use_on(row))
        for name, value in config.items():
            if name in figures:
                d.equal(row["key"], name, card[figures[name]], value)
            elif name == "mod_conv" and value.startswith("m_"):
                d.equal(row["key"], name, f"m_{game.hand[0].enhancement}", value)
            elif name == "mod_conv" and value == "up_rank":
                d.equal(row["key"], name, game.hand[0].code, "S_A")
            elif name == "mod_conv":
                d.equal(row["key"], name, [c.code for c in game.hand[:2]], ["H_9", "H_9"])
            elif name == "suit_conv":
                d.equal(row["key"], name, game.hand[0].suit, value[0])
            else:
                d.equal(row["key"], name, len(game.full_deck) < len(before), {"remove_card": True}[name])
        assert row["pool_conditions"].startswith("Always in the Tarot pool")
    d.check()


def test_planets(shared: Path) -> None:
    d = Differences()
    hands = content()["hand"]
    for row, card in compare_consumables(shared, "planets", 22, d):
        key, hand = row["key"], row["hand_type"]
        config = json.loads(row["config_json"])
        d.equal(key, "config hand_type", config.pop("hand_type"), hand)
        d.equal(key, "softlock", hands[hand]["secret"], config.pop("softlock", False))
        d.equal(key, "further figures", config, {})
        d.equal(key, "hand_type", hands[hand]["planet"], key)
        d.equal(key, "chips_per_level", card["n"], float(row["chips_per_level"]))
        d.equal(key, "mult_per_level", card["n2"], float(row["mult_per_level"]))
        d.equal(
            key, "pool_conditions", hands[hand]["secret"], row["pool_conditions"].startswith("Only in random")
        )
        game = holding(key)
        old = game.hand_levels[hand]
        game.apply("use 0")
        new = game.hand_levels[hand]
        d.equal(key, "level", new.level, old.level + 1)
        d.equal(key, "chips of a level", new.chips - old.chips, int(row["chips_per_level"]))
        d.equal(key, "mult of a level", new.mult - old.mult, int(row["mult_per_level"]))
    d.check()


def test_spectrals(shared: Path) -> None:
    d = Differences()
    seals = {"Gold", "Red", "Blue", "Purple"}
    for row, card in compare_consumables(shared, "spectrals", 34, d):
        key = row["key"]
        game = holding(key, FACING)
        before = len(game.full_deck)
        game.apply(use_on(row))
        for name, value in json.loads(row["config_json"]).items():
            if name == "max_highlighted":
                d.equal(key, name, card["target_max"], value)
            elif value in seals if isinstance(value, str) else False:
                d.equal(key, name, game.hand[0].seal, value.lower())
            elif name == "extra" and isinstance(value, dict):
                d.equal(key, name, (card["n"], card["n2"]), (value["destroy"], value["dollars"]))
                d.equal(key, "dollars", game.money, 10 + value["dollars"])
                d.equal(key, "destroy", before - len(game.full_deck), value["destroy"])
            elif name == "extra":
                d.equal(key, name, card["n"], value)
            elif name == "remove_card":
                d.equal(key, name, card["n2"], 1)
                d.equal(key, "cards gained", len(game.full_deck) - before, card["n"] - 1)
            elif name == "first_hand_size_loss":
                d.equal(key, name, card["n"], value)
            elif name == "loss_increment":
                d.equal(key, name, card["n2"], value)
            else:
                assert (name, value) == ("hidden", True)
                assert row["pool_conditions"].startswith("Never in the normal pool")
    d.check()


# -- what the pools hold, by drawing ---------------------------------------------------------------------


def shop_keys(draws: int, **state: Any) -> Counter[str]:
    """Keys offered by many shop slots of one run in which nothing is owned."""
    keys: Counter[str] = Counter()
    dealer = _core.Dealer("POOLTEST", state.get("deck", 0), 1)
    dealer.set_gros_michel_extinct(state.get("extinct", False))
    dealer.set_deck_enhancements(state.get("enhancements", []))
    dealer.set_played(state.get("played", []))
    dealer.set_vouchers(state.get("vouchers", []))
    for i in range(draws):
        dealer.ante = 1 + i * 8 // draws
        for thing in dealer.shop_row(1):
            keys[getattr(thing, "key", "card")] += 1
        dealer.clear_row()
    return keys


def test_what_the_pools_hold(shared: Path) -> None:
    jokers = rows(shared, "jokers")
    gated = {row["key"]: GATES[row["pool_condition"]] for row in jokers if GATES[row["pool_condition"]]}
    legendary = {row["key"] for row in jokers if row["rarity"] == "legendary"}
    planets = rows(shared, "planets")
    secret = {row["key"]: row["hand_type"] for row in planets if "softlock" in row["config_json"]}
    never = legendary | {"c_soul", "c_black_hole"}
    assert (len(gated), len(legendary), len(secret)) == (5, 5, 3)
    plain = {row["key"] for row in jokers} - set(gated) - legendary - {"j_gros_michel", "j_cavendish"}
    others = {row["key"] for name in ("tarots", "planets") for row in rows(shared, name)} - set(secret)

    closed = shop_keys(30_000)
    assert set(closed) == plain | others | {"j_gros_michel"}
    opened = shop_keys(
        30_000,
        extinct=True,
        enhancements=[f"m_{gate}" for gate in gated.values()],
        played=list(secret.values()),
        vouchers=["v_magic_trick"],
        deck=list(content()["deck"]).index("b_ghost"),
    )
    spectrals = {row["key"] for row in rows(shared, "spectrals")} - never
    assert set(opened) == plain | others | spectrals | set(gated) | set(secret) | {"j_cavendish", "card"}


# -- poker hands, vouchers, tags, blinds, boosters ------------------------------------------------------


def test_poker_hands(shared: Path) -> None:
    d = Differences()
    for position, (row, hand) in enumerate(each(shared, "poker_hands", "hand")):
        key = row["key"]
        d.equal(key, "slug", hand["slug"], row["slug"])
        d.equal(key, "precedence", position + 1, int(row["precedence"]))
        for ours, theirs in (
            ("chips", "base_chips"),
            ("mult", "base_mult"),
            ("level_chips",) * 2,
            ("level_mult",) * 2,
        ):
            d.equal(key, theirs, hand[ours], int(row[theirs]))
        d.equal(key, "planet_key", hand["planet"], row["planet_key"])
        d.equal(key, "planet_name", content()["consumable"][hand["planet"]]["name"], row["planet_name"])
        d.equal(key, "visible_at_start", not hand["secret"], flag(row["visible_at_start"]))
    d.check()


def test_vouchers(shared: Path) -> None:
    d = Differences()
    for position, (row, voucher) in enumerate(each(shared, "vouchers", "voucher")):
        key = row["key"]
        common(d, row, voucher, position)
        d.equal(key, "requires", voucher["requires"] or "", row["requires"])
        config = json.loads(row["config_json"])
        figure = next((name for name in ("rate", "chance", "joker_slots", "extra") if name in config), None)
        if (key, figure) in NO_EFFECT:
            figure = None
        d.equal(key, "n", voucher["n"], config.pop(figure) if figure else 1)
        extra = config.pop("extra", None)
        if extra is not None and figure == "rate" and key != "v_magic_trick" and key != "v_illusion":
            d.equal(key, "extra", voucher["n"] / 4, extra)  # the rate over the base rate of 4
        elif extra is not None and figure == "rate":
            d.equal(key, "extra", voucher["n"], extra)
        elif extra is not None:
            assert (key, "extra") in NO_EFFECT
        # Illusion's two shares are compared by playing
        d.equal(
            key, "further figures", config, {"edition": 0.2, "enhanced": 0.4} if key == "v_illusion" else {}
        )
    d.check()


def test_tags(shared: Path) -> None:
    d = Differences()
    names = "odds dollars dollars_per_hand dollars_per_discard h_size spawn_jokers skip_bonus levels max"
    for position, (row, tag) in enumerate(each(shared, "tags", "tag")):
        key = row["key"]
        common(d, row, tag, position)
        d.equal(key, "min_ante", tag["min_ante"], int(row["min_ante"]))
        d.equal(key, "trigger_type", tag["type"], row["trigger_type"])
        config = json.loads(row["config_json"])
        d.equal(key, "type", tag["type"], config.pop("type"))
        d.equal(key, "edition", tag["edition"], config.pop("edition", None))
        d.equal(key, "pack", tag["pack"], config.pop("pack", None))
        assert set(config) <= set(names.split())
        d.equal(key, "n", [tag["n"]], list(config.values()) or [0])
    d.check()


def test_tags_come_from_their_lowest_ante_on(shared: Path) -> None:
    lowest = {row["key"]: int(row["min_ante"]) for row in rows(shared, "tags")}
    dealer = _core.Dealer("TAGTESTS", 0, 1)
    for ante in (1, 2, 3):
        dealer.ante = ante
        assert {dealer.tag() for _ in range(1500)} == {key for key, least in lowest.items() if least <= ante}


def test_blinds(shared: Path) -> None:
    d = Differences()
    for position, (row, blind) in enumerate(each(shared, "blinds", "blind")):
        key = row["key"]
        common(d, row, blind, position)
        d.equal(key, "type", blind["boss"], row["type"] in ("boss", "finisher"))
        d.equal(key, "finisher", blind["showdown"], row["type"] == "finisher")
        d.equal(key, "score_mult", blind["score_mult"], float(row["score_mult"]))
        d.equal(key, "reward_dollars", blind["reward"], int(row["reward_dollars"]))
        d.equal(key, "min_ante", blind["min_ante"], int(row["min_ante"] or 0))
    d.check()


@pytest.mark.parametrize("ante", [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16])
def test_bosses_appear_where_the_table_says(shared: Path, ante: int) -> None:
    def may_appear(row: Row) -> bool:
        if row["type"] == "finisher":
            return ante >= 2 and ante % 8 == 0
        if row["type"] != "boss" or (ante >= 2 and ante % 8 == 0):
            return False
        least = re.match(r"any non-finisher ante >= (\d+) \(antes below 1 count as 1\)", row["appears"])
        return least is not None and int(least[1]) <= max(1, ante)

    expected = {row["key"] for row in rows(shared, "blinds") if may_appear(row)}
    dealer = _core.Dealer("BOSSTEST", 0, 1)
    dealer.ante = ante
    # no boss comes again before all others had their turn
    assert {dealer.boss() for _ in expected} == expected


def test_boosters(shared: Path) -> None:
    d = Differences()
    for position, (row, pack) in enumerate(each(shared, "boosters", "booster")):
        key = row["key"]
        common(d, row, pack, position)
        d.equal(key, "kind", pack["kind"], row["kind"])
        d.equal(key, "size", pack["size"], row["size"])
        d.equal(key, "variant", key, f"p_{row['kind'].lower()}_{row['size']}_{row['variant']}")
        d.equal(key, "cards_shown", pack["cards"], int(row["cards_shown"]))
        d.equal(key, "picks", pack["picks"], int(row["picks"]))
        d.equal(key, "weight", pack["weight"], float(row["weight"]))
        d.equal(key, "deals_hand", pack["deals_hand"], flag(row["deals_hand"]))
        opened = _core.Dealer("PACKTEST", 0, 1).open(key)
        d.equal(key, "cards in the pack", len(opened), int(row["cards_shown"]))
    d.check()


# -- decks, stakes, challenges ---------------------------------------------------------------------------


def suits_and_ranks(game: Game) -> Counter[str]:
    return Counter(f"{card.suit}{card.rank}" for card in game.full_deck)


def cards(suits: str, ranks: str) -> Counter[str]:
    return Counter(suit + rank for suit in suits for rank in ranks)


ALL = cards("SHCD", "23456789TJQKA")


def test_decks(shared: Path) -> None:
    d = Differences()
    fields = {
        "hands": "hands",
        "discards": "discards",
        "dollars": "dollars",
        "hand_size": "hand_size",
        "joker_slot": "joker_slots",
        "consumable_slot": "consumable_slots",
        "extra_hand_bonus": "dollars_per_hand",
        "extra_discard_bonus": "dollars_per_discard",
        "no_interest": "no_interest",
        "spectral_rate": "spectral_rate",
        "ante_scaling": "blind_factor",
    }
    # compared by playing in test_what_decks_do
    played = {"remove_faces", "clubs_to", "diamonds_to", "tag_after_boss", "balance", "randomize_rank_suit"}
    defaults = {"dollars_per_hand": 1, "blind_factor": 1}
    for position, (row, deck) in enumerate(each(shared, "decks", "deck")):
        key = row["key"]
        common(d, row, deck, position)
        config = {name: value for name, value in json.loads(row["config_json"]).items() if name not in played}
        vouchers = config.pop("vouchers", [config.pop("voucher")] if "voucher" in config else [])
        d.equal(key, "vouchers", sorted(deck["vouchers"]), sorted(vouchers))
        d.equal(key, "consumables", deck["consumables"], config.pop("consumables", []))
        for name, field in fields.items():
            d.equal(key, name, deck[field], config.pop(name, defaults.get(field, 0)))
        d.equal(key, "further figures", config, {})
    d.check()


def test_starting_values_of_decks(shared: Path) -> None:
    d = Differences()
    for row, _ in each(shared, "decks", "deck"):
        game = Game(seed="DECKTEST", deck=row["key"], one_chip=True)
        values = {
            "consumable_slots": game.consumable_slots,
            "deck_size": len(game.full_deck),
            "discards": game.discards_left,
            "dollars": game.money,
            "hand_size": game.hand_size,
            "hands": game.hands_left,
            "joker_slots": game.joker_slots,
        }
        config = json.loads(row["config_json"])
        d.equal(
            row["key"], "consumables held", [c.key for c in game.consumables], config.get("consumables", [])
        )
        for action in ("select_blind", "play 0", "cash_out"):
            game.apply(action)
        values["reroll_cost"] = game.reroll_price
        d.equal(row["key"], "starting values", values, json.loads(row["starting_values_white_stake_json"]))
    d.check()


def test_what_decks_do(shared: Path) -> None:
    configs = {row["key"]: json.loads(row["config_json"]) for row in rows(shared, "decks")}
    for key, config in configs.items():
        game = Game(seed="DECKTEST", deck=key, one_chip=True)
        expected = ALL
        if config.get("remove_faces"):
            expected = cards("SHCD", "23456789TA")
        if "clubs_to" in config:
            both = config["clubs_to"][0] + config["diamonds_to"][0]
            expected = cards(both, "23456789TJQKA") + cards(both, "23456789TJQKA")
        if config.get("randomize_rank_suit"):
            assert suits_and_ranks(game) != ALL
            expected = suits_and_ranks(game)
        assert suits_and_ranks(game) == expected, key
        assert game.blinds[0].target == 1
        target = Game(seed="DECKTEST", deck=key).blinds[0].target
        assert target == 300 * config.get("ante_scaling", 1), key
        boss = game.edited("on_deck=boss boss=bl_window")
        boss.apply("select_blind")
        balanced = any(event.kind == "balance" for event in boss.score([0]).events)
        assert balanced == config.get("balance", False), key
        boss.apply("play 0")
        boss.apply("cash_out")
        gained = [config["tag_after_boss"]] if "tag_after_boss" in config else []
        assert [tag.key for tag in boss.tags] == gained, key


def blind_size(ante: int, stake: int) -> float:
    """The base requirement as the table prints it. From ante 18 on the doubles of the game's formula carry a
    last digit of their own (9.199999999999999e+30), the table does not."""
    size = _core.base_requirement(ante, stake)
    return size if ante < 18 else float(f"{size:.14g}")


def test_stakes(shared: Path) -> None:
    d = Differences()
    scaling = rows(shared, "ante_scaling")
    columns = [name for name in scaling[0] if name.startswith("base_scaling")]
    merged: dict[str, Any] = {}
    for row, stake in each(shared, "stakes", "stake"):
        key, level = row["key"], int(row["level"])
        common(d, row, stake, level)
        d.equal(key, "level", stake["level"], level)
        config = json.loads(row["cumulative_config_json"])
        merged = config if level == 1 else merged | json.loads(row["added_config_json"])
        d.equal(key, "the sum of what was added", merged, config)
        game = Game(seed="STAKETST", deck="b_blue", stake=level)
        d.equal(key, "discards", game.discards_left, 3 + config["discards"])
        rewards = [blind.reward for blind in game.blinds]
        d.equal(key, "no_blind_reward", rewards, [0 if config["no_blind_reward"] else 3, 4, 5])
        column = columns[config["scaling"] - 1]
        for line in scaling:
            if line[column] != "overflow":
                ante = int(line["ante"])
                d.equal(key, f"ante {ante}", blind_size(ante, level), float(line[column]))
        offered = stickers_offered(level)
        for name in ("eternals", "perishables", "rentals"):
            d.equal(key, name, offered[name.removesuffix("s")] > 0, config[name])
    d.check()


def stickers_offered(stake: int) -> Counter[str]:
    dealer = _core.Dealer("STICKERS", 0, stake)
    found: Counter[str] = Counter()
    for i in range(300):
        for thing in dealer.shop_row(1) if i % 2 else dealer.open("p_buffoon_normal_1"):
            if isinstance(thing, _core.Joker):
                found.update(name for name in ("eternal", "perishable", "rental") if getattr(thing, name))
        dealer.clear_row()
    return found


CHALLENGE_DECKS: dict[str, Callable[[Game], bool]] = {
    "Standard 52 cards": lambda g: suits_and_ranks(g) == ALL and plain(g),
    "52 cards: in each suit 4,5,6,7,8,9,10 once and J,Q,K twice (no A,2,3)": lambda g: (
        suits_and_ranks(g) == cards("SHCD", "456789TJQK") + cards("SHCD", "JQK") and plain(g)
    ),
    "32 cards: 2 to 9 of each suit": lambda g: suits_and_ranks(g) == cards("SHCD", "23456789") and plain(g),
    "52 cards; all J, Q, K are Stone Cards": lambda g: (
        suits_and_ranks(g) == ALL
        and all((c.enhancement == "stone") == (str(c.rank) in "JQK") and c.seal is None for c in g.full_deck)
    ),
    "52 cards, all with a Red Seal": lambda g: (
        suits_and_ranks(g) == ALL and all(c.seal == "red" and c.enhancement is None for c in g.full_deck)
    ),
    "52 cards, all Glass Cards": lambda g: (
        suits_and_ranks(g) == ALL and all(c.enhancement == "glass" and c.seal is None for c in g.full_deck)
    ),
}


def plain(game: Game) -> bool:
    return all(c.enhancement is None and c.seal is None and c.edition is None for c in game.full_deck)


def test_challenges(shared: Path) -> None:
    d = Differences()
    base = {"dollars": 4, "hand_size": 8, "hands": 4, "discards": 3, "joker_slots": 5}
    for position, (row, challenge) in enumerate(each(shared, "challenges", "challenge")):
        key = row["key"]
        common(d, row, challenge, position)
        jokers = [
            (joker["key"], joker.get("edition"), joker.get("eternal", False), joker.get("pinned", False))
            for joker in json.loads(row["starting_jokers_json"])
        ]
        consumables = json.loads(row["starting_consumables_json"])
        vouchers = json.loads(row["starting_vouchers_json"])
        d.equal(key, "jokers", challenge["jokers"], jokers)
        d.equal(key, "consumables", challenge["consumables"], consumables)
        d.equal(key, "vouchers", challenge["vouchers"], vouchers)
        rules = json.loads(row["rules_json"])
        bits = 0
        for rule in rules.pop("custom"):
            bits |= RULES[rule]
        d.equal(key, "custom rules", challenge["rules"], bits)
        modifiers = rules.pop("modifiers")
        assert not rules
        d.equal(
            key,
            "modifiers",
            {name: challenge[name] for name in base},
            {name: modifiers.get(name, -1) for name in base},
        )
        banned = [
            name
            for column in ("cards", "tags", "blinds")
            for name in json.loads(row[f"banned_{column}_json"])
        ]
        d.equal(key, "banned", sorted(challenge["banned"]), sorted(banned))

        game = Game(seed="CHALLENG", challenge=key)
        owned = [(j.key, j.edition, j.eternal, j.pinned) for j in game.jokers]
        d.equal(key, "jokers in a run", owned, jokers)
        d.equal(key, "consumables in a run", [c.key for c in game.consumables], consumables)
        d.equal(key, "vouchers in a run", game.vouchers, vouchers)
        started = base | modifiers
        negative = sum(edition == "negative" for _, edition, _, _ in jokers)
        tax = started["dollars"] // 5 if key == "c_luxury_1" else 0
        values = {
            "dollars": game.money,
            "hand_size": game.hand_size + tax,
            "hands": game.hands_left,
            "discards": game.discards_left,
            "joker_slots": game.joker_slots - negative,
        }
        d.equal(key, "values in a run", values, started)
        d.equal(key, "deck", CHALLENGE_DECKS[row["deck"]](game), True)
    d.check()


# -- what cards carry ------------------------------------------------------------------------------------


def test_enhancements(shared: Path) -> None:
    d = Differences()
    # the odds of a Lucky Card are compared by playing
    names = {
        "bonus": "n",
        "mult": "n",
        "Xmult": "n",
        "extra": "n2",
        "h_x_mult": "n",
        "h_dollars": "n",
        "p_dollars": "n2",
    }
    for position, (row, enhancement) in enumerate(each(shared, "enhancements", "enhancement")):
        common(d, row, enhancement, position, first_order=2)  # 1 is the plain card
        config = json.loads(row["config_json"])
        figures = {"n": 0, "n2": 0} | {names[name]: value for name, value in config.items() if name in names}
        d.equal(row["key"], "figures", {"n": enhancement["n"], "n2": enhancement["n2"]}, figures)
        assert set(config) - set(names) <= {"mult_odds", "money_odds"}
    d.check()


def test_editions(shared: Path) -> None:
    d = Differences()
    for position, (row, edition) in enumerate(each(shared, "editions", "edition")):
        common(d, row, edition, position)
        d.equal(row["key"], "price_add", edition["price"], int(row["price_add"]))
        d.equal(row["key"], "figure", [edition["n"]], list(json.loads(row["config_json"]).values()) or [0])
    d.check()


def test_seals(shared: Path) -> None:
    d = Differences()
    for position, (row, seal) in enumerate(each(shared, "seals", "seal")):
        common(d, row, seal, position)
    d.check()


def test_stickers(shared: Path) -> None:
    d = Differences()
    jokers = table("joker")
    incompatible = {
        "eternal": sorted(joker["key"] for joker in jokers if not joker["eternal_ok"]),
        "perishable": sorted(joker["key"] for joker in jokers if not joker["perishable_ok"]),
        "rental": [],
    }
    for position, (row, sticker) in enumerate(each(shared, "stickers", "sticker")):
        key = row["key"]
        common(d, row, sticker, position)
        stake = content()["stake"][sticker["from_stake"]]
        d.equal(
            key, "from_stake", f"{stake['key']} ({stake['level']})", row["from_stake"].removesuffix(" and up")
        )
        d.equal(key, "incompatible", incompatible[key], sorted(json.loads(row["incompatible_jokers_json"])))
        config = json.loads(row["config_json"])
        d.equal(key, "figure", sticker["n"], config.get("rounds", config.get("rate", 0)))
        if key == "rental":
            game = Game(seed="RENTALS", stake="gold").edited(
                "phase=SHOP money=50 shop=[j_blueprint/x:FOIL/rental]"
            )
            d.equal(key, "price", game.shop[0].price, config["price"])
    d.check()


# -- blind sizes -----------------------------------------------------------------------------------------


def test_ante_scaling(shared: Path) -> None:
    d = Differences()
    stakes_of = {
        "base_scaling_1_white_red": (1, 2),
        "base_scaling_2_green_to_blue": (3, 4, 5),
        "base_scaling_3_purple_to_gold": (6, 7, 8),
    }
    antes = [int(row["ante"]) for row in rows(shared, "ante_scaling")]
    assert antes == list(range(40))
    for row in rows(shared, "ante_scaling"):
        ante = int(row["ante"])
        for column, stakes in stakes_of.items():
            for stake in stakes:
                if row[column] == "overflow":
                    d.equal(f"ante {ante}", column, math.isnan(_core.base_requirement(ante, stake)), True)
                else:
                    d.equal(f"ante {ante}", column, blind_size(ante, stake), float(row[column]))
    for stake in range(1, 9):
        assert _core.base_requirement(-1, stake) == _core.base_requirement(0, stake)
        assert math.isnan(_core.base_requirement(40, stake))
    d.check()
