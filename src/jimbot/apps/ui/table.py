"""The table as HTML: what a player sees of a position, drawn by our own SVG. Every word is escaped."""

from __future__ import annotations

import html
from collections.abc import Collection, Iterable

from jimbot.game.content import content
from jimbot.game.records import Card, number
from jimbot.game.saved.profile import Used
from jimbot.view import Explanation, LiveJoker, Position, Suggestion, Ware, card_words, percent
from jimbot.view.picture import colours
from jimbot.view.picture.svg import blind_tile, card_svg, hand_html, row_html, tag_tile, tile_svg
from jimbot.view.picture.tiles import Tile, booster_tile, consumable_tile, voucher_tile
from jimbot.view.picture.words import CASH_OUT, money


def head_html(seen: Position) -> str:
    """Where the run is, in one line that breaks where it must."""
    facts = {"Ante": str(seen.ante), "Blind": seen.blind.name}
    if seen.phase == "SELECTING_HAND":
        facts["Score"] = f"{number(seen.score)} of {number(seen.target)}"
        facts |= {"Hands": str(seen.hands_left), "Discards": str(seen.discards_left)}
    facts |= {"Money": money(seen.money), "Round": str(seen.round)}
    facts |= {"Deck": seen.challenge or f"{seen.deck}, {seen.stake}"}
    cells = "".join(
        f'<div style="min-width:4em"><div style="opacity:.65;font-size:80%">{html.escape(name)}</div>'
        f'<div style="font-size:115%;font-weight:600">{html.escape(text)}</div></div>'
        for name, text in facts.items()
    )
    return f'<div style="display:flex;flex-wrap:wrap;gap:4px 18px">{cells}</div>'


def jokers_html(seen: Position) -> str:
    """Jokers and consumables in their slots."""
    jokers = row_html(tile_svg(joker_tile(joker)) for joker in seen.jokers)
    used = row_html(tile_svg(consumable_tile(one)) for one in seen.consumables)
    left = f"{_small(f'Jokers {len(seen.jokers)}/{seen.joker_slots}')}{jokers}"
    slots = f"Consumables {len(seen.consumables)}/{seen.consumable_slots}"
    right = f"{_small(slots)}{used}"
    tags = ", ".join(tag.name for tag in seen.tags)
    vouchers = ", ".join(seen.vouchers)
    more = "".join(
        _small(f"{name}: {text}") for name, text in (("Tags", tags), ("Vouchers", vouchers)) if text
    )
    side = f"<div>{left}</div><div>{right}</div>"
    return f'<div style="display:flex;flex-wrap:wrap;gap:6px 24px">{side}</div>{more}'


def joker_tile(joker: LiveJoker) -> Tile:
    """A joker with what it gives at the moment."""
    row = content()["joker"].get(joker.key)
    colour = colours.RARITIES[row["rarity"]] if row else colours.PANEL
    stickers = tuple((word.capitalize(), _sticker(word)) for word in joker.stickers)
    now = joker.now or (f"acts as {joker.acts_as}" if joker.acts_as else "")
    rule = f"Does nothing now: {joker.why_idle}. {joker.rule}" if joker.idle else joker.rule
    right = "" if joker.sell is None else money(joker.sell)
    return Tile(joker.name, rule, colour, joker.edition, stickers, now, right, joker.idle)


def used_jokers_html(used: Iterable[Used]) -> str:
    """Jokers of a profile with how often they were used, and the share of runs won with them."""
    return row_html(map(_used_svg, used))


def _used_svg(used: Used) -> str:
    row = content()["joker"][used.key]
    won = "" if used.win_rate is None else f"won {percent(used.win_rate)}"
    colour = colours.RARITIES[row["rarity"]]
    return tile_svg(Tile(used.name, row["text"], colour, left=f"used {used.count}", right=won))


def _sticker(word: str) -> int:
    return colours.STICKERS.get(word.partition(",")[0], colours.DIM)


