"""Replaying recorded runs from their seed with the recorded calls, injecting no outcome.

Money alone is taken from a recording, after it was compared, and only where the recorded build is at fault:
a cash-out that paid another round's total, and To Do List's hand, which is not reproducible between launches.
Every such correction is counted; a strict replay makes none and stops there.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jimbot import _core
from jimbot.documents.scopes import SCOPES
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.live.parity import explanations
from jimbot.live.parity.compare import Field, compare
from jimbot.live.parity.execute import execute
from jimbot.live.parity.explanations import FAULTY, explain
from jimbot.live.parity.recordings import ORACLE, Recording
from jimbot.live.parity.scopes import scopes_of
from jimbot.live.parity.traces import new_game


@dataclass(frozen=True)
class Difference:
    """One differing field, with all that is needed to see it again."""

    run: str
    step: int
    call: str
    field: Field
    explained: str | None
    before: str | None = None  # notation of our position before the call, for unexplained ones

    def __str__(self) -> str:
        why = f" ({self.explained})" if self.explained else ""
        values = f"{self.field.ours!r}, recorded {self.field.theirs!r}"
        return f"{self.run} step {self.step} {self.field.name}: {values}{why}"


@dataclass
class Tally:
    """Compared steps of one scope."""

    steps: int = 0
    steps_matched: int = 0  # every field equal or explained
    steps_identical: int = 0  # every field equal

    def add(self, matched: bool, identical: bool) -> None:
        self.steps += 1
        self.steps_matched += matched
        self.steps_identical += identical


def _tallies() -> dict[str, Tally]:
    return {scope: Tally() for scope in SCOPES}


@dataclass
class Replay:
    """The outcome for one run."""

    run: str
    source: str
    calls: int = 0  # replayed, with or without a recorded state
    plays: int = 0  # with an observed score
    plays_matched: int = 0
    fields: int = 0
    scopes: dict[str, Tally] = field(default_factory=_tallies)
    differences: list[Difference] = field(default_factory=list)
    corrections: Counter[str] = field(default_factory=Counter)
    stopped: str | None = None

    @property
    def unexplained(self) -> list[Difference]:
        return [d for d in self.differences if d.explained is None]


# Called after every compared step: the position before it, the game after it, the step, whether it matched.
Watch = Callable[[_core.Game, Game, dict[str, Any], bool], None]
Judged = tuple[Field, str | None]  # a field and what excuses a difference in it


class ReplayStopped(Exception):
    """The rest of a run is not replayed; the text says why."""


class Replayer:
    """Follows a recording step by step."""

    def __init__(self, recording: Recording, strict: bool = False, watch: Watch | None = None) -> None:
        self.recording = recording
        self.strict = strict
        self.watch = watch
        self.excusable = recording.source != "jimbot"
        self.out = Replay(recording.name, recording.source)
        self.game = Game("1")  # until the recording starts a run
        self.before = self.game.reveal()
        self.previous: dict[str, Any] | None = None
        self.last_payout = 0  # what the rules paid for the round before
        self.payout_unseen = False

    def _start(self, params: dict[str, Any]) -> Game:
        header = self.recording.header
        self.last_payout, self.payout_unseen = 0, False
        self.previous = None
        return new_game(header | params, header.get("variant", "steamodded"))

    def run(self) -> Replay:
        faulty_step, fault = FAULTY.get(self.recording.name, (None, None))
        try:
            for step in self.recording.steps:
                if step["result"] != "ok":
                    continue
                if not step["prefix"] or step["i"] == faulty_step:
                    raise ReplayStopped(fault or "the rest of the log is uncertain")
                self.feed(step)
        except ReplayStopped as stop:
            self.out.stopped = str(stop)
        return self.out

    def feed(self, step: dict[str, Any]) -> None:
        """Makes the call of the next step and compares."""
        self._follow(step)
        self.previous = step

    def _follow(self, step: dict[str, Any]) -> None:
        self.before = self.game.reveal().clone()
        judged = self._apply(step)
        self.out.calls += 1
        if step["method"] == "cash_out":
            judged += self._cash_out(step)
            if self.game.ante > 8 and self.recording.header["format"] == ORACLE:
                self._note(step, judged)
                raise ReplayStopped("after a win the recorded streams are not those of the seed")
        if step["state"] is None or step.get("note") == "late_answer":
            self._note(step, judged)
            return
        judged += self._money(step)
        try:
            fields = list(compare(self.game, step["state"], self.recording.detail))
        except (KeyError, TypeError, AttributeError, IndexError) as error:
            problem = f"its state cannot be compared ({type(error).__name__}: {error})"
            raise ValueError(f"{self.out.run} step {step['i']}: {problem}") from None
        judged += [(f, None if f.equal else self._explain(step, f)) for f in fields]
        self._judge(step, judged)

    def _apply(self, step: dict[str, Any]) -> list[Judged]:
        """Makes the call in the engine; a play gives its score to compare."""
        method, params = step["method"], step["params"] or {}
        try:
            if method == "start":
                self.game = self._start(params)
            else:
                execute(self.game, method, params)
        except (KeyError, IndexError, ValueError) as error:  # refused, or a call that is no action
            self._judge(step, [(Field("action", str(error), f"{method} {params}"), None)])
            raise ReplayStopped("the engine refuses a recorded call") from None
        if method != "play" or step.get("score") is None:
            return []
        points = Field("score", self.game.reveal().score - self.before.score, step["score"])
        self.out.plays += 1
        self.out.plays_matched += points.equal
        return [(points, None)]

    def _cash_out(self, step: dict[str, Any]) -> list[Judged]:
        """Compares the payout. Where the recorded build paid another round's, its money is taken over."""
        seen = step.get("derived") or step["state"] or {}
        theirs, last = seen.get("money"), self.last_payout
        self.last_payout = self.game.money - self.before.money
        self.payout_unseen = theirs is None
        if theirs is None:
            return []
        payout = Field("payout", self.last_payout, theirs - self.before.money)
        why = None
        if not payout.equal and self.excusable:
            stale = payout.theirs == last
            why = explanations.STALE if stale else explanations.TODO_MONEY if self._owns_todo_list() else None
        if why:
            self._correct(theirs, why)
        return [(payout, why)]

    def _money(self, step: dict[str, Any]) -> list[Judged]:
        """Money that hangs on what the recording does not show, or on what no launch repeats."""
        unseen, self.payout_unseen = self.payout_unseen, False
        money = Field("money", self.game.money, step["state"]["money"])
        todo = step["method"] == "play" and self._owns_todo_list()
        if money.equal or not self.excusable or not (unseen or todo):
            return []
        why = explanations.UNSEEN_PAYOUT if unseen else explanations.TODO_MONEY
        self._correct(money.theirs, why)
        return [(money, why)]

    def _explain(self, step: dict[str, Any], found: Field) -> str | None:
        """Lags and faults are those of the real game; a recording of our own has no excuse."""
        if not self.excusable:
            return None
        return explain(self.game, step, found, self.previous, self.before)

    def _owns_todo_list(self) -> bool:
        return any(content()["joker"][j.key]["extra"] == "hand" for j in self.game.reveal().jokers)

    def _correct(self, money: int, why: str) -> None:
        if self.strict:
            raise ReplayStopped(f"strict: {why}")
        self.out.corrections[why] += 1
        self.game.reveal().edit(f"money={money}")

    def _note(self, step: dict[str, Any], judged: list[Judged]) -> None:
        """Keeps the differences."""
        self.out.fields += len(judged)
        call = f"{step['method']} {json.dumps(step['params'] or {})}"
        for compared, why in judged:
            if not compared.equal:
                before = self.before.notation() if why is None else None
                self.out.differences.append(Difference(self.out.run, step["i"], call, compared, why, before))

    def _judge(self, step: dict[str, Any], judged: list[Judged]) -> None:
        """Counts a compared step in every scope that it has a field of."""
        self._note(step, judged)
        scopes: set[str] = set()
        differing: set[str] = set()
        failing: set[str] = set()
        for compared, why in judged:
            of = scopes_of(compared.name)
            scopes |= of
            if not compared.equal:
                differing |= of
                failing |= of if why is None else set()
        for scope in scopes:
            self.out.scopes[scope].add(scope not in failing, scope not in differing)
        if self.watch is not None:
            self.watch(self.before, self.game, step, not failing)


def replay(recording: Recording, strict: bool = False, watch: Watch | None = None) -> Replay:
    """Replays one run. A strict replay takes nothing at all from the recording."""
    return Replayer(recording, strict, watch).run()
