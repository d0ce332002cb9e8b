"""Requests of strangers: pages in a browser, names that point here, clients that hold connections, bombs."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.files import Files
from jimbot.live.server.http import HEAD_LIMIT, IncomingRequest
from jimbot.live.server.listener import CLIENTS
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session
from jimbot.runs.visitors import Visitors

from .sessions import in_round
from .wire import Counter, ask, call, connect, post, read_answer, receive, rpc, served

HOST = "127.0.0.1"
BODY = b'{"jsonrpc":"2.0","method":"act","id":1}'


@pytest.fixture
def port() -> Iterator[int]:
    with Server([0], HOST, Counter) as server:
        yield server.ports[0]


def asked(port: int, *headers: bytes) -> int:
    """The status of a request with these headers."""
    lines = (b"POST / HTTP/1.1", *headers, b"Content-Length: %d" % len(BODY))
    return ask(port, b"\r\n".join(lines) + b"\r\n\r\n" + BODY).status


# -- pages and names --------------------------------------------------------------------------------------


FOREIGN_HOSTS = (
    *(
        "evil.example",
        "127.0.0.1.evil.example",
        "[::1].evil.com",
        "[::1]evil.com:80",
        "localhost:80.evil.com",
    ),
    *("[::1", "::1]", "[evil.example]", "127.0.0.1@evil.example", "127.0.0.1/evil.example", "[]"),
)


@pytest.mark.parametrize("host", FOREIGN_HOSTS)
def test_a_name_that_only_looks_like_this_machine_is_refused(port: int, host: str) -> None:
    assert asked(port, b"Host: " + host.encode()) == 403


@pytest.mark.parametrize(
    "headers",
    [
        (b"Host: 127.0.0.1", b"Origin: https://evil.example", b"Content-Type: text/plain"),
        (b"Host: 127.0.0.1", b"Origin: null"),
        (b"Host: 127.0.0.1", b"ORIGIN:http://127.0.0.1"),
        (b"Host: 127.0.0.1", b" Origin : http://localhost:3000"),
        (b"Host: evil.example",),
        (b"Host: evil.example:12346",),
        (b"Host: 127.0.0.1.evil.example",),
        (b"Host: localhost.evil.example",),
        (b"Host: 93.184.216.34",),
        (b"Host: 127.0.0.1", b"Host: evil.example"),
        (b"Host: [2001:db8::1]:80",),
    ],
)
def test_a_page_of_another_site_is_refused(port: int, headers: tuple[bytes, ...]) -> None:
    assert asked(port, *headers) == 403
    assert call(port, "look") == 0


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (b"Host:",),
        (b"Host: 127.0.0.1",),
        (b"Host: 127.0.0.1:12346",),
        (b"Host: LOCALHOST:99",),
        (b"host: localhost.",),
        (b"Host: [::1]:12346",),
        (b"X-Origin: https://evil.example",),
        (b"Host: " + socket.gethostname().encode(),),
    ],
)
def test_who_asks_for_this_machine_is_served(port: int, headers: tuple[bytes, ...]) -> None:
    assert asked(port, *headers) == 200


def test_hosts_and_origins_are_allowed_by_name() -> None:
    names = ["games.example", "http://localhost:3000"]
    with Server([0], HOST, Counter, allowed=names) as server:
        (port,) = server.ports
        assert asked(port, b"Host: games.example:80") == 200
        assert asked(port, b"Host: other.example") == 403
        assert asked(port, b"Host: localhost", b"Origin: http://localhost:3000") == 200
        assert asked(port, b"Host: localhost", b"Origin: http://localhost:3001") == 403
        assert asked(port, b"Host: localhost", b"Origin: http://games.example") == 403
    with pytest.raises(ValueError, match="'localhost:3000' cannot be allowed"):
        Server([0], HOST, Counter, allowed=["localhost:3000"])


def test_an_open_server_is_asked_for_by_any_address() -> None:
    visitors = Visitors("0.0.0.0")
    for own in ("192.0.2.7:12346", "[2001:db8::7]:12346", "a-service:12346"):
        assert visitors.why_refused([("Host", own)]) is None, own
    for foreign in FOREIGN_HOSTS:
        assert "is not served here" in str(visitors.why_refused([("Host", foreign)])), foreign


def test_a_page_writes_no_file_through_serve(tmp_path: Path) -> None:
    target = tmp_path / "page.png"
    with served("--port", "0", "--allow", "http://localhost:3000") as server:
        (port,) = server.ports
        body = b'{"jsonrpc":"2.0","method":"screenshot","params":{"path":"%s"},"id":1}' % os.fsencode(target)
        page = b"POST / HTTP/1.1\r\nOrigin: https://evil.example\r\nContent-Type: text/plain"
        assert ask(port, post(body, page)).status == 403
        assert not target.exists()
        assert (
            ask(port, post(body, page.replace(b"https://evil.example", b"http://localhost:3000"))).status
            == 200
        )
        assert target.exists()


# -- files ------------------------------------------------------------------------------------------------


def refused(session: Session, method: str, path: object) -> str:
    with pytest.raises(ProtocolError) as caught:
        session.call(method, {"path": str(path)})
    assert caught.value.name == "NOT_ALLOWED"
    return caught.value.message


@pytest.mark.parametrize("method", ["save", "screenshot"])
def test_only_files_of_our_own_are_written_over(tmp_path: Path, method: str) -> None:
    session, mine = in_round(), tmp_path / "thesis"
    for content in (b"my thesis", b"\x89PNG\r\n\x1a\n" + b"a picture of my cat" * 9):
        mine.write_bytes(content)
        assert "exists and was not written by this server" in refused(session, method, mine)
        assert mine.read_bytes() == content
    own, empty = tmp_path / "own", tmp_path / "empty"
    empty.touch()
    for path in (own, own, empty):
        assert session.call(method, {"path": str(path)})["success"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_places_that_are_no_files_are_refused_at_once(tmp_path: Path) -> None:
    """Without a folder for files, paths are those of the process: none of them makes it wait or is changed."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "empty").symlink_to("/dev/zero")
    (tmp_path / "mine").write_text("mine")
    (tmp_path / "to_mine").symlink_to("mine")
    places = ["pipe", "loop", "empty", "to_mine", ".", "no/such/place", "mine/below", "x" * 5000, "x/" * 2500]
    places = [str(tmp_path / place) for place in places]
    places += [
        "",
        "\0",
        "a\0b",
        "\ud800",
        "/",
        "/dev/null",
        "/dev/full",
        "/dev/stdin",
        "/proc/kmsg",
        "/proc/self/mem",
    ]
    session, before = in_round(), sorted(tmp_path.iterdir())
    session.call("save", {"path": str(tmp_path / "run")})
    for place in places:
        for method in ("save", "screenshot", "load"):
            start = time.monotonic()
            with pytest.raises(ProtocolError):
                session.call(method, {"path": place})
            assert time.monotonic() - start < 2, place
            if session.game is None:
                session.call("load", {"path": str(tmp_path / "run")})
    assert sorted(tmp_path.iterdir()) == sorted([*before, tmp_path / "run"])
    assert (tmp_path / "mine").read_text() == "mine"


