"""The metrics of a run while it goes on: only what is new is read."""

from __future__ import annotations

import json
from pathlib import Path

from jimbot.evaluation.experiments.curves import STEPS, flat

METRICS = "metrics.jsonl"
FIRST = ("valid_blinds", "blinds", "valid_wins", "wins")  # what people look at first
Curve = list[tuple[float, float]]


class Followed:
    """Curves of a run folder, or of a metrics.jsonl itself. ``read`` takes what has been added."""

    def __init__(self, place: Path) -> None:
        self.path = place / METRICS if place.is_dir() else place
        if not self.path.is_file():
            raise ValueError(f"{place} holds no {METRICS}: a run folder of a training is needed")
        self.curves: dict[str, Curve] = {}
        self.lines = 0
        self._offset = 0

    def read(self) -> bool:
        """Whether something was new. A file that was taken back by a resumed run is read from its start."""
        size = self.path.stat().st_size
        if size < self._offset:
            self.curves, self.lines, self._offset = {}, 0, 0
        with self.path.open("rb") as file:
            file.seek(self._offset)
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]  # the last line may still be written
        self._offset += len(whole)
        for line in whole.splitlines():
            self._add(line)
        return bool(whole)

    def _add(self, line: bytes) -> None:
        try:
            values = json.loads(line)
        except ValueError:
            return  # a line that a kill has cut
        if not isinstance(values, dict):
            return
        self.lines += 1
        found = dict(flat(values))
        at = next((found[name] for name in STEPS if name in found), float(self.lines))
        for name, value in found.items():
            if name not in STEPS:
                self.curves.setdefault(name, []).append((at, value))

    def names(self) -> list[str]:
        """Names of the curves, what matters most first."""
        first = [name for name in FIRST if name in self.curves]
        return [*first, *sorted(name for name in self.curves if name not in first)]
