"""The heuristic agent: the native strategist for everything, the hand planner for cards."""

from __future__ import annotations

from jimbot import _core
from jimbot.agents.greedy import play_as_alternative
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.judge import weights
from jimbot.planner import planner_options

WITHOUT_COMPARISON = {
    "discard": "to draw better cards",
    "use": "helps at once",
    "rearrange_jokers": "the order that scores most",
    "buy_card": "what room was made for",
    "pick": "what room was made for",
}


class NativeAgent(Agent):
    """An agent of the core: it decides, and leaves what it weighed behind."""

    core: _core.Strategist | _core.Search

    def act(self, view: View) -> Action:
        return self.core.decide(view.engine(), view.luck)

    def consider(self, view: View) -> Advice:
        action = self.act(view)
        weighed: dict[str, Alternative] = {}  # best first; a sale is there for each exchange it begins
        for other, price in self.core.alternatives:
            best = next(iter(weighed.values()), None)
            weighed.setdefault(str(other), _weighed(other, self.core.win_chance + price, best))
        chosen = weighed.pop(str(action), None) or _not_weighed(view, action)
        return Advice((chosen, *weighed.values()))


def _weighed(action: Action, chance: float, best: Alternative | None) -> Alternative:
    """With the chance to win, and how much less that is than by the best alternative."""
    chance = min(1.0, max(0.0, chance))
    less = f" ({100 * (chance - best.score):+.1f})" if best is not None and best.score is not None else ""
    return Alternative(action, chance, f"{100 * chance:.1f} % to win{less}")


def _not_weighed(view: View, action: Action) -> Alternative:
    """Cards are the hand planner's; some things are done without comparison."""
    if action.kind == "play":
        return play_as_alternative(view, action)
    return Alternative(action, None, WITHOUT_COMPARISON.get(action.kind, ""))


@register("heuristic")
class HeuristicAgent(NativeAgent):
    """``tier`` is the strength of the hand planner; ``rounds`` are played to measure a build; ``judge`` is a
    file of weights other than the package's; ``without`` leaves parts out (``packs+rerolls``), to see what
    they are worth."""

    def __init__(
        self, tier: str = "default", rounds: int = 16, judge: str | None = None, without: str = ""
    ) -> None:
        hands = planner_options(tier)
        parts = without.split("+") if without else []
        self._settings = (weights(judge).core, rounds, hands.discards, hands.samples, 0.0, 0, parts)
        self.reset(0)

    def reset(self, seed: int) -> None:
        self.core = _core.Strategist(*self._settings)
