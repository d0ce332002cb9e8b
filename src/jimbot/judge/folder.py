"""The folder of a learning: manifest, one line per iteration, weights, examples.

It can be taken up after any end. An iteration counts once its line stands in log.jsonl; what belongs to it is
written before.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from jimbot import _core
from jimbot.judge.files import read_weights, write_weights
from jimbot.judge.network import Weights, mean_of
from jimbot.machine import write_whole
from jimbot.runs import lock_folder, made_with, sha256

FORMAT = "jimbot-judge-2"


class LearningFolder:
    """Open for one learning at a time."""

    def __init__(self, path: Path, manifest: dict[str, Any], start: Weights, change: bool = False) -> None:
        if path.exists() and not path.is_dir():
            raise ValueError(f"{path} is a file; what is learned is kept in a folder")
        path.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._lock = lock_folder(path, "learning")
        try:
            self._take_up(manifest, start, change)
        except (ValueError, OSError):
            self._lock.close()
            raise

    def _take_up(self, manifest: dict[str, Any], start: Weights, change: bool) -> None:
        kept = self.path / "manifest.json"
        log = self.path / "log.jsonl"
        self.log = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        if kept.exists():
            self.manifest = _read_manifest(kept)
            self._compare(manifest, change)
        elif any(entry.name not in ("lock", "start.npz") for entry in self.path.iterdir()):
            raise ValueError(f"{self.path} is not empty and holds no learning; choose another folder")
        else:
            write_weights(self.path / "start.npz", start)
            self.manifest = manifest
            self.note()
        for name in ("examples", "iterations", "means"):
            (self.path / name).mkdir(exist_ok=True)

    def _compare(self, manifest: dict[str, Any], change: bool) -> None:
        """Another learning is refused; with ``change`` it goes on with other settings or another engine."""
        other = _difference(self.manifest, manifest, change)
        if other is not None:
            raise ValueError(f"{self.path} holds another learning: {other}; choose another folder")
        may_change = ("settings", "engine", "commit", "versions", "machine")
        if any(self.manifest[key] != manifest[key] for key in ("settings", "engine")):
            before = {"iterations": len(self.log), **{key: self.manifest[key] for key in may_change}}
            earlier = [*self.manifest.get("earlier", []), before]
            self.note(earlier=earlier, **{key: manifest[key] for key in may_change})

    def note(self, **facts: Any) -> None:
        """Adds to the manifest."""
        self.manifest |= facts
        write_whole(self.path / "manifest.json", json.dumps(self.manifest, indent=2))

    def examples(self, iteration: int) -> Path:
        return self.path / "examples" / f"{iteration}.npz"

    def weights(self, iteration: int) -> Path:
        """As they were after an iteration; those of the start are number 0."""
        return self.path / (f"iterations/{iteration}.npz" if iteration else "start.npz")

    def mean(self, iteration: int) -> Path:
        """The mean of the last ones, which is played with."""
        return self.path / (f"means/{iteration}.npz" if iteration else "start.npz")

    def finish(self, line: dict[str, Any], weights: Weights, average: int, replay: int) -> None:
        """An iteration is over. ``weights.npz`` is the mean of the last ones, in half precision."""
        done = len(self.log) + 1
        write_weights(self.weights(done), weights)
        mean = mean_of([read_weights(self.weights(i)) for i in range(max(1, done - average + 1), done + 1)])
        write_weights(self.mean(done), mean)
        write_weights(self.path / "weights.npz", mean, np.float16)
        log = [*self.log, line]
        write_whole(self.path / "log.jsonl", "".join(json.dumps(entry) + "\n" for entry in log))
        self.log = log
        # Of the next iteration's replay the examples are needed, and the means that went before them.
        for folder, oldest in (("examples", done - replay + 2), ("means", min(done - replay + 1, done - 1))):
            for path in self.path.glob(f"{folder}/*.npz"):
                if int(path.stem) < oldest:
                    path.unlink()

    def close(self) -> None:
        self._lock.close()


def new_manifest(settings: dict[str, Any], start: Path | None) -> dict[str, Any]:
    """Of a learning that begins. ``train_seeds`` is noted when seeds are played."""
    return {
        "format": FORMAT,
        "settings": settings,
        "start": None if start is None else {"file": str(start), "sha256": sha256(start)},
        "engine": sha256(Path(_core.__file__)),
        **made_with(),
    }


def train_seeds_of(weights: Path) -> list[str] | None:
    """What a file of weights was learned from, by the manifest that belongs to it; None if there is none."""
    folders = (weights.parent, weights.parent.parent)
    places = (weights.with_suffix(".json"), *(folder / "manifest.json" for folder in folders))
    path = next((place for place in places if place.is_file()), None)
    try:
        seeds = json.loads(path.read_text())["train_seeds"] if path is not None else None
    except (KeyError, TypeError, ValueError):
        return None
    return [seeds] if isinstance(seeds, str) else seeds


def _difference(there: dict[str, Any], here: dict[str, Any], change: bool) -> str | None:
    """In what two manifests describe different learnings, in words."""
    for key, value in here["settings"].items():
        if there["settings"].get(key) != value and (not change or key in ("games", "first", "hidden")):
            return f"{key} is {there['settings'].get(key)!r} there and {value!r} here"
    starts = [manifest["start"] or {"file": "nothing", "sha256": None} for manifest in (there, here)]
    if starts[0]["sha256"] != starts[1]["sha256"]:
        return f"it starts from {starts[0]['file']} there and from {starts[1]['file']} here"
    if there["engine"] != here["engine"] and not change:
        return "the engine has changed since (its weights can be the start of a new one)"
    return None


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text())
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise ValueError(f"{path} is no manifest of a learning; choose another folder")
    return data
