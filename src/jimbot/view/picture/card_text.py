"""A playing card as text: rank and suit in colour, and its marks."""

from __future__ import annotations

import re
from collections.abc import Collection

from rich.table import Table
from rich.text import Text

from jimbot.game import Card
from jimbot.view.words import STONE, SYMBOLS, marks, rank_words

COLOURS = {"S": "bright_blue", "H": "bright_red", "C": "green", "D": "yellow"}
FACE_DOWN = "??"
CODE = re.compile(r"\b([SHCD])_([2-9TJQKA])\b(/\S+)?")
CELL = 9  # columns of one card: the longest mark and a gap


def face(rank: str, suit: str) -> Text:
    """10♥ and so on."""
    return Text(rank_words(rank) + SYMBOLS[suit], style=f"bold {COLOURS[suit]}")


def card_face(card: Card) -> Text:
    """What shows of a card at first glance. A Stone Card has neither rank nor suit."""
    if card.face_down or card.rank is None or card.suit is None:
        return Text(FACE_DOWN, style="dim")
    if card.enhancement == "stone":
        return Text(STONE)
    shown = face(card.rank, card.suit)
    if card.debuffed:
        shown.stylize("dim strike")
    return shown


def card_text(card: Card) -> Text:
    """A card in a line: K♠ (glass, red ●)."""
    words = marks(card)
    return card_face(card) + (Text(f" ({', '.join(words)})", style="italic") if words else Text(""))


def cards_row(cards: list[Card], width: int, selected: Collection[int] = ()) -> list[Table]:
    """Cards side by side under their positions, in as many lines as the width needs."""
    per_line = max(1, (width - 2) // CELL)
    tables = []
    for start in range(0, len(cards), per_line):
        line = cards[start : start + per_line]
        table = Table(box=None, show_header=False, padding=0, pad_edge=False)
        table.add_column(width=2)
        for _ in line:
            table.add_column(width=CELL, no_wrap=True)
        table.add_row("", *(Text(str(start + i), style="dim") for i in range(1, len(line) + 1)))
        table.add_row("", *(card_face(card) for card in line))
        words = [["selected"] * (i in selected) + marks(card) for i, card in enumerate(line, start)]
        for row in range(max(map(len, words))):
            table.add_row("", *(Text(w[row] if row < len(w) else "", style="italic") for w in words))
        tables.append(table)
    return tables


def with_faces(text: str) -> Text:
    """Text in which card codes such as S_K/e:GLASS are drawn as cards."""
    out = Text()
    at = 0
    for match in CODE.finditer(text):
        out.append(text[at : match.start()])
        stone = "/e:STONE" in (match[3] or "")
        out.append_text(Text(STONE) if stone else face(match[2], match[1]))
        at = match.end()
    return out.append(text[at:])
