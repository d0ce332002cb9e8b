"""The table in the browser as `jimbot ui` serves it, and visits to it."""

from __future__ import annotations

import base64
import importlib.util
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.ui.conftest import CHROMIUM, jimbot, stop

from jimbot.apps.ui.page import is_built

PATIENCE = 90_000  # milliseconds: other tests may use the machine as well
Open = Callable[..., Any]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not is_built():
        pytest.skip("the page is not built here: `make web` builds it")
    process, url = jimbot("ui", "--port", "0", "--no-open", cwd=tmp_path_factory.mktemp("web"))
    yield url
    stop(process)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("no chromium is installed here: `make test-web` installs it where it may")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed here")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(address: str, chromium: Any) -> Iterator[Open]:
    """Opens the page; an error that nothing caught fails the test."""
    contexts, errors = [], []

    def opened(where: str = "", phone: bool = False, dark: bool = False, workers: str = "block") -> Any:
        context = chromium.new_context(
            viewport={"width": 390, "height": 844} if phone else {"width": 1280, "height": 860},
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            service_workers=workers,
            permissions=["clipboard-read", "clipboard-write"],
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{address}/{where}")
        page.wait_for_selector("main .newrun, main .table, main .calculator, main .seeds")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def link(notation: str) -> str:
    """A link to a position, as the page makes it."""
    packed = zlib.compressobj(wbits=-15)
    data = packed.compress(notation.encode()) + packed.flush()
    return "#play?p=" + base64.urlsafe_b64encode(data).decode().rstrip("=")


AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
