"""`jimbot bench agents`: how fast the agents of the core decide, and how many games self-play gives."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, cast

from jimbot import _core
from jimbot.agents import make_agent
from jimbot.agents.heuristic import NativeAgent
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.play import GameTable, Moves
from jimbot.game import Game, deck_index, stake_index
from jimbot.game.seeds import seed_list
from jimbot.models.native import native_network
from jimbot.runs.console import progress

AGENTS = ("heuristic", "policy")
SEARCH = "search:worlds=32"
SHARE_OF_SEARCH = 20  # it plays one game of this many: a game takes as much longer
STAKES = ("white", "gold")  # in turn
MAX_STEPS = 20_000
NO_CHALLENGE = 255


def measure(games: int, quiet: bool = False) -> dict[str, Any]:
    """Decisions and games per second of one core, by its own time."""
    seeds = seed_list(f"dev-{games}")
    searched = seeds[: -(-games // SHARE_OF_SEARCH)]
    with progress("bench agents", len(AGENTS) * games + len(searched) + 1, quiet) as advance:
        rows = [_agent(agent, seeds, advance) for agent in AGENTS]
        rows.append(_agent(SEARCH, searched, advance))
        rows.append(_self_play(seeds))
        advance(1)
    return {"agents": rows}


def _row(agent: str, games: int, won: int, decisions: int, seconds: float) -> dict[str, Any]:
    return {
        "agent": agent,
        "games": games,
        "won": won,
        "decisions": decisions,
        "decisions_per_second": decisions / seconds,
        "games_per_second": games / seconds,
        "seconds_per_game": seconds / games,
    }


def _agent(spec: str, seeds: list[str], advance: Callable[[int], None]) -> dict[str, Any]:
    agent = make_agent(spec)
    worlds = None
    if isinstance(agent, NativeAgent) and isinstance(agent.core, _core.Search):
        worlds = _Counted(agent.core)
        agent.core = cast(_core.Search, worlds)
    won = decisions = 0
    begin = time.process_time()
    for number, seed in enumerate(seeds):
        game = Game(seed, stake=STAKES[number % len(STAKES)])
        decisions += sum(1 for _ in Moves(agent, GameTable(game), number))
        won += game.won
        advance(1)
    seconds = time.process_time() - begin
    row = _row(spec, len(seeds), won, decisions, seconds)
    if worlds is not None:
        row["worlds_per_second"] = worlds.worlds / seconds
    return row


class _Counted:
    """A search whose redrawn games are counted."""

    def __init__(self, search: _core.Search) -> None:
        self.search = search
        self.worlds = 0

    def decide(self, game: _core.Game, draw_seed: int, detailed: bool = False) -> _core.Decision:
        decision = self.search.decide(game, draw_seed, detailed)
        self.worlds += decision.worlds
        return decision


def _self_play(seeds: list[str]) -> dict[str, Any]:
    network = native_network(model_file(SHIPPED))
    decisions = won = 0
    begin = time.process_time()
    for at, stake in enumerate(STAKES):
        part = seeds[at :: len(STAKES)]
        run = deck_index("red"), stake_index(stake), NO_CHALLENGE
        played = _core.play_network(network, part, list(range(len(part))), *run, 1, MAX_STEPS)
        decisions += int(played["decisions"].sum())
        won += int((played["end"] == 24).sum())
    return _row("self-play", len(seeds), won, decisions, time.process_time() - begin)
