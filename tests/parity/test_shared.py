"""The commands on the recordings of the real game."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.shared
Run = Callable[..., Any]


def test_every_step_and_every_play(parity: Run, shared: Path) -> None:
    done = parity("replay", shared / "oracle", "--json")
    found = done.json
    assert done.code == 0
    assert found["unexplained"] == 0
    assert found["first_unexplained"] == []
    assert (found["runs"], found["calls"], found["steps"], found["plays"]) == (227, 20931, 19334, 5306)
    assert found["steps_matched"] == found["steps"]
    assert found["plays_matched"] == found["plays"]
    assert found["steps_identical"] == 18587
    assert found["fields"] == 1_189_914
    for scope in found["scopes"].values():
        assert scope["steps"] == scope["steps_matched"] == 19334
    assert found["scopes"]["score_core"]["steps_identical"] == 19334
    assert found["recorded_by"] == {"balatro": 227}
    assert found["injected"] == sum(found["corrections"].values()) == 468
    assert len(found["stopped"]) == 8


@pytest.mark.deep  # the same on our fixtures: test_fixtures.py
def test_strict_takes_nothing_from_a_recording(parity: Run, shared: Path) -> None:
    found = parity("replay", shared / "oracle", "--strict", "--json").json
    assert found["strict"]
    assert found["corrections"] == {}
    assert found["injected"] == 0
    assert found["unexplained"] == 0
    assert found["steps_matched"] == found["steps"] == 11271
    assert found["plays_matched"] == found["plays"] == 3303
    assert len(found["stopped"]) == 97


def test_a_doctored_recording_is_found_out(parity: Run, shared: Path, tmp_path: Path) -> None:
    source = sorted((shared / "oracle" / "runs").glob("*.gz"))[0]
    with gzip.open(source, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    step = next(row for row in rows[1:] if row["method"] == "play" and row["state"])
    step["score"] += 1
    path = tmp_path / "doctored.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = parity("replay", path, "--json")
    first = done.json["first_unexplained"][0]
    assert done.code == 1
    assert done.json["unexplained"] == 1
    assert (first["step"], first["field"], first["recorded"]) == (step["i"], "score", first["ours"] + 1)
    assert first["before"].startswith("jimbot1 seed=")
    assert first["call"].startswith("play ")


def test_scenarios(parity: Run, shared: Path, tmp_path: Path) -> None:
    file = shared / "oracle" / "runs2" / "scenarios.jsonl.gz"
    done = parity("scenarios", file, "--json")
    assert done.code == 0
    assert done.json == {"scenarios": 74, "scenarios_matched": 74, "mismatches": []}
    assert "74 of 74 scenarios matched" in parity("scenarios", file).out
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        row = json.loads(next(lines))
    row["after"]["money"] += 1
    doctored = tmp_path / "one.jsonl"
    doctored.write_text(json.dumps(row) + "\n")
    done = parity("scenarios", doctored, "--json")
    assert done.code == 1
    assert done.json["scenarios_matched"] == 0
    assert done.json["mismatches"][0]["field"] == "money"


@pytest.mark.deep  # what is counted is tested in test_report.py, that nothing differs above
def test_coverage(parity: Run, shared: Path) -> None:
    found = parity("report", shared / "oracle", "--json").json
    assert found["runs"] == 227
    assert found["scenarios"] == 74
    coverage = found["coverage"]
    assert {kind: row["mismatched"] for kind, row in coverage.items() if row["mismatched"]} == {}
    assert coverage["joker"]["seen"] > 140
    assert coverage["boss"]["seen"] >= 26
    assert coverage["deck"]["steps"].keys() == {"b_red"}
    assert coverage["stake"]["steps"].keys() == {"stake_white"}
