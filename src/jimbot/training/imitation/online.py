"""How well a network of decisions plays: games on fixed seeds, with intervals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from jimbot.game.records import percent
from jimbot.models.decisions import DecisionNet
from jimbot.runs.statistics import mean_interval, wilson
from jimbot.training.data.lessons import Lesson, played
from jimbot.training.imitation.tables import play_tables

AT_ONCE = 256


def results_of(lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Wins and furthest blinds of games, with 95 % intervals."""
    games = [played(lesson) for lesson in lessons]
    rate = wilson(sum(game.won for game in games), len(games))
    blinds = mean_interval([game.furthest for game in games])
    return {
        "n": len(games),
        "win_rate": rate.value,
        "win_rate_low": rate.low,
        "win_rate_high": rate.high,
        "mean_blinds": blinds.value,
        "mean_blinds_low": blinds.low,
        "mean_blinds_high": blinds.high,
        "decisions": sum(game.steps for game in games),
        "furthest": [game.furthest for game in games],
    }


def play_online(
    net: DecisionNet,
    seeds: Sequence[str],
    deck: str = "red",
    stake: str = "white",
    threads: int = 1,
    device: str = "cpu",
) -> dict[str, Any]:
    """The same games as ``jimbot eval --agent policy:...`` in kind, with other luck of the agent."""
    began, cpu = time.perf_counter(), time.process_time()
    lessons: list[Lesson] = []
    for first in range(0, len(seeds), AT_ONCE):
        lessons += play_tables(net, seeds[first : first + AT_ONCE], deck, stake, threads, device=device)
    found = results_of(lessons)
    seconds = time.perf_counter() - began
    cpu_seconds = time.process_time() - cpu
    return found | {
        "decisions_per_second": found["decisions"] / seconds,
        "decisions_per_cpu_second": found["decisions"] / cpu_seconds,
    }


def told_online(found: dict[str, Any]) -> str:
    return (
        f"{found['n']} games: {percent(found['win_rate'])} won"
        f" ({percent(found['win_rate_low'])} to {percent(found['win_rate_high'])}),"
        f" {found['mean_blinds']:.2f} blinds"
        f" ({found['mean_blinds_low']:.2f} to {found['mean_blinds_high']:.2f}),"
        f" {found['decisions_per_cpu_second']:,.0f} decisions/s of CPU"
    )
