"""The line protocol of QuestDB, byte by byte: by its documentation, by its own client, over a socket."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from jimbot.runs.telemetry import Point, Recorder
from jimbot.runs.telemetry.questdb import QuestDB, line

NOW = 1638202821000000000

# what the documentation of ILP says of each part, with lines in its form
DOCUMENTED = [
    # table,symbol=value column=double timestamp
    (("trades", {"symbol": "ETH-USD"}, {"price": 2615.54}), b"trades,run=r,symbol=ETH-USD price=2615.54 %d\n"),
    # strings in double quotes; quotes and backslashes in them are escaped
    (("t", {}, {"s": 'a "b" \\ c'}), b't,run=r s="a \\"b\\" \\\\ c" %d\n'),
    # spaces, commas and equals signs of names and symbols are escaped, in strings they are left as they are
    (("a b", {"k=y": "v,w x"}, {"s": "v,w =x"}), b'a\\ b,run=r,k\\=y=v\\,w\\ x s="v,w =x" %d\n'),
    # line ends are escaped
    (("t", {"k": "a\nb"}, {"s": "a\nb"}), b't,run=r,k=a\\\nb s="a\\\nb" %d\n'),
    # UTF-8
    (("t", {"k": "♠"}, {"s": "é"}), 't,run=r,k=♠ s="é" %d\n'.encode()),
    # numbers are doubles: no suffix; exponents are allowed; several columns have commas between them
    (("t", {}, {"n": 3, "b": True, "e": 1e30}), b"t,run=r n=3.0,b=1.0,e=1e30 %d\n"),
    # what is null is left out
    (("t", {"k": ""}, {"n": float("nan"), "m": 1.5}), b"t,run=r m=1.5 %d\n"),
]  # fmt: skip


def point(measure: str, tags: dict[str, str], values: dict[str, float | str]) -> Point:
    return Point(NOW, "r", measure, tags, values)


@pytest.mark.parametrize(("given", "expected"), DOCUMENTED)
def test_lines(given: tuple[str, dict[str, str], dict[str, float | str]], expected: bytes) -> None:
    assert line(point(*given)).encode() == expected % NOW


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_official_client_writes_the_same_bytes() -> None:
    ingress = pytest.importorskip("questdb.ingress")
    for (measure, tags, values), expected in DOCUMENTED:
        numbers = {k: v if isinstance(v, str) else float(v) for k, v in values.items() if v == v}
        symbols = {"run": "r"} | {k: v for k, v in tags.items() if v}
        if "k=y" in symbols or " " in measure:  # the client allows no such names, only such values
            symbols = {k.replace("=", "_"): v for k, v in symbols.items()}
        buffer = ingress.Buffer(protocol_version=1)
        buffer.row(measure, symbols=symbols, columns=numbers, at=ingress.TimestampNanos(NOW))
        assert bytes(buffer) == (expected % NOW).replace(b"k\\=y", b"k_y")


class Server(HTTPServer):
    def __init__(self, status: int) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = status
        self.got: list[tuple[str, bytes]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, body))
        self.send_response(self.server.status)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        pass


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    found = Server(request.param)
    yield found
    found.shutdown()
    found.server_close()


def sent_to(address: str) -> tuple[list[str], int]:
    said: list[str] = []
    recorder = Recorder([QuestDB(address)], "r", said.append)
    recorder.record("game", {"agent": "greedy"}, {"won": 1.0})
    recorder.flush(5)
    recorder.close()
    return said, recorder.dropped


@pytest.mark.parametrize("server", [204], indirect=True)
def test_a_server_gets_the_lines(server: Server) -> None:
    assert sent_to(f"http://127.0.0.1:{server.server_port}/") == ([], 0)
    assert {path for path, _ in server.got} == {"/write"}
    body = b"".join(body for _, body in server.got)
    assert b"game,run=r,agent=greedy won=1.0 " in body


@pytest.mark.parametrize("server", [400], indirect=True)
def test_a_server_that_refuses_is_reported(server: Server) -> None:
    said, dropped = sent_to(f"http://127.0.0.1:{server.server_port}")
    assert "refused with HTTP 400; such items are dropped, and the work goes on" in said[0]
    assert dropped >= 1


def test_a_wrong_address_costs_one_line_and_the_run_goes_on() -> None:
    said, dropped = sent_to("http://127.0.0.1:1")
    assert (
        said[0]
        == "telemetry: http://127.0.0.1:1: Connection refused; it is tried again, and the work goes on"
    )
    assert len(said) == 2
    assert dropped >= 1
