"""What the English text of a joker shows: its number, and what it is after.

The protocol says it nowhere else. Texts come from the real game or from our own server; both end most
counters with "(Currently ...)". The content rows say which number and which target a joker has; how they are
read shares nothing with the writer of our server's texts, so that a fault there shows.
"""

from __future__ import annotations

import re

from jimbot.game.content import content

NUMBER = r"([\d,]+(?:\.\d+)?)\b"
CURRENTLY = re.compile(rf"\(\s*Currently\s+([+\-]?)[X$]?\s*{NUMBER}")
FIRST = re.compile(rf"(-?){NUMBER}")
REMAINING = re.compile(r"([0-9]+) remaining|\[([0-9]+)\]")
RANK = r"(\d+|Jack|Queen|King|Ace)"
SUIT = r"(Spade|Heart|Club|Diamond)s?"
HANDS = tuple(content()["hand"])
HAND = re.compile(
    rf"(?:hand is an?|Currently) ({'|'.join(sorted(HANDS, key=len, reverse=True))})",
)
# Of the round's targets, in the game's words and in ours: (Currently Spades).
TARGETS = {
    "idol": re.compile(rf"{RANK} of {SUIT}"),
    "mail": re.compile(rf"(?:discarded|Currently) {RANK}"),
    "castle": re.compile(rf"(?:discarded|Chips,) {SUIT}"),
    "ancient": re.compile(rf"(?:with|Currently) {SUIT}"),
}
LETTERS = {"10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}


def _letter(word: str) -> str:
    """T, K, 7 of a rank; S, H, C, D of a suit."""
    return LETTERS.get(word, word if word.isdigit() else word[0])


def shown_number(key: str, text: str) -> float | None:
    """The number in a joker's text, or None where it shows none."""
    row = content()["joker"][key]
    if row["number"] is None:
        return None
    found = (FIRST if row["number"] == "in_text" else CURRENTLY).search(text)
    if found is None:
        return _remaining(text) if row["extra"] == "hands_before" else None
    size = float(found[2].replace(",", ""))
    return -size if found[1] == "-" else size


def shown_target(key: str, text: str) -> str | None:
    """The card, rank, suit or hand that a joker waits for: S_5, K, H, Full House."""
    row = content()["joker"][key]
    if row["extra"] == "hand":
        listed = HAND.search(text)
        return listed[1] if listed else None
    found = TARGETS[row["aim"]].search(text) if row["aim"] else None
    return "_".join(_letter(word) for word in reversed(found.groups())) if found else None


def counter(key: str, text: str) -> float | None:
    """The number that the joker counts; None where it should be there and is not."""
    row = content()["joker"][key]
    start: float = row["start"]
    return shown_number(key, text) if row["counts"] else start


def second_number(key: str, text: str, hands_played: int) -> int | None:
    """The listed hand, the cards left to discard, or the hands played when it was made; 0 for all others."""
    row = content()["joker"][key]
    if row["extra"] is None:
        return 0
    if row["extra"] == "hand":
        hand = shown_target(key, text)
        return None if hand is None else HANDS.index(hand)
    rest = _remaining(text)
    if rest is None or row["extra"] == "cards_left":
        return rest
    return hands_played - (int(row["n2"]) - rest)


def _remaining(text: str) -> int | None:
    if "Active" in text:
        return 0
    found = REMAINING.search(text)
    return int(found[1] or found[2]) if found else None
