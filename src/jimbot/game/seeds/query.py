"""Conditions on seeds: facts about antes, joined by all, any and none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from jimbot import _core
from jimbot.game import deck_index, stake_index

QUEUE = _core.SEED_QUEUE  # cards of an ante's shop queue that reports show
LAST_ANTE = 8  # where a condition names no last ante


@dataclass(frozen=True)
class Wanted:
    """Cards that would do: one of these jokers or consumables, or a playing card of such a suit and rank."""

    keys: frozenset[str] = frozenset()
    suits: str = ""
    ranks: str = ""
    edition: str | None = None
    enhancement: str | None = None
    seal: str | None = None
    stickers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fact:
    """Something that is so in one of these antes at least.

    ``keys`` are of bosses, vouchers, tags or kinds of packs (``p_arcana_mega``); the other subjects are about
    the cards that are ``wanted``: in the shop queue, at these places of it (from 1); in packs; or, legendary
    jokers, from The Soul."""

    subject: Literal["boss", "voucher", "small_tag", "big_tag", "booster", "shop", "pack_card", "legendary"]
    first_ante: int
    last_ante: int
    keys: frozenset[str] = frozenset()
    wanted: Wanted | None = None
    first_slot: int = 1
    last_slot: int = QUEUE


@dataclass(frozen=True)
class Join:
    how: Literal["all", "any", "none"]
    parts: tuple[Condition, ...]


Condition = Fact | Join


@dataclass(frozen=True)
class Outcome:
    """How a whole game ends: the agent wins it at this stake (key), or does not."""

    agent: str
    stake: str
    won: bool = True


@dataclass(frozen=True)
class Query:
    """A condition, and its deck and stake (keys). ``jimbot.game.seeds.parse`` makes one of text.
    ``outcomes`` are of games, which are played with the seeds that meet the condition."""

    text: str
    deck: str
    stake: str
    condition: Condition
    outcomes: tuple[Outcome, ...] = ()

    def facts(self) -> list[Fact]:
        def inside(condition: Condition) -> list[Fact]:
            if isinstance(condition, Fact):
                return [condition]
            return [fact for part in condition.parts for fact in inside(part)]

        return inside(self.condition)

    @property
    def last_ante(self) -> int:
        """A report of this many antes says whether the condition holds."""
        return max((fact.last_ante for fact in self.facts()), default=1)

    def numbers(self) -> tuple[int, int]:
        """Deck and stake, as the engine counts them."""
        return deck_index(self.deck), stake_index(self.stake)

    def finder(self, code: str = "") -> _core.SeedFinder:
        """The native search; ``code``: one of ``seed_codes()`` or ``reader``, all with the same results."""
        query = _core.SeedQuery()
        _add(query, self.condition)
        return _core.SeedFinder(query, *self.numbers(), code)


def _add(query: _core.SeedQuery, condition: Condition) -> int:
    if isinstance(condition, Join):
        return query.join(condition.how, [_add(query, part) for part in condition.parts])
    first, last, wanted = condition.first_ante, condition.last_ante, condition.wanted
    if wanted is None:
        keys = sorted(condition.keys)
        if condition.subject == "booster":  # the picture on a pack does not count
            keys = [variant for key in keys for variant in _variants(key)]
        return query.named(condition.subject, first, last, keys)
    return query.card(
        condition.subject,
        first,
        last,
        condition.first_slot - 1,
        condition.last_slot - 1,
        sorted(wanted.keys),
        wanted.suits,
        wanted.ranks,
        wanted.edition,
        wanted.enhancement,
        wanted.seal,
        list(wanted.stickers),
    )


def _variants(pack: str) -> list[str]:
    from jimbot.game.content import content

    return [key for key in content()["booster"] if key.rsplit("_", 1)[0] == pack]
