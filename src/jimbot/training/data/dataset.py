"""Datasets: expert games in files, whatever their form."""

from __future__ import annotations

from pathlib import Path

from jimbot.training.data.lessons import Lesson, played, refuse_test
from jimbot.training.data.shards import SUFFIX, read_lessons


def is_records(path: Path) -> bool:
    return path.name.endswith((".jsonl", ".jsonl.zst"))


def open_lessons(path: Path) -> list[Lesson]:
    """The games of a file of records, a shard, or a folder of shards. Test seeds are refused."""
    if not path.exists():
        raise ValueError(f"there is no dataset {path}; make one with trainer/rollout.py --out {path}")
    if is_records(path):
        from jimbot.training.data.convert import lessons_of_records

        lessons = list(lessons_of_records(path))
    elif path.is_dir() or path.name.endswith(SUFFIX):
        lessons = list(read_lessons(path))
    else:
        raise ValueError(f"{path} is no dataset: .jsonl, .jsonl.zst, {SUFFIX} or a folder of shards is known")
    if not lessons:
        raise ValueError(f"{path} holds no complete game")
    refuse_test([played(lesson).seed for lesson in lessons])
    return lessons
