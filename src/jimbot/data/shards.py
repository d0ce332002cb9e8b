"""Shards: many lessons in one safetensors file, and folders of them.

A file holds ``lessons`` (bytes, one lesson after the other), ``ends`` (where each ends) and, per game,
``won``, ``furthest``, ``end`` and ``steps``; its metadata names the format, the expert and a checksum. A
shard is written whole or not at all.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jimbot.data.lessons import Lesson, played
from jimbot.machine import write_whole

FORMAT = "jimbot-lessons-1"
SUFFIX = ".safetensors"
TYPES = {"U8": np.uint8, "I32": np.int32, "I64": np.int64}
NAMES = {np.dtype(kind): name for name, kind in TYPES.items()}


def write_shard(path: Path, lessons: Sequence[Lesson], about: Mapping[str, str]) -> None:
    infos = [played(lesson) for lesson in lessons]
    data = np.frombuffer(b"".join(lessons), np.uint8)
    arrays: dict[str, np.ndarray[Any, Any]] = {
        "lessons": data,
        "ends": np.cumsum([len(lesson) for lesson in lessons], dtype=np.int64),
        "won": np.array([info.won for info in infos], np.uint8),
        "furthest": np.array([info.furthest for info in infos], np.uint8),
        "end": np.array([info.end for info in infos], np.uint8),
        "steps": np.array([info.steps for info in infos], np.int32),
    }
    meta = {"format": FORMAT, **about, "crc32": str(zlib.crc32(data.tobytes()))}
    write_whole(path, safetensors_bytes(arrays, meta))


def read_shard(path: Path) -> list[Lesson]:
    arrays, meta = read_safetensors(path)
    if meta.get("format") != FORMAT:
        raise ValueError(
            f"{path} is no shard of lessons: its format is {meta.get('format')!r}, not {FORMAT!r}"
        )
    data = arrays["lessons"].tobytes()
    if str(zlib.crc32(data)) != meta.get("crc32"):
        raise ValueError(f"{path} is damaged: its checksum is wrong")
    ends = arrays["ends"].tolist()
    return [data[a:b] for a, b in zip([0, *ends], ends, strict=False)]


def shards_of(path: Path) -> list[Path]:
    """The shards of a folder in order, or the one that a path names."""
    if path.is_file():
        return [path]
    found = sorted(path.glob(f"shard-*{SUFFIX}"))
    if not found:
        raise ValueError(f"{path} holds no shard-*{SUFFIX}")
    return found


def read_lessons(path: Path) -> Iterator[Lesson]:
    for shard in shards_of(path):
        yield from read_shard(shard)


# -- the file format of safetensors, as far as we use it: needs no library ---------------------------------


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
    data = path.read_bytes()
    try:
        size = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + size])
        meta = header.pop("__metadata__", {})
        arrays = {}
        for name, entry in header.items():
            first, last = entry["data_offsets"]
            if 8 + size + last > len(data):
                raise ValueError("it is cut off")
            part = data[8 + size + first : 8 + size + last]
            arrays[name] = np.frombuffer(part, TYPES[entry["dtype"]]).reshape(entry["shape"])
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(f"{path} is damaged, or no safetensors file: {error}") from None
    return arrays, meta
