"""Telemetry of this process: on where JIMBOT_TELEMETRY says where to, and then in its workers, too."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from pathlib import Path

from jimbot.runs.telemetry.journal import Journal
from jimbot.runs.telemetry.questdb import QuestDB
from jimbot.runs.telemetry.recorder import Recorder, Sink, Value

WHERE, RUN = "JIMBOT_TELEMETRY", "JIMBOT_TELEMETRY_RUN"

_recorder: Recorder | None = None
_asked = False  # whether the environment was looked at
_lock = threading.Lock()


def record(measure: str, tags: dict[str, str], **values: Value) -> None:
    """Notes a measurement, if telemetry is on. Never waits, never fails."""
    found = _recorder if _asked else _look()
    if found is not None:
        found.record(measure, tags, values)


def on() -> bool:
    """Whether anything is recorded: worth asking before something is measured for telemetry alone."""
    return (_recorder if _asked else _look()) is not None


def start(where: str, program: str) -> None:
    """Records from now on, here and in processes started from here. ``where`` is a folder, the address of a
    QuestDB (http://host:9000), or both with a comma between."""
    sinks_of(where)
    stop()
    os.environ[WHERE] = where
    os.environ[RUN] = run_name(program)
    _look()


def flush() -> None:
    """Waits a moment for what was recorded to be written."""
    if _recorder is not None:
        _recorder.flush()


def stop() -> None:
    """Writes the rest and ends. Nothing is recorded until the next start."""
    global _recorder, _asked
    with _lock:
        found, _recorder, _asked = _recorder, None, True
    if found is not None:
        found.close()
        os.environ.pop(WHERE, None)
        os.environ.pop(RUN, None)


def run_name(program: str) -> str:
    return f"{program}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"


def sinks_of(where: str) -> list[Sink]:
    """The sinks that a text names."""
    parts = [part.strip() for part in where.split(",")]
    if not all(parts):
        raise ValueError(
            f"telemetry goes to a folder, an address such as http://localhost:9000, or both; not to {where!r}"
        )
    return [
        QuestDB(part) if part.startswith(("http://", "https://")) else Journal(Path(part)) for part in parts
    ]


def _look() -> Recorder | None:
    global _recorder, _asked
    with _lock:
        where = os.environ.get(WHERE)
        if where and _recorder is None:
            run = os.environ.setdefault(RUN, run_name("python"))
            try:
                _recorder = Recorder(sinks_of(where), run, _say)
                atexit.register(stop)
            except ValueError as error:
                _say(f"{WHERE}: {error}")
        _asked = True
        return _recorder


def _say(text: str) -> None:
    sys.stderr.write(f"jimbot: {text}\n")


def _forget() -> None:
    """In a forked process the threads are gone: it begins anew."""
    global _recorder, _asked, _lock
    _recorder, _asked, _lock = None, False, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
