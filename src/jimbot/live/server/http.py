"""The part of HTTP that the protocol speaks: one POST to `/`, one answer, then the connection is closed.

Checks follow the order of the protocol's table of HTTP errors; all of them are made as soon as the head is
complete, before the body. Our own come last: whom the request is addressed to, and which page sends it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jimbot.live.protocol.errors import CODES
from jimbot.live.protocol.wire import encode
from jimbot.runs.visitors import Visitors

BODY_LIMIT = 65_536
# Our own: a head without end must not fill the memory, nor one of many lines keep other ports waiting.
HEAD_LIMIT = 262_144
LINE_LIMIT = 1_000

PHRASES = {200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed"}
END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
LINE = re.compile(rb"(?P<method>[A-Z]+) +(?P<path>\S+) +HTTP/\d\.\d")
HEADER = re.compile(rb"(?im)^[ \t]*(content-length|host|origin)[ \t]*:[ \t]*([^\r\n]*)")


@dataclass(frozen=True)
class Refusal:
    """A request that is answered before any game sees it."""

    status: int
    message: str


class IncomingRequest:
    """A request as its bytes come in. Each is looked at once, in however many pieces they come."""

    def __init__(self, visitors: Visitors) -> None:
        self._visitors = visitors
        self._data = bytearray()
        self._body: tuple[int, int] | None = None  # where it begins and ends, once the head is complete

    def add(self, chunk: bytes) -> bytes | Refusal | None:
        """The body of a complete request, a refusal, or None while more must come."""
        seen = max(0, len(self._data) - 3)  # the end of the head may have begun there
        self._data += chunk
        if self._body is None:
            end = END_OF_HEAD.search(self._data, seen)
            if end is None:
                return self._without_end()
            length = self._length(bytes(self._data[: end.start()]))
            if isinstance(length, Refusal):
                return length
            self._body = end.end(), end.end() + length
        start, stop = self._body
        return bytes(self._data[start:stop]) if len(self._data) >= stop else None

    def _without_end(self) -> Refusal | None:
        if len(self._data) >= 2 and not self._data[:2].strip(b"\r\n"):
            return Refusal(400, "Empty request")
        return Refusal(400, "Request head too large") if len(self._data) > HEAD_LIMIT else None

    def _length(self, head: bytes) -> int | Refusal:
        """How long the body is, from a complete head."""
        line, _, rest = head.partition(b"\n")
        if not line.strip():
            return Refusal(400, "Empty request")
        parts = LINE.fullmatch(line.strip())
        if parts is None:
            return Refusal(400, "Invalid request line")
        if len(head) > HEAD_LIMIT or head.count(b"\n") > LINE_LIMIT:
            return Refusal(400, "Request head too large")
        headers = [
            (name.decode("latin-1").lower(), value.decode("latin-1").strip())
            for name, value in HEADER.findall(rest)
        ]
        length = content_length([value for name, value in headers if name == "content-length"])
        if length > BODY_LIMIT:
            return Refusal(400, "Request body too large")
        if parts["method"] != b"POST":
            return Refusal(405, "Method not allowed. Use POST for JSON-RPC requests")
        if parts["path"] != b"/":
            return Refusal(404, "Not found. Use POST to '/' for JSON-RPC requests")
        why = self._visitors.why_refused(headers)
        return length if why is None else Refusal(403, why)


def content_length(values: list[str]) -> int:
    """The number of the first Content-Length; 0 without one, or where it is no number."""
    digits = values[0].lstrip("0") if values else ""
    if not (digits.isascii() and digits.isdigit()):
        return 0
    return int(digits) if len(digits) < 10 else BODY_LIMIT + 1


def response(status: int, body: bytes) -> bytes:
    head = (
        f"HTTP/1.1 {status} {PHRASES[status]}\r\n"
        "Content-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + body


def error_body(name: str, message: str, last_id: object) -> bytes:
    answer: dict[str, object] = {
        "jsonrpc": "2.0",
        "error": {"code": CODES[name], "message": message, "data": {"name": name}},
    }
    if last_id is not None:
        answer["id"] = last_id
    return encode(answer).encode()
