"""The web app as a process of its own, and a browser that is installed on this machine."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.experiments.made import evaluation, gate, training

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HOSTILE = "<script>alert(1)</script>"
SHOTS = os.environ.get("JIMBOT_SHOTS")
PATIENCE = 120_000  # milliseconds: other tests may use the machine as well


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    why = None
    if CHROMIUM is None:
        why = "no chromium is installed here: `make test-browser` installs it where it may"
    elif importlib.util.find_spec("playwright") is None:
        why = "playwright is not installed here"
    if why is not None:
        for item in items:
            if "browser" in item.keywords:
                item.add_marker(pytest.mark.skip(reason=why))


@dataclass
class App:
    """A running app and the folder it works in."""

    url: str
    runs: Path
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])


def jimbot(*arguments: str, cwd: Path) -> tuple[subprocess.Popen[str], str]:
    """A command of ours that serves; its process, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "jimbot", *arguments],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://[0-9.]+:\d+", line)
        if found:
            _wait_for(int(found[0].rpartition(":")[2]))
            return process, found[0]
    raise AssertionError(f"jimbot {arguments[0]} ended with {process.wait()}")


def _wait_for(port: int) -> None:
    """Until somebody listens there."""
    until = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < until:
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"nobody listens on port {port}")


def stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """With runs of every kind, some with hostile names."""
    folder = tmp_path_factory.mktemp("web")
    runs = folder / "runs"
    played = [
        sys.executable,
        "-m",
        "jimbot",
        "eval",
        "--agent",
        "greedy",
        "--seeds",
        "dev-4",
        "--workers",
        "1",
    ]
    subprocess.run([*played, "--out", str(runs / "greedy")], cwd=folder, check=True, capture_output=True)
    evaluation(runs / "made", 40, HOSTILE)
    evaluation(runs / "<script>alert(2)<" / "script>", 12, "$x$ **bold** :material/bug_report:", shift=2)
    training(runs / "native")
    gate(runs / "gates" / "p18" / "20260101T000000Z")
    process, url = jimbot("ui", "--classic", "--runs", str(runs), "--port", "0", "--no-open", cwd=folder)
    yield App(url, runs, process)
    stop(process)


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A game of ours behind the protocol; its address."""
    folder = tmp_path_factory.mktemp("game")
    process, url = jimbot("serve", "--port", "0", "--seed", "TUTORIAL", cwd=folder)
    yield url
    stop(process)


class Line:
    """What page and app say to each other: whether the app has answered all that was asked.

    What a page asks by itself again and again does not count."""

    def __init__(self, page: Any) -> None:
        self._is_asked = self._runs = False
        page.on("websocket", self._opened)

    def _opened(self, socket: Any) -> None:
        self._is_asked, self._runs = True, False
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, data: str | bytes) -> None:
        from streamlit.proto.BackMsg_pb2 import BackMsg

        shown = BackMsg.FromString(data) if isinstance(data, bytes) else BackMsg()
        if shown.WhichOneof("type") == "rerun_script" and not shown.rerun_script.is_auto_rerun:
            self._is_asked = True

    def _received(self, data: str | bytes) -> None:
        from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

        if not isinstance(data, bytes):
            return
        shown = ForwardMsg.FromString(data)
        kind = shown.WhichOneof("type")
        if kind == "new_session" and self._is_asked:  # the script begins
            self._is_asked, self._runs = False, True
        elif kind == "script_finished":
            self._runs = shown.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN

    @property
    def answered(self) -> bool:
        return not self._is_asked and not self._runs


@dataclass
class Visit:
    """A page in the browser, and what went wrong in it."""

    page: Any
    base: str
    look: str = ""
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._line = Line(self.page)

    def open(self, title: str) -> None:
        """Goes to a page by its name in the navigation."""
        self.page.goto(self.base)
        link = self.page.get_by_test_id("stSidebarNavLink").filter(has_text=title)
        link.wait_for(state="attached")
        self.settle()
        link.dispatch_event("click")  # a narrow page folds the navigation away
        self.page.get_by_role("heading", name=title, level=1).wait_for()
        self.settle()

    def shot(self, name: str) -> None:
        """A picture for people, where JIMBOT_SHOTS names a folder for them."""
        if SHOTS:
            self.page.wait_for_timeout(3000)  # parts of the page come when they are needed
            self.page.screenshot(path=Path(SHOTS) / f"{name}-{self.look}.png")

    def settle(self) -> None:
        """Until the app has answered what was done last, however late, and the page shows it."""
        drawn = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))"
        self.page.evaluate(drawn)  # what was clicked is sent by now
        self.page.wait_for_timeout(200)
        until = time.monotonic() + PATIENCE / 1000
        while not self._line.answered:
            assert time.monotonic() < until, "the app does not answer"
            self.page.wait_for_timeout(50)
        self.page.evaluate(drawn)

    def click(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()
        self.settle()

    def sees(self, words: str, exact: bool = False) -> None:
        """Waits until a text is there."""
        self.page.get_by_test_id("stMain").get_by_text(words, exact=exact).first.wait_for()


# Playwright keeps an event loop running in its thread: it ends before the tests of another file begin.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def visit(app: App, browser: Any, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A visitor; the test fails if the console shows an error or anything is asked of another machine."""
    width, scheme = getattr(request, "param", (1280, "light"))
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    context.set_default_timeout(PATIENCE)
    made = Visit(context.new_page(), app.url, f"{scheme}-{width}")

    def said(message: Any) -> None:
        if message.type == "error":
            made.errors.append(message.text)

    def asked(request: Any) -> None:
        if not request.url.startswith((app.url, app.url.replace("http", "ws"), "data:", "blob:")):
            made.errors.append(f"asked for {request.url}")

    made.page.on("console", said)
    made.page.on("pageerror", lambda error: made.errors.append(str(error)))
    made.page.on("request", asked)
    made.page.on("dialog", lambda dialog: (made.errors.append(f"dialog {dialog.message}"), dialog.dismiss()))
    yield made
    context.close()
    assert made.errors == []
