"""Runs that people play, each in a file of its own, so that a new one never replaces another."""

from __future__ import annotations

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path

from jimbot.documents.game_files import read_game
from jimbot.game import Game
from jimbot.game.content import content

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
MAX_FINISHED = 50  # the oldest of more are forgotten; unfinished ones never


@dataclass(frozen=True)
class KeptRun:
    """``played`` is when its last decision was made, in seconds of the epoch."""

    name: str
    path: Path
    game: Game
    played: float

    @property
    def words(self) -> str:
        """Ante 3, Big Blind, $12; or how it ended."""
        game = self.game
        if game.over:
            return "won" if game.won else f"lost in ante {game.ante}"
        return f"ante {game.ante}, {game.blind.name}, ${game.money}"

    @property
    def deck(self) -> str:
        names = content()
        what = (
            names["challenge"][self.game.challenge] if self.game.challenge else names["deck"][self.game.deck]
        )
        return f"{what['name']}, {names['stake'][self.game.stake]['name']}"

    @property
    def when(self) -> str:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.played))


class KeptRuns:
    """The runs in a folder. Damaged files are left alone and not listed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or state_folder()

    def all(self) -> list[KeptRun]:
        """The one that was played last first."""
        found = [run for path in self.folder.glob("*.run") if (run := _read(path)) is not None]
        return sorted(found, key=lambda run: (-run.played, run.name))

    def unfinished(self) -> list[KeptRun]:
        return [run for run in self.all() if not run.game.over]

    def find(self, name: str) -> KeptRun | None:
        return _read(self.folder / f"{name}.run") if NAME.fullmatch(name) else None

    def to_resume(self, name: str | None = None) -> KeptRun:
        """The one with this name, or the unfinished one that was played last; ValueError if there is none."""
        if name is not None:
            run = self.find(name)
            if run is None:
                raise ValueError(f"there is no run {name!r} to resume; {self._known()}")
            return run
        unfinished = self.unfinished()
        if not unfinished:
            raise ValueError(f"there is no run to resume in {self.folder}")
        return unfinished[0]

    def file_for(self, game: Game, name: str | None = None) -> Path:
        """Where a run is kept. Without a name it gets one by its seed, which no other run has; one that is
        given may be that of another run."""
        if name is not None:
            if not NAME.fullmatch(name):
                raise ValueError(
                    f"{name!r} is no name for a run: 1 to 64 letters, digits, - and _ are allowed"
                )
            return self.folder / f"{name}.run"
        self._forget_old()
        stem = re.sub(r"[^A-Za-z0-9]", "_", game.seed) or "run"
        stem = stem if stem[0] != "_" else f"run{stem}"
        names = [stem, *(f"{stem}-{number}" for number in range(2, 10_000))]
        return next(path for one in names if not (path := self.folder / f"{one}.run").exists())

    def _known(self) -> str:
        names = [run.name for run in self.all()]
        return f"kept are {', '.join(names)}" if names else "none is kept"

    def _forget_old(self) -> None:
        for run in [run for run in self.all() if run.game.over][MAX_FINISHED:]:
            run.path.unlink(missing_ok=True)


def state_folder() -> Path:
    """Where the terminal keeps the runs that are played."""
    windows = os.environ.get("LOCALAPPDATA")
    state = os.environ.get("XDG_STATE_HOME") or windows or "~/.local/state"
    return Path(state).expanduser() / "jimbot"


def in_the_way(path: Path, game: Game) -> KeptRun | None:
    """An unfinished run that would be replaced there, unless it is the one that goes on."""
    run = _read(path)
    return run if run is not None and not run.game.over and run.game != game else None


def _read(path: Path) -> KeptRun | None:
    try:
        return KeptRun(path.stem, path, read_game(path), path.stat().st_mtime) if path.is_file() else None
    except (ValueError, OSError):
        return None
