"""Files of a profile: its run, and beside it what it has unlocked."""

from __future__ import annotations

import os
from pathlib import Path

from jimbot.game.saved.run import SavedRun, read_run
from jimbot.runs.reading import in_file, read_file
from jimbot.saves import Table, unpack
from jimbot.saves.container import MAX_PACKED

Source = str | os.PathLike[str] | bytes
META = "meta.jkr"


def table_in(source: Source) -> Table:
    """The table of a file, or of its bytes. Errors name the file."""
    if isinstance(source, bytes):
        return unpack(source)
    path = Path(source).expanduser()
    with in_file(path):
        return unpack(read_file(path, MAX_PACKED))


def read_save(source: Source, meta: Source | None = None) -> SavedRun:
    """The position of a ``save.jkr`` and all that was noticed. ``meta.jkr`` beside a file is taken into
    account."""
    table = table_in(source)
    if meta is None and not isinstance(source, bytes):
        beside = Path(source).expanduser().with_name(META)
        meta = beside if beside.is_file() else None
    known = None if meta is None else table_in(meta)
    if isinstance(source, bytes):
        return read_run(table, known)
    with in_file(source):
        return read_run(table, known)
