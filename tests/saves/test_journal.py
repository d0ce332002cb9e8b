"""The journal of runs that jimbot assist --save keeps."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.apps.journal import COLUMNS, RunJournal
from jimbot.documents.save_file import save_of
from jimbot.saves import pack

from .made import filed, position, walk


@pytest.fixture
def journal(state: Path) -> RunJournal:
    return RunJournal()


def test_a_run_is_one_row_however_often_it_is_seen(journal: RunJournal) -> None:
    for game in walk(4):
        journal.note(game)
    (row,) = journal.runs()
    assert (row["seed"], row["round"], row["money"]) == (game.seed, game.round, game.money)
    assert row["result"] == "going on"


def test_a_run_goes_on_after_another_one_and_after_a_new_start(journal: RunJournal) -> None:
    first, other = position("SHOP", 4), position("SHOP", 8)
    journal.note(first)
    journal.note(other)
    assert [row["result"] for row in journal.runs()] == ["going on", "left"]
    RunJournal().note(first)
    assert [(row["seed"], row["result"]) for row in journal.runs()] == [
        (other.seed, "left"),
        (first.seed, "going on"),
    ]


def test_a_run_is_lost_when_its_file_is_gone(journal: RunJournal) -> None:
    game = position("SHOP")
    journal.gone()
    assert journal.runs() == []
    journal.note(game)
    journal.gone()
    assert [row["result"] for row in journal.runs()] == ["lost"]
    journal.note(game)  # its file was replaced
    assert [row["result"] for row in journal.runs()] == ["going on"]
    journal.gone()
    journal.note(next(walk(4)))  # the same seed from its begin
    assert [row["result"] for row in journal.runs()] == ["going on", "lost"]
    table = filed(game)
    table["GAME"]["won"] = True
    journal.note(Game.from_save(pack(table)))
    journal.gone()
    assert [row["result"] for row in journal.runs()] == ["won", "lost"]


def test_the_assistant_keeps_it_and_the_command_shows_it(
    journal: RunJournal, tmp_path: Path, jimbot: Callable[..., Any]
) -> None:
    assert "No run was followed yet" in jimbot("journal").out
    game, path = position("SHOP"), tmp_path / "save.jkr"
    path.write_bytes(pack(save_of(game)))
    assert jimbot(f"assist --save {path} --once --agent greedy").code == 0
    (row,) = jimbot("journal --json").json
    assert (row["seed"], row["ante"]) == (game.seed, game.ante)
    done = jimbot(f"journal --csv {tmp_path / 'runs.csv'}")
    assert done.out == f"1 run in {tmp_path / 'runs.csv'}\n"
    (written,) = csv.DictReader(io.StringIO((tmp_path / "runs.csv").read_text()))
    assert written == {name: str(row[name]) for name in COLUMNS}


def test_advice_goes_on_where_the_journal_cannot_be_kept(
    journal: RunJournal, tmp_path: Path, jimbot: Callable[..., Any]
) -> None:
    journal.path.parent.mkdir()
    journal.path.write_bytes(b"no database, but long enough to be read as one" * 40)
    path = tmp_path / "save.jkr"
    path.write_bytes(pack(save_of(position("SHOP"))))
    done = jimbot(f"assist --save {path} --once --agent greedy")
    assert done.code == 0
    assert "leave shop" in done.out
    assert f"the run is not kept in the journal: {journal.path}" in done.err
    assert jimbot("journal").code == 2
