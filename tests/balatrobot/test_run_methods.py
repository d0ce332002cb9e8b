"""start, menu, save, load, screenshot: every check in its order and with its text, every effect, nothing changed by a refusal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jimbot.balatrobot.protocol.errors import ProtocolError

from .sessions import (
    STATES,
    in_blind_select,
    in_menu,
    in_round,
    in_shop,
    refused,
    snapshot,
)

BR, IE = "BAD_REQUEST", "INTERNAL_ERROR"
STAKES = "WHITE, RED, GREEN, BLACK, BLUE, PURPLE, ORANGE, GOLD"
DECKS = "RED, BLUE, YELLOW, GREEN, BLACK, MAGIC, NEBULA, GHOST, ABANDONED, CHECKERED, ZODIAC, PAINTED, ANAGLYPH, PLASMA, ERRATIC"

Call = tuple[str, dict[str, Any]]


# -- start, menu ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS.split(", "))
@pytest.mark.parametrize("stake", ["WHITE", "GOLD"])
def test_every_deck_starts(deck: str, stake: str) -> None:
    state = in_menu().call("start", {"deck": deck, "stake": stake, "seed": "TEST"})
    assert (state["deck"], state["stake"], state["seed"]) == (deck, stake, "TEST")
    assert (state["state"], state["ante_num"], state["round_num"]) == ("BLIND_SELECT", 1, 0)
    assert state["money"] == {"YELLOW": 14}.get(deck, 4)
    assert state["cards"]["limit"] == {"ABANDONED": 40}.get(deck, 52) == state["cards"]["count"]
    assert [state["blinds"][b]["status"] for b in ("small", "big", "boss")] == [
        "SELECT",
        "UPCOMING",
        "UPCOMING",
    ]
    assert "shop" not in state
    assert "pack" not in state


@pytest.mark.parametrize("stake", STAKES.split(", "))
def test_every_stake_starts(stake: str) -> None:
    assert in_menu().call("start", {"deck": "RED", "stake": stake})["stake"] == stake


def test_runs_without_a_seed_differ() -> None:
    session = in_menu()
    seeds = set()
    for _ in range(5):
        seeds.add(session.call("start", {"deck": "RED", "stake": "WHITE"})["seed"])
        session.call("menu")
    assert len(seeds) == 5
    assert all(len(seed) == 8 for seed in seeds)


def test_the_session_seed_stands_in() -> None:
    session = in_menu(seed="MINE")
    assert session.call("start", {"deck": "RED", "stake": "WHITE"})["seed"] == "MINE"
    session.call("menu")
    assert session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "YOURS"})["seed"] == "YOURS"


@pytest.mark.parametrize(
    "seed", ["a", "lower case", "0" * 16, "A SEED THAT IS LONGER THAN SIXTEEN", "Ünïcode", "1\n2"]
)
def test_seeds_are_used_as_they_are(seed: str, tmp_path: Path) -> None:
    first, second = in_blind_select(seed), in_blind_select(seed)
    assert first.call("gamestate") == second.call("gamestate")
    assert first.call("gamestate")["seed"] == seed
    first.call("save", {"path": str(tmp_path / "run")})
    first.call("load", {"path": str(tmp_path / "run")})
    assert first.call("gamestate") == second.call("gamestate")


@pytest.mark.parametrize("state", STATES)
def test_menu_from_everywhere(state: str) -> None:
    session = STATES[state]()
    assert session.call("menu") == in_menu().call("gamestate") == session.call("menu")
    session.call("start", {"deck": "BLUE", "stake": "RED", "seed": "AGAIN"})
    assert session.state == "BLIND_SELECT"


# -- save, load, screenshot -------------------------------------------------------------------------------


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
    (tmp_path / "run").write_text("old")
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


@pytest.mark.parametrize("state", STATES)
def test_screenshot(state: str, tmp_path: Path) -> None:
    path = str(tmp_path / "shot.png")
    session = STATES[state]()
    before = snapshot(session)
    assert session.call("screenshot", {"path": path}) == {"success": True, "path": path}
    assert Path(path).read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert snapshot(session) == before
