"""From the body of a request to a method: JSON, version, id, method, params."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .remote import BR, IS, Caller, request

JSON = "Invalid JSON in request body"
VERSION = "Invalid JSON-RPC version: expected '2.0'"
NO_ID = "Invalid Request: 'id' field is required"
ID_TYPE = "Invalid Request: 'id' must be an integer or string"
ID_FLOAT = "Invalid Request: 'id' must be an integer, not a float"
NO_METHOD = "Request missing 'method' field"
NO_TABLE = "Arguments must be a table"
V = '"jsonrpc":"2.0"'
ABSENT = object()


def check(game: Caller, body: str | bytes, message: str, id: Any = ABSENT) -> None:
    expected = {"code": -32001, "message": message, "data": {"name": BR}}
    answer = json.loads(game.text(body))
    assert answer == {"jsonrpc": "2.0", "error": expected} | ({} if id is ABSENT else {"id": id})
    if id is not ABSENT:
        assert type(answer["id"]) is type(id)


@pytest.mark.parametrize(
    "body",
    [
        "", " ", "{", "[", "{oops", '"text"', "5", "-1", "true", "false", "null", "{} x", "{}}", '{"a":1,}',
        "{'a':1}", "{a:1}", '{"a"}', '{"a":}', "[1,2", '{"jsonrpc":"2.0"', "\x00", "<xml/>", '{"a":"\n"}',
        '{"a":nope}', "nul", "jsonrpc=2.0&method=health&id=1", "NaN", '{"id":Infinity}', "'", b"\xff\xfe{}", b"\xef\xbb\xbf{}",
        "[" * 60_000, '{"a":' * 10_000,
    ],
)  # fmt: skip
def test_no_json(game: Caller, body: str | bytes) -> None:
    check(game, body, JSON)


@pytest.mark.parametrize(
    ("body", "id"),
    [
        ("[]", ABSENT),
        ("{}", ABSENT),
        ("[1,2]", ABSENT),
        (f'[{{{V},"method":"health","id":1}}]', ABSENT),
        ('{"method":"health","id":1}', 1),
        ('{"method":"health","id":"a"}', "a"),
        ('{"method":"health","id":null}', ABSENT),
        ('{"jsonrpc":"1.0","method":"health","id":5}', 5),
        ('{"jsonrpc":2.0,"method":"health","id":5}', 5),
        ('{"jsonrpc":2,"method":"health","id":5}', 5),
        ('{"jsonrpc":null,"method":"health","id":5}', 5),
        ('{"jsonrpc":true,"method":"health","id":5}', 5),
        ('{"jsonrpc":"2","method":"health","id":5}', 5),
        ('{"jsonrpc":" 2.0","method":"health","id":5}', 5),
        ('{"jsonrpc":["2.0"],"method":"health","id":5}', 5),
        ('{"jsonrpc":"1.0"}', ABSENT),
        ('{"jsonrpc":"1.0","id":7}', 7),
        ('{"jsonrpc":"1.0","id":[[]]}', ABSENT),
        ('{"JSONRPC":"2.0","method":"health","id":5}', 5),
    ],
)
def test_version(game: Caller, body: str, id: Any) -> None:
    check(game, body, VERSION, id)


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("", NO_ID),
        (',"method":"health"', NO_ID),
        (',"method":"health","id":null', NO_ID),
        (',"method":"nope"', NO_ID),
        (',"method":"start","params":"x"', NO_ID),
        (',"method":"health","ID":1', NO_ID),
        (',"method":"health","id":true', ID_TYPE),
        (',"method":"health","id":false', ID_TYPE),
        (',"method":"health","id":[]', ID_TYPE),
        (',"method":"health","id":[1]', ID_TYPE),
        (',"method":"health","id":{}', ID_TYPE),
        (',"method":"health","id":{"a":1}', ID_TYPE),
        (',"id":true', ID_TYPE),
        (',"method":"health","id":1.5', ID_FLOAT),
        (',"method":"health","id":-0.5', ID_FLOAT),
        (',"method":"health","id":1e-3', ID_FLOAT),
        (',"method":"nope","id":1.5', ID_FLOAT),
    ],
)
def test_id_refused(game: Caller, rest: str, message: str) -> None:
    check(game, f"{{{V}{rest}}}", message)


@pytest.mark.parametrize(
    ("id", "echo"),
    [
        ("1", "1"),
        ("0", "0"),
        ("-1", "-1"),
        ("-2147483648", "-2147483648"),
        ("4294967296", "4294967296"),
        ("1.0", "1"),
        ("-3.0", "-3"),
        ("1e3", "1000"),
        ("1E+2", "100"),
        ("15e-1", None),
        ("12345678901234", "12345678901234"),
        ("123456789012346", "1.2345678901235e+14"),
        ("9007199254740993", "9.007199254741e+15"),
        ("1e20", "1e+20"),
        ('""', '""'),
        ('"a"', '"a"'),
        ('"1"', '"1"'),
        ('"probe-7"', '"probe-7"'),
        ('"é♥"', '"é♥"'),
        ('"\\u00e9"', '"é"'),
        ('"a\\"b\\\\c"', '"a\\"b\\\\c"'),
        ('"a/b"', '"a/b"'),
        ('"null"', '"null"'),
    ],
)
def test_id_echoed(game: Caller, id: str, echo: str | None) -> None:
    text = game.text(f'{{{V},"method":"health","id":{id}}}')
    if echo is None:
        assert ID_FLOAT in text
        return
    assert f'"id":{echo}' in text.replace("}", ",") or f'"id":{echo},' in text
    assert json.loads(text) == {"jsonrpc": "2.0", "result": {"status": "ok"}, "id": json.loads(echo)}
    assert f'"id":{echo}' in game.text(f'{{{V},"method":"nope","id":{id}}}')


@pytest.mark.parametrize("method", ["", ',"method":null', *[f',"method":{value}' for value in ("5", "true", "false", "[]", "{}", '["health"]')]])  # fmt: skip
def test_method_missing(game: Caller, method: str) -> None:
    check(game, f'{{{V},"id":6{method}}}', NO_METHOD, 6)
    check(game, f'{{{V},"id":"x"{method},"params":5}}', NO_METHOD, "x")


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "nope", "HEALTH", "Health", " health", "health ", "health\n", "rpc.discover ", "rpc", "rpc.", "discover",
        "rpc_discover", "system.listMethods", "__index", "__proto__", "constructor", "toString", "nil", "null",
        "gamestate()", "../health", "héalth", "♥", "x" * 5000, "play;", "get_gamestate", "cashout", "nextround", "%s %d", '"',
    ],
)  # fmt: skip
def test_method_unknown(game: Caller, name: str) -> None:
    check(game, json.dumps(request(name)), f"Unknown method: {name}", 1)
    check(game, json.dumps(request(name, "x", id=0)), f"Unknown method: {name}", 0)  # before params


METHODS = [
    "health",
    "gamestate",
    "start",
    "menu",
    "save",
    "load",
    "select",
    "skip",
    "play",
    "discard",
    "cash_out",
    "next_round",
    "reroll",
    "buy",
    "pack",
    "sell",
    "use",
    "rearrange",
    "add",
    "set",
    "screenshot",
    "test_endpoint",
    "test_validation",
    "test_error_endpoint",
    "test_state_endpoint",
]


@pytest.mark.parametrize("params", ["5", "0", "1.5", "true", '"RED"', '""'])
@pytest.mark.parametrize("method", METHODS)
def test_params_are_no_table(game: Caller, method: str, params: str) -> None:
    check(game, f'{{{V},"method":"{method}","params":{params},"id":8}}', NO_TABLE, 8)


@pytest.mark.parametrize("params", ["", ',"params":null', ',"params":{}', ',"params":[]', ',"params":[1,2]', ',"params":{"x":1,"id":5,"method":"y"}'])  # fmt: skip
@pytest.mark.parametrize("method", ["health", "gamestate", "menu", "test_state_endpoint", "rpc.discover"])
def test_params_may_be_left_out(game: Caller, method: str, params: str) -> None:
    game.go("MENU")
    answer = json.loads(game.text(f'{{{V},"method":"{method}"{params},"id":3}}'))
    assert set(answer) == {"jsonrpc", "result", "id"}
    assert answer["id"] == 3


@pytest.mark.parametrize("params", ["5", '"x"', "true", "[1]"])
def test_discover_does_not_look_at_params(game: Caller, params: str) -> None:
    answer = json.loads(game.text(f'{{{V},"method":"rpc.discover","params":{params},"id":3}}'))
    assert answer["result"]["info"]["title"] == "BalatroBot API"


def test_members_in_any_order_and_unknown_members(game: Caller) -> None:
    assert json.loads(game.text(f' \n{{"id":1,"extra":[],"method":"health",{V}}}\n '))["result"] == {
        "status": "ok"
    }


def test_a_name_with_escapes(game: Caller) -> None:
    assert json.loads(game.text(f'{{{V},"id":1,"method":"\\u0068ealth"}}'))["result"] == {"status": "ok"}


def test_no_standard_codes(game: Caller) -> None:
    game.go("MENU")
    assert game.error("nope")[0] == BR
    assert game.error("play", {"cards": [0]})[0] == IS
