"""JSON as the mod's Lua library reads and writes it.

Lua has one kind of table and one kind of number: an empty table is always ``[]``, a null is an absent
member, numbers are printed with 14 significant digits. What Lua cannot print (infinite or not a number) is
written as the largest double, or 0.
"""

from __future__ import annotations

import json
import math
from json.encoder import encode_basestring
from typing import Any

quote = encode_basestring

EXACT = 10**14  # whole numbers below it are printed digit by digit
LARGEST = "1.7976931348623e+308"  # the largest double, cut so that it reads back finite


class EncodedTable(dict[str, Any]):
    """A table with its text: parts of a state that stay the same are encoded once."""

    __slots__ = ("text",)

    def __init__(self, table: dict[str, Any]) -> None:
        super().__init__(table)
        self.text = encode(table)


def number_text(x: float) -> str:
    """A number as Lua's tostring prints it."""
    if isinstance(x, int) and -EXACT < x < EXACT:
        return str(x)
    try:
        x = float(x)
    except OverflowError:
        x = math.copysign(math.inf, x > 0 or -1)
    if math.isfinite(x):
        return f"{x:.14g}"
    if math.isnan(x):
        return "0"
    return LARGEST if x > 0 else f"-{LARGEST}"


def encode(value: Any) -> str:
    kind = type(value)
    if kind is EncodedTable:
        text: str = value.text
        return text
    if kind is str:
        return quote(value)
    if kind is int or kind is float:
        return number_text(value)
    if kind is dict:
        if not value:
            return "[]"
        return "{" + ",".join([f"{quote(k)}:{encode(v)}" for k, v in value.items()]) + "}"
    if kind is list:
        return "[" + ",".join([v.text if type(v) is EncodedTable else encode(v) for v in value]) + "]"
    if kind is bool:
        return "true" if value else "false"
    raise TypeError(f"{kind.__name__} cannot be written in an answer")


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not valid JSON")


def _whole(digits: str) -> float:
    return int(digits) if len(digits) < 16 else float(digits)


def _without_nulls(value: Any) -> Any:
    """Null is an absent member: a list ends before it, and one with a gap inside is no list any more."""
    if isinstance(value, dict):
        return {name: _without_nulls(v) for name, v in value.items() if v is not None}
    if not isinstance(value, list):
        return value
    items = [_without_nulls(v) for v in value]
    while items and items[-1] is None:
        items.pop()
    if None in items:
        return {str(i): v for i, v in enumerate(items, 1) if v is not None}
    return items


_decoder = json.JSONDecoder(parse_int=_whole, parse_constant=_refuse)


def decode(body: bytes) -> Any:
    """The value of a request, without its nulls. Raises ValueError for what is no JSON."""
    value = _decoder.decode(body.decode("utf-8", "replace"))
    return _without_nulls(value) if b"null" in body else value
