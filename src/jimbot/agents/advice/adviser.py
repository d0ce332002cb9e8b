"""The one whom people ask: what it says first is what it does, and asked twice it says the same."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque

from jimbot.agents.advice.suggest import suggestions
from jimbot.agents.planned import Planned
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import make_agent
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.view import Suggestion

REMEMBERED = 256  # positions
PLANS = 8
SEED = 0


class Adviser(Agent):
    """Draws of a position are made from what is seen of it, and earlier advice is remembered: so a
    search that is ended by the clock says the same twice, too, and an autopilot makes the first of the hints.
    A decision of two actions is remembered like this as well: after the sale the purchase comes first. Any
    thread may ask."""

    def __init__(self, agent: Agent | str) -> None:
        self.agent = make_agent(agent) if isinstance(agent, str) else agent
        self.name = self.agent.name
        self.agent.reset(SEED)
        self._said: OrderedDict[bytes, Advice] = OrderedDict()
        self._plans: deque[Planned] = deque(maxlen=PLANS)
        self._done: set[bytes] = set()
        self._one_at_a_time = threading.RLock()

    def reset(self, seed: int) -> None:
        """It begins to play: from here on its agent remembers its own decisions."""
        with self._one_at_a_time:
            self.agent.reset(SEED)
            self._done.clear()

    def act(self, view: View) -> Action:
        """The first of what it says. A position that comes back while it plays is thought about again: an
        agent may count how often it has moved jokers back and forth."""
        with self._one_at_a_time:
            seen = view.same_for_all()
            key = seen.key
            advice = self._said.get(key) if key not in self._done else None
            self._done.add(key)
            return (advice or self._think(seen)).action

    def consider(self, view: View) -> Advice:
        with self._one_at_a_time:
            seen = view.same_for_all()
            known = self._said.get(seen.key)
            if known is None:
                self.agent.reset(SEED)
                known = self._think(seen)
            return known

    def suggest(self, view: View, most: int = 5) -> list[Suggestion]:
        """Its decision first, then what else there is, each with its reason."""
        with self._one_at_a_time:
            return suggestions(self.agent, view.same_for_all(), self.consider(view), most)

    def _think(self, view: View) -> Advice:
        advice = self._planned(view, self.agent.consider(view))
        first = advice.alternatives[0]
        if first.then is not None:
            self._plans.append(Planned.after(view, first.action, first.then))
        self._said[view.key] = advice
        if len(self._said) > REMEMBERED:
            self._said.popitem(last=False)
        return advice

    def _planned(self, view: View, advice: Advice) -> Advice:
        """With the second action of a decision first, if this is the position it was meant for."""
        plan = next((plan for plan in self._plans if plan.is_for(view)), None)
        if plan is None or plan.action == advice.action:
            return advice
        others = [one for one in advice.alternatives if one.action != plan.action]
        same = next((one for one in advice.alternatives if one.action == plan.action), None)
        return Advice((same or Alternative(plan.action, None, "what room was made for"), *others))
