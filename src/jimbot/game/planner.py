"""The built-in hand planner: the next play or discard, from what a player sees."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot import _core
from jimbot.game import Action, Game
from jimbot.game.seen import Seen, as_action


@dataclass(frozen=True)
class PlannerOptions:
    """How far the planner looks; both 0: it never looks ahead."""

    discards: int  # discard candidates looked at
    samples: int  # redraws per candidate


@dataclass(frozen=True)
class Plan:
    """A play or discard, and the chance that the blind is cleared when the planner goes on like this."""

    action: Action
    clear_chance: float


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


def plan_hand(game: Seen, tier_or_options: str | PlannerOptions = "default", seed: int = 0) -> Action:
    """A legal play or discard in SELECTING_HAND. Same seed and same visible facts: same answer."""
    options = planner_options(tier_or_options)
    return _core.plan_hand(game._g, options.discards, options.samples, seed % 2**64)


def plan(game: Seen, tier_or_options: str | PlannerOptions = "default", seed: int = 0) -> Plan:
    """What ``plan_hand`` answers, with its chance."""
    action = plan_hand(game, tier_or_options, seed)
    return Plan(action, clear_chance(game, action, tier_or_options, seed))


def clear_chance(
    game: Seen,
    action: Action | str,
    tier_or_options: str | PlannerOptions = "default",
    seed: int = 0,
) -> float:
    """The chance to clear the blind when this play or discard comes now and the planner goes on."""
    options = planner_options(tier_or_options)
    return _core.clear_chance(game._g, as_action(action), options.discards, options.samples, seed % 2**64)


def play_round(game: Game, tier_or_options: str | PlannerOptions = "default", seed: int = 0) -> None:
    """Lets the planner play and discard until the round is over."""
    options = planner_options(tier_or_options)
    done = _core.play_round(game._g, options.discards, options.samples, seed % 2**64)
    if game._log is not None:
        game._log += map(str, done)
