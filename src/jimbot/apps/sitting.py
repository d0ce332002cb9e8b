"""One sitting of a player: the game, what undo and redo need, and a file that survives whatever ends it."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from jimbot.agents.advice import Adviser
from jimbot.agents.play import GameTable, Moves
from jimbot.apps.kept import KeptRuns, in_the_way
from jimbot.game import Action, Game
from jimbot.game.records import counted
from jimbot.runs.machine import write_whole
from jimbot.view import Suggestion


class Sitting(GameTable):
    """A game with its past and what was taken back. With ``autosave`` every decision is kept there; an
    unfinished run that lies there is only replaced with leave."""

    def __init__(
        self,
        game: Game,
        autosave: Path | None = None,
        max_undo: int | None = None,
        replaces: bool = False,
    ) -> None:
        super().__init__(game)
        self.past: deque[Game] = deque(maxlen=max_undo)
        self.future: deque[Game] = deque()
        self.autosave = autosave
        self.unkept = ""  # why the last decision could not be kept: the game goes on
        if autosave is not None and not replaces and (other := in_the_way(autosave, game)) is not None:
            raise ValueError(
                f"{autosave} keeps an unfinished run ({other.words}): resume it, or name another"
            )
        self._keep()

    def act(self, action: Action | str) -> None:
        """IllegalAction, and nothing changes, if the rules refuse it."""
        before = self.game.clone()
        self.game.apply(action)
        self.past.append(before)
        self.future.clear()
        self._keep()

    def replace(self, game: Game) -> None:
        """Goes on with another game, kept in a file of its own; undo leads back."""
        if self.autosave is not None:
            self.autosave = KeptRuns(self.autosave.parent).file_for(game)
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
            raise ValueError(f"cannot {verb} {counted(count, 'decision')}; {len(source)} can be {done}")
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
