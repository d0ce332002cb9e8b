"""The index that comes along holds what it says, and one can be built."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from jimbot.game.seeds import parse
from jimbot.view.seed_index import SAMPLE, build, look_up, read_index, wishes


def test_the_index_that_comes_along() -> None:
    assert SAMPLE.stat().st_size <= 2_000_000
    index = read_index()
    assert list(index) == wishes()
    for entry in list(index.values())[::20]:
        searched = min(entry.searched, 30_000)
        found = [seed for _, seed in parse(entry.condition).finder().find(0, searched, 2, None)]
        assert found[: len(entry.seeds)] == list(entry.seeds[: len(found)]), entry.condition
        assert len(entry.seeds) >= 100


def test_conditions_are_found_however_they_are_written() -> None:
    index = read_index()
    entry = look_up(parse("ante 1  legendary Perkeo"), index)
    assert entry is not None
    assert entry.condition == "ante=1 legendary j_perkeo"
    assert look_up(parse("ante=1 boss the hook"), index) is None
    assert look_up(parse("ante=1 legendary perkeo", "blue"), index) is None


def test_an_index_is_built(tmp_path: Path) -> None:
    path = tmp_path / "index.gz"
    entries = build(path, 1.0, 2, 2)
    assert read_index(path) == {entry.condition: entry for entry in entries}
    assert all(len(entry.seeds) <= 2 for entry in entries)
    assert sum(len(entry.seeds) for entry in entries) > 0


@pytest.mark.parametrize(
    "data", [b"hello", gzip.compress(b"hello"), gzip.compress(b'{"format": "jimbot-seed-index 9"}\n')]
)
def test_what_is_no_index(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "index.gz"
    path.write_bytes(data)
    with pytest.raises(ValueError, match="is no index of seeds"):
        read_index(path)
