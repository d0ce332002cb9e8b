"""What telemetry records of a game that is played: decisions, beaten blinds, the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from jimbot.agents import Agent
from jimbot.agents.play import Move, Observer
from jimbot.game.seen import Seen
from jimbot.runs import telemetry

if TYPE_CHECKING:
    from jimbot.evaluation.runs import Record


MOMENT = 0.4  # seconds: a point per decision would cost a fast agent more than it is worth
SLOW = 0.5  # seconds
BLINDS = ("small", "big", "boss")


class Meter(Observer):
    """Of one game. Where telemetry is off it does nothing."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._on = telemetry.on()
        self._phase = ""
        self._round = 0, "", 0.0  # ante, blind, target
        self._tally: dict[str, list[float]] = {}  # phase -> decisions, their seconds, the longest, slow ones
        self._sent = time.perf_counter()

    def decided(self, move: Move) -> None:
        if not self._on:
            return
        tally = self._tally.setdefault(move.view.phase, [0, 0.0, 0.0, 0])
        tally[0] += 1
        tally[1] += move.seconds
        tally[2] = max(tally[2], move.seconds)
        tally[3] += move.seconds > SLOW
        if time.perf_counter() - self._sent > MOMENT:
            self._send()

    def moved(self, move: Move, position: Seen) -> None:
        """A beaten boss raises the ante at once, so blind and ante are read when the round begins."""
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
        self._send()
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

    def _send(self) -> None:
        self._sent = time.perf_counter()
        for phase, (count, seconds, most, slow) in self._tally.items():
            tags = {"agent": self._agent.name, "phase": phase}
            telemetry.record("decision", tags, count=count, seconds=seconds, most=most, slow=slow)
        self._tally.clear()
