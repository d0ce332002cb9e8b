"""`jimbot bench advice`: how long a suggestion takes, from the position to its reasons."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from jimbot.agents import View
from jimbot.agents.advice import Adviser
from jimbot.game import Game
from jimbot.game.seeds import seed_list
from jimbot.runs.console import progress

AGENTS = ("heuristic", "search:ms=300")
SHOWN = 5  # suggestions


def measure(decisions: int, agents: Sequence[str] = AGENTS, quiet: bool = False) -> dict[str, Any]:
    """Milliseconds by the clock of one suggestion after the other, over whole runs at Gold Stake."""
    rows = []
    with progress("bench advice", decisions * len(agents), quiet) as advance:
        for spec in agents:
            adviser, taken = Adviser(spec), dict[str, list[float]]()
            for game in _positions(adviser, decisions):
                begin = time.perf_counter()
                adviser.suggest(View(game, 0), SHOWN)
                where = "of cards" if game.phase == "SELECTING_HAND" else "elsewhere"
                taken.setdefault(where, []).append(1000 * (time.perf_counter() - begin))
                advance(1)
            taken["all"] = [each for some in taken.values() for each in some]
            rows += [{"agent": spec, "decisions": where} | _figures(taken[where]) for where in sorted(taken)]
    return {"advice": rows}


def _positions(adviser: Adviser, decisions: int) -> Iterator[Game]:
    """Those of runs in which the first suggestion is made."""
    seeds = iter(seed_list(f"dev-{decisions}"))
    game = Game(next(seeds), "red", "gold")
    for _ in range(decisions):
        if game.over:
            game = Game(next(seeds), "red", "gold")
        yield game
        game.apply(adviser.consider(View(game, 0)).action)


def _figures(milliseconds: list[float]) -> dict[str, Any]:
    median, rare = (float(np.percentile(milliseconds, share)) for share in (50, 99))
    return {"count": len(milliseconds), "median_ms": median, "p99_ms": rare, "most_ms": max(milliseconds)}
