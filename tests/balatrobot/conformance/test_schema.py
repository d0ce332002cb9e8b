"""Types of parameters: all are looked at before the state, so the menu will do."""

from __future__ import annotations

from typing import Any

import pytest

from .remote import BR, IS, Caller

REQUIRED = {
    "start": {"deck": "RED", "stake": "WHITE"},
    "save": {"path": "x"},
    "load": {"path": "x"},
    "screenshot": {"path": "x"},
    "play": {"cards": [0]},
    "discard": {"cards": [0]},
    "use": {"consumable": 0},
    "add": {"key": "j_joker"},
    "test_endpoint": {"required_string": "a", "required_integer": 1},
    "test_validation": {"required_field": "a"},
    "test_error_endpoint": {"error_type": "none"},
}
INTEGERS = [
    ("buy", "card"),
    ("buy", "voucher"),
    ("buy", "pack"),
    ("pack", "card"),
    ("sell", "joker"),
    ("sell", "consumable"),
    ("use", "consumable"),
    ("add", "perishable"),
    *[("set", name) for name in ("money", "chips", "ante", "round", "hands", "discards")],
    ("test_endpoint", "required_integer"),
    ("test_endpoint", "optional_integer"),
    ("test_validation", "integer_field"),
]
STRINGS = [
    ("start", "deck"),
    ("start", "stake"),
    ("start", "seed"),
    ("save", "path"),
    ("load", "path"),
    ("screenshot", "path"),
    *[("add", name) for name in ("key", "seal", "edition", "enhancement")],
    ("test_endpoint", "required_string"),
    ("test_endpoint", "optional_string"),
    ("test_validation", "required_field"),
    ("test_validation", "string_field"),
    ("test_error_endpoint", "error_type"),
]
BOOLEANS = [
    ("pack", "skip"),
    ("add", "eternal"),
    ("add", "rental"),
    ("set", "shop"),
    ("test_validation", "boolean_field"),
]
INTEGER_ARRAYS = [
    ("play", "cards"),
    ("discard", "cards"),
    ("use", "cards"),
    ("pack", "targets"),
    ("rearrange", "hand"),
    ("rearrange", "jokers"),
    ("rearrange", "consumables"),
    ("test_endpoint", "optional_array_integers"),
    ("test_validation", "array_of_integers"),
]


def fields(table: list[tuple[str, str]], values: list[Any]) -> list[Any]:
    return [(method, name, value) for method, name in table for value in values]


def refused(game: Caller, method: str, name: str, value: Any, message: str) -> None:
    game.go("MENU")
    params = REQUIRED.get(method, {}) | {name: value}
    game.refuses(method, params, BR, message)


@pytest.mark.parametrize(("method", "name"), [(m, n) for m, needed in REQUIRED.items() for n in needed])
@pytest.mark.parametrize("how", ["absent", "null"])
def test_required(game: Caller, method: str, name: str, how: str) -> None:
    params: dict[str, Any] = dict(REQUIRED[method])
    del params[name]
    if how == "null":
        params[name] = None
    game.go("MENU")
    game.refuses(method, params, BR, f"Missing required field '{name}'")
    game.refuses(method, params | {"unknown": 1}, BR, f"Missing required field '{name}'")


def test_one_error_only(game: Caller) -> None:
    game.go("MENU")
    for params in ({}, [], [1], None):
        assert game.error("start", params) in [
            (BR, f"Missing required field '{name}'") for name in ("deck", "stake")
        ]


@pytest.mark.parametrize(
    ("method", "name", "value"),
    fields(INTEGERS, [True, False, "3", "", 3.5, -0.5, [1], {"a": 1}]),
)
def test_integer(game: Caller, method: str, name: str, value: Any) -> None:
    refused(game, method, name, value, f"Field '{name}' must be an integer")


@pytest.mark.parametrize(("method", "name", "value"), fields(STRINGS, [5, 1.5, True, False, ["a"], {"a": 1}]))
def test_string(game: Caller, method: str, name: str, value: Any) -> None:
    refused(game, method, name, value, f"Field '{name}' must be of type string")


@pytest.mark.parametrize(
    ("method", "name", "value"), fields(BOOLEANS, [0, 1, 1.5, "true", "", [True], {"a": 1}])
)
def test_boolean(game: Caller, method: str, name: str, value: Any) -> None:
    refused(game, method, name, value, f"Field '{name}' must be of type boolean")


