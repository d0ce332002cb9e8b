"""Cards, jokers, consumables, tags and offers of a save as codes of the notation."""

from __future__ import annotations

from functools import cache

from jimbot.game.content import content
from jimbot.saves.section import Section
from jimbot.saves.table import SaveError

RANKS = {str(n): str(n) for n in range(2, 10)} | {
    "10": "T",
    "Jack": "J",
    "Queen": "Q",
    "King": "K",
    "Ace": "A",
}
SUITS = {"Spades": "S", "Hearts": "H", "Clubs": "C", "Diamonds": "D"}
FIRST_SUITS = {0.004: "S", 0.003: "H", 0.002: "C", 0.001: "D"}  # suit_nominal_original
EDITIONS = {"foil": "FOIL", "holo": "HOLO", "polychrome": "POLYCHROME", "negative": "NEGATIVE"}
SEALS = ("Gold", "Red", "Blue", "Purple")
# Where a joker keeps what it counts; the others keep nothing.
COUNTERS = {
    "mult": (
        *("j_ceremonial", "j_flash", "j_green_joker", "j_popcorn", "j_red_card"),
        *("j_ride_the_bus", "j_trousers"),
    ),
    "x_mult": (
        *("j_campfire", "j_constellation", "j_glass", "j_hit_the_road", "j_hologram", "j_lucky_cat"),
        *("j_madness", "j_obelisk", "j_ramen", "j_vampire", "j_yorick"),
    ),
    "extra.chips": ("j_castle", "j_ice_cream", "j_runner", "j_square", "j_wee"),
    "extra.dollars": ("j_rocket",),
    "extra.h_size": ("j_turtle_bean",),
    "extra": ("j_selzer",),
    "caino_xmult": ("j_caino",),
    "invis_rounds": ("j_invisible",),
}
COUNTER_OF = {key: place for place, keys in COUNTERS.items() for key in keys}
# In the order from which the hands of Orbital Tags are drawn.
DRAWN_HANDS = (
    *("Flush House", "Full House", "Flush", "Pair", "High Card", "Straight Flush", "Straight", "Two Pair"),
    *("Flush Five", "Five of a Kind", "Three of a Kind", "Four of a Kind"),
)
HAND_TYPES = [row["key"] for row in content()["hand"].values()]


def known(kind: str, key: str, place: str) -> str:
    """The key of something in the game. What only a mod has is refused, by the prefix of the mod."""
    if key in content()[kind]:
        return key
    parts = key.split("_")
    mod = f"the mod {parts[1][:20]!r}" if len(parts) > 2 else "a mod"
    raise SaveError(f"{place} is {key[:40]!r}: content of {mod}, or of another version of the game")


def slug(hand: str, place: str) -> str:
    return content()["hand"][known("hand", hand, place)]["slug"]


def one_of(names: dict[str, str], part: Section, name: str) -> str:
    value = part.word(name)
    if value not in names:
        raise part.wrong(name, f"one of {', '.join(names)}")
    return names[value]


def edition(thing: Section) -> str:
    if not thing.has("edition"):
        return ""
    return f"/x:{one_of(EDITIONS, thing.section('edition'), 'type')}"


def center(thing: Section) -> str:
    return thing.section("save_fields").word("center")


@cache
def _enhancements() -> dict[str, str]:
    return {"c_base": ""} | {key: f"/e:{key[2:].upper()}" for key in content()["enhancement"]}


def is_card(thing: Section) -> bool:
    """Whether it is a playing card."""
    return center(thing) in _enhancements()


def card(thing: Section, number: int, in_round: bool, held: bool) -> str:
    """A playing card. Debuffs belong to a round; turned and forced cards to the hand, while the others lie
    face down anyway."""
    base, ability = thing.section("base"), thing.section("ability")
    suit, key = one_of(SUITS, base, "suit"), center(thing)
    if key not in _enhancements():
        known("enhancement", key, thing.place("save_fields.center"))
    code = f"{suit}_{one_of(RANKS, base, 'value')}{_enhancements()[key]}{edition(thing)}"
    if thing.has("seal"):
        code += f"/s:{one_of({seal: seal.upper() for seal in SEALS}, thing, 'seal')}"
    if bonus := ability.whole("perma_bonus", 0):
        code += f"/b:{bonus}"
    first = FIRST_SUITS.get(round(base.real("suit_nominal_original", 0), 6), "N")
    code += f"/c:{first}" if first != suit else ""
    code += "/p" if ability.flag("played_this_ante") else ""
    forever = ability.flag("perma_debuff")  # challenge Double or Nothing
    code += "/d" if forever or (in_round and thing.flag("debuff")) else ""
    code += "/D" if forever else ""
    code += "/f" if held and thing.word("facing", "front") == "back" else ""
    code += "/o" if held and ability.flag("forced_selection") else ""
    return f"{code}#{number}"


def _at(ability: Section, place: str) -> float:
    """What a joker has counted so far."""
    first, _, second = place.partition(".")
    return ability.section(first).real(second) if second else ability.real(first)


def _second(key: str, ability: Section) -> int:
    """The second number of a joker."""
    extra = content()["joker"][key]["extra"]
    if extra == "cards_left":
        return ability.whole("yorick_discards")
    if extra == "hands_before":
        return ability.whole("hands_played_at_create", 0)
    if extra == "hand":
        return HAND_TYPES.index(
            known("hand", ability.word("to_do_poker_hand"), ability.place("to_do_poker_hand"))
        )
    return 0


def joker(thing: Section, number: int, in_round: bool) -> str:
    """A joker. What a boss debuffs or turns belongs to a round; a Perishable stays debuffed."""
    ability = thing.section("ability")
    key = known("joker", center(thing), thing.place("save_fields.center"))
    code = f"{key}:{_at(ability, COUNTER_OF[key])!r}" if key in COUNTER_OF else key
    code += f"~{_second(key, ability)}+{ability.whole('extra_value', 0)}{edition(thing)}"
    code += "/eternal" if ability.flag("eternal") else ""
    perished = False
    if ability.flag("perishable"):
        left = max(0, ability.whole("perish_tally"))
        perished = left == 0
        code += f"/perishable:{left}"
    code += "/rental" if ability.flag("rental") else ""
    code += "/pinned" if thing.flag("pinned") or ability.flag("pinned") else ""
    code += "/d" if perished or (in_round and thing.flag("debuff")) else ""
    code += "/f" if in_round and thing.word("facing", "front") == "back" else ""
    return f"{code}#{number}"


def consumable(thing: Section, number: int) -> str:
    key = known("consumable", center(thing), thing.place("save_fields.center"))
    return f"{key}{edition(thing)}+{thing.section('ability').whole('extra_value', 0)}#{number}"


def thing_code(thing: Section, number: int, in_round: bool, held: bool) -> str:
    """Whatever it is; ``held`` in hand."""
    if is_card(thing) or center(thing).startswith("m_"):
        return card(thing, number, in_round, held)
    return joker(thing, number, in_round) if center(thing).startswith("j_") else consumable(thing, number)


def is_free(thing: Section) -> str:
    """A tag made it cost nothing."""
    return "!free" if thing.section("ability").flag("couponed") and thing.real("cost", 1) == 0 else ""


def tag(key: str, hand: str, place: str) -> str:
    """A tag; of an Orbital Tag with its poker hand."""
    return (
        f"{known('tag', key, place)}:{slug(hand, place)}"
        if key == "tag_orbital"
        else known("tag", key, place)
    )
