"""The folder of a run: locked while it is written to, and resumed after any end."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

from jimbot.runs.lock import lock_folder
from jimbot.runs.machine import sweep, write_whole
from jimbot.runs.reading import lines_of, open_file, parse_json, read_json

Manifest = dict[str, Any]


class LockedFolder:
    """Open for one run at a time."""

    what: ClassVar[str]  # such as evaluation
    kept: ClassVar[str]  # what is in it, for people
    patience: ClassVar[float] = 0.0  # seconds that the run before may take to end

    def __init__(self, path: Path) -> None:
        if path.exists() and not path.is_dir():
            raise ValueError(f"{path} is a file; {self.kept} are kept in a folder")
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._lock = lock_folder(path, self.what, self.patience)
        sweep(path)

    def write(self, name: str, data: str | bytes) -> None:
        """Writes a file of the folder, whole or not at all."""
        write_whole(self.path / name, data)

    @property
    def lock(self) -> int:
        """The lock as a file descriptor: a worker that holds it keeps the folder locked while it lives."""
        return self._lock.fileno()

    def close(self) -> None:
        self._lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *reason: object) -> None:
        self.close()


class RunFolder(LockedFolder, ABC):
    """Its manifest says what the run is: another one is refused there."""

    kind: ClassVar[str] = ""  # in the manifest, for the index of runs; without one it is ``what``
    format: ClassVar[str]  # of the manifest
    needs: ClassVar[Mapping[str, type]] = {}  # entries of the manifest that everybody counts on
    first: ClassVar[tuple[str, ...]] = ()  # files that `begin` writes, before the manifest
    distinct_by: ClassVar[tuple[str, ...]] = ()  # entries of the manifest, beside its settings
    goes_on = True  # else every run starts over

    def __init__(self, path: Path, manifest: Manifest) -> None:
        super().__init__(path)
        try:
            self.manifest = self._taken_up(manifest)
            self.open()
        except (ValueError, OSError):
            self._lock.close()
            raise

    def _taken_up(self, manifest: Manifest) -> Manifest:
        path = self.path
        if self.goes_on and (path / "manifest.json").exists():
            there = self.read_manifest(path)
            other = self.difference(there, manifest)
            if other is not None:
                raise ValueError(f"{path} holds another {self.what}: {other}; choose another folder")
            return there
        if self.goes_on and any(entry.name not in ("lock", *self.first) for entry in path.iterdir()):
            raise ValueError(f"{path} is not empty and holds no {self.what}; choose another folder")
        self.begin()
        manifest = {"kind": self.kind or self.what, **manifest}
        self.write("manifest.json", json.dumps(manifest, indent=2))
        return manifest

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        """In what two manifests describe different runs, in words."""
        found = difference(there.get("settings", {}), here["settings"])
        if found is not None:
            return found
        for name in self.distinct_by:
            if there.get(name) != here[name]:
                return f"its {name} is {there.get(name)!r} there and {here[name]!r} here"
        return None

    def begin(self) -> None:
        """Writes what the run begins with."""

    @abstractmethod
    def open(self) -> None:
        """Reads what is there already."""

    def note(self, **facts: Any) -> None:
        """Adds to the manifest."""
        self.manifest |= facts
        self.write("manifest.json", json.dumps(self.manifest, indent=2))

    @classmethod
    def read_manifest(cls, path: Path) -> Manifest:
        file = path / "manifest.json"
        try:
            data = read_json(file)
        except FileNotFoundError:
            raise ValueError(f"{path} holds no {cls.what}: {file} is missing") from None
        except ValueError:
            data = None
        if not isinstance(data, dict) or data.get("format") != cls.format:
            raise ValueError(f"{file} is no manifest of {_a(cls.what)}")
        for name, kind in cls.needs.items():
            if not isinstance(data.get(name), kind):
                raise ValueError(f"{file} is no manifest of {_a(cls.what)}: its {name} is missing or damaged")
        return data


class LoggedFolder(RunFolder):
    """The folder of a run that goes by iterations. One counts once its line is in log.jsonl; what belongs
    to it is written before."""

    def open(self) -> None:
        file = self.path / "log.jsonl"
        self.log: list[dict[str, Any]] = [parse_json(line, file) for line in whole_lines(file)]

    def add(self, line: dict[str, Any]) -> None:
        """An iteration is over."""
        log = [*self.log, line]
        self.write("log.jsonl", "".join(json.dumps(entry) + "\n" for entry in log))
        self.log = log


def difference(there: Mapping[str, Any], here: Mapping[str, Any]) -> str | None:
    """The first setting in which two runs differ, in words."""
    for name, value in here.items():
        if there.get(name) != value:
            return f"{name} is {there.get(name)!r} there and {value!r} here"
    return None


def whole_lines(file: Path, mend: bool = False) -> list[bytes]:
    """The lines of a file that lines are added to. Mending cuts off the last one if its writer was killed."""
    data = b""
    if file.exists():
        with open_file(file) as opened:
            data = b"".join(lines_of(opened, file))
    whole = data[: data.rfind(b"\n") + 1]
    if mend and whole != data:
        write_whole(file, whole)
    return whole.splitlines()


def _a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"
