"""Tiles: jokers, consumables, vouchers and packs, each a card of text that adapts to its size."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from jimbot.game import Consumable, Joker
from jimbot.game.content import content
from jimbot.view.picture import colours, font
from jimbot.view.picture.canvas import LINE, Canvas
from jimbot.view.picture.cards import back
from jimbot.view.picture.words import counter, money, target

FRAME = 2
STRIP = 10
TWO_LINES = 36  # the least height with two lines of title
WITH_FOOT = 27  # ... with a foot
WITH_STRIPS = 60  # ... with a word for each edition and sticker


@dataclass(frozen=True)
class Tile:
    title: str
    text: str
    colour: int
    edition: str | None = None
    stickers: tuple[tuple[str, int], ...] = ()
    left: str = ""
    right: str = ""
    debuffed: bool = False


@lru_cache(maxsize=512)
def joker_tile(joker: Joker) -> Tile:
    rows = content()["joker"]
    stickers = [name for name in ("eternal", "rental", "pinned") if getattr(joker, name)]
    words = [(name.capitalize(), colours.STICKERS[name]) for name in stickers]
    if joker.perishable:
        words.append((f"Perishes {joker.rounds_left}", colours.STICKERS["perishable"]))
    return Tile(
        joker.name,
        joker.text,
        colours.RARITIES[rows[joker.key]["rarity"]],
        joker.edition,
        tuple(words),
        left=" ".join(filter(None, (counter(joker), target(joker)))),
        right="" if joker.sell is None else money(joker.sell),
        debuffed=joker.debuffed,
    )


def consumable_tile(consumable: Consumable) -> Tile:
    return Tile(
        consumable.name,
        consumable.text,
        colours.CONSUMABLES[consumable.kind],
        consumable.edition,
        left=consumable.kind.capitalize(),
        right="" if consumable.sell is None else money(consumable.sell),
    )


def voucher_tile(key: str) -> Tile:
    row = content()["voucher"][key]
    return Tile(row["name"], row["text"], colours.VOUCHER, left="Voucher")


def booster_tile(key: str) -> Tile:
    row = content()["booster"][key]
    return Tile(row["name"], row["text"], colours.BOOSTERS[row["kind"]], left="Pack")


def draw_joker(joker: Joker, width: int, height: int, colour: int) -> Canvas:
    """A joker, or its back in this colour."""
    return back(width, height, colour) if joker.face_down else draw_tile(joker_tile(joker), width, height)


@lru_cache(maxsize=512)
def draw_tile(tile: Tile, width: int, height: int) -> Canvas:
    """The title above all; then, as there is room, the foot, edition and stickers, the text."""
    inner = width - 2 * FRAME
    negative = tile.edition == "negative"
    c = Canvas(width, height, colours.mixed(tile.colour, 0, 0.4))
    if tile.edition:
        c.stripes(0, 0, width, height, colours.EDITIONS[tile.edition], 3)
    c.fill(FRAME, FRAME, inner, height - 2 * FRAME, colours.NIGHT if negative else colours.PAPER)
    title = font.wrap(tile.title, inner - 2, 2 if height >= TWO_LINES else 1)
    top = FRAME + LINE * len(title) + 1
    c.fill(FRAME, FRAME, inner, top - FRAME, tile.colour)
    first = min(FRAME + 1, (height - 7) // 2)
    for i, line in enumerate(title):
        c.label(FRAME + 1, first + LINE * i, inner - 2, line, colours.WHITE, align=0.5)
    bottom = height - FRAME
    if height >= WITH_FOOT and (tile.left or tile.right):
        bottom = _foot(c, tile, bottom)
    bottom = _strips(c, tile, bottom)
    room = (bottom - top - 2) // (LINE - 1)
    ink = colours.PAPER if negative else colours.INK
    c.lines(FRAME + 2, top + 3, inner - 4, room, tile.text, ink, pitch=LINE - 1)
    if tile.debuffed:
        c.blend(0x55555C, 0.45)
        c.cross(colours.RED)
    c.round_corners()
    return c


def _foot(c: Canvas, tile: Tile, bottom: int) -> int:
    inner = c.width - 2 * FRAME
    y = bottom - STRIP - 1
    c.fill(FRAME, y, inner, STRIP + 1, 0xDDD5C1)
    right = font.width(tile.right)
    c.label(FRAME + 2, y + 2, inner - 4, tile.right, 0x8A6410, align=1)
    c.label(FRAME + 2, y + 2, inner - 6 - right, tile.left, 0x9C2F2A)
    return y


def _strips(c: Canvas, tile: Tile, bottom: int) -> int:
    words = list(tile.stickers)
    if tile.edition:
        words.insert(0, (tile.edition.capitalize(), colours.EDITION_LABELS[tile.edition]))
    if c.height < WITH_STRIPS:
        for i, (_, colour) in enumerate(words):
            c.fill(c.width - 6 - 5 * i, bottom - 4, 4, 4, colour)
        return bottom
    for word, colour in words:
        bottom -= STRIP
        c.fill(FRAME, bottom, c.width - 2 * FRAME, STRIP, colour)
        c.label(FRAME, bottom + 2, c.width - 2 * FRAME, word, colours.WHITE, align=0.5)
    return bottom
