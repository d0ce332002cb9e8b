"""What jokers, consumables, bosses and vouchers have to do with cards and hands, as their hooks show."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from jimbot import _core
from jimbot.game.content import content

Cards = frozenset[int]  # numbers of the 52 cards
ALL_CARDS: Cards = frozenset(range(52))
RANKS = {11: "J", 12: "Q", 13: "K", 14: "A", 10: "T"}


@dataclass(frozen=True)
class JokerRelations:
    key: str
    deeds: frozenset[str]  # what it does: chips, mult, dollars, tarots, ...
    hands: frozenset[str]  # poker hands that it acts on
    scored: Cards  # cards that it acts on
    held: Cards
    discarded: Cards
    destroyed: Cards
    in_deck: Cards
    each_time: Cards  # of those that score: whenever they do
    again: Cards  # that it lets score again
    again_held: Cards
    reads: frozenset[str]  # enhancements
    gives: frozenset[str]
    grows: frozenset[str]  # moments
    grows_by_kind: frozenset[str]  # kinds of consumables
    others: frozenset[str]  # jokers beside it for which it gives something
    unlocks: frozenset[str]  # jokers that come once it has acted
    makes: frozenset[str]  # rarities of jokers
    tags: frozenset[str]
    rolls: bool  # a chance that does good if it hits
    ends_by_chance: bool
    doubles_probabilities: bool
    counts_jokers: bool  # the more there are, the more it gives
    wants_no_discards: bool  # it gives more when none are left
    facts: frozenset[str]  # what its score depends on besides: money, full_deck, ...

    def cards(self) -> Cards:
        """All cards that it cares for, however; none where any will do."""
        found = self.scored | self.held | self.discarded | self.destroyed | self.in_deck | self.again
        return frozenset() if found >= ALL_CARDS else found


@dataclass(frozen=True)
class Relations:
    jokers: dict[str, JokerRelations]
    rules: dict[str, dict[str, float]]  # by joker with a rule: how much more others do while it holds
    rule_hands: dict[str, frozenset[str]]  # poker hands that it makes easier
    consumables: dict[str, dict[str, Any]]
    bosses: dict[str, dict[str, Any]]
    vouchers: dict[str, dict[str, Any]]


@cache
def relations() -> Relations:
    found = _core.relations()
    facts = {key: frozenset(one["reads"]) for key, one in _core.joker_habits().items()}
    return Relations(
        {key: _joker(key, one, facts[key]) for key, one in found["joker"].items()},
        {rule: about["jokers"] for rule, about in found["rule"].items()},
        {rule: frozenset(about["hands"]) for rule, about in found["rule"].items()},
        found["consumable"],
        {key: one for key, one in found["boss"].items() if content()["blind"][key]["boss"]},
        found["voucher"],
    )


@cache
def card_keys() -> list[str]:
    """Of the 52 cards by number: S_A, H_7."""
    return [f"{suit[0].upper()}_{RANKS.get(rank, rank)}" for rank, suit in _core.front_cards()]


def suits() -> dict[str, Cards]:
    by_suit: dict[str, set[int]] = {}
    for number, (_, suit) in enumerate(_core.front_cards()):
        by_suit.setdefault(suit, set()).add(number)
    return {suit: frozenset(cards) for suit, cards in by_suit.items()}


def faces() -> Cards:
    return frozenset(number for number, (rank, _) in enumerate(_core.front_cards()) if 11 <= rank <= 13)


def _joker(key: str, one: dict[str, Any], facts: frozenset[str]) -> JokerRelations:
    known: dict[str, Any] = {
        name: frozenset(value) if isinstance(value, list) else value for name, value in one.items()
    }
    return JokerRelations(key=key, facts=facts, **known)
