"""Directed fixtures: small runs, set up with the protocol's debug calls, for every content family.

A case starts a seeded run and makes its calls. `Choose` is a call that depends on what the
seed deals: a legal one of its kind, found by the engine that follows the recording.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from jimbot.game.content import content
from jimbot.live.protocol.calls import Call


@dataclass(frozen=True)
class Choose:
    """A legal call of a kind of action, if there is one: for the last item, the first choice of cards."""

    kind: str


@dataclass(frozen=True)
class Case:
    """One run: its start and its calls."""

    seed: str
    calls: tuple[Call | Choose, ...]
    deck: str = "RED"
    stake: str = "WHITE"


@dataclass(frozen=True)
class Fixture:
    """One content family, one trace."""

    name: str
    cases: tuple[Case, ...]


# -- calls ----------------------------------------------------------------------------------------------


def add(key: str, **look: Any) -> Call:
    return "add", {"key": key, **{name: value for name, value in look.items() if value is not None}}


def put(**numbers: int) -> Call:
    return "set", dict(numbers)


def play(*cards: int) -> Call:
    return "play", {"cards": list(cards)}


def discard(*cards: int) -> Call:
    return "discard", {"cards": list(cards)}


def buy(what: str, index: int) -> Call:
    return "buy", {what: index}


SELECT: Call = ("select", {})
SKIP: Call = ("skip", {})
CASH_OUT: Call = ("cash_out", {})
LEAVE: Call = ("next_round", {})
REROLL: Call = ("reroll", {})
SKIP_PACK: Call = ("pack", {"skip": True})
HARD: Call = put(ante=8)  # before `select`: a goal that no hand of a case reaches
MET: Call = put(chips=10_000_000)  # right before `play`: that hand wins the blind
ADDED = (8, 9, 10, 11, 12)  # five cards added to a dealt hand of eight

# A card of every suit and face cards: something for most jokers to see.
MIXED = (add("H_K"), add("H_Q", enhancement="GLASS"), add("D_K"), add("C_8"), add("S_8", seal="RED"))
TO_SHOP = (SELECT, MET, play(0), CASH_OUT)


def beat_ante_1(ante: int = 1) -> tuple[Call, ...]:
    """To the next ante by its boss; `ante` is the one that the boss then ends."""
    raise_ante = (put(ante=ante),) if ante != 1 else ()
    return (SKIP, SKIP, SELECT, *raise_ante, MET, play(0, 1, 2, 3, 4), CASH_OUT, LEAVE)


# -- jokers ---------------------------------------------------------------------------------------------

JOKERS = {
    "flat": "j_joker j_half j_stencil j_banner j_mystic_summit j_loyalty_card j_misprint j_steel_joker "
    "j_abstract j_gros_michel j_cavendish j_blue_joker j_erosion j_fortune_teller j_stone j_baseball j_bull "
    "j_bootstraps j_acrobat j_swashbuckler j_throwback j_stuntman j_drivers_license",
    "suits_ranks": "j_greedy_joker j_lusty_joker j_wrathful_joker j_gluttenous_joker j_bloodstone "
    "j_arrowhead j_onyx_agate j_ancient j_idol j_fibonacci j_even_steven j_odd_todd j_scholar "
    "j_walkie_talkie j_triboulet j_scary_face j_smiley j_photograph j_raised_fist j_baron "
    "j_shoot_the_moon j_blackboard j_flower_pot j_seeing_double",
    "hand_types": "j_jolly j_zany j_mad j_crazy j_droll j_sly j_wily j_clever j_devious j_crafty j_duo "
    "j_trio j_family j_order j_tribe j_supernova j_card_sharp j_space j_burnt",
    "scaling": "j_ceremonial j_madness j_ride_the_bus j_runner j_trousers j_square j_green_joker j_vampire "
    "j_obelisk j_hiker j_wee j_lucky_cat j_ice_cream j_popcorn j_ramen j_castle j_hit_the_road j_yorick "
    "j_glass j_caino j_hologram j_flash j_red_card j_constellation j_campfire",
    "economy": "j_credit_card j_chaos j_delayed_grat j_business j_egg j_faceless j_todo_list j_cloud_9 "
    "j_rocket j_gift j_reserved_parking j_mail j_to_the_moon j_golden j_trading j_ticket j_rough_gem "
    "j_matador j_satellite",
    "retrigger": "j_mime j_dusk j_hack j_selzer j_sock_and_buskin j_hanging_chad",
    "copy_and_rules": "j_joker j_blueprint j_brainstorm j_four_fingers j_shortcut j_smeared j_splash "
    "j_pareidolia j_ring_master j_astronomer j_oops j_juggler j_drunkard j_troubadour j_merry_andy "
    "j_turtle_bean j_burglar j_midas_mask j_mr_bones j_luchador j_chicot",
    "creation": "j_marble j_riff_raff j_cartomancer j_certificate j_dna j_8_ball j_superposition j_seance "
    "j_vagabond j_sixth_sense j_hallucination j_diet_cola j_invisible j_perkeo",
}
AT_ONCE = 7  # jokers that a case holds


def joker_case(seed: str, keys: Iterable[str]) -> Case:
    """A lost hand, a discard and a winning hand; the shop with a sale and a reroll; the next blind."""
    jokers = tuple(add(key, edition="FOIL" if i == 0 else None) for i, key in enumerate(keys))
    calls = (HARD, SELECT, *jokers, *MIXED, play(*ADDED), discard(0, 1), MET, play(0, 1, 2))
    shop = (
        put(money=30),
        REROLL,
        ("sell", {"joker": 0}),
        buy("pack", 0),
        SKIP_PACK,
        LEAVE,
        SELECT,
        play(0, 1),
    )
    return Case(seed, (*calls, CASH_OUT, *shop))


def _chunks(keys: list[str], size: int) -> list[list[str]]:
    return [keys[i : i + size] for i in range(0, len(keys), size)]


def joker_fixtures() -> list[Fixture]:
    return [
        Fixture(
            f"jokers_{family}",
            tuple(
                joker_case(f"{family[:3].upper()}{i}", some)
                for i, some in enumerate(_chunks(keys.split(), AT_ONCE), 1)
            ),
        )
        for family, keys in JOKERS.items()
    ]


# -- consumables, vouchers, packs -----------------------------------------------------------------------


def _consumables(kind: str) -> list[str]:
    keys = [key for key, row in content()["consumable"].items() if row["kind"] == kind]
    return [key for key in keys if key != "c_aura"]  # `use` hands it no card


def used(keys: Iterable[str]) -> tuple[Call | Choose, ...]:
    return tuple(call for key in keys for call in (add(key), Choose("use")))


def tarot_fixture() -> Fixture:
    # The Fool copies the card used before it, so it comes last; two fill the slots, each in a run of its own.
    fillers = ["c_emperor", "c_high_priestess"]
    others = [key for key in _consumables("tarot") if key not in ("c_fool", *fillers)]
    chunks = [*_chunks([*others, "c_fool"], 10), *_chunks(fillers, 1)]
    cases = [Case(f"TAR{i}", (SELECT, add("j_joker"), *used(some))) for i, some in enumerate(chunks, 1)]
    return Fixture("tarots", tuple(cases))


def spectral_fixture() -> Fixture:
    chunks = _chunks(_consumables("spectral"), 6)
    cases = [Case(f"SPE{i}", (SELECT, add("j_joker"), *used(some))) for i, some in enumerate(chunks, 1)]
    return Fixture("spectrals", tuple(cases))


def planet_fixture() -> Fixture:
    return Fixture(
        "planets", (Case("PLA1", (*TO_SHOP, *used(_consumables("planet")), LEAVE, SELECT, play(0))),)
    )


def voucher_case(seed: str, keys: Iterable[str]) -> Case:
    """Each voucher is put beside the shop's own and redeemed; then a round and a shop with all of them."""
    bought = tuple(call for key in keys for call in (put(money=100), add(key), buy("voucher", 1)))
    return Case(seed, (*TO_SHOP, *bought, REROLL, LEAVE, SELECT, MET, play(0, 1), CASH_OUT))


