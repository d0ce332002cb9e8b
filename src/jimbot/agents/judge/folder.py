"""The folder of a learning: manifest, one line per iteration, weights, examples. It can be resumed after any
end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from jimbot import _core
from jimbot.agents.judge.files import read_weights, write_weights
from jimbot.agents.judge.network import Weights, mean_of
from jimbot.runs import LoggedFolder, Manifest, made_with, sha256

FORMAT = "jimbot-judge-2"
MAY_CHANGE = ("settings", "engine", "commit", "versions", "machine")


class LearningFolder(LoggedFolder):
    """Open for one learning at a time. With ``change`` it goes on with other settings or another engine."""

    what = "learning"
    kind = "training"
    kept = "weights and examples"
    format = FORMAT
    first = ("start.npz",)

    def __init__(self, path: Path, manifest: Manifest, start: Weights, change: bool = False) -> None:
        self._asked, self._start, self._change = manifest, start, change
        super().__init__(path, manifest)

    def begin(self) -> None:
        write_weights(self.weights(0), self._start)

    def open(self) -> None:
        super().open()
        asked = self._asked
        if any(self.manifest[key] != asked[key] for key in ("settings", "engine")):
            before = {"iterations": len(self.log), **{key: self.manifest[key] for key in MAY_CHANGE}}
            earlier = [*self.manifest.get("earlier", []), before]
            self.note(earlier=earlier, **{key: asked[key] for key in MAY_CHANGE})
        for name in ("examples", "iterations", "means"):
            (self.path / name).mkdir(exist_ok=True)

    def difference(self, there: Manifest, here: Manifest) -> str | None:
        for key, value in here["settings"].items():
            fixed = not self._change or key in ("games", "first", "hidden")
            if fixed and there["settings"].get(key) != value:
                return f"{key} is {there['settings'].get(key)!r} there and {value!r} here"
        starts = [manifest["start"] or {"file": "nothing", "sha256": None} for manifest in (there, here)]
        if starts[0]["sha256"] != starts[1]["sha256"]:
            return f"it starts from {starts[0]['file']} there and from {starts[1]['file']} here"
        if there["engine"] != here["engine"] and not self._change:
            return "the engine has changed since (its weights can be the start of a new one)"
        return None

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
        made = (self.weights(done), self.mean(done), self.path / "weights.npz")
        hashes = {path.relative_to(self.path).as_posix(): sha256(path) for path in made}
        self.note(files=self.manifest.get("files", {}) | hashes)
        self.add(line)
        # Of the next iteration's replay the examples are needed, and the means that went before them.
        for folder, oldest in (("examples", done - replay + 2), ("means", min(done - replay + 1, done - 1))):
            for path in self.path.glob(f"{folder}/*.npz"):
                if int(path.stem) < oldest:
                    path.unlink()


def new_manifest(settings: dict[str, Any], start: Path | None) -> Manifest:
    """Of a learning that begins. ``train_seeds`` is noted when seeds are played."""
    return {
        "format": FORMAT,
        "settings": settings,
        "start": None if start is None else {"file": str(start), "sha256": sha256(start)},
        "engine": sha256(Path(_core.__file__)),
        **made_with(),
    }
