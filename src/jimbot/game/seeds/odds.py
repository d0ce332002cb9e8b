"""How rare it is that a seed meets a condition, and how long a search for it takes: known before one
begins."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from jimbot import _core
from jimbot.game.seeds.query import Query
from jimbot.game.seeds.search import Search
from jimbot.runs.machine import cores
from jimbot.runs.statistics import Interval, wilson

SECONDS = 10.0


@dataclass(frozen=True)
class Odds:
    """``found`` of ``looked_at`` seeds meet the condition. ``share`` has a 95 % interval; where nothing
    was found it begins at 0."""

    looked_at: int
    found: int
    share: Interval
    seeds_per_second: float
    threads: int

    @property
    def first_seconds(self) -> float | None:
        """The mean time to the first one; None: nothing was found."""
        return 1 / (self.share.value * self.seeds_per_second) if self.found else None

    @property
    def all_seconds(self) -> float:
        """The time for all seeds of eight characters."""
        return _core.SEED_NAMES / self.seeds_per_second

    @property
    def expected(self) -> Interval:
        """How many of all seeds of eight characters there are."""
        share = self.share
        return Interval(*(_core.SEED_NAMES * x for x in (share.value, share.low, share.high)))


def odds(
    query: Query,
    seconds: float = SECONDS,
    threads: int | None = None,
    first: int | None = None,
    count: int | None = None,
    watch: Callable[[int], None] = lambda seen: None,
) -> Odds:
    """Looks at seeds for some seconds, or at ``count`` of them: in the order of names, as fast as a search
    is, from a place at random on or from ``first``. ``watch`` is called with how many so far."""
    first = secrets.randbelow(_core.SEED_NAMES // 2) if first is None else first
    search = Search(query, first, count=count, threads=cores() if threads is None else threads)
    end = time.perf_counter() + seconds
    for _ in search.chunks():
        watch(search.seen)
        if time.perf_counter() >= end and count is None:
            break
    looked_at = max(search.seen, 1)
    return Odds(
        looked_at,
        search.found,
        wilson(search.found, looked_at),
        looked_at / max(search.seconds, 1e-9),
        search.threads,
    )
