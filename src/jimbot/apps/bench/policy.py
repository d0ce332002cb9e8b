"""`jimbot bench policy`: how many decisions a second the network of the package makes on one core."""

from __future__ import annotations

import time
from typing import Any

import torch

from jimbot import _core
from jimbot.agents.models import SHIPPED
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import Inputs, load_net
from jimbot.runs.console import progress
from jimbot.training.data.lessons import Expert

BATCH = 256
TIMES = 5  # the fastest counts: other programs only slow it down


def measure(games: int, quiet: bool = False) -> dict[str, Any]:
    """Processor time to list the alternatives of every decision of some games, and to choose among them."""
    net, _ = load_net(SHIPPED)
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with progress("bench policy", TIMES, quiet) as advance, torch.no_grad():
            lessons = Expert("heuristic").play(seed_list(f"dev-{games}"), "red", "white", 1)
            listing, choosing = [], []
            for _ in range(TIMES):
                began = time.process_time()
                rows = _core.examples(lessons, net.shape.redraws, net.shape.rounds, 1)
                listed = time.process_time()
                seen = Inputs.of(rows)
                for some in torch.split(torch.arange(len(seen)), BATCH):
                    net(seen.take(some)).best()
                listing.append(listed - began)
                choosing.append(time.process_time() - listed)
                advance(1)
    finally:
        torch.set_num_threads(threads)
    decisions = len(seen)
    return {
        "games": games,
        "batch": BATCH,
        "decisions": decisions,
        "microseconds_to_list": 1e6 * min(listing) / decisions,
        "microseconds_to_choose": 1e6 * min(choosing) / decisions,
        "decisions_per_second": decisions / (min(listing) + min(choosing)),
    }
