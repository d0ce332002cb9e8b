"""Whole games through calls: the engine's decisions as calls of the protocol."""

from __future__ import annotations

import random

from jimbot import _core
from jimbot.game import Action, Game
from jimbot.live.protocol.calls import Call, has_call, to_call
from jimbot.live.server.session import Session


def call_of(game: Game, action: Action) -> Call | None:
    """The call for a decision; None where the protocol has none."""
    return to_call(action) if has_call(action, game) else None


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
