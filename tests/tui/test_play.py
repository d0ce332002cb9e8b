"""The screen Play, by keys and mouse."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("textual")

from jimbot.apps.tui import screens
from jimbot.apps.tui.cards import CardTile
from jimbot.apps.tui.play import PlayScreen
from jimbot.documents.game_files import read_game
from jimbot.game import Game

from .shown import on_screen, same_screen, shown, until


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "play.run"


def test_cards_are_chosen_previewed_and_played(kept: Path) -> None:
    screen = screens.play(Game("TESTSEED"), autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        await pilot.press("n")
        assert screen.game.phase == "SELECTING_HAND"
        await pilot.press("4")
        await pilot.click(list(screen.query(CardTile))[4])
        assert screen.chosen == [3, 4]
        await pilot.pause()
        assert "Pair: 28 × 2 = 56" in shown(app)
        same_screen(app, "play")
        await pilot.press("p")
        assert (screen.game.round_score, screen.game.hands_left, screen.chosen) == (56, 3, [])
        assert "play 9♠ 9♣: 56 chips" in shown(app)
        await pilot.press("1", "2", "d")
        assert screen.game.discards_left == 3
        assert kept.read_text().splitlines()[1:] == ["select_blind", "play 3,4", "discard 0,1"]

    on_screen(lambda: screen, act)


def test_undo_redo_sort_and_reorder(kept: Path) -> None:
    screen = screens.play(Game("TESTSEED"), autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        await pilot.press("n", "u")
        assert screen.game.phase == "BLIND_SELECT"
        await pilot.press("u")
        assert "cannot undo" in shown(app)
        await pilot.press("r")
        assert screen.game.phase == "SELECTING_HAND"
        hand = [card.code for card in screen.game.hand]
        await pilot.press("s")
        assert [card.code for card in screen.game.hand] != hand
        await pilot.press("s")
        assert [card.code for card in screen.game.hand] == hand
        await pilot.press("1", "full_stop", "full_stop")
        assert [card.code for card in screen.game.hand] == [hand[1], hand[2], hand[0], *hand[3:]]
        assert screen.chosen == [2]

    on_screen(lambda: screen, act)


def test_jokers_are_moved(kept: Path) -> None:
    game = Game.from_notation("jimbot1 seed=MOVE phase=SELECTING_HAND jokers=[j_joker,j_blueprint]")
    screen = screens.play(game, autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        assert "Blueprint: does nothing now" in shown(app)
        await pilot.press("j", "full_stop")
        assert [joker.key for joker in screen.game.jokers] == ["j_blueprint", "j_joker"]
        assert "Blueprint: acts as Joker" in shown(app)

    on_screen(lambda: screen, act)


def test_the_list_of_choices(kept: Path) -> None:
    game = Game.from_notation(
        "jimbot1 seed=LIST phase=SELECTING_HAND money=9 consumables=[c_strength,c_pluto]"
    )
    screen = screens.play(game, autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        assert "use Strength" in shown(app)
        await pilot.press("enter")
        assert "choose 1 to 2 cards first" in shown(app)
        await pilot.press("1", "enter")
        assert [one.key for one in screen.game.consumables] == ["c_pluto"]

    on_screen(lambda: screen, act)


def test_hint_and_the_agent_that_plays_on(kept: Path) -> None:
    screen = screens.play(Game("TESTSEED"), autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        await pilot.press("n", "h")
        await until(pilot, lambda: "to clear: " in shown(app))
        assert screen.game.discards_left == 4  # a hint does nothing
        await pilot.press("a")
        assert len(screen.sitting.past) == 2
        await pilot.press("A")
        await until(pilot, lambda: len(screen.sitting.past) >= 4)
        await pilot.press("A")
        assert "stopped" in shown(app)
        done = len(screen.sitting.past)
        await pilot.pause(0.6)
        assert len(screen.sitting.past) == done

    on_screen(lambda: screen, act)


def test_why_not_another_decision(kept: Path) -> None:
    screen = screens.play(Game("TESTSEED"), autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        await pilot.press("w")
        await until(pilot, lambda: "In 512 redrawn games" in " ".join(shown(app).split()))
        await pilot.press("n", "w")
        assert "choose cards, or a line of the list, to ask about" in shown(app)
        await pilot.press("8", "w")
        await until(pilot, lambda: "play 4♣: number" in shown(app))
        assert screen.game.hands_left == 4  # nothing is done

    on_screen(lambda: screen, act)


def test_a_run_goes_on_after_a_crash(kept: Path) -> None:
    async def crash(app, pilot):
        await pilot.press("n", "1", "2", "p")
        raise RuntimeError("the power is gone")

    with pytest.raises(RuntimeError):
        on_screen(lambda: screens.play(Game("CRASH"), autosave=kept), crash)
    screen = screens.play(read_game(kept), autosave=kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        assert screen.game.hands_left == 3

    on_screen(lambda: screen, act)


def test_saving_and_leaving(kept: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.save"

    async def act(app, pilot):
        await pilot.press("n", "ctrl+s")
        await pilot.press(*["backspace"] * len("run.save"))
        app.screen.query_one("Input").value = str(file)
        await pilot.press("enter")
        assert read_game(file).phase == "SELECTING_HAND"
        await pilot.press("ctrl+c")
        assert "Leave JimBot?" in shown(app)
        await pilot.press("n", "enter")
        assert app.is_running
        await pilot.press("q")

    on_screen(lambda: screens.play(Game("SAVE"), autosave=kept), act)


@pytest.mark.slow
def test_a_whole_run_to_its_end(kept: Path) -> None:
    screen = screens.play(Game("END"), "greedy", kept)
    assert isinstance(screen, PlayScreen)

    async def act(app, pilot):
        for _ in range(200):
            if screen.game.over:
                break
            await pilot.press("a")
        assert screen.game.over
        assert "The run is" in shown(app)
        await pilot.press("h", "n", "p", "A")  # nothing of this can hurt any more
        assert screen.game.over

    on_screen(lambda: screen, act)
