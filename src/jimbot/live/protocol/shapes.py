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


class CardShape(TypedDict):
    id: int
    key: str
    set: str
    label: str
    value: Value
    modifier: Modifier | list[Any]
    state: CardState | list[Any]
    cost: Cost


class AreaShape(TypedDict):
    count: int
    limit: int
    highlighted_limit: NotRequired[int]
    cards: list[CardShape]


class RoundShape(TypedDict, total=False):
    hands_left: int
    hands_played: int
    discards_left: int
    discards_used: int
    reroll_cost: int
    chips: float


class BlindShape(TypedDict):
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
    round: RoundShape
    blinds: dict[str, BlindShape]
    jokers: NotRequired[AreaShape]
    consumables: NotRequired[AreaShape]
    cards: NotRequired[AreaShape]
    hand: NotRequired[AreaShape]
    shop: NotRequired[AreaShape]
    vouchers: NotRequired[AreaShape]
    packs: NotRequired[AreaShape]
    pack: NotRequired[AreaShape]


class HealthStatus(TypedDict):
    status: str


class Written(TypedDict):
    """The answer of `save`, `load` and `screenshot`."""

    success: bool
    path: str
