"""Time and idleness: a call that takes too long is given up, a game that nobody touches is forgotten."""

from __future__ import annotations

import threading

import anyio
import httpx
import pytest
from tests.evaluation.processes import children
from tests.mcp.conftest import serving
from tests.mcp.test_games import done, refused

from jimbot import Game
from jimbot.apps.mcp.limits import Limits
from jimbot.apps.mcp.serve import make_server
from jimbot.apps.mcp.tables import OwnTable, Tables
from jimbot.apps.sitting import Sitting


def test_a_long_call_is_given_up_and_the_game_goes_on() -> None:
    from mcp import Client

    limits = Limits()

    async def ask() -> None:
        async with Client(make_server(limits)) as client:
            name = (await done(client, "start_game", seed="TESTSEED"))["game"]
            object.__setattr__(limits, "seconds", 1e-6)  # too short for any agent, however fast the machine
            assert "was given up" in await refused(client, "advise", game=name, agent="search")
            object.__setattr__(limits, "seconds", 60.0)
            assert (await done(client, "look", game=name))["decisions"] == 0

    anyio.run(ask)


def test_an_idle_game_makes_room() -> None:
    now = [0.0]
    tables = Tables(Limits(games=1, idle_seconds=10), lambda: now[0])
    old = tables.add("me", OwnTable(Sitting(Game()), True))
    with pytest.raises(ValueError, match="1 are allowed"):
        tables.add("me", OwnTable(Sitting(Game()), True))
    tables.add("somebody else", OwnTable(Sitting(Game()), True))
    now[0] = 11.0
    tables.add("me", OwnTable(Sitting(Game()), True))
    with pytest.raises(ValueError, match="there is no game"):
        tables.get(old)


def test_a_call_that_was_given_up_keeps_its_place_until_its_work_ends() -> None:
    server, go_on, lock, running = make_server(Limits()), threading.Event(), threading.Lock(), [0, 0]

    def work() -> int:
        with lock:
            running[0] += 1
            running[1] = max(running)
        go_on.wait(30)
        with lock:
            running[0] -= 1
        return 7

    async def ask() -> None:
        for _ in range(6):
            with anyio.move_on_after(0.05):
                await server.aside(work)
        with anyio.fail_after(30):
            while running[0] < 2:  # a thread of a busy machine begins late
                await anyio.sleep(0.01)
        assert running == [2, 2]
        go_on.set()
        assert await server.aside(work) == 7  # the first of the two may end before the second
        with anyio.fail_after(30):
            while running[0]:
                await anyio.sleep(0.01)

    anyio.run(ask)
    assert running == [0, 2]


def test_the_work_of_an_evaluation_that_is_given_up_ends() -> None:
    from mcp import Client

    before, search = children(), {"agent": "search:ms=20", "seeds": "dev-100"}

    async def ask() -> None:
        async with Client(make_server(Limits())) as client:
            async with anyio.create_task_group() as group:
                for _ in range(4):
                    group.start_soon(client.call_tool, "evaluate_agent", search)
                while len(children() - before) < 2:
                    await anyio.sleep(0.02)
                group.cancel_scope.cancel()
            with anyio.fail_after(20):  # all seeds take minutes, and a call may take one
                while children() - before:
                    await anyio.sleep(0.02)

    anyio.run(ask)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost"])
def test_requests_of_pages_and_of_other_hosts_are_refused_on_every_address(host: str) -> None:
    with serving("--host", host) as url:
        for headers in (
            {"Host": "evil.example"},
            {"Host": "[::1].evil.com"},
            {"Origin": "http://localhost:9"},
        ):
            assert httpx.post(url, headers=headers, json={}).status_code == 403, headers
        assert httpx.post(url, json={}).status_code != 403
