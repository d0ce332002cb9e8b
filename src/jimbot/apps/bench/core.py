"""How fast the core is: decisions and games per second, clone, reset, determinize."""

from __future__ import annotations

from typing import Any

from jimbot import _core
from jimbot.runs.console import progress
from jimbot.runs.machine import cores

REPEATS = 3
SIGNATURE_GAMES = 2000  # fixed, so that signatures compare across machines, dates and --games
TIMING_CALLS = 50_000


def measure(games: int, quiet: bool = False) -> dict[str, Any]:
    threads = cores()
    with progress("bench core", 3 * REPEATS + 1, quiet) as advance:

        def best(threads: int) -> dict[str, Any]:
            runs = []
            for _ in range(REPEATS):
                runs.append(_core.playouts(games, threads=threads, one_chip=True))
                advance(1)
            return min(runs, key=lambda run: float(run["seconds"]))

        one = best(1)
        every = best(threads)
        timings = []
        for _ in range(REPEATS):
            timings.append(_core.timings(TIMING_CALLS))
            advance(1)
        signature = _core.playouts(SIGNATURE_GAMES, threads=threads, one_chip=True, all_content=True)[
            "signature"
        ]
        advance(1)
    return {
        "decisions_per_second": one["decisions"] / one["seconds"],
        "games_per_second": one["games"] / one["seconds"],
        "all_cores_decisions_per_second": every["decisions"] / every["seconds"],
        "threads": threads,
        "games": games,
        "clone_ns": min(t["clone_ns"] for t in timings),
        "reset_ns": min(t["reset_ns"] for t in timings),
        "determinize_ns": min(t["determinize_ns"] for t in timings),
        "state_bytes": _core.STATE_BYTES,
        "signature": f"{signature:016x}",
    }
