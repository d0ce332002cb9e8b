"""A playing card as pixels."""

from __future__ import annotations

from functools import lru_cache

from jimbot.game import Card
from jimbot.view.picture import colours, font
from jimbot.view.picture.canvas import Canvas
from jimbot.view.words import SYMBOLS, rank_words

WIDTH, HEIGHT = 50, 76
SMALL = 50  # lower cards show only their corner and their marks
STRIP = 10


@lru_cache(maxsize=64)
def back(width: int, height: int, colour: int) -> Canvas:
    """The back of a card."""
    c = Canvas(width, height, colours.PAPER)
    dark, light = colours.mixed(colour, 0, 0.25), colours.mixed(colour, colours.WHITE, 0.15)
    c.stripes(3, 3, width - 6, height - 6, (colour, dark, colour, light), 3)
    c.box(width // 2 - 8, height // 2 - 9, 16, 18, dark, colours.PAPER)
    c.label(0, height // 2 - 3, width, "♠", colours.PAPER, align=0.5)
    c.round_corners()
    return c


@lru_cache(maxsize=512)
def face(card: Card, height: int = HEIGHT, corner: int = 2) -> Canvas:
    """The face of a card; the rank in its corner is drawn at this scale."""
    c = _blank(card, height)
    if card.enhancement != "stone" and card.rank and card.suit:
        _pips(c, rank_words(card.rank), card.suit, corner)
    if card.seal:
        y = 15 + 8 * corner
        c.disc(3, y, 11, colours.INK)
        c.disc(4, y + 1, 9, colours.SEALS[card.seal])
        c.fill(6, y + 3, 2, 2, colours.WHITE)
    if card.bonus:
        c.label(4 + 10 * corner, 5, WIDTH - 8 - 10 * corner, f"+{card.bonus}", 0x1F6FC0)
    if card.edition == "negative":
        c.invert()
    for row, (word, colour) in enumerate(_marks(card)):
        y = height - 3 - STRIP * (row + 1)
        c.fill(1, y, WIDTH - 2, STRIP, colour)
        c.label(2, y + 2, WIDTH - 3, word, colours.WHITE)
    if card.debuffed:
        c.blend(0x55555C, 0.45)
        c.cross(colours.RED)
    c.round_corners()
    return c


def _blank(card: Card, height: int) -> Canvas:
    c = Canvas(WIDTH, height, 0x8C877B)
    if card.edition:
        c.stripes(0, 0, WIDTH, height, colours.EDITIONS[card.edition], 3)
    if card.forced:
        c.fill(0, 0, WIDTH, height, colours.FORCED)
    border = 3 if card.edition or card.forced else 1
    body = colours.ENHANCEMENTS.get(card.enhancement or "", (colours.PAPER,))
    c.stripes(border, border, WIDTH - 2 * border, height - 2 * border, body)
    return c


def _pips(c: Canvas, rank: str, suit: str, corner: int) -> None:
    colour = colours.SUITS[suit]
    c.write(4, 4, rank, colour, corner)
    c.write(4 + corner - 1, 5 + 8 * corner, SYMBOLS[suit], colour)
    if c.height >= SMALL:
        size = font.width(SYMBOLS[suit], 3)
        c.write((WIDTH - size) // 2 + 2, c.height // 2 - 10, SYMBOLS[suit], colour, 3)


def _marks(card: Card) -> list[tuple[str, int]]:
    """The strips at the foot, from the lowest up."""
    out = []
    if card.enhancement:
        out.append((card.enhancement.capitalize(), colours.ENHANCEMENT_LABELS[card.enhancement]))
    if card.edition:
        out.append((card.edition.capitalize(), colours.EDITION_LABELS[card.edition]))
    if card.forced:
        out.append(("Forced", colours.FORCED))
    return out
