"""A run as an animated GIF, one picture per decision. Needs Pillow."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from jimbot.live.drive.reel import Reel
from jimbot.view.picture import draw

SHOWN = 800  # milliseconds of a picture
LAST = 4  # the end is shown this many times longer


def write_gif(reel: Reel, path: Path, done: Callable[[int], object] = lambda frame: None) -> int:
    """Writes the file; the number of its pictures."""
    from PIL import Image

    pictures = []
    for at, frame in reel:
        action = frame.action
        chosen = action.cards if action is not None and action.kind in ("play", "discard") else ()
        pictures.append(Image.fromarray(draw(frame.game, chosen, scale=1)).quantize(64))
        done(at)
    times = [SHOWN] * len(pictures)
    times[-1] *= LAST
    pictures[0].save(
        path, format="GIF", save_all=True, append_images=pictures[1:], duration=times, loop=0, optimize=False
    )
    return len(pictures)
