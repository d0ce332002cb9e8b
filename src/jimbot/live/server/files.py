"""Files that a session writes and reads: saved runs, and anything else whole or not at all.

Where the game itself saves, a run is the game's own file, and in it what this server needs for the same
future to the last bit. Anywhere else there is only the latter: a first line that names the format, one line
of JSON with what the session remembers, the engine's bytes, and a checksum over all of it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
from dataclasses import asdict

from jimbot.documents.save_file import STATES, save_of
from jimbot.game import Game
from jimbot.game.saved import read_run
from jimbot.game.saved.fields import OURS
from jimbot.live.protocol.memory import Memory
from jimbot.runs import machine
from jimbot.runs.reading import open_file, read_file
from jimbot.saves import SaveError, Table, is_save, pack, unpack, write

FORMAT = b"jimbot balatrobot run 1\n"
CHECKSUM = 16
LARGEST = 1 << 20
HEAD = 64  # bytes that show what a file is


class Foreign(ValueError):
    """A file that is not ours to read or write."""


class Files:
    """Paths that clients name. Within a `folder`, whatever leads out of it is refused; without one they are
    paths of this process, as in the mod."""

    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        self._folder = None if folder is None else os.path.realpath(folder)
        if self._folder is not None and not os.path.isdir(self._folder):
            raise ValueError(f"{os.fspath(folder or '')!r} is no folder")

    def write(self, path: str, data: bytes) -> None:
        """Writes a file, or leaves what was there; that must look like a file of ours. Other ports do not
        wait for the disk."""
        place = self._place(path)
        if os.path.isfile(place):
            from jimbot.view import picture

            with open_file(place) as file:
                begin = file.read(HEAD)
                ours = not begin or picture.is_ours(begin) or is_run(begin + file.read(LARGEST))
            if not ours:
                raise Foreign(f"'{path}' exists and was not written by this server; choose another path")
        machine.write_whole(place, data, sync=False)

    def read(self, path: str) -> bytes:
        """The content of a plain file. Raises OSError, or ValueError for what is no path."""
        return read_file(self._place(path), LARGEST)

    def _place(self, path: str) -> str:
        if self._folder is None:
            return path
        place = os.path.realpath(os.path.join(self._folder, path))
        if os.path.commonpath([self._folder, place]) != self._folder:
            raise Foreign(f"'{path}' is outside of the folder for files of this server")
        return place


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM).digest()


def pack_run(game: Game, memory: Memory) -> bytes:
    """The file of a run."""
    data = FORMAT + json.dumps(asdict(memory)).encode() + b"\n" + game.to_bytes()
    data += _checksum(data)
    if game.phase not in STATES:
        return data
    table = save_of(game)
    return pack(table | {OURS: {"run": base64.b64encode(data).decode(), "beside": _beside(table)}})


def is_run(data: bytes) -> bool:
    """Whether a file is a run that this server saved."""
    try:
        return data.startswith(FORMAT) or (is_save(data) and OURS in unpack(data))
    except SaveError:
        return False


def unpack_run(data: bytes) -> tuple[Game, Memory]:
    """A run that this server saved, or the game itself, or this server and then somebody changed. Raises
    ValueError for everything else."""
    if not is_save(data):
        return _exact(data)
    table = unpack(data)
    ours = table.pop(OURS, None)
    if isinstance(ours, dict) and ours.get("beside") == _beside(table):
        try:
            return _exact(base64.b64decode(str(ours.get("run")), validate=True))
        except binascii.Error as error:
            raise ValueError(f"a damaged run: {error}") from None
    game = Game._wrap(read_run(table, endless=True).game)
    memory = Memory(seed=game.seed)
    memory.update(game.reveal())
    return game, memory


def _beside(table: Table) -> str:
    """Of the rest of the file: who changes it wants the change."""
    return _checksum(write(table).encode()).hex()


def _exact(data: bytes) -> tuple[Game, Memory]:
    content, checksum = data[:-CHECKSUM], data[-CHECKSUM:]
    if not content.startswith(FORMAT) or _checksum(content) != checksum:
        raise ValueError("not a saved run, or a damaged one")
    remembered, _, engine = content.removeprefix(FORMAT).partition(b"\n")
    try:
        fields = json.loads(remembered)
    except RecursionError:
        raise ValueError("what the session remembers is nested too deeply") from None
    game, memory = Game.from_bytes(engine), Memory.from_json(fields)
    memory.check(game.reveal())
    return game, memory
