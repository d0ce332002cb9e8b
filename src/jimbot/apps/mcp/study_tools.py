"""Tools beside the games: cards and rules, seeds, evaluations of agents, and their results."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from typing import Annotated, Any

from pydantic import Field

from jimbot.agents import names
from jimbot.apps.mcp.game_tools import Short
from jimbot.apps.mcp.limits import AGENT_OPTIONS, Limits
from jimbot.apps.mcp.server import McpServer
from jimbot.evaluation import Record, RunOptions, evaluate, play_seeds
from jimbot.evaluation.evaluator import Jobs
from jimbot.game.content import as_kind, find_words, kinds, name_of, rows
from jimbot.game.seeds import seed_list
from jimbot.runs.reading import read_json
from jimbot.view import facts, seed_report

RULES = """Balatro, as this server plays it.
A run has antes 1 to 8. Each ante has a Small, a Big and a Boss Blind; a blind is beaten when the hands of
its round score its target. Small and Big Blind can be skipped for a tag, then there is no shop. A hand of 1
to 5 cards scores chips x mult: the poker hand gives the base, scoring cards add chips, and jokers act from
left to right, so their order matters. After a blind comes the cash-out, then the shop. The boss of ante 8
is the last.
Decisions are text: play 1,2,3; play A♥ K♥; use 1 on 2,3; buy Blueprint; leave_shop. Positions count from 1.
look_up describes every joker, consumable, voucher, blind, tag, deck, stake, poker hand, enhancement, edition
and seal.
"""


def add_study_tools(server: McpServer) -> None:
    limits = server.limits

    @server.tool()
    async def look_up(
        words: Annotated[
            str,
            Field(max_length=100, description="A name or key (baron), a kind (vouchers), or nothing."),
        ] = "",
    ) -> dict[str, Any]:
        """Facts about any card, blind, tag, deck, stake or poker hand, or the list of a kind."""
        if not words.strip():
            return {"kinds": {kind: len(rows(kind)) for kind in kinds()}}
        kind = as_kind(words.strip())
        if kind is not None:
            return {"kind": kind, "items": [f"{row['key']}: {name_of(row)}" for row in rows(kind)]}
        kind, row = find_words(words.split())
        about = {"kind": kind, "key": row["key"], "name": name_of(row), "text": row.get("text", "")}
        return about | {"facts": facts(kind, row)}

    @server.tool()
    async def read_seed(
        seed: Short,
        deck: Short = "red",
        stake: Short = "white",
        antes: Annotated[int, Field(ge=1, le=8)] = 2,
    ) -> dict[str, Any]:
        """What a seed holds: bosses, vouchers, tags, shops, packs and deals of its first antes."""
        return seed_report(seed, deck, stake, antes)

    @server.tool()
    async def agents() -> dict[str, Any]:
        """The agents that advise and evaluate_agent know."""
        return {"agents": names(), "options": list(AGENT_OPTIONS), "example": "search:ms=2000"}

    @server.tool()
    async def evaluate_agent(
        agent: Annotated[str, Field(max_length=200)] = "heuristic",
        seeds: Annotated[Short, Field(description="A list, such as dev-20 or valid-10@100.")] = "dev-10",
        deck: Short = "red",
        stake: Short = "white",
        save_as: Annotated[
            Short | None, Field(description="Keep the games in the server's folder under this name.")
        ] = None,
    ) -> dict[str, Any]:
        """Let an agent play fixed seeds: wins with their interval, antes, deaths. When time is up, the
        finished games are summed up; saved games are not played again."""
        chosen = seed_list(seeds)
        if len(chosen) > limits.seeds:
            raise ValueError(f"{seeds} holds {len(chosen)} seeds; at most {limits.seeds} are allowed")
        out = limits.inside(save_as) if save_as is not None else None
        games = _InTime(limits)
        try:
            found = await server.aside(
                evaluate,
                limits.agent_spec(agent),
                seeds=seeds,
                deck=deck,
                stake=stake,
                out=out,
                played_by=games.play,
                where={"backend": "sim"},
            )
        finally:
            games.given_up.set()
        return found.summary | {"asked_for": len(chosen)}

    @server.resource("jimbot://rules", mime_type="text/plain")
    async def rules() -> str:
        """The rules in short, and how decisions are written."""
        return RULES

    @server.resource("jimbot://results/{name}", mime_type="application/json")
    async def results(name: str) -> dict[str, Any]:
        """The result of an evaluation that was saved in the server's folder."""
        path = limits.inside(name) / "results.json"
        if not path.is_file() or path.is_symlink():
            raise ValueError(f"there is no result {name!r}")
        found: dict[str, Any] = read_json(path)
        return found


class _InTime:
    """Plays seeds in a worker process as long as there is time: half of a call's is for the last game. A call
    that is given up has its last game when that happens."""

    def __init__(self, limits: Limits) -> None:
        self._half = limits.seconds / 2 - 1
        self.given_up = threading.Event()

    def play(self, options: RunOptions, jobs: Jobs) -> Generator[Record, None, None]:
        until = time.monotonic() + self._half
        played = 0
        games = play_seeds(options, jobs, workers=1, patience=self._half)
        try:
            for record in games:
                late = self.given_up.is_set() or time.monotonic() > until
                if late and record.failure is not None:
                    break
                played += 1
                yield record
                if late:
                    break
        finally:
            games.close()
        if not played and jobs:
            raise ValueError(f"no game of {options.agent} ended within {self._half:.0f} s")
