"""Games of a network of decisions, played by the core, and how well it does, with intervals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from jimbot import _core
from jimbot.evaluation.summary import standing
from jimbot.game import deck_index, stake_index
from jimbot.game.records import percent
from jimbot.models.decisions import DecisionNet
from jimbot.models.native import network_of
from jimbot.training.data.lessons import NO_CHALLENGE, Expert, Lesson, draw_seeds, played
from jimbot.training.data.settings import MAX_STEPS

AT_ONCE = 256  # games whose rows are held in memory


def play_tables(
    net: DecisionNet,
    seeds: Sequence[str],
    deck: str = "red",
    stake: str = "white",
    threads: int = 1,
    agent_seed: int = 0,
    expert: Expert | None = None,
    beta: float = 0.0,
    temperature: float = 0.0,
) -> list[Lesson]:
    """The games of these seeds. The expert makes a share ``beta`` of the decisions; ``temperature`` draws
    among the choices in place of taking the most likely one."""
    network, each = network_of(net), draw_seeds(seeds, agent_seed)
    run = deck_index(deck), stake_index(stake), NO_CHALLENGE
    lessons: list[Lesson] = []
    for i in range(0, len(seeds), AT_ONCE):
        found = _core.play_network(
            network,
            list(seeds[i : i + AT_ONCE]),
            each[i : i + AT_ONCE],
            *run,
            threads,
            MAX_STEPS,
            temperature=temperature,
            expert=None if expert is None else expert.core,
            share=beta,
        )
        lessons += found["lessons"]
    return lessons


def results_of(lessons: Sequence[Lesson]) -> dict[str, Any]:
    """Wins and furthest blinds of games, with 95 % intervals."""
    games = [played(lesson) for lesson in lessons]
    return {
        **standing([game.won for game in games], [game.furthest for game in games]),
        "decisions": sum(game.steps for game in games),
        "furthest": [game.furthest for game in games],
    }


def play_online(
    net: DecisionNet,
    seeds: Sequence[str],
    deck: str = "red",
    stake: str = "white",
    threads: int = 1,
) -> dict[str, Any]:
    """The same games as ``jimbot eval --agent policy:...``, with other draws of the agent."""
    began, cpu = time.perf_counter(), time.process_time()
    found = results_of(play_tables(net, seeds, deck, stake, threads))
    seconds = time.perf_counter() - began
    cpu_seconds = time.process_time() - cpu
    return found | {
        "decisions_per_second": found["decisions"] / seconds,
        "decisions_per_cpu_second": found["decisions"] / cpu_seconds,
    }


def online_text(found: dict[str, Any]) -> str:
    return (
        f"{found['n']} games: {percent(found['win_rate'])} won"
        f" ({percent(found['win_rate_low'])} to {percent(found['win_rate_high'])}),"
        f" {found['mean_blinds']:.2f} blinds"
        f" ({found['mean_blinds_low']:.2f} to {found['mean_blinds_high']:.2f}),"
        f" {found['decisions_per_cpu_second']:,.0f} decisions/s of CPU"
    )
