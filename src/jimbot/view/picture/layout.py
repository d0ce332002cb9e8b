"""Where things are drawn so that all of them fit."""

from __future__ import annotations

from typing import NamedTuple

from jimbot.view.picture.canvas import LINE


class Area(NamedTuple):
    x: int
    y: int
    width: int
    height: int


def grid(count: int, area: Area, width: int, height: int, least: int, gap: int = 2) -> list[Area]:
    """Places row by row: as large as wished, or narrower down to a least width, or else in more rows."""
    rows, columns = 1, max(1, count)
    while (area.width + gap) // columns - gap < least and (area.height + gap) // (rows + 1) - gap >= LINE - 1:
        rows += 1
        columns = -(-count // rows)
    width = min(width, (area.width + gap) // columns - gap)
    height = min(height, (area.height + gap) // rows - gap)
    return [
        Area(area.x + i % columns * (width + gap), area.y + i // columns * (height + gap), width, height)
        for i in range(count)
    ]


def fan(count: int, area: Area, width: int, gap: int = 2) -> list[int]:
    """Left edges of cards side by side in the middle; they overlap as far as they must."""
    pitch = min(width + gap, (area.width - width) / max(1, count - 1))
    start = area.x + (area.width - width - pitch * (count - 1)) / 2
    return [int(start + pitch * i) for i in range(count)]
