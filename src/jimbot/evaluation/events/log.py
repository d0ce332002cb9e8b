"""The log of events: one JSON line each, appended; what a killed gateway left unfinished is skipped."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from jimbot.evaluation.events.event import BadEvent, Event, check, read
from jimbot.runs.reading import lines_of, open_file


class EventLog:
    """Appends batches to a file. A disk that fails ends the log, not the gateway: ``failure`` says why."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failure: str | None = None
        with path.open("ab+") as file:  # a last line without end gets one
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.write(b"\n")
        self._file = path.open("ab")

    def write(self, events: Sequence[Event]) -> None:
        if self.failure is not None:
            return
        lines = (json.dumps(event, separators=(",", ":")) for event in events)
        try:
            self._file.write(("\n".join(lines) + "\n").encode())
            self._file.flush()
        except OSError as error:
            self.failure = f"{self.path}: {error.strerror}"

    def close(self) -> None:
        try:
            self._file.close()
        except OSError as error:
            self.failure = f"{self.path}: {error.strerror}"


def read_log(path: Path) -> Iterator[Event]:
    """The events of a log, in order. Lines that are no event are skipped."""
    with open_file(path) as file:
        for line in lines_of(file, path):
            try:
                for event in read(line):
                    yield check(event)
            except BadEvent:
                continue
