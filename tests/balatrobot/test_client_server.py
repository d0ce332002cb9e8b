"""The clients and our own server together, with a relay between them that fails on command."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest

pytest.importorskip("httpx")

from jimbot.live.client.client import AsyncClient, Client
from jimbot.live.client.conduct import READING, Patience
from jimbot.live.client.exceptions import CallError, InvalidState
from jimbot.live.client.pool import Pool
from jimbot.live.protocol import effects
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .fake_game import FAULTS, FakeGame, FakeServer

HASTY = Patience(timeout=0.25, timeouts={"start": 5.0}, attempts=3, backoff=0.01, settle=0.2, poll=0.02)
Move = tuple[str, dict[str, Any]]


class Relay(FakeGame):
    """Passes requests on to a real server and notes what it executed."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.moves: list[Move] = []
        self._port = port

    def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=30)
        request = {"jsonrpc": "2.0", "method": method, "params": params, "id": 1}
        connection.request("POST", "/", json.dumps(request))
        answer: dict[str, Any] = json.loads(connection.getresponse().read())
        connection.close()
        if method not in READING and "result" in answer:
            self.moves.append((method, params))
        return {name: answer[name] for name in ("result", "error") if name in answer}


@pytest.fixture
def port() -> Iterator[int]:
    with Server([0], "127.0.0.1", Session) as server:
        yield server.ports[0]


def move(state: dict[str, Any], rng: random.Random) -> Move:
    """Something that is allowed in the state."""
    match state["state"]:
        case "MENU":
            return "start", {"deck": "RED", "stake": "WHITE", "seed": "RELAY1"}
        case "BLIND_SELECT":
            boss = state["blinds"]["boss"]["status"] == "SELECT"
            return ("select", {}) if boss or rng.random() < 0.7 else ("skip", {})
        case "SELECTING_HAND" if state["round"]["chips"] == 0 and rng.random() < 0.5:
            return "set", {"chips": 1_000_000}
        case "SELECTING_HAND":
            cards = sorted(
                rng.sample(range(len(state["hand"]["cards"])), k=min(5, len(state["hand"]["cards"])))
            )
            wasteful = state["round"]["discards_left"] > 0 and rng.random() < 0.4
            return ("discard" if wasteful else "play"), {"cards": cards}
        case "ROUND_EVAL":
            return "cash_out", {}
        case "SHOP" if state["money"] < 10 and rng.random() < 0.5:
            return "set", {"money": 30}
        case "SHOP":
            return shop_move(state, rng)
        case "SMODS_BOOSTER_OPENED" if rng.random() < 0.7:
            return "pack", {"card": rng.randrange(len(state["pack"]["cards"])), "targets": [0]}
        case "SMODS_BOOSTER_OPENED":
            return "pack", {"skip": True}
        case _:
            return "menu", {}


def shop_move(state: dict[str, Any], rng: random.Random) -> Move:
    moves: list[Move] = [("next_round", {})]
    for area, name in (("shop", "card"), ("packs", "pack"), ("vouchers", "voucher")):
        moves += [("buy", {name: place}) for place in range(len(state[area]["cards"]))]
    moves += [("sell", {"joker": place}) for place in range(len(state["jokers"]["cards"]))]
    moves += [("use", {"consumable": place}) for place in range(len(state["consumables"]["cards"]))]
    if len(state["jokers"]["cards"]) > 1:
        moves += [("rearrange", {"jokers": [*reversed(range(len(state["jokers"]["cards"])))]})]
    return rng.choice([*moves, ("reroll", {})])


def play_among_faults(port: int, seed: int, actions: int) -> None:
    """Plays at random; then a fresh game with the executed moves must be where this one is."""
    rng = random.Random(seed)
    relay = Relay(port)
    with FakeServer(relay) as between, Client(between.base_url, patience=HASTY) as client:
        for _ in range(actions):
            state = client.call("gamestate")
            method, params = move(state, rng)
            if rng.random() < 0.3:
                between.fail(rng.choice(FAULTS[1:]), on=method)
            done = len(relay.moves)
            try:
                answer = client.call(method, params)
            except CallError:  # refused, or without an answer: never because the client did not know
                assert relay.moves[done:] == []
            else:
                assert relay.moves[done:] == [(method, params)]
                assert effects.same(answer, client.call("gamestate"))
        end = client.call("gamestate")
    with Server([0], "127.0.0.1", Session) as fresh:
        again = Relay(fresh.ports[0])
        for method, params in relay.moves:
            again.answer(method, params)
        assert again.answer("gamestate", {})["result"] == end


def test_a_game_among_faults_is_the_game_without_them(port: int) -> None:
    play_among_faults(port, seed=0, actions=40)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(10, 20))
def test_a_long_game_among_faults_is_the_game_without_them(port: int, seed: int) -> None:
    play_among_faults(port, seed, actions=300)


def test_sync_and_async_play_the_same_game() -> None:
    with Server([0, 0], "127.0.0.1", Session) as server:
        first, second = (f"http://127.0.0.1:{port}" for port in server.ports)

        async def play() -> Any:
            async with AsyncClient(second) as client:
                await client.start(seed="SAME")
                await client.select()
                await client.discard([0, 1])
                return await client.play([0, 1, 2])

        with Client(first) as client:
            client.start(seed="SAME")
            client.select()
            client.discard([0, 1])
            assert client.play([0, 1, 2]) == asyncio.run(play())


def test_the_server_is_of_a_supported_version_and_refuses_by_name(port: int) -> None:
    with Pool([f"http://127.0.0.1:{port}"]) as pool, pool.lease() as client:
        assert client.check_version().startswith("1.5")
        with pytest.raises(InvalidState, match="requires one of these states: SELECTING_HAND"):
            client.play([0])
