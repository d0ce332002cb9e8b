"""Parameters of the methods: their types, and the checks that come before any look at the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from jimbot.live.protocol.errors import bad_request

Params = dict[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A parameter: its type, whether it must be there, and whether its items are integers."""

    type: str
    required: bool = False
    integers: bool = False


INTEGER = Parameter("integer")
STRING = Parameter("string")
BOOLEAN = Parameter("boolean")
ARRAY = Parameter("array")
TABLE = Parameter("table")
INTEGERS = Parameter("array", integers=True)


def required(parameter: Parameter) -> Parameter:
    return Parameter(parameter.type, True, parameter.integers)


@dataclass(frozen=True)
class Served:
    """A method of the protocol. No states: allowed in every one."""

    run: Callable[[Any, Params], dict[str, Any]]
    fields: Mapping[str, Parameter] = field(default_factory=dict)
    states: tuple[str, ...] = ()


def _is_integer(value: Any) -> bool:
    if type(value) is float:
        return value.is_integer() or math.isinf(value)
    return type(value) is int


def _whole(value: float) -> float:
    """3.0 is 3; a number beyond all that count is a float, as every number of Lua."""
    if abs(value) < 1e15:
        return int(value)
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _is_array(value: Any) -> bool:
    return isinstance(value, list) or value == {}


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or value == []


def _check(name: str, parameter: Parameter, value: Any) -> Any:
    if parameter.type == "integer":
        if not _is_integer(value):
            raise bad_request(f"Field '{name}' must be an integer")
        return _whole(value)
    if parameter.type == "array":
        if not _is_array(value):
            raise bad_request(f"Field '{name}' must be an array")
        items = list(value)
        if not parameter.integers:
            return items
        for i, item in enumerate(items):
            if not _is_integer(item):
                raise bad_request(f"Field '{name}' array item at index {i} must be of type integer")
        return [_whole(item) for item in items]
    if parameter.type == "table":
        if not _is_table(value):
            raise bad_request(f"Field '{name}' must be a table")
    elif not isinstance(value, {"string": str, "boolean": bool}[parameter.type]):
        raise bad_request(f"Field '{name}' must be of type {parameter.type}")
    return value


def checked(method: Served, params: Any) -> Params:
    """The parameters with whole numbers made integers; unknown ones stay as they are."""
    if params is None or params == []:
        params = {}
    if not isinstance(params, dict | list):
        raise bad_request("Arguments must be a table")
    given: Params = {}
    if isinstance(params, dict):
        given = {name: value for name, value in params.items() if value is not None}
    for name, parameter in method.fields.items():
        value = given.get(name)
        if value is not None:
            given[name] = _check(name, parameter, value)
        elif parameter.required:
            raise bad_request(f"Missing required field '{name}'")
    return given
