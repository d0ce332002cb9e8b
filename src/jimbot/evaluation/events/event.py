"""An event: its types and fields, the limits it must keep, and how it is read from text."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Literal, NotRequired

from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from jimbot.runs.faults import in_words

Event = dict[str, Any]

TYPES = (
    "game_start",
    "round_start",
    "hand_played",
    "joker_triggered",
    "blind_defeated",
    "round_end",
    "shop_entered",
    "card_purchased",
    "booster_opened",
    "ante_change",
    "game_over",
    "heartbeat",
)
MAX_BYTES = 16_384  # of an event: its texts, and 8 or more for every number, list and object
LATEST = 1e11  # seconds since 1970
MAX_DEEP = 8
MAX_ITEMS = 1_000  # of a list or an object
MAX_EVENTS = 1_000  # of a message
MAX_MESSAGE = 1_048_576  # bytes


class BadEvent(ValueError):
    """An event that is refused; the message says why."""


def read(text: str | bytes) -> list[Any]:
    """The events of a message, unchecked: one object, or a list of them."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadEvent("a message is JSON: one event, or a list of events") from None
    events = data if isinstance(data, list) else [data]
    if len(events) > MAX_EVENTS:
        raise BadEvent(f"a message holds {len(events)} events; at most {MAX_EVENTS} are allowed")
    return events


def check(event: Any) -> Event:
    """The event, or BadEvent."""
    try:
        _SCHEMA.validate_python(event)
    except ValidationError as error:
        raise BadEvent(in_words(error)) from None
    return event  # type: ignore[no-any-return]


def _weight(data: Any, depth: int) -> int:
    """About how many bytes it takes."""
    if isinstance(data, str):
        return len(data)
    if not isinstance(data, dict | list):
        if isinstance(data, float) and not math.isfinite(data):
            raise BadEvent(f"{data} is no number of JSON")
        return 8 + (data.bit_length() // 8 if isinstance(data, int) else 0)
    if depth > MAX_DEEP:
        raise BadEvent(f"data is nested more than {MAX_DEEP} deep")
    if len(data) > MAX_ITEMS:
        raise BadEvent(f"a list or object holds {len(data)} items; at most {MAX_ITEMS} are allowed")
    total = 8
    if isinstance(data, dict):
        for name, value in data.items():
            total += len(name) + _weight(value, depth + 1)
    else:
        for value in data:
            total += _weight(value, depth + 1)
    return total


def _no_constant(text: str) -> Any:
    raise ValueError(text)


def _weighed(data: Event) -> Event:
    if _weight(data, 1) > MAX_BYTES:
        raise BadEvent(f"an event holds more than {MAX_BYTES} bytes")
    return data


class _EventV1(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid", strict=True)  # type: ignore[misc]

    type: Literal[TYPES]  # type: ignore[valid-type]
    timestamp: Annotated[float, Field(ge=0, lt=LATEST)]
    game_id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,50}$")]
    data: NotRequired[Annotated[dict[str, Any], AfterValidator(_weighed)] | None]
    priority: NotRequired[Literal["normal", "high"]]  # a high one is forwarded at once


_SCHEMA = TypeAdapter(_EventV1)
