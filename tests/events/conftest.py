"""A gateway in a thread, reached by real sockets."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

pytest.importorskip("websockets")


@contextmanager
def gateway(**options: Any) -> Iterator[str]:
    """A gateway that serves: the address at which it takes events."""
    from jimbot.evaluation.events import Gateway
    from jimbot.live.server.server import listen

    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    loop, ready, stopped = asyncio.new_event_loop(), threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with Gateway(**options).serving(listener):
            ready.set()
            await stopped.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield f"ws://127.0.0.1:{port}/events"
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join(20)
        assert not thread.is_alive()


@pytest.fixture
def make_gateway() -> Iterator[Callable[..., str]]:
    with ExitStack() as stack:
        yield lambda **options: stack.enter_context(gateway(**options))


@pytest.fixture
def stats() -> Callable[[str], dict[str, Any]]:
    def ask(url: str) -> dict[str, Any]:
        with urllib.request.urlopen(url.replace("ws:", "http:").replace("/events", "/stats")) as answer:
            shown: dict[str, Any] = json.load(answer)
        return shown

    return ask
