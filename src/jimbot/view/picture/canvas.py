"""A canvas of coloured pixels: boxes, stripes, text, and other canvases pasted in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from jimbot.view.picture import font

CLEAR = 0x1000000  # no colour: pasting leaves what was there
LINE = 10  # from one line of text to the next

Image = NDArray[np.uint8]
Pixels = NDArray[np.uint32]


@lru_cache
def _rgb_bytes(width: int, scale: int) -> NDArray[np.intp]:
    """Where the bytes of a row of the image lie in a row of pixels."""
    pixel = np.arange(width).repeat(scale)
    return np.add.outer(pixel * 4, [2, 1, 0]).ravel()


def diagonals(height: int, width: int) -> NDArray[np.intp]:
    """The number of the diagonal that each pixel lies on."""
    return np.add.outer(np.arange(height), np.arange(width))


class Canvas:
    """Pixels as 0xRRGGBB. Whatever lies outside is left out."""

    __slots__ = ("height", "pixels", "width")

    def __init__(self, width: int, height: int, colour: int = CLEAR) -> None:
        self.width, self.height = width, height
        self.pixels: Pixels = np.full((height, width), colour, "<u4")

    def copy(self) -> Canvas:
        other = Canvas.__new__(Canvas)
        other.width, other.height, other.pixels = self.width, self.height, self.pixels.copy()
        return other

    def image(self, scale: int = 1) -> Image:
        """Red, green and blue, each pixel as a square of scale x scale."""
        rows = self.pixels.view(np.uint8).take(_rgb_bytes(self.width, scale), axis=1)
        return rows.repeat(scale, axis=0).reshape(self.height * scale, self.width * scale, 3)

    # -- shapes ---------------------------------------------------------------------------------------

    def _part(self, x: int, y: int, width: int, height: int) -> Pixels:
        return self.pixels[max(0, y) : max(0, y + height), max(0, x) : max(0, x + width)]

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        self._part(x, y, width, height)[...] = colour

    def box(self, x: int, y: int, width: int, height: int, colour: int, edge: int | None = None) -> None:
        """A filled box with round corners."""
        if edge is not None:
            self.box(x, y, width, height, edge)
            x, y, width, height = x + 1, y + 1, width - 2, height - 2
        self.fill(x + 2, y, width - 4, height, colour)
        self.fill(x + 1, y + 1, width - 2, height - 2, colour)
        self.fill(x, y + 2, width, height - 4, colour)

    def stripes(self, x: int, y: int, width: int, height: int, colours: Sequence[int], step: int = 4) -> None:
        """Diagonal stripes; a single colour is plain."""
        part = self._part(x, y, width, height)
        part[...] = np.array(colours, "<u4")[diagonals(*part.shape) // step % len(colours)]

    def disc(self, x: int, y: int, size: int, colour: int) -> None:
        across = np.arange(size) * 2 - (size - 1)
        self._ink(across[:, None] ** 2 + across**2 < size**2, x, y, colour)

    def cross(self, colour: int) -> None:
        """Both diagonals of the canvas."""
        rows = np.arange(self.height)
        for columns in (
            rows * self.width // self.height,
            (self.height - 1 - rows) * self.width // self.height,
        ):
            for shift in (-1, 0, 1):
                self.pixels[rows, np.clip(columns + shift, 0, self.width - 1)] = colour

    def round_corners(self) -> None:
        for y, cut in ((0, 2), (1, 1), (-2, 1), (-1, 2)):
            self.pixels[y, :cut] = CLEAR
            self.pixels[y, self.width - cut :] = CLEAR

    def blend(self, colour: int, share: float) -> None:
        """Moves every colour towards another one."""
        bands = self.pixels.view(np.uint8).reshape(self.height, self.width, 4)
        towards = np.array([colour & 255, colour >> 8 & 255, colour >> 16], float)
        bands[..., :3] = bands[..., :3] * (1 - share) + towards * share

    def invert(self) -> None:
        self.pixels ^= np.uint32(0xFFFFFF)

    def paste(self, other: Canvas, x: int, y: int) -> None:
        part = self._part(x, y, other.width, other.height)
        left, top = max(0, -x), max(0, -y)
        pixels = other.pixels[top : top + part.shape[0], left : left + part.shape[1]]
        np.copyto(part, pixels, where=pixels != CLEAR)

    # -- text -----------------------------------------------------------------------------------------

    def _ink(self, mask: font.Mask, x: int, y: int, colour: int) -> None:
        part = self._part(x, y, mask.shape[1], mask.shape[0])
        left, top = max(0, -x), max(0, -y)
        part[mask[top : top + part.shape[0], left : left + part.shape[1]]] = colour

    def write(
        self, x: int, y: int, text: str, colour: int, scale: int = 1, shadow: int | None = None
    ) -> None:
        mask = font.line(text, scale)
        if shadow is not None:
            self._ink(mask, x + scale, y + scale, shadow)
        self._ink(mask, x, y, colour)

    def label(
        self,
        x: int,
        y: int,
        room: int,
        text: str,
        colour: int,
        scale: int = 1,
        align: float = 0.0,
        shadow: int | None = None,
    ) -> None:
        """A line that keeps to its room: smaller if need be, then cut. Align: 0 left, 0.5 middle, 1 right."""
        y += 7 * scale // 2
        while scale > 1 and font.width(text, scale) > room:
            scale -= 1
        y -= 7 * scale // 2
        text = font.cut(text, room, scale)
        self.write(x + int((room - font.width(text, scale)) * align), y, text, colour, scale, shadow)

    def lines(
        self,
        x: int,
        y: int,
        room: int,
        count: int,
        text: str,
        colour: int,
        align: float = 0.0,
        pitch: int = LINE,
    ) -> int:
        """Words wrapped into at most this many lines. Returns where the next line would be."""
        for line in font.wrap(text, room, count):
            self.label(x, y, room, line, colour, align=align)
            y += pitch
        return y
