"""One port: its listener, its game, and the clients that are being served."""

from __future__ import annotations

import errno
import socket
import sys
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from jimbot.live.protocol.errors import BAD_REQUEST, INTERNAL_ERROR
from jimbot.live.server import http
from jimbot.live.server.farewell import Farewell
from jimbot.live.server.loop import READ, Loop
from jimbot.runs.visitors import Visitors

CHUNK = 16_384  # bytes read at once; most requests are smaller
CLIENTS = 128  # that have not sent all of their request, at once; the oldest makes room
FAREWELLS = 32  # at once; the oldest makes room
PAUSE = 0.05  # seconds until it listens again, where no descriptor is free


class Handler(Protocol):
    """A game: one JSON-RPC request to one answer."""

    @property
    def last_id(self) -> object: ...

    def handle(self, body: bytes) -> bytes: ...


Log = Callable[[int, bytes, int, float], None]  # port, body, status, seconds


class Connection:
    """A connection whose request is not complete. It may take its time while nobody else comes."""

    def __init__(self, sock: socket.socket, visitors: Visitors, gone: Callable[[Connection], object]) -> None:
        self.sock = sock
        self.since = time.monotonic()
        self.deadline = 0.0  # once another one has come
        self.request = http.IncomingRequest(visitors)
        self._gone = gone

    def expire(self) -> None:
        self._gone(self)


class Listener:
    """Answers requests one at a time, in the order in which they are complete."""

    def __init__(
        self,
        loop: Loop,
        sock: socket.socket,
        session: Handler,
        patience: float,
        visitors: Visitors,
        log: Log | None,
    ) -> None:
        self.number: int = sock.getsockname()[1]
        self.session = session
        self.deadline = 0.0  # when it listens again
        self._loop = loop
        self._socket = sock
        self._patience = patience
        self._visitors = visitors
        self._log = log
        self._clients: dict[Connection, None] = {}  # oldest first
        self._farewells: dict[Farewell, None] = {}  # oldest first
        loop.watch(sock, READ, self._accept)

    def close(self) -> None:
        for client in list(self._clients):
            self._drop(client)
        for farewell in list(self._farewells):
            farewell.expire()
        if self in self._loop.timed:
            del self._loop.timed[self]
        else:
            self._loop.unwatch(self._socket)
        self._socket.close()

    def expire(self) -> None:
        """The pause is over."""
        del self._loop.timed[self]
        self._loop.watch(self._socket, READ, self._accept)

    def _accept(self) -> None:
        try:
            sock, _ = self._socket.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                self._make_room()
            return
        sock.setblocking(False)
        for waiting in self._clients:
            if waiting not in self._loop.timed:
                waiting.deadline = waiting.since + self._patience
                self._loop.timed[waiting] = None
        if len(self._clients) == CLIENTS:
            self._drop(next(iter(self._clients)))
        client = Connection(sock, self._visitors, self._drop)
        self._clients[client] = None
        self._loop.watch(sock, READ, lambda: self._read(client))

    def _make_room(self) -> None:
        """No descriptor is free: who comes stays in the backlog until one of our own clients has left."""
        if self._clients:
            self._drop(next(iter(self._clients)))
        elif self._farewells:
            next(iter(self._farewells)).expire()
        else:
            self.deadline = time.monotonic() + PAUSE
            self._loop.unwatch(self._socket)
            self._loop.timed[self] = None

    def _drop(self, client: Connection) -> None:
        self._release(client).close()

    def _release(self, client: Connection) -> socket.socket:
        self._loop.unwatch(client.sock)
        self._loop.timed.pop(client, None)
        del self._clients[client]
        return client.sock

    def _read(self, client: Connection) -> None:
        try:
            chunk = client.sock.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:  # left without asking
            self._drop(client)
            return
        request = client.request.add(chunk)
        if request is not None:
            self._answer(self._release(client), request)

    def _answer(self, client: socket.socket, request: bytes | http.Refusal) -> None:
        start = time.perf_counter()
        status, body = (request.status, b"") if isinstance(request, http.Refusal) else (200, request)
        rest = send(client, http.response(status, self._answer_to(request)))
        if rest or not body:  # without a body, one may still come: refused, or of unknown length
            self._part(client, rest)
        else:
            client.close()
        if self._log is not None:
            self._log(self.number, body, status, time.perf_counter() - start)

    def _answer_to(self, request: bytes | http.Refusal) -> bytes:
        try:
            if isinstance(request, http.Refusal):
                return http.error_body(BAD_REQUEST, request.message, self.session.last_id)
            return self.session.handle(request)
        except Exception as error:  # a broken game must not take the other ports with it
            traceback.print_exc(file=sys.stderr)
            return http.error_body(INTERNAL_ERROR, repr(error), None)

    def _part(self, client: socket.socket, rest: bytes) -> None:
        if len(self._farewells) == FAREWELLS:
            next(iter(self._farewells)).expire()
        self._farewells[Farewell(self._loop, client, rest, self._farewells.pop)] = None


def send(client: socket.socket, data: bytes) -> bytes:
    """Sends what fits and returns the rest; to a client that left, nothing is left to send."""
    try:
        return data[client.send(data) :]
    except BlockingIOError:
        return data
    except OSError:
        return b""
