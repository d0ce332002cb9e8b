"""The screen Assist and its companion: it acts once, only when armed, and says what happened."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("textual")
pytest.importorskip("httpx")

from jimbot.agents import make_agent
from jimbot.apps.tui.assist import AssistScreen
from jimbot.live.client import Client
from jimbot.live.client.exceptions import BalatrobotError
from jimbot.live.drive.companion import MOVED, NOT_ARMED, OTHER_RUN, UNCONFIRMED, Companion, Look
from jimbot.live.drive.reach import Unreachable, reach
from jimbot.live.server import Server, Session

from .shown import on_screen, same_screen, shown, until

LOST = (BalatrobotError, Unreachable)
READING = ("gamestate", "health", "rpc.discover", "jimbot.about")


class Noted(Session):
    """Notes what was done; ``late`` makes some calls wait first."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []
        self.late: dict[str, float] = {}

    def _run(self, name: str, params: Any) -> dict[str, Any]:
        time.sleep(self.late.pop(name, 0.0))
        answer = super()._run(name, params)
        if name not in (*READING, "start", "menu"):
            self.done.append(name)
        return answer


class RealGame(Noted):
    """It does not know the method by which our server names itself."""

    def _run(self, name: str, params: Any) -> dict[str, Any]:
        return super()._run("unknown" if name == "jimbot.about" else name, params)


@pytest.fixture(params=[Noted])
def served_game(request: pytest.FixtureRequest) -> Iterator[tuple[str, Noted]]:
    with Server([0], "127.0.0.1", request.param) as server:
        port = server.ports[0]
        url = f"http://127.0.0.1:{port}"
        with Client(url) as client:
            client.start(seed="ASSIST")
        session = server.sessions[port]
        assert isinstance(session, Noted)
        yield url, session


def companion(url: str, timeout: float | None = None, agent: str = "heuristic") -> Companion:
    return Companion(make_agent(agent), lambda: reach(url, timeout=timeout), LOST, topk=3)


def looked(beside: Companion, again: bool = False) -> Look:
    look = beside.look(again)
    assert look is not None
    return look


