"""What an agent suggests in a position: the best decisions with probability, expected score and reason."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from jimbot import telemetry
from jimbot.agents import Agent, View
from jimbot.agents.greedy import play_as_alternative
from jimbot.agents.protocol import Alternative
from jimbot.game import Action
from jimbot.picture.decision_text import decision_text
from jimbot.planner import clear_chance
from jimbot.records import percent

SHARPNESS = 0.02  # a decision that leaves 2 points less chance is preferred e times less
MOST_PLAYED = 5


@dataclass(frozen=True)
class Suggestion:
    """``chance`` is to clear the blind in a round, and to win the run elsewhere. ``probability`` is the
    policy's own; for an agent that has none it says how clearly its chances prefer this decision.
    ``expected_score`` is what a play scores at least, in chips."""

    action: str
    text: str
    probability: float
    chance: float | None
    expected_score: float | None
    reason: str


def suggest(agent: Agent, view: View, topk: int) -> list[Suggestion]:
    """The agent's decision first, then the best of the others."""
    begin = time.perf_counter()
    in_round = view.phase == "SELECTING_HAND"
    alternatives = list(agent.consider(view).alternatives)
    if in_round:
        alternatives += _other_hands(view, alternatives)
    chances = [_chance(view, alternative) for alternative in alternatives]
    order = sorted(range(1, len(alternatives)), key=lambda i: -(chances[i] or 0.0))
    kept = [0, *order][:topk]
    told = [alternatives[i].probability for i in kept]
    weights = _weights([chances[i] for i in kept])
    suggestions = [
        Suggestion(
            str(alternatives[i].action),
            decision_text(view, alternatives[i].action).plain,
            weight if probability is None else probability,
            chances[i],
            _points(view, alternatives[i].action),
            _reason(alternatives[i], chances[i], in_round),
        )
        for i, probability, weight in zip(kept, told, weights, strict=True)
    ]
    telemetry.record(
        "advice",
        {"agent": agent.name, "phase": view.phase},
        seconds=time.perf_counter() - begin,
        options=len(alternatives),
        confidence=suggestions[0].probability,
        chosen=suggestions[0].action,
        weighed="; ".join(suggestion.action for suggestion in suggestions),
    )
    return suggestions


def _chance(view: View, alternative: Alternative) -> float | None:
    if alternative.action.kind in ("play", "discard"):
        return clear_chance(view, alternative.action, seed=view.luck)
    score = alternative.score
    return score if score is not None and 0 <= score <= 1 else None


def _points(view: View, action: Action) -> float | None:
    return view.score(action.cards).score if action.kind == "play" else None


def _reason(alternative: Alternative, chance: float | None, in_round: bool) -> str:
    if in_round and chance is not None:
        clear = f"{percent(chance, 0)} to clear the blind"
        return f"{alternative.reason}; {clear}" if alternative.reason else clear
    return alternative.reason


def _weights(chances: list[float | None]) -> list[float]:
    """A share of 1 for each, by its chance. Without chances the first is all there is."""
    if any(chance is None for chance in chances):
        return [float(i == 0) for i in range(len(chances))]
    most = max(chance or 0.0 for chance in chances)
    raw = [math.exp(((chance or 0.0) - most) / SHARPNESS) for chance in chances]
    return [weight / sum(raw) for weight in raw]


def _other_hands(view: View, known: list[Alternative]) -> Iterator[Alternative]:
    """The play of each poker hand that scores most, and the discards that keep its cards."""
    seen = {str(alternative.action) for alternative in known}
    best: dict[str | None, tuple[float, Action]] = {}
    for action in view.legal_actions():
        if action.kind == "play":
            score = view.score(action.cards)
            points = score.score or 0.0
            if score.hand not in best or points > best[score.hand][0]:
                best[score.hand] = (points, action)
    for _, play in sorted(best.values(), key=lambda found: -found[0]):
        if str(play) not in seen:
            yield play_as_alternative(view, play)
        kept = set(play.cards)
        rest = [i for i in range(len(view.hand)) if i not in kept][-MOST_PLAYED:]
        discard = Action.discard(rest)
        if rest and str(discard) not in seen and view.is_legal(discard):
            seen.add(str(discard))
            yield Alternative(discard, None, "to draw better cards")
