"""A decision in words or as a model writes it: play A♥ K♥, buy Blueprint, use The Fool on K♣, buy_card 2.

Positions count from 1, as on the screen.
"""

from __future__ import annotations

from jimbot.apps.typed import to_action
from jimbot.apps.typed_cards import hand_positions
from jimbot.game import Action
from jimbot.game.seen import Seen
from jimbot.view import choices, decision_words

TYPED = {
    "play": "p",
    "discard": "d",
    "use": "u",
    "buy_card": "b",
    "buy_and_use": "ub",
    "buy_voucher": "bv",
    "buy_pack": "bp",
    "pick": "t",
    "take": "t",
    "buy": "b",
    "sell": "s",
    "sort": "sort",
    "sort_hand": "sort",
    "move": "move",
}
LINES = ("rearrange_hand", "rearrange_jokers", "rearrange_consumables")


def written(action: Action) -> str:
    """As it is read here: play 1,3,5; use 1 on 2,3."""
    kind = action.kind
    cards = ",".join(str(place + 1) for place in action.cards)
    if kind in ("play", "discard", *LINES):
        return f"{kind} {cards}"
    if kind == "sort_hand" or " " not in str(action):
        return str(action)
    return f"{kind} {action.index + 1}" + (f" on {cards}" if cards else "")


def read_decision(seen: Seen, text: str) -> Action:
    """ValueError says what cannot be read."""
    found = in_words(seen, text)
    if found is not None:
        return found
    kind, _, rest = text.strip().lower().replace(" in the order", "").partition(" ")
    kind = f"rearrange_{kind}" if f"rearrange_{kind}" in LINES else kind
    if kind in LINES:
        return Action(f"{kind} {_from_zero(rest)}")
    if kind in ("sell_joker", "sell_consumable"):
        kind, rest = "s", f"{kind[5]}{rest.strip()}"
    name = TYPED.get(kind, kind)
    made = to_action(seen, name, rest.replace(",", " ").split()) if name not in ("n", "k", "r") else None
    if made is not None:
        return Action(made)
    if not rest:
        try:
            return Action(kind)
        except ValueError:  # below, with what is allowed
            pass
    raise ValueError(f"could not read {text!r}; write play 1,3,5, or in words, such as buy Blueprint")


def in_words(seen: Seen, text: str) -> Action | None:
    """A legal decision by its words, with the cards that follow ``on``; None if it is none."""
    asked, _, cards = text.strip().casefold().partition(" on ")
    for choice in choices(seen):
        if choice.kind in ("play", "discard"):
            continue
        action = choice.action()
        if asked in (choice.text.casefold(), decision_words(seen, action).casefold()):
            return choice.action(hand_positions(seen, cards.split())) if cards else action
    return None


def _from_zero(text: str) -> str:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and int(word) for word in words):
        raise ValueError(f"{text!r} is no order; write the places from 1, such as 2,1,3")
    return ",".join(str(int(word) - 1) for word in words)
