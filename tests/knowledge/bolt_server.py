"""A stand-in for a server at the level of bytes: it speaks Bolt 5.0, notes statements and answers with set rows."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable
from typing import Any

MAGIC = b"\x60\x60\xb0\x17"
VERSION = b"\x00\x00\x00\x05"
HELLO, GOODBYE, RESET, RUN, BEGIN, COMMIT, ROLLBACK, PULL = 0x01, 0x02, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x3F
SUCCESS, RECORD, FAILURE = 0x70, 0x71, 0x7F
Rows = tuple[list[str], list[list[Any]]]  # columns and rows


class Refused(Exception):
    """What the server answers a statement with that it does not like: code and message."""


def pack(value: Any) -> bytes:
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xcb" + struct.pack(">q", value)
    if isinstance(value, float):
        return b"\xc1" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode()
        return b"\xd2" + struct.pack(">I", len(data)) + data
    if isinstance(value, list):
        return b"\xd6" + struct.pack(">I", len(value)) + b"".join(map(pack, value))
    assert isinstance(value, dict)
    return b"\xda" + struct.pack(">I", len(value)) + b"".join(pack(k) + pack(v) for k, v in value.items())


class Unpacker:
    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def _take(self, count: int) -> bytes:
        self._at += count
        return self._data[self._at - count : self._at]

    def _number(self, form: str) -> Any:
        return struct.unpack(f">{form}", self._take(struct.calcsize(form)))[0]

    def value(self) -> Any:
        mark = self._take(1)[0]
        if mark < 0x80 or mark >= 0xF0:
            return mark if mark < 0x80 else mark - 0x100
        sizes = {
            0xD0: ("B", "text"),
            0xD1: ("H", "text"),
            0xD2: ("I", "text"),
            0xD4: ("B", "list"),
            0xD5: ("H", "list"),
        }
        sizes |= {0xD6: ("I", "list"), 0xD8: ("B", "map"), 0xD9: ("H", "map"), 0xDA: ("I", "map")}
        plain = {0xC0: None, 0xC2: False, 0xC3: True}
        if mark in plain:
            return plain[mark]
        if mark in (0xC1, 0xC8, 0xC9, 0xCA, 0xCB):
            return self._number({0xC1: "d", 0xC8: "b", 0xC9: "h", 0xCA: "i", 0xCB: "q"}[mark])
        if mark in sizes:
            form, kind = sizes[mark]
            size = self._number(form)
        else:
            size, kind = mark & 0x0F, {0x80: "text", 0x90: "list", 0xA0: "map", 0xB0: "struct"}[mark & 0xF0]
        if kind == "text":
            return self._take(size).decode()
        if kind == "list":
            return [self.value() for _ in range(size)]
        if kind == "map":
            return {self.value(): self.value() for _ in range(size)}
        return self._take(1)[0], [self.value() for _ in range(size)]


class BoltServer:
    """``answer`` takes a statement with its parameters and gives columns and rows, or raises Refused."""

    def __init__(self, agent: str, answer: Callable[[str, dict[str, Any]], Rows]) -> None:
        self._agent, self._answer = agent, answer
        self.statements: list[tuple[str, dict[str, Any]]] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.uri = f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as stream:
            assert stream.read(4) == MAGIC
            stream.read(16)  # the versions that the client knows
            connection.sendall(VERSION)
            rows: list[list[Any]] = []
            failed = False
            while (message := _message(stream)) is not None:
                tag, fields = message
                if tag == GOODBYE:
                    return
                if tag == RESET:
                    failed = False
                if failed:
                    _send(connection, 0x7E)  # ignored
                    continue
                meta: dict[str, Any] = {}
                if tag == HELLO:
                    meta = {"server": self._agent, "connection_id": "bolt-1"}
                elif tag == RUN:
                    self.statements.append((fields[0], fields[1]))
                    try:
                        columns, rows = self._answer(fields[0], fields[1])
                    except Refused as error:
                        code, text = error.args
                        failed = True
                        _send(connection, FAILURE, {"code": code, "message": text})
                        continue
                    meta = {"fields": columns}
                elif tag == PULL:
                    for row in rows:
                        _send(connection, RECORD, row)
                    rows = []
                _send(connection, SUCCESS, meta)


def _message(stream: Any) -> tuple[int, list[Any]] | None:
    data = b""
    while True:
        head = stream.read(2)
        if len(head) < 2:
            return None
        size = struct.unpack(">H", head)[0]
        if size == 0:
            if data:
                found: tuple[int, list[Any]] = Unpacker(data).value()
                return found
            continue
        data += stream.read(size)


def _send(connection: socket.socket, tag: int, *fields: Any) -> None:
    body = bytes([0xB0 + len(fields), tag]) + b"".join(map(pack, fields))
    chunks = [body[at : at + 60_000] for at in range(0, len(body), 60_000)]
    connection.sendall(b"".join(struct.pack(">H", len(chunk)) + chunk for chunk in chunks) + b"\x00\x00")
