"""How a client behaves when calls fail, written once for the sync and the async client.

A call is a generator: it yields what is to be done next (a request, a pause) and receives the response or
the failure. The rules:

- Nothing reached the server (refused, no connection): any call is tried again, with growing pauses.
- Reading calls are tried again after any failure. `save`, `load` and `screenshot` do no harm when repeated
  and are tried again too, except after a time-out: they may hang for good.
- Every other call is an action. When its answer is lost it is never repeated blindly: the state is read and
  compared with the state before. The action shows in it: that state is the answer. It does not, and the
  request had not left completely: it is sent once more. Otherwise `OutcomeUnknown` is raised.
- After a lost answer the mod may give that answer to the next caller, under the next caller's id. So the
  next call is preceded by `health`, whose answer cannot be confused with another, and the state that an
  action answers with is read again.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jimbot.live.client.exceptions import (
    API_ERRORS,
    ApiError,
    CallError,
    ForeignAnswer,
    Garbage,
    HttpStatus,
    OutcomeUnknown,
    Sent,
    TimedOut,
    TransportError,
)
from jimbot.live.client.exchange import REQUEST_LIMIT, Request, Response
from jimbot.live.client.ports import Port
from jimbot.live.protocol import effects
from jimbot.runs.publishing import pauses

Json = dict[str, Any]
Params = Mapping[str, Any]

READING = frozenset(("health", "gamestate", "rpc.discover"))
REPEATABLE = frozenset(("save", "load", "screenshot"))

# Seconds. The server has no time-out of its own: an action answers when its animation has ended.
TIMEOUTS: Mapping[str, float] = {
    "health": 2.0,
    "gamestate": 5.0,
    "rpc.discover": 5.0,
    "start": 60.0,
    "load": 60.0,
    "play": 60.0,
    "screenshot": 60.0,
}
DEFAULT_TIMEOUT = 30.0

# The member by which the answer of a method is known.
SHAPES: Mapping[str, str] = {
    "health": "status",
    "rpc.discover": "info",
    **dict.fromkeys(("save", "load", "screenshot"), "success"),
    **dict.fromkeys(("gamestate", "start", "menu", "select", "skip", "play", "discard", "cash_out"), "state"),
    **dict.fromkeys(("next_round", "reroll", "buy", "pack", "sell", "use", "rearrange"), "state"),
    **dict.fromkeys(("add", "set"), "state"),
}


@dataclass(frozen=True)
class Pause:
    seconds: float


Step = Request | Pause
Flow = Generator[Step, Response | TransportError | None, Json]


@dataclass(frozen=True)
class Patience:
    """How long a client waits, and how often it tries.

    `timeout` replaces the time-outs of all methods, `timeouts` those of the methods it names.
    `attempts` bounds the tries of a call that may be repeated, `backoff` is the first pause between two
    (it doubles up to `backoff_limit`). `settle` is how long the state is watched after a lost answer
    before the action counts as not shown, `poll` the pause between two looks.
    """

    timeout: float | None = None
    timeouts: Mapping[str, float] = field(default_factory=dict)
    attempts: int = 4
    backoff: float = 0.1
    backoff_limit: float = 2.0
    settle: float = 5.0
    poll: float = 0.1

    def timeout_of(self, method: str) -> float:
        if method in self.timeouts:
            return self.timeouts[method]
        if self.timeout is not None:
            return self.timeout
        return TIMEOUTS.get(method, DEFAULT_TIMEOUT)

    @property
    def looks(self) -> int:
        return max(1, round(self.settle / max(self.poll, 0.001)))

    def pauses(self) -> Iterator[float]:
        """The pauses between attempts, one fewer than there are attempts."""
        return itertools.islice(pauses(self.backoff, self.backoff_limit), self.attempts - 1)


class Conduct:
    """The calls of one client; the caller holds the port's lock while it runs a flow."""

    def __init__(self, port: Port, patience: Patience) -> None:
        self._port = port
        self._patience = patience
        # A random start keeps the ids of two clients apart; the server prints 14 digits at most.
        self._ids = itertools.count(random.randrange(1, 10**9))

    def call(self, method: str, params: Params) -> Flow:
        """The flow of one call, after what an earlier lost answer left to do."""
        was_in_doubt = self._port.in_doubt
        if was_in_doubt and method != "health":
            yield from self._repeat("health", {})
        if method in READING or method in REPEATABLE:
            return (yield from self._repeat(method, params))
        answer = yield from self._act(method, params)
        if was_in_doubt and SHAPES.get(method) == "state":
            try:
                answer = yield from self._watch(is_resting)
            except TransportError:
                pass  # the action is done: its own answer is all there is
        return answer

    def version(self) -> Flow:
        """The server's version. One that does not describe itself is judged by how it refuses a `pack` call
        without arguments, which never acts: 1.1 and older do not know the method."""
        try:
            info = (yield from self.call("rpc.discover", {})).get("info")
            return {"version": str(info.get("version", "")) if isinstance(info, dict) else ""}
        except ApiError:
            pass
        try:
            yield from self.call("pack", {})
        except ApiError as error:
            return {"version": "1.1" if error.message.startswith("Unknown method") else ""}
        return {"version": ""}

    def _act(self, method: str, params: Params) -> Flow:
        if self._port.state is None:
            yield from self._repeat("gamestate", {})
        seen = self._port.state
        assert seen is not None
        for last_chance in (False, True):
            try:
                return (yield from self._connect(method, params))
            except TransportError as failure:
                if failure.progress is Sent.nothing:
                    raise
                if isinstance(failure, HttpStatus) and failure.refused:
                    raise
                before: Json = json.loads(seen)["result"]
                after = yield from self._look(method, params, before, failure)
                self._port.in_doubt = True  # the lost answer may still be on its way
                complete = failure.progress is Sent.all
                if complete and effects.shows(method, params, before, after):
                    return after
                if complete or last_chance or not effects.same(before, after):
                    self._port.state = None
                    unchanged = effects.same(before, after)
                    message = (
                        "the game has not changed" if unchanged else "the game has changed in another way"
                    )
                    raise OutcomeUnknown(message, method, params, before, after, failure) from failure
        raise AssertionError("unreachable")

    def _look(self, method: str, params: Params, before: Json, failure: TransportError) -> Flow:
        """The state after a lost answer, once the action shows in it or time is up."""

        def is_reached(after: Json) -> bool:
            shown = failure.progress is Sent.part or effects.shows(method, params, before, after)
            return shown and is_resting(after)

        try:
            yield from self._repeat("health", {})
            return (yield from self._watch(is_reached))
        except CallError as silence:
            self._port.state = None
            message = f"the server no longer reports its state ({silence})"
            raise OutcomeUnknown(message, method, params, before, None, failure) from silence

    def _watch(self, is_reached: Callable[[Json], bool]) -> Flow:
        """The first state that shows what is asked, or the last one seen when time is up."""
        state = yield from self._repeat("gamestate", {})
        for _ in range(self._patience.looks):
            if is_reached(state):
                break
            yield Pause(self._patience.poll)
            state = yield from self._repeat("gamestate", {})
        return state

    def _repeat(self, method: str, params: Params) -> Flow:
        """A call that may be sent again."""
        for pause in self._patience.pauses():
            try:
                return (yield from self._once(method, params))
            except TransportError as failure:
                if isinstance(failure, HttpStatus) and failure.refused:
                    raise
                sent = failure.progress is not Sent.nothing
                if sent and isinstance(failure, TimedOut) and method not in READING:
                    raise
                yield Pause(pause)
        return (yield from self._once(method, params))

    def _connect(self, method: str, params: Params) -> Flow:
        """A call that is sent again only while nothing of it has left."""
        for pause in self._patience.pauses():
            try:
                return (yield from self._once(method, params))
            except TransportError as failure:
                if failure.progress is not Sent.nothing:
                    raise
                yield Pause(pause)
        return (yield from self._once(method, params))

    def _once(self, method: str, params: Params) -> Flow:
        """One exchange, and what it means for what is known of the port."""
        port = self._port
        request = self._request(method, params)
        was_in_doubt = port.in_doubt
        known = port.state if method in READING or method in ("save", "screenshot") else None
        # Set before sending: if this call is cancelled meanwhile, the next one knows.
        port.state, port.in_doubt = None, True
        reply = yield request
        if isinstance(reply, TransportError):
            if reply.progress is Sent.nothing:
                port.in_doubt = was_in_doubt  # but the game may be a new one: its state is not known any more
            raise reply
        assert reply is not None
        try:
            result = decode(request, reply)
        except ApiError:
            port.in_doubt = False
            raise
        except HttpStatus as status:
            port.in_doubt = not status.refused
            raise
        port.in_doubt = False
        port.state = reply.body if SHAPES.get(method) == "state" else known
        return result

    def _request(self, method: str, params: Params) -> Request:
        number = next(self._ids)
        envelope = {"jsonrpc": "2.0", "method": method, "params": params, "id": number}
        body = json.dumps(envelope, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode()
        if len(body) > REQUEST_LIMIT:
            raise ValueError(
                f"{method}: the request has {len(body)} bytes; the server accepts at most {REQUEST_LIMIT}"
            )
        return Request(number, method, params, body, self._patience.timeout_of(method))


def decode(request: Request, response: Response) -> Json:
    """The result in an answer; raises the error it carries, or what is wrong with it."""
    method, params, sent = request.method, request.params, Sent.all
    answer = parse(response.body)
    if response.status != 200:
        message = error_message(answer) or repr(response.body[:80])
        raise HttpStatus(response.status, message, method, params, sent)
    if answer is None:
        raise Garbage(f"not a JSON object: {response.body[:80]!r}", method, params, sent)
    error = answer.get("error")
    # An error without an id means that the server could not read ours.
    if answer.get("id") != request.id and not (isinstance(error, dict) and answer.get("id") is None):
        raise ForeignAnswer(f"answer to call {answer.get('id')!r}, not to {request.id}", method, params, sent)
    if isinstance(error, dict):
        raise api_error(error, method, params)
    result = answer.get("result")
    shape = SHAPES.get(method)
    if not isinstance(result, dict) or (shape is not None and shape not in result):
        raise Garbage(f"the result lacks {shape!r}: {str(result)[:80]}", method, params, sent)
    return result


def is_resting(state: Json) -> bool:
    return state["state"] in effects.RESTING


def parse(body: bytes) -> Json | None:
    try:
        answer = json.loads(body)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def error_message(answer: Json | None) -> str | None:
    error = answer.get("error") if answer is not None else None
    return str(error.get("message")) if isinstance(error, dict) else None


def api_error(error: Json, method: str, params: Params) -> ApiError:
    data = error.get("data")
    name = data.get("name") if isinstance(data, dict) else None
    kind = API_ERRORS.get(str(name), ApiError)
    code = error.get("code")
    return kind(code if isinstance(code, int) else 0, str(error.get("message")), method, params)
