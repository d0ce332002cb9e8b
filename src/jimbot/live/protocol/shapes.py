"""The protocol's records as types. Members that the server omits when empty are optional.

An empty table arrives as a list: `modifier`, `state` and `used_vouchers` are `[]` when there is nothing in
them, whatever they are otherwise.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Value(TypedDict):
    effect: str
    suit: NotRequired[str]
    rank: NotRequired[str]


class Modifier(TypedDict, total=False):
    seal: str
    edition: str
    enhancement: str
    eternal: bool
    perishable: int
    rental: bool


class CardState(TypedDict, total=False):
    debuff: bool
    hidden: bool
    highlight: bool


class Cost(TypedDict):
    buy: int
    sell: int


class Card(TypedDict):
    id: int
    key: str
    set: str
    label: str
    value: Value
    modifier: Modifier | list[Any]
    state: CardState | list[Any]
    cost: Cost


class Area(TypedDict):
    count: int
    limit: int
    highlighted_limit: NotRequired[int]
    cards: list[Card]


class Round(TypedDict, total=False):
    hands_left: int
    hands_played: int
    discards_left: int
    discards_used: int
    reroll_cost: int
    chips: float


class Blind(TypedDict):
    type: str
    status: str
    name: str
    effect: str
    score: float
    tag_name: str
    tag_effect: str


class PokerHand(TypedDict):
    order: int
    level: int
    chips: float
    mult: float
    played: int
    played_this_round: int
    example: list[Any]


class GameState(TypedDict):
    state: str
    round_num: int
    ante_num: int
    money: int
    won: NotRequired[bool]
    deck: NotRequired[str]
    stake: NotRequired[str]
    seed: NotRequired[str]
    used_vouchers: dict[str, str] | list[Any]
    hands: dict[str, PokerHand]
    round: Round
    blinds: dict[str, Blind]
    jokers: NotRequired[Area]
    consumables: NotRequired[Area]
    cards: NotRequired[Area]
    hand: NotRequired[Area]
    shop: NotRequired[Area]
    vouchers: NotRequired[Area]
    packs: NotRequired[Area]
    pack: NotRequired[Area]


class HealthStatus(TypedDict):
    status: str


class Written(TypedDict):
    """The answer of `save`, `load` and `screenshot`."""

    success: bool
    path: str
