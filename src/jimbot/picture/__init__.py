"""Positions drawn: as an image, as a PNG file, as text. Only what a player sees."""

from jimbot.picture.encode import is_ours, png
from jimbot.picture.scene import HEIGHT, WIDTH, draw
from jimbot.picture.terminal import ansi

__all__ = ["HEIGHT", "WIDTH", "ansi", "draw", "is_ours", "png"]
