"""A small event loop: sockets, deadlines, and a way to stop it from outside."""

from __future__ import annotations

import selectors
import socket
import time
from collections.abc import Callable
from typing import Protocol

READ = selectors.EVENT_READ
READ_WRITE = selectors.EVENT_READ | selectors.EVENT_WRITE
TICK = 0.05  # seconds between two looks at the deadlines, of which there may be thousands


class Timed(Protocol):
    deadline: float

    def expire(self) -> None: ...


class Loop:
    def __init__(self) -> None:
        self.timed: dict[Timed, None] = {}  # in order of arrival
        self._selector = selectors.DefaultSelector()
        self._stopping = False
        self._wake_receive, self._wake_send = socket.socketpair()
        self.watch(self._wake_receive, READ, lambda: None)

    def watch(self, sock: socket.socket, events: int, ready: Callable[[], None]) -> None:
        self._selector.register(sock, events, ready)

    def unwatch(self, sock: socket.socket) -> None:
        self._selector.unregister(sock)

    def run(self) -> None:
        look = 0.0
        while not self._stopping:
            for key, _ in self._selector.select(TICK if self.timed else None):
                # what came before in this round may have closed this one
                if self._selector.get_map().get(key.fd) is key:
                    key.data()
            now = time.monotonic()
            if now < look:
                continue
            look = now + TICK
            for timed in [t for t in self.timed if t.deadline <= now]:
                if timed in self.timed:
                    timed.expire()

    def stop(self) -> None:
        """Ends run() soon, from any thread or signal handler."""
        self._stopping = True
        try:
            self._wake_send.send(b"\0")
        except OSError:  # closed already
            pass

    def close(self) -> None:
        self._selector.close()
        self._wake_receive.close()
        self._wake_send.close()
