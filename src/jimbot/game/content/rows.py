"""The rows of the content tables, as the engine gives them, and the tables by kind and key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast, overload

from jimbot import _core


class Row(TypedDict):
    """What every row has."""

    key: str


class NamedRow(Row):
    """Every row but that of a poker hand, whose key is its name."""

    name: str
    text: str


class JokerRow(NamedRow):
    rarity: str
    cost: int
    copyable: bool
    eternal_ok: bool
    perishable_ok: bool
    n: float  # the printed number
    n2: float  # the second one
    start: float  # value of a new one
    gate: str | None  # it appears only while the deck holds such a card
    hand_size: int
    hands: int
    discards: int
    rules: int  # bits
    number: str | None  # where it shows a number: in_text or behind
    counts: bool  # that number is its own counter
    aim: str | None  # the round target it reads: idol, mail, castle, ancient
    extra: str | None  # what its second number is: hand, cards_left, hands_before
    hooks: list[str]


class ConsumableRow(NamedRow):
    kind: str  # tarot, planet, spectral
    cost: int
    target_min: int
    target_max: int
    target: str
    n: float
    n2: float


class HandRow(Row):
    slug: str
    chips: int
    mult: int
    level_chips: int
    level_mult: int
    planet: str
    secret: bool


class VoucherRow(NamedRow):
    cost: int
    requires: str | None
    n: float


class TagRow(NamedRow):
    min_ante: int
    type: str
    n: float
    edition: str | None
    pack: str | None


class BlindRow(NamedRow):
    score_mult: float
    reward: int
    min_ante: int
    showdown: bool
    boss: bool


class DeckRow(NamedRow):
    hands: int
    discards: int
    hand_size: int
    joker_slots: int
    consumable_slots: int
    dollars: int
    vouchers: list[str]
    consumables: list[str]
    dollars_per_hand: int
    dollars_per_discard: int
    no_interest: bool
    spectral_rate: float
    blind_factor: float


class StakeRow(NamedRow):
    level: int


class EnhancementRow(NamedRow):
    n: float
    n2: float


class EditionRow(NamedRow):
    price: int
    n: float


class SealRow(NamedRow):
    pass


class BoosterRow(NamedRow):
    kind: str
    size: str
    cost: int
    cards: int
    picks: int
    weight: float
    deals_hand: bool


class ChallengeRow(NamedRow):
    """A number below 0: as the deck has it."""

    rules: int  # bits
    hands: int
    discards: int
    hand_size: int
    joker_slots: int
    dollars: int
    vouchers: list[str]
    jokers: list[tuple[str, str | None, bool, bool]]  # key, edition, eternal, pinned
    consumables: list[str]
    banned: list[str]


class StickerRow(NamedRow):
    from_stake: str
    n: float


if TYPE_CHECKING:

    class Content(Mapping[str, dict[str, Any]]):
        """Kind -> key -> row, in the game's own order."""

        @overload
        def __getitem__(self, kind: Literal["joker"]) -> dict[str, JokerRow]: ...
        @overload
        def __getitem__(self, kind: Literal["consumable"]) -> dict[str, ConsumableRow]: ...
        @overload
        def __getitem__(self, kind: Literal["hand"]) -> dict[str, HandRow]: ...
        @overload
        def __getitem__(self, kind: Literal["voucher"]) -> dict[str, VoucherRow]: ...
        @overload
        def __getitem__(self, kind: Literal["tag"]) -> dict[str, TagRow]: ...
        @overload
        def __getitem__(self, kind: Literal["blind"]) -> dict[str, BlindRow]: ...
        @overload
        def __getitem__(self, kind: Literal["deck"]) -> dict[str, DeckRow]: ...
        @overload
        def __getitem__(self, kind: Literal["stake"]) -> dict[str, StakeRow]: ...
        @overload
        def __getitem__(self, kind: Literal["enhancement"]) -> dict[str, EnhancementRow]: ...
        @overload
        def __getitem__(self, kind: Literal["edition"]) -> dict[str, EditionRow]: ...
        @overload
        def __getitem__(self, kind: Literal["seal"]) -> dict[str, SealRow]: ...
        @overload
        def __getitem__(self, kind: Literal["booster"]) -> dict[str, BoosterRow]: ...
        @overload
        def __getitem__(self, kind: Literal["challenge"]) -> dict[str, ChallengeRow]: ...
        @overload
        def __getitem__(self, kind: Literal["sticker"]) -> dict[str, StickerRow]: ...
        @overload
        def __getitem__(self, kind: str) -> dict[str, Any]: ...
        def __getitem__(self, kind: str) -> Any: ...

else:
    Content = Mapping  # at run time it is a plain dict

ROWS: dict[str, type[Any]] = {
    "joker": JokerRow,
    "consumable": ConsumableRow,
    "hand": HandRow,
    "voucher": VoucherRow,
    "tag": TagRow,
    "blind": BlindRow,
    "deck": DeckRow,
    "stake": StakeRow,
    "enhancement": EnhancementRow,
    "edition": EditionRow,
    "seal": SealRow,
    "booster": BoosterRow,
    "challenge": ChallengeRow,
    "sticker": StickerRow,
}


@cache
def content() -> Content:
    """The content tables: kind -> key -> row, each row typed by its kind (``content()["joker"]``)."""
    tables = {kind: {row["key"]: row for row in rows} for kind, rows in _core.content().items()}
    return cast("Content", tables)
