"""Time and idleness: a call that takes too long is given up, a game that nobody touches is forgotten."""

from __future__ import annotations

import anyio
import pytest
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
