"""The folder of a run: one writer, one run, resumed after any end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jimbot.runs import Manifest, RunFolder, lock_folder, whole_lines


class Walk(RunFolder):
    what = "walk"
    kept = "steps"
    format = "walk-1"

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        return None if there["where"] == here["where"] else f"it goes to {there['where']}"

    def open(self) -> None:
        self.steps = whole_lines(self.path / "steps.txt", mend=True)


HOME = {"format": "walk-1", "where": "home"}


def test_a_run_is_taken_up_and_keeps_its_first_manifest(tmp_path: Path) -> None:
    folder = Walk(tmp_path / "a" / "b", HOME)
    folder.write("steps.txt", "one\ntwo\nthr")
    folder.close()
    again = Walk(tmp_path / "a" / "b", HOME | {"later": True})
    assert again.manifest == Walk.read_manifest(again.path) == HOME | {"kind": "walk"}
    assert again.steps == [b"one", b"two"]
    assert (again.path / "steps.txt").read_text() == "one\ntwo\n"
    again.close()


def test_two_do_not_write_at_once(tmp_path: Path) -> None:
    folder = Walk(tmp_path, HOME)
    with pytest.raises(ValueError, match="another walk is writing to"):
        Walk(tmp_path, HOME)
    folder.close()
    lock_folder(tmp_path, "walk").close()


def test_what_is_something_else_is_refused_and_left_unlocked(tmp_path: Path) -> None:
    Walk(tmp_path, HOME).close()
    with pytest.raises(ValueError, match="holds another walk: it goes to home; choose another folder"):
        Walk(tmp_path, HOME | {"where": "away"})
    Walk(tmp_path, HOME).close()
    (tmp_path / "manifest.json").write_text(json.dumps({"format": "other"}))
    with pytest.raises(ValueError, match="is no manifest of a walk"):
        Walk(tmp_path, HOME)
    (tmp_path / "manifest.json").rename(tmp_path / "something")
    with pytest.raises(ValueError, match="is not empty and holds no walk"):
        Walk(tmp_path, HOME)
    with pytest.raises(ValueError, match="is a file; steps are kept in a folder"):
        Walk(tmp_path / "something", HOME)
    with pytest.raises(ValueError, match=r"holds no walk: .* is missing"):
        Walk.read_manifest(tmp_path)