def middle_html(seen: Position, selected: Collection[int] = ()) -> str:
    """What the phase is about, and the hand where one is held."""
    parts = []
    if seen.phase == "BLIND_SELECT":
        parts.append(_blinds(seen))
    elif seen.phase == "SHOP":
        parts.append(_small("Shop") + row_html(map(ware_svg, seen.shop)))
    elif seen.phase == "PACK":
        parts.append(
            _small(f"{seen.pack}: take {seen.pack_picks_left}") + row_html(map(ware_svg, seen.pack_cards))
        )
    elif seen.phase == "ROUND_EVAL":
        rows = ", ".join(
            f"{CASH_OUT.get(name, name)} {money(sum_)}" for name, sum_ in seen.cash_out.items() if sum_
        )
        parts.append(_small(f"The blind is beaten. {rows}"))
    elif seen.phase == "GAME_OVER":
        parts.append(f"<h3>{'The run is won' if seen.won else 'The run is lost'}</h3>")
    if seen.hand and seen.phase in ("SELECTING_HAND", "PACK"):
        parts.append(hand_html(seen.hand, selected))
    return "".join(parts)


def _blinds(seen: Position) -> str:
    tiles = []
    for i, blind in enumerate(seen.blinds):
        left = blind.status.capitalize()
        tiles.append(tile_svg(blind_tile(blind.key, blind.text, left, number(blind.target))))
        if i < len(seen.ante_tags):
            tiles.append(tile_svg(tag_tile(seen.ante_tags[i].key)))
    return row_html(tiles)


def ware_svg(ware: Ware) -> str:
    """Something in the shop or in a pack, with its price."""
    price = f"${ware.price}" if ware.price else ""
    if ware.card is not None:
        return card_svg(ware.card, price=price)
    if ware.kind in ("voucher", "pack"):
        tile = voucher_tile(ware.key) if ware.kind == "voucher" else booster_tile(ware.key)
        return tile_svg(Tile(tile.title, tile.text, tile.colour, left=tile.left, right=price))
    if ware.kind == "joker":
        colour = colours.RARITIES[content()["joker"][ware.key]["rarity"]]
    else:
        colour = colours.CONSUMABLES[ware.kind]
    return tile_svg(
        Tile(ware.name, ware.text, colour, ware.edition, left=ware.kind.capitalize(), right=price)
    )


def _small(text: str) -> str:
    return f'<div style="opacity:.75;font-size:85%;margin:4px 0">{html.escape(text)}</div>'


# -- scores and advice --------------------------------------------------------------------------------------


def score_rows(explained: Explanation, hand: Iterable[Card]) -> list[dict[str, object]]:
    """The steps of a score, with cards as they are called beside it."""
    names = {card.code: card_words(card) for card in hand}
    return [
        {
            "what": _source(step.source, names),
            "gives": step.gives,
            "chips": number(step.chips),
            "mult": number(step.mult),
        }
        for step in explained.steps
    ]


def missed_words(explained: Explanation, hand: Iterable[Card]) -> str:
    """The effects by chance that a score counts as missed."""
    names = {card.code: card_words(card) for card in hand}
    sources = (roll.removesuffix(", counted as missed").partition(": ") for roll in explained.rolls)
    return "; ".join(f"{_source(source, names)}: {chance}" for source, _, chance in sources)


def _source(source: str, names: dict[str, str]) -> str:
    """Cards by their names, those that are not played as held."""
    if source.startswith("held "):
        return f"{names.get(source[5:], source[5:])}, held in hand"
    return names.get(source, source)


def score_words(explained: Explanation) -> str:
    if explained.score is None or explained.refused:
        return explained.note
    product = f"{number(explained.chips or 0)} × {number(explained.mult or 0)} = {number(explained.score)}"
    words = f"{explained.hand}: {product}"
    return f"{words} ({explained.note})" if explained.note else words


def _goal(one: Suggestion) -> str:
    """A round can be cleared; elsewhere the run is to be won."""
    if one.chance is None:
        return ""
    return f"{percent(one.chance)} to {'win' if one.expected_score is None else 'clear'}"


def advice_rows(suggestions: Iterable[Suggestion]) -> list[dict[str, object]]:
    """Suggestions as a table, best first."""
    return [
        {
            "": "=" if one.about_equal else f"{rank}",
            "decision": one.text,
            "chance": _goal(one).replace(" ", "\u00a0"),  # in one line
            "score": "" if one.expected_score is None else number(round(one.expected_score)),
            "why": one.reason + ("; about equal to the first" if one.about_equal else ""),
        }
        for rank, one in enumerate(suggestions, 1)
    ]
