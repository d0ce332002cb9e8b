"""`load` and `save` of the protocol take and give the files of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.documents.save_file import save_of
from jimbot.live.client import Client
from jimbot.live.client.exceptions import ApiError
from jimbot.live.server import Server, Session
from jimbot.live.server.files import Files
from jimbot.saves import pack, unpack

from .made import position


@pytest.fixture
def client() -> Iterator[Client]:
    with Server([0], "127.0.0.1", Session) as server, Client(f"http://127.0.0.1:{server.ports[0]}") as client:
        yield client


def without_ids(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_ids(each) for key, each in value.items() if key != "id"}
    return [without_ids(each) for each in value] if isinstance(value, list) else value


def test_a_run_of_the_game_is_loaded_and_played_on(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "save.jkr"
    game = position("SHOP")
    path.write_bytes(pack(save_of(game)))
    client.call("load", {"path": str(path)})
    shown = client.gamestate()
    assert (shown["state"], shown["seed"], shown["money"]) == ("SHOP", game.seed, game.money)
    ids = [card["id"] for area in ("shop", "vouchers", "packs", "jokers") for card in shown[area]["cards"]]
    assert len(ids) == len(set(ids))
    assert client.call("next_round", {})["state"] == "BLIND_SELECT"
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ApiError, match="Invalid save file format"):
        client.call("load", {"path": str(path)})


WALK: list[tuple[str, dict[str, Any]]] = [
    ("skip", {}), ("select", {}), ("discard", {"cards": [0, 1, 2]}), ("set", {"chips": 10**6}),
    ("play", {"cards": [0, 1]}), ("cash_out", {}), ("reroll", {}),
]  # fmt: skip


def test_what_is_saved_is_a_file_of_the_game(client: Client, tmp_path: Path) -> None:
    """At each place where the game saves: read without the server it is the position, and changed by somebody
    else the change counts."""
    path = tmp_path / "save.jkr"
    client.start(deck="GHOST", stake="GOLD", seed="GIVEN")
    client.call("set", {"money": 50})
    phases = []
    for method, params in WALK:
        shown = client.call(method, params)
        client.call("save", {"path": str(path)})
        game = Game.from_save(path)
        phases.append(game.phase)
        assert (game.phase, game.seed, game.money, game.variant) == (
            shown["state"], "GIVEN", shown["money"], "steamodded",
        )  # fmt: skip
        client.call("load", {"path": str(path)})
        assert without_ids(client.gamestate()) == without_ids(shown)
    assert set(phases) == {"BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP"}
    table = unpack(path.read_bytes())
    table["GAME"]["dollars"] = 77
    path.write_bytes(pack(table))
    client.call("load", {"path": str(path)})
    assert client.gamestate()["money"] == 77


def test_a_run_that_is_loaded_goes_on_after_its_win(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "save.jkr"
    path.write_bytes(pack(save_of(position("BLIND_SELECT").edited("ante=8 on_deck=boss boss=bl_final_bell"))))
    client.call("load", {"path": str(path)})
    client.call("select", {})
    client.call("set", {"chips": 10**9})
    shown = client.call("play", {"cards": [0]})
    assert (shown["state"], shown["won"]) == ("ROUND_EVAL", True)


def test_files_of_others_are_neither_replaced_nor_reached(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    theirs = pack(save_of(position("SHOP")))
    (folder / "save.jkr").write_bytes(theirs)
    (tmp_path / "outside.jkr").write_bytes(theirs)
    (folder / "link.jkr").symlink_to(tmp_path / "outside.jkr")
    with (
        Server([0], "127.0.0.1", lambda: Session(files=Files(folder))) as server,
        Client(f"http://127.0.0.1:{server.ports[0]}") as client,
    ):
        client.start(deck="RED", stake="WHITE", seed="MINE")
        with pytest.raises(ApiError, match="was not written by this server"):
            client.call("save", {"path": "save.jkr"})
        for method in ("save", "load"):
            for path in ("../outside.jkr", "link.jkr", str(tmp_path / "outside.jkr")):
                with pytest.raises(ApiError, match="outside of the folder"):
                    client.call(method, {"path": path})
        for _ in range(2):
            client.call("save", {"path": "mine.jkr"})
        client.call("load", {"path": "save.jkr"})
    assert (folder / "save.jkr").read_bytes() == (tmp_path / "outside.jkr").read_bytes() == theirs
