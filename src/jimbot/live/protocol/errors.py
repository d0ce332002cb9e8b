"""The four errors of the protocol."""

from __future__ import annotations

INTERNAL_ERROR = "INTERNAL_ERROR"
BAD_REQUEST = "BAD_REQUEST"
INVALID_STATE = "INVALID_STATE"
NOT_ALLOWED = "NOT_ALLOWED"

CODES = {INTERNAL_ERROR: -32000, BAD_REQUEST: -32001, INVALID_STATE: -32002, NOT_ALLOWED: -32003}


class ProtocolError(Exception):
    """A call that was refused, by one of the protocol's names and with its text."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name
        self.message = message

    @property
    def code(self) -> int:
        return CODES[self.name]


def bad_request(message: str) -> ProtocolError:
    return ProtocolError(BAD_REQUEST, message)


def invalid_state(message: str) -> ProtocolError:
    return ProtocolError(INVALID_STATE, message)


def not_allowed(message: str) -> ProtocolError:
    return ProtocolError(NOT_ALLOWED, message)


def internal_error(message: str) -> ProtocolError:
    return ProtocolError(INTERNAL_ERROR, message)
