"""A run of the game as its save file shows it. It is only ever read: the game itself decides and writes."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from jimbot.game import Game
from jimbot.game.saved import SavedRun, read_save
from jimbot.game.saved.files import META
from jimbot.live.backends import SimBackend
from jimbot.runs.reading import read_file
from jimbot.saves import SaveError
from jimbot.saves.container import MAX_PACKED
from jimbot.saves.folders import RUN, last_file

PAUSE = 0.2  # seconds between two looks at a file that is being written


class NoRun(Exception):
    """No run is being played: there is no save file."""


class SaveBackend(SimBackend):
    """The position of the ``save.jkr`` that was written last in some folders. A file that is not whole is
    being written: it is read again when it has grown, and refused when it stays as it is."""

    def __init__(self, places: list[Path], sleep: Callable[[float], None] = time.sleep) -> None:
        self._places = places
        self._read: bytes | None = None
        self._broken: bytes | None = None
        super().__init__()
        while not self.refresh():
            sleep(PAUSE)

    def refresh(self) -> bool:
        data, meta = self._files()
        if data == self._read:
            return False
        try:
            self.found: SavedRun = read_save(data, meta)
        except SaveError:
            if data != self._broken:
                self._broken = data
                return False
            self._read = data
            raise
        self._read, self._broken = data, None
        self.game = Game._wrap(self.found.game)
        return True

    @property
    def notes(self) -> list[str]:
        return self.found.notes

    def _files(self) -> tuple[bytes, Path | None]:
        """The bytes of the run, and the profile beside it."""
        try:
            path = last_file(self._places, RUN)
            if path is not None:
                meta = path.with_name(META)
                return read_file(path, MAX_PACKED), meta if meta.is_file() else None
        except FileNotFoundError:  # it is being replaced, or the run is over
            pass
        raise NoRun(f"there is no save.jkr in {', '.join(map(str, self._places))}: no run is being played")
