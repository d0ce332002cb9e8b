"""One port: its listener, its game, and the one client that is being served."""

from __future__ import annotations

import errno
import socket
import sys
import time
import traceback
from collections.abc import Callable
from typing import Protocol

from jimbot.balatrobot.protocol.errors import BAD_REQUEST, INTERNAL_ERROR
from jimbot.balatrobot.server import http
from jimbot.balatrobot.server.farewell import Farewell
from jimbot.balatrobot.server.loop import READ, Loop

CHUNK = 16_384  # bytes read at once; most requests are smaller
FAREWELLS = 32  # at once; the oldest makes room


class Handler(Protocol):
    """A game: one JSON-RPC request to one answer."""

    @property
    def last_id(self) -> object: ...

    def handle(self, body: bytes) -> bytes: ...


Log = Callable[[int, bytes, int, float], None]  # port, body, status, seconds


class Listener:
    """Serves one connection at a time, in the order of their arrival."""

    def __init__(
        self, loop: Loop, sock: socket.socket, session: Handler, patience: float, log: Log | None
    ) -> None:
        self.number: int = sock.getsockname()[1]
        self.session = session
        self.deadline = 0.0  # of the present client, once another one waits
        self._loop = loop
        self._socket = sock
        self._patience = patience
        self._log = log
        self._client: socket.socket | None = None
        self._since = 0.0
        self._data = b""
        self._farewells: dict[Farewell, None] = {}  # oldest first
        loop.watch(sock, READ, self._knock)

    def close(self) -> None:
        if self._client is not None:
            self._release(self._client).close()
        for farewell in list(self._farewells):
            farewell.expire()
        self._loop.unwatch(self._socket)
        self._socket.close()

    def expire(self) -> None:
        """The present client has had its time and another one waits. What has come by now still counts."""
        self._read()
        if self._client is not None:
            self._release(self._client).close()

    def _knock(self) -> None:
        """A client comes: it is accepted, or waits in the backlog while another one is served."""
        if self._client is None:
            self._accept()
        else:
            self.deadline = self._since + self._patience
            self._loop.timed[self] = None
            self._loop.unwatch(self._socket)

    def _accept(self) -> None:
        try:
            client, _ = self._socket.accept()
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                time.sleep(0.05)  # no descriptor is free: the client stays in the backlog
            return
        client.setblocking(False)
        self._client = client
        self._since = time.monotonic()
        self._loop.watch(client, READ, self._read)

    def _release(self, client: socket.socket) -> socket.socket:
        """Makes the place free for the next client."""
        self._loop.unwatch(client)
        if self in self._loop.timed:
            del self._loop.timed[self]
            self._loop.watch(self._socket, READ, self._knock)
        self._client = None
        self._data = b""
        return client

    def _read(self) -> None:
        assert self._client is not None
        try:
            chunk = self._client.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            chunk = b""
        if not chunk:  # left without asking
            self._release(self._client).close()
            return
        self._data += chunk
        request = http.read_request(self._data)
        if request is not None:
            self._answer(self._release(self._client), request)

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
