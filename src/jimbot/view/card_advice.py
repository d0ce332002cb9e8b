"""Advice for a hand of cards: what each play or discard worth a thought brings, and which are about equal.

It depends on what is seen alone: asked twice, it gives the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from jimbot import _core
from jimbot.game import Action
from jimbot.game.planner import clear_chance, plan_hand
from jimbot.game.seen import Seen
from jimbot.view.words import chips_words, decision_words, faces

DISCARDS, SAMPLES = 24, 640  # what the planner compares, and in how many redraws
FORECASTS = 4  # times 256 rounds played out for a chance
WORLDS = 96  # redrawn games for a mean score
EQUAL_CHANCE = 0.02  # two standard errors of a difference of two such probabilities
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


def card_advice(seen: Seen, most: int = 6, seed: int = 0) -> list[CardAdvice]:
    """The best plays and discards in SELECTING_HAND, best first. ``seed`` drives the redraws."""
    game = seen._g
    worths = {str(action): worth for action, worth in _core.weigh_hands(game, DISCARDS, SAMPLES, seed)}
    plays = _core.best_plays(game)
    hands = {str(action): hand for action, hand, _ in plays}
    actions = list(dict.fromkeys([*worths, *(str(action) for action, _, _ in plays[:OTHER_PLAYS])]))
    if not actions:  # all cards lie face down
        actions = [str(plan_hand(seen, seed=seed))]
    probabilities = {action: chance_to_clear(seen, action, seed) for action in actions}
    scores = {action: _score(seen, action, seed) for action in actions}
    equal = _equal(probabilities, worths)

    def rank(action: str) -> tuple[bool, float, float]:
        """What is about equal goes by the score to come."""
        if action in equal:
            return False, -scores[action], 0.0
        return True, -probabilities[action], -worths.get(action, 0.0)

    order = varied(sorted(actions, key=rank), most)
    return [
        _advice(
            seen, action, hands, probabilities[action], scores[action], action in equal and action != order[0]
        )
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
    near = {action: worths[action] for action in worths if probabilities[action] >= most - EQUAL_CHANCE}
    if not near:  # a play that the planner did not compare is the best
        return {max(probabilities, key=lambda action: probabilities[action])}
    return {action for action, worth in near.items() if worth >= max(near.values()) - EQUAL_WORTH}


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


def _advice(
    seen: Seen, action: str, hands: dict[str, str], chance: float, score: float, about_equal: bool
) -> CardAdvice:
    made = Action(action)
    rest = [card for place, card in enumerate(seen.hand) if place not in made.cards]
    stays = _core.best_plays(seen._g, made)
    keeps = stays[0][1] if stays else ""
    hand = None
    if made.kind == "play":
        hand = hands.get(action) or seen.score(made.cards).hand
    return CardAdvice(
        action,
        decision_words(seen, made),
        hand,
        chance,
        score,
        keeps,
        faces(rest),
        about_equal,
        _reason(made, hand, chance, score, keeps, faces(rest)),
    )


def _reason(made: Action, hand: str | None, chance: float, score: float, keeps: str, kept: str) -> str:
    chips = f"{chips_words(score)} chips"
    if made.kind == "play":
        parts = [f"{hand}, {chips}" if hand else "cards that lie face down"]
    else:
        what = f" ({keeps})" if keeps not in ("", "High Card") else ""
        parts = [f"keeps {kept}{what}", f"then some {chips} by the best hand"]
    return "; ".join([*parts, f"{percent(chance)} to clear the blind"])


def percent(chance: float) -> str:
    """A chance in words: 0 % and 100 % only where it is one."""
    shown = f"{100 * chance:.0f} %"
    if shown == "100 %" and chance < 1:
        return "over 99 %"
    return "under 1 %" if shown == "0 %" and chance > 0 else shown
