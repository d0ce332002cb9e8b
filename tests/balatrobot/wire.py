"""Raw sockets against a server, and a game small enough to count on."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

TIMEOUT = 10.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: list[str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def message(self) -> str:
        return self.json["error"]["message"]


class Counter:
    """Counts its calls of `act`; keeps the id of the last call that had one."""

    def __init__(self) -> None:
        self.acts = 0
        self.last_id: object = None

    def handle(self, body: bytes) -> bytes:
        try:
            request = json.loads(body)
            self.last_id = request["id"]
            method = request["method"]
        except (ValueError, TypeError, KeyError, RecursionError):
            self.last_id = None
            return b'{"jsonrpc":"2.0","error":{"code":-32001,"message":"no call"}}'
        self.acts += method == "act"
        if method == "fail":
            raise RuntimeError("on purpose")
        result = "x" * request["size"] if method == "long" else self.acts
        return json.dumps({"jsonrpc": "2.0", "result": result, "id": self.last_id}).encode()


def connect(port: int, data: bytes = b"", timeout: float = TIMEOUT) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port), timeout)
    sock.sendall(data)
    return sock


def receive(sock: socket.socket) -> bytes:
    """Everything until the server closes."""
    parts = []
    while part := sock.recv(65_536):
        parts.append(part)
    sock.close()
    return b"".join(parts)


def read_answer(data: bytes) -> Answer:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *headers = head.decode().split("\r\n")
    return Answer(int(first.split(" ")[1]), headers, body)


def ask(port: int, data: bytes) -> Answer:
    """Sends bytes and reads the answer."""
    return read_answer(receive(connect(port, data)))


def post(body: bytes, head: bytes = b"POST / HTTP/1.1") -> bytes:
    return head + b"\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


def rpc(method: str, params: dict[str, Any] | None = None, id: int | str = 1) -> bytes:
    call = {"jsonrpc": "2.0", "method": method, "params": params or {}, "id": id}
    return post(json.dumps(call).encode())


def call(port: int, method: str, params: dict[str, Any] | None = None, id: int | str = 1) -> Any:
    """One call; the result, or the error message as text."""
    answer = ask(port, rpc(method, params, id)).json
    assert answer["id"] == id
    return answer["result"] if "result" in answer else answer["error"]["message"]


def abort(sock: socket.socket) -> None:
    """Leaves with a reset instead of a goodbye."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def descriptors(pid: int | str = "self") -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


@dataclass
class Served:
    """`jimbot serve` in a process of its own; after the `with`, how it ended."""

    pid: int
    ports: list[int]
    code: int = -1
    out: str = ""
    err: str = ""


@contextmanager
def served(*arguments: str, ending: signal.Signals = signal.SIGTERM, **env: str) -> Iterator[Served]:
    command = [sys.executable, "-m", "jimbot", "serve", *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **env}
    )
    assert process.stdout is not None
    server = Served(process.pid, [])
    try:
        while found := re.search(r" on http://\S+:(\d+)\n", process.stdout.readline()):
            server.ports.append(int(found[1]))
        yield server
        process.send_signal(ending)
        server.out, server.err = process.communicate(timeout=10)
        server.code = process.returncode
    finally:
        process.kill()
        process.communicate()


def free_ports(count: int) -> list[int]:
    socks = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [sock.getsockname()[1] for sock in socks]
    for sock in socks:
        sock.close()
    return ports
