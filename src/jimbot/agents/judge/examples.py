"""Examples for the judge: positions as it sees them, and how the run ended."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from jimbot.agents.judge.network import INPUTS
from jimbot.runs.arrays import read_arrays, write_arrays
from jimbot.runs.reading import reading

# One game in this many is kept from fitting, to see how true the judge is. It shares no factor with what else
# goes by a game's number, so these are games of every kind.
HELD_OUT = 19


@dataclass(frozen=True)
class Examples:
    """One row per position; the rows of a game follow each other. Of the inputs only those are kept that are
    not 0: ``inputs`` says how many a row has, ``index`` and ``value`` hold them one row after the other."""

    index: NDArray[np.uint16]
    value: NDArray[np.float16]
    inputs: NDArray[np.uint16]
    blind: NDArray[np.int8]  # number of the next blind, 0 to 23
    end: NDArray[np.int8]  # number of the blind that was lost; 24 for a win
    dared: NDArray[np.bool_]  # an alternative was taken whatever its price, since the row before
    stake: NDArray[np.int8]  # 1 to 8
    game: NDArray[np.int64]  # its number in the list of train seeds

    def __len__(self) -> int:
        return len(self.game)

    @staticmethod
    def of_rows(
        rows: NDArray[np.floating],
        blind: NDArray[np.int8],
        end: NDArray[np.int8],
        dared: NDArray[np.bool_],
        stake: int,
        game: int,
    ) -> Examples:
        """Of one game."""
        half = rows.astype(np.float16)
        at, index = np.nonzero(half)
        return Examples(
            index.astype(np.uint16),
            half[at, index],
            np.bincount(at, minlength=len(rows)).astype(np.uint16),
            blind,
            end,
            dared,
            np.full(len(rows), stake, np.int8),
            np.full(len(rows), game, np.int64),
        )

    def rows(self) -> NDArray[np.float16]:
        """All inputs of all positions."""
        out = np.zeros((len(self), INPUTS), np.float16)
        out[np.repeat(np.arange(len(self)), self.inputs), self.index] = self.value
        return out

    @property
    def held_out(self) -> NDArray[np.bool_]:
        return np.equal(self.game % HELD_OUT, 0)

    @property
    def settled(self) -> NDArray[np.bool_]:
        """Rows after which no dare came: what happened is what the strategist made of them."""
        dares = np.cumsum(self.dared)
        last = self.last()
        return np.equal(np.repeat(dares[last], np.diff(last, prepend=-1)), dares)

    def last(self) -> NDArray[np.intp]:
        """The last row of each game."""
        return np.flatnonzero(np.diff(self.game, append=-1))

    @staticmethod
    def join(parts: Sequence[Examples]) -> Examples:
        return Examples(
            *(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Examples))
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file, whole or not at all."""
        write_arrays(path, vars(self))

    def to_bytes(self) -> bytes:
        """As in a file, but not compressed."""
        data = io.BytesIO()
        np.savez(data, **vars(self))
        return data.getvalue()

    @staticmethod
    def load(source: str | os.PathLike[str] | bytes) -> Examples:
        """From a file, or from bytes."""
        name = "examples" if isinstance(source, bytes) else os.fspath(source)
        with reading(name, "no file of examples"):
            arrays = read_arrays(source, name)
            return Examples(*(arrays[f.name] for f in fields(Examples)))
