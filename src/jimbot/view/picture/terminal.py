"""A position as text, for the terminal: only what a player sees."""

from __future__ import annotations

import io
from collections.abc import Collection

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from jimbot.game import Card, Consumable, Game, Joker, Offer
from jimbot.game.content import content
from jimbot.game.records import counted, number
from jimbot.view.jokers import stickers
from jimbot.view.picture.card_text import card_text, cards_row, face
from jimbot.view.picture.words import (
    CASH_OUT,
    effect,
    held_cards,
    money,
    run_name,
    tag_words,
)
from jimbot.view.words import rank_words

EDITIONS = {
    "foil": "bright_cyan",
    "holo": "bright_magenta",
    "polychrome": "bright_yellow",
    "negative": "reverse",
}
RANKS = "AKQJT98765432"
COLUMNS = 100


def ansi(game: Game, selected: Collection[int] = ()) -> str:
    """The position as plain text, without colours. Selected cards carry the word."""
    out = io.StringIO()
    console = Console(file=out, width=COLUMNS, color_system=None, markup=False, highlight=False, emoji=False)
    console.print(draw(game, COLUMNS, held_cards(game, selected)))
    return out.getvalue()


def draw(game: Game, width: int = 80, selected: Collection[int] = ()) -> RenderableType:
    """The whole position."""
    parts = draw_above(game)
    if game.hand:
        parts.append(Text(f"Hand ({len(game.hand)} of {game.hand_size})", style="bold"))
        parts += cards_row(game.hand, width, selected)
    return Group(*parts)


def draw_above(game: Game) -> list[RenderableType]:
    """All but the hand."""
    parts: list[RenderableType] = [_header(game)]
    if game.phase == "BLIND_SELECT":
        parts.append(_blinds(game))
    elif game.phase == "SELECTING_HAND":
        parts.append(_goal(game))
    elif game.phase == "ROUND_EVAL":
        parts.append(_cash_out(game))
    elif game.phase == "SHOP":
        parts.append(_shop(game))
    elif game.phase == "PACK":
        parts.append(_pack(game))
    else:
        parts.append(_result(game))
    if game.tags:
        parts.append(Text("Tags: " + ", ".join(tag_words(t) for t in game.tags)))
    return parts + _owned(game)


def _header(game: Game) -> Text:
    text = Text(f"Ante {game.ante}", style="bold")
    text.append(f"  round {game.round}", style="not bold")
    text.append(f"  ${game.money}", style="yellow")
    stake = content()["stake"][game.stake]["name"]
    return text.append(f"  {run_name(game)}, {stake}, seed {game.seed}", style="dim not bold")


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=bool(columns), header_style="dim")
    for name in columns:
        table.add_column(name, justify="right" if name.strip() in ("target", "price") else "left")
    return table


def _blinds(game: Game) -> Table:
    table = _table("", "blind", "target", "reward", "tag for skipping", "effect")
    for i, blind in enumerate(game.blinds):
        tag = game.ante_tags[i] if i < len(game.ante_tags) else None
        table.add_row(
            ">" if blind.status == "SELECT" else "",
            Text(blind.name, style="strike" if blind.status in ("DEFEATED", "SKIPPED") else ""),
            number(blind.target),
            f"${blind.reward}",
            tag_words(tag) if tag else "",
            effect(blind),
        )
    return table


def _goal(game: Game) -> Text:
    blind = game.blind
    text = Text(f"{blind.name}: ", style="bold")
    text.append(f"{number(game.round_score)} of {number(blind.target)} chips", style="bright_blue")
    left = ((game.hands_left, "hand"), (game.discards_left, "discard"))
    rest = "".join(f"  {counted(count, noun)}" for count, noun in left)
    rest += f"  {counted(game.draw_pile_size, 'card')} to draw"
    text.append(f"{rest}  pays ${blind.reward}", style="not bold")
    if game.blind_disabled:
        text.append("\n  its effect is disabled", style="not bold")
    elif effect(blind):
        text.append(f"\n  {blind.text}", style="not bold italic")
    return text


def _cash_out(game: Game) -> Table:
    table = _table()
    for name, dollars in game.cash_out_rows.items():
        if dollars:
            table.add_row("", CASH_OUT[name], money(dollars))
    table.add_row("", "Cash-out", Text(money(sum(game.cash_out_rows.values())), style="bold yellow"))
    return table


def _result(game: Game) -> Text:
    if game.won:
        return Text("The run is won.", style="bold green")
    if game.lost:
        chips = f"{number(game.round_score)} of {number(game.target)} chips"
        return Text(f"The run is lost: {chips} at {game.blind.name}.", style="bold red")
    return Text("The run ended at a limit of the engine, without a result.", style="bold")


