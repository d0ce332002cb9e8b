"""Faults: whatever clients do, the server answers the next one, nothing leaks, and a refused call changes nothing."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from jimbot.live.client.raw_client import RawClient
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .episodes import episode, in_process
from .wire import (
    Counter,
    abort,
    ask,
    call,
    connect,
    descriptors,
    free_ports,
    post,
    read_answer,
    receive,
    rpc,
    served,
)

HOST = "127.0.0.1"


@pytest.fixture
def port() -> Iterator[int]:
    """A game with a hand to play."""
    before = descriptors()
    with Server([0], HOST, Session, patience=0.2) as server:
        (port,) = server.ports
        call(port, "start", {"deck": "RED", "stake": "WHITE", "seed": "FAULTS"})
        call(port, "select")
        yield port
        assert call(port, "health") == {"status": "ok"}
    assert descriptors() == before


def state(port: int) -> Any:
    return call(port, "gamestate")


def damaged(rng: random.Random) -> bytes:
    """A request with something wrong in it, or bytes that never were one."""
    bodies = [
        {"jsonrpc": "2.0", "method": "play", "params": {"cards": [0, 1]}, "id": 1},
        {"jsonrpc": "2.0", "method": "discard", "params": {"cards": [0]}, "id": "a"},
        {"jsonrpc": "2.0", "method": "rearrange", "params": {"hand": [7, 6, 5, 4, 3, 2, 1, 0]}, "id": 2},
    ]
    body = json.dumps(rng.choice(bodies)).encode()
    return rng.choice([noise, nonsense, flipped, cut, wrong_length, wrong_head])(rng, body)


def noise(rng: random.Random, body: bytes) -> bytes:
    return rng.randbytes(rng.randrange(2000)) + rng.choice([b"", b"\r\n\r\n"])


def nonsense(rng: random.Random, body: bytes) -> bytes:
    values = [
        b"[" * 50_000,
        b'{"a":' * 9_000,
        b'{"jsonrpc":"2.0","method":"play","params":{"cards":[1e999,-0]},"id":1}',
        b'{"jsonrpc":"2.0","method":"play","params":{"cards":[' + b"9" * 5000 + b']},"id":1}',
        b'{"jsonrpc":"2.0","method":"\\ud800","id":"\\udfff"}',
        b'{"jsonrpc":"1.0","method":"play","id":' + b"[" * 900 + b"]" * 900 + b"}",
        b'{"jsonrpc":"2.0","method":"play","params":{"cards":[0],"cards":"x"},"id":1}',
        b'{"jsonrpc":"2.0","method":["play"],"params":7,"id":1}',
        b'{"jsonrpc":"2.0","method":"play","params":{"cards":[0]},"id":NaN}',
        b"\xef\xbb\xbf" + body,
        rng.randbytes(rng.randrange(300)),
        b"null",
        b"",
    ]
    return post(rng.choice(values))


def flipped(rng: random.Random, body: bytes) -> bytes:
    data = bytearray(post(body))
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return bytes(data)


def cut(rng: random.Random, body: bytes) -> bytes:
    data = post(body)
    return data[: rng.randrange(len(data))]


def wrong_length(rng: random.Random, body: bytes) -> bytes:
    length = rng.choice(
        [b"-1", b"x", b"", b"1e3", b"99999999999999999999", b"65537", b"%d" % rng.randrange(200)]
    )
    return b"POST / HTTP/1.1\r\nContent-Length: " + length + b"\r\n\r\n" + body


def wrong_head(rng: random.Random, body: bytes) -> bytes:
    heads = [
        b"GET / HTTP/1.1",
        b"PATCH /x HTTP/1.1",
        b"POST /a/b HTTP/1.1",
        b"POST  HTTP/1.1",
        b"P" * 70_000,
        b"\0",
    ]
    return post(body, rng.choice(heads))


def test_a_thousand_damaged_requests(port: int) -> None:
    rng = random.Random(20_260_000)
    before = state(port)
    refused = 0
    for _ in range(1000):
        sock = connect(port, damaged(rng))
        sock.shutdown(socket.SHUT_WR)
        data = receive(sock)
        if data and "result" in read_answer(data).json:  # the damage left a call that is in order
            before = state(port)
            continue
        refused += 1
        assert state(port) == before
    assert refused > 900


def test_nothing_sent_in_part_is_done(port: int) -> None:
    before = state(port)
    request = rpc("play", {"cards": [0]})
    for end in range(0, len(request), 3):
        leave = socket.socket.close if end % 2 else abort
        leave(connect(port, request[:end]))
        assert state(port) == before


@pytest.mark.parametrize("size", [65_537, 200_000, 5_000_000])
def test_bodies_too_large(port: int, size: int) -> None:
    before = state(port)
    body = json.dumps({"jsonrpc": "2.0", "method": "play", "params": {"cards": [0]}, "id": 1}).encode()
    answer = ask(port, post(body + b" " * (size - len(body))))
    assert (answer.status, answer.message) == (400, "Request body too large")
    assert state(port) == before


def test_refused_calls_change_nothing(port: int) -> None:
    before = state(port)
    refused: list[tuple[str, dict[str, Any]]] = [
        ("play", {}),
        ("play", {"cards": []}),
        ("play", {"cards": [0, 1, 2, 3, 4, 5]}),
        ("play", {"cards": [0, 99]}),
        ("discard", {"cards": [-1]}),
        ("start", {"deck": "RED", "stake": "WHITE"}),
        ("buy", {"card": 0}),
        ("sell", {"joker": 0}),
        ("use", {"consumable": 0}),
        ("rearrange", {"hand": [0, 0, 1, 2, 3, 4, 5, 6]}),
        ("set", {"money": -1}),
        ("add", {"key": "j_nobody"}),
        ("load", {"path": "/no/such/file"}),
        ("no_such_method", {}),
    ]
    for method, params in refused:
        assert isinstance(call(port, method, params), str), method
        assert state(port) == before, method


def test_many_clients_leave_at_any_moment(port: int) -> None:
    rng = random.Random(5)
    before = state(port)
    request = rpc("gamestate")
    for _ in range(300):
        sock = connect(port, request[: rng.randrange(len(request) + 1)])
        (abort if rng.random() < 0.5 else socket.socket.close)(sock)
    assert state(port) == before


def test_clients_that_never_ask(port: int) -> None:
    """More of them than the backlog is a queue of patience each; these few give way in time."""
    idle = [connect(port, b"POST / HT") for _ in range(5)]
    assert call(port, "health") == {"status": "ok"}
    for sock in idle:
        sock.close()


def test_refused_clients_that_never_leave(port: int) -> None:
    refused = [connect(port, b"PUT / HTTP/1.1\r\nContent-Length: 100\r\n\r\nhalf") for _ in range(100)]
    assert call(port, "health") == {"status": "ok"}
    for sock in refused:
        sock.close()


def test_parallel_clients_on_one_port() -> None:
    clients, calls = 16, 60
    before = descriptors()
    with Server([0], HOST, Counter) as server:
        (port,) = server.ports
        seen: list[int] = []

        def act(client: int) -> None:
            for number in range(calls):
                seen.append(call(port, "act", id=f"{client}-{number}"))

        run_all([threading.Thread(target=act, args=(client,)) for client in range(clients)])
        assert sorted(seen) == list(range(1, clients * calls + 1))
    assert descriptors() == before


@pytest.mark.slow
def test_ports_under_load_with_faults_among_the_calls() -> None:
    before = descriptors()
    with Server([0] * 4, HOST, Session) as server:
        load(server.ports, seconds=4.0)
    assert descriptors() == before


@pytest.mark.deep
def test_eight_ports_under_load_for_a_minute() -> None:
    with served("--ports", ",".join(map(str, free_ports(8)))) as server:
        for port in server.ports:
            call(port, "health")
        before = descriptors(server.pid)
        load(server.ports, seconds=60.0)
        time.sleep(2.5)  # the longest farewell
        assert descriptors(server.pid) == before


def load(ports: list[int], seconds: float) -> None:
    """A player and a troublemaker per port. Every player sees exactly the run it would see alone."""
    end = time.monotonic() + seconds
    played = dict.fromkeys(ports, 0)
    failures: list[BaseException] = []

    def play(port: int) -> None:
        try:
            while time.monotonic() < end:
                states = episode(RawClient(f"http://{HOST}:{port}").call)
                assert states == expected
                played[port] += 1
        except BaseException as error:
            failures.append(error)

    def trouble(port: int) -> None:
        rng = random.Random(port)
        try:
            while time.monotonic() < end:
                sock = connect(port, rng.choice([noise, cut, wrong_head])(rng, b"{}"))
                (abort if rng.random() < 0.5 else socket.socket.close)(sock)
                time.sleep(0.002)
        except BaseException as error:
            failures.append(error)

    expected = episode(in_process(Session()))
    run_all([threading.Thread(target=work, args=(port,)) for port in ports for work in (play, trouble)])
    assert failures == []
    assert all(played.values())


def run_all(threads: list[threading.Thread]) -> None:
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
