"""The constants of the planner and the strategist: their values, ranges, and files of others."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from jimbot import _core
from jimbot.runs.reading import read_json


@dataclass(frozen=True)
class Constant:
    """A constant that can be tuned. Its origin is written beside it in ``core/plan/hands/tuning.h``."""

    value: float
    low: float
    high: float
    whole: bool

    def nearest(self, value: float) -> float:
        """The allowed value that is nearest."""
        value = min(self.high, max(self.low, value))
        return float(round(value)) if self.whole else value


def constants() -> dict[str, Constant]:
    """All of them by name, with their default values."""
    return {name: Constant(*facts) for name, facts in _core.tuning().items()}


def read_tuning(path: str | Path) -> dict[str, float]:
    """Values by name from a JSON file. ValueError names what is unknown, no number or out of range."""
    data = read_json(path)
    if not isinstance(data, dict):
        raise ValueError(f"{path} holds no object of names and numbers")
    known = constants()
    for name, value in data.items():
        if name not in known:
            raise ValueError(f"{path}: unknown constant {name!r}; one of {', '.join(known)}")
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"{path}: {name} is {value!r}; a number is needed")
        constant = known[name]
        if constant.nearest(value) != value:
            kind = "a whole number" if constant.whole else "a number"
            raise ValueError(
                f"{path}: {name} is {value}; {kind} from {constant.low:g} to {constant.high:g} is allowed"
            )
    return {name: float(value) for name, value in data.items()}
