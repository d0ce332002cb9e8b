"""The assistant beside a game: looks, suggests, and acts only through an open gate. It never acts twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from jimbot.agents import Agent, View
from jimbot.game.seeds import luck
from jimbot.live.backends import Backend, RealBackend
from jimbot.live.drive.arming import Gate
from jimbot.live.drive.suggest import Suggestion, suggest

LONGEST_PAUSE = 15.0


@dataclass(frozen=True)
class Notice:
    """What happened: a position with suggestions, or only a note."""

    note: str = ""
    phase: str = ""
    ante: int = 0
    round: int = 0
    money: int = 0
    score: float = 0.0
    target: float = 0.0
    suggestions: tuple[Suggestion, ...] = ()
    executed: str | None = None
    run_is_over: bool = False


@dataclass
class Assistant:
    """``notices`` follows the game for ever; each new position is told once.

    An action is sent only for the position it was suggested for: the state is read again before. If its
    answer is lost and the game does not show what became of it, nothing more is sent until the game moves.
    """

    agent: Agent
    connect: Callable[[], Backend]
    topk: int = 3
    gate: Gate | None = None  # None: suggestions only
    poll_interval: float = 1.0
    lost: tuple[type[Exception], ...] = ()
    strict: bool = False  # errors are raised
    sleep: Callable[[float], None] = time.sleep
    _backend: Backend | None = field(default=None, repr=False)
    _run: str | None = field(default=None, repr=False)
    _doubtful: Mapping[str, Any] | None = field(default=None, repr=False)
    _step: int = 0

    def notices(self) -> Iterator[Notice]:
        is_new, pause, told = True, self.poll_interval, ""
        while True:
            try:
                if self._backend is None:
                    self._backend, is_new = self.connect(), True
                elif not is_new:
                    is_new = _refreshed(self._backend)
                notice = self._look(self._backend) if is_new else None
                is_new = notice is not None and notice.executed is not None
                pause = self.poll_interval
            except self.lost as error:
                if self.strict:
                    raise
                notice, is_new = Notice(f"{error}; trying again"), False
                self.close()
                pause = min(2 * max(pause, self.poll_interval), LONGEST_PAUSE)
            except ValueError as error:  # a state that passes by itself, or one that the engine does not know
                if self.strict:
                    raise
                notice, is_new = Notice(f"this state cannot be read: {error}"), False
            if notice is not None and not (notice.note and notice.note == told):
                yield notice
            told = notice.note if notice is not None else told
            if not is_new:
                self.sleep(pause)

    def close(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None

    def _look(self, backend: Backend) -> Notice:
        if backend.over:
            note = "the run is won" if backend.won else "no run is being played"
            return Notice(note, run_is_over=self._step > 0)
        run = backend.seed if isinstance(backend, RealBackend) else None
        if run != self._run or self._step == 0:
            self.agent.reset(0)
            self._run = run
        view = backend.view(luck(0, 0))  # the same position gets the same advice
        self._step += 1
        suggestions = suggest(self.agent, view, self.topk)
        if self.gate is None:
            return notice_of(view, suggestions)
        refused = self.gate.closed_for(self._run)
        if refused is not None:
            return notice_of(view, suggestions, note=refused)
        if (wait := self.gate.wait()) > 0:
            self.sleep(wait)
        if _refreshed(backend):  # somebody has moved meanwhile
            return self._look(backend)
        executed, note = self._act(backend, suggestions[0], self.gate)
        return notice_of(view, suggestions, executed, note)

    def _act(self, backend: Backend, best: Suggestion, gate: Gate) -> tuple[str | None, str]:
        """What was done, or why not."""
        if isinstance(backend, RealBackend):
            if self._doubtful is not None and backend.is_at(self._doubtful):
                return None, "it is not known whether the last action arrived: nothing more is done here"
            self._doubtful = backend.gamestate
        gate.passed()
        backend.act(best.action)
        self._doubtful = None
        return best.action, ""


def _refreshed(backend: Backend) -> bool:
    return backend.refresh() if isinstance(backend, RealBackend) else False


def notice_of(
    view: View, suggestions: list[Suggestion], executed: str | None = None, note: str = ""
) -> Notice:
    return Notice(
        note,
        view.phase,
        view.ante,
        view.round,
        view.money,
        view.round_score,
        view.target,
        tuple(suggestions),
        executed,
    )
