"""Telemetry of this process: on where JIMBOT_TELEMETRY says where to, and then in its workers, too."""

from __future__ import annotations

import os
import time
from pathlib import Path

from jimbot.runs.publishing import Switch, say
from jimbot.runs.telemetry.journal import Journal
from jimbot.runs.telemetry.questdb import QuestDB
from jimbot.runs.telemetry.recorder import Recorder, Sink, Value

WHERE, RUN = "JIMBOT_TELEMETRY", "JIMBOT_TELEMETRY_RUN"


def _recorder(where: str) -> Recorder:
    return Recorder(sinks_of(where), os.environ.setdefault(RUN, run_name("python")), say)


_switch = Switch(WHERE, _recorder)


def record(measure: str, tags: dict[str, str], **values: Value) -> None:
    """Notes a measurement, if telemetry is on. Never waits, never fails."""
    found = _switch.get()
    if found is not None:
        found.record(measure, tags, values)


def on() -> bool:
    """Whether anything is recorded: worth asking before something is measured for telemetry alone."""
    return _switch.get() is not None


def start(where: str, program: str) -> None:
    """Records from now on, here and in processes started from here. ``where`` is a folder, the address of a
    QuestDB (http://host:9000), or both with a comma between."""
    sinks_of(where)
    stop()
    os.environ[RUN] = run_name(program)
    _switch.start(where)


def flush() -> None:
    """Waits a moment for what was recorded to be written."""
    found = _switch.get()
    if found is not None:
        found.flush()


def stop() -> None:
    """Writes the rest and ends. Nothing is recorded until the next start."""
    if _switch.stop() is not None:
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
