"""Examples for the judge: positions as it sees them, and how the run ended."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jimbot.machine import write_whole

HELD_OUT = 20  # one game of so many is kept from fitting, to see how true the judge is


@dataclass(frozen=True)
class Examples:
    """One row per position; the rows of a game follow each other."""

    features: NDArray[np.float16]
    blind: NDArray[np.int8]  # number of the next blind, 0 to 23
    end: NDArray[np.int8]  # number of the blind that was lost; 24 for a win
    game: NDArray[np.int64]  # its number in the list of train seeds

    def __len__(self) -> int:
        return len(self.game)

    @property
    def held_out(self) -> NDArray[np.bool_]:
        return np.equal(self.game % HELD_OUT, 0)

    def ends(self) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
        """The number of each game, and the blind where it ended."""
        last = np.flatnonzero(np.diff(self.game, append=-1))
        return self.game[last], self.end[last]

    @staticmethod
    def join(parts: Sequence[Examples]) -> Examples:
        return Examples(
            np.concatenate([p.features for p in parts]),
            np.concatenate([p.blind for p in parts]),
            np.concatenate([p.end for p in parts]),
            np.concatenate([p.game for p in parts]),
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, whole or not at all."""
        data = io.BytesIO()
        np.savez_compressed(data, features=self.features, blind=self.blind, end=self.end, game=self.game)
        write_whole(path, data.getvalue())

    @staticmethod
    def load(*paths: str | os.PathLike[str]) -> Examples:
        """From one or more files. Features are big: they are never held twice."""
        files = [np.load(path) for path in paths]
        game = np.concatenate([file["game"] for file in files])
        features: NDArray[np.float16] | None = None
        at = 0
        for file in files:
            part = file["features"]
            if features is None:
                features = np.empty((len(game), part.shape[1]), np.float16)
            features[at : at + len(part)] = part
            at += len(part)
        assert features is not None
        blind, end = (np.concatenate([file[name] for file in files]) for name in ("blind", "end"))
        for file in files:
            file.close()
        return Examples(features, blind, end, game)
