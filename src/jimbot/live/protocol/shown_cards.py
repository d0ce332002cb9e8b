"""Playing cards of a gamestate as state_v1 writes them."""

from __future__ import annotations

import re
from typing import Any

from jimbot.documents.codes import Json, unseen_card
from jimbot.game.content import content

EXTRA_CHIPS = re.compile(r"([+-]?[0-9]+) extra chips")
BONUS_CARD_CHIPS = int(content()["enhancement"]["m_bonus"]["n"])


def marks_of(card: Any, name: str) -> dict[str, Any]:
    """`modifier` or `state`; an empty one arrives as a list."""
    return dict(card[name]) if card[name] else {}


def is_down(card: Any) -> bool:
    return bool(marks_of(card, "state").get("hidden"))


def extra_chips(card: Any) -> int:
    """Chips that the card gained for good; a Bonus Card counts its own among them."""
    chips = sum(int(n) for n in EXTRA_CHIPS.findall(card["value"]["effect"]))
    bonus_card = marks_of(card, "modifier").get("enhancement") == "BONUS"
    return chips - BONUS_CARD_CHIPS if chips and bonus_card else chips


def playing_card(card: Any) -> Json:
    marks, state = marks_of(card, "modifier"), marks_of(card, "state")
    modifier = [f"{name}:{marks[name]}" for name in ("enhancement", "edition", "seal") if name in marks]
    if bonus := extra_chips(card):
        modifier.append(f"bonus:{bonus}")
    return {
        "uid": str(card["id"]),
        "rank": card["value"]["rank"],
        "suit": card["value"]["suit"],
        "key": card["key"],
        "modifier": modifier,
        "state": ["debuffed"] if state.get("debuff") else [],
    }


def held_card(card: Any, forced: bool) -> Json:
    place = ["face_down"] if is_down(card) else []
    place += ["forced"] if forced and marks_of(card, "state").get("highlight") else []
    if is_down(card):
        return unseen_card("edition" in marks_of(card, "modifier"), place)
    seen = playing_card(card)
    return seen | {"state": seen["state"] + place}
