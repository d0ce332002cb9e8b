"""Below the calls: request lines, paths, lengths, headers, the order of clients."""

from __future__ import annotations

import json
import socket
import time

import pytest

from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

from .remote import Remote, Reply, parsed, posted, request

HEALTH = json.dumps(request("health"))
OK = "HTTP/1.1 200 OK"
BAD, NOT_FOUND, NO_METHOD = (
    "HTTP/1.1 400 Bad Request",
    "HTTP/1.1 404 Not Found",
    "HTTP/1.1 405 Method Not Allowed",
)
USE_POST = "Method not allowed. Use POST for JSON-RPC requests"
USE_ROOT = "Not found. Use POST to '/' for JSON-RPC requests"
LINE = "Invalid request line"


def check_headers(reply: Reply) -> None:
    assert set(reply.headers) == {
        "Content-Type: application/json",
        f"Content-Length: {len(reply.body)}",
        "Connection: close",
    }


@pytest.mark.parametrize(
    ("head", "status", "message"),
    [
        *[
            (f"{verb} / HTTP/1.1", NO_METHOD, USE_POST)
            for verb in ("GET", "PUT", "OPTIONS", "DELETE", "PATCH", "HEAD", "TRACE", "POSTS")
        ],
        ("GET /health HTTP/1.1", NO_METHOD, USE_POST),  # 405 is tested before 404
        ("PUT /?a=1 HTTP/1.1", NO_METHOD, USE_POST),
        ("POST /rpc HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("POST /?a=1 HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("POST /? HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("POST // HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("POST /health HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("POST /./ HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("POST * HTTP/1.1", NOT_FOUND, USE_ROOT),
        ("post / HTTP/1.1", BAD, LINE),
        ("Post / HTTP/1.1", BAD, LINE),
        ("get / HTTP/1.1", BAD, LINE),
        ("hello", BAD, LINE),
        ("POST", BAD, LINE),
        ("POST /", BAD, LINE),
        ("{}", BAD, LINE),
        ("12 / HTTP/1.1", BAD, LINE),
    ],
)
def test_request_line(game: Remote, head: str, status: str, message: str) -> None:
    game.answer(request("health", id=8))
    reply = game.raw(posted(HEALTH, head))
    assert reply.status == status
    check_headers(reply)
    error = {"code": -32001, "message": message, "data": {"name": "BAD_REQUEST"}}
    assert reply.json == {"jsonrpc": "2.0", "error": error, "id": 8}
    assert game.ok("health") == {"status": "ok"}


def test_no_header_lines(game: Remote) -> None:
    reply = game.raw(b"\r\n\r\n")
    assert (reply.status, reply.json["error"]["message"]) == (BAD, "Empty request")
    check_headers(reply)


@pytest.mark.parametrize("length", [65_537, 70_000, 10**12])
def test_body_too_large(game: Remote, length: int) -> None:
    reply = game.raw(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % length)
    assert (reply.status, reply.json["error"]["message"]) == (BAD, "Request body too large")


@pytest.mark.parametrize("length", [1000, 65_535, 65_536])
def test_body_up_to_the_limit(game: Remote, length: int) -> None:
    body = HEALTH.ljust(length)
    assert json.loads(game.text(body))["result"] == {"status": "ok"}


def test_an_id_that_is_left_behind(game: Remote) -> None:
    game.answer(request("health", id="before"))
    assert game.raw(posted("", "GET / HTTP/1.1")).json["id"] == "before"
    game.text("{}")  # has no id
    assert "id" not in game.raw(posted("", "GET / HTTP/1.1")).json


@pytest.mark.parametrize(
    "header",
    [
        "content-length",
        "CONTENT-LENGTH",
        "Content-length",
    ],
)
def test_header_name_in_any_case(game: Remote, header: str) -> None:
    reply = game.raw(f"POST / HTTP/1.1\r\n{header}: {len(HEALTH)}\r\n\r\n{HEALTH}".encode())
    assert reply.json["result"] == {"status": "ok"}


@pytest.mark.parametrize(
    "more",
    [
        ("Content-Type: text/plain",),
        ("Content-Type: application/json; charset=utf-8",),
        ("Accept-Encoding: gzip, deflate, br", "Connection: keep-alive"),
        ("User-Agent: x", "Authorization: Bearer y"),
        ("X-Long: " + "x" * 100_000,),  # no limit on header size
    ],
)
def test_other_headers_do_not_matter(game: Remote, more: tuple[str, ...]) -> None:
    reply = game.raw(posted(HEALTH, "POST / HTTP/1.1", *more))
    assert reply.status == OK
    check_headers(reply)
    assert reply.json == {"jsonrpc": "2.0", "result": {"status": "ok"}, "id": 1}


def test_no_length_is_an_empty_body(game: Remote) -> None:
    reply = game.raw(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert (reply.status, reply.json["error"]["message"]) == (OK, "Invalid JSON in request body")


@pytest.mark.parametrize("size", [1, 7, 40])
def test_bytes_in_pieces(game: Remote, size: int) -> None:
    data = posted(HEALTH)
    with game.connect() as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for at in range(0, len(data), size):
            sock.sendall(data[at : at + size])
            if at < 5 * size:
                time.sleep(0.002)
        parts = []
        while part := sock.recv(65_536):
            parts.append(part)
    assert parsed(b"".join(parts)).json["result"] == {"status": "ok"}


def test_a_second_client_waits_for_no_half_request(game: Remote) -> None:
    data = posted(HEALTH)
    with (
        game.connect(data[:30]) as first,
        game.connect(posted(json.dumps(request("health", id=2)))) as second,
    ):
        assert b'"id":2' in second.recv(65_536)
        first.sendall(data[30:])
        assert b'"id":1' in first.recv(65_536)


def test_a_client_that_leaves(game: Remote) -> None:
    for data in (b"", b"POST", posted(HEALTH)[:-1], posted(HEALTH)):
        game.connect(data).close()
        assert game.ok("health") == {"status": "ok"}


def test_the_port_is_bound_exclusively(game: Remote) -> None:
    with pytest.raises(OSError):
        Server([game.port], "127.0.0.1", Session)


def test_rpc_errors_are_http_200(game: Remote) -> None:
    for body in ("", "{", "[]", "{}", json.dumps(request("nope")), json.dumps(request("play"))):
        reply = game.raw(posted(body))
        assert reply.status == OK
        check_headers(reply)
        assert reply.json["error"]["code"] == -32001


@pytest.mark.parametrize("length", [0, 1, len(HEALTH) - 1])
def test_a_length_that_is_too_short(game: Remote, length: int) -> None:
    reply = game.raw(f"POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n{HEALTH}".encode())
    assert (reply.status, reply.json["error"]["message"]) == (OK, "Invalid JSON in request body")


@pytest.mark.parametrize("length", ["abc", "-5", "", "1.5", "0x10"])
def test_a_length_that_is_none(game: Remote, length: str) -> None:
    reply = game.raw(f"POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\n".encode())
    assert reply.json["error"]["code"] == -32001


def test_three_clients(game: Remote) -> None:
    calls = [posted(json.dumps(request("gamestate", id=number))) for number in range(3)]
    socks = [game.connect(data) for data in calls]
    for number, sock in reversed(list(enumerate(socks))):
        parts = []
        while part := sock.recv(65_536):
            parts.append(part)
        sock.close()
        assert parsed(b"".join(parts)).json["id"] == number
