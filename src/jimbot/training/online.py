"""Games of a network of decisions, many at once, and how well it plays: on fixed seeds, with intervals."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from jimbot import _core
from jimbot.evaluation.summary import standing
from jimbot.game import deck_index, stake_index
from jimbot.game.records import percent
from jimbot.models.decisions import DecisionNet, Inputs
from jimbot.training.data.lessons import NO_CHALLENGE, Expert, Lesson, lucks, played
from jimbot.training.data.settings import MOST_STEPS

AT_ONCE = 256


@torch.inference_mode()
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
    device: str = "cpu",
) -> list[Lesson]:
    """The games of these seeds. The expert makes a share ``beta`` of the decisions; ``temperature`` draws
    among the choices in place of taking the most likely one."""
    tables = _core.Tables(
        list(seeds), lucks(seeds, agent_seed), deck_index(deck), stake_index(stake), NO_CHALLENGE,
        net.shape.redraws, net.shape.rounds, threads, MOST_STEPS,
    )  # fmt: skip
    generator = np.random.default_rng(agent_seed)
    draw = torch.Generator(device).manual_seed(agent_seed)
    while len((seen := tables.look())["game"]):
        scores = net(Inputs.of(seen, device))
        if temperature > 0:
            noise = torch.rand(len(scores.logits), generator=draw, device=device).clamp(1e-9, 1 - 1e-7)
            scores.logits = scores.logits / temperature - torch.log(-torch.log(noise))
        chosen = scores.best().cpu().numpy().astype(np.int32)
        if beta > 0:
            chosen[generator.random(len(chosen)) < beta] = -1
        tables.act(chosen, expert.core if expert is not None else None)
    return tables.lessons()


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
    device: str = "cpu",
) -> dict[str, Any]:
    """The same games as ``jimbot eval --agent policy:...``, with other draws of the agent."""
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


def online_text(found: dict[str, Any]) -> str:
    return (
        f"{found['n']} games: {percent(found['win_rate'])} won"
        f" ({percent(found['win_rate_low'])} to {percent(found['win_rate_high'])}),"
        f" {found['mean_blinds']:.2f} blinds"
        f" ({found['mean_blinds_low']:.2f} to {found['mean_blinds_high']:.2f}),"
        f" {found['decisions_per_cpu_second']:,.0f} decisions/s of CPU"
    )
