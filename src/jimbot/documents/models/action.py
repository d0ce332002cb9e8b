"""action_v1: one decision."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import BeforeValidator, Field, with_config
from typing_extensions import TypedDict

from jimbot.documents.models.parts import DOCUMENT, Count, Phase, Seed, Unique, whole

ActionType = Literal[
    "PLAY",
    "DISCARD",
    "SELECT",
    "SKIP",
    "REROLL_BOSS",
    "CASH_OUT",
    "REROLL",
    "BUY",
    "BUY_AND_USE",
    "PACK",
    "SELL",
    "USE",
    "NEXT_ROUND",
    "SORT_HAND",
    "REORDER_HAND",
    "MOVE_HAND",
    "SWAP_HAND",
    "REORDER_JOKERS",
    "MOVE_JOKERS",
    "SWAP_JOKERS",
    "REORDER_CONSUMABLES",
    "MOVE_CONSUMABLES",
    "SWAP_CONSUMABLES",
    "START",
    "MENU",
    "WAIT",
]
# Other names that are read.
Alias = Literal[
    "SELECT_BLIND",
    "SKIP_BLIND",
    "SKIP_PACK",
    "BUY_CARD",
    "BUY_VOUCHER",
    "BUY_PACK",
    "PICK",
    "SELL_JOKER",
    "SELL_CONSUMABLE",
    "USE_CONSUMABLE",
    "LEAVE_SHOP",
    "REARRANGE_HAND",
    "REARRANGE_JOKERS",
    "REARRANGE_CONSUMABLES",
]


@with_config(DOCUMENT)
class ActionV1(TypedDict):
    """One decision. Which fields an action_type takes: docs/schemas.md."""

    schema_version: Literal["action_v1"]
    phase: Literal["MENU", Phase, "SMODS_BOOSTER_OPENED"]
    action_type: Literal[ActionType, Alias]
    indices: NotRequired[
        Annotated[Unique[Count], Field(max_length=5, description="Hand cards to play or discard.")]
    ]
    index: NotRequired[Annotated[Count, Field(description="The thing bought, sold, used or picked.")]]
    item: NotRequired[
        Annotated[
            Literal["card", "voucher", "pack", "joker", "consumable"],
            Field(description="What is bought or sold."),
        ]
    ]
    targets: NotRequired[Annotated[Unique[Count], Field(description="Hand cards that a consumable acts on.")]]
    permutation: NotRequired[
        Annotated[Unique[Count], Field(description="The new order: new[k] = old[permutation[k]].")]
    ]
    src: NotRequired[Count]
    dst: NotRequired[Count]
    by: NotRequired[Literal["rank", "suit"]]
    seed: NotRequired[Seed]
    deck: NotRequired[str]
    stake: NotRequired[str]
    index_base: NotRequired[
        Annotated[
            Literal[0, 1],
            BeforeValidator(whole),
            Field(description="What the first position is called in this document; 0 if left out."),
        ]
    ]
