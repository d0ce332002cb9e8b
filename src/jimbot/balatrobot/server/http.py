"""The part of HTTP that the protocol speaks: one POST to `/`, one answer, then the connection is closed.

Checks follow the order of the protocol's table of HTTP errors; all of them are made as soon as the head is
complete, before the body.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jimbot.balatrobot.protocol.errors import CODES
from jimbot.balatrobot.protocol.wire import encode

BODY_LIMIT = 65_536
HEAD_LIMIT = 262_144  # our own: a head without end must not fill the memory

PHRASES = {200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed"}
END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
LINE = re.compile(rb"(?P<method>[A-Z]+) +(?P<path>\S+) +HTTP/\d\.\d")


@dataclass(frozen=True)
class Refusal:
    """A request that is answered before any game sees it."""

    status: int
    message: str


def read_request(data: bytes) -> bytes | Refusal | None:
    """The body of a complete request, a refusal, or None while more must come."""
    end = END_OF_HEAD.search(data)
    if end is None:
        if not data.lstrip(b"\r\n") and len(data) >= 2:
            return Refusal(400, "Empty request")
        return Refusal(400, "Request head too large") if len(data) > HEAD_LIMIT else None
    line, *headers = data[: end.start()].splitlines() or [b""]
    if not line.strip():
        return Refusal(400, "Empty request")
    parts = LINE.fullmatch(line.strip())
    if parts is None:
        return Refusal(400, "Invalid request line")
    length = content_length(headers)
    if length > BODY_LIMIT:
        return Refusal(400, "Request body too large")
    if parts["method"] != b"POST":
        return Refusal(405, "Method not allowed. Use POST for JSON-RPC requests")
    if parts["path"] != b"/":
        return Refusal(404, "Not found. Use POST to '/' for JSON-RPC requests")
    body = data[end.end() :]
    return body[:length] if len(body) >= length else None


def content_length(headers: list[bytes]) -> int:
    """The number of the first Content-Length; 0 without one, or where it is no number."""
    for header in headers:
        name, _, value = header.partition(b":")
        if name.strip().lower() == b"content-length":
            digits = value.strip().lstrip(b"0")
            if not digits.isdigit():
                return 0
            return int(digits) if len(digits) < 10 else BODY_LIMIT + 1
    return 0


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
