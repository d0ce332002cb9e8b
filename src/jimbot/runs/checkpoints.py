"""Checkpoints: folders that are whole or not there, the newest and the best of which are kept."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jimbot.runs import sha256
from jimbot.runs.machine import sweep, whole_folder, write_whole
from jimbot.runs.reading import read_json

SUMS = "files.json"  # name -> SHA-256 of every other file of a checkpoint
BEST = "best.json"


@dataclass(frozen=True)
class Checkpoint:
    path: Path
    timesteps: int

    def check(self) -> Checkpoint:
        """Raises ValueError that names what is damaged or missing."""
        try:
            sums = read_json(self.path / SUMS)
            for name, expected in sums.items():
                if sha256(self.path / name, None) != expected:
                    raise ValueError(f"checkpoint {self.path} is damaged: {name} is not what was written")
        except (OSError, AttributeError) as error:
            raise ValueError(f"checkpoint {self.path} is damaged: {error}") from None
        return self


class CheckpointManager:
    """The checkpoints of one run, ``<directory>/<timesteps>/``.

    ``save`` keeps the ``keep`` newest and the best. A checkpoint is written beside its place and then
    renamed: a run that is killed leaves the earlier ones as they were.
    """

    def __init__(self, directory: str | os.PathLike[str], keep: int = 3) -> None:
        if keep < 1:
            raise ValueError(f"keep is {keep}; 1 or more is allowed")
        self.directory = Path(directory)
        self.keep = keep

    def save(self, timesteps: int, write: Callable[[Path], None], score: float | None = None) -> Checkpoint:
        """``write(folder)`` puts the files there. The highest ``score`` so far makes it the best."""
        place = self.directory / f"{timesteps:012d}"
        if place.exists():  # it holds the same moment of the run already
            found = Checkpoint(place, timesteps)
        else:
            with whole_folder(place) as beside:
                write(beside)
                sums = {file.name: sha256(file, None) for file in sorted(beside.iterdir())}
                write_whole(beside / SUMS, json.dumps(sums, indent=2) + "\n")
            found = Checkpoint(place, timesteps)
        if score is not None and (self.best_score is None or score > self.best_score):
            write_whole(self.directory / BEST, json.dumps({"timesteps": timesteps, "score": score}) + "\n")
        self._drop_old()
        return found

    def all(self) -> list[Checkpoint]:
        """Oldest first."""
        if not self.directory.is_dir():
            return []
        names = sorted(p.name for p in self.directory.iterdir() if p.name.isdigit() and p.is_dir())
        return [Checkpoint(self.directory / name, int(name)) for name in names]

    def load(self, timesteps: int) -> Checkpoint:
        """The checkpoint of that moment, found undamaged."""
        for checkpoint in self.all():
            if checkpoint.timesteps == timesteps:
                return checkpoint.check()
        known = ", ".join(str(c.timesteps) for c in self.all()) or "none"
        raise FileNotFoundError(
            f"{self.directory} has no checkpoint at {timesteps} timesteps; it has {known}"
        )

    def latest(self) -> Checkpoint | None:
        found = self.all()
        return found[-1] if found else None

    def best(self) -> Checkpoint | None:
        record = self._best()
        return None if record is None else self.load(record["timesteps"])

    @property
    def best_score(self) -> float | None:
        record = self._best()
        return None if record is None else float(record["score"])

    def drop_after(self, timesteps: int) -> None:
        """Forgets what lies beyond: a run that goes on from here makes it again."""
        sweep(self.directory)
        record = self._best()
        for checkpoint in self.all():
            if checkpoint.timesteps > timesteps:
                shutil.rmtree(checkpoint.path)
                if record is not None and record["timesteps"] == checkpoint.timesteps:
                    (self.directory / BEST).unlink()

    def _best(self) -> dict[str, Any] | None:
        path = self.directory / BEST
        if not path.exists():
            return None
        record: dict[str, Any] = read_json(path)
        return record

    def _drop_old(self) -> None:
        record = self._best()
        for checkpoint in self.all()[: -self.keep]:
            if record is None or checkpoint.timesteps != record["timesteps"]:
                shutil.rmtree(checkpoint.path)
