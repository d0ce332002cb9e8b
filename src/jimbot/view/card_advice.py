"""Advice for a hand of cards: what each play or discard worth a thought brings, and which are about equal.

It depends on what is seen alone: asked twice, it gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from jimbot import _core
from jimbot.game import Action
from jimbot.game.planner import clear_chance, plan_hand
from jimbot.game.seen import Seen
from jimbot.view.card_reasons import NEAR, CardFacts, card_reason
from jimbot.view.words import decision_words, faces

DISCARDS, SAMPLES = 24, 640  # what the planner compares, and in how many redraws
FORECASTS = 4  # times 256 rounds played out for a chance
WORLDS = 96  # redrawn games for a mean score
ROUNDS, AHEAD = 64, (2, 2)  # played out to see what follows, and how far the planner looks in them
EQUAL_WORTH = 0.01  # of the planner's own measure: a chance, and a little for hands left over
OTHER_PLAYS = 3


@dataclass(frozen=True)
class CardAdvice:
    """A play or discard. ``chance`` is to clear the blind if the planner plays on; ``expected_score`` is what
    a play scores on average, or the best play of the hand that follows a discard; ``keeps`` is the poker hand
    in the cards that stay. ``about_equal``: to the first advice, as far as can be seen."""

    action: str
    text: str
    hand: str | None
    chance: float
    expected_score: float
    keeps: str
    kept: str  # the cards that stay
    about_equal: bool
    reason: str


def card_advice(
    seen: Seen, most: int = 6, seed: int = 0, first: Action | None = None, also: Iterable[Action] = ()
) -> list[CardAdvice]:
    """Plays and discards in SELECTING_HAND, best first: by the chance to clear the blind, and by the score to
    come among those that are about equal. ``first``: the decision of an agent, which the others are compared
    with; ``also``: others of its thoughts. ``seed`` drives the redraws."""
    worths = {str(action): worth for action, worth in _core.weigh_hands(seen._g, DISCARDS, SAMPLES, seed)}
    plays = [str(action) for action, _, _ in _core.best_plays(seen._g)[:OTHER_PLAYS]]
    given = [str(action) for action in (*([] if first is None else [first]), *also)]
    actions = list(dict.fromkeys([*given, *worths, *plays]))
    if not actions:  # all cards lie face down
        actions = [str(plan_hand(seen, seed=seed))]
    probabilities = {action: chance_to_clear(seen, action, seed) for action in actions}
    scores = {action: _score(seen, action, seed) for action in actions}
    equal = _equal(probabilities, worths) if first is None else _equal_to(str(first), probabilities)

    def rank(action: str) -> tuple[bool, bool, float, float]:
        """What is about equal goes by the score to come."""
        own = first is None or action != str(first)
        if action in equal:
            return own, False, -scores[action], 0.0
        return own, True, -probabilities[action], -worths.get(action, 0.0)

    order = varied(sorted(actions, key=rank), most)
    facts = {action: _facts(seen, action, probabilities[action], scores[action]) for action in order}
    for action in {order[0], _other(facts, order[0])} - {""}:
        facts[action] = _foreseen(seen, facts[action], seed)
    return [
        _advice(seen, facts[action], facts.get(_other(facts, action)), action in equal and action != order[0])
        for action in order
    ]


def varied(order: list[str], most: int) -> list[str]:
    """The first of these, among them a play and a discard if there are both and room for two."""
    kept = order[:most]
    if most > 1 and len({action.split()[0] for action in kept}) == 1:
        other = next((action for action in order[most:] if action.split()[0] != kept[0].split()[0]), None)
        kept[-1:] = [other] if other is not None else kept[-1:]
    return kept


def _equal(probabilities: dict[str, float], worths: dict[str, float]) -> set[str]:
    """What is about equal to the best, neither by chance nor by the planner's worth."""
    most = max(probabilities.values())
    near = {action: worths[action] for action in worths if probabilities[action] >= most - NEAR}
    if not near:  # a play that the planner did not compare is the best
        return {max(probabilities, key=lambda action: probabilities[action])}
    return {action for action, worth in near.items() if worth >= max(near.values()) - EQUAL_WORTH}


def _equal_to(first: str, probabilities: dict[str, float]) -> set[str]:
    return {action for action, chance in probabilities.items() if abs(chance - probabilities[first]) <= NEAR}


def chance_to_clear(seen: Seen, action: str, seed: int = 0) -> float:
    """Of a play or discard. All that are asked about meet the same redrawn rounds."""
    probabilities = (clear_chance(seen, action, seed=seed * FORECASTS + i) for i in range(FORECASTS))
    return sum(probabilities) / FORECASTS


def _score(seen: Seen, action: str, seed: int) -> float:
    made = Action(action)
    if made.kind == "play":
        score = seen.score(made.cards)
        if score.exact and score.score is not None:
            return score.score
    return _core.mean_score(seen._g, made, WORLDS, seed)


def _facts(seen: Seen, action: str, chance: float, score: float) -> CardFacts:
    made = Action(action)
    stays = _core.best_plays(seen._g, made)
    played = seen.score(made.cards) if made.kind == "play" else None
    return CardFacts(
        action=made,
        hand=None if played is None else played.hand,
        chance=chance,
        score=score,
        exact=played is not None and played.exact,
        keeps=stays[0][1] if stays else "",
    )


def _foreseen(seen: Seen, one: CardFacts, seed: int) -> CardFacts:
    """With what comes of it."""
    foreseen = _core.foresee(seen._g, one.action, *AHEAD, ROUNDS, seed)
    return replace(
        one,
        next_hands={hand: count / foreseen.worlds for hand, count in foreseen.next.items()},
        discards=foreseen.discards / foreseen.worlds,
        hands_saved=foreseen.hands_left / max(1, foreseen.cleared),
    )


def _other(facts: dict[str, CardFacts], action: str) -> str:
    """The best of the other kind: to discard first, or to play now; nothing if there is none."""
    kind = facts[action].action.kind
    others = [other for other in facts if facts[other].action.kind != kind]
    return max(others, key=lambda other: (facts[other].chance, facts[other].score), default="")


def _advice(seen: Seen, one: CardFacts, other: CardFacts | None, about_equal: bool) -> CardAdvice:
    rest = [card for place, card in enumerate(seen.hand) if place not in one.action.cards]
    return CardAdvice(
        str(one.action),
        decision_words(seen, one.action),
        one.hand,
        one.chance,
        one.score,
        one.keeps,
        faces(rest),
        about_equal,
        card_reason(seen, one, other),
    )
