"""Nodes and edges that follow from the rows of the content tables: what each thing reads, gives and needs."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator
from typing import Any

from jimbot.game.content import content, name_of
from jimbot.knowledge.archetypes import Archetype, archetypes, rule_serves
from jimbot.knowledge.model import LABELS, Edge, End, Graph, Node, certain
from jimbot.knowledge.relations import ALL_CARDS, JokerRelations, Relations, card_keys, relations

GROUPS = {"Joker": "rarity", "Consumable": "kind", "Tag": "type"}
# What one brings and another grows by or reads: deed -> (moments, facts, kinds of consumables).
# Consumables are sold, too.
FEEDS: dict[str, tuple[set[str], set[str], set[str]]] = {
    "tarots": ({"other_sold"}, {"tarots_used"}, {"tarot"}),
    "planets": ({"other_sold"}, set(), {"planet"}),
    "spectrals": ({"other_sold"}, set(), {"spectral"}),
    "dollars": (set(), {"money"}, set()),
    "sell_value": (set(), {"sell_values"}, set()),
    "cards": ({"cards_added"}, {"draw_pile"}, set()),
    "destroys_cards": ({"card_destroyed"}, {"full_deck"}, set()),
    "discards": ({"discarded"}, {"discards_left"}, set()),
    "jokers": ({"other_sold"}, set(), set()),
    "hands": ({"before"}, {"plays_of_type", "hands_played"}, set()),
}
# What the engine does itself, so that no hook shows it: first joker, second joker, reason.
ENGINE = (
    ("j_oops", "j_lucky_cat", "makes Lucky Cards hit likelier"),
    ("j_oops", "j_glass", "makes Glass Cards break likelier"),
    ("j_mime", "j_steel_joker", "lets Steel Cards held act again"),
    ("j_astronomer", "j_constellation", "makes Planets free"),
    ("j_astronomer", "j_satellite", "makes Planets free"),
    ("j_chaos", "j_flash", "gives free rerolls"),
)
Link = tuple[End, End, float, str]  # start, end, strength, reason

CLEAR = 0.3  # of what a joker does, that a rule must add or take: less comes by the way
DEAR = 10  # dollars: jokers that sell for much


def rule_graph() -> Graph:
    """Everything that follows from the rows alone."""
    return Graph(list(nodes()), list(edges()))


def nodes() -> Iterator[Node]:
    for label, kind in LABELS.items():
        rows: Any = content()[kind].values() if kind else ()
        for row in rows:
            if label == "Boss" and not row["boss"]:
                continue
            if label == "Edition" and row["key"] == "e_base":
                continue
            group = str(row.get(GROUPS.get(label, ""), ""))
            yield Node(
                label, row["key"], name_of(row), group, int(row.get("cost", 0)), 0.0, row.get("text", "")
            )
        if label == "Archetype":
            yield from (Node(label, one.key, one.name) for one in archetypes())
        elif label == "PlayingCard":
            yield from (Node(label, key, key, key[0]) for key in card_keys())


def edges() -> Iterator[Edge]:
    known = relations()
    for type_, found in (
        ("SYNERGIZES_WITH", _synergies),
        ("COUNTERS", _counters),
        ("ENABLES_STRATEGY", _strategies),
        ("REQUIRES_CARD", _required),
        ("LEADS_TO", _leads),
        ("UNLOCKS", _unlocks),
    ):
        yield from (certain(type_, *link) for link in found(known))


# -- SYNERGIZES_WITH -----------------------------------------------------------------------------------------


def _synergies(known: Relations) -> Iterator[Link]:
    for a, b in itertools.combinations(known.jokers.values(), 2):
        reasons = dict(_reasons(a, b, known)) | dict(_reasons(b, a, known)) | dict(_alike(a, b))
        if reasons:
            best = sorted(reasons, key=lambda reason: (-reasons[reason], reason))
            text = "; ".join(best)
            yield End("Joker", a.key), End("Joker", b.key), reasons[best[0]], text


def _alike(a: JokerRelations, b: JokerRelations) -> Iterator[tuple[str, float]]:
    """Both are served by the same: hands, or cards in the same place."""
    if a.hands and b.hands and (share := _overlap(a.hands, b.hands)):
        yield "both act on the same poker hands", share
    for place in ("scored", "held", "discarded", "destroyed"):
        ours, theirs = getattr(a, place), getattr(b, place)
        if 0 < len(ours) < 52 and 0 < len(theirs) < 52 and (share := _overlap(ours, theirs)):
            yield f"both act on the same cards {place}", share
    if a.reads and b.reads and (share := _overlap(a.reads, b.reads)):
        yield "both act on the same enhancements", share


def _reasons(a: JokerRelations, b: JokerRelations, known: Relations) -> Iterator[tuple[str, float]]:
    """What the first does for the second."""
    for again, place in ((a.again, _scored(b)), (a.again_held, b.held)):
        if again & place:
            yield f"lets cards act again that {_name(b)} acts on", len(again & place) / len(place)
    for deed, (moments, facts, kinds) in FEEDS.items():
        if deed not in a.deeds or (deed == "discards" and b.wants_no_discards):
            continue
        read = b.facts - {"full_deck"} if b.reads else b.facts  # it counts enhanced cards, not all
        if moments & b.grows or facts & read or kinds & b.grows_by_kind or _lives_on(b, deed):
            brings = "destroys cards" if deed == "destroys_cards" else f"brings {deed.replace('_', ' ')}"
            yield f"{brings}, which {_name(b)} lives on", 1.0
    if "takes_discards" in a.deeds and b.wants_no_discards:
        yield f"leaves no discards, which {_name(b)} waits for", 1.0
    if b.key in a.others:
        yield f"gives more for {_name(b)}", 1.0
    if "sell_values" in b.facts and content()["joker"][a.key]["cost"] >= DEAR:
        yield f"sells for much, which {_name(b)} counts", 1.0
    for first, second, reason in ENGINE:
        if (first, second) == (a.key, b.key):
            yield reason, 1.0
    if a.gives & b.reads:
        yield f"makes enhanced cards that {_name(b)} acts on", 1.0
    if a.doubles_probabilities and b.rolls:
        yield f"makes the rolls of {_name(b)} likelier", 1.0
    if a.doubles_probabilities and b.ends_by_chance:
        yield f"makes the end of {_name(b)} likelier", -1.0
    if "copies" in a.deeds and content()["joker"][b.key]["copyable"] and content()["joker"][b.key]["hooks"]:
        yield f"acts as {_name(b)}", 1.0
    if "hand_size" in a.deeds and (b.held or b.again_held):
        yield f"holds more cards for {_name(b)}", 0.5
    if a.key in known.rules:
        share = known.rules[a.key].get(b.key, 0.0)
        if abs(share) >= CLEAR:
            yield f"makes {'more' if share > 0 else 'fewer'} cards count for {_name(b)}", share
        if share := _overlap(known.rule_hands[a.key], b.hands):
            yield f"makes the poker hands of {_name(b)} easier", share


def _scored(joker: JokerRelations) -> frozenset[int]:
    """Cards on which it acts whenever they score; any, where it depends on the round or on enhancements."""
    row = content()["joker"][joker.key]
    any_card = "scored" in row["hooks"] and (row["aim"] or joker.reads)
    return joker.each_time or (ALL_CARDS if any_card else frozenset())


def _lives_on(joker: JokerRelations, deed: str) -> bool:
    if deed == "jokers":
        return joker.counts_jokers or {"destroys_jokers", "counter"} <= joker.deeds
    row = content()["joker"][joker.key]
    return deed == "discards" and bool(joker.discarded or (row["aim"] and "discarded" in row["hooks"]))


def _overlap(a: frozenset[Any], b: frozenset[Any]) -> float:
    return len(a & b) / len(a | b) if a & b else 0.0


def _name(joker: JokerRelations) -> str:
    return content()["joker"][joker.key]["name"]


# -- COUNTERS ------------------------------------------------------------------------------------------------


def _counters(known: Relations) -> Iterator[Link]:
    for key, boss in known.bosses.items():
        this = End("Boss", key)
        for joker in known.jokers.values():
            if harm := _harm(boss, joker):
                reason, severity = harm
                yield this, End("Joker", joker.key), severity, reason
            if "disables_boss" in joker.deeds:
                yield End("Joker", joker.key), this, 1.0, "disables the boss"
        for hand, cards in HAND_SIZES.items():
            if cards < boss["least_cards"]:
                yield this, End("HandType", hand), 1.0, "refuses hands of so few cards"
            elif boss["levels_lost"]:
                yield this, End("HandType", hand), 0.5, "takes a level of the hand played"
        for voucher, figures in known.vouchers.items():
            if figures["boss_reroll_price"]:
                yield End("Voucher", voucher), this, 1.0, "lets the boss be rerolled"
        yield End("Tag", "tag_boss"), this, 1.0, "rerolls the boss"


# Cards that make a poker hand; more may be played with it.
HAND_SIZES = {
    "Four of a Kind": 4,
    "Three of a Kind": 3,
    "Two Pair": 4,
    "Pair": 2,
    "High Card": 1,
} | dict.fromkeys(
    ("Flush Five", "Flush House", "Five of a Kind", "Straight Flush", "Full House", "Flush", "Straight"), 5
)


def _harm(boss: dict[str, Any], joker: JokerRelations) -> tuple[str, float] | None:
    debuffs, hidden = frozenset(boss["debuffs"]), frozenset(boss["face_down"])
    used = joker.scored | joker.held | joker.again
    if debuffs and used and (hit := len(debuffs & used) / len(used)):
        if debuffs < ALL_CARDS and used >= ALL_CARDS:
            return None
        return "debuffs the cards that it acts on", hit
    if hidden and joker.cards() and (hit := len(hidden & joker.cards()) / len(joker.cards())):
        return "hides the cards that it acts on", 0.5 * hit
    if boss["no_discards"] and ("discarded" in joker.grows or joker.discarded or "discards" in joker.deeds):
        return "leaves no discards", 1.0
    if boss["hand_size"] < 0 and (joker.held or joker.again_held):
        return "leaves fewer cards to hold", 0.25
    if boss["only_hands"] and "hands" in joker.deeds:
        return "leaves one hand", 0.5
    if boss["discards_held"] and (joker.held or joker.again_held):
        return "discards cards held", 0.5
    if boss["least_cards"] and {"played_count", "lone_card"} & joker.facts:
        return "refuses small hands", 0.5
    if boss["refuses_hands"] and "plays_in_round" in joker.facts:
        return "refuses some poker hands", 0.5
    return None


# -- ENABLES_STRATEGY ----------------------------------------------------------------------------------------


def _strategies(known: Relations) -> Iterator[Link]:
    for archetype in archetypes():
        end = End("Archetype", archetype.key)
        for joker in known.jokers.values():
            serves = archetype.joker(joker)
            if joker.key in known.rules:
                serves = max(serves, rule_serves(archetype, joker.key, known))
            if serves:
                yield End("Joker", joker.key), end, serves, archetype.name
        yield from _others(archetype, end, known)


def _others(archetype: Archetype, end: End, known: Relations) -> Iterator[Link]:
    for key, consumable in known.consumables.items():
        if archetype.consumable(consumable):
            yield End("Consumable", key), end, 1.0, archetype.name
    for key, figures in known.vouchers.items():
        if archetype.voucher(figures):
            yield End("Voucher", key), end, 1.0, archetype.name
    for key, deck in content()["deck"].items():
        given = any(archetype.voucher(known.vouchers[voucher]) for voucher in deck["vouchers"])
        if archetype.deck(deck) or given:
            yield End("Deck", key), end, 1.0, archetype.name
    for hand in archetype.hands:
        yield End("HandType", hand), end, 1.0, archetype.name


# -- REQUIRES_CARD -------------------------------------------------------------------------------------------


def _required(known: Relations) -> Iterator[Link]:
    cards = card_keys()
    for joker in known.jokers.values():
        places: dict[int, list[str]] = {}
        for place in ("scored", "held", "discarded", "destroyed", "in_deck", "again"):
            found = getattr(joker, place)
            if len(found) < 52:
                for card in found:
                    places.setdefault(card, []).append(place.replace("_", " "))
        for card, where in sorted(places.items()):
            share = 1 / len(places)
            reason = ", ".join(where)
            yield End("Joker", joker.key), End("PlayingCard", cards[card]), share, reason
        for enhancement in sorted(joker.reads):
            share = 1 / len(joker.reads)
            yield End("Joker", joker.key), End("Enhancement", enhancement), share, "enhanced"


# -- LEADS_TO: what using, playing or taking a thing brings --------------------------------------------------


def _leads(known: Relations) -> Iterator[Link]:
    for key, one in known.consumables.items():
        this = End("Consumable", key)
        for label, ends in (
            ("HandType", "levels"),
            ("Enhancement", "gives"),
            ("Seal", "seals"),
            ("Edition", "editions"),
        ):
            for end in one[ends]:
                share = 1 / len(one[ends]) if label != "HandType" else 1.0
                yield this, End(label, end), share, label
        yield from _made(this, one["makes"], one["deeds"])
    for joker in known.jokers.values():
        this = End("Joker", joker.key)
        for enhancement in sorted(joker.gives):
            yield this, End("Enhancement", enhancement), 1.0, "enhances cards"
        for brought in sorted(joker.tags):
            yield this, End("Tag", brought), 1.0, "brings a tag"
        yield from _made(this, joker.makes, joker.deeds)
    for key, tag in content()["tag"].items():
        if tag["edition"]:
            yield End("Tag", key), End("Edition", f"e_{tag['edition']}"), 1.0, "the next joker"
    for key, hand in content()["hand"].items():
        yield End("Seal", "Blue"), End("Consumable", hand["planet"]), 1 / 12, f"after {key}"


def _made(this: End, rarities: Collection[str], deeds: Collection[str]) -> Iterator[Link]:
    """Jokers of the rarity that it makes; that one which makes any may bring any says nothing. And
    consumables of the kinds that it makes."""
    if len(rarities) == 1:
        (rarity,) = rarities
        yield from _any_of(this, "Joker", "rarity", rarity, f"makes {rarity} jokers")
    for kind in ("tarot", "planet", "spectral"):
        if f"{kind}s" in deeds:
            yield from _any_of(this, "Consumable", "kind", kind, f"makes {kind}s")


def _any_of(this: End, label: str, group: str, name: str, reason: str) -> Iterator[Link]:
    keys = [key for key, row in content()[LABELS[label]].items() if row[group] == name]
    for key in keys:
        yield this, End(label, key), 1 / len(keys), reason


# -- UNLOCKS -------------------------------------------------------------------------------------------------


def _unlocks(known: Relations) -> Iterator[Link]:
    for tied in known.jokers.values():
        for later in sorted(tied.unlocks):
            yield End("Joker", tied.key), End("Joker", later), 1.0, "offered once it is gone"
    for key, voucher in content()["voucher"].items():
        if voucher["requires"]:
            yield End("Voucher", voucher["requires"]), End("Voucher", key), 1.0, "offered after it"
    for key, joker in content()["joker"].items():
        if joker["gate"]:
            yield (
                End("Enhancement", f"m_{joker['gate']}"),
                End("Joker", key),
                1.0,
                "once the deck holds one",
            )
    for key, hand in content()["hand"].items():
        if hand["secret"]:
            yield End("HandType", key), End("Consumable", hand["planet"]), 1.0, "once it was played"
    for key, deck in content()["deck"].items():
        for given in deck["vouchers"]:
            yield End("Deck", key), End("Voucher", given), 1.0, "begins with it"
        for consumable in dict.fromkeys(deck["consumables"]):
            yield End("Deck", key), End("Consumable", consumable), 1.0, "begins with it"
