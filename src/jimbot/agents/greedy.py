"""The greedy agent: the hand that scores most now, the cheapest joker that fits."""

from __future__ import annotations

from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.game.records import Joker, number

GO_ON = ("select_blind", "cash_out", "leave_shop", "skip_pack")


@register("greedy")
class GreedyAgent(Agent):
    """Never discards, never skips, never uses anything."""

    def act(self, view: View) -> Action:
        return self.consider(view).action

    def consider(self, view: View) -> Advice:
        if view.phase == "SELECTING_HAND":
            return Advice(tuple(_plays(view)))
        return Advice(
            (*(_jokers(view) if view.phase == "SHOP" else ()), Alternative(go_on(view), None, "goes on"))
        )


def _plays(view: View) -> list[Alternative]:
    """Every play, best first. Effects by chance count as missed, face-down cards as nothing."""
    out = []
    for action in view.legal_actions():
        if action.kind == "play":
            out.append(play_as_alternative(view, action))
    return sorted(out, key=lambda a: (-(a.score or 0), a.action.cards))


def play_as_alternative(view: View, action: Action) -> Alternative:
    """A play with the points it makes at least."""
    score = view.score(action.cards)
    points = score.score or 0.0
    reason = f"{score.hand}, {number(points)} points" if score.hand else "a card lies face down"
    return Alternative(action, points, reason)


def _jokers(view: View) -> list[Alternative]:
    """The jokers that can be bought, cheapest first."""
    shop = view.shop
    offers = [(shop[i].price, i) for i in view.legal_indices("buy_card") if isinstance(shop[i].item, Joker)]
    return [
        Alternative(Action(f"buy_card {i}"), -price, f"{shop[i].item} for ${price}")
        for price, i in sorted(offers)
    ]


def go_on(view: View) -> Action:
    """Plays the blind, cashes out, leaves the shop or the pack."""
    kind = next((kind for kind in GO_ON if view.legal_indices(kind)), None)
    return Action(kind) if kind else view.legal_actions()[0]
