"""The official client plays over both transports; clients do not meet; nonsense changes nothing."""

from __future__ import annotations

import random
from typing import Any

import anyio
import pytest

from jimbot import Game
from jimbot.apps.mcp.limits import Limits
from jimbot.apps.mcp.serve import make_server
from jimbot.apps.spoken import read_decision


async def done(client: Any, tool: str, **arguments: Any) -> Any:
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return answer.structured_content


async def refused(client: Any, tool: str, **arguments: Any) -> str:
    answer = await client.call_tool(tool, arguments)
    assert answer.is_error
    return str(answer.content[0].text)


@pytest.mark.parametrize(("transport", "mode"), [("stdio", "auto"), ("http", "auto"), ("http", "legacy")])
def test_a_whole_game(connect: Any, transport: str, mode: str) -> None:
    async def play() -> None:
        async with connect(transport, mode) as client:
            shown = await done(client, "start_game", seed="TESTSEED")
            name, decisions = shown["game"], []
            while not shown.get("over"):
                advice = await done(client, "advise", game=name, agent="greedy", topk=1)
                decisions.append(advice["suggestions"][0]["decision"])
                shown = await done(client, "play", game=name, decision=decisions[-1])
            same = Game("TESTSEED")
            for decision in decisions:
                same.apply(read_decision(same, decision))
            assert same.over
            assert (shown["ante"], shown["money"], shown["seed"]) == (same.ante, same.money, "TESTSEED")
            assert (await done(client, "history", game=name))["result"] == same.transcript
            await done(client, "end_game", game=name)

    anyio.run(play)


def test_clients_do_not_see_each_others_games(connect: Any) -> None:
    async def play() -> None:
        async with connect("http") as one, connect("http", "legacy") as other:
            mine = (await done(one, "start_game", seed="MINE"))["game"]
            theirs = (await done(other, "start_game", seed="THEIRS"))["game"]
            await done(other, "play", game=theirs, decision="select_blind")
            assert (await done(one, "look", game=mine))["phase"] == "BLIND_SELECT"
            for guess in ("", "1", mine[:-1], theirs.swapcase(), "../" + theirs):
                assert "there is no game" in await refused(one, "look", game=guess)
            output = str(await one.list_resources()) + str(await one.list_tools())
            assert theirs not in output
            await done(one, "end_game", game=mine)
            assert "there is no game" in await refused(one, "look", game=mine)
            await done(other, "end_game", game=theirs)

    anyio.run(play)


def test_a_drawn_seed_is_reported_at_the_end_only_and_undo_is_counted(connect: Any) -> None:
    async def play() -> None:
        async with connect("http") as client:
            shown = await done(client, "start_game")
            name = shown["game"]
            assert "seed" not in shown
            assert "seed=" not in (await done(client, "history", game=name))["result"]
            await done(client, "play", game=name, decision="select_blind")
            shown = await done(client, "undo", game=name)
            assert (shown["phase"], shown["undone"], shown["decisions"]) == ("BLIND_SELECT", 1, 0)
            assert "0 can be taken back" in await refused(client, "undo", game=name)
            await done(client, "end_game", game=name)

    anyio.run(play)


def test_a_client_has_so_many_games(connect: Any) -> None:
    async def play() -> None:
        async with connect("http", "legacy") as client:
            names = [(await done(client, "start_game"))["game"] for _ in range(4)]
            assert "4 are allowed" in await refused(client, "start_game")
            for name in names:
                await done(client, "end_game", game=name)

    anyio.run(play)


JUNK: list[Any] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x" * 500,
    "play 0,0",
    "../../etc/passwd",
    [],
    [[]],
    {"a": 1},
]


def test_a_thousand_malformed_calls_change_nothing(connect: Any) -> None:
    async def play() -> None:
        async with connect("http") as client:
            name = (await done(client, "start_game", seed="TESTSEED"))["game"]
            await done(client, "play", game=name, decision="select_blind")
            before = await done(client, "look", game=name)
            tools = {
                tool.name: list(tool.input_schema["properties"]) for tool in (await client.list_tools()).tools
            }
            changing = ["play", "undo", "score_hand", "explain", "advise", "end_game", "start_game", "look"]
            draw_seed = random.Random(7)
            for number in range(1000):
                tool = draw_seed.choice(changing)
                given = {field: draw_seed.choice(JUNK) for field in tools[tool]}
                if tool == "start_game":
                    given["deck"] = "no deck"
                elif number % 2 and tool in ("play", "advise", "score_hand"):
                    given["game"] = name
                else:
                    given["unknown"] = 1
                if draw_seed.random() < 0.2:
                    tool = draw_seed.choice(["", "shutdown", "play ", "__init__"])
                assert (await client.call_tool(tool, given)).is_error, (tool, given)
            assert await done(client, "look", game=name) == before
            await done(client, "end_game", game=name)

    anyio.run(play)


def test_decisions_are_read_as_they_are_shown_and_in_words() -> None:
    """Positions count from 1, hands are listed with them, and the text of an advice is a decision too."""
    from mcp import Client

    async def play() -> None:
        async with Client(make_server(Limits())) as client:
            shown = await done(client, "start_game", seed="TESTSEED")
            name = shown["game"]
            shown = await done(client, "play", game=name, decision="select blind")
            assert [card["position"] for card in shown["hand"]] == [1, 2, 3, 4, 5, 6, 7, 8]
            assert shown["choices"]["play"]["write"].startswith("play 1,2,3 ")
            advice = (await done(client, "advise", game=name, topk=3))["suggestions"]
            for one in advice:
                explained = [
                    await done(client, "explain", game=name, decision=one[words])
                    for words in ("decision", "text")
                ]
                assert explained[0] == explained[1]
                assert explained[0]["legal"]
            dear = await done(client, "why_not", game=name, decision="play 4♣")
            assert (dear["rank"] > 1, dear["action"], dear["best"]) == (True, "play 8", advice[0]["decision"])
            assert "redrawn games" in dear["in_words"]
            shown = await done(client, "play", game=name, decision="play 9♠ 9♣")
            assert shown["round_score"] == 56
            for wrong in ("play the kings", "play 9", "fly", "buy Blueprint", "play 0"):
                message = await refused(client, "play", game=name, decision=wrong)
                assert "\n" not in message
            assert (await done(client, "look", game=name))["round_score"] == 56

    anyio.run(play)
