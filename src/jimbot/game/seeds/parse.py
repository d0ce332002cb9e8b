"""Conditions on seeds, read from text such as ``ante<=1 has j_perkeo and voucher v_telescope``.

    condition  =  condition "or" condition  |  condition "and" condition  |  "not" condition
               |  "(" condition ")"  |  antes condition  |  fact
    antes      =  "ante" ("<=" "<" "=" ">" ">=") number  |  "ante" number  |  "ante" number ".." number
    fact       =  "has" thing  |  "shop" card  |  "shop" "<=" number card  |  "pack" (pack or card)
               |  ["small" or "big"] "tag" name  |  "voucher" name  |  "boss" name  |  "legendary" name
    card       =  marks name  |  marks "any" marks and kind
    outcome    =  "wins" agent ["at" stake]

Antes hold for all that follows them, up to the next ones or the end of the parentheses. Outcomes are joined
to the rest by "and", before or behind it; "not" may come before them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn

from jimbot import _core
from jimbot.game import deck_index, stake_index
from jimbot.game.content import content
from jimbot.game.seeds.never import contradiction
from jimbot.game.seeds.query import LAST_ANTE, QUEUE, Condition, Fact, Join, Outcome, Query
from jimbot.game.seeds.things import Things

MAX_ANTES = _core.MAX_ASKED_ANTE
FACTS = ("has", "shop", "pack", "tag", "small tag", "big tag", "voucher", "boss", "legendary")
DEEPEST = 100  # parentheses and nots
MAX_CHARACTERS = 10_000
TOKEN = re.compile(
    r"""\s*(?:([()])|"([^"]*)"|'([^']*)'|(<=|>=|==|=|<|>|\.\.)|((?:(?!\.\.)[^\s()<>="])+)|(.))"""
)


class QueryError(ValueError):
    """A condition that cannot be read; says where, what was given and what is allowed."""


@dataclass(frozen=True)
class Token:
    text: str
    at: int  # its first character, counted from 1
    quoted: bool = False

    def is_word(self, *words: str) -> bool:
        return not self.quoted and self.text.lower() in words


END = ("and", "or", ")", "")
WINS = "'wins' is joined to the whole condition by 'and'"


def parse(text: str, deck: str = "red", stake: str | int = "white") -> Query:
    """The condition that a text puts. QueryError says what is wrong with it, or that it can never be true."""
    deck_key = list(content()["deck"])[deck_index(deck)]
    stake_key = list(content()["stake"])[stake_index(stake) - 1]
    parser = _Parser(text, Things(deck_key, stake_key), stake_key)
    condition = parser.whole()
    if (why := contradiction(condition)) is not None:
        raise QueryError(f"no seed can meet the condition: {why}")
    return Query(" ".join(text.split()), deck_key, stake_key, condition, tuple(parser.outcomes))


class _Parser:
    def __init__(self, text: str, things: Things, stake: str) -> None:
        if len(text) > MAX_CHARACTERS:
            raise QueryError(f"the condition has {len(text)} characters; {MAX_CHARACTERS} are allowed")
        self._tokens = _tokens(text)
        self._next = 0
        self._things = things
        self._antes = (1, LAST_ANTE)
        self._depth = 0
        self._stake = stake
        self.outcomes: list[Outcome] = []

    def whole(self) -> Condition:
        if len(self._tokens) == 1:
            raise QueryError(f"the condition is empty; it starts with {_list(FACTS)}, ante, not or (")
        condition = self._or()
        if self._token.text != "" or self._token.quoted:
            self._fail("'and', 'or' or the end of the condition is missing")
        return condition

    # -- tokens -----------------------------------------------------------------------------------------

    @property
    def _token(self) -> Token:
        return self._tokens[self._next]

    def _takes(self, *words: str) -> bool:
        """Whether the next token is one of these, which is then read."""
        if not self._token.is_word(*words):
            return False
        self._next += 1
        return True

    def _fail(self, problem: str) -> NoReturn:
        token = self._token
        where = f"at {token.text!r} (character {token.at})" if token.text or token.quoted else "at the end"
        raise QueryError(f"{where}: {problem}")

    def _number(self, what: str, low: int, high: int) -> int:
        text = self._token.text
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            self._fail(f"{what} is a number from {low} to {high}")
        self._next += 1
        return int(text)

    # -- the grammar ------------------------------------------------------------------------------------

    def _or(self) -> Condition:
        parts = [self._and()]
        while self._takes("or"):
            parts.append(self._and())
            if self._depth == 0 and self.outcomes:
                self._fail(f"{WINS}: put what 'or' joins in parentheses")
        return parts[0] if len(parts) == 1 else Join("any", tuple(parts))

    def _and(self) -> Condition:
        parts: list[Condition] = []
        begun = False
        while not begun or self._takes("and"):
            begun = True
            if self._depth or not self._outcome():
                parts.append(self._part())
        return parts[0] if len(parts) == 1 else Join("all", tuple(parts))

    def _outcome(self) -> bool:
        """Reads an outcome, if one comes next."""
        refused = self._token.is_word("not") and self._tokens[self._next + 1].is_word("wins")
        if not refused and not self._token.is_word("wins"):
            return False
        self._next += 2 if refused else 1
        agent = self._token
        if not agent.quoted and agent.text.lower() in (*END, "at"):
            self._fail("an agent is missing behind 'wins', such as heuristic")
        self._next += 1
        stake, words = self._stake, []
        if self._takes("at"):
            at = self._token
            while self._token.quoted or self._token.text.lower() not in END:
                words.append(self._token.text)
                self._next += 1
            if not words:
                self._fail("a stake is missing behind 'at'")
            try:
                stake = list(content()["stake"])[stake_index(" ".join(words)) - 1]
            except ValueError as error:
                raise QueryError(f"at {at.text!r} (character {at.at}): {error}") from None
        self.outcomes.append(Outcome(agent.text, stake, not refused))
        return True

    def _part(self) -> Condition:
        self._depth += 1
        if self._depth > DEEPEST:
            self._fail(f"more than {DEEPEST} parentheses, nots and antes within each other")
        try:
            if self._takes("not"):
                return Join("none", (self._part(),))
            if self._takes("ante", "antes"):
                self._antes = self._range("an ante", 1, LAST_ANTE, MAX_ANTES)
                return self._part()
            if self._takes("("):
                outside = self._antes
                condition = self._or()
                if not self._takes(")"):
                    self._fail("')' is missing")
                self._antes = outside
                return condition
            return self._fact()
        finally:
            self._depth -= 1

    def _range(self, what: str, low: int, usual: int, high: int) -> tuple[int, int]:
        """What follows `ante` or `shop`: <=2, >=2, =2, 2, 2..4."""
        if self._takes("<="):
            return low, self._number(what, low, high)
        if self._takes("<"):
            return low, self._number(f"{what} behind '<'", low + 1, high) - 1
        if self._takes(">="):
            first = self._number(what, low, high)
            return first, max(first, usual)
        if self._takes(">"):
            first = self._number(f"{what} behind '>'", low, high - 1) + 1
            return first, max(first, usual)
        self._takes("=", "==")
        first = self._number(what, low, high)
        if self._takes(".."):
            return first, self._number(f"{what} behind '{first}..'", first, high)
        return first, first

    def _fact(self) -> Condition:
        start = self._token
        if self._takes("has"):
            return self._named(self._things.anything)
        if self._takes("shop"):
            first, last = 1, QUEUE
            if self._token.is_word("<=", "<", "=", "==", ">", ">="):
                first, last = self._range("a place in the shop queue", 1, QUEUE, QUEUE)
            found = self._named(self._things.in_shop)
            return _with_slots(found, first, last)
        if self._takes("pack"):
            return self._named(self._things.in_packs)
        if self._takes("voucher"):
            return self._named(self._things.voucher)
        if self._takes("boss"):
            return self._named(self._things.boss)
        if self._takes("legendary"):
            return self._named(self._things.legendary)
        if start.is_word("wins"):
            self._fail(WINS)
        which = start.text.lower() if self._takes("small", "big") else None
        if self._takes("tag"):
            return self._named(partial(self._things.tag, which))
        if which is not None:
            self._fail(f"{which!r} needs 'tag' behind it")
        close = self._things.meant(start.text)
        self._fail(
            f"expected a condition, such as has Perkeo; it begins with {_list(FACTS)}, after ante, not or ("
            + (f". Did you mean 'has {close}'?" if close else "")
        )

    def _named(self, read: Callable[[list[str], int, int], Sequence[Fact]]) -> Condition:
        """What a fact is about: all words up to and, or, a parenthesis."""
        start = self._next
        words: list[str] = []
        while self._token.quoted or self._token.text.lower() not in END:
            words += [self._token.text] if self._token.quoted else [self._token.text.lower()]
            self._next += 1
        if not words:
            self._fail(f"a name is missing behind {self._tokens[start - 1].text!r}")
        try:
            parts = read(words, *self._antes)
        except ValueError as error:
            token = self._tokens[start]
            raise QueryError(f"at {token.text!r} (character {token.at}): {error}") from None
        return parts[0] if len(parts) == 1 else Join("any", tuple(parts))


def _with_slots(condition: Condition, first: int, last: int) -> Condition:
    if isinstance(condition, Join):
        return Join(condition.how, tuple(_with_slots(part, first, last) for part in condition.parts))
    return replace(condition, first_slot=first, last_slot=last)


def _tokens(text: str) -> list[Token]:
    out = []
    at, text = 0, text.rstrip()
    while match := TOKEN.match(text, at):
        groups = match.groups()
        kind = next(i for i, group in enumerate(groups) if group is not None)
        if kind == 5:
            raise QueryError(
                f"at {groups[5]!r} (character {match.start(6) + 1}): a quotation mark is not closed"
            )
        quoted = kind in (1, 2)
        out.append(Token(str(groups[kind]), match.start(kind + 1) + (0 if quoted else 1), quoted))
        at = match.end()
    return [*out, Token("", len(text) + 1)]


def _list(words: Sequence[str]) -> str:
    return ", ".join(words)
