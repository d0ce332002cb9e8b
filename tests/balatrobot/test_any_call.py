"""Any call in any state: an answer of the right shape, or one of the protocol's errors and no change."""

from __future__ import annotations

import random
from typing import Any

import pytest

from jimbot.game.content import content
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.session import Session

from .sessions import in_blind_select, snapshot
from .states import check_state

CARDS = [f"{suit}_{rank}" for suit in "HDCS" for rank in "23456789TJQKA"]
KEYS = [*content()["joker"], *content()["consumable"], *content()["voucher"], *content()["booster"], *CARDS]
FREE = ("select", "skip", "cash_out", "next_round", "reroll")
MOVES = ("play", "discard", "use", "rearrange", "buy", "buy", "pack", "pack", "sell", "add", "set", *FREE)
FIELDS = {
    "buy": ("card", "voucher", "pack"),
    "sell": ("joker", "consumable"),
    "set": ("money", "chips", "ante", "round", "hands", "discards"),
    "rearrange": ("hand", "jokers", "consumables"),
}


def params_of(method: str, draw: random.Random) -> dict[str, Any]:
    few = [draw.randrange(-1, 10) for _ in range(draw.randint(0, 6))]
    if method in ("play", "discard"):
        return {"cards": few}
    if method == "use":
        return {"consumable": draw.randrange(-1, 4), "cards": few[:3]}
    if method == "pack":
        return draw.choice([{"skip": True}, {"card": draw.randrange(0, 5), "targets": few[:3]}, {"card": 0}])
    if method == "add":
        extra = draw.choice(
            [{}, {}, {"edition": "NEGATIVE"}, {"seal": "RED"}, {"eternal": True}, {"perishable": 2}]
        )
        return {"key": draw.choice(KEYS), **extra}
    name = draw.choice(FIELDS.get(method, ("none",)))
    if method == "rearrange":
        return {name: draw.sample(range(8), draw.choice([1, 2, 5, 8]))}
    if method == "set":
        return draw.choice([{name: draw.choice([0, 1, 5, 100, 10**6])}, {"shop": True}, {"chips": 10**9}])
    return {name: draw.randrange(-1, 4)}


def one_call(session: Session, draw: random.Random) -> None:
    method = draw.choice(MOVES)
    params = params_of(method, draw)
    before, refusal = snapshot(session), None
    try:
        check_state(session.call(method, params))
    except ProtocolError as error:
        refusal = error.name
    assert refusal in (None, "BAD_REQUEST", "INVALID_STATE", "NOT_ALLOWED")
    assert refusal is None or snapshot(session) == before


@pytest.mark.parametrize("number", range(6))
def test_any_call(number: int) -> None:
    draw = random.Random(number)
    session = in_blind_select(f"ANY{number}")
    for _ in range(1500):
        if session.state == "GAME_OVER":
            session = in_blind_select(f"ANY{draw.random():.6f}")
        one_call(session, draw)


@pytest.mark.deep
def test_any_call_for_long() -> None:
    draw = random.Random(99)
    session = in_blind_select("LONG")
    for _ in range(200_000):
        if session.state == "GAME_OVER":
            session = in_blind_select(f"ANY{draw.random():.6f}")
        one_call(session, draw)
