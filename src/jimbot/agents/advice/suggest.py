"""What an agent suggests in a position: its decision, then the best of the others, each with its reason."""

from __future__ import annotations

import math
import time

from jimbot.agents.protocol import Advice, Agent, Alternative
from jimbot.agents.view import View
from jimbot.game import Action
from jimbot.runs import telemetry
from jimbot.view import CardAdvice, Suggestion, card_advice, decision_words
from jimbot.view.build_reasons import Changes, build_reason
from jimbot.view.card_advice import varied
from jimbot.view.second_choice import Weighed, against, obvious

CONSIDERED = 32  # plays and discards that are compared
SHARPNESS = 0.02  # a decision that leaves 2 points less chance is preferred e times less
CARDS = ("play", "discard")


def suggestions(agent: Agent, view: View, advice: Advice, topk: int) -> list[Suggestion]:
    """What an agent has considered, as it is shown."""
    begin = time.perf_counter()
    listed = _in_round if view.phase == "SELECTING_HAND" else _elsewhere
    found = listed(agent, view, advice.alternatives, topk)
    telemetry.record(
        "advice",
        {"agent": agent.name, "phase": view.phase},
        seconds=time.perf_counter() - begin,
        options=len(advice.alternatives),
        confidence=found[0].probability,
        chosen=found[0].action,
        weighed="; ".join(suggestion.action for suggestion in found),
    )
    return found


def _elsewhere(
    agent: Agent, view: View, alternatives: tuple[Alternative, ...], topk: int
) -> list[Suggestion]:
    first, *others = alternatives
    ranked = sorted(others, key=lambda other: -(_to_win(other) or 0.0))
    kept = [first, *ranked][:topk]
    probabilities = [_to_win(alternative) for alternative in kept]
    changes = Changes(view)
    second = obvious(changes, _choice(first), [_choice(other) for other in ranked])
    clause = "" if second is None else against(changes, _choice(first), second)
    return [
        Suggestion(
            str(one.action),
            decision_words(view, one.action),
            weight if one.probability is None else one.probability,
            chance,
            None,
            (build_reason(view, one.action, one.then, one is first, changes) or one.reason)
            + (clause if one is first else ""),
            to_win=chance,
        )
        for one, chance, weight in zip(kept, probabilities, _weights(probabilities), strict=True)
    ]


def _in_round(agent: Agent, view: View, alternatives: tuple[Alternative, ...], topk: int) -> list[Suggestion]:
    own = {str(alternative.action): alternative for alternative in alternatives}
    chosen = alternatives[0].action
    cards = [one.action for one in alternatives if one.action.kind in CARDS]
    advised = {
        advice.action: advice
        for advice in card_advice(
            view,
            most=max(topk, 2),
            first=chosen if chosen.kind in CARDS else None,
            also=cards[:CONSIDERED],
        )
    }
    kept = varied(list(dict.fromkeys([str(chosen), *advised, *own])), topk)
    probabilities = [advised[action].chance if action in advised else None for action in kept]
    return [
        _of_cards(view, action, own.get(action), advised.get(action), weight)
        for action, weight in zip(kept, _weights(probabilities), strict=True)
    ]


def _of_cards(
    view: View, action: str, own: Alternative | None, advice: CardAdvice | None, weight: float
) -> Suggestion:
    return Suggestion(
        action,
        decision_words(view, Action(action)),
        weight if own is None or own.probability is None else own.probability,
        None if advice is None else advice.chance,
        None if advice is None else advice.expected_score,
        advice.reason if advice is not None else _reason(view, Action(action), own),
        "" if advice is None else advice.keeps,
        advice is not None and advice.about_equal,
        None if own is None else _to_win(own),
    )


def _reason(view: View, action: Action, own: Alternative | None) -> str:
    return build_reason(view, action) or ("" if own is None else own.reason)


def _choice(alternative: Alternative) -> Weighed:
    return Weighed(alternative.action, _to_win(alternative))


def _to_win(alternative: Alternative) -> float | None:
    score = alternative.score
    return score if score is not None and 0 <= score <= 1 else None


def _weights(probabilities: list[float | None]) -> list[float]:
    """A share of 1 for each, by its chance; the first is never behind. Without them it is all there is."""
    if any(chance is None for chance in probabilities):
        return [float(i == 0) for i in range(len(probabilities))]
    most = probabilities[0] or 0.0
    raw = [math.exp(min(0.0, (chance or 0.0) - most) / SHARPNESS) for chance in probabilities]
    return [weight / sum(raw) for weight in raw]