NOT_ARRAYS = [5, 1.5, "0", "", True, False, {"a": 1}, {"0": 1}, {"1": 1}, [None, 3], [0, None, 2]]


@pytest.mark.parametrize(
    ("method", "name", "value"), fields([*INTEGER_ARRAYS, ("test_validation", "array_field")], NOT_ARRAYS)
)
def test_array(game: Caller, method: str, name: str, value: Any) -> None:
    refused(game, method, name, value, f"Field '{name}' must be an array")


ITEMS = [
    (["0"], 0),
    ([0, "1"], 1),
    ([0, 1, 2.5], 2),
    ([True], 0),
    ([0, False, "x"], 1),
    ([[0]], 0),
    ([0, {}], 1),
    ([0, 1, 2, 3, 4, 5, 6, 7, ""], 8),
]


@pytest.mark.parametrize(("method", "name", "value"), fields(INTEGER_ARRAYS, ITEMS))
def test_items(game: Caller, method: str, name: str, value: tuple[list[Any], int]) -> None:
    message = f"Field '{name}' array item at index {value[1]} must be of type integer"
    refused(game, method, name, value[0], message)


@pytest.mark.parametrize("value", [5, "x", True, False, [1], ["a", "b"], [[]]])
def test_table(game: Caller, value: Any) -> None:
    refused(game, "test_validation", "table_field", value, "Field 'table_field' must be a table")


ACCEPTED = [
    *fields(INTEGERS, [0, 3.0, -1, -3.0, 10**15, 1e20, None]),
    *fields(STRINGS, ["", "é♥", "x" * 1000]),
    *fields(BOOLEANS, [True, False, None]),
    *fields(
        INTEGER_ARRAYS,
        [[], {}, [None], [None, None], [0], [3.0, -1], [3, None], list(range(300)), [1e20], None],
    ),
]
NEEDS_STATE = ("buy", "pack", "sell", "use", "add", "play", "discard", "rearrange")


@pytest.mark.parametrize(
    ("method", "name", "value"),
    [
        row
        for row in ACCEPTED
        if row[0] in NEEDS_STATE and not (row[2] is None and row[1] in REQUIRED.get(row[0], {}))
    ],
)
def test_accepted_and_then_the_state(game: Caller, method: str, name: str, value: Any) -> None:
    game.go("MENU")
    got, message = game.error(method, REQUIRED.get(method, {}) | {name: value, "unknown": [None]})
    assert (got, message.split(":")[0]) == (IS, f"Method '{method}' requires one of these states")


@pytest.mark.parametrize(
    ("method", "name", "value"),
    [row for row in ACCEPTED if row[0] == "set" and row[2] is not None],
)
def test_set_has_its_own_state_check(game: Caller, method: str, name: str, value: Any) -> None:
    game.go("MENU")
    game.refuses(method, {name: value}, IS, "Can only set during an active run")


ECHO = [row for row in ACCEPTED if row[0] in ("test_endpoint", "test_validation") and row[2] is not None]


@pytest.mark.parametrize(("method", "name", "value"), ECHO)
def test_echo(game: Caller, method: str, name: str, value: Any) -> None:
    params = REQUIRED[method] | {name: value}
    if isinstance(value, list):
        value = [item for item in value if item is not None]
    expected = REQUIRED[method] | {name: [] if value == {} else value}
    assert game.ok(method, params) == {"success": True, "received_args": expected}


@pytest.mark.parametrize(
    ("more", "echo"),
    [
        ({"table_field": {"a": 1, "b": {"c": [1, "x"]}}}, None),
        ({"table_field": {}}, {"table_field": []}),
        ({"table_field": []}, None),
        ({"array_field": ["a", 1, True, {"k": 2}]}, None),
        ({"array_field": {}}, {"array_field": []}),
        ({"array_field": [None]}, {"array_field": []}),
        ({"boolean_field": False}, None),
        ({"unknown": "kept", "other": {"x": None}}, {"unknown": "kept", "other": []}),
        ({"string_field": None}, {}),
        ({"integer_field": 2.0}, {"integer_field": 2}),
        ({"string_field": "tab\t quote\" back\\ é ♥ \x01"}, None),
    ],
)  # fmt: skip
def test_validation_echo(game: Caller, more: dict[str, Any], echo: dict[str, Any] | None) -> None:
    received = {"required_field": "a"} | (more if echo is None else echo)
    result = game.ok("test_validation", {"required_field": "a"} | more)
    assert result == {"success": True, "received_args": received}
