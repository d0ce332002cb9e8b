"""Beside a game that a person plays: looks when asked, and makes one decision when asked and armed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from jimbot.agents import Agent, View
from jimbot.agents.advice import Adviser
from jimbot.game import IllegalAction
from jimbot.live.backends import Backend
from jimbot.live.client.exceptions import ApiError
from jimbot.live.drive.arming import OTHER_RUN
from jimbot.view import Suggestion

NOT_ARMED = "not armed: nothing was done"
MOVED = "the game has moved meanwhile: nothing was done"
UNCONFIRMED = "it is not known whether the last decision arrived: nothing more is sent until the game moves"
IN_MENU = "no run is being played"


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
    can_begin: bool = False  # nothing is played, and a run can be begun


def notice_of(view: View, suggestions: list[Suggestion]) -> Notice:
    seen = view.phase, view.ante, view.round, view.money, view.round_score, view.target
    return Notice("", *seen, tuple(suggestions))


@dataclass(frozen=True)
class Look:
    """What there is to see now. ``connected`` is false while nobody answers; ``seconds`` is how long the
    advice took after the state was read."""

    notice: Notice
    connected: bool
    armed: bool
    seconds: float = 0.0


class Companion:
    """Never acts unless armed, never twice, and never for another position than the one it showed.

    It is disarmed by another run and, unless it ``stays_armed``, by a lost connection. If the answer to a
    decision is lost, nothing more is sent until the game shows that it has moved. With ``strict``, errors are
    raised. One call at a time, from any thread.
    """

    def __init__(
        self,
        agent: Agent,
        connect: Callable[[], Backend],
        lost: tuple[type[Exception], ...],
        topk: int = 5,
        stays_armed: bool = False,
        strict: bool = False,
    ) -> None:
        self.adviser = Adviser(agent)
        self.topk = topk
        self._connect = connect
        self._lost = lost
        self._stays_armed = stays_armed
        self._strict = strict
        self._backend: Backend | None = None
        self._armed: str | None = None  # the run
        self._doubtful: Mapping[str, Any] | None = None
        self._run: str | None = ""  # that was seen last; None: nothing was played
        self._began = False
        self._shown: Look | None = None
        self._one_at_a_time = threading.Lock()

    @property
    def armed(self) -> bool:
        return self._armed is not None

    @property
    def connected(self) -> bool:
        return self._backend is not None

    @property
    def backend(self) -> Backend | None:
        """The game that is looked at; None while nobody answers."""
        return self._backend

    @property
    def run(self) -> str | None:
        """The seed of the run that was seen last: what arming is for."""
        return None if self._backend is None else self._backend.seed

    def arm(self) -> str:
        """Allows decisions in the run that is being played; returns the result as text."""
        with self._one_at_a_time:
            if self._backend is None or self._backend.over:
                return "there is no run to arm for"
            self._armed = self._backend.seed
            return f"armed for run {self._armed}: x makes the chosen decision, once"

    def begin(self, seed: str | None = None, deck: str = "red", stake: str = "white") -> str:
        """Begins a run where none is played, because a person asks for it; returns the result as text."""
        with self._one_at_a_time:
            backend = self._backend
            if backend is None:
                return "no game answers: no run can be begun"
            try:
                backend.refresh()
                if not backend.can_begin:
                    return "a run is being played: nothing was begun"
                backend.execute = True
                backend.reset(seed, deck, stake)
            except self._lost as error:
                return f"not begun: {error}"
            finally:
                backend.execute = False
            self._began = True
            return f"run {backend.seed} begins"

    def disarm(self) -> None:
        with self._one_at_a_time:
            self._armed = None

    def look(self, again: bool = False) -> Look | None:
        """What is new; None if nothing is. ``again``: the advice is made again."""
        with self._one_at_a_time:
            return self._guarded(lambda: self._look(again))

    def execute(self, choice: int, seen: Look | None) -> Look:
        """Makes the suggestion with this number of what was ``seen``, if the game is still there."""
        with self._one_at_a_time:
            done = self._guarded(lambda: self._execute(choice, seen)) or self._shown
            assert done is not None  # whatever came of it was shown
            return done

    def close(self) -> None:
        with self._one_at_a_time:
            self._leave()

    def _leave(self) -> None:
        if self._backend is not None:
            self._backend.close()
            self._backend = None

    def _guarded(self, act: Callable[[], Look | None]) -> Look | None:
        try:
            return act()
        except self._lost as error:
            if self._strict:
                raise
            disarmed = self.armed and not self._stays_armed
            if disarmed:
                self._armed = None
            self._leave()
            note = f"{error}; trying again" + ("; disarmed" if disarmed else "")
            return self._show(Look(Notice(note), connected=False, armed=self.armed))
        except ValueError as error:  # a state that passes by itself, or one that the engine does not know
            if self._strict:
                raise
            return self._show(Look(Notice(f"this state cannot be read: {error}"), True, self.armed))

    def _show(self, look: Look) -> Look | None:
        """A note that is there already is not added again."""
        before, self._shown = self._shown, look
        is_new = before is None or before.notice.note != look.notice.note or bool(look.notice.suggestions)
        return look if is_new or look.notice.executed else None

    def _look(self, again: bool) -> Look | None:
        is_new = self._backend is None or self._began
        self._began = False
        if self._backend is None:
            self._backend = self._connect()
        elif self._backend.refresh():
            is_new = True
        return self._show(self._advised(self._backend)) if is_new or again else None

    def _advised(self, backend: Backend, executed: str | None = None, note: str = "") -> Look:
        notes = [note] if note else []
        if self._armed is not None and backend.seed != self._armed:
            self._armed = None
            notes.append(OTHER_RUN)
        if self._doubtful is not None:
            if backend.is_at(self._doubtful):
                notes.append(UNCONFIRMED)
            else:
                self._doubtful = None
                notes.append("the game has moved: it can be acted in again")
        begin = time.perf_counter()
        run = None if backend.over else backend.seed
        if backend.over:
            notes.append(_end_of(backend))
            notice = Notice(run_is_over=True, can_begin=backend.can_begin)
        else:
            if self._run is None or self._run not in ("", run):
                notes.append(f"run {run} begins")
            view = backend.view()
            notice = notice_of(view, self.adviser.suggest(view, self.topk))
        self._run = run
        notice = replace(notice, executed=executed, note="; ".join(notes))
        return Look(notice, True, self.armed, time.perf_counter() - begin)

    def _execute(self, choice: int, seen: Look | None) -> Look | None:
        shown, backend = self._shown, self._backend
        if self._armed is None or shown is None or backend is None:
            return self._refused(NOT_ARMED)
        if seen is not shown:
            return self._refused(MOVED)
        if self._doubtful is not None and backend.is_at(self._doubtful):
            return self._refused(UNCONFIRMED)
        if not 0 <= choice < len(shown.notice.suggestions):
            return self._refused(f"there is no suggestion {choice + 1}: nothing was done")
        if backend.refresh():
            return self._show(self._advised(backend, note=MOVED))
        if backend.seed != self._armed:
            self._armed = None
            return self._refused(OTHER_RUN)
        action = shown.notice.suggestions[choice].action
        self._doubtful = backend.gamestate
        backend.execute = True
        try:
            backend.act(action)
        except (ApiError, IllegalAction) as error:  # the game has answered: nothing was done
            self._doubtful = None
            return self._refused(f"refused: {error}")
        finally:
            backend.execute = False
        self._doubtful = None
        return self._show(self._advised(backend, executed=action))

    def _refused(self, note: str) -> Look:
        shown = self._shown
        notice = Notice(note) if shown is None else replace(shown.notice, note=note, executed=None)
        seconds = 0.0 if shown is None else shown.seconds
        self._shown = Look(notice, self.connected, self.armed, seconds)
        return self._shown


def _end_of(backend: Backend) -> str:
    if backend.won:
        return "the run is won"
    return "the run is lost" if backend.seed is not None else IN_MENU
