"""Files that a session writes and reads: saved runs, and anything else whole or not at all.

A saved run is a first line that names the format, one line of JSON with what the session remembers, the
engine's bytes, and a checksum over all of it.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict

from jimbot import machine
from jimbot.balatrobot.protocol.memory import Memory
from jimbot.game import Game

FORMAT = b"jimbot balatrobot run 1\n"
CHECKSUM = 16
LARGEST = 1 << 20


def write_whole(path: str, data: bytes) -> None:
    """Writes a file, or leaves what was there. Other ports do not wait for the disk."""
    machine.write_whole(path, data, sync=False)


def read_whole(path: str) -> bytes:
    """The content of a plain file. Raises OSError, or ValueError for what is no path."""
    if not os.path.isfile(path):
        raise FileNotFoundError(path)
    with open(path, "rb") as file:
        return file.read(LARGEST)


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM).digest()


def pack_run(game: Game, memory: Memory) -> bytes:
    data = FORMAT + json.dumps(asdict(memory)).encode() + b"\n" + game.to_bytes()
    return data + _checksum(data)


def unpack_run(data: bytes) -> tuple[Game, Memory]:
    """Raises ValueError for everything that pack_run did not write."""
    content, checksum = data[:-CHECKSUM], data[-CHECKSUM:]
    if not content.startswith(FORMAT) or _checksum(content) != checksum:
        raise ValueError("not a saved run, or a damaged one")
    remembered, _, engine = content.removeprefix(FORMAT).partition(b"\n")
    fields = json.loads(remembered)
    fields["extents"] = {name: tuple(extent) for name, extent in fields["extents"].items()}
    return Game.from_bytes(engine), Memory(**fields)
