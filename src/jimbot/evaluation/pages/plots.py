"""What is drawn, as plain data: matplotlib draws it for pages and files, Streamlit for the web app."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

BAR, WON, LOST = "#4c8bca", "#3f9e63", "#d0574e"
SERIES = (BAR, "#e08b35", WON, "#b565c0", LOST, "#2ba3a8", "#9a8048", "#7f7f8c")
LABEL = 22  # letters in a line of a label beside the plot, so that most of the width is left to the plot
LEGEND = 44  # letters in a line of a legend


@dataclass(frozen=True)
class Line:
    """A curve; ``low`` and ``high`` are the bounds of its band, or empty."""

    x: Sequence[float]
    y: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


@dataclass(frozen=True)
class Dot:
    """A figure with its interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Curves:
    """Curves by name, with their bands; ``levels`` are named lines across."""

    lines: Mapping[str, Line]
    xlabel: str
    ylabel: str = ""
    levels: Mapping[str, float] = field(default_factory=dict)
    height: float = 3.0  # inches
    bounds: tuple[float, float] | None = None  # of y
    ticks: Sequence[int] = ()  # of x
    is_log: bool = False  # y

    @property
    def known(self) -> dict[str, Line]:
        return {name: line for name, line in self.lines.items() if len(line.x)}

    @property
    def range(self) -> tuple[float, float] | None:
        """Of y, where it does not go by the values; while all are zero, none below are made up."""
        is_flat = all(value == 0 for line in self.known.values() for value in line.y)
        return self.bounds or ((0, 1) if is_flat else None)


@dataclass(frozen=True)
class Columns:
    """Upright bars, each with its value on top; one colour, or one for each."""

    labels: Sequence[str]
    values: Sequence[float]
    colours: Sequence[str] = (BAR,)


@dataclass(frozen=True)
class LyingBars:
    """Lying bars, for labels that need room; the first on top."""

    labels: Sequence[str]
    values: Sequence[float]


@dataclass(frozen=True)
class Dots:
    """Figures with their intervals, the first on top; ``mark`` is a value to compare with."""

    labels: Sequence[str]
    values: Sequence[Dot]
    xlabel: str
    mark: float | None = None


@dataclass(frozen=True)
class Reliability:
    """A panel for each title: what happened over what was predicted, by bins; on the rising line both agree.
    The area of a mark goes by its share of the examples."""

    tables: Mapping[str, Sequence[Mapping[str, float]]]


Plot: TypeAlias = Curves | Columns | LyingBars | Dots | Reliability


def wrapped(text: str, letters: int) -> str:
    """In at most three lines."""
    return textwrap.fill(text, letters, max_lines=3, placeholder="…")
