"""Cards, seeds, evaluations, resources, prompts, and what the server does not touch."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from tests.mcp.test_games import done, refused

from jimbot.view import seed_report


def test_cards_seeds_and_scores(connect: Any) -> None:
    async def ask() -> None:
        async with connect("http") as client:
            assert (await done(client, "look_up", words="baron"))["key"] == "j_baron"
            assert len((await done(client, "look_up", words="jokers"))["items"]) == 150
            assert await done(client, "read_seed", seed="ABC", antes=1) == seed_report("ABC", antes=1)
            name = (await done(client, "start_game", seed="TESTSEED"))["game"]
            await done(client, "play", game=name, decision="select_blind")
            assert (await done(client, "score_hand", game=name, cards=[4, 5]))["hand"] == "Pair"
            assert (await done(client, "score_hand", game=name, cards=["9♠", "9C"]))["hand"] == "Pair"
            answer = await done(client, "explain", game=name, decision="leave_shop")
            assert (answer["legal"], answer["why_not"]) == (False, "it belongs to another phase")
            shown = (await client.read_resource(f"jimbot://game/{name}/position")).contents[0].text
            assert json.loads(shown)["phase"] == "SELECTING_HAND"
            picture = await client.read_resource(f"jimbot://game/{name}/picture.png")
            assert picture.contents[0].blob.startswith("iVBOR")
            assert "play" in (await client.get_prompt("play_a_run")).messages[0].content.text.lower()
            await done(client, "end_game", game=name)

    anyio.run(ask)


def test_the_graph_is_asked(connect: Any) -> None:
    pytest.importorskip("ladybug")

    async def ask() -> None:
        async with connect("http") as client:
            assert "synergies" in (await done(client, "ask_graph"))["questions"]
            rows = (await done(client, "ask_graph", question="synergies", jokers=["baron"], source="rows"))[
                "rows"
            ]
            assert "j_mime" in [row["partner"] for row in rows]
            assert (await done(client, "ask_graph", question="deck", deck="checkered", limit=3))["rows"]
            assert "unknown question" in await refused(
                client, "ask_graph", question="MATCH (n) DETACH DELETE n"
            )
            assert "needs jokers" in await refused(client, "ask_graph", question="synergies")

    anyio.run(ask)


def test_an_evaluation_is_kept_in_the_folder_alone(connect: Any, http_server: Any) -> None:
    async def ask() -> None:
        async with connect("http") as client:
            result = await done(client, "evaluate_agent", agent="random", seeds="dev-2", save_as="mine")
            assert (result["n"], result["asked_for"]) == (2, 2)
            kept = (await client.read_resource("jimbot://results/mine")).contents[0].text
            assert json.loads(kept)["n"] == 2
            assert (http_server[1] / "mine" / "results.json").is_file()
            for name in ("../out", "/tmp/out", "a/b", ".hidden"):
                assert "is no name" in await refused(client, "evaluate_agent", agent="random", save_as=name)
            assert "at most 100" in await refused(client, "evaluate_agent", seeds="dev-101")
            assert "unknown seed list" in await refused(client, "evaluate_agent", seeds="/etc/passwd")
            (http_server[1] / "link").symlink_to("/etc")
            assert "not in the folder" in await refused(
                client, "evaluate_agent", agent="random", save_as="link"
            )

    anyio.run(ask)


@pytest.mark.parametrize(
    "agent",
    [
        "/tmp/evil.py",
        "scripted:file=/etc/passwd",
        "heuristic:judge=/etc/passwd",
        "policy:checkpoint=/etc/passwd",
    ],
)
def test_no_agent_leads_to_other_files(connect: Any, agent: str) -> None:
    async def ask() -> None:
        async with connect("http") as client:
            name = (await done(client, "start_game"))["game"]
            message = await refused(client, "advise", game=name, agent=agent)
            assert "unknown agent" in message or "not allowed" in message or "is no name" in message
            await done(client, "end_game", game=name)

    anyio.run(ask)