def voucher_fixture() -> Fixture:
    chunks = _chunks(list(content()["voucher"]), 8)
    return Fixture("vouchers", tuple(voucher_case(f"VOU{i}", some) for i, some in enumerate(chunks, 1)))


def pack_fixture() -> Fixture:
    """The shop's two packs make room; then each kind of pack is opened, one card picked, the rest skipped."""
    kinds = [key for key in content()["booster"] if key.endswith("_1")]
    empty = (put(money=200), buy("pack", 0), SKIP_PACK, buy("pack", 0), SKIP_PACK)
    cases = []
    for i, some in enumerate(_chunks(kinds, 5), 1):
        opened = tuple(
            call
            for key in some
            for call in (add(key), buy("pack", 0), Choose("pick"), Choose("skip_pack"), put(money=200))
        )
        cases.append(Case(f"PAC{i}", (*TO_SHOP, *empty, *opened)))
    return Fixture("packs", tuple(cases))


# -- bosses and tags ------------------------------------------------------------------------------------

# Boss -> seed and the ante in which it is met.
BOSSES = {
    "bl_head": ("FIX1", 1),
    "bl_window": ("FIX3", 1),
    "bl_tooth": ("FIX3", 3),
    "bl_serpent": ("FIX3", 5),
    "bl_final_leaf": ("FIX3", 8),
    "bl_hook": ("FIX6", 1),
    "bl_final_heart": ("FIX6", 8),
    "bl_fish": ("FIX10", 2),
    "bl_final_acorn": ("FIX10", 8),
    "bl_plant": ("FIX11", 4),
    "bl_ox": ("FIX13", 6),
    "bl_club": ("FIX18", 1),
    "bl_final_bell": ("FIX21", 8),
    "bl_manacle": ("FIX22", 1),
    "bl_needle": ("FIX22", 2),
    "bl_mouth": ("FIX23", 2),
    "bl_wall": ("FIX27", 2),
    "bl_final_vessel": ("FIX27", 8),
    "bl_psychic": ("FIX28", 1),
    "bl_goad": ("FIX31", 1),
    "bl_mark": ("FIX35", 2),
    "bl_eye": ("FIX38", 3),
    "bl_arm": ("FIX46", 2),
    "bl_wheel": ("FIX50", 2),
    "bl_pillar": ("FIX61", 1),
    "bl_water": ("FIX80", 2),
    "bl_house": ("FIX91", 2),
    "bl_flint": ("FIX102", 2),
}


