"""How good a find is: how early a seed holds what is asked for, what it costs there, which other wishes it
meets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from jimbot.game.content import content
from jimbot.game.seeds.query import Condition, Fact, Join, Query
from jimbot.view.seed_places import Place, found_in, holds
from jimbot.view.seed_report import legendaries, seed_report

FIRST_REROLL = 5
RANKS = ("early", "cheap", "extras")


@dataclass(frozen=True)
class Find:
    """``ante``: the first one by whose end the seed holds all of it. ``dollars``: what it costs at least,
    with rerolls and packs, each thing by itself. ``extras``: the further wishes that it meets."""

    seed: str
    ante: int
    dollars: int
    extras: tuple[str, ...]

    def key(self, ranks: Sequence[str]) -> tuple[Any, ...]:
        keys = {"early": self.ante, "cheap": self.dollars, "extras": -len(self.extras)}
        rest = [name for name in RANKS if name not in ranks]
        return (*(keys[name] for name in (*ranks, *rest)), self.seed)


def find_of(query: Query, seed: str, extras: Sequence[Query] = ()) -> Find:
    last = max(one.last_ante for one in (query, *extras))
    report = seed_report(seed, query.deck, query.stake, last)
    early = next(
        (ante for ante in range(1, query.last_ante + 1) if holds(_by(query, ante), report)), query.last_ante
    )
    souls = legendaries(report)
    return Find(
        seed,
        early,
        _dollars(query.condition, report, souls) or 0,
        tuple(extra.text for extra in extras if holds(extra, report)),
    )


def _by(query: Query, ante: int) -> Query:
    """What is asked for must be there by this ante; what must not be there, all the time."""

    def cut(condition: Condition) -> Condition:
        if isinstance(condition, Fact):
            if condition.first_ante > ante:
                return Join("any", ())
            return replace(condition, last_ante=min(condition.last_ante, ante))
        if condition.how == "none":
            return condition
        return Join(condition.how, tuple(cut(part) for part in condition.parts))

    return replace(query, condition=cut(query.condition))


def _dollars(condition: Condition, report: dict[str, Any], souls: list[dict[str, Any]]) -> int | None:
    """None: it is not there."""
    if isinstance(condition, Fact):
        return min((_price(place, report) for place in found_in(condition, report, souls)), default=None)
    if condition.how == "none":
        return 0
    parts = [_dollars(part, report, souls) for part in condition.parts]
    known = [part for part in parts if part is not None]
    if condition.how == "any":
        return min(known, default=None)
    return sum(known) if len(known) == len(parts) else None


def _price(place: Place, report: dict[str, Any]) -> int:
    tables = content()
    if place.where in ("boss", "small_tag", "big_tag"):
        return 0
    if place.where == "voucher":
        return int(tables["voucher"][place.key]["cost"])
    if place.where == "shop":
        assert place.card is not None
        return _card_price(place.card) + _rerolls(place)
    pack = report["antes"][place.ante - 1]["packs"][(place.number or 1) - 1]
    return int(tables["booster"][pack["pack_key"] or f"{pack['pack']}_1"]["cost"])


def _card_price(card: dict[str, Any]) -> int:
    tables = content()
    kind = "joker" if card["key"].startswith("j_") else "consumable"
    if card.get("rental"):
        return 1
    edition = card.get("edition")
    return int(tables[kind][card["key"]]["cost"]) + (
        int(tables["edition"][f"e_{edition}"]["price"]) if edition else 0
    )


def _rerolls(place: Place) -> int:
    """The shops of the ante show two cards each; what lies further back is rerolled to, in the cheapest
    way: turn by turn in each shop, as the price rises within one."""
    shops = 2 if place.ante == 1 else 3
    rerolls = max(0, ((place.number or 1) - 1) // 2 - (shops - 1))
    return sum(FIRST_REROLL + i // shops for i in range(rerolls))
