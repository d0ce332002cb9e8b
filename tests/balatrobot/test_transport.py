"""HTTP as the mod speaks it: which requests reach the game, which are refused and how, who waits for whom."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from jimbot.live.server.http import BODY_LIMIT, HEAD_LIMIT, LINE_LIMIT, IncomingRequest, content_length
from jimbot.live.server.server import Server
from jimbot.runs.visitors import Visitors

from .wire import TIMEOUT, Counter, abort, ask, call, connect, descriptors, post, read_answer, receive, rpc

HOST = "127.0.0.1"
METHOD = (405, "Method not allowed. Use POST for JSON-RPC requests")
PATH = (404, "Not found. Use POST to '/' for JSON-RPC requests")
LINE = (400, "Invalid request line")
EMPTY = (400, "Empty request")
LARGE = (400, "Request body too large")
TOO_LONG = b"\r\nContent-Length: 65537\r\n\r\n"

REFUSED = [
    # request, answer
    (b"\r\n\r\n", EMPTY),
    (b"\r\n\r\nPOST / HTTP/1.1\r\n\r\n", EMPTY),
    (b"hello\r\n\r\n", LINE),
    (b"post / HTTP/1.1\r\n\r\n", LINE),
    (b"Post / HTTP/1.1\r\n\r\n", LINE),
    (b"POST /\r\n\r\n", LINE),
    (b"12 / HTTP/1.1\r\n\r\n", LINE),
    (b"POST / FTP/1.1\r\n\r\n", LINE),
    (b"POST / HTTP/x.1\r\n\r\n", LINE),
    (b"\x00\xff\xfe\r\n\r\n", LINE),
    (b"Host: here\r\nPOST / HTTP/1.1\r\n\r\n", LINE),
    (b"POST / HTTP/1.1" + TOO_LONG, LARGE),
    (b"POST / HTTP/1.1\r\ncontent-LENGTH:70000\r\n\r\n", LARGE),
    (b"POST / HTTP/1.1\r\nContent-Length: " + b"9" * 6000 + b"\r\n\r\n", LARGE),
    (b"GET / HTTP/1.1\r\n\r\n", METHOD),
    (b"GET / HTTP/1.0\r\n\r\n", METHOD),
    (b"OPTIONS * HTTP/1.1\r\n\r\n", METHOD),
    *((verb + b" / HTTP/1.1\r\n\r\n", METHOD) for verb in (b"HEAD", b"DELETE", b"PATCH", b"TRACE", b"POSTS")),
    (b"PUT /?a=1 HTTP/1.1\r\n\r\n", METHOD),
    (post(b"{}", b"PUT / HTTP/1.1"), METHOD),
    (post(b"{}", b"POST /rpc HTTP/1.1"), PATH),
    (post(b"{}", b"POST /?a=1 HTTP/1.1"), PATH),
    (post(b"{}", b"POST // HTTP/1.1"), PATH),
    (post(b"{}", b"POST /./ HTTP/1.1"), PATH),
    (post(b"{}", b"POST * HTTP/1.1"), PATH),
    (post(b"{}", b"POST http://127.0.0.1/ HTTP/1.1"), PATH),
    # the order of the checks
    (b"GET /rpc HTTP/1.1\r\n\r\n", METHOD),
    (b"PUT / HTTP/1.1" + TOO_LONG, LARGE),
    (b"POST /rpc HTTP/1.1" + TOO_LONG, LARGE),
]

BODY = b'{"jsonrpc":"2.0","method":"act","id":5}'
SIZE = b"%d" % len(BODY)
SERVED = [
    post(BODY),
    post(BODY, b"POST / HTTP/1.0"),
    b"POST / HTTP/1.1\r\ncOnTeNt-LeNgTh:" + SIZE + b"\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\nContent-Length: " + SIZE + b"\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length: " + SIZE + b" \t\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length: 000" + SIZE + b"\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length: " + SIZE + b"\r\nContent-Length: 1\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nno header\r\n: nor this\r\nContent-Length: " + SIZE + b"\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: " + SIZE + b"\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: " + SIZE + b"\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nX: " + b"y" * 100_000 + b"\r\nContent-Length: " + SIZE + b"\r\n\r\n" + BODY,
    post(BODY) + b"what follows the body is not read",
]

WITHOUT_BODY = [
    # these count as requests with an empty body
    b"POST / HTTP/1.1\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length:\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length: 38\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nX-Content-Length: 39\r\n\r\n" + BODY,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n27\r\n" + BODY + b"\r\n0\r\n\r\n",
]


@pytest.fixture
def server() -> Iterator[Server]:
    before = descriptors()
    with Server([0], HOST, Counter, patience=0.2) as server:
        yield server
    assert descriptors() == before


@pytest.fixture
def port(server: Server) -> int:
    return server.ports[0]


@pytest.fixture
def game(server: Server) -> Counter:
    (game,) = server.sessions.values()
    assert isinstance(game, Counter)
    return game


def test_an_answer_has_these_headers_and_no_other(port: int) -> None:
    data = receive(connect(port, rpc("act", id=7)))
    body = b'{"jsonrpc": "2.0", "result": 1, "id": 7}'
    assert data == (
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s"
        % (len(body), body)
    )


@pytest.mark.parametrize(("request_", "expected"), REFUSED, ids=range(len(REFUSED)))
def test_refused(port: int, game: Counter, request_: bytes, expected: tuple[int, str]) -> None:
    answer = ask(port, request_)
    assert (answer.status, answer.message) == expected
    assert answer.headers == [
        "Content-Type: application/json",
        f"Content-Length: {len(answer.body)}",
        "Connection: close",
    ]
    assert answer.json == {
        "jsonrpc": "2.0",
        "error": {"code": -32001, "message": expected[1], "data": {"name": "BAD_REQUEST"}},
    }
    assert game.acts == 0


@pytest.mark.parametrize("left", [8, "probe", "", 0])
def test_a_refusal_carries_the_id_that_the_last_call_left(port: int, left: int | str) -> None:
    call(port, "act", id=left)
    for request, _ in REFUSED[::8]:
        assert ask(port, request).json["id"] == left
    ask(port, post(b"{oops"))
    assert "id" not in ask(port, b"GET / HTTP/1.1\r\n\r\n").json


@pytest.mark.parametrize("request_", SERVED, ids=range(len(SERVED)))
def test_served(port: int, game: Counter, request_: bytes) -> None:
    answer = ask(port, request_)
    assert (answer.status, answer.json["id"], game.acts) == (200, 5, 1)


@pytest.mark.parametrize("request_", WITHOUT_BODY, ids=range(len(WITHOUT_BODY)))
def test_an_empty_body_is_for_the_game_to_refuse(port: int, game: Counter, request_: bytes) -> None:
    answer = ask(port, request_)
    assert (answer.status, answer.message, game.acts) == (200, "no call", 0)


@pytest.mark.parametrize("size", [1, 7, 100])
def test_a_request_may_come_in_pieces(port: int, size: int) -> None:
    request = rpc("act")
    sock = connect(port)
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for start in range(0, len(request), size):
        sock.sendall(request[start : start + size])
    assert read_answer(receive(sock)).json["result"] == 1


def test_every_prefix_of_a_request_is_incomplete() -> None:
    request = rpc("act")
    visitors = Visitors(HOST)
    assert all(IncomingRequest(visitors).add(request[:end]) is None for end in range(len(request)))
    assert IncomingRequest(visitors).add(request) == request.partition(b"\r\n\r\n")[2]


def test_the_largest_body_is_served(port: int) -> None:
    body = b'{"method":"act","id":1,"pad":"'
    body += b"x" * (BODY_LIMIT - len(body) - 2) + b'"}'
    assert len(body) == BODY_LIMIT
    assert ask(port, post(body)).json["result"] == 1


def test_a_body_too_large_is_refused_before_it_comes(port: int) -> None:
    sock = connect(port, b"POST / HTTP/1.1" + TOO_LONG)
    assert read_answer(receive(sock)).message == LARGE[1]


@pytest.mark.parametrize("head", [b"POST / HTTP/1.1", b"PUT / HTTP/1.1"])
def test_who_sends_a_body_that_nobody_reads_still_gets_the_answer(port: int, head: bytes) -> None:
    for _ in range(20):
        answer = ask(port, post(b"x" * 3_000_000, head))
        assert (answer.status, answer.message) == LARGE


def test_a_head_without_end_is_refused(port: int) -> None:
    for head in (b"X: " + b"y" * HEAD_LIMIT, b"X:\n" * (LINE_LIMIT + 1) + b"\n"):
        answer = ask(port, b"POST / HTTP/1.1\r\n" + head)
        assert (answer.status, answer.message) == (400, "Request head too large")


@pytest.mark.parametrize(
    ("values", "length"),
    [([], 0), (["12"], 12), (["3", "9"], 3), (["1_0"], 0), (["0x10"], 0), (["\u0663"], 0), (["\xb2"], 0)],
)
def test_content_length(values: list[str], length: int) -> None:
    assert content_length(values) == length


def test_nobody_waits_for_half_a_request(port: int) -> None:
    request = rpc("act")
    with connect(port, request[:30]) as first:
        assert call(port, "act", id=2) == 1
        first.sendall(request[30:])
        assert read_answer(receive(first)).json["result"] == 2


def test_clients_are_served_in_the_order_of_their_coming(port: int) -> None:
    first = connect(port)
    others = [connect(port, rpc("act", id=number)) for number in range(20)]
    first.close()
    answers = [read_answer(receive(sock)).json for sock in others]
    assert [(answer["id"], answer["result"]) for answer in answers] == [(n, n + 1) for n in range(20)]


@pytest.mark.parametrize("half", [b"", b"POST / HT", rpc("act")[:-1]], ids=["nothing", "head", "body"])
def test_half_a_request_gives_way_when_another_client_comes(port: int, half: bytes) -> None:
    slow = connect(port, half)
    assert call(port, "act") == 1
    assert slow.recv(1) == b""
    slow.close()


def test_half_a_request_has_all_the_time_while_nobody_else_comes(port: int) -> None:
    request = rpc("act")
    sock = connect(port, request[:30])
    time.sleep(0.5)  # more than the patience
    sock.sendall(request[30:])
    assert read_answer(receive(sock)).json["result"] == 1


def test_drops_do_not_prolong_the_patience(port: int) -> None:
    """A client that sends a byte now and then is as slow as one that sends none."""
    slow = connect(port)
    done = threading.Event()

    def drip() -> None:
        while not done.wait(0.05):
            try:
                slow.sendall(b"P")
            except OSError:
                return

    thread = threading.Thread(target=drip)
    thread.start()
    assert call(port, "act") == 1
    done.set()
    thread.join()
    slow.close()


def test_who_does_not_read_a_long_answer_keeps_nobody_waiting(port: int) -> None:
    size = 20_000_000  # more than the buffers of the kernel
    with connect(port, post(b'{"method":"long","size":%d,"id":1}' % size)) as slow:
        assert call(port, "act") == 1
        assert len(read_answer(receive(slow)).json["result"]) == size


def test_what_a_client_asked_before_it_left_is_done(port: int, game: Counter) -> None:
    connect(port, rpc("act")).close()
    abort(connect(port, rpc("act")))
    assert call(port, "act") in (1, 2, 3)  # a reset may overtake its request
    half_closed = connect(port, rpc("act"))
    half_closed.shutdown(socket.SHUT_WR)
    assert read_answer(receive(half_closed)).json["result"] == game.acts


def test_a_failing_game_is_an_error_and_not_the_end(
    port: int, game: Counter, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = ask(port, rpc("fail", id=9))
    assert answer.status == 200
    assert answer.json["error"]["code"] == -32000
    assert answer.json["error"]["data"] == {"name": "INTERNAL_ERROR"}
    assert "on purpose" in answer.message
    assert "on purpose" in capsys.readouterr().err
    assert call(port, "act") == 1


def test_ports_have_games_of_their_own() -> None:
    with Server([0, 0, 0], HOST, Counter) as server:
        assert len(set(server.ports)) == 3
        for count, port in enumerate(server.ports, 1):
            for _ in range(count):
                call(port, "act")
        assert [call(port, "look") for port in server.ports] == [1, 2, 3]


def test_a_stuck_client_of_one_port_is_nothing_to_another() -> None:
    with Server([0, 0], HOST, Counter) as server, connect(server.ports[0], b"POST"):
        assert call(server.ports[1], "act") == 1


def test_a_port_in_use_is_refused_by_name_and_nothing_stays_open(port: int) -> None:
    before = descriptors()
    with pytest.raises(OSError, match=f"in use: '{HOST}:{port}'"):
        Server([0, port], HOST, Counter)
    assert descriptors() == before


def test_a_port_is_free_again_after_the_server(port: int) -> None:
    with Server([0], HOST, Counter) as server:
        number = server.ports[0]
        call(number, "act")
    with Server([number], HOST, Counter) as server:
        assert call(number, "look") == 0
    with pytest.raises(ConnectionRefusedError):
        connect(number)


def test_an_unknown_host_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"'no\.such\.host\.invalid'"):
        Server([0], "no.such.host.invalid", Counter)


@pytest.mark.parametrize("host", ["localhost", "0.0.0.0"])
def test_other_hosts(host: str) -> None:
    with Server([0], host, Counter) as server:
        assert call(server.ports[0], "act") == 1


def test_version_6_of_the_protocol() -> None:
    try:
        server = Server([0], "::1", Counter)
    except OSError:
        pytest.skip("no IPv6 here")
    with server, socket.create_connection(("::1", server.ports[0]), 10) as sock:
        sock.sendall(rpc("act"))
        assert json.loads(receive(sock).partition(b"\r\n\r\n")[2])["result"] == 1


def test_stopping_does_not_wait_for_clients() -> None:
    requests = (b"", b"POST / HT", b"PUT / HTTP/1.1\r\n\r\n")  # idle, half sent, refused
    with Server([0, 0, 0], HOST, Counter) as server:
        socks = [connect(port, data) for port, data in zip(server.ports, requests, strict=True)]
        call(server.ports[2], "act")
        start = time.monotonic()
    assert time.monotonic() - start < TIMEOUT
    for sock in socks:
        sock.close()
