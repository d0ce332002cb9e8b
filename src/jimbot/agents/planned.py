"""Decisions of two actions: what a sale makes room for is done once it has been made."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot.agents.protocol import Agent
from jimbot.agents.view import View
from jimbot.game import Action, Game


@dataclass(frozen=True)
class Planned:
    """The second action of a decision, and the position that the first one leads to."""

    action: Action
    expected: Game

    @classmethod
    def after(cls, view: View, action: Action, then: Action) -> Planned:
        """For the position that an action leads to."""
        expected = view.determinized(view.draw_seed)
        expected.apply(action)
        return cls(then, expected)

    def is_for(self, view: View) -> bool:
        """Whether this is that position, as far as a player can foresee it: a sale may bring a joker."""
        there, foreseen = (
            (seen.phase, seen.ante, seen.round, seen.money, seen.shop, seen.pack_cards)
            for seen in (view, self.expected)
        )
        jokers = self.expected.jokers
        return there == foreseen and view.jokers[: len(jokers)] == jokers and view.is_legal(self.action)


class TwoStepAgent(Agent):
    """All it remembers is the second action of its last decision."""

    planned: Planned | None = None

    def reset(self, seed: int) -> None:
        self.planned = None

    def second_action(self, view: View) -> Action | None:
        """That of the last decision, if this is the position it was meant for; it is forgotten either way."""
        planned, self.planned = self.planned, None
        return planned.action if planned is not None and planned.is_for(view) else None

    def plan(self, view: View, action: Action, then: Action | None) -> None:
        """Remembers what is to follow an action."""
        if then is not None and view.is_legal(action):
            self.planned = Planned.after(view, action, then)
