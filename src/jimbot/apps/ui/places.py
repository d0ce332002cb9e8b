"""The folder that the web app works in, and that of the game, where it only reads. It looks nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_root: list[Path] = []
_game: list[Path] = []
OWN = "ui"  # of the app itself, within the runs: saved games, transcripts, the assistant's log


def use(runs: Path, game: Sequence[Path] = ()) -> None:
    """Called once, before pages are asked for."""
    _root[:] = [runs.resolve()]
    _game[:] = game


def game() -> list[Path]:
    """Where the game keeps its files; they are only read."""
    return list(_game)


def root() -> Path:
    """The folder of runs; ``runs`` where the app was started without one."""
    if not _root:
        use(Path("runs"))
    return _root[0]


def own() -> Path:
    """The app's own folder."""
    folder = root() / OWN
    folder.mkdir(parents=True, exist_ok=True)
    return inside(OWN)


def inside(path: str) -> Path:
    """A path below the root; ValueError for any that leads out of it, also by a symbolic link."""
    found = (root() / path).resolve()
    if not found.is_relative_to(root()):
        raise ValueError(f"{path!r} lies outside of the folder of runs")
    return found
