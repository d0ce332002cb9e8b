"""What can go wrong between a client and a server: one class per thing a caller can do about it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any


class Sent(Enum):
    """How much of a request had left when the exchange failed."""

    nothing = "nothing was sent"
    part = "the request was sent in part"
    all = "the request was sent"


class BalatrobotError(Exception):
    """The base of everything raised here."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets an error cross from a worker process, whatever its constructor takes."""
        return _rebuilt, (type(self), self.args, self.__dict__)


def _rebuilt(kind: type[BalatrobotError], args: tuple[Any, ...], members: dict[str, Any]) -> BalatrobotError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(members)
    return error


class CallError(BalatrobotError):
    """One call failed; `method` and `params` are the call."""

    def __init__(self, message: str, method: str, params: Mapping[str, Any]) -> None:
        super().__init__(f"{method}: {message}")
        self.message = message
        self.method = method
        self.params = dict(params)


class ApiError(CallError):
    """The server refused the call; `name` is the protocol's error name."""

    name = "UNKNOWN"

    def __init__(self, code: int, message: str, method: str, params: Mapping[str, Any]) -> None:
        super().__init__(message, method, params)
        self.code = code


class InternalError(ApiError):
    """The game failed while it executed the call: how far it came is not known."""

    name = "INTERNAL_ERROR"


class BadRequest(ApiError):
    name = "BAD_REQUEST"


class InvalidState(ApiError):
    name = "INVALID_STATE"


class NotAllowed(ApiError):
    name = "NOT_ALLOWED"


class TransportError(CallError):
    """No answer to the call; `progress` says whether the server can have seen it."""

    def __init__(self, message: str, method: str, params: Mapping[str, Any], progress: Sent) -> None:
        super().__init__(f"{message} ({progress.value})", method, params)
        self.progress = progress


class Refused(TransportError):
    """Nobody listens at the address."""


class TimedOut(TransportError):
    """No complete answer in time."""


class Disconnected(TransportError):
    """The connection broke before the answer was complete."""


class Garbage(TransportError):
    """An answer that is not JSON-RPC, or not the shape this method answers with."""


class ForeignAnswer(Garbage):
    """An answer that carries the id of another call: dropped."""


class HttpStatus(TransportError):
    """An HTTP status other than 200."""

    def __init__(
        self, status: int, message: str, method: str, params: Mapping[str, Any], progress: Sent
    ) -> None:
        super().__init__(f"HTTP status {status}: {message}", method, params, progress)
        self.status = status

    @property
    def refused(self) -> bool:
        """The server read the request and would not have it: nothing was executed."""
        return 400 <= self.status < 500


class OutcomeUnknown(CallError):
    """An action was sent, its answer is lost, and the game does not show whether it was executed.

    `before` is the state the action was meant for, `after` the state read since (None if the server no
    longer answers), `cause` the failure. The action was not sent again: decide with `after` in hand.
    """

    def __init__(
        self,
        message: str,
        method: str,
        params: Mapping[str, Any],
        before: Mapping[str, Any] | None,
        after: Mapping[str, Any] | None,
        cause: TransportError,
    ) -> None:
        super().__init__(f"outcome unknown: {message} [{cause}]", method, params)
        self.before = before
        self.after = after
        self.cause = cause


class UnsupportedVersion(BalatrobotError):
    """The server speaks a version of the protocol that this client does not."""


class UntestedVersion(UserWarning):
    """The server's version is unknown or newer than those this client was tested with."""


class NoHealthyServer(BalatrobotError):
    """No server of the pool answers; `reasons` maps each base URL to its last failure."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        self.reasons = dict(reasons)
        listing = "".join(f"\n  {url}: {reason}" for url, reason in self.reasons.items())
        super().__init__(f"none of {len(self.reasons)} balatrobot servers is healthy:{listing}")


class PoolBusy(BalatrobotError):
    """Healthy servers exist, but all were leased for the whole time allowed."""


class LaunchError(BalatrobotError):
    """A game instance could not be started or kept running."""


API_ERRORS: dict[str, type[ApiError]] = {
    kind.name: kind for kind in (InternalError, BadRequest, InvalidState, NotAllowed)
}
