"""The metrics of a run while it goes on: only what is new is read."""

from __future__ import annotations

import json
import math
from pathlib import Path

METRICS = "metrics.jsonl"
STEPS = ("steps", "timesteps", "env_steps", "num_env_steps_sampled_lifetime", "update", "iteration", "step")
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
        at = next((values[name] for name in STEPS if _is_number(values.get(name))), self.lines)
        for name, value in values.items():
            if name not in STEPS and _is_number(value):
                self.curves.setdefault(str(name), []).append((float(at), float(value)))

    def names(self) -> list[str]:
        """Names of the curves, what matters most first."""
        first = [name for name in FIRST if name in self.curves]
        return [*first, *sorted(name for name in self.curves if name not in first)]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
