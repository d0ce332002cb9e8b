"""The tool that asks the knowledge graph. Questions are fixed: Cypher of a client could read files."""

from __future__ import annotations

import threading
from typing import Annotated, Any

from pydantic import Field

from jimbot.apps.mcp.game_tools import Short
from jimbot.apps.mcp.server import McpServer
from jimbot.knowledge import QUESTIONS, Knowledge, open_store

MAX_JOKERS = 30


class _Asked:
    """The package's graph, opened when it is first asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._knowledge: Knowledge | None = None

    def ask(self, question: str, given: dict[str, Any]) -> list[dict[str, Any]]:
        with self._lock:
            if self._knowledge is None:
                self._knowledge = Knowledge(open_store())
            return self._knowledge.ask(question, **given)


def add_graph_tools(server: McpServer) -> None:
    asked = _Asked()

    @server.tool()
    async def ask_graph(
        question: Annotated[
            Short, Field(description="One of those listed without it, such as synergies.")
        ] = "",
        jokers: Annotated[
            list[Short] | None, Field(max_length=MAX_JOKERS, description="Jokers, such as those owned.")
        ] = None,
        boss: Short | None = None,
        deck: Short | None = None,
        archetype: Short | None = None,
        key: Annotated[Short | None, Field(description="Any card, tag, voucher or poker hand.")] = None,
        start: Annotated[Short | None, Field(description="The joker that paths begin with.")] = None,
        goal: Annotated[Short | None, Field(description="The joker that they lead to.")] = None,
        hops: Annotated[int | None, Field(ge=1, le=3)] = None,
        budget: Annotated[int | None, Field(ge=0, le=10_000)] = None,
        least: Annotated[float | None, Field(ge=-100, le=100)] = None,
        source: Annotated[Short | None, Field(description="rows, rounds, judge (default) or games.")] = None,
        limit: Annotated[int | None, Field(ge=1, le=200)] = None,
    ) -> dict[str, Any]:
        """Ask the knowledge graph what goes with what: synergies, additions within a budget, counters of a
        boss, fit of a deck, paths between jokers. Strengths were measured, with 95 % intervals, or follow
        from the rules."""
        if not question:
            listed = {
                name: f"{one.about}; takes {', '.join(one.parameters)}" for name, one in QUESTIONS.items()
            }
            return {"questions": listed}
        given = {
            "jokers": jokers, "boss": boss, "deck": deck, "archetype": archetype, "key": key, "start": start,
            "goal": goal, "hops": hops, "budget": budget, "least": least, "source": source, "limit": limit,
        }  # fmt: skip
        given = {name: value for name, value in given.items() if value is not None}
        return {"question": question, "rows": await server.aside(asked.ask, question, given)}
