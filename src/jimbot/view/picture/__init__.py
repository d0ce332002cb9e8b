"""Positions drawn: as an image, as a PNG file, as text. Only what a player sees."""

from jimbot.view.picture.encode import is_ours, png
from jimbot.view.picture.scene import HEIGHT, WIDTH, draw
from jimbot.view.picture.terminal import ansi

__all__ = ["HEIGHT", "WIDTH", "ansi", "draw", "is_ours", "png"]
