"""The pages as scripts, without a browser: they run through, and their main actions do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("streamlit")
from streamlit.testing.v1 import AppTest
from tests.experiments.made import evaluation, gate, training

from jimbot.apps.ui import places
from jimbot.game import Game

PAGES = ("agents", "assist", "calculator", "experiments", "live", "play", "replays", "seeds")


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "runs"
    folder.mkdir()
    places.use(folder)
    yield folder
    places.use(Path("runs"))


def opened(name: str) -> AppTest:
    page = AppTest.from_string(f"from jimbot.apps.ui.pages import {name}\n{name}.page()", default_timeout=300)
    page.run()
    assert not page.exception, page.exception[0].value
    return page


def press(page: AppTest, label: str) -> AppTest:
    found = [button for button in page.button if button.label.replace("\\", "") == label]
    assert found, f"no button {label!r}; there are {[button.label for button in page.button]}"
    found[0].click().run()
    assert not page.exception, page.exception[0].value
    return page


def texts(page: AppTest) -> str:
    parts = [
        element.value for kind in ("markdown", "caption", "subheader", "error") for element in page.get(kind)
    ]
    return " ".join(str(part) for part in parts).replace("\\", "")


@pytest.mark.parametrize("name", PAGES)
def test_pages_of_an_empty_folder(runs: Path, name: str) -> None:
    assert opened(name).title[0].value


@pytest.mark.parametrize("name", ["agents", "experiments", "live", "replays"])
def test_pages_of_the_lab(runs: Path, name: str) -> None:
    folder = evaluation(runs / "one", 12)
    (folder / "transcripts").mkdir()
    (folder / "transcripts" / "S0.txt").write_text(Game("S0").transcript)
    evaluation(runs / "<script>alert(1)<" / "script>", 12, "<b>$x$</b>", shift=1)
    training(runs / "native")
    gate(runs / "p18")
    page = opened(name)
    assert "yet" not in texts(page)


def test_a_played_blind(runs: Path) -> None:
    page = opened("play")
    page.text_input[0].set_value("TUTORIAL")
    press(page, "New run")
    press(page, "Play the Small Blind")
    page.get("button_group")[0].set_value([0, 1]).run()
    assert "×" in texts(page)
    press(page, "Play")
    press(page, "Undo")
    press(page, "Redo")
    assert "to\u00a0clear" in " ".join(element.proto.body for element in page.get("html"))
    next(box for box in page.text_input if box.key == "why").set_value("play 1").run()
    assert "redrawn games" in texts(page)
    press(page, "Sort by suit")
    assert "Seed TUTORIAL; 3 moves to undo" in texts(page)
    assert (runs / "ui" / "TUTORIAL.run").is_file()
    again = opened("play")
    press(again, "Resume this run")
    assert "Seed TUTORIAL" in texts(again)


def test_an_empty_folder_has_a_sample_run_to_step_through(runs: Path) -> None:
    page = opened("replays")
    assert "Until then, a sample run:" in texts(page)
    press(page, "On")
    assert "343 decisions. Seed TUTORIAL." in texts(page)


def test_a_seed_that_is_none(runs: Path) -> None:
    page = opened("seeds")
    page.text_input(key="seeds").set_value("<script>alert(1)</script>").run()
    assert "characters" in page.error[0].value
    page.text_input(key="seeds").set_value("A,B").run()
    assert not page.exception
    assert page.radio[0].options == ["A", "B"]


def test_a_link(runs: Path) -> None:
    page = AppTest.from_string("from jimbot.apps.ui.pages import seeds\nseeds.page()", default_timeout=300)
    page.query_params.update({"seed": "LINKED", "deck": "b_ghost", "stake": "<b>", "antes": "99"})
    page.run()
    assert not page.exception
    assert page.code[0].value == "/seeds?seed=LINKED&deck=b_ghost&stake=stake_white&antes=8"


# -- the search for seeds -----------------------------------------------------------------------------------


def searched(page: AppTest, condition: str) -> AppTest:
    box = next(box for box in page.text_input if box.label == "Condition")
    box.set_value(condition)
    return press(page, "Find")


def test_a_search_for_seeds_gives_links(runs: Path) -> None:
    page = searched(opened("seeds"), "ante<=1 voucher v_telescope and shop any joker")
    page.session_state["hunt"].join()
    shown = texts(page.run())
    assert "20 found in" in shown
    assert "[1111111" in shown
    assert "/seeds?seed=1111111" in shown
    assert "Telescope" in shown
    before = list(page.session_state["hunt"].found)
    press(page, "Go on")
    page.session_state["hunt"].join()
    after = list(page.session_state["hunt"].found)
    assert after[:20] == before
    assert len(after) == 40


def test_a_search_for_seeds_that_is_stopped(runs: Path) -> None:
    page = searched(opened("seeds"), "ante<=1 legendary perkeo and legendary canio and legendary triboulet")
    assert page.session_state["hunt"].going
    press(page, "Stop")
    assert not page.session_state["hunt"].going
    assert "0 found in" in texts(page)


@pytest.mark.parametrize(
    ("condition", "shown"),
    [
        ("", "the condition is empty"),
        ("has <script>alert(1)</script>", "at '<' (character 5)"),
        ("ante<=1 has j_blueprnt", "j_blueprint"),
    ],
)
def test_a_condition_that_cannot_be_read_costs_one_line(runs: Path, condition: str, shown: str) -> None:
    page = searched(opened("seeds"), condition)
    assert shown in texts(page)
    assert len(page.error) == 1
    assert "hunt" not in page.session_state
