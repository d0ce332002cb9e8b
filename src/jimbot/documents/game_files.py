"""Games in files: saves, transcripts, notations."""

from __future__ import annotations

from pathlib import Path

from jimbot.game import Game


def read_transcript(path: str | Path) -> Game:
    """Replays a transcript. Errors name the file."""
    data = Path(path).read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ValueError(f"{path}: not text; a transcript starts with a line 'jimbot-run seed=...'") from None
    try:
        return Game.replay(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def read_game(path: str | Path) -> Game:
    """A game from a save, a transcript or a line of notation, whichever the file holds."""
    path = Path(path).expanduser()
    data = path.read_bytes()
    if data.startswith(b"jimbot-run "):
        return read_transcript(path)
    try:
        if data.startswith(b"jimbot1 "):
            return Game.from_notation(data.decode().strip())
        return Game.from_bytes(data)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None


def write_save(game: Game, path: str | Path) -> Path:
    """Saves a game; a file that is something else is never overwritten."""
    path = Path(path).expanduser()
    magic = game.to_bytes()[:4]
    if path.exists() and path.read_bytes()[:4] != magic:
        raise ValueError(f"{path} already exists and is not a saved game; choose another name")
    game.save(path)
    return path
