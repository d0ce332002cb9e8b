"""How many seeds a second the search looks at, and how many a seed report in Python would."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from jimbot.game.seeds import Search, parse
from jimbot.runs.console import progress
from jimbot.runs.machine import cores
from jimbot.view import holds, seed_report

REPEATS = 3
CONDITIONS = {
    "shop": "ante<=1 shop j_blueprint",
    "shop_first_two": "ante<=1 shop<=2 negative any joker",
    "voucher_and_shop": "ante<=1 voucher v_telescope and shop j_blueprint",
    "legendary": "ante<=1 has j_perkeo",
    "packs": "ante<=1 pack j_blueprint",
    "example": "ante<=1 has j_perkeo and voucher v_telescope",
    "eight_antes": "has j_blueprint and has j_brainstorm and legendary j_perkeo",
}


def measure(seeds: int, quiet: bool = False) -> dict[str, Any]:
    threads = cores()
    with progress("bench seeds", (len(CONDITIONS) + 1) * REPEATS + 1, quiet) as advance:

        def best(text: str, count: int, threads: int, clock: Callable[[], float]) -> float:
            speeds = []
            for _ in range(REPEATS):
                begin = clock()
                for _ in Search(parse(text), count=count, threads=threads):
                    pass
                speeds.append(count / (clock() - begin))
                advance(1)
            return max(speeds)

        # one core by its own time, which other work on the machine disturbs little
        one = {name: best(text, seeds, 1, time.process_time) for name, text in CONDITIONS.items()}
        every = best(CONDITIONS["shop"], seeds * threads, threads, time.perf_counter)
        reports = _reports_per_second(CONDITIONS["shop"], max(1, seeds // 1000))
        advance(1)
    return {
        **{f"{name}_seeds_per_second": speed for name, speed in one.items()},
        "all_cores_shop_seeds_per_second": every,
        "reports_per_second": reports,
        "threads": threads,
        "seeds": seeds,
    }


def _reports_per_second(text: str, count: int) -> float:
    """The same question put to seed reports, which hold the whole ante."""
    query = parse(text)
    begin = time.process_time()
    for seed in range(count):
        holds(query, seed_report(f"B{seed}", antes=1))
    return count / (time.process_time() - begin)
