"""Games in files: saves, transcripts, notations."""

from __future__ import annotations

from pathlib import Path

from jimbot.game import Game
from jimbot.runs.reading import in_file, read_file
from jimbot.saves import is_save

KINDS = "a saved game (ours, or save.jkr of the game), a transcript or a notation"


def game_in(data: bytes, kinds: str = KINDS) -> Game:
    """The game that some bytes hold; ValueError if they are none of these kinds."""
    start = data.lstrip()
    if start.startswith(b"jimbot-run "):
        return _replay(data)
    if start.startswith(b"jimbot1 "):
        return Game.from_notation(data.decode().strip())
    if is_save(data):
        return Game.from_save(data)
    try:
        return Game.from_bytes(data)
    except ValueError as error:
        raise ValueError(f"{error}; {kinds} is needed") from None


def read_transcript(path: str | Path) -> Game:
    """Replays a transcript. Errors name the file."""
    with in_file(path):
        return _replay(read_file(path))


def read_game(path: str | Path) -> Game:
    """A game from a save, a transcript or a line of notation, whichever the file holds."""
    path = Path(path).expanduser()
    with in_file(path):
        data = read_file(path)
        return Game.from_save(path) if is_save(data) else game_in(data)


def _replay(data: bytes) -> Game:
    try:
        return Game.replay(data.decode())
    except UnicodeDecodeError:
        raise ValueError("not text; a transcript starts with a line 'jimbot-run seed=...'") from None


def write_save(game: Game, path: str | Path) -> Path:
    """Saves a game; a file that is something else is never overwritten."""
    path = Path(path).expanduser()
    magic = game.to_bytes()[:4]
    if path.exists() and read_file(path)[:4] != magic:
        raise ValueError(f"{path} already exists and is not a saved game; choose another name")
    game.save(path)
    return path
