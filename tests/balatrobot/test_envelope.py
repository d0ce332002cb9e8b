"""From bytes to a method: JSON, the envelope, ids, parameter types, states."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from jimbot.live.protocol.names import SAVE_STATES
from jimbot.live.protocol.wire import decode, encode, number_text
from jimbot.live.server import methods
from jimbot.live.server.session import Session

from .sessions import STATES, in_blind_select, in_menu, in_round, refused, rpc, snapshot

VERSION = "Invalid JSON-RPC version: expected '2.0'"


def bad(message: str) -> dict[str, Any]:
    error = {"code": -32001, "message": message, "data": {"name": "BAD_REQUEST"}}
    return {"jsonrpc": "2.0", "error": error}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b'"text"',
        b"5",
        b"null",
        b"true",
        b"{} x",
        b"NaN",
        b'{"id":Infinity}',
        b"\xff\xfe{}",
        b"\xef\xbb\xbf{}",
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b"'",
    ],
)
def test_what_is_no_table(body: bytes) -> None:
    session = in_menu()
    rpc(session, "health", request_id=8)
    assert json.loads(session.handle(body)) == bad("Invalid JSON in request body")
    assert session.last_id is None


@pytest.mark.parametrize(
    ("request_", "message", "request_id"),
    [
        ([], VERSION, None),
        ([{"jsonrpc": "2.0", "method": "health", "id": 1}], VERSION, None),
        ({}, VERSION, None),
        ({"method": "health", "id": 1}, VERSION, 1),
        ({"jsonrpc": "1.0", "method": "health", "id": "a"}, VERSION, "a"),
        ({"jsonrpc": 2.0, "method": "health", "id": 3}, VERSION, 3),
        ({"jsonrpc": "1.0", "id": [[]]}, VERSION, None),
        ({"jsonrpc": "2.0", "method": "health"}, "Invalid Request: 'id' field is required", None),
        ({"jsonrpc": "2.0", "method": "health", "id": None}, "Invalid Request: 'id' field is required", None),
        ({"jsonrpc": "2.0", "id": True}, "Invalid Request: 'id' must be an integer or string", None),
        ({"jsonrpc": "2.0", "id": [1]}, "Invalid Request: 'id' must be an integer or string", None),
        ({"jsonrpc": "2.0", "id": {"a": 1}}, "Invalid Request: 'id' must be an integer or string", None),
        ({"jsonrpc": "2.0", "id": 1.5}, "Invalid Request: 'id' must be an integer, not a float", None),
        ({"jsonrpc": "2.0", "id": 1}, "Request missing 'method' field", 1),
        ({"jsonrpc": "2.0", "id": 1, "method": None}, "Request missing 'method' field", 1),
        ({"jsonrpc": "2.0", "id": 1, "method": 5}, "Request missing 'method' field", 1),
        ({"jsonrpc": "2.0", "id": 1, "method": "Health"}, "Unknown method: Health", 1),
        ({"jsonrpc": "2.0", "id": 1, "method": ""}, "Unknown method: ", 1),
    ],
)
def test_checks_of_the_envelope(request_: Any, message: str, request_id: Any) -> None:
    session = in_menu()
    expected = bad(message) | ({} if request_id is None else {"id": request_id})
    assert json.loads(session.handle(json.dumps(request_).encode())) == expected
    assert session.last_id == request_id


@pytest.mark.parametrize("request_id", [0, -7, "", "probe-7", 1, 2**40, "ümlaut", '"quoted"'])
def test_ids_are_echoed(request_id: Any) -> None:
    session = in_menu()
    assert rpc(session, "health", request_id=request_id) == {
        "jsonrpc": "2.0",
        "result": {"status": "ok"},
        "id": request_id,
    }
    assert session.last_id == request_id


def test_a_whole_float_id_is_an_integer() -> None:
    assert in_menu().handle(b'{"jsonrpc":"2.0","method":"health","id":1.0}').endswith(b',"id":1}')


def test_a_long_id_is_rounded() -> None:
    answer = in_menu().handle(b'{"jsonrpc":"2.0","method":"health","id":123456789012345678}')
    assert answer.endswith(b',"id":1.2345678901235e+17}')


def test_debug_methods() -> None:
    session = in_menu()
    params = {"required_string": "a", "required_integer": 1, "optional_array_integers": [1, 2]}
    assert rpc(session, "test_endpoint", params)["result"] == {"success": True, "received_args": params}
    assert (
        rpc(session, "test_endpoint", {"required_string": "a"})["error"]["message"]
        == "Missing required field 'required_integer'"
    )
    assert rpc(session, "test_error_endpoint", {"error_type": "none"})["result"] == {"success": True}
    error = rpc(session, "test_error_endpoint", {"error_type": "throw_error"})["error"]
    assert (error["code"], error["data"]["name"]) == (-32000, "INTERNAL_ERROR")
    assert "Intentional test error from endpoint execution" in error["message"]
    assert rpc(session, "test_state_endpoint")["result"] == {"success": True, "state_validated": True}
    message = "Method 'test_state_endpoint' requires one of these states: SPLASH, MENU"
    refused(in_round(), "test_state_endpoint", {}, "INVALID_STATE", message)


@pytest.mark.parametrize("method", sorted(methods.DEBUG))
def test_debug_methods_are_off_by_default(method: str) -> None:
    refused(Session(), method, {}, "BAD_REQUEST", f"Unknown method: {method}")


ALLOWED: dict[str, tuple[str, ...]] = {
    "start": ("MENU",),
    "save": SAVE_STATES,
    "select": ("BLIND_SELECT",),
    "skip": ("BLIND_SELECT",),
    "play": ("SELECTING_HAND",),
    "discard": ("SELECTING_HAND",),
    "cash_out": ("ROUND_EVAL",),
    "buy": ("SHOP",),
    "reroll": ("SHOP",),
    "next_round": ("SHOP",),
    "pack": ("SMODS_BOOSTER_OPENED",),
    "sell": ("SELECTING_HAND", "SHOP"),
    "use": ("SELECTING_HAND", "SHOP"),
    "rearrange": ("SELECTING_HAND", "SHOP", "SMODS_BOOSTER_OPENED"),
    "add": ("SELECTING_HAND", "SHOP", "ROUND_EVAL"),
}
VALID: dict[str, dict[str, Any]] = {
    "start": {"deck": "RED", "stake": "WHITE"},
    "save": {"path": "x.jkr"},
    "play": {"cards": [0]},
    "discard": {"cards": [0]},
    "use": {"consumable": 0},
    "add": {"key": "j_joker"},
}


@pytest.mark.parametrize("state", STATES)
def test_methods_by_state(state: str) -> None:
    session = STATES[state]()
    assert session.state == state
    for method, allowed in ALLOWED.items():
        if state in allowed:
            continue
        message = f"Method '{method}' requires one of these states: {', '.join(allowed)}"
        refused(session, method, VALID.get(method, {}), "INVALID_STATE", message)


@pytest.mark.parametrize("state", STATES)
def test_methods_of_every_state(state: str) -> None:
    session = STATES[state]()
    assert session.call("health") == {"status": "ok"}
    assert session.call("gamestate")["state"] == state
    assert session.call("rpc.discover")["info"]["title"] == "BalatroBot API"
    assert session.call("menu")["state"] == "MENU"


def test_types_are_checked_before_states() -> None:
    session = in_blind_select()
    refused(
        session, "start", {"deck": 1, "stake": "WHITE"}, "BAD_REQUEST", "Field 'deck' must be of type string"
    )
    refused(session, "play", {}, "BAD_REQUEST", "Missing required field 'cards'")
    refused(session, "play", {"cards": 1}, "BAD_REQUEST", "Field 'cards' must be an array")
    refused(session, "buy", {"card": "0"}, "BAD_REQUEST", "Field 'card' must be an integer")
    refused(in_menu(), "set", {"money": "5"}, "BAD_REQUEST", "Field 'money' must be an integer")


def test_discovery_ignores_its_params() -> None:
    answer = rpc(in_menu(), "rpc.discover", "anything")
    assert answer["result"]["openrpc"] == "1.3.2"
    assert {m["name"] for m in answer["result"]["methods"]} >= set(methods.ALL) - {"pack"}


def test_numbers() -> None:
    table = [
        (3, "3"),
        (3.0, "3"),
        (-4, "-4"),
        (2.5, "2.5"),
        (10**13, "10000000000000"),
        (1.2345e15, "1.2345e+15"),
        (10**400, "1.7976931348623e+308"),
        (-(10**400), "-1.7976931348623e+308"),
        (float("inf"), "1.7976931348623e+308"),
        (float("-inf"), "-1.7976931348623e+308"),
        (float("nan"), "0"),
    ]
    assert [number_text(x) for x, _ in table] == [text for _, text in table]


def test_encoding() -> None:
    value = {"a": [], "b": {}, "c": [{}], "d": 'é\n"', "e": True, "f": 1e300}
    assert encode(value) == '{"a":[],"b":[],"c":[[]],"d":"é\\n\\"","e":true,"f":1e+300}'
    assert decode(b'{"a":null,"b":[null],"c":[1,null,2],"d":{"e":null}}') == {
        "b": [],
        "c": {"1": 1, "3": 2},
        "d": {},
    }


def test_malformed_requests_change_nothing() -> None:
    """A thousand damaged requests: each is answered, none moves the game."""
    session, draw = in_round(), random.Random(4)
    before = snapshot(session)
    model = b'{"jsonrpc":"2.0","method":"play","params":{"cards":[0,1,2]},"id":1}'
    for _ in range(1000):
        body = bytearray(model)
        for _ in range(draw.randint(1, 4)):
            where = draw.randrange(len(body))
            body[where : where + draw.randint(0, 3)] = draw.randbytes(draw.randint(0, 3))
        answer = json.loads(session.handle(bytes(body)))
        assert answer["jsonrpc"] == "2.0"
        if "error" in answer:
            assert snapshot(session) == before
        else:
            session = in_round()
