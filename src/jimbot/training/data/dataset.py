"""Datasets: expert games in files, whatever their form."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from jimbot.training.data.lessons import Lesson, played, refuse_test
from jimbot.training.data.parquet import SUFFIX as PARQUET
from jimbot.training.data.parquet import read_parquet
from jimbot.training.data.record_files import read_records
from jimbot.training.data.records import episodes_of, lesson_of
from jimbot.training.data.shards import SUFFIX, read_lessons


def is_records(path: Path) -> bool:
    return path.name.endswith((".jsonl", ".jsonl.zst"))


def open_lessons(path: Path) -> list[Lesson]:
    """The games of a file of records, a shard, or a folder of shards. Test seeds are refused."""
    if not path.exists():
        raise ValueError(f"there is no dataset {path}; make one with trainer/rollout.py --out {path}")
    if is_records(path):
        lessons = list(lessons_of_records(path))
    elif path.name.endswith(PARQUET):
        lessons = list(read_parquet(path))
    elif path.is_dir() or path.name.endswith(SUFFIX):
        lessons = list(read_lessons(path))
    else:
        raise ValueError(
            f"{path} is no dataset: .jsonl, .jsonl.zst, {PARQUET}, {SUFFIX} or a folder of shards is known"
        )
    if not lessons:
        raise ValueError(f"{path} holds no complete game")
    refuse_test([played(lesson).seed for lesson in lessons])
    return lessons


def lessons_of_records(path: Path) -> Iterator[Lesson]:
    """The complete games of a file of records. One that its seed does not replay is left out and reported:
    a live game may differ from the simulator."""
    for game in episodes_of(read_records(path)):
        try:
            yield lesson_of(game)
        except ValueError as error:
            sys.stderr.write(f"{path}: game {game[0]['episode_id']} is left out: {error}\n")
