"""Cards, jokers and whatever else lies on the table as SVG: crisp at any size, for pages."""

from __future__ import annotations

import base64
import html
import textwrap
from collections.abc import Iterable, Sequence

from jimbot.game import Card
from jimbot.game.content import content
from jimbot.view.picture import colours
from jimbot.view.picture.tiles import Tile
from jimbot.view.words import SYMBOLS, rank_words

CARD_WIDTH, CARD_HEIGHT = 70, 98
TILE_WIDTH, TILE_HEIGHT = 132, 150
LETTERS = 21  # in a line of a tile
FONT = "system-ui, 'DejaVu Sans', sans-serif"


def hexed(colour: int) -> str:
    return f"#{colour:06x}"


def card_svg(card: Card, raised: bool = False, price: str = "") -> str:
    """A playing card; a raised one is selected, one in the shop has its price."""
    parts = [_paper(card, raised)]
    if card.face_down:
        parts.append(_back())
    else:
        parts += _face(card)
    if price:
        parts.append(_text(CARD_WIDTH - 9, CARD_HEIGHT - 10, price, 12, "#8a6410", "end", "bold"))
    title = html.escape("face down" if card.face_down else card.code)
    return _svg(CARD_WIDTH, CARD_HEIGHT, parts, title)


def _paper(card: Card, raised: bool) -> str:
    body = colours.ENHANCEMENTS.get(card.enhancement or "", (colours.PAPER,))[0]
    edge, width = hexed(0x8C877B), 1.5
    if card.edition:
        edge, width = hexed(colours.EDITION_LABELS[card.edition]), 3
    if card.forced:
        edge, width = hexed(colours.FORCED), 3
    if raised:
        edge, width = "#e0951f", 4.5
    return (
        f'<rect x="3" y="3" width="{CARD_WIDTH - 6}" height="{CARD_HEIGHT - 6}" rx="7" fill="{hexed(body)}"'
        f' stroke="{edge}" stroke-width="{width}"/>'
    )


def _back() -> str:
    return (
        f'<rect x="9" y="9" width="{CARD_WIDTH - 18}" height="{CARD_HEIGHT - 18}" rx="4" fill="#c6423a"/>'
        + _text(CARD_WIDTH / 2, CARD_HEIGHT / 2 + 8, "?", 24, hexed(colours.PAPER), "middle")
    )


def _face(card: Card) -> list[str]:
    parts = []
    if card.enhancement != "stone" and card.rank and card.suit:
        colour = hexed(colours.SUITS[card.suit])
        parts.append(_text(9, 26, rank_words(card.rank), 21, colour, weight="bold"))
        parts.append(_text(9, 45, SYMBOLS[card.suit], 18, colour))
        parts.append(_text(CARD_WIDTH - 9, 72, SYMBOLS[card.suit], 38, colour, "end"))
    if card.seal:
        parts.append(
            f'<circle cx="{CARD_WIDTH - 15}" cy="17" r="7" fill="{hexed(colours.SEALS[card.seal])}"'
            f' stroke="{hexed(colours.INK)}"/>'
        )
    if card.bonus:
        parts.append(_text(CARD_WIDTH - 9, 40, f"+{card.bonus}", 10, "#1f6fc0", "end"))
    marks = [(word, table[word]) for word, table in _marks(card)]
    for row, (word, mark) in enumerate(marks):
        y = CARD_HEIGHT - 18 - 13 * row
        parts.append(f'<rect x="4" y="{y}" width="{CARD_WIDTH - 8}" height="13" fill="{hexed(mark)}"/>')
        parts.append(_text(CARD_WIDTH / 2, y + 10, word.capitalize(), 9.5, "#ffffff", "middle"))
    if card.debuffed:
        parts.append(
            f'<path d="M8 8 L{CARD_WIDTH - 8} {CARD_HEIGHT - 8} M{CARD_WIDTH - 8} 8 L8 {CARD_HEIGHT - 8}"'
            f' stroke="{hexed(colours.RED)}" stroke-width="4" opacity=".8"/>'
        )
    return parts


def _marks(card: Card) -> list[tuple[str, dict[str, int]]]:
    out = []
    if card.enhancement:
        out.append((card.enhancement, colours.ENHANCEMENT_LABELS))
    if card.edition:
        out.append((card.edition, colours.EDITION_LABELS))
    return out


