"""The planner agent: the hand planner for cards, and no shopping."""

from __future__ import annotations

from jimbot.agents.greedy import go_on
from jimbot.agents.protocol import Agent
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.game.planner import plan_hand, planner_options


@register("planner")
class PlannerAgent(Agent):
    plans_hands = True

    def __init__(self, tier: str = "default") -> None:
        self.options = planner_options(tier)

    def act(self, view: View) -> Action:
        if view.phase == "SELECTING_HAND":
            return plan_hand(view.determinized(view.draw_seed), self.options, view.draw_seed)
        return go_on(view)
