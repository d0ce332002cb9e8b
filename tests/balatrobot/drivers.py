"""Whole games through calls: the engine's decisions as calls of the protocol."""

from __future__ import annotations

import random
from typing import Any

from jimbot import _core
from jimbot.balatrobot.session import Session
from jimbot.game import Action, Game

Call = tuple[str, dict[str, Any]]

FIXED = {
    "select_blind": "select",
    "skip_blind": "skip",
    "cash_out": "cash_out",
    "reroll": "reroll",
    "leave_shop": "next_round",
}


def call_of(game: Game, action: Action) -> Call | None:
    """The call that stands for a decision; None where the protocol has none."""
    kind, index, cards = action.kind, action.index, action.cards
    g = game.reveal()
    if kind in FIXED:
        return FIXED[kind], {}
    if kind in ("play", "discard"):
        return kind, {"cards": cards}
    if kind == "pick":
        item = g.pack_cards[index][0]
        full = len(g.jokers) >= g.joker_slots
        return None if isinstance(item, _core.Joker) and full else ("pack", {"card": index, "targets": cards})
    if kind == "skip_pack":
        return "pack", {"skip": True}
    if kind in ("buy_card", "buy_voucher", "buy_pack"):
        return _purchase(g, kind, index)
    if game.phase not in ("SELECTING_HAND", "SHOP"):
        return None
    if kind == "use":
        return _use(g, index, cards)
    if kind in ("sell_joker", "sell_consumable"):
        return "sell", {kind.removeprefix("sell_"): index}
    return None


def _purchase(g: _core.Game, kind: str, index: int) -> Call | None:
    if kind == "buy_card":
        item = g.shop[index][0]
        if isinstance(item, _core.Joker) and len(g.jokers) >= g.joker_slots:
            return None
        if isinstance(item, _core.Consumable) and len(g.consumables) >= g.consumable_slots:
            return None
    return "buy", {kind.removeprefix("buy_"): index}


def _use(g: _core.Game, index: int, cards: list[int]) -> Call | None:
    key = g.consumables[index].key
    if key == "c_aura" or (key == "c_ankh" and len(g.jokers) >= g.joker_slots):
        return None
    return "use", {"consumable": index, "cards": cards} if cards else {"consumable": index}


def random_decision(game: Game, draw: random.Random) -> tuple[Action, Call]:
    """Good plays, and anything else at random."""
    if game.phase == "SELECTING_HAND" and draw.random() < 0.8:
        action = _core.plan_hand(game.reveal(), 2, 8, draw.getrandbits(32))
        call = call_of(game, action)
        if call is not None:
            return action, call
    kinds: dict[str, list[tuple[Action, Call]]] = {}
    for action in game.legal_actions():
        call = call_of(game, action)
        if call is not None:
            kinds.setdefault(action.kind, []).append((action, call))
    return draw.choice(kinds[draw.choice(sorted(kinds))])


def lift(session: Session) -> None:
    """Lets a random run survive its round."""
    if session.state == "SELECTING_HAND":
        session.call("set", {"chips": 10**12})
