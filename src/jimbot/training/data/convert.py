"""Records to lessons and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from jimbot.training.data.lessons import Lesson
from jimbot.training.data.record_files import read_records
from jimbot.training.data.records import episodes_of, lesson_of


def lessons_of_records(path: Path, validate: bool = True) -> Iterator[Lesson]:
    """The complete games of a file of records. One that its seed does not bring back is left out, and told:
    a live game may differ from the simulator."""
    for game in episodes_of(read_records(path, validate)):
        try:
            yield lesson_of(game)
        except ValueError as error:
            sys.stderr.write(f"{path}: game {game[0]['episode_id']} is left out: {error}\n")
