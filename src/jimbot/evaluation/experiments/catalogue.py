"""The index of all run folders below a root: each is read once, and again only when its files have changed.

The index is kept in the root, in ``.jimbot-index.json``; a root that cannot be written to has it in memory
alone. Symbolic links are not followed: nothing outside the root is ever read.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from jimbot.evaluation.experiments.entry import Entry, read_entry
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json

INDEX = ".jimbot-index.json"
VERSION = 1
DEEPEST = 8
FEWEST_READ = 100  # new folders at a refresh
MARK = "manifest.json"  # a folder without it is no run
# Whatever shows that a run has gone on.
WATCHED = (
    *(MARK, "metrics.jsonl", "train_metrics.json", "results.json", "games.jsonl"),
    *("log.jsonl", "report.json", "trials.csv", "best.json"),
)
# Of runs, and large: no run lies in them.
INSIDE = frozenset(
    ("transcripts", "checkpoints", "tb_logs", "stages", "examples", "iterations", "means", "eval", "ray")
)
RECENT = 120.0  # seconds after which an unfinished run that writes nothing counts as left

Signature = list[float | int | str]


class Catalogue:
    """``refresh`` looks again; within its time the newest folders are read first. Without ``keep`` no index
    is written."""

    def __init__(self, root: Path, keep: bool = True) -> None:
        if not root.is_dir():
            raise ValueError(f"{root} is no folder; give one in which runs are kept")
        self.root = root.resolve()
        self._keep = keep
        self._known: dict[str, tuple[Signature, Entry | None]] = self._load()
        self.pending = 0  # folders that the last refresh had no time for

    def refresh(self, seconds: float = 0.8) -> list[Entry]:
        """All runs, those that changed last first. New ones are read for ``seconds``, but at least some; what
        is left unread is counted in ``pending``."""
        found = {path: (signature, names) for path, signature, names in _walk(self.root)}
        gone = self._known.keys() - found.keys()
        new = [path for path, (signature, _) in found.items() if self._signature(path) != signature]
        for path in gone:
            del self._known[path]
        new.sort(key=lambda path: -_changed(found[path][0]))
        read, until = 0, time.monotonic() + seconds
        for path in new:
            if read >= FEWEST_READ and time.monotonic() > until:
                break
            signature, names = found[path]
            self._known[path] = signature, read_entry(self.root, path, names, _changed(signature))
            read += 1
        self.pending = len(new) - read
        if self._keep and (read or gone):
            self._save()
        return self.entries()

    def entries(self) -> list[Entry]:
        known = (entry for _, entry in self._known.values() if entry is not None)
        return sorted(known, key=lambda entry: (-entry.changed, entry.path))

    def find(self, path: str) -> Path:
        """The folder of a run that is in the index; ValueError for any other path."""
        if path not in self._known or self._known[path][1] is None:
            raise ValueError(f"{path!r} is no run in {self.root}")
        return self.root / path

    def _signature(self, path: str) -> Signature | None:
        return self._known[path][0] if path in self._known else None

    def _load(self) -> dict[str, tuple[Signature, Entry | None]]:
        """What was read before. An index that is damaged or of another version is made again."""
        names = list(Entry.model_fields)
        try:
            data = read_json(self.root / INDEX)
            if data["version"] != VERSION or data["fields"] != names:
                return {}
            return {
                path: (signature, None if row is None else Entry(**dict(zip(names, row, strict=True))))
                for path, signature, row in data["runs"]
            }
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _save(self) -> None:
        rows = [
            [path, signature, None if entry is None else list(entry.model_dump().values())]
            for path, (signature, entry) in self._known.items()
        ]
        text = json.dumps(
            {"version": VERSION, "fields": list(Entry.model_fields), "runs": rows}, separators=(",", ":")
        )
        with contextlib.suppress(OSError):  # a root that is only read: the index stays in memory
            write_whole(self.root / INDEX, text, sync=False)


def state(entry: Entry, now: float) -> str:
    """In a word: finished, running, or left."""
    if entry.finished:
        return "finished"
    return "running" if now - entry.changed < RECENT else "left unfinished"


def _walk(root: Path) -> Iterator[tuple[str, Signature, frozenset[str]]]:
    """Every folder that may be a run: its path below the root, times and sizes of its files, their names."""
    folders = [("", 0)]
    while folders:
        path, depth = folders.pop()
        names: dict[str, os.DirEntry[str]] = {}
        try:
            with os.scandir(root / path) as entries:
                for entry in entries:
                    if entry.name in WATCHED:
                        names[entry.name] = entry
                    elif depth < DEEPEST and _may_hold_runs(entry):
                        folders.append((f"{path}/{entry.name}" if path else entry.name, depth + 1))
        except OSError:  # gone meanwhile, or not ours to read
            continue
        if MARK in names:
            signature: Signature = []
            for name in sorted(names):
                about = names[name].stat(follow_symlinks=False)
                signature += [name, about.st_mtime, about.st_size]
            plain = frozenset(name for name in names if names[name].is_file(follow_symlinks=False))
            yield path or ".", signature, plain


def _may_hold_runs(entry: os.DirEntry[str]) -> bool:
    return entry.name[0] != "." and entry.name not in INSIDE and entry.is_dir(follow_symlinks=False)


def _changed(signature: Signature) -> float:
    return max(float(value) for value in signature[1::3])


def filtered(entries: Iterable[Entry], kinds: Collection[str], words: str = "") -> list[Entry]:
    """Those of some kinds in whose path, title, deck, stake or seeds all these words are."""
    wanted = words.lower().split()

    def text(entry: Entry) -> str:
        return " ".join(filter(None, (entry.path, entry.title, entry.deck, entry.stake, entry.seeds))).lower()

    return [entry for entry in entries if entry.kind in kinds and all(word in text(entry) for word in wanted)]
