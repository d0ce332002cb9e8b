"""The whole picture of a position: only what a player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache

import numpy as np

from jimbot.game import Game
from jimbot.view.picture import cards, colours, font
from jimbot.view.picture.canvas import LINE, Canvas, Image, diagonals
from jimbot.view.picture.layout import Area, fan, grid
from jimbot.view.picture.middle import draw_middle
from jimbot.view.picture.panel import draw_panel
from jimbot.view.picture.tiles import consumable_tile, draw_joker, draw_tile
from jimbot.view.picture.words import held_cards, tag_words

COLUMNS, ROWS = 640, 360  # drawn so, then enlarged
SCALE, MAX_SCALE = 2, 8
WIDTH, HEIGHT = COLUMNS * SCALE, ROWS * SCALE

JOKERS = Area(156, 15, 330, 93)
CONSUMABLES = Area(494, 15, 140, 93)
MIDDLE = Area(156, 114, 424, 134)
WHOLE = Area(156, 114, 424, 240)
HAND = Area(156, 262, 424, 92)
TAGS = Area(584, 114, 52, 168)
PILE = Area(590, 286, 42, 56)
RAISED = 10


def draw(game: Game, selected: Collection[int] = (), scale: int = SCALE) -> Image:
    """The position as an image of shape (360 * scale, 640 * scale, 3); selected hand cards are raised."""
    chosen = held_cards(game, selected)
    if not 1 <= scale <= MAX_SCALE:
        raise ValueError(f"scale must be 1 to {MAX_SCALE}, not {scale}")
    c = _table().copy()
    draw_panel(c, game, chosen)
    _jokers(c, game)
    _consumables(c, game)
    draw_middle(c, game, MIDDLE, WHOLE)
    if game.phase not in ("SHOP", "BLIND_SELECT"):
        _hand(c, game, chosen)
    _tags(c, game)
    _pile(c, game)
    return c.image(scale)


@cache
def _table() -> Canvas:
    """The empty table: darker towards the foot, with a fine weave."""
    c = Canvas(COLUMNS, ROWS)
    for y in range(ROWS):
        c.fill(0, y, COLUMNS, 1, colours.mixed(colours.TABLE_TOP, colours.TABLE_BOTTOM, y / ROWS))
    c.pixels[diagonals(ROWS, COLUMNS) % 4 == 0] += np.uint32(0x030303)
    return c


def _slots(c: Canvas, area: Area, name: str, count: int, slots: int) -> None:
    c.box(
        area.x - 2, area.y - 12, area.width + 4, area.height + 15, colours.mixed(colours.TABLE_TOP, 0, 0.35)
    )
    c.label(area.x + 2, area.y - 10, area.width, f"{name} {count}/{slots}", colours.GREY)


def _jokers(c: Canvas, game: Game) -> None:
    jokers = game.jokers
    _slots(c, JOKERS, "Jokers", len(jokers), game.joker_slots)
    back = colours.DECKS[game.deck]
    places = grid(len(jokers), JOKERS, 64, JOKERS.height, 40)
    for joker, (x, y, width, height) in zip(jokers, places, strict=True):
        c.paste(draw_joker(joker, width, height, back), x, y)


def _consumables(c: Canvas, game: Game) -> None:
    consumables = game.consumables
    _slots(c, CONSUMABLES, "Consumables", len(consumables), game.consumable_slots)
    places = grid(len(consumables), CONSUMABLES, 69, CONSUMABLES.height, 56)
    for consumable, (x, y, width, height) in zip(consumables, places, strict=True):
        c.paste(draw_tile(consumable_tile(consumable), width, height), x, y)


def _hand(c: Canvas, game: Game, selected: Collection[int]) -> None:
    """One row, or two where the corners of the cards would be covered."""
    hand = list(enumerate(game.hand))
    back = colours.DECKS[game.deck]
    rows = [hand] if len(hand) <= 20 else [hand[: len(hand) // 2], hand[len(hand) // 2 :]]
    height = cards.HEIGHT if len(rows) == 1 else 40
    corner = 2 if len(hand) <= 15 else 1
    y = HAND.y + HAND.height - (height + 2) * len(rows)
    for row in rows:
        for (i, card), x in zip(row, fan(len(row), HAND, cards.WIDTH), strict=True):
            up = RAISED if i in selected else 0
            edge = colours.SELECTED if up else colours.FORCED if card.forced else colours.SHADOW
            border = 2 if up or card.forced else 1
            c.box(x - border, y - up - border, cards.WIDTH + 2 * border, height + 2 * border, edge)
            sprite = (
                cards.back(cards.WIDTH, height, back) if card.face_down else cards.face(card, height, corner)
            )
            c.paste(sprite, x, y - up)
        y += height + 2


def _tags(c: Canvas, game: Game) -> None:
    """Tags of a kind together; those that find no room are counted."""
    counts = Counter(tag_words(tag).replace(" Tag", "") for tag in game.tags)
    y = TAGS.y
    for i, (name, count) in enumerate(counts.items()):
        lines = font.wrap(name if count == 1 else f"{count} {name}", TAGS.width - 4, 2)
        last = i == len(counts) - 1
        full = y + LINE * len(lines) + 4 > TAGS.y + TAGS.height - (0 if last else LINE)
        if full:
            lines = (f"+{len(counts) - i} more",)
        height = LINE * len(lines) + 3
        c.box(TAGS.x, y, TAGS.width, height, colours.mixed(colours.ORANGE, 0, 0.35))
        for row, line in enumerate(lines):
            c.label(TAGS.x + 2, y + 3 + LINE * row, TAGS.width - 4, line, colours.WHITE, align=0.5)
        if full:
            break
        y += height + 1


def _pile(c: Canvas, game: Game) -> None:
    back = colours.DECKS[game.deck]
    for shift in (4, 2, 0):
        c.paste(cards.back(PILE.width, PILE.height, back), PILE.x + shift - 2, PILE.y - shift)
    text = f"{game.draw_pile_size}/{len(game.full_deck)}"
    c.label(
        TAGS.x, PILE.y + PILE.height + 4, TAGS.width, text, colours.WHITE, align=0.5, shadow=colours.SHADOW
    )
