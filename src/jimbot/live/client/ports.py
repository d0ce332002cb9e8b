"""What all clients of one address in this process share: the turn to speak, and the last state they saw.

The mod serves one request at a time, and before 1.5.2 a second connection cuts off the first. The lock is
held for a whole call, including what follows a lost answer, so that nobody acts in between.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary, WeakValueDictionary

from jimbot.live.protocol.address import address_of


@dataclass(eq=False)
class Port:
    address: tuple[str, int]
    lock: threading.Lock = field(default_factory=threading.Lock)
    # The last answer that carried a state, as it came; None when something may have changed it since.
    state: bytes | None = None
    # A request went out and its answer never came: the server may hand that answer to the next caller.
    in_doubt: bool = False
    _loop_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = field(
        default_factory=WeakKeyDictionary
    )

    def loop_lock(self) -> asyncio.Lock:
        """The same turn among the tasks of the running loop."""
        return self._loop_locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())


_ports: WeakValueDictionary[tuple[str, int], Port] = WeakValueDictionary()
_ports_lock = threading.Lock()


def port_of(base_url: str) -> Port:
    """The port behind a URL: one object per address, as long as a client uses it."""
    host, number = address_of(base_url)
    address = ("127.0.0.1" if host == "localhost" else host, number)
    with _ports_lock:
        port = _ports.get(address)
        if port is None:
            port = _ports[address] = Port(address)
        return port
