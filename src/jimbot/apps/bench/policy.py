"""`jimbot bench policy`: decisions per second of the network of the package on one core, and how far its
integers are from the floats that it was trained with."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from jimbot import _core
from jimbot.agents.models import SHIPPED
from jimbot.game import deck_index, stake_index
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import DecisionNet, Inputs, load_net
from jimbot.models.native import network_of
from jimbot.runs.console import progress
from jimbot.training.data.lessons import NO_CHALLENGE, draw_seeds, played
from jimbot.training.data.settings import MAX_STEPS
from jimbot.training.online import AT_ONCE, play_tables

TIMES = 5  # the fastest counts: other programs only slow it down
STAKES = ("white", "gold")


def measure(games: int, quiet: bool = False) -> dict[str, Any]:
    """Processor time of whole games: listing the alternatives of every decision, rating them, playing on."""
    net, _ = load_net(SHIPPED)
    seconds = []
    with progress("bench policy", TIMES + len(STAKES), quiet) as advance:
        for _ in range(TIMES):
            began = time.process_time()
            lessons = play_tables(net, seed_list(f"dev-{games}"))
            seconds.append(time.process_time() - began)
            advance(1)
        integers = []
        for stake in STAKES:
            integers.append(compared(net, seed_list(f"dev-{games}"), stake))
            advance(1)
    decisions = sum(played(lesson).steps for lesson in lessons)
    return {
        "games": games,
        "decisions": decisions,
        "microseconds_per_decision": 1e6 * min(seconds) / decisions,
        "decisions_per_second": decisions / min(seconds),
        "integers": integers,
    }


def compared(net: DecisionNet, seeds: list[str], stake: str) -> dict[str, Any]:
    """The integers of the core beside the floats of torch: the share of decisions in which the same choice is
    the likeliest; and, where choices are drawn, how far the logarithms of their probabilities are apart, and
    the divergence of the two policies that follows, in thousandths of a nat."""
    likeliest = [taken == best for taken, best, _ in decided(net, seeds, stake, temperature=0.0)]
    apart = np.concatenate([apart for *_, apart in decided(net, seeds, stake, temperature=1.0)])
    return {
        "stake": stake,
        "decisions": sum(map(len, likeliest)),
        "agreement": float(np.concatenate(likeliest).mean()),
        "apart": float(np.abs(apart).mean()),
        "millinats": float((apart**2).mean() / 2 * 1000),
    }


def decided(
    net: DecisionNet, seeds: list[str], stake: str, temperature: float
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]]:
    """By some games at a time: the choices that were taken, those that floats find likeliest, and how much
    likelier the taken ones are by integers, as logarithms."""
    network, run = network_of(net), (deck_index("red"), stake_index(stake), NO_CHALLENGE)
    for i in range(0, len(seeds), AT_ONCE):
        part = seeds[i : i + AT_ONCE]
        found = _core.play_network(
            network, part, draw_seeds(part, 0), *run, 1, MAX_STEPS, temperature=temperature
        )
        seen = Inputs.of(found)
        with torch.no_grad():
            scores = net(seen)
        taken = found["taken"].astype(np.int64)
        thought = scores.log_probabilities()[seen.first_choices() + torch.from_numpy(taken)].numpy()
        yield taken, scores.best().numpy(), found["chance"].astype(np.float64) - thought
