"""One sitting of a player: the game, what undo and redo need, and a file that survives whatever ends it."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path

from jimbot.agents.advice import Adviser
from jimbot.agents.play import GameTable, Moves
from jimbot.documents.game_files import read_game
from jimbot.game import Action, Game
from jimbot.runs.machine import write_whole
from jimbot.view import Suggestion


def autosave_file() -> Path:
    """Where the terminal keeps the run that is being played."""
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "jimbot" / "play.run"


def resumed(path: Path) -> Game:
    """The run that a sitting left there."""
    if not path.is_file():
        raise ValueError(f"there is no run to resume: {path} does not exist")
    return read_game(path)


class Sitting(GameTable):
    """A game with its past and what was taken back. With ``autosave`` every decision is kept there."""

    def __init__(self, game: Game, autosave: Path | None = None, max_undo: int | None = None) -> None:
        super().__init__(game)
        self.past: deque[Game] = deque(maxlen=max_undo)
        self.future: deque[Game] = deque()
        self.autosave = autosave
        self.unkept = ""  # why the last decision could not be kept: the game goes on
        if autosave is not None:
            _put_aside(autosave, game)
        self._keep()

    def act(self, action: Action | str) -> None:
        """IllegalAction, and nothing changes, if the rules refuse it."""
        before = self.game.clone()
        self.game.apply(action)
        self.past.append(before)
        self.future.clear()
        self._keep()

    def replace(self, game: Game) -> None:
        """Goes on with another game; undo leads back."""
        self.past.append(self.game)
        self.future.clear()
        self.game = game
        self._keep()

    def undo(self, count: int = 1) -> None:
        self._shift(count, self.past, self.future, "undo", "taken back")

    def redo(self, count: int = 1) -> None:
        self._shift(count, self.future, self.past, "redo", "made again")

    def _shift(self, count: int, source: deque[Game], target: deque[Game], verb: str, done: str) -> None:
        if not 1 <= count <= len(source):
            raise ValueError(f"cannot {verb} {count} decisions; {len(source)} can be {done}")
        for _ in range(count):
            target.append(self.game)
            self.game = source.pop()
        self._keep()

    def _keep(self) -> None:
        if self.autosave is None:
            return
        try:
            self.autosave.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.autosave, _kept(self.game))
            self.unkept = ""
        except OSError as error:
            self.unkept = f"this run is not kept: {error.filename}: {error.strerror}"

    def hints(self, adviser: Adviser, most: int) -> list[Suggestion]:
        """What an agent does here, then what else there is. It sees what the player sees."""
        return adviser.suggest(self.view(), most)


def autopilot(sitting: Sitting, adviser: Adviser) -> Moves:
    """An agent that plays on in a sitting, a decision at a time: each is the first of its hints."""
    return Moves(adviser, sitting, 0)


def _kept(game: Game) -> bytes:
    """The transcript, which goes on as one; a game that was loaded does not know its own."""
    try:
        return game.transcript.encode()
    except ValueError:
        return game.to_bytes()


def _put_aside(path: Path, game: Game) -> None:
    """An unfinished run of before is kept as FILE.old, unless it is the one that goes on."""
    if not path.is_file():
        return
    try:
        before = read_game(path)
    except ValueError:
        return  # it is damaged and cannot be resumed
    if not before.over and before != game:
        path.replace(path.with_name(f"{path.name}.old"))
