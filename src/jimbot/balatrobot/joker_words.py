"""What the text of a joker tells: its counter and what it is after.

Texts come from the real game or from our own server; both end most counters with "(Currently ...)".
"""

from __future__ import annotations

import re

from jimbot.balatrobot.names import RANK_NUMBERS, SUIT_NAMES
from jimbot.balatrobot.texts import RANK_WORDS
from jimbot.game import content

CURRENTLY = (
    "caino campfire castle ceremonial constellation flash glass green_joker hit_the_road hologram invisible "
    "lucky_cat madness obelisk red_card ride_the_bus runner square trousers vampire wee yorick"
)
# These show their counter in the text itself.
WITHIN = {
    "j_ice_cream": r"\+?([0-9.]+)",
    "j_popcorn": r"\+?([0-9.]+)",
    "j_ramen": r"X([0-9.]+)",
    "j_rocket": r"\$([0-9]+)",
    "j_selzer": r"next ([0-9]+)",
    "j_turtle_bean": r"\+?([0-9]+)",
}
COUNTERS = dict.fromkeys((f"j_{key}" for key in CURRENTLY.split()), r"Currently [+X$]?(-?[0-9.]+)") | WITHIN
REMAINING = re.compile(r"([0-9]+) remaining|\[([0-9]+)\]")
RANKS = {word: letter for letter, word in RANK_WORDS.items()} | {letter: letter for letter in RANK_NUMBERS}
LOYALTY_REST = 5  # hands between two that Loyalty Card pays for


def counter(key: str, text: str) -> float | None:
    """The number that the joker counts; None where it should be there and is not."""
    pattern = COUNTERS.get(key)
    if pattern is None:
        start: float = content()["joker"][key]["start"]
        return start
    found = re.search(pattern, text)
    return float(found[1]) if found else None


def _remaining(text: str) -> int | None:
    if "Active" in text:
        return 0
    found = REMAINING.search(text)
    return int(found[1] or found[2]) if found else None


def second_number(key: str, text: str, hands_played: int) -> int | None:
    """Yorick's countdown, the hands at which Loyalty Card began, To Do List's hand; 0 for all others."""
    if key == "j_todo_list":
        hands = list(content()["hand"])
        return next(
            (hands.index(hand) for hand in sorted(hands, key=len, reverse=True) if hand in text), None
        )
    if key not in ("j_yorick", "j_loyalty_card"):
        return 0
    rest = _remaining(text)
    if rest is None or key == "j_yorick":
        return rest
    return hands_played - (LOYALTY_REST - rest)


def _suit(text: str) -> str | None:
    found = [letter for letter, name in SUIT_NAMES.items() if name[:-1].capitalize() in text]
    return found[0] if len(found) == 1 else None


def _rank(word: str) -> str | None:
    return RANKS.get(word)


def target(key: str, text: str) -> str | None:
    """What the joker looks for in this round, as state_v1 writes it."""
    if key in ("j_castle", "j_ancient"):
        return _suit(text)
    if key == "j_mail":
        found = re.search(r"Currently (\w+)", text) or re.search(r"each discarded (\w+)", text)
        return _rank(found[1]) if found else None
    found = re.search(r"(\w+) of (\w+s)\b", text)
    if not found or _rank(found[1]) is None:
        return None
    suit = _suit(found[2])
    return f"{suit}_{_rank(found[1])}" if suit else None
