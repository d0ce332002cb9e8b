"""Files of weights: .npz without pickle, or safetensors.

They carry their layout, so that they outlive changes of ours. The first layer is kept block by block, the
columns in use only. It loads wherever each of its blocks has room for it; inputs that it does not know count
for nothing.
"""

from __future__ import annotations

import itertools
import json
import math
import os
import zipfile
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import DTypeLike, NDArray

from jimbot.agents.judge.network import BLINDS, LAYOUT, Weights, layers, weight_count
from jimbot.runs.arrays import read_array, read_arrays, write_arrays
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import in_file, open_file, reading
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes

FORMAT = "jimbot-judge-weights-2"
PARTS = ("first", "first_bias", "second", "second_bias", "last", "last_bias")
# A .npy of one row is of the first layout: 641 inputs, 256 and 64 units. Its blocks, in their order there.
FIRST_HIDDEN = (256, 64)
FIRST_LAYOUT = (
    "blind 24, strength 4, gap 10, usual 12, money 8, jokers 150, row 6, editions 4, levels 12, played 12, "
    "round 5, ranks 13, suits 5, enhancements 8, seals 4, card_editions 3, vouchers 32, consumables 52, "
    "tags 24, bosses 30, decks 15, stake 8, unseen 1, packs 5, pack_sizes 5, counters 150, make_up 6, "
    "offer 32"
)
FIRST_LAST = ("unseen", 1, 1)  # then came the new shop


class Piece(NamedTuple):
    """Rows of a first layer that belong into a block, from a place on."""

    block: str
    place: int
    columns: int


def write_weights(path: str | os.PathLike[str], weights: Weights, dtype: DTypeLike = np.float32) -> None:
    """Writes a file, whole or not at all: safetensors where its name ends so."""
    parts = [part.astype(dtype) for layer in weights.layers for part in layer]
    parts[0] = np.concatenate([parts[0][block.start : block.start + block.used] for block in LAYOUT])
    blocks, columns = [block.name for block in LAYOUT], [block.used for block in LAYOUT]
    arrays: dict[str, Any] = dict(zip(PARTS, parts, strict=True))
    if os.fspath(path).endswith(".safetensors"):
        meta = {"format": FORMAT, "blocks": json.dumps(blocks), "columns": json.dumps(columns)}
        write_whole(path, safetensors_bytes(arrays, meta))
        return
    about = {"format": np.array(FORMAT), "blocks": np.array(blocks), "columns": np.array(columns)}
    write_arrays(path, about | arrays)


def read_weights(path: str | os.PathLike[str]) -> Weights:
    """ValueError says that a file holds something else, or a judge that has no place here."""
    name = os.fspath(path)
    otherwise = "no file of weights"
    with reading(name, otherwise):
        with open_file(name) as file:
            packed = zipfile.is_zipfile(file)
            file.seek(8)
            is_safetensors = not packed and file.read(1) == b"{"
        if is_safetensors:
            arrays, meta = read_safetensors(Path(name))
            about = {key: np.array(json.loads(meta[key])) for key in ("blocks", "columns")}
            return _of_parts(name, arrays | about | {"format": np.array(meta["format"])})
        if not packed:
            return _of_first_layout(name, read_array(name, otherwise))
        return _of_parts(name, read_arrays(name, name, otherwise))


def _of_parts(name: str, parts: dict[str, NDArray[Any]]) -> Weights:
    if "format" not in parts or parts["format"].shape != () or str(parts["format"]) != FORMAT:
        raise ValueError(f"{name} is no file of weights")
    columns = zip(parts["blocks"], parts["columns"], strict=True)
    return _assembled(name, [Piece(str(block), 0, int(count)) for block, count in columns], parts)


def _of_first_layout(name: str, data: NDArray[Any]) -> Weights:
    blocks = (block.split() for block in FIRST_LAYOUT.split(","))
    pieces = [*(Piece(block, 0, int(columns)) for block, columns in blocks), Piece(*FIRST_LAST)]
    sizes = (sum(piece.columns for piece in pieces), *FIRST_HIDDEN, BLINDS)
    shapes = [shape for a, b in itertools.pairwise(sizes) for shape in ((a, b), (b,))]
    ends = np.cumsum([math.prod(shape) for shape in shapes])
    if data.dtype.kind != "f":
        raise ValueError(f"{name} is no file of weights")
    if data.shape != (ends[-1],):
        raise ValueError(f"{name} holds {data.size} weights; a judge of the first layout has {ends[-1]}")
    parts = [part.reshape(shape) for part, shape in zip(np.split(data, ends), shapes, strict=False)]
    return _assembled(name, pieces, dict(zip(PARTS, parts, strict=True)))


def _assembled(name: str, pieces: list[Piece], parts: dict[str, NDArray[Any]]) -> Weights:
    missing = [part for part in PARTS if part not in parts or parts[part].dtype.kind != "f"]
    if missing or parts["second"].ndim != 2:
        raise ValueError(f"{name} is broken: no {', '.join(missing) or 'second layer'}")
    hidden = (int(parts["second"].shape[0]), int(parts["second"].shape[1]))
    rows = _rows(name, pieces)
    shapes = ((len(rows), hidden[0]), hidden[:1], hidden, hidden[1:], (hidden[1], BLINDS), (BLINDS,))
    for part, shape in zip(PARTS, shapes, strict=True):
        if parts[part].shape != shape:
            raise ValueError(f"{name} is broken: {part} is {parts[part].shape}, not {shape}")
        if not np.isfinite(parts[part]).all():
            raise ValueError(f"{name} holds a weight in {part} that is no finite number")
    flat = np.zeros(weight_count(hidden), np.float32)
    (first, first_bias), (second, second_bias), (last, last_bias) = layers(flat, hidden)
    first[rows], first_bias[:] = parts["first"], parts["first_bias"]
    second[:], second_bias[:] = parts["second"], parts["second_bias"]
    last[:], last_bias[:] = parts["last"], parts["last_bias"]
    with in_file(name):
        return Weights(flat, hidden)


def _rows(name: str, pieces: list[Piece]) -> NDArray[np.intp]:
    """Where the rows of a first layer have their place here."""
    here = {block.name: block for block in LAYOUT}
    rows = []
    for block, place, columns in pieces:
        if block not in here:
            raise ValueError(f"{name} is of another version: inputs {block!r} are not known here")
        if place + columns > here[block].size:
            room = f"with room for {here[block].size} here"
            raise ValueError(f"{name} is of another version: {place + columns} inputs {block!r}, {room}")
        rows.append(np.arange(columns) + here[block].start + place)
    return np.concatenate(rows)
