"""Why a play or discard: what is being built, with what odds, what is saved, what the other way brings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from jimbot.game import Action
from jimbot.game.content import content
from jimbot.game.records import Card
from jimbot.game.seen import Seen
from jimbot.view.words import SYMBOLS, chips_words, faces, percent, spelled

SUITS = {"S": "spade", "H": "heart", "C": "club", "D": "diamond"}
SURE = 0.995
NEAR = 0.02  # probabilities this near are as good as equal
LEAST_ODDS = 0.05  # of what is worth to be named
MAX_NAMED = 5  # cards that are named one by one
CLEARLY_MORE = 0.3  # hands


@dataclass(frozen=True)
class CardFacts:
    """What was measured of a play or discard. Of some it was also played out what follows: ``next_hands``
    are the shares of the poker hands that are played next, after ``discards`` of them on average;
    ``hands_saved`` are left where the blind is cleared."""

    action: Action
    hand: str | None
    chance: float
    score: float
    exact: bool
    keeps: str
    next_hands: Mapping[str, float] = field(default_factory=dict)
    discards: float = 0.0
    hands_saved: float | None = None


def card_reason(seen: Seen, one: CardFacts, other: CardFacts | None) -> str:
    """One sentence. ``other`` is the best decision of the other kind: to discard first, or to play now."""
    return _of_play(seen, one, other) if one.action.kind == "play" else _of_discard(seen, one, other)


def _of_play(seen: Seen, one: CardFacts, other: CardFacts | None) -> str:
    needed = max(0.0, seen.target - seen.round_score)
    if one.hand is None:
        return f"cards that lie face down may do it: {percent(one.chance)} to clear"
    score = chips_words(one.score)
    if one.score >= needed and one.exact and one.chance >= SURE:
        left = seen.hands_left - 1
        spared = f" with {spelled(left, 'hand')} to spare" if left else ""
        return f"the {one.hand} scores {score} and beats the blind{spared}"
    if one.score >= needed:
        about = f"the {one.hand} beats the blind now on average"
        return f"{about}, {score} of {chips_words(needed)}"
    if seen.hands_left == 1:
        return f"last hand: the {one.hand} makes {score} of the {chips_words(needed)} needed"
    if other is None:
        built = _built(one)
        draws = f", then {_a(built[0])} next ({percent(built[1])})" if built else ""
        return f"the {one.hand} banks {score}{draws or f' of the {chips_words(needed)} needed'}"
    if one.chance >= other.chance + NEAR:
        worse = percent(other.chance)
        return f"the {one.hand} banks {score} now; to discard first would clear only {worse} of the time"
    if one.chance > other.chance - NEAR:
        return f"the {one.hand} banks {score} of {chips_words(needed)}, and a discard first is no better"
    return f"the {one.hand} banks {score}; a discard first would clear more, {percent(other.chance)}"


def _of_discard(seen: Seen, one: CardFacts, other: CardFacts | None) -> str:
    kept = [card for place, card in enumerate(seen.hand) if place not in one.action.cards]
    built = _built(one)
    if built is None:
        aim = f"keeps {_kept(one, kept)} and draws for more"
    else:
        suit = _suit(seen, one.action) if built[0] == "Flush" else ""
        steps = spelled(max(1, round(one.discards)), "discard")
        aim = f"fishes for {_a(suit + built[0])}, {percent(built[1])} in {steps}"
        if len(kept) <= MAX_NAMED:
            aim += f" (keeps {faces(kept)})"
    return f"{aim}; {_against_play(one, other)}" if other is not None and other.hand else aim


def _kept(one: CardFacts, kept: Sequence[Card]) -> str:
    named = faces(kept) if len(kept) <= MAX_NAMED else ""
    if one.keeps in ("", "High Card"):
        return named or "the rest"
    return f"the {one.keeps} ({named})" if named else f"the {one.keeps}"


def _against_play(one: CardFacts, other: CardFacts) -> str:
    now = f"the {other.hand} now"
    if one.chance >= other.chance + NEAR:
        return f"{now} would clear only {percent(other.chance)} of the time"
    saved = (one.hands_saved or 0.0) - (other.hands_saved or 0.0)
    if one.chance > other.chance - NEAR:
        if saved >= CLEARLY_MORE:
            return f"as safe as {now}, and it saves hands for money"
        return f"{now} is about as good" + (" and saves hands" if -saved >= CLEARLY_MORE else "")
    return f"{now} would clear more, {percent(other.chance)} of the time"


def _built(one: CardFacts) -> tuple[str, float] | None:
    """The likeliest hands to come that are better than what is held, one or two of them, and their odds."""
    held = _rank(one.keeps if one.action.kind == "discard" and one.keeps else "High Card")
    better = {name: share for name, share in one.next_hands.items() if _rank(name) > held}
    if not better or sum(better.values()) < LEAST_ODDS:
        return None
    first, *others = sorted(better, key=lambda name: -better[name])
    if others and better[others[0]] > better[first] / 2:
        return f"{first} or {_a(others[0])}", better[first] + better[others[0]]
    return first, better[first]


def _a(hand: str) -> str:
    """a Flush, but Two Pair."""
    return hand if hand.startswith("Two Pair") else f"a {hand}"


def _rank(hand: str) -> float:
    """Worth of a poker hand at level 1."""
    row = content()["hand"][hand]
    return float(row["chips"] * row["mult"])


def _suit(seen: Seen, action: Action) -> str:
    """The suit that most of the cards that stay have, with a space behind it."""
    suits = [card.suit for place, card in enumerate(seen.hand) if place not in action.cards and card.suit]
    counts = {suit: suits.count(suit) for suit in SYMBOLS}
    most = max(counts, key=lambda suit: counts[suit])
    return f"{SUITS[most]} " if counts[most] >= 2 else ""
