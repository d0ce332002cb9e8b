"""The menu, and the command that opens it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("textual")

from jimbot.apps.tui import screens
from jimbot.apps.tui.play import PlayScreen

from .shown import on_screen, same_screen, shown


def test_the_command_needs_a_terminal() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "jimbot", "tui", "play"],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a terminal" in done.stderr


def test_the_menu_opens_screens_and_says_what_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def act(app, pilot):
        same_screen(app, "menu")
        await pilot.press("down", "enter")
        assert "there is no run to resume" in shown(app)
        await pilot.press("up", "enter")
        assert isinstance(app.screen, PlayScreen)
        await pilot.press("q")
        await pilot.press("down", "down", "down", "enter", *"nowhere", "enter")
        assert "nowhere" in shown(app)
        assert app.screen.query("#menu")

    on_screen(screens.menu, act)
