"""A screen of the terminal app as text, from its own picture of itself."""

from __future__ import annotations

import asyncio
import html
import os
import re
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from jimbot.apps.tui.app import JimbotApp

CHARACTER = 12.2  # width in the picture
PIECE = re.compile(r'<text class="[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)</text>')


def shown(app: App[Any]) -> str:
    """The lines on the screen."""
    rows: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in PIECE.findall(app.export_screenshot()):
        rows.setdefault(float(y), []).append((float(x), html.unescape(text).replace("\xa0", " ")))
    return "\n".join(_line(sorted(rows[y])) for y in sorted(rows))


def _line(pieces: list[tuple[float, str]]) -> str:
    out = ""
    for x, text in pieces:
        out = out.ljust(round(x / CHARACTER)) + text
    return out.rstrip()


def on_screen(
    make: Callable[[], Screen[Any]],
    act: Callable[[JimbotApp, Pilot[None]], Awaitable[None]],
    size: tuple[int, int] = (120, 40),
) -> None:
    """Opens a screen and lets ``act`` press its keys."""

    async def run() -> None:
        app = JimbotApp(make)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(run())


async def until(pilot: Pilot[None], reached: Callable[[], bool], seconds: float = 30.0) -> None:
    """Waits for what happens beside the screen."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await pilot.pause(0.02)
        if reached():
            return
    raise AssertionError(f"not reached within {seconds} s:\n{shown(pilot.app)}")


SCREENS = Path(__file__).parent / "screens"


def same_screen(app: App[Any], name: str, *varying: str) -> None:
    """Compares with the stored screen, but for its last line and what these patterns match.

    JIMBOT_WRITE_SCREENS=1 stores it again."""
    path = SCREENS / f"{name}.txt"
    text = "\n".join(shown(app).splitlines()[:-1]) + "\n"
    for pattern in varying:
        text = re.sub(pattern, "~", text)
    if os.environ.get("JIMBOT_WRITE_SCREENS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    assert text == path.read_text()
