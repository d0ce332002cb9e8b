"""The random agent: any legal kind of action, then any of that kind."""

from __future__ import annotations

from jimbot import _core
from jimbot.agents.protocol import Agent
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action


@register("random")
class RandomAgent(Agent):
    def act(self, view: View) -> Action:
        return _core.random_decision(view.engine(), view.draw_seed)
