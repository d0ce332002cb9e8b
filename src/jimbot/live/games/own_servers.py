"""Simulator servers in processes of their own, one game each, ended by the process that started them."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

STOP_SECONDS = 5.0


@contextmanager
def own_servers(ports: Sequence[int], stagger: float = 0.0) -> Iterator[list[tuple[int, str]]]:
    """Within: a `jimbot serve` per port (0 is any free one); yields process ids and URLs."""
    servers: list[subprocess.Popen[str]] = []
    try:
        for number, port in enumerate(ports):
            if number:
                time.sleep(stagger)
            servers.append(start(port))
        yield [(server.pid, url_of(server)) for server in servers]
    finally:
        for server in servers:
            server.terminate()
        for server in servers:
            end(server)


def start(port: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "jimbot", "serve", "--host", "127.0.0.1", "--port", str(port)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def url_of(server: subprocess.Popen[str]) -> str:
    """The address that a server prints when it listens."""
    assert server.stdout is not None
    assert server.stderr is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    if found is None:
        server.wait()
        raise RuntimeError(f"jimbot serve did not start: {server.stderr.read().strip()}")
    return found.group()


def end(server: subprocess.Popen[str]) -> None:
    try:
        server.communicate(timeout=STOP_SECONDS)
    except subprocess.TimeoutExpired:
        server.kill()
        server.communicate()
