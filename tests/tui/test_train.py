"""The screen Train, and the file it follows."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

pytest.importorskip("textual")

from jimbot.apps.tui import screens
from jimbot.apps.tui.train import TrainScreen
from jimbot.evaluation.experiments.curves import Followed
from jimbot.view.picture.chart_text import draw_chart

from .shown import on_screen, same_screen, shown, until


@pytest.fixture
def run(tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    for number in range(20):
        add(
            folder, {"update": number, "steps": 1000 * number, "blinds": number / 2, "loss": 1 / (1 + number)}
        )
    return folder


def add(folder: Path, values: dict[str, object]) -> None:
    with (folder / "metrics.jsonl").open("a") as file:
        file.write(json.dumps(values) + "\n")


def test_curves_are_drawn_and_grow(run: Path) -> None:
    screen = screens.train(run)
    assert isinstance(screen, TrainScreen)
    screen.every, screen.about = 0.05, "run"

    async def act(app, pilot):
        assert "20 lines" in shown(app)
        assert "goes on" in shown(app)
        assert "blinds  9.5" in shown(app)
        same_screen(app, "train", r"\d+ s ago")
        add(run, {"update": 20, "steps": 20000, "blinds": 10, "wins": 0.25})
        await until(pilot, lambda: "blinds  10" in shown(app))
        assert "wins" in shown(app)  # a curve that has come up since
        await pilot.press("space")  # the first one is not drawn any more
        await until(pilot, lambda: "blinds  10" not in shown(app))
        await pilot.press("plus", "minus", "r", "q")

    on_screen(lambda: screen, act)


def test_only_what_is_new_is_read(run: Path) -> None:
    followed = Followed(run)
    assert followed.read()
    assert not followed.read()
    with (run / "metrics.jsonl").open("a") as file:
        file.write('{"steps": 1, "blinds"')  # it is being written
    assert not followed.read()
    with (run / "metrics.jsonl").open("a") as file:
        file.write(": 3}\n[1]\nnonsense\n")
    assert followed.read()
    assert (followed.lines, followed.curves["blinds"][-1]) == (21, (1.0, 3.0))


def test_a_file_that_was_taken_back_is_read_again(run: Path) -> None:
    followed = Followed(run)
    followed.read()
    (run / "metrics.jsonl").write_text('{"steps": 5, "blinds": 2}\n')
    followed.read()
    assert followed.curves == {"blinds": [(5.0, 2.0)]}


def test_a_folder_without_metrics(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"holds no metrics\.jsonl"):
        Followed(tmp_path)


def test_a_chart_says_least_most_and_last() -> None:
    text = draw_chart("blinds", [(0, 1.0), (10, 5.0), (20, 3.0), (30, math.nan)], width=10, height=4).plain
    title, first, *_, last, beneath = text.splitlines()
    assert title == "blinds  3"
    assert first.startswith("5 ")
    assert last.startswith("1 ")
    assert beneath.split() == ["0", "20"]
    assert "no values yet" in draw_chart("x", []).plain
    assert "7" in draw_chart("x", [(1, 7.0)]).plain
