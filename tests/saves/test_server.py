"""`load` of the protocol takes the files of the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.documents.save_file import save_of
from jimbot.live.client import Client
from jimbot.live.client.exceptions import ApiError
from jimbot.live.server import Server, Session
from jimbot.saves import pack

from .made import position


def test_a_run_of_the_game_is_loaded_and_played_on(tmp_path: Path) -> None:
    path = tmp_path / "save.jkr"
    game = position("SHOP")
    path.write_bytes(pack(save_of(game)))
    with Server([0], "127.0.0.1", Session) as server, Client(f"http://127.0.0.1:{server.ports[0]}") as client:
        client.call("load", {"path": str(path)})
        shown = client.gamestate()
        assert (shown["state"], shown["seed"], shown["money"]) == ("SHOP", game.seed, game.money)
        ids = [
            card["id"] for area in ("shop", "vouchers", "packs", "jokers") for card in shown[area]["cards"]
        ]
        assert len(ids) == len(set(ids))
        assert client.call("next_round", {})["state"] == "BLIND_SELECT"
        path.write_bytes(path.read_bytes()[:-9])
        with pytest.raises(ApiError, match="Invalid save file format"):
            client.call("load", {"path": str(path)})
