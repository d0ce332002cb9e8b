"""A pool of servers: each lease is one server for one user, healthy when it is handed out.

Leases go round: the server that has rested longest comes first. One that fails a check, or whose lease ends
with a transport failure, is left alone for a growing while and checked before it is handed out again.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Self

from jimbot.live.client.client import AsyncClient, Client
from jimbot.live.client.conduct import Patience
from jimbot.live.client.exceptions import BalatrobotError
from jimbot.live.client.roster import Health, Member, Roster

# A check is one question: the pool has its own back-off.
CHECK = Patience(attempts=1)


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
        members = [Member(url.rstrip("/"), client(url)) for url in base_urls]
        self._roster = Roster(members, health or Health())
        self._check_version = check_version
        self._changed = threading.Condition()

    @contextmanager
    def lease(self, timeout: float | None = None) -> Iterator[Client]:
        """A healthy server, for as long as the block runs.

        While all are leased it waits, at most `timeout` seconds, then raises `PoolBusy`. When every server
        is sick it raises `NoHealthyServer` at once, or with a `timeout` after trying that long.
        """
        member = self._acquire(timeout)
        failure: BaseException | None = None
        try:
            yield member.client
        except BaseException as error:
            failure = error
            raise
        finally:
            with self._changed:
                self._roster.returned(member, failure, time.monotonic())
                self._changed.notify_all()

    def check(self) -> dict[str, str | None]:
        """Asks every free server now, sick or not: for each base URL None, or what is wrong with it."""
        found: dict[str, str | None] = {}
        for member in self._roster.members:
            with self._changed:
                if not self._roster.claim(member):
                    continue
            try:
                found[member.base_url] = self._examine(member)
            finally:
                self._give_back(member)
        return found

    def close(self) -> None:
        for member in self._roster.members:
            member.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _acquire(self, timeout: float | None) -> Member[Client]:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            with self._changed:
                now = time.monotonic()
                member = self._roster.take(now)
                if member is None:
                    seconds = self._roster.wait(now, deadline)
                    self._changed.wait(seconds)
                    continue
            if not self._roster.needs_check(member, now):
                return member
            healthy = False
            try:
                healthy = self._examine(member) is None
            finally:
                if not healthy:
                    self._give_back(member)
            if healthy:
                return member

    def _give_back(self, member: Member[Client]) -> None:
        with self._changed:
            self._roster.give_back(member)
            self._changed.notify_all()

    def _examine(self, member: Member[Client]) -> str | None:
        """Asks a server that the caller holds, and notes what is wrong with it."""
        with Client(member.base_url, patience=CHECK) as client:
            try:
                client.health()
                if self._check_version and not member.version_known:
                    client.check_version()
                    member.version_known = True
            except BalatrobotError as failure:
                self._roster.sick(member, str(failure), time.monotonic())
                return str(failure)
        self._roster.well(member, time.monotonic())
        return None


class AsyncPool:
    """Servers for tasks: `async with pool.lease() as client: ...`."""

    def __init__(
        self,
        base_urls: Sequence[str],
        *,
        client: Callable[[str], AsyncClient] = AsyncClient,
        health: Health | None = None,
        check_version: bool = True,
    ) -> None:
        """`client` makes the client of a base URL; `check_version` asks each server once."""
        members = [Member(url.rstrip("/"), client(url)) for url in base_urls]
        self._roster = Roster(members, health or Health())
        self._check_version = check_version
        self._changed = asyncio.Condition()

    @asynccontextmanager
    async def lease(self, timeout: float | None = None) -> AsyncIterator[AsyncClient]:
        """A healthy server, for as long as the block runs.

        While all are leased it waits, at most `timeout` seconds, then raises `PoolBusy`. When every server
        is sick it raises `NoHealthyServer` at once, or with a `timeout` after trying that long.
        """
        member = await self._acquire(timeout)
        failure: BaseException | None = None
        try:
            yield member.client
        except BaseException as error:
            failure = error
            raise
        finally:
            async with self._changed:
                self._roster.returned(member, failure, time.monotonic())
                self._changed.notify_all()

    async def check(self) -> dict[str, str | None]:
        """Asks every free server now, sick or not: for each base URL None, or what is wrong with it."""
        found: dict[str, str | None] = {}
        for member in self._roster.members:
            async with self._changed:
                if not self._roster.claim(member):
                    continue
            try:
                found[member.base_url] = await self._examine(member)
            finally:
                await self._give_back(member)
        return found

    async def close(self) -> None:
        for member in self._roster.members:
            await member.client.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _acquire(self, timeout: float | None) -> Member[AsyncClient]:
        deadline = None if timeout is None else time.monotonic() + timeout
        while True:
            async with self._changed:
                now = time.monotonic()
                member = self._roster.take(now)
                if member is None:
                    seconds = self._roster.wait(now, deadline)
                    try:
                        async with asyncio.timeout(seconds):
                            await self._changed.wait()
                    except TimeoutError:
                        pass
                    continue
            if not self._roster.needs_check(member, now):
                return member
            healthy = False
            try:
                healthy = await self._examine(member) is None
            finally:
                if not healthy:
                    await self._give_back(member)
            if healthy:
                return member

    async def _give_back(self, member: Member[AsyncClient]) -> None:
        async with self._changed:
            self._roster.give_back(member)
            self._changed.notify_all()

    async def _examine(self, member: Member[AsyncClient]) -> str | None:
        """Asks a server that the caller holds, and notes what is wrong with it."""
        async with AsyncClient(member.base_url, patience=CHECK) as client:
            try:
                await client.health()
                if self._check_version and not member.version_known:
                    await client.check_version()
                    member.version_known = True
            except BalatrobotError as failure:
                self._roster.sick(member, str(failure), time.monotonic())
                return str(failure)
        self._roster.well(member, time.monotonic())
        return None