def boss_fixture() -> Fixture:
    cases = []
    for seed, ante in BOSSES.values():
        way = (SKIP, SKIP) if ante == 1 else (*beat_ante_1(ante - 1), SKIP, SKIP)
        fight = (SELECT, add("j_joker"), add("j_banner"), play(0, 1), Choose("discard"), Choose("play"))
        cases.append(Case(seed, (*way, *fight)))
    return Fixture("bosses", tuple(cases))


# Tag -> seed and the ante in which skipping the Small Blind gives it.
TAGS = {
    "tag_juggle": ("FIX1", 1),
    "tag_negative": ("FIX1", 2),
    "tag_boss": ("FIX2", 1),
    "tag_voucher": ("FIX3", 2),
    "tag_charm": ("FIX4", 1),
    "tag_d_six": ("FIX5", 1),
    "tag_uncommon": ("FIX6", 1),
    "tag_economy": ("FIX6", 2),
    "tag_double": ("FIX7", 1),
    "tag_polychrome": ("FIX8", 1),
    "tag_skip": ("FIX8", 2),
    "tag_coupon": ("FIX9", 1),
    "tag_handy": ("FIX10", 2),
    "tag_rare": ("FIX13", 1),
    "tag_standard": ("FIX13", 2),
    "tag_top_up": ("FIX19", 2),
    "tag_foil": ("FIX24", 1),
    "tag_investment": ("FIX25", 1),
    "tag_ethereal": ("FIX31", 2),
    "tag_holo": ("FIX38", 2),
    "tag_buffoon": ("FIX39", 2),
    "tag_orbital": ("FIX52", 2),
    "tag_garbage": ("FIX73", 2),
    "tag_meteor": ("FIX128", 2),
}


def tag_fixture() -> Fixture:
    cases = []
    for seed, ante in TAGS.values():
        way = () if ante == 1 else beat_ante_1()
        after = (SKIP, Choose("pick"), Choose("skip_pack"), *TO_SHOP, put(money=40), REROLL, LEAVE)
        cases.append(Case(seed, (*way, *after)))
    return Fixture("tags", tuple(cases))


# -- looks, stickers, hands, decks, stakes --------------------------------------------------------------

ENHANCEMENTS = ("BONUS", "MULT", "WILD", "GLASS", "STEEL", "STONE", "GOLD", "LUCKY")


