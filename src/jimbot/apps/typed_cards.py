"""Cards of the hand as a player types them: 1 3 5, 1,3,5, 135, 1-3, AH."""

from __future__ import annotations

import re
from collections.abc import Sequence

from jimbot.game.records import Card
from jimbot.game.seen import Seen

NAMED = re.compile(r"(10|[2-9TJQKA])([SHCD♠♥♣♦])", re.IGNORECASE)
RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})", re.ASCII)
SUITS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}


def hand_positions(game: Seen, words: Sequence[str]) -> list[int]:
    """Positions of hand cards, from 0. A number that is no position is read digit by digit."""
    hand = game.hand
    chosen: list[int] = []
    for part in ",".join(words).split(","):
        if part:
            chosen += _positions(hand, part, chosen)
    return chosen


def _positions(hand: list[Card], word: str, chosen: list[int]) -> list[int]:
    named = NAMED.fullmatch(word)
    if named is not None:
        return [_named(hand, word, named[1], named[2], chosen)]
    stretch = RANGE.fullmatch(word)
    if stretch is not None:
        first, last = (_position(hand, number, word) for number in stretch.groups())
        if first > last:
            raise ValueError(f"{word!r} runs backwards; write {last + 1}-{first + 1}")
        return list(range(first, last + 1))
    if word.isascii() and word.isdigit() and 1 < len(word) <= 5 and int(word) > len(hand):
        return [_position(hand, digit, word) for digit in word]
    return [_position(hand, word, word)]


def _position(hand: list[Card], number: str, word: str) -> int:
    if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= len(hand):
        allowed = f"the hand has 1 to {len(hand)}" if hand else "the hand has none"
        raise ValueError(f"no card {word!r}; {allowed}")
    return int(number) - 1


def _named(hand: list[Card], word: str, rank: str, suit: str, chosen: list[int]) -> int:
    """The first such card that is not chosen yet. Stone and face-down cards have no name."""
    wanted = ("T" if rank == "10" else rank.upper(), SUITS.get(suit, suit.upper()))
    for place, card in enumerate(hand):
        if (card.rank, card.suit) == wanted and card.enhancement != "stone" and place not in chosen:
            return place
    raise ValueError(f"no card {word!r} in the hand" + (" that is not chosen yet" if chosen else ""))
