"""SharedState: a small record that several environments read and change."""

from __future__ import annotations

import copy
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from jimbot.runs.lock import taken
from jimbot.runs.machine import write_whole


class SharedState:
    """Lives in memory, for the environments of one process, or with ``path`` in a JSON file, for all
    processes of one machine. ``settings`` must be the same for everyone who opens the file.

    Changes are made under a lock (``path`` + ``.lock``) and replace the file as a whole, so a reader never
    sees half of one. A file that is there already is continued.
    """

    def __init__(
        self,
        settings: dict[str, Any],
        values: dict[str, Any],
        path: str | os.PathLike[str] | None = None,
    ) -> None:
        self.settings = settings
        self.path = None if path is None else os.path.abspath(path)
        self._initial = values
        self._values = copy.deepcopy(values)
        self._thread_lock = threading.Lock()
        if self.path is not None:
            with self._file_lock(self.path):
                if not os.path.exists(self.path):
                    self._store(self.path, values)
                self._load(self.path)

    def read(self) -> dict[str, Any]:
        """The values; not to be changed."""
        return self._values if self.path is None else self._load(self.path)

    @contextmanager
    def change(self) -> Iterator[dict[str, Any]]:
        """The values, to be changed by one at a time."""
        if self.path is None:
            with self._thread_lock:
                yield self._values
            return
        with self._file_lock(self.path):
            values = self._load(self.path)
            yield values
            self._store(self.path, values)

    def __reduce__(self) -> Any:
        if self.path is None:
            raise TypeError("a state in memory cannot be shared with another process; give it a path=")
        return SharedState, (self.settings, self._initial, self.path)

    @contextmanager
    def _file_lock(self, path: str) -> Iterator[None]:
        with open(f"{path}.lock", "wb") as file:
            taken(file, wait=True)
            yield

    def _load(self, path: str) -> dict[str, Any]:
        with open(path, encoding="utf-8") as file:
            try:
                content = json.load(file)
                settings, values = content["settings"], content["values"]
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{path} holds no shared state") from None
        if settings != self.settings:
            raise ValueError(f"{path} was made with {settings}; now {self.settings} are given")
        if not isinstance(values, dict) or values.keys() != self._initial.keys():
            raise ValueError(f"{path} holds {values!r}; {', '.join(self._initial)} are needed")
        return values

    def _store(self, path: str, values: dict[str, Any]) -> None:
        write_whole(path, json.dumps({"settings": self.settings, "values": values}), sync=False)
