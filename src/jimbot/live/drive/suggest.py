"""What an agent suggests in a position: the best decisions with probability, expected score and reason."""

from __future__ import annotations

import math
import time

from jimbot.agents import Agent, View
from jimbot.agents.protocol import Alternative
from jimbot.game.seen import as_action
from jimbot.runs import telemetry
from jimbot.view import CardAdvice, Suggestion, card_advice, decision_words, percent
from jimbot.view.card_advice import EQUAL_CHANCE, chance_to_clear, varied

__all__ = ["Suggestion", "suggest"]

CONSIDERED = 32  # plays and discards that the agent's own is looked for among
SHARPNESS = 0.02  # a decision that leaves 2 points less chance is preferred e times less


def suggest(agent: Agent, view: View, topk: int) -> list[Suggestion]:
    """The agent's decision first, then the best of the others; in a round those of ``card_advice``.

    Where an agent leaves its cards to the hand planner, and its play or discard is about equal to the best of
    them, their order counts: it does not change with the draw seed.
    """
    begin = time.perf_counter()
    alternatives = agent.consider(view).alternatives
    if view.phase == "SELECTING_HAND":
        suggestions = _in_round(view, alternatives, topk, agent.plans_hands)
    else:
        suggestions = _elsewhere(view, alternatives, topk)
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


def _elsewhere(view: View, alternatives: tuple[Alternative, ...], topk: int) -> list[Suggestion]:
    first, *others = alternatives
    kept = [first, *sorted(others, key=lambda other: -(_to_win(other) or 0.0))][:topk]
    probabilities = [_to_win(alternative) for alternative in kept]
    return [
        Suggestion(
            str(alternative.action),
            decision_words(view, alternative.action),
            weight if alternative.probability is None else alternative.probability,
            chance,
            None,
            alternative.reason,
        )
        for alternative, chance, weight in zip(kept, probabilities, _weights(probabilities), strict=True)
    ]


def _in_round(
    view: View, alternatives: tuple[Alternative, ...], topk: int, planned: bool
) -> list[Suggestion]:
    own = {str(alternative.action): alternative for alternative in alternatives}
    chosen = alternatives[0]
    advised = {advice.action: advice for advice in card_advice(view, most=max(topk, CONSIDERED))}
    settled = planned and _is_among_the_best(view, str(chosen.action), advised)
    order = [*([] if settled else [str(chosen.action)]), *advised, *own]
    kept = varied(list(dict.fromkeys(order)), topk)
    probabilities = [_to_clear(view, action, advised) for action in kept]
    return [
        _of_cards(view, action, own.get(action), advised.get(action), chance, weight, settled)
        for action, chance, weight in zip(kept, probabilities, _weights(probabilities), strict=True)
    ]


def _is_among_the_best(view: View, action: str, advised: dict[str, CardAdvice]) -> bool:
    first = next(iter(advised.values()))
    if action in advised:
        return action == first.action or advised[action].about_equal
    chance = _to_clear(view, action, advised)
    return chance is not None and chance >= first.chance - EQUAL_CHANCE


def _to_clear(view: View, action: str, advised: dict[str, CardAdvice]) -> float | None:
    if action in advised:
        return advised[action].chance
    return chance_to_clear(view, action) if action.split()[0] in ("play", "discard") else None


def _of_cards(
    view: View,
    action: str,
    own: Alternative | None,
    advice: CardAdvice | None,
    chance: float | None,
    weight: float,
    settled: bool,
) -> Suggestion:
    if advice is not None:
        score, keeps, reason = advice.expected_score, advice.keeps, advice.reason
    else:
        score, keeps, reason = None, "", own.reason if own is not None else ""
        if chance is not None:
            clear = f"{percent(chance)} to clear the blind"
            reason = f"{reason}; {clear}" if reason else clear
    if own is not None and own.probability is not None:
        weight = own.probability
    equal = settled and advice is not None and advice.about_equal
    text = decision_words(view, as_action(action))
    return Suggestion(action, text, weight, chance, score, reason, keeps, equal)


def _to_win(alternative: Alternative) -> float | None:
    score = alternative.score
    return score if score is not None and 0 <= score <= 1 else None


def _weights(probabilities: list[float | None]) -> list[float]:
    """A share of 1 for each, by its chance. Without probabilities the first is all there is."""
    if any(chance is None for chance in probabilities):
        return [float(i == 0) for i in range(len(probabilities))]
    most = max(chance or 0.0 for chance in probabilities)
    raw = [math.exp(((chance or 0.0) - most) / SHARPNESS) for chance in probabilities]
    return [weight / sum(raw) for weight in raw]
