"""The gateway's client: publishes without ever holding up its caller, and listens."""

from __future__ import annotations

import importlib.util
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit, urlunsplit

from jimbot.evaluation.events.event import Event, check

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

URL = "ws://localhost:8765/events"
ROOM = 10_000
MOST = 500  # events of a message
WINDOW = 0.1
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
STEADY = 15.0  # seconds: a connection that has lasted so long was one to a gateway
BEAT = 30.0  # seconds between two heartbeats


class Publisher:
    """Sends events from a thread of its own. Where the gateway is away or slow, events wait, so many; more
    are dropped and counted. A gateway that is away is told once, in a line, and tried again. A ``heartbeat``
    tells, every so many seconds, that it is there, what it has sent and what it has dropped."""

    def __init__(
        self,
        url: str = URL,
        room: int = ROOM,
        say: Callable[[str], object] = lambda text: None,
        beat: float = BEAT,
    ) -> None:
        if importlib.util.find_spec("websockets") is None:
            raise ImportError("events are sent by websockets: pip install 'jimbot[events]'")
        self.url = url
        self.name = secrets.token_hex(8)  # as game_id of what belongs to no game
        self._beat, self._next_beat = beat, time.monotonic() + beat
        self.sent = 0
        self.dropped = 0
        self.refused = 0  # by the gateway
        self.why_refused: str | None = None  # the last time
        self._say = say
        self._queue: deque[Event] = deque()
        self._room = room
        self._away = False
        self._sending = False
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="events", daemon=True)
        self._thread.start()

    def publish(self, kind: str, game_id: str, data: dict[str, Any] | None = None) -> None:
        """Never blocks. BadEvent if it is none."""
        event = check({"type": kind, "timestamp": time.time(), "game_id": game_id, "data": data or {}})
        if len(self._queue) >= self._room:
            self.dropped += 1
        else:
            self._queue.append(event)

    def flush(self, patience: float = 1.0) -> None:
        """Waits until all is sent, so long at most; not for a gateway that is away."""
        until = time.monotonic() + patience
        while not self._away and (self._queue or self._sending) and time.monotonic() < until:
            time.sleep(0.01)

    def close(self, patience: float = 2.0) -> None:
        """Sends what waits, as far as the time goes; the rest counts as dropped."""
        self._ending.set()
        self._thread.join(patience)
        self.dropped += len(self._queue)
        self._queue.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _run(self) -> None:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        pause, told = FIRST_PAUSE, False
        while not self._ending.is_set() or self._queue:
            begin = time.monotonic()
            try:
                with connect(self.url, compression=None, open_timeout=5, close_timeout=1) as connection:
                    self._away = False
                    self._send(connection)
                    return
            except (OSError, WebSocketException, ValueError) as error:
                self._away = True
                if time.monotonic() - begin > STEADY:
                    pause, told = FIRST_PAUSE, False
                if not told:
                    self._say(f"no event gateway at {self.url} ({error}); going on without")
                    told = True
                if self._ending.wait(pause):
                    return
                pause = min(2 * pause, LONGEST_PAUSE)

    def _send(self, connection: ClientConnection) -> None:
        """Until the end. A message that fails is not sent twice."""
        while True:
            ending = self._ending.is_set()
            if time.monotonic() >= self._next_beat:
                self._next_beat = time.monotonic() + self._beat
                self.publish("heartbeat", self.name, {"sent": self.sent, "dropped": self.dropped})
            while self._queue:
                self._sending = True
                batch = [self._queue.popleft() for _ in range(min(MOST, len(self._queue)))]
                connection.send(json.dumps(batch, separators=(",", ":")))
                self.sent += len(batch)
                self._sending = False
            self._hear(connection)
            if ending:
                return
            self._ending.wait(WINDOW)

    def _hear(self, connection: ClientConnection) -> None:
        while True:
            try:
                answer = json.loads(connection.recv(timeout=0))
            except TimeoutError:
                return
            if not isinstance(answer, dict) or not {"refused", "why"} <= answer.keys():
                raise ValueError("what answers there is none")
            self.refused += answer["refused"]
            self.why_refused = answer["why"]


def send_again(events: Iterable[Event], url: str = URL, speed: float = 1.0) -> tuple[int, int]:
    """Sends events with their own timestamps, as far apart as they were by ``speed``; 0: at once.
    Returns how many were sent and refused."""
    from websockets.sync.client import connect

    sent = refused = 0
    with connect(url, compression=None) as connection:
        first, begin = None, time.monotonic()
        for event in events:
            first = event["timestamp"] if first is None else first
            if speed:
                due = (event["timestamp"] - first) / speed
                time.sleep(max(0.0, begin + due - time.monotonic()))
            connection.send(json.dumps(event, separators=(",", ":")))
            sent += 1
        connection.ping().wait(10)
        while True:
            try:
                refused += json.loads(connection.recv(timeout=0))["refused"]
            except TimeoutError:
                return sent, refused


def listen(url: str = URL) -> Iterator[list[Event]]:
    """Batches of events as they come, until the gateway goes away. A slow listener is dropped."""
    from websockets.sync.client import connect

    parts = urlsplit(url)
    with connect(urlunsplit(parts._replace(path="/listen")), compression=None, max_size=None) as connection:
        for message in connection:
            yield json.loads(message)["events"]
