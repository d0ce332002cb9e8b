"""`jimbot bench policy`: how many decisions a second the network of the package makes on one core."""

from __future__ import annotations

import time
from typing import Any

from jimbot.agents.models import SHIPPED
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import load_net
from jimbot.runs.console import progress
from jimbot.training.data.lessons import played
from jimbot.training.online import play_tables

TIMES = 5  # the fastest counts: other programs only slow it down


def measure(games: int, quiet: bool = False) -> dict[str, Any]:
    """Processor time of whole games: listing the alternatives of every decision, rating them, playing on."""
    net, _ = load_net(SHIPPED)
    seconds = []
    with progress("bench policy", TIMES, quiet) as advance:
        for _ in range(TIMES):
            began = time.process_time()
            lessons = play_tables(net, seed_list(f"dev-{games}"))
            seconds.append(time.process_time() - began)
            advance(1)
    decisions = sum(played(lesson).steps for lesson in lessons)
    return {
        "games": games,
        "decisions": decisions,
        "microseconds_per_decision": 1e6 * min(seconds) / decisions,
        "decisions_per_second": decisions / min(seconds),
    }
