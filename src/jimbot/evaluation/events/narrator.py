"""A game as events: the positions before and after each decision in, events out."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from jimbot.agents.play import Move, Observer
from jimbot.game.action import Action
from jimbot.game.content import content
from jimbot.game.records import Offer
from jimbot.game.seen import Seen

Publish = Callable[[str, str, dict[str, Any]], None]  # type, game id, data


class Narrator(Observer):
    """``start`` says that a run begins, ``step`` each decision with the positions before and after it."""

    def __init__(self, publish: Publish) -> None:
        self._publish = publish
        self._game_id = "none"

    def begins(self, position: Seen) -> None:
        self.start(position)

    def moved(self, move: Move, position: Seen) -> None:
        self.step(move.view, move.action, position)

    def start(self, position: Seen) -> None:
        self._game_id = secrets.token_hex(8)
        self._say("game_start", deck=position.deck, stake=position.stake, challenge=position.challenge)

    def step(self, before: Seen, action: Action, position: Seen) -> None:
        self._decided(action, before, position)
        beaten = position.phase == "ROUND_EVAL" or (position.over and position.won)
        if before.phase == "SELECTING_HAND" and beaten:
            score = _finite(position.round_score)
            self._say("blind_defeated", blind=before.blind.name, ante=before.ante, score=score)
            self._say("round_end", round=before.round, money=position.money)
        if position.ante != before.ante:
            self._say("ante_change", ante=position.ante)
        if position.phase == before.phase:
            return
        if position.phase == "SELECTING_HAND" and before.phase == "BLIND_SELECT":
            blind = position.blind
            self._say("round_start", round=position.round, blind=blind.name, target=_finite(blind.target))
        elif position.phase == "SHOP" and before.phase == "ROUND_EVAL":
            self._say("shop_entered", money=position.money, cards=[_name(offer) for offer in position.shop])
        elif position.phase == "PACK":
            self._say("booster_opened", pack=content()["booster"][position.pack or ""]["name"])
        elif position.over:
            self._say("game_over", won=position.won, ante=position.ante, round=position.round)

    def _decided(self, action: Action, before: Seen, after: Seen) -> None:
        if action.kind == "play":
            cards = [before.hand[place].code for place in action.cards]
            score = before.score(action.cards)
            gained = _finite(after.round_score - before.round_score)
            self._say("hand_played", hand=score.hand, cards=cards, score=gained)
            jokers = {joker.name for joker in before.jokers}
            for name in dict.fromkeys(event.source for event in score.events if event.source in jokers):
                gives = [str(event) for event in score.events if event.source == name]
                self._say("joker_triggered", joker=name, gives=gives[:20])
        elif action.kind in ("buy_card", "buy_and_use"):
            offer = before.shop[action.index]
            self._say("card_purchased", card=_name(offer), price=offer.price)
        elif action.kind == "buy_voucher":
            offer = before.shop_vouchers[action.index]
            self._say("card_purchased", card=content()["voucher"][offer.key]["name"], price=offer.price)

    def _say(self, kind: str, **data: Any) -> None:
        self._publish(kind, self._game_id, data)


def _name(offer: Offer) -> str:
    return str(offer.item)


def _finite(number: float) -> float:
    """JSON has no infinity."""
    return max(-1.7e308, min(1.7e308, number)) if number == number else 0.0
