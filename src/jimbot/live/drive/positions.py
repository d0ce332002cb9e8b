"""A position from whatever holds one: a save, a transcript, a notation, a gamestate, a state_v1 document."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jimbot.documents.game_files import game_in
from jimbot.documents.read import game_of
from jimbot.game import Game
from jimbot.game.saved import read_save
from jimbot.live.protocol.decode import position_of
from jimbot.runs.reading import read_file
from jimbot.saves import is_save

KINDS = "a saved game, a transcript, a notation, a gamestate or a state_v1 document"


@dataclass(frozen=True)
class Given:
    """The position; of a gamestate also what a player knows and it does not show; of a file of the game what
    was noticed."""

    game: Game
    unknown: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[str]:
        """All of it, for a person."""
        fresh = [f"Not given, and taken as in a fresh run: {', '.join(self.unknown)}"] if self.unknown else []
        return [*self.notes, *fresh]


def read_position(source: str | Path) -> Given:
    """From a file, or from a line of notation itself. Errors name it."""
    text = str(source)
    if text.startswith("jimbot1 "):
        return Given(Game.from_notation(text.strip()))
    path = Path(source).expanduser()
    data = read_file(path)
    if is_save(data):
        return _of_save(path)
    return position_in(data, str(path))


def position_in(data: bytes, name: str) -> Given:
    """The position that some bytes hold, whichever way."""
    try:
        return _read(data)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{name}: {_reason(error)}") from None


def _read(data: bytes) -> Given:
    if data.lstrip().startswith(b"{"):
        return _from_json(json.loads(data))
    if not data.strip():
        raise ValueError(f"it is empty; {KINDS} is needed")
    if is_save(data):
        return _of_save(data)
    return Given(game_in(data, KINDS))


def _of_save(source: Path | bytes) -> Given:
    found = read_save(source)
    return Given(Game._wrap(found.game), notes=found.notes)


def _from_json(document: dict[str, Any]) -> Given:
    if "jsonrpc" in document and isinstance(document.get("result"), dict):
        document = document["result"]
    if document.get("schema_version") == "state_v1":
        return Given(game_of(document))
    if "state" not in document:
        raise ValueError("this JSON is neither a gamestate (it has no 'state') nor a state_v1 document")
    if document["state"] == "MENU":
        raise ValueError("the game is in its menu: no run is being played")
    found = position_of(document)
    return Given(found.game, found.unknown)


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"the field {error} is missing"
    return str(error) or type(error).__name__
