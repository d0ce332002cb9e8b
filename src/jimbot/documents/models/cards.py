"""Cards, jokers, consumables and what else is owned or offered, as parts of a state."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BeforeValidator, Discriminator, Field
from pydantic import Tag as Branch
from typing_extensions import TypedDict

from jimbot.documents.models.parts import (
    BlindKey,
    CKey,
    Count,
    Edition,
    Hand,
    Number,
    PackKey,
    Rank,
    Suit,
    TagKey,
    Uid,
    Unique,
    VoucherKey,
    Whole,
    whole,
)

MODIFIER = (
    "^(enhancement:(BONUS|MULT|WILD|GLASS|STEEL|STONE|GOLD|LUCKY)|edition:(FOIL|HOLO|POLYCHROME|NEGATIVE|[?])"
    "|seal:(GOLD|RED|BLUE|PURPLE)|bonus:-?[0-9]{1,9}|created_suit:[SHCDN])$"
)


class CardV1(TypedDict):
    """A playing card. A face-down one shows ?; of its modifier only whether it has an edition."""

    uid: Uid
    rank: Literal[Rank, "?"]
    suit: Literal[Suit, "?"]
    key: Annotated[str, Field(pattern="^([SHCD]_[2-9TJQKA]|[?][?])$")]
    modifier: Unique[Annotated[str, Field(pattern=MODIFIER)]]
    state: Unique[Literal["debuffed", "face_down", "played_this_ante", "forced", "debuffed_for_good"]]


class Counters(TypedDict):
    """value is the number its text shows; extra a second one; rounds_left those of a Perishable."""

    value: NotRequired[Number]
    extra: NotRequired[Whole]
    sell_bonus: NotRequired[Whole]
    rounds_left: NotRequired[Count]


class JokerV1(TypedDict):
    """A joker. A face-down one shows ?? and whether it can be sold or moved."""

    joker_id: Annotated[str, Field(pattern="^(j_[a-z0-9_]+|[?][?])$")]
    uid: Uid
    edition: Edition
    stickers: Unique[Literal["eternal", "perishable", "rental", "pinned"]]
    counters: Counters
    disabled: bool
    face_down: bool
    sell: Whole | None


class ConsumableV1(TypedDict):
    """A tarot, planet or spectral card."""

    key: CKey
    uid: Uid
    edition: Edition
    sell_bonus: Whole
    sell: Whole | None


def _branch(item: Any) -> str:
    """Which model an offered thing has to fit."""
    if isinstance(item, dict):
        if "joker_id" in item:
            return "(JokerV1)"
        if "rank" in item:
            return "(CardV1)"
    return "(ConsumableV1)"


class OfferV1(TypedDict):
    """A card on the shelf or in a pack."""

    kind: Literal["card", "joker", "consumable"]
    price: Whole
    free: bool
    item: Annotated[
        Annotated[CardV1, Branch("(CardV1)")]
        | Annotated[JokerV1, Branch("(JokerV1)")]
        | Annotated[ConsumableV1, Branch("(ConsumableV1)")],
        Discriminator(_branch),
    ]


class VoucherOffer(TypedDict):
    """A voucher on the shelf."""

    key: VoucherKey
    price: Whole


class PackOffer(TypedDict):
    """A booster pack on the shelf."""

    key: PackKey
    price: Whole
    free: bool


class OpenPack(TypedDict):
    """The pack that is open. A run that ends while one is open keeps its cards."""

    key: PackKey | None
    picks_left: Count
    cards: list[OfferV1]


class TagV1(TypedDict):
    """A tag, held or offered. An Orbital Tag names its hand."""

    key: TagKey
    hand: Literal[Hand, None]


class BlindV1(TypedDict):
    """A blind of the ante."""

    key: BlindKey
    status: Literal["UPCOMING", "SELECT", "CURRENT", "DEFEATED", "SKIPPED"]
    target: Number
    reward: Whole
    tag: TagV1 | None


class Level(TypedDict):
    """The level of a poker hand."""

    level: Annotated[int, Field(ge=1), BeforeValidator(whole)]
    chips: Whole
    mult: Whole
    played: Count
    played_this_round: Count


class Targets(TypedDict):
    """What The Idol, Mail-In Rebate, Castle and Ancient Joker look for."""

    idol: NotRequired[Annotated[str, Field(pattern="^[SHCD]_[2-9TJQKA]$")]]
    mail: NotRequired[Rank]
    castle: NotRequired[Suit]
    ancient: NotRequired[Suit]
