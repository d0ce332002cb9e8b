"""The protocol of agents: a view in, a decision out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.game.records import number, percent


@dataclass(frozen=True)
class Alternative:
    """A decision that was thought about. Scores compare within one advice only. ``probability`` is how likely
    a policy makes it, where the agent has one. ``then`` is the second action of a decision of two: what a
    sale makes room for."""

    action: Action
    score: float | None = None
    reason: str = ""
    probability: float | None = None
    then: Action | None = None

    def __str__(self) -> str:
        figures = [] if self.score is None else [f"score {number(self.score)}"]
        figures += [] if self.probability is None else [f"{percent(self.probability)} likely"]
        details = ", ".join([*figures, self.reason] if self.reason else figures)
        return f"{self.action}: {details}" if details else str(self.action)


@dataclass(frozen=True)
class Advice:
    """What an agent would do, best first."""

    alternatives: tuple[Alternative, ...]

    def __post_init__(self) -> None:
        if not self.alternatives:
            raise ValueError("an advice has at least one alternative")

    @property
    def action(self) -> Action:
        return self.alternatives[0].action

    def __str__(self) -> str:
        """One line for each alternative."""
        return "\n".join(f"{rank}. {one}" for rank, one in enumerate(self.alternatives, 1))

    def _repr_html_(self) -> str:
        """A table, for notebooks."""
        rows = [
            (
                str(one.action),
                "" if one.score is None else number(one.score),
                "" if one.probability is None else percent(one.probability),
                one.reason,
            )
            for one in self.alternatives
        ]
        head = "".join(f"<th>{name}</th>" for name in ("decision", "score", "likely", "reason"))
        body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
        return f"<table><tr>{head}</tr>{body}</table>"


class Agent(ABC):
    """Decides from what a player sees. Same views, same seed: same decisions, whatever was played before."""

    name = "agent"
    plans_hands = False  # its plays and discards are the hand planner's

    @classmethod
    def files(cls, options: Mapping[str, Any]) -> dict[str, Path]:
        """Files that these options lead to beyond those they name themselves."""
        return {}

    def reset(self, seed: int) -> None:  # noqa: B027 (an agent without memory has nothing to do)
        """A new game begins. The seed is the agent's own and says nothing about the game.

        Most agents need no memory: each view brings a fresh ``draw_seed`` made from this seed.
        """

    @abstractmethod
    def act(self, view: View) -> Action:
        """A legal decision; the game is not over."""

    def consider(self, view: View) -> Advice:
        """The decision that ``act`` makes, with what else was thought about and why. Instead of ``act``."""
        return Advice((Alternative(self.act(view)),))
