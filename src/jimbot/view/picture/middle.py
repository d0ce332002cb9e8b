"""The middle of the table: what the phase is about."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from jimbot.game import Blind, Card, Consumable, Game, Joker, Offer, Tag
from jimbot.game.content import content
from jimbot.game.records import number
from jimbot.view.picture import cards, colours, font
from jimbot.view.picture.canvas import Canvas
from jimbot.view.picture.layout import Area, fan, grid
from jimbot.view.picture.tiles import (
    booster_tile,
    consumable_tile,
    draw_joker,
    draw_tile,
    voucher_tile,
)
from jimbot.view.picture.words import CASH_OUT, effect, money, tag_words
from jimbot.view.words import SYMBOLS, rank_words

RANKS = "AKQJT98765432"
TILE = 74
LOW = 40  # lower tiles carry their price themselves
STATUS = {
    "SELECT": "Next",
    "CURRENT": "Playing",
    "UPCOMING": "Upcoming",
    "DEFEATED": "Defeated",
    "SKIPPED": "Skipped",
}


def draw_middle(c: Canvas, game: Game, area: Area, whole: Area) -> None:
    """The phase in its area above the hand, or in the whole area where no hand is held."""
    if game.phase == "BLIND_SELECT":
        _blinds(c, game, whole)
    elif game.phase == "SELECTING_HAND":
        _hand_levels(c, game, Area(area.x, area.y, 206, area.height))
        _draw_pile(c, game, Area(area.x + 210, area.y, area.width - 210, area.height))
    elif game.phase == "ROUND_EVAL":
        _cash_out(c, game, area)
    elif game.phase == "SHOP":
        _shop(c, game, whole)
    elif game.phase == "PACK":
        _pack(c, game, area)
    else:
        _result(c, game, area)


def _framed(c: Canvas, area: Area, title: str) -> None:
    c.box(*area, colours.PANEL, colours.PANEL_EDGE)
    c.label(area.x + 6, area.y + 4, area.width - 12, title, colours.GREY)


def _blinds(c: Canvas, game: Game, area: Area) -> None:
    width = (area.width - 8) // 3
    tags = [*game.ante_tags, None]
    for i, (blind, tag) in enumerate(zip(game.blinds, tags, strict=True)):
        _blind(c, Area(area.x + i * (width + 4), area.y, width, area.height), blind, tag)
    if game.legal_indices("reroll_boss"):
        x = area.x + 2 * (width + 4) + 8
        c.label(x, area.y + 153, width - 16, "It can be rerolled", colours.GREEN, align=0.5)


def _blind(c: Canvas, area: Area, blind: Blind, tag: Tag | None) -> None:
    x, y, width, height = area
    now = blind.status == "SELECT"
    passed = blind.status in ("DEFEATED", "SKIPPED")
    colour = colours.BLINDS[blind.key]
    if passed:
        colour = colours.mixed(colour, colours.PANEL, 0.6)
    c.box(x, y, width, height, colours.PANEL, colours.SELECTED if now else colours.PANEL_EDGE)
    c.label(x + 6, y + 6, width - 12, STATUS[blind.status], colours.SELECTED if now else colours.GREY, 2, 0.5)
    c.box(x + 6, y + 26, width - 12, 26, colour)
    c.label(x + 10, y + 32, width - 20, blind.name, colours.WHITE, 2, 0.5, colours.mixed(colour, 0, 0.5))
    c.lines(x + 8, y + 60, width - 16, 3, effect(blind) or "No effect", colours.PAPER, 0.5)
    c.box(x + 6, y + 94, width - 12, 50, colours.PANEL_DARK)
    c.label(x + 8, y + 98, width - 16, "Score at least", colours.GREY, align=0.5)
    c.label(x + 8, y + 111, width - 16, number(blind.target), colours.RED, 2, 0.5)
    c.label(x + 8, y + 131, width - 16, f"pays ${blind.reward}", colours.GOLD, align=0.5)
    if tag:
        c.label(x + 8, y + 153, width - 16, "Skip it for", colours.GREY, align=0.5)
        c.box(x + 6, y + 164, width - 12, 15, colours.mixed(colours.ORANGE, 0, 0.35))
        c.label(x + 8, y + 168, width - 16, tag_words(tag), colours.WHITE, align=0.5)
        c.lines(x + 8, y + 184, width - 16, 4, content()["tag"][tag.key]["text"], colours.PAPER, 0.5)


def _hand_levels(c: Canvas, game: Game, area: Area) -> None:
    _framed(c, area, "Poker hands")
    c.label(area.x + 6, area.y + 4, area.width - 12, "played", colours.GREY, align=1)
    rows = [
        row for row in game.hand_levels.values() if row.played or not content()["hand"][row.name]["secret"]
    ]
    y = area.y + 16
    for row in rows:
        raised = row.level > 1
        c.label(area.x + 6, y, 22, str(row.level), colours.GOLD if raised else colours.DIM)
        c.label(area.x + 26, y, 80, row.name, colours.WHITE if raised else colours.PAPER)
        c.label(area.x + 100, y, 34, number(row.chips), colours.BLUE, align=1)
        c.label(area.x + 136, y, 7, "×", colours.DIM)
        c.label(area.x + 145, y, 34, number(row.mult), colours.RED)
        c.label(area.x + 170, y, area.width - 176, number(row.played), colours.GREY, align=1)
        y += (area.height - 18) // max(9, len(rows))


def _draw_pile(c: Canvas, game: Game, area: Area) -> None:
    """How many of each rank and suit may still be drawn, and the marks among them."""
    pile = game.draw_pile
    hidden = len(pile) - game.draw_pile_size
    _framed(
        c, area, f"Draw pile: {game.draw_pile_size} cards" + (f" (+{hidden} face down)" if hidden else "")
    )
    counts = Counter((card.suit, card.rank) for card in pile if card.enhancement != "stone")
    across = (area.width - 40) // len(RANKS)
    x, y = area.x + 18, area.y + 18
    for i, rank in enumerate(RANKS):
        c.label(x + i * across, y, across, rank_words(rank), colours.DIM, align=0.5)
    for suit in "SHCD":
        y += 13
        c.fill(area.x + 5, y - 3, area.width - 10, 12, colours.PANEL_DARK)
        c.label(area.x + 8, y - 1, 8, SYMBOLS[suit], colours.mixed(colours.SUITS[suit], colours.WHITE, 0.3))
        row = [counts[suit, rank] for rank in RANKS]
        for i, count in enumerate(row):
            colour = colours.DIM if not count else colours.PAPER if count == 1 else colours.GOLD
            c.label(x + i * across, y - 1, across, str(count) if count else "·", colour, align=0.5)
        c.label(area.x + area.width - 24, y - 1, 18, str(sum(row)), colours.GREY, align=1)
    marks = Counter(
        mark
        for card in pile
        for mark in (card.enhancement, card.edition, card.seal and f"{card.seal} seal")
        if mark
    )
    words = ", ".join(f"{count} {mark}" for mark, count in sorted(marks.items()))
    c.lines(area.x + 6, y + 16, area.width - 12, 4, words, colours.GREY)


def _cash_out(c: Canvas, game: Game, area: Area) -> None:
    rows = game.cash_out_rows
    panel = Area(area.x + 60, area.y, area.width - 120, 130)
    _framed(c, panel, "Round won")
    y = panel.y + 20
    for name, dollars in rows.items():
        if dollars:
            text = money(dollars)
            c.label(panel.x + 10, y, 120, CASH_OUT[name], colours.PAPER)
            x = panel.x + 16 + font.width(CASH_OUT[name])
            dots = (panel.x + panel.width - 14 - font.width(text) - x) // font.width("· ·")
            c.write(x, y, "· " * dots, colours.DIM)
            c.label(panel.x + 10, y, panel.width - 20, text, colours.GOLD, align=1)
            y += 12
    c.box(panel.x + 8, panel.y + 100, panel.width - 16, 22, colours.mixed(colours.ORANGE, 0, 0.2))
    total = f"Cash out: {money(sum(rows.values()))}"
    c.label(panel.x + 10, panel.y + 104, panel.width - 20, total, colours.WHITE, 2, 0.5, colours.SHADOW)


def _item(
    item: Card | Joker | Consumable | str, width: int, height: int, back: int, price: str = ""
) -> Canvas:
    if isinstance(item, Card):
        return cards.back(cards.WIDTH, cards.HEIGHT, back) if item.face_down else cards.face(item)
    if isinstance(item, Joker):
        return draw_joker(item, width, height, back)
    if isinstance(item, Consumable):
        return draw_tile(consumable_tile(item), width, height)
    tile = voucher_tile(item) if item.startswith("v_") else booster_tile(item)
    return draw_tile(replace(tile, right=price), width, height)


def _sale(c: Canvas, offers: list[Offer], area: Area, back: int) -> None:
    """Offers under their prices."""
    below = Area(area.x, area.y + 14, area.width, area.height - 14)
    rows = grid(len(offers), below, TILE, below.height, 40, gap=4)
    for offer, place in zip(offers, rows, strict=True):
        text = money(offer.price) if offer.price else "free"
        low = place.height < LOW
        sprite = _item(offer.item, place.width, place.height, back, text if low else "")
        c.paste(sprite, place.x + (place.width - sprite.width) // 2, place.y)
        if not low:
            width = font.width(text) + 12
            x = place.x + (place.width - width) // 2
            c.box(x, place.y - 13, width, 15, colours.PANEL_DARK, colours.GOLD)
            c.label(x, place.y - 9, width, text, colours.GOLD, align=0.5)


def _shop(c: Canvas, game: Game, area: Area) -> None:
    back = colours.DECKS[game.deck]
    half = area.height // 2 - 2
    low = area.y + half + 4
    c.box(area.x, area.y, area.width, half, colours.PANEL, colours.PANEL_EDGE)
    c.box(area.x + 6, area.y + 6, 76, half - 12, colours.mixed(colours.GREEN, 0, 0.45))
    c.label(area.x + 6, area.y + 34, 76, "Reroll", colours.WHITE, 2, 0.5, colours.SHADOW)
    c.label(area.x + 6, area.y + 54, 76, money(game.reroll_price), colours.GOLD, 2, 0.5, colours.SHADOW)
    _sale(c, game.shop, Area(area.x + 92, area.y + 5, area.width - 98, half - 10), back)
    width = area.width - 170
    c.box(area.x, low, width, half, colours.PANEL, colours.PANEL_EDGE)
    _sale(c, game.shop_vouchers, Area(area.x + 6, low + 5, width - 12, half - 10), back)
    c.box(area.x + width + 4, low, 166, half, colours.PANEL, colours.PANEL_EDGE)
    _sale(c, game.shop_packs, Area(area.x + width + 12, low + 5, 152, half - 10), back)


def _pack(c: Canvas, game: Game, area: Area) -> None:
    row = content()["booster"][game.pack or ""]
    c.box(*area, colours.PANEL, colours.BOOSTERS[row["kind"]])
    title = f"{row['name']}: choose {game.pack_picks_left}"
    c.label(area.x + 6, area.y + 5, area.width - 12, title, colours.WHITE, 2, 0.5, colours.SHADOW)
    inner = Area(area.x + 6, area.y + 24, area.width - 12, area.height - 28)
    back = colours.DECKS[game.deck]
    offers = game.pack_cards
    for offer, x in zip(offers, fan(len(offers), inner, TILE, 8), strict=True):
        sprite = _item(offer.item, TILE, inner.height, back)
        c.paste(sprite, x + (TILE - sprite.width) // 2, inner.y + (inner.height - sprite.height) // 2)


def _result(c: Canvas, game: Game, area: Area) -> None:
    colour = colours.GREEN if game.won else colours.RED if game.lost else colours.GREY
    c.box(*area, colours.PANEL, colour)
    title = "Run won" if game.won else "Run lost" if game.lost else "Run ended"
    c.label(area.x + 6, area.y + 20, area.width - 12, title, colour, 5, 0.5, colours.SHADOW)
    facts = f"{number(game.round_score)} of {number(game.target)} chips at {game.blind.name}"
    if not game.won and not game.lost:
        facts = "A limit of the engine was reached: no result"
    c.label(area.x + 6, area.y + 70, area.width - 12, facts, colours.PAPER, 2, 0.5)
    c.label(
        area.x + 6,
        area.y + 94,
        area.width - 12,
        f"Ante {game.ante}, round {game.round}",
        colours.GREY,
        2,
        0.5,
    )
