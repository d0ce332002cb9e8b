"""What both drawings, text and image, say in the same words."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from jimbot.game import Blind, Game, Joker, Tag
from jimbot.game.content import content
from jimbot.game.records import number
from jimbot.view.words import SYMBOLS, rank_words

CASH_OUT = {
    "blind": "Blind",
    "hands": "Hands left",
    "discards": "Discards left",
    "jokers": "Jokers",
    "tags": "Tags",
    "interest": "Interest",
}


def run_name(game: Game) -> str:
    """The challenge, or else the deck."""
    name: str = (
        content()["challenge"][game.challenge]["name"]
        if game.challenge
        else content()["deck"][game.deck]["name"]
    )
    return name


def money(dollars: int) -> str:
    return f"-${-dollars}" if dollars < 0 else f"${dollars}"


def effect(blind: Blind) -> str:
    return "" if blind.text == "No effect" else blind.text


def tag_words(tag: Tag) -> str:
    return f"{tag.name} ({tag.hand})" if tag.hand else tag.name


def counter(joker: Joker) -> str:
    """The counter of a joker, once it has moved."""
    started = joker.value == content()["joker"][joker.key]["start"]
    return "" if started else number(joker.value)


def target(joker: Joker) -> str:
    """What a joker looks for this round: a card, a rank, a suit, a poker hand."""
    suit, _, rank = (joker.target or "").partition("_")
    return rank_words(rank) + SYMBOLS[suit] if rank else SYMBOLS.get(suit, rank_words(suit))


def held_cards(game: Game, selected: Iterable[int]) -> frozenset[int]:
    """The selected positions. ValueError for one that is not in hand."""
    cards, held = frozenset(map(operator.index, selected)), len(game.hand)
    for i in sorted(cards):
        if not 0 <= i < held:
            allowed = f"positions 0 to {held - 1} are allowed" if held else "no cards are held"
            raise ValueError(f"selected card {i}; {allowed}")
    return cards
