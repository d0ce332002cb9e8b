"""The gateway's client: publishes without ever holding up its caller, and listens."""

from __future__ import annotations

import importlib.util
import json
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit, urlunsplit

from jimbot.evaluation.events.event import Event, check
from jimbot.runs.publishing import Doubtful, Lane

if TYPE_CHECKING:
    from websockets.sync.client import ClientConnection

URL = "ws://localhost:8765/events"
ROOM = 10_000
BEAT = 30.0  # seconds between two heartbeats


class _Lane(Lane[Event]):
    batch = 500  # events of a message
    every = 0.1
    pause = (0.5, 15.0)
    steady = 15.0  # seconds: what has worked for less long need not be a gateway


class _Gateway:
    """Where events go."""

    def __init__(self, url: str) -> None:
        self.name = url
        self.sent = self.refused = 0
        self.why_refused: str | None = None  # the last time
        self._connection: ClientConnection | None = None
        self._open = ExitStack()

    def write(self, items: Sequence[Event]) -> None:
        from websockets.sync.client import connect

        with self._given_up(OSError):
            if self._connection is None:
                opened = connect(self.name, compression=None, open_timeout=5, close_timeout=1)
                self._connection = self._open.enter_context(opened)
        self.read_answers()
        with self._given_up(Doubtful):
            self._connection.send(json.dumps(items, separators=(",", ":")))
        self.sent += len(items)

    def read_answers(self) -> None:
        """What the gateway has refused since."""
        with self._given_up(OSError):
            while self._connection is not None:
                try:
                    answer = json.loads(self._connection.recv(timeout=0))
                except TimeoutError:
                    return
                if not isinstance(answer, dict) or not {"refused", "why"} <= answer.keys():
                    raise ValueError("what answers there is not an event gateway")
                self.refused += answer["refused"]
                self.why_refused = answer["why"]

    def close(self) -> None:
        self._connection = None
        self._open.close()

    @contextmanager
    def _given_up(self, failure: type[OSError]) -> Iterator[None]:
        """Within: whatever goes wrong ends the connection."""
        from websockets.exceptions import WebSocketException

        try:
            yield
        except (OSError, WebSocketException, ValueError) as error:
            self.close()
            raise failure(f"no event gateway ({error})") from None


class Publisher:
    """Sends events from a thread of its own. Where the gateway is away or slow, up to ``room`` events wait;
    more are dropped and counted. A gateway that is away is reported once, in a line, and tried again. A
    ``heartbeat`` says, every ``beat`` seconds, what was sent and dropped."""

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
        self._say = say
        self._gateway = _Gateway(url)
        self._lane = _Lane("events", self._gateway, room, say, self._tick)

    @property
    def sent(self) -> int:
        return self._gateway.sent

    @property
    def dropped(self) -> int:
        return self._lane.dropped

    @property
    def refused(self) -> int:
        """By the gateway."""
        return self._gateway.refused

    def publish(self, kind: str, game_id: str, data: dict[str, Any] | None = None) -> None:
        """Never blocks. Raises BadEvent for an invalid event."""
        event = {"type": kind, "timestamp": time.time(), "game_id": game_id, "data": data or {}}
        self._lane.put(check(event))

    def flush(self, patience: float = 1.0) -> None:
        """Waits until all is sent, ``patience`` seconds at most; not for a gateway that is away."""
        self._lane.flush(patience)

    def close(self) -> None:
        """Sends what waits, as far as the time goes; the rest counts as dropped."""
        self._lane.close()
        if lost := self.dropped + self.refused:
            why = f" (refused: {self._gateway.why_refused})" if self.refused else ""
            self._say(f"{lost} events did not reach {self.url}{why}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()

    def _tick(self) -> None:
        self._gateway.read_answers()
        if time.monotonic() >= self._next_beat:
            self._next_beat = time.monotonic() + self._beat
            self.publish("heartbeat", self.name, {"sent": self.sent, "dropped": self.dropped})


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
