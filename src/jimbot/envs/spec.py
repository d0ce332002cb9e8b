"""What a learner sees and may do, as the core declares it: observation tables, moves, facts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from jimbot import _core
from jimbot.game.action import Action
from jimbot.game.seen import Seen, as_action


@dataclass(frozen=True)
class Column:
    """One number of a row. ``kind`` is flag, choice (0 = none or unknown), count, number or log."""

    name: str
    kind: str
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class TableSpec:
    """One array of the observation: ``rows`` rows (0: a single one) of the same columns."""

    name: str
    dtype: np.dtype[np.generic]
    rows: int
    columns: tuple[Column, ...]
    offset: int
    meaning: str

    @property
    def shape(self) -> tuple[int, ...]:
        if self.rows == 0:
            return (len(self.columns),)
        return (self.rows,) if len(self.columns) == 1 else (self.rows, len(self.columns))

    def bounds(self) -> tuple[NDArray[np.generic], NDArray[np.generic]]:
        """Lowest and highest value of every element."""
        limits = []
        for values in ([c.low for c in self.columns], [c.high for c in self.columns]):
            one = np.array(values, dtype=self.dtype)
            limits.append(np.resize(one, self.shape) if self.rows else one)
        return limits[0], limits[1]


@dataclass(frozen=True)
class MoveBlock:
    """Ids ``first`` to ``first + count - 1``."""

    name: str
    first: int
    count: int
    meaning: str


_spec = _core.env_spec()
TABLES = tuple(
    TableSpec(
        name=t["name"],
        dtype=np.dtype(t["dtype"]),
        rows=t["rows"],
        columns=tuple(Column(*c) for c in t["columns"]),
        offset=t["offset"],
        meaning=t["meaning"],
    )
    for t in _spec["observation"]
)
MOVES = tuple(MoveBlock(*m) for m in _spec["moves"])
FACTS: dict[str, str] = {name: meaning for name, meaning, _ in _spec["facts"]}
# the facts that `info` carries, and their types there
INFO: dict[str, type] = {
    name: {"int": int, "float": float, "bool": bool}[kind] for name, _, kind in _spec["facts"] if kind
}
OBSERVATION_BYTES: int = _spec["observation_bytes"]
FLAT_SIZE: int = _spec["flat_size"]
MOVE_COUNT = _core.MOVES
MASK = "action_mask"  # the array of the observation that names the legal moves
MAX_ONE_HOT = 16  # larger choices are binary digits in the flat view

# One observation as the core lays it out.
ROW = np.dtype(
    {
        "names": [t.name for t in TABLES],
        "formats": [(t.dtype, t.shape) for t in TABLES],
        "offsets": [t.offset for t in TABLES],
        "itemsize": OBSERVATION_BYTES,
    }
)


def move_name(move: int) -> str:
    """`select 3`, `play`, `buy_card 0` ..."""
    for block in MOVES:
        if block.first <= move < block.first + block.count:
            return block.name if block.count == 1 else f"{block.name} {move - block.first}"
    raise ValueError(f"move must be 0 to {MOVE_COUNT - 1}, not {move}")


def move_id(name: str) -> int:
    """The id of `select 3`, `play`, `buy_card 0` ..."""
    word, _, index = name.partition(" ")
    for block in MOVES:
        if block.name != word:
            continue
        place = int(index) if index.isdigit() else -1 if index else 0
        if (block.count == 1 and index) or (block.count > 1 and not index) or not 0 <= place < block.count:
            break
        return block.first + place
    names = ", ".join(b.name if b.count == 1 else f"{b.name} 0..{b.count - 1}" for b in MOVES)
    raise ValueError(f"unknown move {name!r}; one of {names}")


def move_path(game: Seen, action: Action | str) -> list[int]:
    """The ids that lead to an action: picks, then what is done with them. Empty if no ids do."""
    return _core.path(game._g, as_action(action))


def flat_bounds() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Lowest and highest value of every element of the flat view.

    It holds every column in the order of the tables, the mask left out: choices of up to 16 one-hot, larger
    ones as binary digits, counts as ln(1 + n), numbers and logarithms divided by 10.
    """
    low: list[float] = []
    high: list[float] = []
    for table in TABLES:
        if table.name == MASK:
            continue
        for column in table.columns * max(table.rows, 1):
            if column.kind == "choice":
                width = int(column.high) if column.high <= MAX_ONE_HOT else int(column.high).bit_length()
                low += [0.0] * width
                high += [1.0] * width
            else:
                scale = {"flag": 1.0, "count": 0.0}.get(column.kind, 0.1)
                low.append(column.low * scale)
                high.append(column.high * scale if scale else float(np.log1p(column.high)))
    # one more unit in the last place: the core computes in float32
    below = np.nextafter(np.array(low, dtype=np.float32), np.float32(-np.inf))
    above = np.nextafter(np.array(high, dtype=np.float32), np.float32(np.inf))
    return below, above
