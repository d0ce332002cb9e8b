"""The panel on the left: the blind, the score, what is left of the round, the run."""

from __future__ import annotations

from collections.abc import Collection

from jimbot.game import Blind, Game
from jimbot.game.content import content
from jimbot.game.records import number
from jimbot.view.picture import colours, font
from jimbot.view.picture.canvas import Canvas
from jimbot.view.picture.words import effect, money, run_name

WIDTH = 150
X, INNER = 4, 142
HALF = INNER // 2 - 2


def draw_panel(c: Canvas, game: Game, selected: Collection[int]) -> None:
    c.fill(0, 0, WIDTH, c.height, colours.PANEL)
    c.fill(WIDTH - 2, 0, 2, c.height, colours.PANEL_EDGE)
    blind = game.blind
    _blind(c, 4, game, blind)
    _target(c, 64, game, blind)
    _score(c, 102, game, blind)
    _hand(c, 142, game, selected)
    _number(c, X, 178, HALF, "Hands", str(game.hands_left), colours.BLUE)
    _number(c, X + HALF + 4, 178, HALF, "Discards", str(game.discards_left), colours.RED)
    _number(c, X, 210, INNER, "Money", money(game.money), colours.GOLD if game.money >= 0 else colours.RED)
    _number(c, X, 242, HALF, "Ante", str(game.ante), colours.ORANGE)
    _number(c, X + HALF + 4, 242, HALF, "Round", str(game.round), colours.ORANGE)
    _run(c, 275, game)
    _vouchers(c, 300, game)


def _blind(c: Canvas, y: int, game: Game, blind: Blind) -> None:
    colour = colours.BLINDS[blind.key]
    c.box(X, y, INNER, 56, colours.mixed(colour, 0, 0.55), colour)
    c.box(X, y, INNER, 22, colour)
    dark = colours.mixed(colour, 0, 0.5)
    c.label(X + 4, y + 4, INNER - 8, blind.name, colours.WHITE, 2, 0.5, shadow=dark)
    text = "Its effect is disabled" if game.blind_disabled else effect(blind) or "No effect"
    c.lines(X + 5, y + 25, INNER - 10, 3, text, colours.PAPER, 0.5)


def _target(c: Canvas, y: int, game: Game, blind: Blind) -> None:
    c.box(X, y, INNER, 34, colours.PANEL_DARK)
    coming = game.phase in ("BLIND_SELECT", "SHOP")
    c.label(X + 6, y + 4, INNER - 12, "Next: score" if coming else "Score at least", colours.GREY)
    c.label(X + 6, y + 4, INNER - 12, f"pays ${blind.reward}", colours.GOLD, align=1)
    c.label(X + 6, y + 16, INNER - 12, number(blind.target), colours.RED, 2, 0.5)


def _score(c: Canvas, y: int, game: Game, blind: Blind) -> None:
    c.box(X, y, INNER, 36, colours.PANEL_DARK)
    c.label(X + 6, y + 4, INNER - 12, "Round score", colours.GREY)
    c.label(X + 6, y + 14, INNER - 12, number(game.round_score), colours.WHITE, 2, 0.5)
    reached = game.round_score >= blind.target
    share = 1.0 if reached else max(0.0, game.round_score / blind.target)
    c.fill(X + 5, y + 31, INNER - 10, 2, colours.PANEL_EDGE)
    c.fill(X + 5, y + 31, int((INNER - 10) * share), 2, colours.GREEN if reached else colours.BLUE)


def _hand(c: Canvas, y: int, game: Game, selected: Collection[int]) -> None:
    """The poker hand of the selected cards with its chips and mult."""
    name, level, chips, mult = "", "", "0", "0"
    play = "play " + ",".join(map(str, sorted(selected)))
    if selected and game.is_legal(play):
        hand = game.score(selected).hand
        if hand is None:
            name, chips, mult = "?", "?", "?"
        else:
            row = game.hand_levels[hand]
            name, level, chips, mult = hand, f"lvl {row.level}", number(row.chips), number(row.mult)
    c.label(X + 2, y, INNER - 4, level, colours.GREY, align=1)
    c.label(X + 2, y, INNER - 8 - font.width(level), name, colours.WHITE)
    c.box(X, y + 11, 64, 20, colours.mixed(colours.BLUE, 0, 0.25))
    c.box(X + INNER - 64, y + 11, 64, 20, colours.mixed(colours.RED, 0, 0.2))
    c.label(X + 3, y + 14, 58, chips, colours.WHITE, 2, 1)
    c.label(X + INNER - 61, y + 14, 58, mult, colours.WHITE, 2)
    c.label(X + 64, y + 14, INNER - 128, "×", colours.RED, 2, 0.5)


def _number(c: Canvas, x: int, y: int, width: int, name: str, text: str, colour: int) -> None:
    c.box(x, y, width, 29, colours.PANEL_DARK)
    c.label(x + 4, y + 3, width - 8, name, colours.GREY, align=0.5)
    c.label(x + 4, y + 13, width - 8, text, colour, 2, 0.5)


def _run(c: Canvas, y: int, game: Game) -> None:
    deck = colours.CHALLENGE if game.challenge else colours.DECKS[game.deck]
    stake = content()["stake"][game.stake]["name"]
    for name, colour in ((run_name(game), deck), (stake, colours.STAKES[game.stake])):
        c.disc(X + 2, y - 1, 9, colour)
        c.label(X + 15, y, INNER - 16, name, colours.PAPER)
        y += 12


def _vouchers(c: Canvas, y: int, game: Game) -> None:
    names = [content()["voucher"][key]["name"] for key in game.vouchers]
    if names:
        c.label(X + 2, y, INNER, f"Vouchers ({len(names)})", colours.GREY)
        c.lines(X + 2, y + 11, INNER - 4, 5, ", ".join(names), colours.ORANGE, pitch=9)
