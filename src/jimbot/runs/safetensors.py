"""The file format of safetensors, as far as we use it: needs no library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from jimbot.runs.reading import MAX_MODEL, read_file, reading

TYPES = {
    "BOOL": np.bool_, "U8": np.uint8, "U32": np.uint32, "U64": np.uint64, "I32": np.int32, "I64": np.int64,
    "F16": np.float16, "F32": np.float32, "F64": np.float64,
}  # fmt: skip
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}


def safetensors_bytes(arrays: Mapping[str, np.ndarray[Any, Any]], meta: Mapping[str, str]) -> bytes:
    header: dict[str, Any] = {"__metadata__": dict(meta)}
    at = 0
    for name, array in arrays.items():
        header[name] = {
            "dtype": NAMES[array.dtype],
            "shape": list(array.shape),
            "data_offsets": [at, at + array.nbytes],
        }
        at += array.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + b"".join(a.tobytes() for a in arrays.values())


def read_safetensors(path: Path) -> tuple[dict[str, np.ndarray[Any, Any]], dict[str, str]]:
    with reading(path, "damaged, or no safetensors file"):
        return parse_safetensors(read_file(path, MAX_MODEL))


def parse_safetensors(data: bytes) -> tuple[dict[str, np.ndarray[Any, Any]], dict[str, str]]:
    """Arrays, which cannot be written to, and metadata."""
    size = int.from_bytes(data[:8], "little")
    if 8 + size > len(data):
        raise ValueError("it is cut off")
    header = json.loads(data[8 : 8 + size])
    meta = header.pop("__metadata__", {})
    arrays = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        if not 0 <= first <= last or 8 + size + last > len(data):
            raise ValueError("it is cut off")
        part = data[8 + size + first : 8 + size + last]
        arrays[name] = np.frombuffer(part, TYPES[entry["dtype"]]).reshape(entry["shape"])
    if not isinstance(meta, dict) or not all(isinstance(value, str) for value in meta.values()):
        raise ValueError("what it says about itself is no text")
    return arrays, meta
