"""Where a seed holds what a condition asks for, read from its seed report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jimbot.game.seeds.query import Condition, Fact, Join, Query, Wanted
from jimbot.view.seed_report import legendaries, seed_report


@dataclass(frozen=True)
class Place:
    """``where`` is boss, voucher, small_tag, big_tag, pack, shop, in_pack or soul; ``number`` counts from 1:
    the place in the shop queue, or the pack of the ante. ``card`` is as in the report."""

    ante: int
    where: str
    key: str
    number: int | None = None
    card: dict[str, Any] | None = None


def holds(query: Query, report: dict[str, Any]) -> bool:
    """Whether the condition is true of a report of ``query.last_ante`` antes or more."""
    souls = legendaries(report)

    def true(condition: Condition) -> bool:
        if isinstance(condition, Fact):
            return bool(found_in(condition, report, souls))
        parts = [true(part) for part in condition.parts]
        return all(parts) if condition.how == "all" else any(parts) == (condition.how == "any")

    return true(query.condition)


def places(query: Query, seed: str) -> list[Place]:
    """Where the seed has what the condition asks for, ante by ante; what it must not hold is left out."""
    report = seed_report(seed, query.deck, query.stake, query.last_ante)
    souls = legendaries(report)

    def asked(condition: Condition) -> list[Fact]:
        if isinstance(condition, Join):
            return [] if condition.how == "none" else [f for part in condition.parts for f in asked(part)]
        return [condition]

    found = [place for fact in asked(query.condition) for place in found_in(fact, report, souls)]
    unique = {(p.ante, p.where, p.number, p.key, str(p.card)): p for p in found}
    return sorted(unique.values(), key=lambda place: (place.ante, place.where, place.number or 0))


def found_in(fact: Fact, report: dict[str, Any], souls: list[dict[str, Any]]) -> list[Place]:
    out = []
    for row in report["antes"][fact.first_ante - 1 : fact.last_ante]:
        out += _in_ante(fact, row, [soul for soul in souls if soul["ante"] == row["ante"]])
    return out


def _in_ante(fact: Fact, row: dict[str, Any], souls: list[dict[str, Any]]) -> list[Place]:
    ante, subject = row["ante"], fact.subject
    names = {"boss": "boss", "voucher": "voucher", "small_tag": "tag_small", "big_tag": "tag_big"}
    if subject in names:
        key = row[names[subject]]
        return [Place(ante, subject, key)] if key in fact.keys else []
    if subject == "booster":
        packs = enumerate(row["packs"], 1)
        return [Place(ante, "pack", pack["pack"], i) for i, pack in packs if pack["pack"] in fact.keys]
    assert fact.wanted is not None
    if subject == "shop":
        cards = [("shop", i, card) for i, card in enumerate(row["shop_queue"], 1)]
        cards = cards[fact.first_slot - 1 : fact.last_slot]
    elif subject == "pack_card":
        cards = [("in_pack", i, card) for i, pack in enumerate(row["packs"], 1) for card in pack["cards"]]
    else:
        cards = [("soul", soul["pack"], soul["card"]) for soul in souls]
    return [Place(ante, where, c["key"], i, c) for where, i, c in cards if is_wanted(fact.wanted, c)]


def is_wanted(wanted: Wanted | None, card: dict[str, Any]) -> bool:
    if wanted is None:
        return False
    key = card["key"]
    if key not in wanted.keys:
        suit, _, rank = key.partition("_")
        if len(key) != 3 or suit not in wanted.suits or rank not in wanted.ranks:
            return False
    if wanted.edition is not None and not key.startswith("c_") and card.get("edition") != wanted.edition:
        return False
    if wanted.enhancement is not None and card.get("enhancement") != f"m_{wanted.enhancement}":
        return False
    if wanted.seal is not None and card.get("seal", "").lower() != wanted.seal:
        return False
    return all(card.get(sticker) for sticker in wanted.stickers)
