"""The gateway: events come in by WebSocket, are checked, gathered, logged, and go out to all listeners."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import socket
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode
from websockets.http11 import Request, Response

from jimbot.evaluation.events.aggregator import Aggregator
from jimbot.evaluation.events.event import MAX_MESSAGE, BadEvent, Event, check, read
from jimbot.evaluation.events.log import EventLog
from jimbot.runs.visitors import Visitors

PUBLISH, LISTEN, STATS = "/events", "/listen", "/stats"
HERE = "this machine"
RATE = 600  # events a minute, of a client on another machine
PING = 30.0  # seconds
WAITING = 50  # batches that wait for a listener; one more and it is dropped
MAX_BAD = 1_000  # refused messages of a connection before it is closed
MAX_CLIENTS = 256  # that publish, and as many that listen
MAX_OF_ONE = 32  # that publish from one address of another machine; that listen from any one machine
QUIET = 60.0  # seconds without an event after which a publisher makes room for another; ours beat every 30
FIRST = 5.0  # seconds within which the first event keeps its place


@dataclass(eq=False)
class _Listener:
    connection: ServerConnection
    batches: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(WAITING))


class _Rate:
    """This many events a minute, and as many at once."""

    def __init__(self, a_minute: int) -> None:
        self._a_second = a_minute / 60
        self._most = float(a_minute)
        self._left, self._at = self._most, time.monotonic()

    def allows(self) -> bool:
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Gateway:
    """``rate`` is how many events a minute a client may send, 0 for any number; None: RATE for other
    machines, any number for this one. ``async with gateway.serving(socket)`` serves.

    Pages in browsers cannot connect: a connection that names an origin is refused.
    """

    def __init__(self, log: EventLog | None = None, rate: int | None = None) -> None:
        self._log = log
        self._rate = rate
        self._listeners: set[_Listener] = set()
        self._clients: Counter[tuple[str, str]] = Counter()  # path, address -> connections
        self._silent_from: dict[ServerConnection, float] = {}  # of publishers
        self._aggregator = Aggregator(self._hand_on)
        self._batches = 0
        self.refused: Counter[str] = Counter()  # why -> events or messages
        self.listeners_dropped = 0
        self.events_not_delivered = 0

    @contextlib.asynccontextmanager
    async def serving(self, listener: socket.socket) -> Any:
        """Serves on a socket that listens."""
        self._visitors = Visitors(listener.getsockname()[0])
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # answers are short: none waits
        gathering = asyncio.create_task(self._aggregator.run())
        try:
            async with serve(
                self._handle,
                sock=listener,
                process_request=self._answer,
                origins=[None],
                max_size=MAX_MESSAGE,
                max_queue=8,
                compression=None,
                ping_interval=PING,
                ping_timeout=PING,
            ):
                yield self
        finally:
            gathering.cancel()
            await asyncio.gather(gathering, return_exceptions=True)

    def stats(self) -> dict[str, Any]:
        recent = [asdict(figures) for figures in self._aggregator.figures]
        mean = {
            name: sum(row[name] for row in recent) / len(recent)
            for name in ("events", "waited", "seconds")
            if recent
        }
        return {
            "accepted": self._aggregator.accepted,
            "dropped": self._aggregator.dropped,
            "waiting": len(self._aggregator),
            "refused": dict(self.refused),
            "batches": self._batches,
            "recent_batches": {"count": len(recent)} | mean,
            "listeners": len(self._listeners),
            "listeners_dropped": self.listeners_dropped,
            "events_not_delivered": self.events_not_delivered,
            "log_failure": self._log.failure if self._log else None,
        }

    # -- connections --------------------------------------------------------------------------------------

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        path = urlsplit(request.path).path
        why = self._visitors.why_refused(request.headers.raw_items())
        if why is not None:
            return connection.respond(HTTPStatus.FORBIDDEN, why + "\n")
        if path == STATS:
            return connection.respond(HTTPStatus.OK, json.dumps(self.stats()) + "\n")
        if path not in (PUBLISH, LISTEN):
            paths = f"{PUBLISH} takes events, {LISTEN} gives them, {STATS} gives figures\n"
            return connection.respond(HTTPStatus.NOT_FOUND, paths)
        of_all = sum(count for (on, _), count in self._clients.items() if on == path)
        client = _client(connection, path)
        few = path == LISTEN or client[1] != HERE
        is_full = of_all >= MAX_CLIENTS and not (path == PUBLISH and self._made_room())
        if is_full or (few and self._clients[client] >= MAX_OF_ONE):
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "too many clients\n")
        return None

    def _made_room(self) -> bool:
        """Ends the publisher that has been silent for longest, if that is long."""
        quiet = min(self._silent_from, key=self._silent_from.__getitem__, default=None)
        if quiet is None or self._silent_from[quiet] + QUIET > time.monotonic():
            return False
        del self._silent_from[quiet]
        quiet.transport.abort()
        return True

    async def _handle(self, connection: ServerConnection) -> None:
        assert connection.request is not None
        path = urlsplit(connection.request.path).path
        client = _client(connection, path)
        self._clients[client] += 1
        try:
            with contextlib.suppress(ConnectionClosed):
                await (self._serve_listener if path == LISTEN else self._serve_publisher)(connection)
        finally:
            self._clients[client] -= 1
            self._clients += Counter()  # forgets who has none left

    async def _serve_publisher(self, connection: ServerConnection) -> None:
        rate = self._rate_of(connection)
        bad = 0
        self._silent_from[connection] = time.monotonic() + FIRST - QUIET
        try:
            async for message in connection:
                taken, why = await self._take(message, rate)
                if taken and connection in self._silent_from:
                    self._silent_from[connection] = time.monotonic()
                if why:
                    bad += 1
                    refused = Counter(why)
                    self.refused.update({_kind(reason): count for reason, count in refused.items()})
                    first = next(iter(refused))
                    answer = {"taken": taken, "refused": refused.total(), "why": first}
                    await connection.send(json.dumps(answer))
                    if bad > MAX_BAD:
                        await connection.close(CloseCode.POLICY_VIOLATION, f"{bad} messages were refused")
                        return
        except ConnectionClosed as closed:
            if closed.sent is not None and closed.sent.code == CloseCode.MESSAGE_TOO_BIG:
                self.refused["message too large"] += 1
        finally:
            self._silent_from.pop(connection, None)

    async def _take(self, message: str | bytes, rate: _Rate | None) -> tuple[int, list[str]]:
        """How many events were taken, and why the others were not."""
        try:
            events = read(message)
        except BadEvent as error:
            return 0, [str(error)]
        taken, why = 0, []
        for event in events:
            try:
                checked = check(event)
            except BadEvent as error:
                why.append(str(error))
                continue
            if rate is not None and not rate.allows():
                why.append("too many events a minute")
            elif await self._aggregator.offer(checked):
                taken += 1
            else:
                why.append("the queue is full: the event was dropped")
        return taken, why

    def _rate_of(self, connection: ServerConnection) -> _Rate | None:
        if self._rate is not None:
            return _Rate(self._rate) if self._rate else None
        return None if _client(connection, PUBLISH)[1] == HERE else _Rate(RATE)

    async def _serve_listener(self, connection: ServerConnection) -> None:
        listener = _Listener(connection)
        self._listeners.add(listener)
        sending = asyncio.create_task(self._send(listener))
        try:
            async for _ in connection:
                pass  # a listener has nothing to say; its pongs are seen to below
        finally:
            sending.cancel()
            self._listeners.discard(listener)

    async def _send(self, listener: _Listener) -> None:
        with contextlib.suppress(ConnectionClosed):
            while True:
                await listener.connection.send(await listener.batches.get())

    def _hand_on(self, batch: Sequence[Event]) -> None:
        self._batches += 1
        if self._log is not None:
            self._log.write(batch)
        if not self._listeners:
            return
        text = json.dumps({"batch": self._batches, "events": batch}, separators=(",", ":"))
        for listener in list(self._listeners):
            try:
                listener.batches.put_nowait(text)
            except asyncio.QueueFull:
                self._listeners.discard(listener)
                self.listeners_dropped += 1
                self.events_not_delivered += len(batch)
                listener.connection.transport.abort()  # it reads nothing, a farewell neither


def _client(connection: ServerConnection, path: str) -> tuple[str, str]:
    """What connections are counted by; this machine has many addresses."""
    address = connection.remote_address[0]
    return path, HERE if ipaddress.ip_address(address).is_loopback else address


def _kind(reason: str) -> str:
    """A reason without what was given, so that there are few of them."""
    for start in ("timestamp", "game_id", "type", "priority", "data is", "it is", "unknown field"):
        if reason.startswith(start):
            return start
    return "too many items" if reason.endswith("are allowed") else reason
