"""Parquet files of games: read by others, read back, and always the same."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("pyarrow")

from typer.testing import CliRunner

from jimbot.apps.cli.app import app
from jimbot.training.data.dataset import open_lessons
from jimbot.training.data.parquet import write_parquet
from jimbot.training.data.records import records_of


def convert(source: Path, out: Path) -> str:
    done = CliRunner().invoke(app, ["imitate", "dataset", "--path", str(source), "--convert", str(out)])
    assert done.exit_code == 0, done.output
    return done.output


def test_games_come_back_from_it_as_they_were(shard, tmp_path):
    out = tmp_path / "games.parquet"
    assert json.loads(convert(shard, out))["written"] == str(out)
    assert open_lessons(out) == open_lessons(shard)
    convert(shard, tmp_path / "again.parquet")
    assert out.read_bytes() == (tmp_path / "again.parquet").read_bytes()
    convert(out, tmp_path / "games.jsonl")
    assert open_lessons(tmp_path / "games.jsonl") == open_lessons(shard)


def test_others_read_what_records_hold(lessons, tmp_path):
    pandas = pytest.importorskip("pandas")
    write_parquet(lessons, tmp_path / "games.parquet")
    records = [record for i, lesson in enumerate(lessons) for record in records_of(lesson, f"ep-{i:07d}")]
    frame = pandas.read_parquet(tmp_path / "games.parquet")
    assert len(frame) == len(records)
    assert frame["reward"].tolist() == [record["reward"] for record in records]
    assert frame["macro_action"].tolist() == [record["macro_action"] for record in records]
    assert [list(ids) for ids in frame["legal_action_ids"]] == [r["legal_action_ids"] for r in records]
    assert frame["money"].tolist() == [record["features"]["money"] for record in records]
    wins = frame.groupby("episode_id")["won"].last()
    assert wins.sum() == sum(record["done"] and record["reward_info"]["won"] for record in records)


def test_duckdb_asks_it_by_sql(lessons, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    write_parquet(lessons, tmp_path / "games.parquet")
    question = f"select count(distinct episode_id), max(ante) from '{tmp_path}/games.parquet'"
    ((games, ante),) = duckdb.sql(question).fetchall()
    assert games == len(lessons)
    assert 1 <= ante <= 8


def test_hugging_face_loads_it(lessons, tmp_path):
    datasets = pytest.importorskip("datasets")
    write_parquet(lessons, tmp_path / "games.parquet")
    found = datasets.Dataset.from_parquet(str(tmp_path / "games.parquet"), cache_dir=str(tmp_path / "cache"))
    assert len(set(found["episode_id"])) == len(lessons)
    assert {"legal_action_ids", "macro_action", "reward"} <= set(found.column_names)


def test_what_is_no_file_of_ours_is_refused(lessons, tmp_path, monkeypatch):
    import pandas

    pandas.DataFrame({"a": [1]}).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(ValueError, match="holds no records: its format is not jimbot-records-1"):
        open_lessons(tmp_path / "other.parquet")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1")
    with pytest.raises(ValueError, match="damaged, or no Parquet file of records"):
        open_lessons(tmp_path / "broken.parquet")
    write_parquet(lessons[:1], tmp_path / "games.parquet")
    with pytest.raises(ValueError, match="already exists"):
        write_parquet(lessons, tmp_path / "games.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ValueError, match=r"pip install 'jimbot\[data\]'"):
        open_lessons(tmp_path / "games.parquet")
