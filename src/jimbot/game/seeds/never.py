"""Conditions whose parts contradict each other, so that no seed can meet them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from jimbot.game.content import content
from jimbot.game.content.find import name_of
from jimbot.game.seeds.query import Condition, Fact, Join

KINDS = {"boss": "blind", "voucher": "voucher", "small_tag": "tag", "big_tag": "tag"}


def contradiction(condition: Condition) -> str | None:
    """Why no seed can meet the condition; None where nothing speaks against it."""
    parts = list(_all_of(condition))
    refused = {
        inner for part in parts if isinstance(part, Join) and part.how == "none" for inner in part.parts
    }
    for part in parts:
        if part in refused:
            return "it asks for the same thing with 'not' and without"
    named = [part for part in parts if isinstance(part, Fact) and part.subject in KINDS]
    for one, other in combinations(named, 2):
        if one.subject == other.subject and (why := _both(one, other)):
            return why
    return None


def _all_of(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, Join) and condition.how == "all":
        for part in condition.parts:
            yield from _all_of(part)
    else:
        yield condition


def _both(one: Fact, other: Fact) -> str | None:
    what = one.subject.replace("_", " ")
    antes = (one.first_ante, one.last_ante)
    names = f"{_names(one)} and {_names(other)}"
    if antes == (other.first_ante, other.last_ante) and antes[0] == antes[1] and not one.keys & other.keys:
        return f"ante {antes[0]} has one {what}, not {names}"
    apart = one.last_ante < other.first_ante or other.last_ante < one.first_ante
    if one.subject == "boss" and apart and one.keys == other.keys and max(one.last_ante, other.last_ante) < 8:
        return f"a boss comes once before ante 8, and {_names(one)} is asked for twice"
    return None


def _names(fact: Fact) -> str:
    rows = content()[KINDS[fact.subject]]
    return " or ".join(sorted(name_of(rows[key]) for key in fact.keys))
