"""The risk-aware agent: a policy decides while it is safe, surer players take over as the risk grows."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from jimbot.agents.heuristic import HeuristicAgent
from jimbot.agents.policy import PolicyAgent
from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.registry import register
from jimbot.agents.search import SearchAgent
from jimbot.agents.view import View
from jimbot.game import Action


@dataclass(frozen=True)
class Risks:
    """What a risk is made of, and from which on who decides. Of hands: policy, hybrid, search, heuristic. Of
    all else: policy, hybrid, heuristic."""

    doubt: float = 0.35  # the policy's lack of confidence
    disagreement: float = 0.30  # with the heuristic
    value_gap: float = 0.20  # part of the chance to win that the heuristic sees lost
    illegal: float = 0.10  # the policy's choice is no legal one
    hands: tuple[float, float, float] = (0.40, 0.70, 0.90)
    others: tuple[float, float] = (0.45, 0.75)
    close: float = 0.02  # hybrid: the policy may lose so much of the chance to win

    @classmethod
    def read(cls, path: Path) -> Risks:
        """From a JSON file that names some of these."""
        try:
            data = json.loads(path.read_text())
        except OSError as error:
            raise ValueError(f"{path}: {error.strerror}") from None
        except ValueError as error:
            raise ValueError(f"{path} is no JSON: {error}") from None
        known = {field.name for field in fields(cls)}
        if not isinstance(data, dict) or set(data) - known:
            raise ValueError(f"{path} must be an object with some of {', '.join(sorted(known))}")
        given: dict[str, Any] = {n: tuple(v) if isinstance(v, list) else v for n, v in data.items()}
        return cls(**given)


@register("risk_aware")
class RiskAwareAgent(Agent):
    """``checkpoint`` is the policy's model; ``config`` a JSON file of other weights and bounds of risk;
    ``ms`` the most time that a search may take."""

    def __init__(self, checkpoint: Path, config: Path | None = None, ms: float = 0) -> None:
        self.risks = Risks() if config is None else Risks.read(config)
        self.policy = PolicyAgent(checkpoint)
        self.heuristic = HeuristicAgent()
        self.search = SearchAgent(ms=ms)

    def reset(self, seed: int) -> None:
        for player in (self.policy, self.heuristic, self.search):
            player.reset(seed)

    def act(self, view: View) -> Action:
        return self.consider(view).action

    def consider(self, view: View) -> Advice:
        theirs = self.policy.consider(view).alternatives[0]
        sure = self.heuristic.consider(view)
        gap = _gap(theirs.action, sure)
        risk = self.risk(view, theirs, sure, gap)
        who = self._who(view, risk)
        chosen = sure.alternatives[0]
        if who == "policy" or (who == "hybrid" and gap is not None and gap <= self.risks.close):
            chosen = next((a for a in sure.alternatives if a.action == theirs.action), theirs)
        elif who == "search":
            chosen = self.search.consider(view).alternatives[0]
        reason = f"{who} at risk {risk:.2f}" + (f"; {chosen.reason}" if chosen.reason else "")
        others = (a for a in sure.alternatives if a.action != chosen.action)
        return Advice((Alternative(chosen.action, chosen.score, reason, chosen.probability), *others))

    def risk(self, view: View, theirs: Alternative, sure: Advice, gap: float | None) -> float:
        """From 0, safe, to 1. A gap that nobody weighed counts as half of the worst."""
        risks = self.risks
        confidence = 0.5 if theirs.probability is None else theirs.probability
        best = sure.alternatives[0].score or 0.0
        lost = 0.5 if gap is None else min(1.0, gap / max(best, 0.05))
        return (
            risks.doubt * (1 - confidence)
            + risks.disagreement * (theirs.action != sure.action)
            + risks.value_gap * (lost if theirs.action != sure.action else 0.0)
            + risks.illegal * (not view.is_legal(theirs.action))
        )

    def _who(self, view: View, risk: float) -> str:
        if view.phase != "SELECTING_HAND":
            policy, hybrid = self.risks.others
            return "policy" if risk < policy else "hybrid" if risk < hybrid else "heuristic"
        policy, hybrid, search = self.risks.hands
        if risk < hybrid:
            return "policy" if risk < policy else "hybrid"
        return "search" if risk < search else "heuristic"


def _gap(action: Action, sure: Advice) -> float | None:
    """How much less the heuristic thinks of an action than of its own; None if it did not weigh it."""
    best = sure.alternatives[0]
    found = next((a for a in sure.alternatives if a.action == action), None)
    if found is None or found.score is None or best.score is None:
        return None
    return best.score - found.score
