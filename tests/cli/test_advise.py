"""advise: the same advice for a position however it is given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jimbot import Game
from jimbot.documents import state_of
from jimbot.live.protocol.decode import to_gamestate


@pytest.fixture
def game() -> Game:
    game = Game("ADVISE")
    game.apply("select_blind")
    return game


def test_a_position_in_every_form(jimbot, game: Game, tmp_path: Path) -> None:
    files = {
        "save": game.to_bytes(),
        "transcript": game.transcript.encode(),
        "notation": game.notation().encode(),
        "state": json.dumps(state_of(game)).encode(),
        "gamestate": json.dumps(to_gamestate(state_of(game))).encode(),
        "answer": json.dumps({"jsonrpc": "2.0", "id": 1, "result": to_gamestate(state_of(game))}).encode(),
    }
    advised = {}
    for name, data in files.items():
        path = tmp_path / name
        path.write_bytes(data)
        done = jimbot("advise", str(path), "--json")
        assert (done.code, done.err) == (0, "")
        advised[name] = done.json["suggestions"]
    assert all(one == advised["save"] for one in advised.values())
    first = advised["save"][0]
    assert set(first) >= {"action", "text", "chance", "expected_score", "keeps", "about_equal", "reason"}
    assert game.is_legal(first["action"])
    line = jimbot("advise", game.notation(), "--json")
    assert line.json["suggestions"] == advised["save"]
    piped = jimbot("advise", "--json", keys=game.notation())
    assert piped.json["suggestions"] == advised["save"]


def test_what_it_says(jimbot) -> None:
    notation = "jimbot1 seed=X phase=SELECTING_HAND skips=3 jokers=[j_throwback,j_blueprint,j_joker]"
    done = jimbot("advise", notation, "--top", "2")
    assert "(Currently X1.75 Mult)" in done.out
    assert "to clear" in done.out
    assert jimbot("advise", notation, "--json").json["jokers"] == [
        "Throwback: X1.75 Mult now",
        "Blueprint: acts as Joker",
        "Joker: +4 Mult",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "it is empty; a saved game"),
        (b"{}", "neither a gamestate"),
        (b'{"state": "MENU"}', "in its menu"),
        (b'{"state": "SHOP"}', "lacks"),
        (b'{"state": "<script>"}', "is not valid"),
        (b"[1, 2]", "saved game"),
        (b"\x00\x01\x02", "saved game"),
        (b"jimbot1 nonsense", "nonsense"),
        (b"jimbot-run seed=X\nfly\n", "line 2"),
    ],
)
def test_bad_input(jimbot, tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    done = jimbot("advise", str(path))
    assert done.code == 2
    assert str(path) in done.err
    assert message in done.err


def test_a_finished_run_and_a_file_that_is_not_there(jimbot, tmp_path: Path) -> None:
    over = jimbot("advise", "jimbot1 seed=X phase=GAME_OVER")
    assert (over.code, "the run is over" in over.err) == (2, True)
    gone = jimbot("advise", str(tmp_path / "gone"))
    assert (gone.code, "No such file" in gone.err) == (2, True)
    agent = jimbot("advise", "jimbot1 seed=X", "--agent", "nobody")
    assert (agent.code, "unknown agent" in agent.err) == (2, True)
