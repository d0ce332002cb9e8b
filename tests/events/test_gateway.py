"""The gateway: what it takes and refuses, batches, slow listeners, rate, log and replay."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.sync.server import ServerConnection, serve

from jimbot.evaluation.events import EventLog, Publisher, listen, read_log
from jimbot.evaluation.events.client import send_again

GOOD: dict[str, Any] = {
    "type": "heartbeat",
    "timestamp": 1.5,
    "game_id": "g-1",
    "data": {"n": [1, {"a": "b"}]},
}


def deep(levels: int) -> Any:
    return {"a": deep(levels - 1)} if levels else 1


def wait_for(condition: Any, seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


BAD = [
    ("nonsense", "a message is JSON"),
    ("[" * 100_000, "a message is JSON"),
    ('{"timestamp": NaN}', "a message is JSON"),
    ("7", "it is 7; a table of names and values is needed"),
    (json.dumps([GOOD] * 1001), "at most 1000"),
    (json.dumps({"type": "heartbeat", "timestamp": 1}), "game_id is needed"),
    (json.dumps(GOOD | {"type": "hack"}), "type is 'hack'; 'game_start', "),
    (json.dumps(GOOD | {"type": ["x"]}), "type is ['x']; "),
    (json.dumps(GOOD | {"timestamp": "now"}), "timestamp is 'now'"),
    (json.dumps(GOOD | {"timestamp": True}), "timestamp is True"),
    (json.dumps(GOOD | {"game_id": "x" * 51}), "game_id is"),
    (json.dumps(GOOD | {"game_id": "../x"}), "game_id is"),
    (json.dumps(GOOD | {"extra": 1}), "unknown field extra"),
    (json.dumps(GOOD | {"x" * 9_000: 1}), "unknown field xxx"),
    (json.dumps(GOOD | {"priority": "low"}), "priority is 'low'"),
    (json.dumps(GOOD | {"data": [1]}), "data is [1]; a table"),
    (json.dumps(GOOD | {"data": {"a": "x" * 16_385}}), "more than 16384 bytes"),
    (json.dumps(GOOD | {"data": {"a": [0] * 1001}}), "at most 1000"),
    (json.dumps(GOOD | {"data": deep(9)}), "nested more than 8"),
    (json.dumps(GOOD | {"timestamp": 10**40}), "timestamp is 1000"),
    (
        json.dumps(GOOD | {"data": {"a": [10**4000] * 50}}),
        "more than 16384 bytes",
    ),  # short as eight bytes each
    (json.dumps(GOOD | {"data": {"a": [[[]] * 900] * 3}}), "more than 16384 bytes"),  # empty, and many
]


def test_malformed_and_oversized_events_are_refused(make_gateway: Any, stats: Any) -> None:
    url = make_gateway()
    with connect(url) as client:
        for message, why in BAD:
            client.send(message)
            answer = json.loads(client.recv(timeout=10))
            assert why in answer["why"], message[:80]
            assert (answer["taken"], answer["refused"]) == (0, 1)
        client.send(json.dumps([GOOD, GOOD | {"type": "hack"}, GOOD]))
        assert json.loads(client.recv(timeout=10)) | {"why": ""} == {"taken": 2, "refused": 1, "why": ""}
        client.send("x" * 1_100_000)
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(timeout=10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    wait_for(lambda: sum(stats(url)["refused"].values()) == len(BAD) + 2)
    assert stats(url)["accepted"] == 2
    assert {"it is", "data is", "unknown field"} <= stats(url)["refused"].keys(), (
        "few reasons, whatever is sent"
    )


def test_pages_of_browsers_and_other_paths_are_refused(make_gateway: Any) -> None:
    url = make_gateway()
    for address, origin in ((url, "http://evil.example"), (url + "/more", None)):
        with pytest.raises(InvalidStatus), connect(address, origin=origin):
            pass


def test_other_hosts_are_refused_on_every_path(make_gateway: Any) -> None:
    name, port = make_gateway().removeprefix("ws://").removesuffix("/events").split(":")
    for path in ("/stats", "/events", "/listen", "/"):
        for line in (
            "Host: evil.example",
            "Host: [::1].evil.com",
            "Host: localhost\r\nOrigin: http://localhost",
        ):
            with socket.create_connection((name, int(port))) as client:
                client.sendall(f"GET {path} HTTP/1.1\r\n{line}\r\n\r\n".encode())
                assert client.recv(100).startswith(b"HTTP/1.1 403 "), (path, line)


def test_idle_listeners_do_not_lock_out_publishers(make_gateway: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("jimbot.evaluation.events.gateway.MAX_CLIENTS", 4)
    url = make_gateway()
    with contextlib.ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(connect(url.replace("/events", "/listen")))
        with pytest.raises(InvalidStatus, match="503"):
            stack.enter_context(connect(url.replace("/events", "/listen")))
        client = stack.enter_context(connect(url))
        client.send(json.dumps([GOOD, GOOD | {"type": "hack"}]))
        assert json.loads(client.recv(timeout=10))["taken"] == 1


def test_publishers_that_say_nothing_make_room(make_gateway: Any, monkeypatch: Any) -> None:
    for name, value in {"MAX_CLIENTS": 3, "QUIET": 1.0, "FIRST": 0.5}.items():
        monkeypatch.setattr(f"jimbot.evaluation.events.gateway.{name}", value)
    url = make_gateway()
    with contextlib.ExitStack() as stack:
        busy = stack.enter_context(connect(url))
        silent = [stack.enter_context(connect(url)) for _ in range(2)]
        silent[1].send('{"type": "hack"}')  # what is refused keeps no place
        with pytest.raises(InvalidStatus, match="503"):
            connect(url)
        until = time.monotonic() + 2
        while time.monotonic() < until:
            busy.send(json.dumps(GOOD))
            time.sleep(0.1)
        late = [stack.enter_context(connect(url)) for _ in range(2)]
        with pytest.raises(InvalidStatus, match="503"):
            connect(url)
        for client in (busy, *late):
            client.send("nonsense")
            assert json.loads(client.recv(timeout=10))["refused"] == 1
        assert json.loads(silent[1].recv(timeout=10))["refused"] == 1
        for client in silent:
            with pytest.raises(ConnectionClosed):
                client.recv(timeout=10)


def test_listeners_of_one_address_are_few_here_too(make_gateway: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("jimbot.evaluation.events.gateway.MAX_OF_ONE", 3)
    url = make_gateway()
    with contextlib.ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connect(url.replace("/events", "/listen")))
        for address in ("127.0.0.1", "127.0.0.2"):
            with pytest.raises(InvalidStatus, match="503"):
                connect(url.replace("/events", "/listen"), source_address=(address, 0))
        for _ in range(5):
            stack.enter_context(connect(url))


def test_a_window_makes_one_batch_and_high_priority_goes_at_once(make_gateway: Any) -> None:
    url = make_gateway()
    batches: list[Any] = []
    thread = threading.Thread(
        target=lambda: batches.extend(batch for batch, _ in zip(listen(url), range(2), strict=False))
    )
    thread.start()
    time.sleep(0.5)
    with connect(url) as client:
        for n in range(20):
            client.send(json.dumps(GOOD | {"data": {"n": n}}))
        time.sleep(0.5)
        client.send(json.dumps(GOOD | {"priority": "high"}))
        wait_for(lambda: len(batches) > 1)
    shown = [event["data"].get("n") for batch in batches for event in batch]
    assert shown[:20] == list(range(20))
    assert len(batches[0]) > 1  # gathered, however slow this machine is


def test_so_many_events_a_minute(make_gateway: Any, stats: Any) -> None:
    url = make_gateway(rate=600)
    with connect(url) as client:
        client.send(json.dumps([GOOD] * 700))
        answer = json.loads(client.recv(timeout=10))
    assert 600 <= answer["taken"] <= 650
    assert answer["why"] == "too many events a minute"


def test_a_publisher_says_what_was_refused(make_gateway: Any) -> None:
    url, said = make_gateway(rate=10), []
    publisher = Publisher(url, say=said.append)
    for n in range(100):
        publisher.publish("heartbeat", "g", {"n": n})
    wait_for(lambda: publisher.refused)
    publisher.close()
    assert said == [f"{publisher.refused} events did not reach {url} (refused: too many events a minute)"]


def test_a_slow_listener_is_dropped_and_counted_and_others_get_everything(
    make_gateway: Any, stats: Any
) -> None:
    url = make_gateway()
    host = url.removeprefix("ws://").removesuffix("/events")
    name, port = host.split(":")
    slow = socket.create_connection((name, int(port)))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    slow.sendall(
        f"GET /listen HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    received = [0]

    def receive() -> None:
        for batch in listen(url):
            received[0] += len(batch)

    threading.Thread(target=receive, daemon=True).start()
    wait_for(lambda: stats(url)["listeners"] == 2)
    big = json.dumps([GOOD | {"data": {"a": "x" * 900}}] * 1000)
    sent = 0
    with connect(url, compression=None) as client:
        while stats(url)["listeners_dropped"] == 0:
            client.send(big)
            sent += 1000
            assert sent < 300_000
    slow.close()
    wait_for(lambda: received[0] == stats(url)["accepted"], 30)
    shown = stats(url)
    assert (shown["listeners"], shown["listeners_dropped"]) == (1, 1)
    assert shown["events_not_delivered"] > 0
    assert shown["accepted"] + shown["dropped"] == sent


def test_the_log_replays(make_gateway: Any, tmp_path: Path, stats: Any) -> None:
    path = tmp_path / "events.jsonl"
    path.write_text('{"type": "heartbeat", "timest')  # a gateway was killed here
    log = EventLog(path)
    url = make_gateway(log=log)
    with Publisher(url) as publisher:
        for n in range(50):
            publisher.publish("heartbeat", "g", {"n": n})
    wait_for(lambda: len(list(read_log(path))) == 50)
    assert [event["data"]["n"] for event in read_log(path)] == list(range(50))
    other = make_gateway()
    assert send_again(read_log(path), other, speed=0) == (50, 0)
    wait_for(lambda: stats(other)["accepted"] == 50)


@pytest.mark.parametrize("answer", [None, "[1]", '{"a": 1}', "no JSON"])
def test_a_publisher_to_another_server_says_so_once(answer: str | None) -> None:
    """A server of WebSockets that hangs up at once, or answers what a gateway does not."""

    def handle(connection: ServerConnection) -> None:
        if answer is not None:
            connection.recv()
            connection.send(answer)
            connection.recv()

    shown: list[str] = []
    with serve(handle, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.socket.getsockname()[1]
        publisher = Publisher(f"ws://127.0.0.1:{port}/events", say=shown.append)
        for n in range(20):
            publisher.publish("heartbeat", "g", {"n": n})
            time.sleep(0.1)
        wait_for(lambda: shown)
        publisher.close()
        server.shutdown()
    assert sum("no event gateway" in line for line in shown) == 1, shown
    assert shown[0].startswith(f"events: ws://127.0.0.1:{port}/events: no event gateway (")
    assert shown[0].endswith("the work goes on")


def test_a_publisher_without_gateway_counts_and_goes_on() -> None:
    shown: list[str] = []
    publisher = Publisher("ws://127.0.0.1:9/events", room=10, say=shown.append)
    for n in range(25):
        publisher.publish("heartbeat", "g", {"n": n})
    wait_for(lambda: shown)
    publisher.close()
    assert (publisher.sent, publisher.dropped) == (0, 25)
    assert "no event gateway" in shown[0]
    assert shown[1:] == ["25 events did not reach ws://127.0.0.1:9/events"]
