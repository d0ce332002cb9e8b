"""The heuristic agent: the native strategist for everything, the hand planner for cards."""

from __future__ import annotations

from jimbot import _core
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.planner import planner_options


@register("heuristic")
class HeuristicAgent(Agent):
    """``rounds`` are played to measure a build, ``shelves`` looked at to price a reroll, ``packs`` opened to
    price a pack; ``tier`` is the strength of the hand planner."""

    def __init__(self, rounds: int = 48, shelves: int = 3, packs: int = 3, tier: str = "default") -> None:
        self.settings = (rounds, shelves, packs)
        self.hands = planner_options(tier)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self._strategist = _core.Strategist(*self.settings, self.hands.discards, self.hands.samples)

    def act(self, view: View) -> Action:
        return self._strategist.decide(view.engine(), view.luck)

    def consider(self, view: View) -> Advice:
        action = self.act(view)
        weighed = [
            Alternative(other, price, f"{100 * price:+.1f} % chance to win")
            for other, price in self._strategist.alternatives
            if str(other) != str(action)
        ]
        return Advice((Alternative(action), *weighed))