def _shop(game: Game) -> Table:
    table = _table("", "shop", "price", "")
    for i, offer in enumerate(game.shop, 1):
        _add_offer(table, str(i), offer, money(offer.price))
    for i, offer in enumerate(game.shop_vouchers, 1):
        row = content()["voucher"][offer.key]
        table.add_row(f"v{i}", Text(row["name"]), money(offer.price), row["text"])
    for i, offer in enumerate(game.shop_packs, 1):
        pack = content()["booster"][offer.key]
        table.add_row(f"p{i}", Text(pack["name"]), money(offer.price), pack["text"])
    table.add_row("r", "Reroll", money(game.reroll_price), "")
    return table


def _pack(game: Game) -> Table:
    row = content()["booster"][game.pack or ""]
    table = _table("", f"{row['name']}: choose {game.pack_picks_left}", "", "")
    for i, offer in enumerate(game.pack_cards, 1):
        _add_offer(table, str(i), offer, "")
    return table


def _add_offer(table: Table, number: str, offer: Offer, price: str) -> None:
    item = offer.item
    if isinstance(item, Card):
        table.add_row(number, card_text(item), price, "")
    elif isinstance(item, Joker):
        table.add_row(number, _joker_name(item), price, item.text)
    elif isinstance(item, Consumable):
        table.add_row(number, _consumable_name(item), price, item.text)


def _owned(game: Game) -> list[RenderableType]:
    parts: list[RenderableType] = []
    if game.vouchers:
        names = (content()["voucher"][key]["name"] for key in game.vouchers)
        parts.append(Text("Vouchers: " + ", ".join(names)))
    parts.append(Text(f"Jokers ({len(game.jokers)} of {game.joker_slots})", style="bold"))
    if game.jokers:
        table = _table()
        for i, joker in enumerate(game.jokers, 1):
            sell = "" if joker.sell is None else f"sells ${joker.sell}"
            table.add_row(f"  j{i}", _joker_name(joker), Text(sell, style="dim"), _joker_text(joker))
        parts.append(table)
    parts.append(Text(f"Consumables ({len(game.consumables)} of {game.consumable_slots})", style="bold"))
    if game.consumables:
        table = _table()
        for i, consumable in enumerate(game.consumables, 1):
            sell = "" if consumable.sell is None else f"sells ${consumable.sell}"
            table.add_row(f"  c{i}", _consumable_name(consumable), Text(sell, style="dim"), consumable.text)
        parts.append(table)
    return parts


def _joker_name(joker: Joker) -> Text:
    text = Text(joker.name, style="dim strike" if joker.debuffed else EDITIONS.get(joker.edition or "", ""))
    words = [joker.edition] if joker.edition else []
    words += stickers(joker)
    return text.append(f" ({', '.join(words)})" if words else "")


def _joker_text(joker: Joker) -> Text:
    return Text("face down" if joker.face_down else joker.text)


def _consumable_name(consumable: Consumable) -> Text:
    marks = ", ".join(filter(None, (consumable.kind, consumable.edition)))
    return Text(f"{consumable.name} ({marks})")


def draw_deck(game: Game) -> RenderableType:
    """The cards that may still be drawn: how many of each rank and suit, and the marked ones."""
    cards = game.draw_pile
    plain = [card for card in cards if card.enhancement != "stone"]
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for name in ("", *map(rank_words, RANKS), "all"):
        table.add_column(name, justify="right", min_width=2)
    for suit in "SHCD":
        counts = [sum(c.suit == suit and c.rank == rank for c in plain) for rank in RANKS]
        table.add_row(face("", suit), *(str(n) if n else "·" for n in counts), str(sum(counts)))
    of_rank = [sum(c.rank == rank for c in plain) for rank in RANKS]
    table.add_row("", *map(str, of_rank), str(len(plain)), style="dim")
    parts: list[RenderableType] = [table]
    marked = [
        card for card in cards if card_text(card).plain != face(card.rank or "", card.suit or "S").plain
    ]
    if marked:
        parts.append(Text("Marked: ") + Text(", ").join([card_text(card) for card in marked]))
    hidden = len(cards) - game.draw_pile_size
    if hidden > 0:
        parts.append(Text(f"{hidden} of these lie face down in your hand."))
    return Group(*parts)


def draw_hands(game: Game) -> Table:
    """Levels of the poker hands; a secret one shows once it was played."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("hand", "level", "chips", "mult", "played", "this round"):
        table.add_column(name, justify="left" if name == "hand" else "right")
    for name, hand in game.hand_levels.items():
        if content()["hand"][name]["secret"] and not hand.played:
            continue
        numbers = (hand.level, hand.chips, hand.mult, hand.played, hand.played_this_round)
        table.add_row(name, *map(number, numbers))
    return table
