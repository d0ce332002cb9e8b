"""Cards and decisions in plain words: 10♥, play 10♥ 10♠, use The Fool on K♣."""

from __future__ import annotations

import math
from collections.abc import Iterable

from jimbot.game import Action
from jimbot.game.records import Card, counted, number
from jimbot.game.seen import HIDDEN, Seen
from jimbot.view.decisions import decision

SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
STONE = "▒▒"
SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def chips_words(score: float) -> str:
    """A mean score: 12,345."""
    return number(round(score) if math.isfinite(score) else score)


def percent(chance: float) -> str:
    """A chance in words: 0 % and 100 % only where it is one."""
    shown = f"{100 * chance:.0f} %"
    if shown == "100 %" and chance < 1:
        return "over 99 %"
    return "under 1 %" if shown == "0 %" and chance > 0 else shown


def spelled(count: int, noun: str) -> str:
    """One hand, two hands; from ten on in digits."""
    return f"{SMALL[count]} {noun}{'' if count == 1 else 's'}" if count < len(SMALL) else counted(count, noun)


def rank_words(rank: str) -> str:
    return "10" if rank == "T" else rank


def marks(card: Card) -> list[str]:
    """Enhancement, edition, seal and the rest, a word each."""
    out = [word for word in (card.enhancement, card.edition) if word]
    if card.seal:
        out.append(f"{card.seal} ●")
    if card.bonus:
        out.append(f"+{card.bonus}")
    if card.debuffed:
        out.append("debuffed")
    if card.forced:
        out.append("forced")
    return out


def card_face(card: Card) -> str:
    """What shows of a card at first glance. A Stone Card has neither rank nor suit."""
    if card.face_down or card.rank is None or card.suit is None:
        return HIDDEN
    return STONE if card.enhancement == "stone" else rank_words(card.rank) + SYMBOLS[card.suit]


def card_words(card: Card) -> str:
    """A card in a line: K♠ (glass, red ●)."""
    words = marks(card)
    return card_face(card) + (f" ({', '.join(words)})" if words else "")


def faces(cards: Iterable[Card]) -> str:
    return " ".join(map(card_face, cards))


def decision_words(seen: Seen, action: Action) -> str:
    """What an action means in this position."""
    made = decision(seen, action)
    words = [made.verb]
    if made.thing is not None:
        words.append(card_words(made.thing) if isinstance(made.thing, Card) else made.thing)
        if made.cards:
            words.append("on")
    return " ".join([*words, *map(card_face, made.cards)])
