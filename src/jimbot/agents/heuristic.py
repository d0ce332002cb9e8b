"""The heuristic agent: the native strategist for everything, the hand planner for cards."""

from __future__ import annotations

from dataclasses import replace

from jimbot import _core
from jimbot.agents.greedy import play_as_alternative
from jimbot.agents.judge import weights
from jimbot.agents.models import SHIPPED, model_file
from jimbot.agents.planned import TwoStepAgent
from jimbot.agents.protocol import Advice, Alternative
from jimbot.agents.registry import register
from jimbot.agents.tuning import read_tuning
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.game.planner import planner_options
from jimbot.game.records import percent
from jimbot.models.native import native_network
from jimbot.view.words import faces

ROUNDS, TRUST = 16, 0.005
WITHOUT_COMPARISON = {
    "use": "helps at once",
    "rearrange_jokers": "the order that scores most",
    "select_blind": "it cannot be skipped",
    "leave_shop": "nothing else can be done",
    "buy_card": "what room was made for",
    "pick": "what room was made for",
}


class NativeAgent(TwoStepAgent):
    """An agent of the core."""

    plans_hands = True
    core: _core.Strategist | _core.Search

    def act(self, view: View) -> Action:
        return self._decide(view)[0]

    def consider(self, view: View) -> Advice:
        action, decision = self._decide(view, detailed=True)
        weighed: dict[str, Alternative] = {}  # best first; a sale is there for each exchange it begins
        if decision is not None:
            for other, price in decision.alternatives:
                best = next(iter(weighed.values()), None)
                weighed.setdefault(str(other), _weighed(view, other, decision.chance + price, best))
        chosen = weighed.pop(str(action), None) or _not_weighed(view, action)
        if decision is not None:
            chosen = replace(chosen, then=decision.then)
        return Advice((chosen, *weighed.values()))

    def _decide(self, view: View, detailed: bool = False) -> tuple[Action, _core.Decision | None]:
        """The action, and the decision it comes from if it is not the second of the last one."""
        second = self.second_action(view)
        if second is not None:
            return second, None
        decision = self.core.decide(view.engine(), view.draw_seed, detailed)
        self.plan(view, decision.action, decision.then)
        return decision.action, decision


def _weighed(view: View, action: Action, chance: float, best: Alternative | None) -> Alternative:
    """With the chance to win, and how much less that is than by the best alternative; of a play, what it
    scores."""
    chance = min(1.0, max(0.0, chance))
    less = f" ({100 * (chance - best.score):+.1f})" if best is not None and best.score is not None else ""
    reason = f"{percent(chance)} to win{less}"
    if action.kind == "play":
        reason = f"{play_as_alternative(view, action).reason}, {reason}"
    return Alternative(action, chance, reason)


def _not_weighed(view: View, action: Action) -> Alternative:
    """Cards are the hand planner's; some things are done without comparison."""
    if action.kind == "play":
        return play_as_alternative(view, action)
    if action.kind == "discard":
        kept = [card for place, card in enumerate(view.hand) if place not in action.cards]
        return Alternative(action, None, f"keeps {faces(kept)}" if kept else "for a new hand")
    return Alternative(action, None, WITHOUT_COMPARISON.get(action.kind, ""))


@register("heuristic")
class HeuristicAgent(NativeAgent):
    """``tier`` is the strength of the hand planner; ``rounds`` is the number of rounds played to measure a
    build; ``trust`` is the chance to win that it takes to outweigh a choice that is e times as likely to the
    network of the package (0: the judge decides alone); ``judge`` is your own weights file, which decides
    alone if ``trust`` is not given; ``without`` leaves parts out (``packs+rerolls``), to see what they are
    worth; ``tuning`` is a JSON file of other constants than the built-in ones."""

    def __init__(
        self,
        tier: str = "default",
        rounds: int = ROUNDS,
        judge: str | None = None,
        without: str = "",
        tuning: str | None = None,
        trust: float | None = None,
    ) -> None:
        hands = planner_options(tier)
        parts = without.split("+") if without else []
        constants = read_tuning(tuning) if tuning is not None else {}
        if trust is None:
            trust = TRUST if judge is None else 0.0
        self.core = _core.Strategist(
            weights(judge).core,
            rounds,
            hands.discards,
            hands.samples,
            without=parts,
            tuning=constants,
            network=native_network(model_file(SHIPPED)) if trust else None,
            trust=trust,
        )
