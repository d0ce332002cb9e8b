"""Who may come in: this machine alone, no page of another site, no name that was made to lead here."""

from __future__ import annotations

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
import websockets
from tests.ui.conftest import App
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin


def connects(app: App, origin: str | None, name: str = "127.0.0.1") -> bool:
    """Whether the app's own channel opens for a page of this origin, asked for by this name of the machine."""

    async def attempt() -> bool:
        address = f"ws://{name}:{app.port}/_stcore/stream"
        given = None if origin is None else Origin(origin)
        try:
            async with websockets.connect(address, origin=given, host="127.0.0.1", port=app.port):
                return True
        except InvalidStatus as refused:
            if refused.response.status_code != 403:
                raise
            return False

    with ThreadPoolExecutor(1) as apart:  # a browser's loop may be running in this thread
        return apart.submit(asyncio.run, attempt()).result()


@pytest.mark.slow
def test_it_listens_on_this_machine_alone(app: App) -> None:
    httpx.get(app.url, timeout=60).raise_for_status()
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        with pytest.raises(OSError, match=r"refused|timed out"):
            socket.create_connection((str(address), app.port), timeout=5)


def test_its_own_page_connects(app: App) -> None:
    assert connects(app, app.url)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1.evil.example",
        "null",
        "file://",
        "http://localhost:9",
        "http://127.0.0.1:9",
        "http://127.0.0.1",
    ],
)
def test_other_origins_are_refused(app: App, origin: str) -> None:
    assert not connects(app, origin)


def test_a_name_that_was_made_to_lead_here_is_refused(app: App) -> None:
    assert not connects(app, f"http://evil.example:{app.port}", "evil.example")


def test_uploads_need_the_token_of_the_page(app: App) -> None:
    answer = httpx.put(f"{app.url}/_stcore/upload_file/any/file", content=b"x", timeout=60)
    assert answer.status_code in (400, 403, 404)


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/app/static/../../etc/passwd",
        "/media/../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_paths_lead_nowhere(app: App, path: str) -> None:
    with socket.create_connection(
        ("127.0.0.1", app.port), timeout=60
    ) as line:  # a client would tidy the path
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while part := line.recv(65536):
            answer += part
    assert b"root:" not in answer


@pytest.mark.parametrize("path", ["/", "/index.html", "/_stcore/health", "/_stcore/host-config", "/no/page"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "[::1].evil.com"},
        {"Host": "127.0.0.1.evil.com"},
        {"Host": "evil.example@127.0.0.1"},
        {"Origin": "http://localhost:9"},
        {"Origin": "null"},
    ],
    ids=str,
)
def test_foreign_requests_are_refused_on_every_path(app: App, path: str, headers: dict[str, str]) -> None:
    assert httpx.get(app.url + path, headers=headers, timeout=60).status_code == 403
    assert httpx.get(app.url + path, headers={"Origin": app.url}, timeout=60).status_code != 403
