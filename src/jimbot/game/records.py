"""What a player sees, as records: cards, jokers, offers, blinds, tags, levels, scores."""

from __future__ import annotations

import math
from dataclasses import dataclass

OPEN_EVENTS = ("roll", "range", "random")  # what only the real streams decide


def number_text(x: float) -> str:
    return f"{x:.10g}"


def number(x: float) -> str:
    """12,345 and 1.5 and 1.23e+15."""
    if not math.isfinite(x):
        return str(x)
    if x == int(x) and abs(x) < 1e12:
        return f"{int(x):,}"
    return f"{x:,.6g}" if abs(x) < 1e12 else f"{x:.4g}"


def percent(share: float, digits: int = 1, signed: bool = False) -> str:
    """53.2 % for 0.532; signed: +53.2 %."""
    return f"{100 * share:{'+' if signed else ''}.{digits}f} %"


def counted(count: int, noun: str) -> str:
    """1 run, 2 runs, 1,000 runs."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


UNITS = ((31_557_600.0, "years"), (86_400.0, "days"), (3_600.0, "h"), (60.0, "min"))


def duration(seconds: float) -> str:
    """0.3 s, 42 s, 3 min, 2.5 h, 12 days, 1,200 years."""
    for size, unit in UNITS:
        if seconds >= 1.5 * size:
            return f"{number(float(f'{seconds / size:.2g}'))} {unit}"
    return f"{number(float(f'{seconds:.2g}'))} s"


@dataclass(frozen=True)
class Card:
    """A playing card. A face-down card shows nothing but its code ``??``."""

    code: str
    rank: str | None = None
    suit: str | None = None
    enhancement: str | None = None
    edition: str | None = None
    seal: str | None = None
    bonus: int = 0
    debuffed: bool = False
    face_down: bool = False
    forced: bool = False
    number: int | None = None

    def __str__(self) -> str:
        return self.code


@dataclass(frozen=True)
class Joker:
    """A joker, owned or offered. ``value`` is the counter its text shows."""

    key: str
    name: str
    text: str
    value: float
    sell: int | None
    edition: str | None = None
    eternal: bool = False
    perishable: bool = False
    rental: bool = False
    pinned: bool = False
    debuffed: bool = False
    face_down: bool = False
    rounds_left: int = 0
    target: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Consumable:
    key: str
    name: str
    kind: str
    text: str
    sell: int | None
    edition: str | None = None
    number: int | None = None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Offer:
    """Something for sale, or to be picked from a pack (price 0)."""

    item: Card | Joker | Consumable | str
    price: int

    @property
    def key(self) -> str:
        if isinstance(self.item, str):
            return self.item
        return self.item.code if isinstance(self.item, Card) else self.item.key


@dataclass(frozen=True)
class Blind:
    key: str
    name: str
    text: str
    status: str
    target: float
    reward: int
    tag: str | None = None


@dataclass(frozen=True)
class Tag:
    key: str
    name: str
    hand: str | None = None


@dataclass(frozen=True)
class HandLevel:
    name: str
    level: int
    chips: int
    mult: int
    played: int
    played_this_round: int


@dataclass(frozen=True)
class Event:
    """One step of a score: what acted, what it gave, and the running values after it."""

    kind: str
    source: str
    amount: float
    amount2: float
    chips: float
    mult: float
    stream: str | None = None

    def __str__(self) -> str:
        amount, amount2 = number_text(self.amount), number_text(self.amount2)
        change = {
            "base": f"{amount} chips x {amount2} mult",
            "level": f"level {self.amount:+.0f}",
            "chips": f"{self.amount:+.10g} chips",
            "mult": f"{self.amount:+.10g} mult",
            "times_mult": f"x{amount} mult",
            "dollars": f"{self.amount:+.0f} dollars",
            "roll": f"a chance of {amount} in {amount2}, counted as missed",
            "range": f"{amount} to {amount2} at random, counted as the least",
            "random": f"{amount} random cards held are discarded, not counted",
            "balance": f"chips and mult balanced at {amount}",
            "score": f"{amount} points",
            "grows": f"grows by {amount}",
        }.get(self.kind, self.kind)
        return f"{self.source}: {change}"


@dataclass(frozen=True)
class Score:
    """What a play would score. ``exact`` is false when a roll or a face-down card has a say; rolls then
    count as missed, and ``rolls`` lists them. With a face-down card among the played nothing is known."""

    hand: str | None
    score: float | None
    chips: float | None
    mult: float | None
    dollars: int
    scoring: tuple[int, ...]
    exact: bool
    refused: bool
    events: tuple[Event, ...]

    @property
    def rolls(self) -> tuple[Event, ...]:
        return tuple(e for e in self.events if e.kind in OPEN_EVENTS)
