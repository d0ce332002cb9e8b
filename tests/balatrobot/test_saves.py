"""save, load, screenshot in process: the hidden part of a run is kept too, and what is made up is refused."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from jimbot.game import Game
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.files import FORMAT

from .sessions import (
    STATES,
    in_blind_select,
    in_round,
    in_shop,
    refused,
    rpc,
    snapshot,
)

BR, IE = "BAD_REQUEST", "INTERNAL_ERROR"

Call = tuple[str, dict[str, Any]]


@pytest.mark.parametrize("state", [s for s in STATES if s != "MENU"])
def test_save_and_load(state: str, tmp_path: Path) -> None:
    session, path = STATES[state](), str(tmp_path / "run.jkr")
    before, shown = snapshot(session), session.call("gamestate")
    assert session.call("save", {"path": path}) == {"success": True, "path": path}
    assert snapshot(session) == before
    other = in_blind_select("OTHER")
    assert other.call("load", {"path": path}) == {"success": True, "path": path}
    assert other.call("gamestate") == shown
    assert snapshot(other) == before
    assert [p.name for p in tmp_path.iterdir()] == ["run.jkr"]


def test_load_restores_the_future(tmp_path: Path) -> None:
    session, path = in_shop(), str(tmp_path / "run.jkr")
    session.call("save", {"path": path})
    calls: list[Call] = [
        ("reroll", {}),
        ("buy", {"pack": 1}),
        ("pack", {"skip": True}),
        ("next_round", {}),
        ("select", {}),
    ]
    first = [session.call(*call) for call in calls]
    session.call("load", {"path": path})
    assert [session.call(*call) for call in calls] == first


def test_save_overwrites_and_paths_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session = in_round()
    in_round("OTHER").call("save", {"path": "run"})
    assert session.call("save", {"path": "run"}) == {"success": True, "path": "run"}
    session.call("play", {"cards": [0]})
    session.call("load", {"path": "run"})
    assert session.call("gamestate")["round"]["hands_left"] == 4


def test_file_failures(tmp_path: Path) -> None:
    session = in_round()
    for path in ("/nonexistent/x.jkr", str(tmp_path), "", "a\0b"):
        refused(session, "save", {"path": path}, IE, f"Failed to write save file to '{path}'")
        refused(session, "load", {"path": path}, IE, f"Failed to read save file: '{path}'")
        refused(session, "screenshot", {"path": path}, IE, f"Failed to write screenshot file to '{path}'")
    for method in ("save", "load", "screenshot"):
        refused(session, method, {}, BR, "Missing required field 'path'")
        refused(session, method, {"path": 1}, BR, "Field 'path' must be of type string")
    assert list(tmp_path.iterdir()) == []


def test_a_foreign_file_ends_the_run(tmp_path: Path) -> None:
    path = tmp_path / "run"
    in_shop().call("save", {"path": str(path)})
    saved = path.read_bytes()
    damaged = [
        b"",
        b"garbage",
        saved[:-1],
        saved[:100],
        saved + b"x",
        saved[:40] + b"\0" + saved[41:],
        b"\x78\x9c" + saved,
    ]
    for content_ in damaged:
        path.write_bytes(content_)
        session = in_round()
        with pytest.raises(ProtocolError, match="Invalid save file format") as caught:
            session.call("load", {"path": str(path)})
        assert caught.value.name == IE
        assert session.call("gamestate")["state"] == session.call("menu")["state"] == "MENU"


# -- saves that somebody has made up ----------------------------------------------------------------------


def made_up(game: Game, fields: Any) -> bytes:
    """A saved run with whatever is to be remembered, checksum and all."""
    data = FORMAT + json.dumps(fields).encode() + b"\n" + game.to_bytes()
    return data + hashlib.blake2b(data, digest_size=16).digest()


MADE_UP: list[Any] = [
    *({"seed": wrong} for wrong in (1, None, ["x"])),
    *(
        {"extents": wrong}
        for wrong in ({"shop": [0, 1]}, [1], {"a": [0, 1], "packs": [0, 1], "vouchers": [0, 1]})
    ),
    *(
        {"extents": {"shop": wrong, "packs": [0, 1], "vouchers": [0, 1]}}
        for wrong in ([1], [1, "x"], [1.5, 2], 3)
    ),
    *({"voucher_numbers": wrong} for wrong in ([], ["x"], [[1]], [1e300], {"a": 1}, [1, 2, 3, 4])),
    *({"pack_numbers": wrong} for wrong in ([], [1], None)),
    *({"in_shop": wrong} for wrong in (1, "yes")),
    {"pack_limit": "x"},
    {"unknown": 1},
    {"extents": {}},
]


@pytest.mark.parametrize("change", MADE_UP, ids=range(len(MADE_UP)))
def test_a_made_up_save_is_refused_when_it_is_loaded(tmp_path: Path, change: dict[str, Any]) -> None:
    session = in_shop()
    assert session.game is not None
    fields = asdict(session.memory)
    path = tmp_path / "run"
    path.write_bytes(made_up(session.game, fields))
    session.call("load", {"path": str(path)})
    path.write_bytes(made_up(session.game, fields | change))
    with pytest.raises(ProtocolError, match="Invalid save file format"):
        session.call("load", {"path": str(path)})
    assert session.call("gamestate")["state"] == "MENU"
    assert session.call("start", {"deck": "RED", "stake": "WHITE"})["state"] == "BLIND_SELECT"


@pytest.mark.parametrize("fields", ["[" * 100_000, "3", "{}", '{"seed":"A"}'])
def test_a_save_that_remembers_nothing_sensible(tmp_path: Path, fields: str) -> None:
    session = in_shop()
    assert session.game is not None
    data = FORMAT + fields.encode() + b"\n" + session.game.to_bytes()
    (tmp_path / "run").write_bytes(data + hashlib.blake2b(data, digest_size=16).digest())
    with pytest.raises(ProtocolError, match="Invalid save file format"):
        session.call("load", {"path": str(tmp_path / "run")})
    assert session.call("gamestate")["state"] == "MENU"


def test_a_session_that_cannot_show_its_run_gives_it_up(capsys: pytest.CaptureFixture[str]) -> None:
    session = in_shop()
    session.memory.extents = {"shop": (0, 1)}  # what no load lets in any more
    answer = rpc(session, "gamestate")
    assert answer["error"]["data"] == {"name": "INTERNAL_ERROR"}
    assert "a run that cannot be shown is given up" in capsys.readouterr().err
    assert rpc(session, "gamestate")["result"]["state"] == "MENU"
    assert rpc(session, "start", {"deck": "RED", "stake": "WHITE"})["result"]["state"] == "BLIND_SELECT"
