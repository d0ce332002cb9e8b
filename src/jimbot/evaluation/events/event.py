"""An event: its types and fields, the limits it must keep, and how it is read from text."""

from __future__ import annotations

import json
import math
import re
from typing import Any

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
REQUIRED = ("type", "timestamp", "game_id")
FIELDS = (*REQUIRED, "data", "priority")
PRIORITIES = ("normal", "high")  # a high one is handed on at once
GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,50}")
MOST_BYTES = 16_384  # of an event: its texts, and 8 or more for every number, list and object
LATEST = 1e11  # seconds since 1970
MOST_DEEP = 8
MOST_ITEMS = 1_000  # of a list or an object
MOST_EVENTS = 1_000  # of a message
MOST_MESSAGE = 1_048_576  # bytes


class BadEvent(ValueError):
    """An event that is refused; the message says why."""


def read(text: str | bytes) -> list[Any]:
    """The events of a message, unchecked: one object, or a list of them."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadEvent("a message is JSON: one event, or a list of events") from None
    events = data if isinstance(data, list) else [data]
    if len(events) > MOST_EVENTS:
        raise BadEvent(f"a message holds {len(events)} events; at most {MOST_EVENTS} are allowed")
    return events


def check(event: Any) -> Event:
    """The event, or BadEvent."""
    if not isinstance(event, dict):
        raise BadEvent(f"an event is an object, not {type(event).__name__}")
    for name in REQUIRED:
        if name not in event:
            raise BadEvent(f"an event needs the field {name!r}")
    for name in event:
        if name not in FIELDS:
            raise BadEvent(f"an event has no field {name[:50]!r}; one of {', '.join(FIELDS)}")
    if event["type"] not in TYPES:
        raise BadEvent(f"unknown type {_short(event['type'])}; one of {', '.join(TYPES)}")
    stamp = event["timestamp"]
    if isinstance(stamp, bool) or not isinstance(stamp, int | float) or not 0 <= stamp < LATEST:
        raise BadEvent(f"timestamp is {_short(stamp)}; seconds since 1970 are allowed")
    game = event["game_id"]
    if not isinstance(game, str) or not GAME_ID.fullmatch(game):
        raise BadEvent(f"game_id is {_short(game)}; 1 to 50 letters, digits, - and _ are allowed")
    if event.get("priority", "normal") not in PRIORITIES:
        raise BadEvent(f"priority is {_short(event['priority'])}; one of {', '.join(PRIORITIES)}")
    data = event.get("data")
    if data is not None:
        if not isinstance(data, dict):
            raise BadEvent(f"data is {type(data).__name__}; an object is allowed")
        if _weight(data, 1) > MOST_BYTES:
            raise BadEvent(f"an event holds more than {MOST_BYTES} bytes")
    return event


def _weight(data: Any, depth: int) -> int:
    """About how many bytes it takes."""
    if isinstance(data, str):
        return len(data)
    if not isinstance(data, dict | list):
        if isinstance(data, float) and not math.isfinite(data):
            raise BadEvent(f"{data} is no number of JSON")
        return 8 + (data.bit_length() // 8 if isinstance(data, int) else 0)
    if depth > MOST_DEEP:
        raise BadEvent(f"data is nested more than {MOST_DEEP} deep")
    if len(data) > MOST_ITEMS:
        raise BadEvent(f"a list or object holds {len(data)} items; at most {MOST_ITEMS} are allowed")
    total = 8
    if isinstance(data, dict):
        for name, value in data.items():
            total += len(name) + _weight(value, depth + 1)
    else:
        for value in data:
            total += _weight(value, depth + 1)
    return total


def _short(value: Any) -> str:
    text = repr(value) if isinstance(value, str | int | float | bool | None) else type(value).__name__
    return text if len(text) <= 60 else f"{text[:57]}..."


def _no_constant(text: str) -> Any:
    raise ValueError(text)
