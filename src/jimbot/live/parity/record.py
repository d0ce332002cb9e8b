"""Recording a trace from a running game or server, one call at a time, while the engine follows along."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from jimbot.agents.protocol import Agent
from jimbot.agents.view import View
from jimbot.game import Action, Game
from jimbot.game.seeds import draw_seed
from jimbot.live.client.exceptions import ApiError, CallError
from jimbot.live.parity.compare import PHASES
from jimbot.live.parity.execute import execute
from jimbot.live.parity.recordings import Recording
from jimbot.live.parity.replay import Replayer, ReplayStopped
from jimbot.live.parity.traces import StepReader, TraceWriter
from jimbot.live.protocol.calls import Call, Caller, by_calls, has_call, to_call
from jimbot.live.protocol.effects import RESTING
from jimbot.live.protocol.errors import ProtocolError

PATIENCE = 3.0  # seconds that a state may take to become the expected one
POLL = 0.05
INTERRUPTED = "interrupted"
REFUSALS = 8  # refused calls in one position before the recording ends

# Where the two differ here, our next call would be meant for another position.
APART = frozenset(
    ("action", "state", "hand.cards", "shop.cards", "pack.cards", "vouchers.cards", "packs.cards")
) | {"jokers.keys", "consumables.keys"}


# Chooses among the calls that the engine and the protocol allow; None ends the recording.
Chooser: TypeAlias = Callable[[Game, list[tuple[Action, Call]]], tuple[Action, Call] | None]


def allowed(game: Game) -> list[tuple[Action, Call]]:
    """Every legal action that the protocol has a call for."""
    calls = by_calls(game)
    return [(action, to_call(action)) for action in game.legal_actions() if calls.why_illegal(action) is None]


def chosen_by(agent: Agent) -> Chooser:
    """The decisions of an agent; where its own was refused, another."""
    agent.reset(0)
    steps = itertools.count()

    def choose(game: Game, choices: list[tuple[Action, Call]]) -> tuple[Action, Call] | None:
        if not choices:
            return None
        own = str(agent.act(View(game, draw_seed(0, next(steps)), calls_only=True)))
        return next((choice for choice in choices if str(choice[0]) == own), choices[0])

    return choose


def chosen_in(transcript: Path, lines: Iterable[tuple[int, str]]) -> Chooser:
    """The decisions of a transcript, in order."""
    rest = iter(lines)

    def choose(game: Game, choices: list[tuple[Action, Call]]) -> tuple[Action, Call] | None:
        for number, line in rest:
            try:
                action = Action(line)
                reason = game.why_illegal(action)
                if reason is not None:
                    raise ValueError(f"'{line}' is not legal: {reason}")
                if not has_call(action, game):
                    raise ValueError(f"the protocol has no call for '{line}'")
            except ValueError as error:
                raise ValueError(f"{transcript} line {number}: {error}") from None
            return action, to_call(action)
        return None

    return choose


@dataclass(frozen=True)
class CallAnswer:
    result: str  # ok, refused, no_answer
    state: dict[str, Any] | None = None
    error: dict[str, str] | None = None

    def fields(self) -> dict[str, Any]:
        return {"error": self.error} if self.error else {"state": self.state}


def ask(caller: Caller, method: str, params: dict[str, Any], phase: str | None = None) -> CallAnswer:
    """One call. The answer may come amid animations: the state is read until it rests (in `phase`)."""
    try:
        state = caller.call(method, params)
        ends = time.monotonic() + PATIENCE
        while not _settled(method, state, phase) and time.monotonic() < ends:
            time.sleep(POLL)
            state = caller.call("gamestate", {})
        return CallAnswer("ok", state)
    except (ApiError, ProtocolError) as error:
        return CallAnswer("refused", error={"name": error.name, "message": error.message})
    except CallError as error:
        return CallAnswer("no_answer", error={"name": "NO_ANSWER", "message": str(error)})


def _settled(method: str, state: dict[str, Any], phase: str | None) -> bool:
    name = state["state"]
    if name not in RESTING or (phase is not None and PHASES.get(name, name) != phase):
        return False
    if name == "SMODS_BOOSTER_OPENED":
        return "pack" in state
    return method != "reroll" or state["shop"]["count"] >= state["shop"]["limit"]


class TraceRecorder:
    """Writes a trace of one run and follows it in the engine."""

    def __init__(self, caller: Caller, writer: TraceWriter) -> None:
        self.caller = caller
        self.writer = writer
        self.replayer = Replayer(Recording({"run": writer.path.name, **writer.header}, []))
        self._reader = StepReader(writer.header["variant"])
        self._asking = False
        self._interrupted = False

    @property
    def game(self) -> Game:
        return self.replayer.game

    def start(self, seed: str, deck: str, stake: str) -> None:
        params = {"deck": deck, "stake": stake, "seed": seed}
        answer = ask(self.caller, "menu", {}, "MENU")
        if answer.result == "ok":
            answer = self.call("start", params)
        if answer.error:
            raise CallError(f"the run could not be started: {answer.error['message']}", "start", params)

    def call(self, method: str, params: dict[str, Any]) -> CallAnswer:
        """Makes a call, writes it down and follows it in the engine."""
        phase = self._phase_after(method, params)
        self._asking = True
        try:
            answer = ask(self.caller, method, params, phase)
        finally:
            self._asking = False
        row = {"i": self.writer.steps, "method": method, "params": params, "result": answer.result}
        self.writer.step(method, params, answer.result, **answer.fields())
        if answer.result == "ok":
            self.replayer.feed(self._reader.read(row | answer.fields()))
        return answer

    @property
    def apart(self) -> str | None:
        """Where the engine and the game differ."""
        for difference in self.replayer.out.unexplained:
            if difference.field.name in APART:
                return str(difference)
        return None

    def interrupt(self, *_: object) -> None:
        """For Ctrl-C: breaks off a call that waits for its answer, never a line that is being written."""
        self._interrupted = True
        if self._asking:
            raise KeyboardInterrupt

    def play(self, choose: Chooser, steps: int, progress: Callable[[int], None] | None = None) -> str:
        """Plays until the run or the steps end; says why it ended."""
        try:
            return self._play(choose, steps, progress or (lambda done: None))
        except KeyboardInterrupt:
            return INTERRUPTED

    def _play(self, choose: Chooser, steps: int, progress: Callable[[int], None]) -> str:
        refused: set[str] = set()
        while self.writer.steps < steps:
            if self._interrupted:
                return INTERRUPTED
            choices = [choice for choice in allowed(self.game) if str(choice[0]) not in refused]
            choice = choose(self.game, choices)
            if choice is None:
                return "the run is over" if self.game.over else "the player has no call left"
            action, call = choice
            try:
                answer = self.call(*call)
            except ReplayStopped as stop:
                return str(stop)
            progress(1)
            if answer.result == "no_answer":
                return f"no answer to {call[0]}"
            if answer.result == "refused":
                refused.add(str(action))
                if len(refused) >= REFUSALS:
                    return f"{REFUSALS} calls were refused in one position"
                continue
            refused.clear()
            if self.apart:
                return f"the engine went apart: {self.apart}"
        return "all steps are done"

    def _phase_after(self, method: str, params: dict[str, Any]) -> str | None:
        """The phase that the engine expects; None where it refuses the call."""
        if method == "start":
            return "BLIND_SELECT"
        ahead = self.game.clone()
        try:
            execute(ahead, method, params)
        except (KeyError, IndexError, ValueError):
            return None
        return ahead.phase
