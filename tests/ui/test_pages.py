"""The pages as scripts, without a browser: they run through, and their main actions do what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("streamlit")
from streamlit.testing.v1 import AppTest
from tests.experiments.made import evaluation, gate, training
from tests.saves.made import PROFILE, position

from jimbot.apps.truth import TITLE
from jimbot.apps.ui import places
from jimbot.documents.save_file import save_of
from jimbot.game import Game
from jimbot.saves import pack

PAGES = ("agents", "assist", "calculator", "experiments", "live", "play", "replays", "seeds", "statistics")


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


def drawings(page: AppTest) -> str:
    return " ".join(element.proto.body for element in page.get("html"))


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
    assert "to\u00a0clear" in drawings(page)
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


# -- files of the game --------------------------------------------------------------------------------------


@pytest.fixture
def folder(runs: Path) -> Path:
    """A folder of the game with a run in its shop, and a profile."""
    folder = runs.parent / "game"
    folder.mkdir()
    (folder / "save.jkr").write_bytes(pack(save_of(position("SHOP"))))
    (folder / "profile.jkr").write_bytes(pack(PROFILE))
    places.use(runs, [folder])
    return folder


def test_advice_beside_the_run_that_the_game_saves(folder: Path) -> None:
    page = opened("assist")
    assert "Shop" in drawings(page)
    assert "to\u00a0win" in drawings(page)
    assert TITLE not in drawings(page) + "".join(one.value for one in page.warning)
    (folder / "save.jkr").write_bytes(pack(save_of(position("SELECTING_HAND"))))
    assert "to\u00a0clear" in drawings(page.run())
    (folder / "save.jkr").unlink()
    assert "no run is being played" in page.run().warning[0].value.replace("\\", "")


def test_what_is_hidden_is_shown_when_it_is_asked_for(folder: Path) -> None:
    page = opened("assist")
    next(one for one in page.toggle if one.label == "Show what is hidden").set_value(True).run()
    assert page.warning[0].value.replace("\\", "") == TITLE
    assert "reroll 1" in drawings(page)


def test_a_position_that_is_opened(folder: Path) -> None:
    page = opened("assist")
    page.get("button_group")[0].set_value("A file").run()
    assert not page.exception
    page.get("file_uploader")[0].upload("save.jkr", (folder / "save.jkr").read_bytes()).run()
    assert not page.exception
    assert "to\u00a0win" in drawings(page)
    page.get("file_uploader")[0].upload("save.jkr", b"nothing").run()
    assert "save.jkr: these bytes are not a saved" in texts(page)


def test_what_a_player_has_won_beside_an_agent(folder: Path, runs: Path) -> None:
    evaluation(runs / "one", 12)
    page = opened("statistics")
    assert "3 wins, 2 losses, 61 rounds" in texts(page)
    assert "1-2" in drawings(page)
    assert drawings(page).count("data:image/svg") == 3
    rows = page.dataframe[0].value
    assert list(rows["joker"]) == ["Joker", "Baron", "Mime"]
    assert "won there" in rows
    (folder / "profile.jkr").write_bytes(pack({"career_stats": 5}))
    assert "career_stats is 5" in texts(opened("statistics"))


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


def test_odds_routes_and_files_of_a_search(runs: Path) -> None:
    page = opened("seeds")
    box = next(box for box in page.text_input if box.label == "Condition")
    box.set_value("ante<=1 voucher v_telescope and shop j_blueprint")
    page = press(page, "Odds")
    assert "The first one takes" in texts(page)
    page = press(page, "Find")
    page.session_state["hunt"].join()
    page.run()
    order = next(box for box in page.selectbox if box.label == "Order")
    order.set_value("cheapest first").run()
    hunt = page.session_state["hunt"]
    assert list(hunt.ranked("cheap")) != list(hunt.found)
    assert sorted(hunt.ranked("cheap")) == sorted(hunt.found)
    chosen = next(box for box in page.selectbox if box.label == "Route to")
    chosen.set_value(next(iter(hunt.found))).run()
    assert not page.exception
    assert "buy Telescope" in texts(page)
    assert hunt.text(".txt").split() == list(hunt.found)


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