def looks_fixture() -> Fixture:
    """Enhanced, sealed and edition cards played, held to the end of a round, and discarded."""
    first = tuple(add("S_A", enhancement=name) for name in ENHANCEMENTS[:5])
    second = tuple(add("H_A", enhancement=name) for name in ENHANCEMENTS[5:])
    held = (add("D_K", enhancement="STEEL"), add("D_Q", enhancement="GOLD", seal="BLUE"))
    seals = tuple(add("C_9", seal=name) for name in ("RED", "GOLD", "PURPLE"))
    editions = tuple(add("C_T", edition=name) for name in ("FOIL", "HOLO", "POLYCHROME"))
    jokers = tuple(add("j_joker", edition=name) for name in ("FOIL", "HOLO", "POLYCHROME", "NEGATIVE"))
    return Fixture(
        "looks",
        (
            Case("LOO1", (HARD, SELECT, *first, play(*ADDED), play(0))),
            Case("LOO2", (SELECT, *second, *held, MET, play(8, 9, 10), CASH_OUT)),
            Case("LOO3", (HARD, SELECT, *seals, play(8, 9), discard(0, 1), play(0, 1))),
            Case("LOO4", (HARD, SELECT, *editions, *jokers, play(8, 9, 10), ("sell", {"joker": 3}))),
        ),
    )


def sticker_fixture() -> Fixture:
    jokers = (add("j_joker", eternal=True), add("j_egg", perishable=1), add("j_golden", rental=True))
    rounds = (SELECT, *jokers, MET, play(0), CASH_OUT, LEAVE, SELECT, MET, play(0), CASH_OUT)
    gold = (*TO_SHOP, put(money=100), REROLL, REROLL, REROLL, REROLL, Choose("buy_card"))
    return Fixture("stickers", (Case("STI1", rounds), Case("STI2", gold, stake="GOLD")))


HANDS = {
    "High Card": "S_A H_K D_9 C_5 S_2",
    "Pair": "S_A H_A D_9 C_5 S_2",
    "Two Pair": "S_A H_A D_9 C_9 S_2",
    "Three of a Kind": "S_A H_A D_A C_9 S_2",
    "Straight": "S_5 H_4 D_3 C_2 S_A",
    "Flush": "S_A S_J S_9 S_5 S_2",
    "Full House": "S_A H_A D_A C_9 S_9",
    "Four of a Kind": "S_A H_A D_A C_A S_9",
    "Straight Flush": "H_A H_K H_Q H_J H_T",
    "Five of a Kind": "S_A H_A D_A C_A S_A",
    "Flush House": "S_A S_A S_A S_9 S_9",
    "Flush Five": "C_7 C_7 C_7 C_7 C_7",
}


def hand_fixture() -> Fixture:
    """Every poker hand once, four to a round."""
    cases = []
    for i, names in enumerate(_chunks(list(HANDS), 3), 1):
        calls: list[Call | Choose] = [HARD, SELECT]
        for name in names:
            # the hand is full after the first play: what is left of it goes before the next five come
            calls += [*(add(key) for key in HANDS[name].split()), play(*ADDED)]
        cases.append(Case(f"HAN{i}", tuple(calls)))
    return Fixture("hand_types", tuple(cases))


def deck_fixture() -> Fixture:
    decks = [key.removeprefix("b_").upper() for key in content()["deck"]]
    calls = (HARD, SELECT, play(0, 1, 2, 3, 4), MET, play(0), CASH_OUT)
    return Fixture("decks", tuple(Case("DECK1", calls, deck=deck) for deck in decks if deck != "CHALLENGE"))


def stake_fixture() -> Fixture:
    stakes = [key.removeprefix("stake_").upper() for key in content()["stake"]]
    calls = (SELECT, discard(0, 1), MET, play(0), CASH_OUT, put(money=20), REROLL)
    return Fixture("stakes", tuple(Case("STAKE1", calls, stake=stake) for stake in stakes))


def fixtures() -> list[Fixture]:
    """Every directed fixture."""
    return [
        *joker_fixtures(),
        tarot_fixture(),
        planet_fixture(),
        spectral_fixture(),
        voucher_fixture(),
        pack_fixture(),
        boss_fixture(),
        tag_fixture(),
        looks_fixture(),
        sticker_fixture(),
        hand_fixture(),
        deck_fixture(),
        stake_fixture(),
    ]
