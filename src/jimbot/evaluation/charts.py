"""Charts as images, drawn by ourselves: they look the same wherever they are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from jimbot.picture.canvas import Canvas, Image

PAPER, INK, FAINT, BAR = 0xFFFFFF, 0x222222, 0xDDDDDD, 0x3B6EA5
LEFT, TOP, BOTTOM, RIGHT = 34, 22, 16, 8


def columns(title: str, labels: Sequence[str], values: Sequence[float], scale: int = 2) -> Image:
    """Upright bars, each with its value on top."""
    room = max(16, min(40, 560 // len(values)))
    plot = 120
    canvas = Canvas(LEFT + room * len(values) + RIGHT, TOP + plot + BOTTOM, PAPER)
    canvas.label(4, 4, canvas.width - 8, title, INK)
    most = max([*values, 1e-9])
    floor = TOP + plot
    for share in (0.0, 0.5, 1.0):
        y = floor - int((plot - 12) * share)
        canvas.fill(LEFT, y, room * len(values), 1, FAINT)
        canvas.label(2, y - 4, LEFT - 6, f"{most * share:.4g}", INK, align=1.0)
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        height, x = int((plot - 12) * value / most), LEFT + i * room
        canvas.fill(x + 2, floor - height, room - 4, height, BAR)
        if value:
            canvas.label(x, floor - height - 9, room, f"{value:.4g}", INK, align=0.5)
        canvas.label(x, floor + 4, room, label, INK, align=0.5)
    return canvas.image(scale)


def rows(title: str, labels: Sequence[str], values: Sequence[float], scale: int = 2) -> Image:
    """Lying bars, for labels that need room."""
    names, bars, line = 110, 240, 12
    canvas = Canvas(names + bars + 48, TOP + line * len(values) + RIGHT, PAPER)
    canvas.label(4, 4, canvas.width - 8, title, INK)
    most = max([*values, 1e-9])
    for i, (label, value) in enumerate(zip(labels, values, strict=True)):
        y = TOP + i * line
        canvas.label(4, y + 1, names - 8, label, INK, align=1.0)
        canvas.fill(names, y, int(bars * value / most), line - 3, BAR)
        canvas.label(names + int(bars * value / most) + 4, y + 1, 40, f"{value:.4g}", INK)
    return canvas.image(scale)


def panels(images: Sequence[Image], across: int) -> Image:
    """Images of one size, so many side by side, then the next line."""
    blank = [np.full_like(images[0], 255)] * (-len(images) % across)
    all_of_them = [*images, *blank]
    lines = [np.hstack(all_of_them[i : i + across]) for i in range(0, len(all_of_them), across)]
    return np.vstack(lines)


def reliability(title: str, bins: Sequence[Mapping[str, float]], scale: int = 2) -> Image:
    """What happened over what was predicted, by bins; on the rising line both agree. The area of a square
    goes by its share of the examples."""
    side = 160
    canvas = Canvas(LEFT + side + RIGHT, TOP + side + BOTTOM, PAPER)
    canvas.label(4, 4, canvas.width - 8, title, INK)
    floor = TOP + side
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        along = int(side * share)
        canvas.fill(LEFT, floor - along, side, 1, FAINT)
        canvas.fill(LEFT + along, TOP, 1, side, FAINT)
        canvas.label(2, floor - along - 4, LEFT - 6, f"{share:g}", INK, align=1.0)
        canvas.label(LEFT + along - 10, floor + 4, 20, f"{share:g}", INK, align=0.5)
    for i in range(side):
        canvas.fill(LEFT + i, floor - i, 1, 1, INK)
    total = sum(row["n"] for row in bins)
    for row in bins:
        size = max(3, round(24 * (row["n"] / total) ** 0.5))
        x, y = LEFT + int(side * row["predicted"]), floor - int(side * row["happened"])
        canvas.fill(x - size // 2, y - size // 2, size, size, BAR)
    return canvas.image(scale)
