"""The heuristic agent: the native strategist for everything, the hand planner for cards."""

from __future__ import annotations

from jimbot import _core
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.judge import weights
from jimbot.planner import planner_options


class NativeAgent(Agent):
    """An agent of the core: it decides, and leaves what it weighed behind."""

    core: _core.Strategist | _core.Search

    def act(self, view: View) -> Action:
        return self.core.decide(view.engine(), view.luck)

    def consider(self, view: View) -> Advice:
        action = self.act(view)
        now = self.core.win_chance
        weighed = [
            Alternative(other, price, f"{100 * (now + price):.1f} % to win ({100 * price:+.1f})")
            for other, price in self.core.alternatives
        ]
        first = [a for a in weighed if str(a.action) == str(action)][:1] or [Alternative(action)]
        return Advice((*first, *(a for a in weighed if str(a.action) != str(action))))


@register("heuristic")
class HeuristicAgent(NativeAgent):
    """``tier`` is the strength of the hand planner; ``rounds`` are played to measure a build; ``judge`` is a
    file of weights other than the package's."""

    def __init__(self, tier: str = "default", rounds: int = 16, judge: str | None = None) -> None:
        hands = planner_options(tier)
        self._settings = (weights(judge), rounds, 0, 0, hands.discards, hands.samples)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.core = _core.Strategist(*self._settings)
