"""Numbers and targets that a joker's English text shows; the protocol gives them nowhere else."""

from __future__ import annotations

import re
from typing import Any

NUMBER = r"([\d,]+(?:\.\d+)?)\b"
CURRENTLY = re.compile(rf"\(\s*Currently\s+[+\-]?[X$]?\s*{NUMBER}(?! of| remaining)")
# Jokers that run out show what is left as the first number of their text, or as the next hands.
COUNT_DOWN = dict.fromkeys(("j_ice_cream", "j_popcorn", "j_ramen", "j_turtle_bean"), re.compile(NUMBER))
COUNT_DOWN["j_selzer"] = re.compile(rf"next {NUMBER}")
RANK = r"(\d+|Jack|Queen|King|Ace)"
SUIT = r"(Spade|Heart|Club|Diamond)s?"
HANDS = (
    "Flush Five|Flush House|Five of a Kind|Straight Flush|Four of a Kind|Full House|Flush|Straight|"
    "Three of a Kind|Two Pair|Pair|High Card"
)
# In the game's words, and in ours: (Currently Spades).
TARGETS = {
    "j_idol": re.compile(rf"{RANK} of {SUIT}"),
    "j_mail": re.compile(rf"(?:discarded|Currently) {RANK}"),
    "j_castle": re.compile(rf"(?:discarded|Chips,) {SUIT}"),
    "j_ancient": re.compile(rf"(?:with|Currently) {SUIT}"),
    "j_todo_list": re.compile(rf"(?:hand is an?|Currently) ({HANDS})"),
}
RANKS = {"10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}


def shown_number(key: str, text: str) -> float | None:
    """The counter in a joker's text, or None where it shows none."""
    if key in TARGETS and key != "j_castle":  # a number there is a rank
        return None
    found = COUNT_DOWN.get(key, CURRENTLY).search(text)
    return float(found.group(1).replace(",", "")) if found else None


def shown_target(key: str, text: str) -> str | None:
    """The card, rank, suit or hand that a joker waits for: S_5, K, H, Full House."""
    found = TARGETS[key].search(text) if key in TARGETS else None
    if found is None:
        return None
    words: tuple[Any, ...] = found.groups()
    if key == "j_idol":
        rank, suit = words
        return f"{suit[0]}_{RANKS.get(rank, rank)}"
    if key == "j_todo_list":
        return str(words[0])
    return RANKS.get(words[0], words[0]) if key == "j_mail" else str(words[0][0])
