"""What the English text of a joker shows: its number, and what it is after.

The protocol tells it nowhere else. Texts come from the real game or from our own server; both end most
counters with "(Currently ...)". This reader shares nothing with the writer of our server's texts, so that a
fault there shows.
"""

from __future__ import annotations

import re

from jimbot.game import content

NUMBER = r"([\d,]+(?:\.\d+)?)\b"
CURRENTLY = re.compile(rf"\(\s*Currently\s+([+\-]?)[X$]?\s*{NUMBER}(?! of| remaining)")
# These show their number in the text itself.
FIRST = re.compile(rf"(-?){NUMBER}")
WITHIN = {
    "j_ice_cream": FIRST,
    "j_popcorn": FIRST,
    "j_ramen": FIRST,
    "j_turtle_bean": FIRST,
    "j_rocket": re.compile(rf"()\${NUMBER}"),
    "j_selzer": re.compile(rf"next (-?){NUMBER}"),
}
RANK = r"(\d+|Jack|Queen|King|Ace)"
SUIT = r"(Spade|Heart|Club|Diamond)s?"
HANDS = tuple(content()["hand"])
HAND = f"({'|'.join(sorted(HANDS, key=len, reverse=True))})"
# In the game's words, and in ours: (Currently Spades).
TARGETS = {
    "j_idol": re.compile(rf"{RANK} of {SUIT}"),
    "j_mail": re.compile(rf"(?:discarded|Currently) {RANK}"),
    "j_castle": re.compile(rf"(?:discarded|Chips,) {SUIT}"),
    "j_ancient": re.compile(rf"(?:with|Currently) {SUIT}"),
    "j_todo_list": re.compile(rf"(?:hand is an?|Currently) {HAND}"),
}
LETTERS = {"10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}
# Jokers whose shown number is what the engine counts; of all others it follows from the rest of the game.
CURRENT = (
    "caino campfire castle ceremonial constellation flash glass green_joker hit_the_road hologram invisible "
    "lucky_cat madness obelisk red_card ride_the_bus runner square trousers vampire wee yorick"
)
COUNTING = frozenset(WITHIN) | {f"j_{name}" for name in CURRENT.split()}
REMAINING = re.compile(r"([0-9]+) remaining|\[([0-9]+)\]")
LOYALTY_REST = 5  # hands between two that Loyalty Card pays for


def shown_number(key: str, text: str) -> float | None:
    """The number in a joker's text, or None where it shows none."""
    if key in TARGETS and key != "j_castle":  # a number there is a rank
        return None
    found = WITHIN.get(key, CURRENTLY).search(text)
    if found is None:
        return None
    size = float(found[2].replace(",", ""))
    return -size if found[1] == "-" else size


def shown_target(key: str, text: str) -> str | None:
    """The card, rank, suit or hand that a joker waits for: S_5, K, H, Full House."""
    found = TARGETS[key].search(text) if key in TARGETS else None
    if found is None:
        return None
    if key == "j_idol":
        return f"{found[2][0]}_{LETTERS.get(found[1], found[1])}"
    if key == "j_mail":
        return LETTERS.get(found[1], found[1])
    return found[1] if key == "j_todo_list" else found[1][0]


def counter(key: str, text: str) -> float | None:
    """The number that the joker counts; None where it should be there and is not."""
    if key in COUNTING:
        return shown_number(key, text)
    start: float = content()["joker"][key]["start"]
    return start


def second_number(key: str, text: str, hands_played: int) -> int | None:
    """Yorick's countdown, the hands at which Loyalty Card began, To Do List's hand; 0 for all others."""
    if key == "j_todo_list":
        hand = shown_target(key, text)
        return None if hand is None else HANDS.index(hand)
    if key not in ("j_yorick", "j_loyalty_card"):
        return 0
    rest = _remaining(text)
    if rest is None or key == "j_yorick":
        return rest
    return hands_played - (LOYALTY_REST - rest)


def _remaining(text: str) -> int | None:
    if "Active" in text:
        return 0
    found = REMAINING.search(text)
    return int(found[1] or found[2]) if found else None
