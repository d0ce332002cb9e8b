"""The assistant's side of a game: look; behind the protocol also arm, act once, and log what happened."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path

from jimbot.agents import Agent
from jimbot.game.seeds import draw_seed
from jimbot.live.backends import Backend
from jimbot.live.client.exceptions import BalatrobotError
from jimbot.live.drive.arming import ArmToken
from jimbot.live.drive.companion import Companion, Look
from jimbot.live.drive.reach import Unreachable, is_real_game, reach
from jimbot.runs.console import plain
from jimbot.view import Position, position

LOG = "assist.jsonl"


class Watched:
    """A game that is looked at, and the best decisions in it."""

    def __init__(
        self,
        connect: Callable[[], Backend],
        agent: Agent,
        topk: int,
        lost: tuple[type[Exception], ...] = (),
    ) -> None:
        self.companion = Companion(agent, connect, lost, topk)
        self.shown: Look | None = None

    def look(self, again: bool = False) -> Look | None:
        """What there is to see now; what was seen before where nothing is new."""
        found = self.companion.look(again)
        if found is not None:
            self._show(found)
        return self.shown

    def _show(self, look: Look) -> None:
        self.shown = look

    @property
    def notes(self) -> list[str]:
        """What makes the position less certain."""
        backend = self.companion.backend
        return [] if backend is None else backend.notes

    def position(self) -> Position | None:
        """All that a player sees; None while no run can be read."""
        backend = self.companion.backend
        if self.shown is None or not self.shown.connected or backend is None or backend.over:
            return None
        try:
            return position(backend.view(draw_seed(0, 0)))
        except ValueError:  # a state that passes by itself
            return None

    def close(self) -> None:
        self.companion.close()


class Beside(Watched):
    """One game at one address. A real game is armed by a token that the user types."""

    def __init__(self, base_url: str, agent: Agent, topk: int, folder: Path) -> None:
        super().__init__(lambda: reach(base_url, timeout=5.0), agent, topk, (BalatrobotError, Unreachable))
        self.base_url = base_url
        self._log = folder / LOG
        self.token: ArmToken | None = None

    def ask_to_arm(self) -> str:
        """Arms our own server at once; for the real game a new token is to be typed. In words."""
        try:
            real = is_real_game(self.base_url)
        except Unreachable as error:
            return str(error)
        if not real:
            self.token = None
            return self.companion.arm()
        self.token = ArmToken()
        return f"this is the real game: type {self.token.text} to arm for this run"

    def arm(self, typed: str) -> str:
        """With the token that was shown; it works once."""
        token, self.token = self.token, None
        if token is None or not token.accepts(typed):
            return "not armed: that was not the token. Nothing was done"
        return self.companion.arm()

    def execute(self, choice: int, seen: Look | None) -> Look:
        """Makes a suggestion of what was seen, once, if the game is still there and it is armed."""
        done = self.companion.execute(choice, seen)
        self._show(done)
        return done

    def _show(self, look: Look) -> None:
        super()._show(look)
        line = {"time": time.time(), "armed": look.armed, "connected": look.connected}
        with self._log.open("a") as log:
            log.write(json.dumps(line | {"notice": plain(look.notice)}, ensure_ascii=False) + "\n")


def log_tail(folder: Path, most: int = 10) -> list[dict[str, object]]:
    """What happened last, the newest first."""
    from jimbot.evaluation.experiments.sampled import objects, sampled_lines

    rows: list[dict[str, object]] = []
    for line in reversed(objects(sampled_lines(folder / LOG).lines[-most:])):
        notice = line.get("notice") or {}
        when = time.strftime("%H:%M:%S", time.localtime(float(line.get("time", 0.0))))
        suggestions = notice.get("suggestions") or [{}]
        rows.append(
            {
                "time": when,
                "phase": notice.get("phase") or "",
                "suggested": suggestions[0].get("text", ""),
                "done": notice.get("executed") or "",
                "note": notice.get("note") or "",
            }
        )
    return rows
