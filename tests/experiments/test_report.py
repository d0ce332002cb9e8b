"""Reports of run folders: complete, self-contained, and harmless whatever the names are."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import jimbot  # noqa: F401 (a fixture)
from tests.experiments.made import evaluation, gate, training

from jimbot.evaluation.experiments.report import report_page
from jimbot.evaluation.pages import page


@pytest.mark.slow
def test_runs_side_by_side_and_each_for_itself(tmp_path: Path) -> None:
    evaluation(tmp_path / "one", 40)
    evaluation(tmp_path / "two", 40, "search", shift=1)
    training(tmp_path / "native")
    gate(tmp_path / "p18")
    text = report_page([tmp_path])
    for words in (
        "JimBot report: 4 runs",
        "Blinds beaten, mean with 95 % interval",
        "Paired differences to one",
        "Runs lost to a boss",
        "Wins of the runs that ended with a joker",
        "Share of games won",
        "Challenger minus champion",
        "Evaluation: two",
        "Training: native",
        "Gate: p18",
    ):
        assert words in text, words
    assert not re.search(r"https?://|<script|<link|url\(", text), "needs nothing from elsewhere"


def test_one_run(tmp_path: Path) -> None:
    text = report_page([evaluation(tmp_path / "one", 10, finished=False)])
    assert "<title>JimBot report: one</title>" in text
    assert not (tmp_path / "one" / ".jimbot-index.json").exists()


def test_hostile_names_are_only_text(tmp_path: Path) -> None:
    evaluation(tmp_path / "<script>alert(1)<" / "script>", 10, '"><img src=x onerror=alert(2)>')
    evaluation(tmp_path / "$x^2$", 10, "<b>bold</b>")
    text = report_page([tmp_path])
    assert "<script" not in text
    assert "<img src=x" not in text
    assert "&lt;script&gt;" in text
    assert "default-src 'none'" in page("<x>", [])


def test_a_folder_without_runs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no run"):
        report_page([tmp_path])
    with pytest.raises(ValueError, match="is no folder"):
        report_page([tmp_path / "none"])


def test_the_command(jimbot: Callable[..., Any], tmp_path: Path) -> None:  # noqa: F811
    folder = evaluation(tmp_path / "one", 10)
    done = jimbot("report", str(folder), "--out", str(tmp_path / "page.html"))
    assert (done.code, (tmp_path / "page.html").read_text().count("<h1>")) == (0, 1)
    done = jimbot("report", str(tmp_path / "none"))
    assert done.code == 2
    assert "is no folder" in done.err


def test_a_comparison_as_a_page(jimbot: Callable[..., Any], tmp_path: Path) -> None:  # noqa: F811
    one, two = evaluation(tmp_path / "one", 20), evaluation(tmp_path / "two", 20, shift=1)
    done = jimbot("compare", str(one), str(two), "--html", str(tmp_path / "page.html"))
    assert done.code == 0, done.err
    assert "20 seeds in common" in (tmp_path / "page.html").read_text()
