"""The lightest client there is, for measuring servers: one raw socket per call, every latency kept."""

from __future__ import annotations

import importlib
import json
import socket
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from jimbot.live.protocol.address import address_of

CHUNK = 65_536


class RawClient:
    """Calls without retries: what goes wrong is an OSError or a RuntimeError that names the server."""

    def __init__(self, url: str, backend: str = "stdlib", timeout: float = 60.0) -> None:
        self.url = url
        self.latencies: dict[str, list[float]] = defaultdict(list)
        self._family, self._address = resolve(url)
        self._dumps, self._loads = json_backend(backend)
        self._timeout = timeout
        self._id = 0

    def call(self, method: str, **params: Any) -> Any:
        start = time.perf_counter()
        self._id += 1
        body = self._dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": self._id})
        content = self._exchange(body)
        try:
            result = self._loads(content)["result"]
        except (ValueError, TypeError, KeyError):
            raise RuntimeError(f"{self.url}: the answer to {method} was {content[:300]!r}") from None
        self.latencies[method].append(time.perf_counter() - start)
        return result

    def _exchange(self, body: bytes) -> bytes:
        try:
            with socket.socket(self._family) as sock:
                sock.settimeout(self._timeout)
                sock.connect(self._address)
                sock.sendall(b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
                parts = []
                while part := sock.recv(CHUNK):
                    parts.append(part)
        except TimeoutError:
            raise TimeoutError(f"{self.url}: no answer in {self._timeout:g} s") from None
        except OSError as error:
            raise OSError(error.errno, error.strerror, self.url) from None
        head, _, content = b"".join(parts).partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200 "):
            raise RuntimeError(f"{self.url}: answered {head[:60]!r}; HTTP/1.1 200 was expected")
        return content


def resolve(url: str) -> tuple[socket.AddressFamily, Any]:
    host, port = address_of(url)
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise ValueError(f"base URL {url!r}: {error.strerror}") from None
    return family, address


def json_backend(name: str) -> tuple[Callable[[Any], bytes], Callable[[bytes], Any]]:
    if name == "stdlib":
        return lambda value: json.dumps(value, separators=(",", ":")).encode(), json.loads
    try:
        orjson = importlib.import_module("orjson")
    except ImportError:
        raise ValueError("--json-backend orjson needs orjson: pip install orjson") from None
    return orjson.dumps, orjson.loads
