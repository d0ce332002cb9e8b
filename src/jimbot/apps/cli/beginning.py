"""Enter begins a run in a game that is in its menu."""

from __future__ import annotations

import queue
import sys
import threading
from collections.abc import Callable

from jimbot.game import Game
from jimbot.game.content import content
from jimbot.live.drive.companion import Companion


class NewRuns:
    """Listens to the terminal beside a game. ``fresh`` has the deck and stake of the runs that it begins."""

    def __init__(
        self, companion: Companion, seed: str | None, fresh: Game, say: Callable[[str], object]
    ) -> None:
        self._companion, self._seed, self._fresh, self._say = companion, seed, fresh, say
        self._typed: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def offer(self) -> str:
        names, fresh = content(), self._fresh
        deck, stake = names["deck"][fresh.deck]["name"], names["stake"][fresh.stake]["name"]
        return f"Begin a run in the game, or press Enter here: {deck}, {stake}."

    def wait(self, seconds: float) -> None:
        """A pause, which Enter ends by beginning a run."""
        try:
            self._typed.get(timeout=seconds)
        except queue.Empty:
            return
        self._say(self._companion.begin(self._seed, self._fresh.deck, self._fresh.stake))

    def _listen(self) -> None:
        for line in sys.stdin:
            self._typed.put(line)
