"""The recordings in the repository: our own, labelled so, and equal to the last field."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from jimbot.apps.cli.app import app

FOLDER = Path(__file__).resolve().parents[2] / "recordings"
RECORDINGS = sorted(FOLDER.glob("*.jsonl.gz"))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_they_say_that_our_server_made_them(path: Path) -> None:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        header = json.loads(file.readline())
    assert header["recorded_by"] == "jimbot"
    assert header["agent"] == "heuristic"
    assert f"| `{path.name}` |" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_the_command_of_the_readme_finds_no_difference() -> None:
    done = CliRunner().invoke(app, ["parity", "replay", str(FOLDER), "--strict", "--json"])
    assert done.exit_code == 0
    shown = json.loads(done.stdout)
    assert shown["steps_identical"] == shown["steps"] > 500
