"""The menu, and the command that opens it."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("textual")

from tests.cli.terminal import Terminal
from textual.widgets import Select

from jimbot import Game
from jimbot.apps import samples
from jimbot.apps.tui import screens
from jimbot.apps.tui.new_run import NewRunScreen
from jimbot.apps.tui.play import PlayScreen
from jimbot.apps.tui.reel import ReelScreen
from jimbot.apps.tui.train import TrainScreen

from .shown import on_screen, same_screen, shown, until


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
        assert isinstance(app.screen, NewRunScreen)
        await pilot.press("escape")
        await pilot.press("down", "down", "down", "enter", *"nowhere", "enter")
        assert "nowhere" in shown(app)
        assert app.screen.query("#menu")

    on_screen(screens.menu, act)


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def test_a_new_run_has_the_seed_deck_stake_and_challenge_that_are_chosen(state: Path) -> None:
    async def act(app, pilot):
        await pilot.press("enter", *"MINE")
        app.screen.query_one("#deck", Select).value = "b_blue"
        app.screen.query_one("#stake", Select).value = "stake_gold"
        await pilot.press("ctrl+n")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        game = app.screen.game
        assert (game.seed, game.deck, game.stake) == ("MINE", "b_blue", "stake_gold")
        await pilot.press("q")
        await pilot.press("enter")
        app.screen.query_one("#challenge", Select).value = "c_omelette_1"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert app.screen.game.challenge == "c_omelette_1"

    on_screen(screens.menu, act)


def test_replay_and_train_have_a_sample(state: Path) -> None:
    async def act(app, pilot):
        await pilot.press("down", "down", "down", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, ReelScreen))
        await pilot.press("end")
        await until(pilot, lambda: "The run is won." in shown(app))
        await pilot.press("q")
        await pilot.press("down", "down", "enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, TrainScreen))
        await until(pilot, lambda: "valid_wins" in shown(app))

    on_screen(screens.menu, act)


@pytest.mark.parametrize("size", [(60, 15), (80, 24), (120, 40)])
def test_every_screen_fits_and_shows_its_keys(state: Path, size: tuple[int, int]) -> None:
    made = {
        "quit": screens.menu,
        "begin": lambda: NewRunScreen(screens.play),
        "play": lambda: screens.play(Game("KEYS"), autosave=state / "keys.run"),
        "step": lambda: screens.replay(samples.run(), None),
        "refresh": lambda: screens.train(samples.training()),
    }
    for key, make in made.items():

        async def act(app, pilot, key=key):
            await pilot.pause()
            lines = shown(app).splitlines()
            assert key in lines[-1].lower(), (size, key, lines[-1])
            assert max(map(len, lines)) <= size[0]

        on_screen(make, act, size)


def test_a_small_window_shows_every_card_and_says_what_it_needs(state: Path) -> None:
    async def act(app, pilot):
        assert "60×15 is small: scroll, or 90×28 shows all" in " ".join(shown(app).split())
        await pilot.press("n", "4", "5")
        await pilot.pause()
        text = shown(app)
        assert all(card in text for card in ("A♥", "K♥", "Q♦", "9♠", "9♣", "5♣", "5♦", "4♣"))
        assert "Pair: 28 × 2 = 56" in text
        await pilot.resize_terminal(120, 40)
        await pilot.pause(0.2)
        assert "10 chips x 2" in shown(app)

    on_screen(lambda: screens.play(Game("TESTSEED"), autosave=state / "small.run"), act, (60, 15))


@pytest.mark.slow
def test_keys_that_are_typed_before_the_app_is_there_are_kept(state: Path) -> None:
    at = Terminal(
        state, "tui", "play", "--seed", "EARLY", "--autosave", str(state / "early.run"), kind="xterm"
    )
    at.type("n")
    end = time.monotonic() + 60
    while not (state / "early.run").is_file() or "select_blind" not in (state / "early.run").read_text():
        at.shows("never shown", 0.2)
        assert time.monotonic() < end
    at.process.kill()
    at.process.wait()
