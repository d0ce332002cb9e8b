"""Bytes of strangers against the readers in Python, fed by atheris: python tools/fuzz/readers.py CORPUS

The first byte chooses the reader, the rest is what it reads. What is wrong is a ValueError or an OSError.
"""

from __future__ import annotations

import contextlib
import gc
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import atheris

from jimbot.agents.familiar import Familiar
from jimbot.agents.judge.files import read_weights
from jimbot.agents.tuning import read_tuning
from jimbot.evaluation.events.event import check, read
from jimbot.game import Action
from jimbot.game.seeds.parse import parse
from jimbot.live.drive.positions import position_in
from jimbot.live.drive.reel import reel_of
from jimbot.live.parity.recordings import read_recording
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.files import Files, unpack_run
from jimbot.live.server.http import IncomingRequest
from jimbot.live.server.session import Session
from jimbot.models.files import read_network
from jimbot.runs.arrays import read_arrays
from jimbot.runs.visitors import Visitors
from jimbot.training.data.shards import read_lessons

PLACE = Path(tempfile.mkdtemp(prefix="fuzz"))
VISITORS = Visitors("127.0.0.1")


def file_with(ending: str, reader: Callable[[Path], object]) -> Callable[[bytes], object]:
    path = PLACE / f"given{ending}"

    def given(data: bytes) -> object:
        path.write_bytes(data)
        return reader(path)

    return given


def calls(data: bytes) -> None:
    """Bodies of calls, a line each, that a run has to answer."""
    session = Session(files=Files(PLACE))
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": "FUZZ"})
    session.call("select")
    for body in data.split(b"\n")[:20]:
        session.handle(body)
    session.call("gamestate")


def events(data: bytes) -> None:
    for event in read(data):
        check(event)


READERS: list[Callable[[bytes], object]] = [
    calls,
    lambda data: IncomingRequest(VISITORS).add(data),
    lambda data: position_in(data, "given"),
    lambda data: reel_of(data.decode()),
    lambda data: parse(data.decode()).native(),
    lambda data: Action(data.decode()),
    unpack_run,
    events,
    read_arrays,
    file_with(".npz", read_weights),
    file_with(".json", read_tuning),
    file_with(".json", Familiar.load),
    file_with(".safetensors", read_network),
    file_with(".safetensors", lambda path: list(read_lessons(path))),
    file_with(".jsonl", read_recording),
]


def one(data: bytes) -> None:
    if not data:
        return
    try:
        READERS[data[0] % len(READERS)](data[1:])
    except (ValueError, OSError, ProtocolError):
        pass


def watch() -> None:
    """All functions of ours. Their import is not watched: an editable install has a finder of its own."""
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and (thing.__module__ or "").startswith("jimbot."):
            with contextlib.suppress(RuntimeError, ValueError, TypeError):
                atheris.instrument_func(thing)


if __name__ == "__main__":
    watch()
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
