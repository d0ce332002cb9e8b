"""The game's protocol on sockets: many ports in one thread, one independent session behind each.

A port answers one request at a time, in the order in which they are complete. The mod waits for ever for a
client that sends half a request; here nobody waits for it. It keeps its connection as long as nobody else
comes, and until `patience` seconds after it was accepted if somebody does.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Self

from jimbot.live.server.listener import Handler, Listener, Log
from jimbot.live.server.loop import Loop
from jimbot.runs.visitors import Visitors, resolve

PATIENCE = 30.0
BACKLOG = 128


class Server:
    """Listens from its construction on; serves in serve_forever(), or in a thread as a context manager.

    Port 0 is any free one: `ports` has the real numbers, in the order asked for. `allowed` names hosts and
    origins that requests may come for and from, beyond this machine's own (see `Visitors`).
    """

    def __init__(
        self,
        ports: Iterable[int],
        host: str,
        make_session: Callable[[], Handler],
        patience: float = PATIENCE,
        log: Log | None = None,
        allowed: Iterable[str] = (),
    ) -> None:
        visitors = Visitors(host, allowed)
        self._loop = Loop()
        self._listeners: list[Listener] = []
        self._thread: threading.Thread | None = None
        try:
            for number in ports:
                session, sock = make_session(), listen(host, number)
                self._listeners.append(Listener(self._loop, sock, session, patience, visitors, log))
        except BaseException:
            self.close()
            raise
        self.ports = [listener.number for listener in self._listeners]
        self.sessions = {listener.number: listener.session for listener in self._listeners}

    def serve_forever(self) -> None:
        """Serves until stop(), then closes everything."""
        try:
            self._loop.run()
        finally:
            self.close()

    def stop(self) -> None:
        """Ends serve_forever() after the call under way, from any thread or signal handler."""
        self._loop.stop()

    def close(self) -> None:
        while self._listeners:
            self._listeners.pop().close()
        self._loop.close()

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self.serve_forever, name=f"ports {self.ports}", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *reason: object) -> None:
        self.stop()
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def listen(host: str, port: int) -> socket.socket:
    family, address = resolve(host)
    try:
        # a port that another process listens on is refused; one whose connections linger is not
        listener = socket.create_server((address, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno or 0), f"{host}:{port}") from None
    listener.setblocking(False)
    return listener
