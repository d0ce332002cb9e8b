"""A server of the Model Context Protocol, and the official client on both transports."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp")
pytest.importorskip("httpx")

JIMBOT = [sys.executable, "-m", "jimbot"]


@contextmanager
def serving(*arguments: str) -> Iterator[str]:
    """`jimbot mcp --http` on a free port: its address."""
    process = subprocess.Popen(
        [*JIMBOT, "mcp", "--http", "--port", "0", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/mcp", process.stdout.readline())
        assert found
        yield found[0]
    finally:
        process.terminate()
        process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


@pytest.fixture(scope="session")
def http_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("mcp")
    with serving("--folder", str(folder), "--games", "4") as url:
        yield url, folder


@pytest.fixture
def connect(http_server: tuple[str, Path]) -> Callable[..., Any]:
    """A client of the server by transport, in either era of the protocol."""
    from mcp.client.stdio import StdioServerParameters

    from mcp import Client

    def make(transport: str, mode: str = "auto") -> Any:
        if transport == "http":
            return Client(http_server[0], mode=mode)
        return Client(StdioServerParameters(command=JIMBOT[0], args=[*JIMBOT[1:], "mcp"]), mode=mode)

    return make
