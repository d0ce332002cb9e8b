"""What telemetry hears of a game that is played: decisions, beaten blinds, the end."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from jimbot import telemetry
from jimbot.agents import Agent, View
from jimbot.game import Action
from jimbot.seen import Seen

if TYPE_CHECKING:
    from jimbot.evaluation.runs import Record


class Watch:
    """Of one game. Where telemetry is off it does nothing."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self._on = telemetry.on()
        self._phase = ""

    def act(self, view: View) -> Action:
        """The agent's decision."""
        if not self._on:
            return self._agent.act(view)
        begin = time.perf_counter()
        action = self._agent.act(view)
        seconds = time.perf_counter() - begin
        tags = {"agent": self._agent.name, "phase": view.phase, "kind": action.kind}
        telemetry.record("decision", tags, seconds=seconds, ante=view.ante, action=str(action))
        return action

    def moved(self, position: Seen) -> None:
        """The game stands here now."""
        if not self._on:
            return
        before, self._phase = self._phase, position.phase
        if self._phase == "ROUND_EVAL" != before:
            telemetry.record(
                "round",
                {"agent": self._agent.name, "blind": position.blind.key},
                ante=position.ante,
                score=position.round_score,
                target=position.target,
                hands_left=position.hands_left,
                money=position.money,
            )

    def ended(self, record: Record, position: Seen) -> None:
        if not self._on:
            return
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
