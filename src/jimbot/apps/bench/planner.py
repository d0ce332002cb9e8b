"""`jimbot bench planner`: how strong and how fast the hand planner is."""

from __future__ import annotations

import time
from typing import Any

from jimbot.runs.console import progress

FIRST_SEED = 1_000_000  # numbers of the seeds; any others would do


def measure(games: int, tiers: list[str], quiet: bool = False) -> dict[str, Any]:
    """Blinds beaten when every blind is played and nothing is bought, and decisions per second, by tier."""
    from jimbot import _core
    from jimbot.game import Game
    from jimbot.game.planner import TIERS, plan_hand

    rows = []
    with progress("bench planner", games * len(tiers), quiet) as advance:
        for tier in tiers:
            beaten, decisions, spent = [], 0, 0.0
            for k in range(games):
                game = Game(seed=_core.seed_from_number(FIRST_SEED + k))
                rounds = 0
                while not game.over:
                    if game.phase == "SELECTING_HAND":
                        begin = time.perf_counter()
                        action = plan_hand(game, tier, seed=decisions)
                        spent += time.perf_counter() - begin
                        decisions += 1
                        game.apply(action)
                        rounds += game.phase == "ROUND_EVAL" or game.won
                    else:
                        game.apply(ONWARD[game.phase])
                beaten.append(rounds)
                advance(1)
            mean = sum(beaten) / games
            variance = sum((b - mean) ** 2 for b in beaten) / max(1, games - 1)
            rows.append(
                {
                    "tier": tier,
                    "discards": TIERS[tier].discards,
                    "samples": TIERS[tier].samples,
                    "blinds_beaten": mean,
                    "standard_error": (variance / games) ** 0.5,
                    "decisions_per_second": decisions / spent,
                }
            )
    return {"games": games, "tiers": rows}


ONWARD = {"BLIND_SELECT": "select_blind", "ROUND_EVAL": "cash_out", "SHOP": "leave_shop"}
