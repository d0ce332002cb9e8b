"""A pool of servers: each lease is one server for one thread, healthy when it is handed out.

Leases go round: the server that has rested longest comes first. One that fails a check, or whose lease ends
with a transport failure, is left alone for a growing while and checked before it is handed out again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

from jimbot.live.client.client import Client
from jimbot.live.client.conduct import Patience
from jimbot.live.client.exceptions import (
    BalatrobotError,
    NoHealthyServer,
    OutcomeUnknown,
    PoolBusy,
    TransportError,
)

# A check is one question: the pool has its own back-off.
CHECK = Patience(attempts=1)


@dataclass(frozen=True)
class Health:
    """`fresh`: seconds for which an answer proves a server healthy. A sick server is left alone for `backoff`
    seconds, twice as long after each further failure, at most `backoff_limit`."""

    fresh: float = 5.0
    backoff: float = 0.5
    backoff_limit: float = 30.0


@dataclass(eq=False)
class Member:
    """One server, and when it last answered."""

    client: Client
    answered: float | None = None
    failures: int = 0
    sick_until: float = 0.0
    reason: str = "not tried yet"
    version_known: bool = False


class Pool:
    """Servers for threads: `with pool.lease() as client: ...`."""

    def __init__(
        self,
        base_urls: Sequence[str],
        *,
        client: Callable[[str], Client] = Client,
        health: Health | None = None,
        check_version: bool = True,
    ) -> None:
        """`client` makes the client of a base URL; `check_version` asks each server once."""
        urls = [url.rstrip("/") for url in base_urls]
        if not urls:
            raise ValueError("a pool needs at least one base URL")
        if len(set(urls)) != len(urls):
            raise ValueError(f"each server may be named only once: {', '.join(urls)}")
        self._members = [Member(client(url)) for url in urls]
        self._free = list(self._members)  # in the order of their return: the head has rested longest
        self._health = health or Health()
        self._check_version = check_version
        self._changed = threading.Condition()

    @contextmanager
    def lease(self, timeout: float | None = None) -> Iterator[Client]:
        """A healthy server, for as long as the block runs.

        While all are leased it waits, at most `timeout` seconds, then raises `PoolBusy`. When every server
        is sick it raises `NoHealthyServer` at once, or with a `timeout` after trying that long.
        """
        member = self._acquire(timeout)
        try:
            yield member.client
            self._note(member, None)
        except (TransportError, OutcomeUnknown) as failure:  # nothing else speaks against the server
            self._note(member, failure)
            raise
        finally:
            self._give_back(member)

    def close(self) -> None:
        for member in self._members:
            member.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _acquire(self, timeout: float | None) -> Member:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            member = self._take(deadline)
            healthy = False
            try:
                healthy = self._is_healthy(member)
            finally:
                if not healthy:
                    self._give_back(member)
            if healthy:
                return member

    def _take(self, deadline: float | None) -> Member:
        """The free server that has rested longest and is not in its back-off, once there is one."""
        with self._changed:
            while True:
                now = time.monotonic()
                for member in self._free:
                    if member.sick_until <= now:
                        self._free.remove(member)
                        return member
                late = deadline is not None and now >= deadline
                nobody = len(self._free) == len(self._members) and all(m.failures for m in self._members)
                if nobody and (late or deadline is None):
                    raise NoHealthyServer({m.client.base_url: m.reason for m in self._members})
                if late:
                    raise PoolBusy(f"all {len(self._members)} balatrobot servers stayed leased or unhealthy")
                ends = [m.sick_until for m in self._free] + ([] if deadline is None else [deadline])
                self._changed.wait(min(ends) - now if ends else None)

    def _give_back(self, member: Member) -> None:
        with self._changed:
            self._free.append(member)
            self._changed.notify_all()

    def _is_healthy(self, member: Member) -> bool:
        """Asks a server that has not answered for a while."""
        if member.answered is not None and time.monotonic() - member.answered <= self._health.fresh:
            return True
        with Client(member.client.base_url, patience=CHECK) as client:
            try:
                client.health()
                if self._check_version and not member.version_known:
                    client.check_version()
                    member.version_known = True
            except BalatrobotError as failure:
                self._note(member, failure)
                return False
        self._note(member, None)
        return True

    def _note(self, member: Member, failure: BalatrobotError | None) -> None:
        now = time.monotonic()
        if failure is None:
            member.answered, member.failures, member.sick_until = now, 0, 0.0
            return
        pause = min(self._health.backoff * 2**member.failures, self._health.backoff_limit)
        member.answered, member.reason, member.sick_until = None, str(failure), now + pause
        member.failures += 1
