"""Saves that somebody has made up are refused (`conformance/test_saves.py` has the others)."""

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

from .sessions import in_shop, rpc


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
