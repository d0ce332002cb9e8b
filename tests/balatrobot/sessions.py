"""Sessions in the states that tests need, and what they ask of every answer."""

from __future__ import annotations

import json
from typing import Any

import pytest

from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.session import Session

SEED = "STEER01"


def rpc(session: Session, method: str, params: Any = None, request_id: Any = 1) -> dict[str, Any]:
    """One request through bytes; the whole answer."""
    request = {"jsonrpc": "2.0", "method": method, "id": request_id}
    if params is not None:
        request["params"] = params
    answer: dict[str, Any] = json.loads(session.handle(json.dumps(request).encode()))
    return answer


def in_menu(**options: Any) -> Session:
    return Session(debug_endpoints=True, **options)


def in_blind_select(seed: str = SEED, **options: Any) -> Session:
    session = in_menu(**options)
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": seed})
    return session


def in_round(seed: str = SEED, **options: Any) -> Session:
    session = in_blind_select(seed, **options)
    session.call("select")
    return session


def in_round_eval(seed: str = SEED) -> Session:
    session = in_round(seed)
    session.call("set", {"chips": 10_000})
    session.call("play", {"cards": [0]})
    return session


def in_shop(seed: str = SEED, money: int = 100) -> Session:
    session = in_round_eval(seed)
    session.call("cash_out")
    session.call("set", {"money": money})
    return session


def in_pack(key: str = "p_arcana_normal_1", seed: str = SEED) -> Session:
    """A pack of this key, opened from the shop."""
    session = in_shop(seed)
    session.call("buy", {"pack": 0})
    session.call("pack", {"skip": True})
    session.call("add", {"key": key})
    session.call("buy", {"pack": 1})
    return session


def put(session: Session, tokens: str) -> None:
    """Changes the position by notation."""
    assert session.game is not None
    session.game = session.game.edited(tokens)
    g, memory = session.core, session.memory
    if len(g.shop_packs) != len(memory.pack_numbers):
        memory.pack_numbers = list(range(g.next_number, g.next_number + len(g.shop_packs)))
    memory.update(g)


def snapshot(session: Session) -> tuple[Any, Any]:
    return session.game and session.game.to_bytes(), session.memory.copy()


def refused(session: Session, method: str, params: Any, name: str, message: str) -> None:
    """The call gets exactly this error, and nothing has changed."""
    before = snapshot(session)
    with pytest.raises(ProtocolError) as caught:
        session.call(method, params)
    assert (caught.value.name, caught.value.message) == (name, message)
    assert snapshot(session) == before


def keys(area: dict[str, Any]) -> list[str]:
    return [card["key"] for card in area["cards"]]
