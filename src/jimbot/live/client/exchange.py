"""One HTTP exchange on a fresh connection, sync and async, and the failures it can have.

The server closes after every answer, so no connection is kept. What matters about a failure is how much of
the request had left: httpx reports that through its trace hook, whatever it raises afterwards.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from jimbot.live.client.exceptions import (
    Disconnected,
    Garbage,
    Refused,
    Sent,
    TimedOut,
    TransportError,
)

REQUEST_LIMIT = 65_536
ANSWER_LIMIT = 64 * 1024 * 1024
HEADERS = {"Content-Type": "application/json", "Accept-Encoding": "identity", "Connection": "close"}
# A proxy named in the environment is not meant for a game on this machine.
OPTIONS: dict[str, Any] = {
    "headers": HEADERS,
    "trust_env": False,
    "verify": False,  # the protocol knows no TLS: spare the reading of certificates
    "limits": httpx.Limits(max_keepalive_connections=0),
}


@dataclass(frozen=True)
class Request:
    """One request as it goes out."""

    id: int
    method: str
    params: Mapping[str, Any]
    body: bytes
    timeout: float


@dataclass(frozen=True)
class Response:
    """What came back, before anyone looked into it."""

    status: int
    body: bytes


class TooLarge(Exception):
    """The answer passes every size a game state can have."""


class TooLate(Exception):
    """The answer drips: each piece in time, the whole not."""


@dataclass
class Progression:
    """Follows httpx's trace events."""

    value: Sent = Sent.nothing

    def __call__(self, event: str, _: Mapping[str, Any]) -> None:
        if event == "http11.send_request_headers.started":
            self.value = Sent.part
        elif event == "http11.send_request_body.complete":
            self.value = Sent.all

    async def notice(self, event: str, info: Mapping[str, Any]) -> None:
        self(event, info)


@dataclass
class Body:
    """Collects an answer within its limits of size and time."""

    deadline: float
    pieces: list[bytes] = field(default_factory=list)
    size: int = 0

    def add(self, piece: bytes) -> None:
        self.pieces.append(piece)
        self.size += len(piece)
        if self.size > ANSWER_LIMIT:
            raise TooLarge
        if time.monotonic() > self.deadline:
            raise TooLate


def failure(error: Exception, request: Request, progress: Sent) -> TransportError:
    """The failure in this package's words."""
    kind: type[TransportError] = Disconnected
    if isinstance(error, httpx.ConnectError):
        kind = Refused
    elif isinstance(error, (httpx.TimeoutException, TimeoutError, TooLate)):
        kind = TimedOut
        error = TimeoutError(f"no answer within {request.timeout:g} s")
    elif isinstance(error, TooLarge):
        kind = Garbage
        error = ValueError(f"the answer is larger than {ANSWER_LIMIT} bytes")
    elif isinstance(error, httpx.RemoteProtocolError) and not is_cut(error):
        kind = Garbage
    return kind(str(error) or type(error).__name__, request.method, request.params, progress)


def is_cut(error: httpx.RemoteProtocolError) -> bool:
    """The answer is missing or half: anything else the HTTP parser objects to is not HTTP."""
    return str(error).startswith(("Server disconnected", "peer closed connection"))


class SyncExchange:
    def __init__(self, base_url: str) -> None:
        self._url = base_url
        self._http = httpx.Client(**OPTIONS)

    def send(self, request: Request) -> Response | TransportError:
        progress = Progression()
        body = Body(time.monotonic() + request.timeout)
        try:
            with self._http.stream(
                "POST",
                self._url,
                content=request.body,
                timeout=request.timeout,
                extensions={"trace": progress},
            ) as response:
                for piece in response.iter_raw():
                    body.add(piece)
                return Response(response.status_code, b"".join(body.pieces))
        except (httpx.TransportError, TooLarge, TooLate) as error:
            return failure(error, request, progress.value)

    def close(self) -> None:
        self._http.close()


class AsyncExchange:
    def __init__(self, base_url: str) -> None:
        self._url = base_url
        self._http = httpx.AsyncClient(**OPTIONS)

    async def send(self, request: Request) -> Response | TransportError:
        progress = Progression()
        body = Body(time.monotonic() + request.timeout)
        try:
            async with (
                asyncio.timeout(request.timeout),
                self._http.stream(
                    "POST",
                    self._url,
                    content=request.body,
                    timeout=request.timeout,
                    extensions={"trace": progress.notice},
                ) as response,
            ):
                async for piece in response.aiter_raw():
                    body.add(piece)
                return Response(response.status_code, b"".join(body.pieces))
        except (httpx.TransportError, TimeoutError, TooLarge, TooLate) as error:
            return failure(error, request, progress.value)

    async def close(self) -> None:
        await self._http.aclose()
