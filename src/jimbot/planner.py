"""The built-in hand planner: the next play or discard, from what a player sees."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot import _core
from jimbot.game import Action, Game


@dataclass(frozen=True)
class PlannerOptions:
    """How far the planner looks; both 0: it never looks ahead."""

    discards: int  # discard candidates looked at
    samples: int  # redraws per candidate


TIERS = {
    "lite": PlannerOptions(0, 0),
    "default": PlannerOptions(12, 24),
    "deep": PlannerOptions(24, 320),
}


def planner_options(tier: str | PlannerOptions) -> PlannerOptions:
    if isinstance(tier, PlannerOptions):
        return tier
    if tier not in TIERS:
        raise ValueError(f"unknown planner tier {tier!r}; one of {', '.join(TIERS)}")
    return TIERS[tier]


def plan_hand(game: Game, tier_or_options: str | PlannerOptions = "default", seed: int = 0) -> Action:
    """A legal play or discard in SELECTING_HAND. Same seed and same visible facts: same answer."""
    options = planner_options(tier_or_options)
    return _core.plan_hand(game.reveal(), options.discards, options.samples, seed % 2**64)
