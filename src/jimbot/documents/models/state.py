"""state_v1: a position."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BeforeValidator, Field, with_config
from typing_extensions import TypedDict

from jimbot.documents.models.cards import (
    BlindV1,
    CardV1,
    ConsumableV1,
    JokerV1,
    Level,
    OfferV1,
    OpenPack,
    PackOffer,
    TagV1,
    Targets,
    VoucherOffer,
)
from jimbot.documents.models.parts import (
    DOCUMENT,
    BlindKey,
    CKey,
    Count,
    DeckKey,
    Hand,
    LockedKey,
    Number,
    PackKey,
    Phase,
    Real,
    Seed,
    StakeKey,
    Uid,
    Unique,
    VoucherKey,
    Whole,
    whole,
)


class Rules(TypedDict):
    """What the run was started with."""

    deck: DeckKey
    stake: StakeKey
    challenge: CKey | None
    variant: Literal["vanilla", "steamodded"]
    endless: bool
    one_chip: bool
    target_percent: NotRequired[
        Annotated[int, Field(ge=1, le=100, description="Of what blinds ask for; 100 unless given.")]
    ]
    applied_modifiers: Annotated[list[str], Field(description="The stakes whose rules hold.")]
    degraded: Annotated[bool, Field(description="Whether a rule of the run is left out; never.")]


class Zones(TypedDict):
    """Where the playing cards are."""

    deck: Annotated[
        list[CardV1],
        Field(
            description="Undrawn cards by uid, and the face-down ones in hand: which of them is where is "
            "unknown."
        ),
    ]
    deck_count: Count
    discard: Annotated[list[CardV1], Field(description="Played and discarded cards of the round.")]
    hand: Annotated[list[CardV1], Field(description="Left to right.")]
    played: Annotated[list[CardV1], Field(description="Empty between decisions.")]


class RoundV1(TypedDict):
    """The round being played, or the last one."""

    hands_left: Whole
    discards_left: Whole
    hands_played: Whole
    discards_used: Whole
    ante: Whole
    round_num: Count
    blind: Annotated[
        Literal["small", "big", "boss"],
        Field(description="The blind being played, or the one to select next."),
    ]
    last_blind: Annotated[BlindKey, Field(description="The blind being or last played.")]
    last_target: Annotated[Number, Field(description="What it asks or asked for.")]
    blind_disabled: bool
    boss_rerolled: bool
    mouth_hand: Literal[Hand, None]
    ox_hand: Literal[Hand, None]
    eye_hands: Unique[Hand]
    sort_mode: Literal["rank", "suit"]


class ScoreV1(TypedDict):
    """What was scored, and what is asked for."""

    chips: Annotated[Number, Field(description="Scored so far in this round.")]
    mult: Annotated[Number, Field(description="0 between decisions.")]
    target_chips: Number
    last_hand_type: Literal[Hand, ""]
    last_base_chips: Whole
    last_base_mult: Whole


class CashOut(TypedDict):
    """The rows of a cash-out."""

    blind: Whole
    hands: Whole
    discards: Whole
    jokers: Whole
    tags: Whole
    interest: Whole


class Economy(TypedDict):
    """Money and what it buys."""

    money: Whole
    spendable: Whole
    reroll_price: Whole
    free_rerolls: Count
    cash_out: CashOut


class Consumables(TypedDict):
    """The consumables held."""

    count: Count
    limit: Whole
    highlighted_limit: Whole
    cards: list[ConsumableV1]


Levels = TypedDict(
    "Levels",
    {
        "Flush Five": Level,
        "Flush House": Level,
        "Five of a Kind": Level,
        "Straight Flush": Level,
        "Four of a Kind": Level,
        "Full House": Level,
        "Flush": Level,
        "Straight": Level,
        "Three of a Kind": Level,
        "Two Pair": Level,
        "Pair": Level,
        "High Card": Level,
    },
)


class Hands(TypedDict):
    """The poker hands."""

    levels: Levels


class AnteVoucher(TypedDict):
    """The voucher of the ante, once it was seen."""

    seen: bool
    key: VoucherKey | None


class Shop(TypedDict):
    """The shelf."""

    cards: list[OfferV1]
    vouchers: list[VoucherOffer]
    packs: list[PackOffer]


class LimitsV1(TypedDict):
    """Sizes and slots."""

    hand: Whole
    jokers: Whole
    shop: Whole
    hands: Whole
    discards: Whole


class Stats(TypedDict):
    """Counts over the run."""

    skips: Count
    tarots_used: Count
    hands_played: Count
    discards_unused: Whole
    starting_deck_size: Count
    last_consumable: CKey | None


class Run(TypedDict):
    """What only the engine counts; what equals a fresh run is left out."""

    base_hands: NotRequired[Whole]
    base_discards: NotRequired[Whole]
    base_hand_size: NotRequired[Whole]
    base_joker_slots: NotRequired[Whole]
    base_consumable_slots: NotRequired[Whole]
    hand_size_lost: NotRequired[Whole]
    ectoplasms: NotRequired[Whole]
    inflation: NotRequired[Whole]
    next_number: NotRequired[Whole]
    round_hand_size: NotRequired[Whole]
    blind_took: NotRequired[Whole]
    reward: NotRequired[Whole]
    rerolls_paid: NotRequired[Whole]
    gros_michel_extinct: NotRequired[bool]
    joker_slots_closed: NotRequired[bool]
    saved: NotRequired[bool]
    armed: NotRequired[bool]
    d_six: NotRequired[bool]
    first_pack_given: NotRequired[bool]
    phase_behind_pack: NotRequired[Phase]
    pack: NotRequired[PackKey]
    planets_used: NotRequired[Unique[CKey]]
    locked: NotRequired[Unique[LockedKey]]
    boss_uses: dict[BlindKey, Annotated[int, Field(ge=0, le=255), BeforeValidator(whole)]]


class Rng(TypedDict):
    """The seed and its streams."""

    mode: Literal["oracle_stream", "native"]
    seed: Annotated[Seed | None, Field(description="null where the hidden part is left out.")]
    cursor: Count
    events: Annotated[list[Any], Field(max_length=0)]
    streams: NotRequired[
        Annotated[
            dict[str, Real | None],
            Field(description="Used streams by the game's keys; left out: as at the start of the run."),
        ]
    ]
    deep: NotRequired[list[Annotated[str, Field(pattern="^[A-Za-z0-9_-]+:[0-9]+$")]]]
    orbital: NotRequired[list[Annotated[str, Field(pattern="^-?[0-9]+(:[a-z_]+){3}$")]]]


class Flags(TypedDict):
    """Whether the run is over, and how it ended."""

    done: bool
    won: bool
    lost: bool
    truncated: bool


class Hidden(TypedDict):
    """What a player cannot know."""

    deck: Annotated[list[Uid], Field(description="The draw pile, the next card last.")]
    hand: list[Uid]
    jokers: list[Uid]
    targets: Targets
    ante_voucher: NotRequired[VoucherKey | None]


@with_config(DOCUMENT)
class StateV1(TypedDict):
    """A position. Everything but rng and hidden is what a player sees; hidden is present only when asked
    for."""

    schema_version: Literal["state_v1"]
    phase: Phase
    rules: Rules
    zones: Zones
    round: RoundV1
    score: ScoreV1
    economy: Economy
    jokers: Annotated[list[JokerV1], Field(description="Left to right.")]
    jokers_face_down: Annotated[
        list[JokerV1],
        Field(description="The face-down jokers by uid: which of them is where is unknown."),
    ]
    consumables: Consumables
    hands: Hands
    blinds: Annotated[
        list[BlindV1],
        Field(min_length=3, max_length=3, description="Small, Big and Boss Blind of the ante."),
    ]
    tags: list[TagV1]
    vouchers: Unique[VoucherKey]
    ante_voucher: AnteVoucher
    targets: Annotated[Targets, Field(description="Those that a joker in sight shows.")]
    shop: Shop
    pack: OpenPack | None
    limits: LimitsV1
    stats: Stats
    run: Run
    rng: Rng
    flags: Flags
    unknown: Annotated[
        list[str],
        Field(description="JSON paths that the source did not provide, filled as in a fresh run."),
    ]
    hidden: NotRequired[Hidden]
