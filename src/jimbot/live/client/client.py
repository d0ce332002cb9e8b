"""Typed clients of one balatrobot server: the real game or `jimbot serve`.

The methods of the protocol are in `calls`, what a client does when a call fails in `conduct`, what it raises
in `exceptions`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping
from dataclasses import replace
from typing import Any, Self, TypeAlias, cast

from jimbot.live.client import versions
from jimbot.live.client.calls import Calls
from jimbot.live.client.conduct import Conduct, Flow, Json, Patience
from jimbot.live.client.exchange import AsyncExchange, Request, SyncExchange
from jimbot.live.client.ports import port_of
from jimbot.live.protocol.shapes import GameState, HealthStatus, Written

DEFAULT_URL = "http://127.0.0.1:12346"

_Health: TypeAlias = Coroutine[Any, Any, HealthStatus]
_State: TypeAlias = Coroutine[Any, Any, GameState]
_File: TypeAlias = Coroutine[Any, Any, Written]
_Json: TypeAlias = Coroutine[Any, Any, Json]


def given(params: Mapping[str, Any] | None) -> Json:
    """The parameters without those left out."""
    return {name: value for name, value in (params or {}).items() if value is not None}


class Connected:
    """What both clients are: an address, the turn to speak there, and the rules of `conduct`."""

    def __init__(
        self, base_url: str = DEFAULT_URL, timeout: float | None = None, *, patience: Patience | None = None
    ) -> None:
        """`timeout` replaces the time-outs of all methods; `patience` holds the other settings."""
        self.base_url = base_url.rstrip("/")
        patience = patience or Patience()
        self._port = port_of(self.base_url)
        self._conduct = Conduct(
            self._port, patience if timeout is None else replace(patience, timeout=timeout)
        )
        self._open()

    def _open(self) -> None:
        raise NotImplementedError

    @property
    def is_busy(self) -> bool:
        """Whether a call to this address is under way in this process."""
        return self._port.lock.locked()


class Client(Connected, Calls[HealthStatus, GameState, Written, Json]):
    """The synchronous client. Threads may share it: calls to one address take turns."""

    def _open(self) -> None:
        self._exchange = SyncExchange(self.base_url)

    def call(self, method: str, params: Mapping[str, Any] | None = None) -> Json:
        return self._run(self._conduct.call(method, given(params)))

    def check_version(self) -> str:
        """The server's version; raises `UnsupportedVersion`, or warns when it is merely untested."""
        return versions.judge(self._run(self._conduct.version())["version"], self.base_url)

    def close(self) -> None:
        self._exchange.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _run(self, flow: Flow) -> Json:
        with self._port.lock:
            reply = None
            while True:
                try:
                    step = flow.send(reply)
                except StopIteration as end:
                    return cast(Json, end.value)
                if isinstance(step, Request):
                    reply = self._exchange.send(step)
                else:
                    reply = None
                    time.sleep(step.seconds)


class AsyncClient(Connected, Calls[_Health, _State, _File, _Json]):
    """The asynchronous client: the same methods, awaited."""

    def _open(self) -> None:
        self._exchange = AsyncExchange(self.base_url)

    async def call(self, method: str, params: Mapping[str, Any] | None = None) -> Json:
        return await self._run(self._conduct.call(method, given(params)))

    async def check_version(self) -> str:
        """The server's version; raises `UnsupportedVersion`, or warns when it is merely untested."""
        return versions.judge((await self._run(self._conduct.version()))["version"], self.base_url)

    async def close(self) -> None:
        await self._exchange.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *reason: object) -> None:
        await self.close()

    async def _run(self, flow: Flow) -> Json:
        async with self._port.loop_lock():
            # Clients in other threads share the port too.
            while not self._port.lock.acquire(blocking=False):
                await asyncio.sleep(0.001)
            try:
                return await self._steps(flow)
            finally:
                self._port.lock.release()

    async def _steps(self, flow: Flow) -> Json:
        reply = None
        while True:
            try:
                step = flow.send(reply)
            except StopIteration as end:
                return cast(Json, end.value)
            if isinstance(step, Request):
                reply = await self._exchange.send(step)
            else:
                reply = None
                await asyncio.sleep(step.seconds)
