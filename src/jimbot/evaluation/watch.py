"""What telemetry and the event gateway hear of a game that is played: decisions, beaten blinds, the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from jimbot.agents import Agent, View
from jimbot.evaluation.events import switch
from jimbot.game import Action
from jimbot.game.seen import Seen
from jimbot.runs import telemetry

if TYPE_CHECKING:
    from jimbot.evaluation.runs import Record


MOMENT = 0.4  # seconds: a point per decision would cost a fast agent more than it is worth
SLOW = 0.5  # seconds
BLINDS = ("small", "big", "boss")


class Watch:
    """Of one game. Where telemetry and events are off it does nothing."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._on = telemetry.on()
        self._phase = ""
        self._round = 0, "", 0.0  # ante, blind, target
        self._tally: dict[str, list[float]] = {}  # phase -> decisions, their seconds, the most, slow ones
        self._told = time.perf_counter()
        self._narrator = switch.narrator()
        self._step: tuple[Seen, Action] | None = (
            None  # the position before the last decision, and the decision
        )

    def act(self, view: View) -> Action:
        """The agent's decision."""
        action = self._timed(view) if self._on else self._agent.act(view)
        if self._narrator is not None:
            if self._step is None:
                self._narrator.start(view)
            self._step = view.determinized(0), action
        return action

    def _timed(self, view: View) -> Action:
        begin = time.perf_counter()
        action = self._agent.act(view)
        end = time.perf_counter()
        seconds = end - begin
        tally = self._tally.get(phase := view.phase)
        if tally is None:
            tally = self._tally[phase] = [0, 0.0, 0.0, 0]
        tally[0] += 1
        tally[1] += seconds
        if seconds > tally[2]:
            tally[2] = seconds
        if seconds > SLOW:
            tally[3] += 1
        if end - self._told > MOMENT:
            self._tell()
        return action

    def moved(self, position: Seen) -> None:
        """The game stands here now. A beaten boss raises the ante at once, so blind and ante are read when
        the round begins."""
        if self._narrator is not None and self._step is not None:
            self._narrator.step(*self._step, position)
        if not self._on or (phase := position.phase) == self._phase:
            return
        self._phase = phase
        if phase == "SELECTING_HAND":
            self._round = position.ante, BLINDS[position.blind_on_deck], position.target
        elif phase == "ROUND_EVAL":
            ante, blind, target = self._round
            telemetry.record(
                "round",
                {"agent": self._agent.name, "blind": blind},
                ante=ante,
                score=position.round_score,
                target=target,
                hands_left=position.hands_left,
                money=position.money,
            )

    def ended(self, record: Record, position: Seen) -> None:
        if not self._on:
            return
        self._tell()
        death = record.death.boss if record.death and record.death.blind == "boss" else ""
        tags = {"agent": self._agent.name, "deck": position.deck, "stake": position.stake, "death": death}
        telemetry.record(
            "game",
            tags,
            won=record.won,
            failed=record.failure is not None,
            ante=record.ante,
            blinds=record.blinds,
            money=record.money,
            decisions=record.decisions,
            seconds=record.seconds,
            seed=record.seed,
            jokers=" ".join(record.jokers),
        )

    def _tell(self) -> None:
        self._told = time.perf_counter()
        for phase, (count, seconds, most, slow) in self._tally.items():
            tags = {"agent": self._agent.name, "phase": phase}
            telemetry.record("decision", tags, count=count, seconds=seconds, most=most, slow=slow)
        self._tally.clear()
