"""Numbers for whole plays and discards, as training records carry them.

For a hand of n cards: every play of 1 to 5 cards, then every discard of 0 to 5 cards, each by size and then
in the order of ``itertools.combinations``: 437 ids for 8 cards. The discard of no cards keeps its number and
is never legal.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from jimbot.game import Action, Game

MAX_CARDS = 5


@lru_cache(maxsize=64)
def _subsets(hand_size: int, fewest: int) -> tuple[tuple[int, ...], ...]:
    if hand_size < 0:
        raise ValueError(f"hand_size is {hand_size}; 0 or more is allowed")
    return tuple(
        cards for size in range(fewest, MAX_CARDS + 1) for cards in combinations(range(hand_size), size)
    )


@lru_cache(maxsize=64)
def _places(hand_size: int) -> dict[tuple[int, ...], int]:
    return {cards: place for place, cards in enumerate(_subsets(hand_size, 0))}


def hand_id_count(hand_size: int) -> int:
    """How many ids a hand of this size has."""
    return len(_subsets(hand_size, 1)) + len(_subsets(hand_size, 0))


def hand_id(action: Action | str, hand_size: int) -> int:
    """The id of a play or discard."""
    decision = Action(action) if isinstance(action, str) else action
    if decision.kind not in ("play", "discard"):
        raise ValueError(f"'{decision}' has no hand id; only play and discard have one")
    place = _places(hand_size).get(tuple(sorted(decision.cards)))
    if place is None:
        raise ValueError(f"'{decision}' does not fit a hand of {hand_size} cards")
    return place - 1 if decision.kind == "play" else len(_subsets(hand_size, 1)) + place


def hand_action(number: int, hand_size: int) -> Action:
    """The play or discard of an id."""
    plays = _subsets(hand_size, 1)
    if not 0 <= number < hand_id_count(hand_size) or number == len(plays):
        raise ValueError(
            f"hand id {number} names no play or discard of {hand_size} cards; "
            f"0 to {hand_id_count(hand_size) - 1} without {len(plays)} are allowed"
        )
    kind, cards = (
        ("play", plays[number])
        if number < len(plays)
        else ("discard", _subsets(hand_size, 0)[number - len(plays)])
    )
    return Action(f"{kind} {','.join(map(str, cards))}")


def legal_hand_ids(game: Game) -> list[int]:
    """Ids of every play and discard that is legal now, in order."""
    size = len(game.hand)
    return sorted(hand_id(a, size) for a in game.legal_actions() if a.kind in ("play", "discard"))
