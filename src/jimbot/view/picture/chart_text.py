"""A curve as text: dots of Braille, four rows and two columns to a character."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.text import Text

from jimbot.game.records import number

DOTS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))  # by column, then row
BLANK = 0x2800


def draw_chart(name: str, points: Sequence[tuple[float, float]], width: int = 60, height: int = 8) -> Text:
    """Least and most at the left, the last value in the title, the stretch of x beneath."""
    found = [(x, y) for x, y in points if math.isfinite(x) and math.isfinite(y)]
    title = Text(name, style="bold")
    if not found:
        return title.append("  no values yet", style="dim not bold")
    title.append(f"  {_short(found[-1][1])}", style="not bold")
    left, right = found[0][0], found[-1][0]
    low, high = min(y for _, y in found), max(y for _, y in found)
    grid = [[0] * width for _ in range(height)]
    before: tuple[int, int] | None = None
    for x, y in found:
        column = _place(x, left, right, 2 * width)
        row = 4 * height - 1 - _place(y, low, high, 4 * height)
        for c, r in _line(before, (column, row)):
            grid[r // 4][c // 2] |= DOTS[c % 2][r % 4]
        before = column, row
    labels = [_short(high), *[""] * (height - 2), _short(low)]
    edge = max(map(len, labels))
    for label, row_cells in zip(labels, grid, strict=True):
        title.append(f"\n{label:>{edge}} ", style="dim not bold")
        title.append("".join(chr(BLANK + cell) for cell in row_cells), style="cyan not bold")
    beneath = f"{_short(left)}{_short(right):>{max(1, width - len(_short(left)))}}"
    return title.append(f"\n{'':>{edge}} {beneath}", style="dim not bold")


def _place(value: float, low: float, high: float, cells: int) -> int:
    return min(cells - 1, int((value - low) / (high - low) * cells)) if high > low else cells // 2


def _line(start: tuple[int, int] | None, end: tuple[int, int]) -> list[tuple[int, int]]:
    """The dots from one point to the next."""
    if start is None:
        return [end]
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    return [
        (
            round(start[0] + (end[0] - start[0]) * i / steps),
            round(start[1] + (end[1] - start[1]) * i / steps),
        )
        for i in range(1, steps + 1)
    ]


def _short(value: float) -> str:
    return number(float(f"{value:.4g}"))
