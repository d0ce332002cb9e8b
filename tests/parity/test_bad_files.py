"""Files that are no recordings, or damaged ones, are refused by name and line."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def cut_end(rows: list[dict[str, Any]]) -> None:
    rows.pop()


def drop_step(rows: list[dict[str, Any]]) -> None:
    del rows[3]


def foreign_format(rows: list[dict[str, Any]]) -> None:
    rows[0]["format"] = "jimbot-trace 99"


def nameless_recorder(rows: list[dict[str, Any]]) -> None:
    del rows[0]["recorded_by"]


def wrong_count(rows: list[dict[str, Any]]) -> None:
    rows[-1]["steps"] += 1


def go_on(rows: list[dict[str, Any]]) -> None:
    rows.append(rows[1])


def no_gamestate(rows: list[dict[str, Any]]) -> None:
    del rows[5]["state"]["round"]


def odd_result(rows: list[dict[str, Any]]) -> None:
    rows[2]["result"] = "perhaps"


def no_start(rows: list[dict[str, Any]]) -> None:
    rows[1]["method"] = "select"


def seedless(rows: list[dict[str, Any]]) -> None:
    del rows[1]["params"]["seed"]


def strange_deck(rows: list[dict[str, Any]]) -> None:
    rows[1]["params"]["deck"] = "PAPER"


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (cut_end, 62, "the end of the trace is missing"),
        (drop_step, 4, "expected step 2, found 3"),
        (foreign_format, 1, "'jimbot-trace 99' is not a recording"),
        (nameless_recorder, 1, "'recorded_by' is None; one of balatro, jimbot, unknown"),
        (wrong_count, 62, "it has 61 steps, but it has 60"),
        (go_on, 63, "nothing may follow the end"),
        (no_gamestate, 6, "not a gamestate (KeyError: 'round')"),
        (odd_result, 3, "result is 'perhaps'"),
        (no_start, 2, "a trace must begin with a start"),
        (seedless, 2, "the start names no seed"),
        (strange_deck, 2, "unknown deck"),
    ],
)
def test_a_damaged_trace(
    parity: Run, altered: Run, change: Callable[..., None], line: int, words: str
) -> None:
    path = altered(change)
    done = parity("replay", path)
    assert done.code == 2
    assert done.out == ""
    assert f"{path} line {line}: " in done.err
    assert words in done.err
    assert done.err.count("\n") == 1


def test_a_line_that_is_not_json(parity: Run, altered: Run) -> None:
    path = altered(lambda rows: None)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:4], lines[4][:50], *lines[5:]]))
    assert f"{path} line 5: not JSON" in parity("replay", path).err


def test_a_torn_packed_file(parity: Run, trace: Path, tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl.gz"
    path.write_bytes(trace.read_bytes()[:-2000])
    done = parity("replay", path)
    assert done.code == 2
    assert f"{path} line " in done.err
    assert "damaged" in done.err


@pytest.mark.parametrize(
    "content",
    [b"no gzip at all", b"\x1f\x8b\x08\x00", gzip.compress(b"\xff\xfe\n")],
    ids=["no gzip", "half a head", "no text"],
)
def test_a_packed_file_that_is_none(parity: Run, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(content)
    done = parity("replay", path)
    assert done.code == 2
    assert f"{path} line 1: the file is damaged" in done.err


def test_other_kinds_of_files(parity: Run, tmp_path: Path) -> None:
    empty, other, rows = tmp_path / "empty.jsonl", tmp_path / "notes.txt", tmp_path / "list.jsonl"
    empty.touch()
    other.write_text("hello")
    rows.write_text("[1, 2]\n")
    assert "the file is empty" in parity("replay", empty).err
    assert "a recording must end in .jsonl or .jsonl.gz" in parity("replay", other).err
    assert "line 1: a JSON object is expected" in parity("replay", rows).err
    assert "no such file or folder" in parity("replay", tmp_path / "missing").err
    assert parity("replay", tmp_path / "missing").code == 2


def test_an_empty_folder(parity: Run, tmp_path: Path) -> None:
    for command in ("replay", "report"):
        done = parity(command, tmp_path)
        assert done.code == 2
        assert f"{tmp_path} holds no recording" in done.err


def test_scenarios_are_another_command(parity: Run, tmp_path: Path) -> None:
    path = tmp_path / "single.jsonl"
    path.write_text('{"scenario": "x"}\n')
    assert "jimbot parity scenarios" in parity("replay", path).err
    done = parity("scenarios", path)
    assert done.code == 2
    assert f"{path} line 1: not a scenario: it has no 'seed'" in done.err


def test_a_shared_recording_without_its_fields(parity: Run, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text('{"format": "balatro_oracle/1", "run": "x"}\n{"i": 0, "method": "start"}\n')
    assert f"{path} line 2: the step has no 'result'" in parity("replay", path).err