def wait_for(reached: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_it_suggests_and_does_nothing_unless_armed(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    beside = companion(url)
    look = looked(beside)
    assert (look.connected, look.armed) == (True, False)
    assert {one.action for one in look.notice.suggestions} == {"select_blind", "skip_blind"}
    assert beside.look() is None  # nothing has changed
    refused = beside.execute(0, look)
    assert (refused.notice.note, refused.notice.executed) == (NOT_ARMED, None)
    assert session.done == []
    beside.close()


def test_one_press_is_one_decision(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    beside = companion(url)
    look = looked(beside)
    assert "armed for run ASSIST" in beside.arm()
    done = beside.execute(0, look)
    assert done.notice.executed == look.notice.suggestions[0].action
    assert done.notice.suggestions  # for the position that follows
    assert len(session.done) == 1
    again = beside.execute(0, look)  # a second press on what was shown before
    assert (again.notice.executed, again.notice.note) == (None, MOVED)
    missing = beside.execute(99, again)
    assert "there is no suggestion 100" in missing.notice.note
    assert len(session.done) == 1
    beside.disarm()
    assert beside.execute(0, missing).notice.note == NOT_ARMED
    beside.close()


def test_a_game_that_plays_on_by_itself(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    beside = companion(url)
    look = looked(beside)
    beside.arm()
    with Client(url) as other:
        other.select()
    refused = beside.execute(0, look)
    assert (refused.notice.executed, refused.notice.note) == (None, MOVED)
    assert refused.notice.phase == "SELECTING_HAND"  # the new position, with new suggestions
    assert refused.notice.suggestions
    assert session.done == ["select"]
    with Client(url) as other:
        other.menu()
        other.start(seed="ANOTHER")
    changed = looked(beside)
    assert OTHER_RUN in changed.notice.note
    assert not changed.armed
    assert beside.execute(0, changed).notice.note == NOT_ARMED
    assert session.done == ["select"]
    beside.close()


def test_a_late_answer_is_no_reason_to_act_twice(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    with Client(url) as client:
        client.select()
    session.done.clear()
    beside = companion(url, timeout=0.5)
    look = looked(beside)
    beside.arm()
    method = look.notice.suggestions[0].action.split()[0]
    session.late[method] = 1.5
    late = beside.execute(0, look)
    assert (
        late.notice.executed or "disarmed" in late.notice.note
    )  # the client asked for the result, or gave up
    beside.arm()
    assert beside.execute(0, look).notice.executed is None  # pressed again while nothing was received
    wait_for(lambda: session.done == [method])
    beside.look(again=True)
    assert session.done == [method]
    beside.close()


class Losing(Noted):
    """Its answers to some calls never arrive, and neither do the calls."""

    lose: str | None = None

    def _run(self, name: str, params: Any) -> dict[str, Any]:
        if name == self.lose:
            self.lose = None
            time.sleep(1.2)
            raise SystemError("lost")
        return super()._run(name, params)


@pytest.mark.parametrize("served_game", [Losing], indirect=True)
def test_while_it_is_not_known_what_became_of_a_decision_nothing_is_sent(
    served_game: tuple[str, Losing],
) -> None:
    url, session = served_game
    beside = companion(url, timeout=0.4)
    look = looked(beside)
    beside.arm()
    session.lose = "select" if look.notice.suggestions[0].action == "select_blind" else "skip"
    assert "disarmed" in beside.execute(0, look).notice.note
    time.sleep(1.5)
    doubtful = looked(beside, again=True)
    assert UNCONFIRMED in doubtful.notice.note
    beside.arm()
    refused = beside.execute(0, doubtful)
    assert (refused.notice.executed, UNCONFIRMED in refused.notice.note) == (None, True)
    assert session.done == []
    with Client(url) as person:
        person.select()
    moved = looked(beside)
    assert UNCONFIRMED not in moved.notice.note
    assert session.done == ["select"]
    beside.close()


@contextmanager
def serving(port: int) -> Iterator[int]:
    """`jimbot serve` in a process of its own, killed at the end."""
    command = [sys.executable, "-m", "jimbot", "serve", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found is not None
        yield int(found[1])
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_server_that_is_killed_and_comes_back() -> None:
    with serving(0) as port:
        url = f"http://127.0.0.1:{port}"
        with Client(url) as client:
            client.start(seed="KILLED")
        beside = companion(url)
        look = looked(beside)
        beside.arm()
    gone = looked(beside)
    assert (gone.connected, gone.armed) == (False, False)
    assert "connection refused" in gone.notice.note.lower()
    assert "disarmed" in gone.notice.note
    beside.look()
    assert beside.look() is None  # output once
    assert beside.execute(0, look).notice.note == NOT_ARMED
    with serving(port):
        with Client(url) as client:
            client.start(seed="KILLED")
        back = looked(beside)
        assert (back.connected, back.armed) == (True, False)
        assert back.notice.suggestions
        assert beside.execute(0, back).notice.note == NOT_ARMED
        with Client(url) as client:
            assert client.gamestate()["state"] == "BLIND_SELECT"
        beside.close()


def test_many_presses_at_once_are_one_decision(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    beside = companion(url)
    look = looked(beside)
    beside.arm()
    presses = [threading.Thread(target=beside.execute, args=(0, look)) for _ in range(8)]
    for press in presses:
        press.start()
    for press in presses:
        press.join()
    assert len(session.done) == 1
    beside.close()


# -- the screen ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("served_game", [Noted, RealGame], indirect=True)
def test_the_screen(served_game: tuple[str, Noted], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url, session = served_game
    is_real = isinstance(session, RealGame)
    monkeypatch.setattr("jimbot.live.drive.arming.secrets.choice", lambda letters: "A")
    log = tmp_path / "assist.jsonl"
    screen = AssistScreen(companion(url), url, log, poll_seconds=0.3)

    async def act(app, pilot):
        await until(pilot, lambda: "to win" in shown(app))
        assert "not armed" in shown(app)
        await pilot.press("x")
        await until(pilot, lambda: "not armed: nothing was done" in shown(app))
        if is_real:
            await pilot.press("e")
            await until(pilot, lambda: "Type AAAAAA" in shown(app))
            await pilot.press(*"wrong", "enter")
            await until(pilot, lambda: "that was not the token" in shown(app))
            await pilot.press("e")
            await until(pilot, lambda: "Type AAAAAA" in shown(app))
            await pilot.press(*"aaaaaa", "enter")
        else:
            await pilot.press("e")
        await until(pilot, lambda: "connected    ARMED" in shown(app))
        assert session.done == []
        await pilot.press("x")
        await until(pilot, lambda: "done: " in shown(app))
        assert len(session.done) == 1
        await pilot.press("e")
        await until(pilot, lambda: "disarmed" in shown(app))
        await pilot.press("r")
        await pilot.press("q")

    on_screen(lambda: screen, act)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["executed"] for line in lines if line["executed"]]
    assert all(line["seconds"] < 5 for line in lines)


def test_a_run_is_begun_from_the_screen(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    with Client(url) as client:
        client.menu()

    async def act(app, pilot):
        await until(pilot, lambda: "no run is being played; b begins a run" in shown(app))
        await pilot.press("b")
        await until(pilot, lambda: "select blind" in shown(app))
        assert session.state == "BLIND_SELECT"
        await pilot.press("b")
        await until(pilot, lambda: "a run is being played: nothing was begun" in shown(app))

    on_screen(lambda: AssistScreen(companion(url), url, poll_seconds=0.1), act)
    assert session.done == []


def test_what_the_screen_shows(served_game: tuple[str, Noted]) -> None:
    url, session = served_game
    with Client(url) as client:
        client.call("select")

    async def act(app, pilot):
        await until(pilot, lambda: "the Two Pair banks" in shown(app))
        same_screen(app, "assist", url, r"\d+ ms")

    on_screen(lambda: AssistScreen(companion(url, agent="greedy"), url), act)
    assert session.done == ["select"]