def test_files_stay_in_their_folder(tmp_path: Path) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    (inside / "way_out").symlink_to(outside)
    session = in_round(files=Files(inside))
    assert session.call("save", {"path": "run"}) == {"success": True, "path": "run"}
    assert (inside / "run").is_file()
    session.call("load", {"path": str(inside / "run")})
    session.call("screenshot", {"path": "../inside/shot.png"})
    in_round().call("save", {"path": str(outside / "run")})
    for path in (outside / "run", "../outside/run", "way_out/run", "/etc/passwd", "../inside2/run"):
        for method in ("save", "load", "screenshot"):
            assert "outside of the folder" in refused(session, method, path)
    assert os.listdir(outside) == ["run"]


def test_a_folder_for_files_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="nowhere' is no folder"):
        Files(tmp_path / "nowhere")


# -- clients that hold what others need -------------------------------------------------------------------


def test_idle_clients_hold_no_port(port: int) -> None:
    idle = [connect(port) for _ in range(CLIENTS + 20)]
    start = time.monotonic()
    assert [call(port, "act") for _ in range(20)] == list(range(1, 21))
    assert time.monotonic() - start < 1.5
    for sock in idle:
        sock.close()


def test_the_oldest_of_too_many_clients_makes_room(port: int) -> None:
    request = rpc("act")
    early, *others = [connect(port, request[:30]) for _ in range(CLIENTS + 1)]
    assert early.recv(1) == b""
    others[-1].sendall(request[30:])
    assert read_answer(receive(others[-1])).json["result"] == 1
    for sock in others[:-1]:
        sock.close()
    early.close()


BOMBS = {
    "head": b"POST / HTTP/1.1\r\n" + b"a:\n" * (HEAD_LIMIT // 3),
    "head that ends": b"POST / HTTP/1.1\r\n" + b"host:\n" * (HEAD_LIMIT // 6 - 10) + b"\n",
    "body": b"POST / HTTP/1.1\r\n"
    + b"host:\n" * 900
    + b"x:"
    + b"y" * 250_000
    + b"\r\nContent-Length: 65536\r\n\r\n"
    b"" + b"x" * 65_535,
}


@pytest.mark.parametrize("bomb", BOMBS)
@pytest.mark.parametrize("piece", [7, 16_384])
def test_a_bomb_costs_no_more_than_its_bytes(bomb: str, piece: int) -> None:
    """However long its head, and in however many pieces it comes. All ports of a server share a thread."""
    request = IncomingRequest(Visitors(HOST))
    start = time.process_time()
    for at in range(0, len(BOMBS[bomb]), piece):
        if request.add(BOMBS[bomb][at : at + piece]) is not None:
            break
    assert time.process_time() - start < 0.5


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_on_one_port_is_little_to_another(bomb: str) -> None:
    with Server([0, 0], HOST, Counter) as server:
        socks = [connect(server.ports[0]) for _ in range(8)]
        start = time.process_time()
        for at in range(0, len(BOMBS[bomb]), 4_000):
            for sock in socks:
                with contextlib.suppress(OSError):  # refused by now
                    sock.sendall(BOMBS[bomb][at : at + 4_000])
            assert call(server.ports[1], "look") == 0
        assert time.process_time() - start < 3.0
        for sock in socks:
            sock.close()


def test_without_a_free_descriptor_it_waits_and_goes_on(port: int) -> None:
    """The oldest client makes room; nobody is lost for good."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    idle = [connect(port) for _ in range(4)]
    time.sleep(0.1)
    waiting = connect(port, rpc("act"))
    assert read_answer(receive(waiting)).json["result"] == 1
    used = len(os.listdir("/proc/self/fd"))
    late = socket.socket()
    resource.setrlimit(resource.RLIMIT_NOFILE, (used, hard))
    try:
        late.settimeout(10)
        late.connect((HOST, port))
        late.sendall(rpc("act"))
        answer: Any = receive(late)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert read_answer(answer).json["result"] == 2
    for sock in idle:
        sock.close()
