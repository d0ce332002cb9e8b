"""What fields are made of: words, numbers, keys, lists without repetition."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, GetCoreSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

# A document holds what its model names and nothing else; 1 is not "1", and true is not 1.
DOCUMENT = ConfigDict(extra="forbid", strict=True)

T = TypeVar("T")


class Numeric:
    """One fault, whichever kinds of numbers were tried."""

    def __init__(self, allowed: str) -> None:
        self._allowed = f"{allowed} is needed"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.custom_error_schema(
            handler(source), custom_error_type="number_type", custom_error_message=self._allowed
        )


def whole(value: Any) -> Any:
    """JSON has one kind of number: 1.0 is a whole one, and true is none."""
    if isinstance(value, bool):
        raise PydanticCustomError("whole", "a whole number is needed")
    return int(value) if isinstance(value, float) and value.is_integer() else value


def unique(entries: list[T]) -> list[T]:
    for i, entry in enumerate(entries):
        if entry in entries[:i]:
            raise PydanticCustomError(
                "unique", "each entry is allowed once, and number {at} is there twice", {"at": i}
            )
    return entries


Whole = Annotated[int, BeforeValidator(whole)]
Count = Annotated[int, Field(ge=0), BeforeValidator(whole)]
Real = Annotated[int | float, Numeric("a number"), WithJsonSchema({"type": "number"})]
Number = Annotated[
    int | float | Literal["inf", "-inf", "nan"],
    Numeric("a number, 'inf', '-inf' or 'nan'"),
    WithJsonSchema({"anyOf": [{"type": "number"}, {"enum": ["inf", "-inf", "nan"]}]}),
    Field(description="A number; one that is not finite is written by its name."),
]
Unique = Annotated[list[T], AfterValidator(unique), Field(json_schema_extra={"uniqueItems": True})]

Uid = Annotated[str, Field(pattern="^([0-9]{1,10}|[?])$")]
Seed = Annotated[str, Field(min_length=1, max_length=16)]
DeckKey = Annotated[str, Field(pattern="^b_[a-z0-9_]+$")]
StakeKey = Annotated[str, Field(pattern="^stake_[a-z0-9_]+$")]
BlindKey = Annotated[str, Field(pattern="^bl_[a-z0-9_]+$")]
TagKey = Annotated[str, Field(pattern="^tag_[a-z0-9_]+$")]
VoucherKey = Annotated[str, Field(pattern="^v_[a-z0-9_]+$")]
LockedKey = Annotated[str, Field(pattern="^(j|v|tag)_[a-z0-9_]+$")]
PackKey = Annotated[str, Field(pattern="^p_[a-z0-9_]+$")]
# Consumables and challenges alike.
CKey = Annotated[str, Field(pattern="^c_[a-z0-9_]+$")]

Phase = Literal["BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "PACK", "GAME_OVER"]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
Suit = Literal["S", "H", "C", "D"]
Edition = Literal["FOIL", "HOLO", "POLYCHROME", "NEGATIVE", None]
Hand = Literal[
    "Flush Five",
    "Flush House",
    "Five of a Kind",
    "Straight Flush",
    "Four of a Kind",
    "Full House",
    "Flush",
    "Straight",
    "Three of a Kind",
    "Two Pair",
    "Pair",
    "High Card",
]
