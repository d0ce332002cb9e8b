"""Files are written whole, and errors name them."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.runs.machine import cores, write_whole


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, "♠")
    write_whole(path, b"two", sync=False)
    assert path.read_bytes() == b"two"
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\udc80")
    assert path.read_bytes() == b"two"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "file", tmp_path):
        with pytest.raises(OSError, match=f"'{path}'"):
            write_whole(path, "text")
    assert list(tmp_path.iterdir()) == []


def test_there_is_a_core() -> None:
    assert cores() >= 1
