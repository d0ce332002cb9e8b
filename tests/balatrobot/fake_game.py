"""A small game behind raw sockets that fails on command and counts what it executed."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Self

HEAD = "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"


class FakeGame:
    """Enough of the protocol: a hand to play and discard from, jokers to sell, a shop to leave for."""

    def __init__(self) -> None:
        self.executed: list[str] = []
        self.version = "1.5.1"
        self.phase = "SELECTING_HAND"
        self.hands_played = 0
        self.discards_used = 0
        self.jokers = list(range(100, 140))

    def state(self) -> dict[str, Any]:
        return {
            "state": self.phase,
            "seed": "FAKE",
            "round_num": 1,
            "round": {"hands_played": self.hands_played, "discards_used": self.discards_used},
            "jokers": {"cards": [{"id": number} for number in self.jokers]},
            "cards": {"count": 44, "cards": [{"id": len(self.executed)}]},
        }

    def answer(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "health":
            return {"result": {"status": "ok"}}
        if method == "gamestate":
            return {"result": self.state()}
        if method == "rpc.discover":
            return {"result": {"openrpc": "1.3.2", "info": {"version": self.version}}}
        if method in ("save", "screenshot"):
            self.executed.append(method)
            return {"result": {"success": True, "path": params["path"]}}
        if method == "skip":
            return error(-32003, "NOT_ALLOWED", "Cannot skip Boss blind")
        self.executed.append(method)
        if method == "play":
            self.hands_played += 1
        elif method == "discard":
            self.discards_used += 1
        elif method == "sell":
            del self.jokers[params["joker"]]
        elif method == "cash_out":
            self.phase = "SHOP"
        else:
            self.executed.pop()
            return error(-32001, "BAD_REQUEST", f"Unknown method: {method}")
        return {"result": self.state()}


def error(code: int, name: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "data": {"name": name}}}


# Faults. The words before "_" say whether the game executed the request.
NEVER_EXECUTED = (
    "unread_reset",
    "unexecuted_reset",
    "unexecuted_silence",
    "unexecuted_500",
    "unexecuted_400",
)
EXECUTED = (
    "executed_reset",
    "executed_close",
    "executed_silence",
    "executed_500",
    "executed_garbage",
    "executed_no_json",
    "executed_no_result",
    "executed_wrong_id",
    "executed_half",
    "executed_drip",
    "executed_late",
)
FAULTS = NEVER_EXECUTED + EXECUTED


class FakeServer:
    """Serves one connection at a time; `fail` queues faults for the requests to come."""

    def __init__(self, game: FakeGame | None = None) -> None:
        self.game = game or FakeGame()
        self.requests: list[str] = []
        self.connections = 0
        self.max_at_once = 0
        self.late = 0.35
        self.work = 0.0
        self._faults: deque[tuple[str | None, str]] = deque()
        self._open: list[socket.socket] = []
        self._owed: dict[str, Any] | None = None
        self._at_once = 0
        self._closing = threading.Event()
        self._listener = listen(0)
        self.port = self._listener.getsockname()[1]
        self.base_url = f"http://127.0.0.1:{self.port}"
        self._threads: list[threading.Thread] = []
        self._spawn(self._accept)

    def fail(self, *faults: str, on: str | None = None) -> None:
        """The next requests (of the method `on`) meet these faults, one each."""
        self._faults.extend((on, fault) for fault in faults)

    def hang_up(self) -> None:
        """From now on connections are refused."""
        self._listener.shutdown(socket.SHUT_RDWR)  # wakes the accept
        self._listener.close()

    def listen_again(self) -> None:
        self._listener = listen(self.port)
        self._spawn(self._accept)

    def close(self) -> None:
        self._closing.set()
        if self._listener.fileno() >= 0:
            self.hang_up()
        for connection in self._open:
            connection.close()
        for thread in self._threads:
            thread.join(5)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _spawn(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        listener = self._listener
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self.connections += 1
            self._open.append(connection)
            self._spawn(lambda connection=connection: self._serve(connection))

    def _serve(self, connection: socket.socket) -> None:
        try:
            if self._faults and self._faults[0] == (None, "unread_reset"):
                self._faults.popleft()
                return reset(connection)
            request = read(connection)
            if request is not None:
                self._answer(connection, request)
        except OSError:
            pass
        return None

    def _fault(self, method: str) -> str | None:
        for fault in self._faults:
            if fault[0] in (None, method):
                self._faults.remove(fault)
                return fault[1]
        return None

    def _answer(self, connection: socket.socket, request: dict[str, Any]) -> None:
        method = request["method"]
        self.requests.append(method)
        fault = self._fault(method) or ""
        if fault == "unread_reset" or fault == "unexecuted_reset":
            return reset(connection)
        if fault == "unexecuted_silence":
            return None  # open until the server closes
        if fault.startswith("unexecuted_"):
            return send(connection, b"{}", status=int(fault.removeprefix("unexecuted_")))
        if fault == "executed_late":
            self._closing.wait(self.late)
        self._at_once += 1
        self.max_at_once = max(self.max_at_once, self._at_once)
        envelope = {"jsonrpc": "2.0", **self.game.answer(method, request["params"]), "id": request["id"]}
        self._closing.wait(self.work)
        self._at_once -= 1
        if fault == "executed_owed":
            self._owed = envelope
            return None
        if (
            self._owed is not None
        ):  # the mod gives a late answer to the client that is connected then, under its id
            envelope, self._owed = {**self._owed, "id": request["id"]}, None
        return self._reply(connection, envelope, fault)

    def _reply(self, connection: socket.socket, envelope: dict[str, Any], fault: str) -> None:
        body = json.dumps(envelope).encode()
        if fault == "executed_reset":
            reset(connection)
        elif fault == "executed_close":
            connection.close()
        elif fault == "executed_silence":
            pass
        elif fault == "executed_500":
            send(connection, b"oops", status=500)
        elif fault == "executed_garbage":
            connection.sendall(b"\x00\x01 no http at all\r\n\r\n")
            connection.close()
        elif fault == "executed_no_json":
            send(connection, b"<html>")
        elif fault == "executed_no_result":
            send(connection, json.dumps({"jsonrpc": "2.0", "id": envelope["id"]}).encode())
        elif fault == "executed_wrong_id":
            send(connection, json.dumps({**envelope, "id": 7}).encode())
        elif fault == "executed_half":
            send(connection, body[:20], length=len(body))
        elif fault == "executed_drip":
            connection.sendall(HEAD.format(status=200, length=len(body)).encode())
            for at in range(len(body)):
                connection.sendall(body[at : at + 1])
                if self._closing.wait(0.02):
                    return
        else:
            send(connection, body)


def listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(64)
    return listener


def read(connection: socket.socket) -> dict[str, Any] | None:
    received = b""
    while b"\r\n\r\n" not in received:
        piece = connection.recv(65_536)
        if not piece:
            return None
        received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    fields = dict(line.split(b": ", 1) for line in head.lower().split(b"\r\n")[1:])
    while len(body) < int(fields[b"content-length"]):
        piece = connection.recv(65_536)
        if not piece:
            return None
        body += piece
    request: dict[str, Any] = json.loads(body)
    return request


def send(connection: socket.socket, body: bytes, status: int = 200, length: int | None = None) -> None:
    head = HEAD.format(status=status, length=len(body) if length is None else length)
    connection.sendall(head.encode() + body)
    connection.close()


def reset(connection: socket.socket) -> None:
    """Closes with RST instead of FIN."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()