def tile_svg(tile: Tile) -> str:
    """A joker, consumable, voucher, pack, tag or blind: title, text, edition and stickers, foot."""
    dark = tile.edition == "negative"
    paper, ink = (colours.NIGHT, colours.PAPER) if dark else (colours.PAPER, colours.INK)
    edge = colours.EDITION_LABELS[tile.edition] if tile.edition else colours.mixed(tile.colour, 0, 0.3)
    words = [(word, hexed(colour)) for word, colour in tile.stickers]
    if tile.edition:
        words.insert(0, (tile.edition.capitalize(), hexed(colours.EDITION_LABELS[tile.edition])))
    right = TILE_WIDTH - 3
    title = textwrap.wrap(tile.title, 18)[:2] or [""]
    top = 12 + 15 * len(title)
    foot = TILE_HEIGHT - (20 if tile.left or tile.right else 4)
    room = int((foot - 14 * len(words) - top - 8) // 11.5)
    lines = textwrap.wrap(tile.text, LETTERS)
    if len(lines) > room:
        lines = [*lines[: room - 1], f"{lines[room - 1][: LETTERS - 1]}…"] if room > 0 else []
    parts = [
        f'<rect x="2" y="2" width="{TILE_WIDTH - 4}" height="{TILE_HEIGHT - 4}" rx="8" fill="{hexed(paper)}"'
        f' stroke="{hexed(edge)}" stroke-width="{3 if tile.edition else 2}"/>',
        f'<path d="M3 {top} V10 Q3 3 10 3 H{right - 7} Q{right} 3 {right} 10 V{top} Z"'
        f' fill="{hexed(tile.colour)}"/>',
    ]
    parts += [
        _text(TILE_WIDTH / 2, 18 + 15 * i, line, 13, "#ffffff", "middle", "bold")
        for i, line in enumerate(title)
    ]
    parts += [_text(8, top + 13 + 11.5 * i, line, 10, hexed(ink)) for i, line in enumerate(lines)]
    for i, (word, colour) in enumerate(words):
        y = foot - 14 * (len(words) - i)
        parts.append(f'<rect x="3" y="{y}" width="{TILE_WIDTH - 6}" height="13" fill="{colour}"/>')
        parts.append(_text(TILE_WIDTH / 2, y + 10, word, 9.5, "#ffffff", "middle"))
    if tile.left or tile.right:
        parts.append(_text(8, TILE_HEIGHT - 8, tile.left[:20], 10.5, "#c2413a", weight="bold"))
        money = "#d9a21b" if dark else "#8a6410"
        parts.append(_text(TILE_WIDTH - 8, TILE_HEIGHT - 8, tile.right, 11, money, "end", "bold"))
    if tile.debuffed:
        parts.append(
            f'<path d="M8 8 L{TILE_WIDTH - 8} {TILE_HEIGHT - 8} M{TILE_WIDTH - 8} 8 L8 {TILE_HEIGHT - 8}"'
            f' stroke="{hexed(colours.RED)}" stroke-width="4" opacity=".7"/>'
        )
    return _svg(TILE_WIDTH, TILE_HEIGHT, parts, html.escape(f"{tile.title}: {tile.text}"))


def blind_tile(key: str, text: str = "", left: str = "", right: str = "") -> Tile:
    row = content()["blind"][key]
    return Tile(row["name"], text or row["text"], colours.BLINDS[key], left=left, right=right)


def tag_tile(key: str) -> Tile:
    row = content()["tag"][key]
    return Tile(row["name"], row["text"], colours.mixed(colours.ORANGE, 0, 0.25), left="Tag")


def image_html(drawing: str) -> str:
    """A drawing as an image within a page: whatever is written on it, nothing in it can run."""
    title = drawing.partition('aria-label="')[2].partition('"')[0]
    data = base64.b64encode(drawing.encode()).decode()
    source = f"data:image/svg+xml;base64,{data}"
    return f'<img alt="{title}" title="{title}" style="max-width:100%" src="{source}">'


def row_html(drawings: Iterable[str]) -> str:
    """Drawings side by side, in as many lines as the page needs."""
    shown = "".join(map(image_html, drawings))
    return f'<div style="display:flex;flex-wrap:wrap;gap:4px;align-items:flex-start">{shown}</div>'


def hand_html(cards: Sequence[Card], selected: Iterable[int] = ()) -> str:
    """A hand in one line, smaller where the page is narrow."""
    chosen = frozenset(selected)
    size = min(12.0, 98.0 / max(1, len(cards)))
    shown = "".join(
        f'<div style="flex:0 1 {size:.2f}%;max-width:{CARD_WIDTH}px;min-width:0;'
        f'transform:translateY({-8 if i in chosen else 0}px)">{image_html(card_svg(card, i in chosen))}</div>'
        for i, card in enumerate(cards)
    )
    return f'<div style="display:flex;gap:2px;padding-top:10px">{shown}</div>'


def _text(
    x: float, y: float, words: str, size: float, colour: str, anchor: str = "start", weight: str = "normal"
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}" text-anchor="{anchor}"'
        f' font-weight="{weight}">{html.escape(words)}</text>'
    )


def _svg(width: int, height: int, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' width="{width}" height="{height}" font-family="{FONT}"'
        f' role="img" aria-label="{title}">'
        f"{''.join(parts)}</svg>"
    )
