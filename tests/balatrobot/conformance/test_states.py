"""Which method may be called in which state."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .remote import IS, PACKS, RUN_STATES, STATES, Caller

SAVE_STATES = (
    "SELECTING_HAND, HAND_PLAYED, DRAW_TO_HAND, GAME_OVER, SHOP, PLAY_TAROT, BLIND_SELECT, ROUND_EVAL, TAROT_PACK,"
    " PLANET_PACK, SPECTRAL_PACK, STANDARD_PACK, BUFFOON_PACK, NEW_ROUND, SMODS_BOOSTER_OPENED"
)
CALLS: dict[str, tuple[dict[str, Any], str]] = {
    "start": ({"deck": "RED", "stake": "WHITE"}, "MENU"),
    "save": ({"path": "x"}, SAVE_STATES),
    "select": ({}, "BLIND_SELECT"),
    "skip": ({}, "BLIND_SELECT"),
    "play": ({"cards": [0]}, "SELECTING_HAND"),
    "discard": ({"cards": [0]}, "SELECTING_HAND"),
    "cash_out": ({}, "ROUND_EVAL"),
    "buy": ({"card": 0}, "SHOP"),
    "reroll": ({}, "SHOP"),
    "next_round": ({}, "SHOP"),
    "pack": ({"skip": True}, "SMODS_BOOSTER_OPENED"),
    "sell": ({"joker": 0}, "SELECTING_HAND, SHOP"),
    "use": ({"consumable": 0}, "SELECTING_HAND, SHOP"),
    "rearrange": ({"jokers": [0]}, "SELECTING_HAND, SHOP, SMODS_BOOSTER_OPENED"),
    "add": ({"key": "j_joker"}, "SELECTING_HAND, SHOP, ROUND_EVAL"),
    "test_state_endpoint": ({}, "SPLASH, MENU"),
}
# what the method itself refuses comes after the state
WRONG_BUT_TYPED: dict[str, dict[str, Any]] = {
    "start": {"deck": "x", "stake": "y"},
    "save": {"path": "/nonexistent/x"},
    "play": {"cards": []},
    "discard": {"cards": []},
    "buy": {},
    "pack": {},
    "sell": {},
    "use": {"consumable": -1},
    "rearrange": {},
    "add": {"key": "nope"},
}
REFUSED = [(m, s) for m, (_, allowed) in CALLS.items() for s in STATES if s not in allowed.split(", ")]
ALLOWED = [(m, s) for m, (_, allowed) in CALLS.items() for s in STATES if s in allowed.split(", ")]


@pytest.mark.parametrize(("method", "state"), REFUSED)
def test_refused(game: Caller, method: str, state: str) -> None:
    assert game.go(state)["state"] == state
    params, allowed = CALLS[method]
    message = f"Method '{method}' requires one of these states: {allowed}"
    game.refuses(method, params, IS, message)
    if method in WRONG_BUT_TYPED:
        game.refuses(method, WRONG_BUT_TYPED[method], IS, message)


@pytest.mark.parametrize(("method", "state"), ALLOWED)
def test_allowed(game: Caller, method: str, state: str, tmp_path: Path) -> None:
    game.go(state)
    params = CALLS[method][0] | ({"path": str(tmp_path / "x")} if method == "save" else {})
    answer = game.answer({"jsonrpc": "2.0", "method": method, "params": params, "id": 1})
    if "error" in answer:
        assert answer["error"]["data"]["name"] != IS


@pytest.mark.parametrize("state", [*STATES, *PACKS])
@pytest.mark.parametrize("method", ["health", "gamestate", "rpc.discover", "screenshot", "menu"])
def test_anywhere(game: Caller, method: str, state: str) -> None:
    before = game.go(state)
    path = game.path("any.png")
    result = game.ok(method, {"path": path} if method == "screenshot" else {})
    if method == "menu":
        assert result["state"] == "MENU"
        assert game.ok("menu") == result
        return
    if method == "health":
        assert result == {"status": "ok"}
    if method == "gamestate":
        assert result == before
    if method == "screenshot":
        assert result == {"success": True, "path": path}
        assert Path(path).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        Path(path).unlink()
    assert game.state() == before


@pytest.mark.parametrize("state", STATES)
def test_load_anywhere(game: Caller, state: str) -> None:
    shop = game.go("SHOP")
    game.go(state)
    assert game.ok("load", {"path": game.saved["SHOP"]}) == {"success": True, "path": game.saved["SHOP"]}
    assert game.state()["state"] == "SHOP"
    assert game.state()["money"] == shop["money"]


@pytest.mark.parametrize("state", RUN_STATES)
def test_set_in_a_run(game: Caller, state: str) -> None:
    game.go(state)
    assert game.set(money=77)["money"] == 77
    assert game.state()["state"] == state


def test_set_in_the_menu(game: Caller) -> None:
    game.go("MENU")
    for params in ({"money": 10}, {}, {"money": -1}, {"shop": True}):
        game.refuses("set", params, IS, "Can only set during an active run")


# -- discovery ------------------------------------------------------------------------------------------------


def test_discover(game: Caller) -> None:
    document = game.ok("rpc.discover")
    assert document["openrpc"] == "1.3.2"
    assert document["info"]["version"] == "1.5.1"
    names = {method["name"] for method in document["methods"]}
    assert "pack" not in names
    assert {"health", "gamestate", "start", "play", "buy", "use", "add", "set", "rpc.discover"} <= names
    schemas = document["components"]["schemas"]
    assert (
        len(schemas["JokerKey"]["oneOf"] if "oneOf" in schemas["JokerKey"] else schemas["JokerKey"]["enum"])
        == 150
    )


def as_lua_writes(value: Any) -> Any:
    """Every empty table is a list."""
    if isinstance(value, dict):
        return {name: as_lua_writes(part) for name, part in value.items()} or []
    return [as_lua_writes(part) for part in value] if isinstance(value, list) else value


def test_discover_is_the_document(game: Caller) -> None:
    path = Path(__file__).parents[3] / "src/jimbot/live/protocol/openrpc.json"
    assert game.ok("rpc.discover") == as_lua_writes(json.loads(path.read_text()))


def test_pack_is_known_in_the_menu(game: Caller) -> None:
    game.go("MENU")
    assert game.error("pack", {"skip": True})[0] == IS


def test_every_method_of_the_document_is_known(game: Caller) -> None:
    game.go("MENU")
    for method in game.ok("rpc.discover")["methods"]:
        answer = game.answer({"jsonrpc": "2.0", "method": method["name"], "id": 1})
        assert "Unknown method" not in json.dumps(answer)
