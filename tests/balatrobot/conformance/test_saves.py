"""save, load, screenshot: files and what they bring back."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Any

import pytest

from .remote import IE, IS, PACKS, RUN_STATES, Caller, keys_of, without_ids

PLACES = [*RUN_STATES, *PACKS]
NEXT: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "BLIND_SELECT": [("skip", {}), ("select", {}), ("play", {"cards": [0, 1]})],
    "SELECTING_HAND": [("discard", {"cards": [0, 1, 2]}), ("play", {"cards": [0, 1, 2, 3, 4]}), ("discard", {"cards": [1]})],
    "ROUND_EVAL": [("cash_out", {}), ("reroll", {}), ("next_round", {}), ("select", {})],
    "SHOP": [("reroll", {}), ("buy", {"voucher": 0}), ("reroll", {}), ("buy", {"pack": 0}), ("pack", {"skip": True})],
    "SMODS_BOOSTER_OPENED": [("pack", {"skip": True}), ("reroll", {}), ("buy", {"pack": 0})],
    "GAME_OVER": [],
    "ARCANA": [("rearrange", {"hand": [7, 6, 5, 4, 3, 2, 1, 0]}), ("pack", {"skip": True}), ("next_round", {})],
    "CELESTIAL": [("pack", {"card": 1}), ("reroll", {}), ("next_round", {})],
    "SPECTRAL": [("pack", {"skip": True}), ("reroll", {})],
    "STANDARD": [("pack", {"card": 2}), ("next_round", {}), ("select", {})],
    "BUFFOON": [("pack", {"card": 0}), ("reroll", {}), ("sell", {"joker": 0})],
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("between", ["MENU", "another run", "same"])
def test_round_trip(game: Caller, place: str, between: str) -> None:
    before = game.go(place)
    path = game.path("trip.jkr")
    assert game.ok("save", {"path": path}) == {"success": True, "path": path}
    assert game.state() == before  # to save changes nothing
    futures = [without_ids(game.ok(method, params)) for method, params in NEXT[place]]
    if between == "MENU":
        game.ok("menu")
    elif between == "another run":
        game.start("OTHER", "PLASMA", "GOLD")
    assert game.ok("load", {"path": path}) == {"success": True, "path": path}
    assert without_ids(game.state()) == without_ids(before)
    assert [without_ids(game.ok(method, params)) for method, params in NEXT[place]] == futures


def test_a_rich_game(game: Caller) -> None:
    game.start("RICH", "GHOST", "PURPLE")
    game.to_shop()
    game.add("j_joker", edition="NEGATIVE", eternal=True, rental=True)
    game.add("j_egg", edition="FOIL", perishable=3)
    game.add("c_pluto", edition="NEGATIVE")
    game.set(money=100)
    game.ok("buy", {"voucher": 0})
    game.ok("next_round")
    game.ok("select")
    before = game.add("H_A", seal="RED", edition="HOLO", enhancement="GLASS")
    game.ok("rearrange", {"hand": list(range(8, -1, -1))})
    before = game.state()
    path = game.path("rich.jkr")
    game.ok("save", {"path": path})
    game.ok("menu")
    game.ok("load", {"path": path})
    assert without_ids(game.state()) == without_ids(before)


def test_a_win_is_kept(game: Caller) -> None:
    game.go("BLIND_SELECT")
    game.ok("skip")
    game.ok("skip")
    game.set(ante=8)
    game.ok("select")
    before = game.win_round()
    assert before["won"] is True
    path = game.path("won.jkr")
    game.ok("save", {"path": path})
    game.ok("menu")
    game.ok("load", {"path": path})
    assert without_ids(game.state()) == without_ids(before)
    assert game.ok("cash_out")["state"] == "SHOP"


def test_leftovers_are_kept(game: Caller) -> None:
    game.go("SHOP")
    before = game.ok("next_round")
    path = game.path("left.jkr")
    game.ok("save", {"path": path})
    game.ok("menu")
    game.ok("load", {"path": path})
    assert without_ids(game.state()) == without_ids(before)


def test_a_pack_after_its_first_pick(game: Caller) -> None:
    game.go("SHOP")
    game.open_pack("p_buffoon_mega_1")
    before = game.ok("pack", {"card": 0})
    path = game.path("mega.jkr")
    game.ok("save", {"path": path})
    game.ok("menu")
    game.ok("load", {"path": path})
    assert without_ids(game.state()) == without_ids(before)
    assert game.ok("pack", {"card": 0})["state"] == "SHOP"


def test_overwrite(game: Caller) -> None:
    path = game.path("twice.jkr")
    game.go("SHOP")
    game.ok("save", {"path": path})
    game.go("BLIND_SELECT")
    game.ok("save", {"path": path})
    game.ok("menu")
    game.ok("load", {"path": path})
    assert game.state()["state"] == "BLIND_SELECT"


NAMES = ["a.jkr", "noextension", "with space.jkr", "é♥.jkr", "%s%d.jkr", "quote'\".jkr", "..x", "x" * 200]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("relative", [True, False])
def test_path_is_echoed(
    game: Caller, name: str, relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = name if relative else str(tmp_path / name)
    game.go("SHOP")
    assert game.ok("save", {"path": path, "unknown": 1}) == {"success": True, "path": path}
    assert os.path.getsize(tmp_path / name)
    assert game.ok("load", {"path": path}) == {"success": True, "path": path}
    assert game.ok("screenshot", {"path": path}) == {"success": True, "path": path}
    assert (tmp_path / name).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def bad_paths(tmp_path: Path) -> list[str]:
    (tmp_path / "file").write_text("x")
    return [
        "/nonexistent/x.jkr",
        str(tmp_path),
        str(tmp_path / "missing" / "x"),
        str(tmp_path / "file" / "x"),
        "",
        "a\x00b",
        "x" * 5000,
        "/",
    ]


@pytest.mark.parametrize("row", range(8))
def test_bad_paths(game: Caller, row: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = bad_paths(tmp_path)[row]
    game.go("SHOP")
    game.refuses("save", {"path": path}, IE, f"Failed to write save file to '{path}'")
    game.refuses("screenshot", {"path": path}, IE, f"Failed to write screenshot file to '{path}'")
    game.refuses("load", {"path": path}, IE, f"Failed to read save file: '{path}'")
    game.go("MENU")
    game.refuses("load", {"path": path}, IE, f"Failed to read save file: '{path}'")


def test_load_a_missing_file(game: Caller, tmp_path: Path) -> None:
    path = str(tmp_path / "missing.jkr")
    for place in ("MENU", "SHOP", "GAME_OVER"):
        game.go(place)
        game.refuses("load", {"path": path}, IE, f"Failed to read save file: '{path}'")


def damaged(whole: bytes) -> dict[str, bytes]:
    half = len(whole) // 2
    return {
        "empty": b"",
        "one byte": b"\x00",
        "text": b"hello",
        "json": b'{"state":"SHOP"}',
        "lua": b"return {}",
        "deflated lua": zlib.compress(b"return {}"),
        "png": b"\x89PNG\r\n\x1a\n" + b"\x00" * 100,
        "half": whole[:half],
        "all but one": whole[:-1],
        "no head": whole[10:],
        "zeros": b"\x00" * len(whole),
        "ones": b"\xff" * len(whole),
        "one byte more": whole + b"x",
        "twice": whole + whole,
    }


@pytest.mark.parametrize("kind", damaged(b"x"))
def test_damaged_files(game: Caller, kind: str, tmp_path: Path) -> None:
    game.go("SHOP")
    path = str(tmp_path / "damaged.jkr")
    game.ok("save", {"path": path})
    Path(path).write_bytes(damaged(Path(path).read_bytes())[kind])
    name, message = game.error("load", {"path": path})
    assert name == IE
    assert "Invalid save file format" in message
    assert game.ok("health") == {"status": "ok"}
    assert "state" in game.state()
    assert game.ok("menu")["state"] == "MENU"
    assert game.start()["state"] == "BLIND_SELECT"


def test_bytes_that_were_changed(game: Caller, tmp_path: Path) -> None:
    """Whatever a damaged file brings, the server goes on."""
    game.go("SHOP")
    path = str(tmp_path / "changed.jkr")
    game.ok("save", {"path": path})
    whole = Path(path).read_bytes()
    for at in range(0, len(whole), max(1, len(whole) // 150)):
        Path(path).write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        answer = game.answer({"jsonrpc": "2.0", "method": "load", "params": {"path": path}, "id": 1})
        assert answer.get("error", {"code": -32000})["code"] == -32000
        assert game.ok("menu")["state"] == "MENU"


def test_a_save_after_a_run_that_is_over(game: Caller) -> None:
    game.go("GAME_OVER")
    path = game.path("over.jkr")
    game.ok("save", {"path": path})
    game.ok("menu")
    game.ok("load", {"path": path})
    assert game.state()["state"] == "GAME_OVER"


def test_no_save_in_the_menu(game: Caller) -> None:
    game.go("MENU")
    path = Path(game.path("never.jkr"))
    name, message = game.error("save", {"path": str(path)})
    assert name == IS
    assert message.startswith("Method 'save' requires one of these states: SELECTING_HAND, HAND_PLAYED")
    assert not path.exists()


def test_loaded_cards_are_distinguished(game: Caller) -> None:
    state = game.go("ARCANA")
    ids = [
        card["id"]
        for area in ("jokers", "consumables", "cards", "hand", "shop", "vouchers", "packs", "pack")
        for card in state[area]["cards"]
    ]
    assert len(set(ids)) == len(ids)
    game.ok("pack", {"skip": True})
    state = game.add("j_joker", "j_joker", edition="FOIL")
    assert keys_of(state["jokers"]) == ["j_joker", "j_joker"]
    assert len({card["id"] for card in state["jokers"]["cards"]}) == 2


def test_screenshot_is_a_whole_png(game: Caller) -> None:
    game.go("SHOP")
    path = game.path("shot.png")
    game.ok("screenshot", {"path": path})
    data = Path(path).read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, kinds, pixels = 8, [], b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + content)
        if kind == b"IDAT":
            pixels += content
        kinds.append(kind)
        at += 12 + length
    assert (kinds[0], kinds[-1]) == (b"IHDR", b"IEND")
    assert zlib.decompress(pixels)
