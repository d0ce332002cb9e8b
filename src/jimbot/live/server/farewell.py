"""A client that was answered but still reads or sends."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable

from jimbot.live.server.loop import READ, READ_WRITE, Loop

SECONDS = 2.0
CHUNK = 65_536


class Farewell:
    """Sends the rest of an answer and reads what nobody wants, until the client leaves or SECONDS pass.

    To close a socket on unread bytes resets the connection, and the client may lose the answer to the reset.
    """

    def __init__(
        self, loop: Loop, client: socket.socket, rest: bytes, closed: Callable[[Farewell], None]
    ) -> None:
        self.deadline = time.monotonic() + SECONDS
        self._loop = loop
        self._client = client
        self._rest = rest
        self._closed = closed
        loop.timed[self] = None
        loop.watch(client, READ_WRITE, self._ready)

    def expire(self) -> None:
        del self._loop.timed[self]
        self._loop.unwatch(self._client)
        self._client.close()
        self._closed(self)

    def _ready(self) -> None:
        try:
            if self._rest:
                self._rest = self._rest[self._client.send(self._rest) :]
                if self._rest:
                    return
            self._client.shutdown(socket.SHUT_WR)
        except BlockingIOError:
            return
        except OSError:
            self.expire()
            return
        self._loop.unwatch(self._client)
        self._loop.watch(self._client, READ, self._discard)

    def _discard(self) -> None:
        try:
            left = not self._client.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            left = True
        if left:
            self.expire()
