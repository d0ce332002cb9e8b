"""Messages that are none of the protocol: each is refused or ignored, and the server goes on."""

from __future__ import annotations

import json
import random
import subprocess
import threading
from typing import Any

import psutil
import pytest
from tests.mcp.conftest import JIMBOT

HELLO = {
    "protocolVersion": "2025-03-26",
    "capabilities": {},
    "clientInfo": {"name": "stranger", "version": "1"},
}
VALUES: list[Any] = [
    *(None, True, 0, -1, 1.5, 10**30, "", "x" * 3000, "\ud800", "../../etc/passwd", "\0"),
    *([], [[]], [None] * 50, {}, {"a": {"b": []}}),
]
METHODS = [
    *("initialize", "ping", "tools/list", "tools/call", "resources/read", "resources/list", "prompts/get"),
    *("completion/complete", "logging/setLevel", "notifications/cancelled", "notifications/initialized"),
    *("sampling/createMessage", "roots/list", "shutdown", "", "tools/call/", "__init__"),
]


def message(draw: random.Random) -> bytes:
    """A line: a request with parts that do not fit, damaged text, or noise."""
    fields: dict[str, Any] = {"jsonrpc": "2.0", "id": draw.randrange(10**9), "method": draw.choice(METHODS)}
    names = [
        "name",
        "arguments",
        "uri",
        "requestId",
        "protocolVersion",
        "capabilities",
        "_meta",
        "cursor",
        "level",
    ]
    fields["params"] = {name: draw.choice(VALUES) for name in draw.sample(names, draw.randint(0, 5))}
    for name in draw.sample(["jsonrpc", "id", "method", "params", "result", "error"], draw.randint(0, 3)):
        fields[name] = draw.choice(VALUES)
    text = json.dumps(fields).encode()
    kind = draw.randrange(6)
    if kind == 0:
        at = draw.randrange(len(text))
        text = text[:at] + bytes([draw.randrange(256)]) + text[at + draw.randint(0, 9) :]
    elif kind == 1:
        text = text[: draw.randrange(len(text))]
    elif kind == 2:
        text = draw.choice(
            [b"[" * 5000, b"{}", b"[]", b"7", b'"x"', b"\xff\xfe", b"", b"[" + text + b"]", b"\0" * 9]
        )
    return text.replace(b"\n", b" ").replace(b"\r", b" ") + b"\n"


@pytest.mark.slow
@pytest.mark.parametrize("count", [1000, pytest.param(10_000, marks=pytest.mark.deep)])
def test_malformed_messages_change_nothing(count: int) -> None:
    draw = random.Random(5)
    server = subprocess.Popen(
        [*JIMBOT, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert server.stdin is not None
    assert server.stdout is not None
    answers: dict[Any, Any] = {}
    over, known = threading.Event(), [0]

    def listen() -> None:
        for line in server.stdout or ():
            answer = json.loads(line)
            known[0] += 1
            if isinstance(answer, dict) and isinstance(answer.get("id"), str):
                answers[answer["id"]] = answer
                over.set()

    threading.Thread(target=listen, daemon=True).start()

    def ask(name: str, method: str, params: dict[str, Any]) -> Any:
        over.clear()
        request = {"jsonrpc": "2.0", "id": name, "method": method, "params": params}
        server.stdin.write(json.dumps(request).encode() + b"\n")  # type: ignore[union-attr]
        server.stdin.flush()  # type: ignore[union-attr]
        while name not in answers:
            assert over.wait(60), f"no answer to {name}"
            over.clear()
        return answers[name]

    try:
        assert "result" in ask("hello", "initialize", HELLO)
        server.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')
        game = ask("begin", "tools/call", {"name": "start_game", "arguments": {"seed": "TESTSEED"}})
        name = game["result"]["structuredContent"]["game"]
        look = {"name": "look", "arguments": {"game": name}}
        before = ask("before", "tools/call", look)["result"]["structuredContent"]
        memory = psutil.Process(server.pid).memory_info().rss
        for number in range(count):
            server.stdin.write(message(draw))
            if number % 100 == 0:
                assert "result" in ask(f"there {number}", "ping", {})
        assert ask("after", "tools/call", look)["result"]["structuredContent"] == before
        assert psutil.Process(server.pid).memory_info().rss < memory + 200_000_000
        assert known[0] > count / 10, "most are requests that have an answer"
    finally:
        server.kill()
        server.wait()
        server.stdin.close()
        server.stdout.close()
