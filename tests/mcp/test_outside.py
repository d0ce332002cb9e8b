"""An external game is looked at; it is played only where the start of the server allowed it."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from tests.mcp.conftest import serving
from tests.mcp.test_games import done, refused

from jimbot.live.server.server import Server
from jimbot.live.server.session import Session


@pytest.mark.parametrize("armed", [False, True])
def test_read_only_unless_armed(armed: bool) -> None:
    from mcp import Client

    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "TESTSEED"})

    async def play(url: str) -> None:
        async with Client(url) as client:
            shown = await done(client, "join_game")
            name = shown["game"]
            assert (shown["outside"], shown.get("armed", False), shown["phase"]) == (
                True,
                armed,
                "BLIND_SELECT",
            )
            assert (await done(client, "advise", game=name))["suggestions"][0]["decision"] == "select_blind"
            if not armed:
                assert "only looked at" in await refused(client, "play", game=name, decision="select_blind")
                assert session.state == "BLIND_SELECT"
                return
            shown = await done(client, "play", game=name, decision="select_blind")
            assert shown["phase"] == session.state == "SELECTING_HAND"
            assert "cannot be taken back" in await refused(client, "undo", game=name)

    with Server([0], "127.0.0.1", lambda: session) as server:
        address = f"http://127.0.0.1:{server.ports[0]}"
        with serving("--base-url", address, *(["--execute"] if armed else [])) as url:
            anyio.run(play, url)


def test_a_wrong_address_is_reported_and_the_server_goes_on() -> None:
    from mcp import Client

    async def ask(url: Any) -> None:
        async with Client(url) as client:
            assert "connection refused" in await refused(client, "join_game")
            await done(client, "start_game")

    with serving("--base-url", "http://127.0.0.1:9") as url:
        anyio.run(ask, url)
