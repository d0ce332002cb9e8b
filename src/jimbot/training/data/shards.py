"""Shards: many lessons in one safetensors file, and folders of them.

A file holds ``lessons`` (bytes, one lesson after the other), ``ends`` (where each ends) and, per game,
``won``, ``furthest``, ``end`` and ``steps``; its metadata names the format, the expert and a checksum. A
shard is written whole or not at all.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from jimbot.runs.machine import write_whole
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes
from jimbot.training.data.lessons import Lesson, played

FORMAT = "jimbot-lessons-1"
SUFFIX = ".safetensors"


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
    missing = [name for name in ("lessons", "ends", "steps") if name not in arrays]
    if missing:
        raise ValueError(f"{path} is no shard of lessons: it holds no {missing[0]}")
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
