"""The same first line behind every door: terminal, terminal app, web, assist, advise, MCP, replay, notebook."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import anyio
import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.advice import Adviser
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.live.backends import RealBackend
from jimbot.live.drive.companion import Companion
from jimbot.live.drive.reel import Frame, Reel
from jimbot.live.server import Session
from jimbot.view import decision_words

PHASES = ("BLIND_SELECT", "SELECTING_HAND", "SHOP", "PACK", "ROUND_EVAL")


@cache
def positions() -> tuple[tuple[Game, Session], ...]:
    """One of each phase late in a run at Black Stake, as our game and as a server that is there too."""
    session, adviser = Session(), Adviser("heuristic")
    session.begin("DOORS", "b_red", "stake_black")
    backend = RealBackend(session, execute=True)
    found: dict[str, tuple[Game, Session]] = {}
    for _ in range(90):
        found[session.game.phase] = session.game.clone(), deepcopy(session)
        if backend.over:
            break
        backend.act(adviser.suggest(backend.view(), 1)[0].action)
    return tuple(found[phase] for phase in PHASES)


@pytest.fixture(params=range(len(PHASES)), ids=PHASES)
def position(request: pytest.FixtureRequest) -> tuple[Game, Session]:
    return positions()[request.param]


@pytest.fixture
def wanted(position: tuple[Game, Session]) -> str:
    """In words, as a notebook would ask."""
    return Adviser("heuristic").suggest(View(position[0], 7), 3)[0].text


def test_the_agent_makes_it(position: tuple[Game, Session], wanted: str) -> None:
    sitting = Sitting(position[0].clone())
    move = next(autopilot(sitting, Adviser("heuristic")))
    assert decision_words(move.view, move.action) == wanted


def test_terminal(jimbot: Any, position: tuple[Game, Session], wanted: str, tmp_path: Path) -> None:
    save = tmp_path / "position.save"
    position[0].save(save)
    shown = jimbot("play", "--load", str(save), keys="hint 1\n").out
    line = next(line for line in shown.splitlines() if line.startswith("1. "))
    assert " ".join(wanted.split()[:2]) in " ".join(line.split())


def test_advise(jimbot: Any, position: tuple[Game, Session], wanted: str, tmp_path: Path) -> None:
    save = tmp_path / "position.save"
    position[0].save(save)
    assert jimbot("advise", str(save), "--json").json["suggestions"][0]["text"] == wanted


def test_assist_beside_a_game(position: tuple[Game, Session]) -> None:
    """The protocol cannot do all that a player can: of what it has calls for, the first is the same."""
    callable_now = View(position[0], 7, calls_only=True)
    companion = Companion(make_agent("heuristic"), lambda: RealBackend(position[1]), ())
    look = companion.look()
    assert look is not None
    assert look.notice.suggestions[0].text == Adviser("heuristic").suggest(callable_now, 3)[0].text


def test_replay(position: tuple[Game, Session], wanted: str) -> None:
    assert Reel([Frame(position[0], None)], make_agent("heuristic")).thoughts(0)[0].text == wanted


def test_mcp(position: tuple[Game, Session], wanted: str) -> None:
    pytest.importorskip("mcp")
    from jimbot.apps.mcp.limits import Limits
    from jimbot.apps.mcp.serve import make_server
    from jimbot.apps.mcp.tables import OwnTable
    from mcp import Client

    async def ask() -> str:
        server = make_server(Limits())
        name = server.tables.add("stdio", OwnTable(Sitting(position[0]), True))
        async with Client(server) as client:
            answer = await client.call_tool("advise", {"game": name})
            return str(json.loads(answer.content[0].text)["suggestions"][0]["text"])

    assert anyio.run(ask) == wanted


def test_terminal_app(position: tuple[Game, Session], wanted: str, tmp_path: Path) -> None:
    pytest.importorskip("textual")
    from tests.tui.shown import on_screen, shown, until

    from jimbot.apps.tui import screens

    screen = screens.play(position[0].clone(), autosave=tmp_path / "play.run")

    async def act(app: Any, pilot: Any) -> None:
        await pilot.press("h")
        await until(pilot, lambda: f"heuristic: {wanted}" in shown(app))

    on_screen(lambda: screen, act)


@pytest.mark.slow
def test_web(position: tuple[Game, Session], wanted: str, tmp_path: Path) -> None:
    pytest.importorskip("streamlit")
    from streamlit.testing.v1 import AppTest

    from jimbot.apps.ui import places

    places.use(tmp_path)
    page = AppTest.from_string("from jimbot.apps.ui.pages import play\nplay.page()", default_timeout=300)
    page.session_state["sitting"] = Sitting(position[0].clone())
    page.session_state["advise"] = True
    page.run()
    assert not page.exception
    assert wanted in " ".join(element.proto.body for element in page.get("html"))
