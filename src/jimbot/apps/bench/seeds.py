"""How many seeds a second the search looks at: in each way this processor knows, and one seed after the
other."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from jimbot import _core
from jimbot.game.seeds import parse
from jimbot.game.seeds.search import number_of
from jimbot.runs.console import progress
from jimbot.runs.machine import cores
from jimbot.view import holds, seed_report

REPEATS = 3
ONE_BY_ONE = "reader"
SLOWER = {"eight_antes": 10, ONE_BY_ONE: 10}  # there fewer seeds will do
CONDITIONS = {
    "shop": "ante<=1 shop j_blueprint",
    "shop_first_two": "ante<=1 shop<=2 negative any joker",
    "soul": "ante<=1 has the soul",
    "legendary": "ante<=1 has j_perkeo",
    "packs": "ante<=1 pack j_blueprint",
    "voucher": "ante<=1 voucher v_telescope",
    "voucher_and_tag": "ante<=1 voucher v_telescope and tag investment",
    "boss": "ante<=1 boss the hook",
    "eight_antes": "has j_blueprint and has j_brainstorm and legendary j_perkeo",
}


def measure(seeds: int, quiet: bool = False) -> dict[str, Any]:
    threads = cores()
    codes = [*_core.seed_codes(), ONE_BY_ONE]
    out: dict[str, Any] = {}
    with progress("bench seeds", len(CONDITIONS) * (len(codes) + 1) * REPEATS, quiet) as advance:

        def best(name: str, code: str, threads: int, clock: Callable[[], float]) -> float:
            finder = parse(CONDITIONS[name]).finder(code)
            count = seeds * threads // (SLOWER.get(name, 1) * SLOWER.get(code, 1))
            speeds = []
            for _ in range(REPEATS):
                begin = clock()
                for first in range(0, count, _core.MAX_SEEDS):
                    part = min(_core.MAX_SEEDS, count - first)
                    finder.find(number_of("BENCH") + first, part, threads, None)
                speeds.append(count / (clock() - begin))
                advance(1)
            return max(speeds)

        for name in CONDITIONS:
            # one core by its own time, which other work on the machine disturbs little
            for code in codes:
                out[f"{name}_{code}_seeds_per_second"] = best(name, code, 1, time.process_time)
            out[f"{name}_all_cores_seeds_per_second"] = best(name, codes[0], threads, time.perf_counter)
    reports = _reports_per_second(CONDITIONS["shop"], max(1, seeds // 1000))
    return {**out, "reports_per_second": reports, "threads": threads, "seeds": seeds}


def _reports_per_second(text: str, count: int) -> float:
    """The same question put to seed reports, which hold the whole ante."""
    query = parse(text)
    begin = time.process_time()
    for seed in range(count):
        holds(query, seed_report(f"B{seed}", antes=1))
    return count / (time.process_time() - begin)
