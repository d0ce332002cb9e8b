"""Game -> the protocol's gamestate.

Parts that stay the same from one answer to the next (cards above all) are kept with their text: a state is
mostly joined, not built.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from functools import cache
from typing import Any

from jimbot import _core
from jimbot.game import RANKS, SUITS, Game
from jimbot.game.content import content
from jimbot.live.protocol import names, texts
from jimbot.live.protocol.memory import Extent, Memory
from jimbot.live.protocol.wire import EncodedTable

Core = _core.Game
Table = dict[str, Any]

KEPT = 10_000  # pieces, some 60 MB; then we begin again
HIDDEN_NUMBER = 1_000_000  # face-down cards are numbered from here, by position, where play is fair

_pieces: dict[Any, EncodedTable] = {}


def _keep(key: Any, table: Table) -> EncodedTable:
    if len(_pieces) >= KEPT:
        _pieces.clear()
    piece = _pieces[key] = EncodedTable(table)
    return piece


def _cost(buy: int, sell: int | None = None) -> Table:
    """Offers show what half their price would bring."""
    return {"sell": max(1, buy // 2) if sell is None else sell, "buy": buy}


def _upper(**marks: str | None) -> Table:
    return {name: value.upper() for name, value in marks.items() if value}


# -- cards ------------------------------------------------------------------------------------------------


def _playing_card(g: Core, card: _core.Card, hidden: bool, cost: Table) -> Table:
    suit, rank = SUITS[card.suit], RANKS[card.rank]
    state: Table = {}
    if card.debuffed:
        state["debuff"] = True
    if hidden:
        state["hidden"] = True
    if card.forced:
        state["highlight"] = True
    enhancement = card.enhancement
    return {
        "id": card.number + 1,
        "key": f"{suit}_{rank}",
        "set": "ENHANCED" if enhancement else "DEFAULT",
        "label": f"{enhancement.capitalize()} Card" if enhancement else "Base Card",
        "value": {"suit": suit, "rank": rank, "effect": texts.card_text(g, card)},
        "modifier": _upper(seal=card.seal, edition=card.edition, enhancement=enhancement),
        "state": state,
        "cost": cost,
    }


def _owned_cards(g: Core, cards: Iterable[_core.Card], in_pile: bool) -> list[EncodedTable]:
    """Cards without a price show 1 and 1."""
    out = []
    odds = g.chance_numerator
    for card in cards:
        key = (card.number, card.code, card.forced, odds, in_pile)
        piece = _pieces.get(key)
        if piece is None:
            hidden = in_pile or card.face_down
            piece = _keep(key, _playing_card(g, card, hidden, {"sell": 1, "buy": 1}))
        out.append(piece)
    return out


def _joker_marks(joker: _core.Joker) -> tuple[Any, ...]:
    rounds = joker.rounds_left if joker.perishable else 0
    return (joker.edition, joker.eternal, rounds, joker.rental, joker.debuffed, joker.face_down)


def _joker(g: Core, joker: _core.Joker, cost: tuple[int, int | None]) -> EncodedTable:
    effect = texts.joker_text(g, joker)
    marks = _joker_marks(joker)
    key = (joker.number, joker.key, effect, marks, cost)
    piece = _pieces.get(key)
    if piece is not None:
        return piece
    edition, eternal, rounds, rental, debuffed, face_down = marks
    modifier = _upper(edition=edition)
    if joker.key in names.LABELS:
        modifier["enhancement"] = names.LABELS[joker.key]
    if eternal:
        modifier["eternal"] = True
    if rounds > 0:
        modifier["perishable"] = rounds
    if rental:
        modifier["rental"] = True
    state: Table = {}
    if debuffed:
        state["debuff"] = True
    if face_down:
        state["hidden"] = True
    table = {
        "id": joker.number + 1,
        "key": joker.key,
        "set": "JOKER",
        "label": joker.name,
        "value": {"effect": effect},
        "modifier": modifier,
        "state": state,
        "cost": _cost(*cost),
    }
    return _keep(key, table)


def _consumable(g: Core, card: _core.Consumable, cost: tuple[int, int | None]) -> EncodedTable:
    effect = _core.consumable_text(g, card.key)
    key = (card.number, card.key, card.edition, effect, cost)
    piece = _pieces.get(key)
    if piece is not None:
        return piece
    modifier = _upper(edition=card.edition)
    if card.key in names.LABELS:
        modifier["enhancement"] = names.LABELS[card.key]
    table = {
        "id": card.number + 1,
        "key": card.key,
        "set": content()["consumable"][card.key]["kind"].upper(),
        "label": card.name,
        "value": {"effect": effect},
        "modifier": modifier,
        "state": {},
        "cost": _cost(*cost),
    }
    return _keep(key, table)


def _offer(g: Core, item: _core.Card | _core.Joker | _core.Consumable, price: int) -> EncodedTable:
    if isinstance(item, _core.Joker):
        return _joker(g, item, (price, None))
    if isinstance(item, _core.Consumable):
        return _consumable(g, item, (price, None))
    key = (item.number, item.code, g.chance_numerator, price)
    return _pieces.get(key) or _keep(key, _playing_card(g, item, item.face_down, _cost(price)))


def _ware(number: int, key: str, price: int, kind: str) -> EncodedTable:
    """A voucher or a booster pack on sale."""
    index = (number, key, price)
    piece = _pieces.get(index)
    if piece is not None:
        return piece
    table = {
        "id": number + 1,
        "key": key,
        "set": kind.upper(),
        "label": content()[kind][key]["name"],
        "value": {"effect": texts.voucher_text(key) if kind == "voucher" else texts.pack_text(key)},
        "modifier": {},
        "state": {},
        "cost": _cost(price),
    }
    return _keep(index, table)


# -- areas ------------------------------------------------------------------------------------------------


def _area(cards: list[Any], limit: int, highlighted: int = 1) -> Table:
    return {"count": len(cards), "limit": limit, "highlighted_limit": highlighted, "cards": cards}


def _leftover(extent: Extent) -> Table:
    count, limit = extent
    return {"count": count, "limit": limit, "highlighted_limit": 1, "cards": []}


def _shop_areas(g: Core, memory: Memory) -> Table:
    if not memory.in_shop:
        return {name: _leftover(extent) for name, extent in memory.extents.items()}
    vouchers = zip(memory.voucher_numbers, g.shop_vouchers, strict=True)
    packs = zip(memory.pack_numbers, g.shop_packs, strict=True)
    limits = {name: limit for name, (_, limit) in memory.extents.items()}
    return {
        "shop": _area([_offer(g, item, price) for item, price in g.shop], limits["shop"]),
        "vouchers": _area(
            [_ware(n, key, price, "voucher") for n, (key, price) in vouchers], limits["vouchers"]
        ),
        "packs": _area([_ware(n, key, price, "booster") for n, (key, price) in packs], limits["packs"]),
    }


def _areas(g: Core, memory: Memory) -> Table:
    shown_jokers = [_joker(g, j, (g.joker_price(i), g.joker_sell_value(i))) for i, j in enumerate(g.jokers)]
    shown_consumables = [
        _consumable(g, c, (g.consumable_price(i), g.consumable_sell_value(i)))
        for i, c in enumerate(g.consumables)
    ]
    areas = {
        "jokers": _area(shown_jokers, g.joker_slots),
        "consumables": _area(shown_consumables, g.consumable_slots),
        "cards": _area(_owned_cards(g, g.deck_order, True), g.deck_size, 5),
        "hand": _area(_owned_cards(g, g.hand, False), g.hand_size, 5),
    }
    if memory.extents:
        areas |= _shop_areas(g, memory)
    if g.phase == "PACK":
        areas["pack"] = _area([_offer(g, item, price) for item, price in g.pack_cards], memory.pack_limit)
    return areas


# -- what only a fair answer hides ------------------------------------------------------------------------


def _face_down(position: int, kind: str) -> Table:
    return {
        "id": HIDDEN_NUMBER + position,
        "key": "",
        "set": kind,
        "label": "",
        "value": {"effect": ""},
        "modifier": {},
        "state": {"hidden": True},
        "cost": {"sell": 0, "buy": 0},
    }


def _hide(areas: Table, g: Core) -> None:
    """The pile is shuffled, and face-down cards in hand lie in it: they may be any of its cards."""
    unknown = [c for c in g.hand if c.face_down]
    pile = areas["cards"]["cards"] + _owned_cards(g, unknown, True)
    random.shuffle(pile)
    areas["cards"] = _area(pile, areas["cards"]["limit"], 5)
    for name, kind, first in (("hand", "DEFAULT", 0), ("jokers", "JOKER", 100)):
        cards = areas[name]["cards"]
        areas[name]["cards"] = [
            _face_down(first + i, kind) if "hidden" in card["state"] else card for i, card in enumerate(cards)
        ]


# -- the rest of the table --------------------------------------------------------------------------------


def _hands(levels: tuple[tuple[str, int, int, int, int, int], ...]) -> EncodedTable:
    piece = _pieces.get(levels)
    if piece is not None:
        return piece
    table = {
        name: {
            "order": order,
            "level": level,
            "chips": chips,
            "mult": mult,
            "played": played,
            "played_this_round": this_round,
            "example": names.example(name),
        }
        for order, (name, level, chips, mult, played, this_round) in enumerate(levels, 1)
    }
    return _keep(levels, table)


def _shown_score(score: float) -> float:
    """What no score can reach is not a number in the game; a table shows the largest one instead."""
    if math.isnan(score):
        return math.inf
    return math.floor(score) if score < 1e15 else score


def _blind(number: int, status: str, name: str, effect: str, score: float, tag: tuple[str, str]) -> Table:
    return {
        "type": names.BLIND_TYPES[number],
        "status": status,
        "name": name,
        "effect": effect,
        "score": _shown_score(score),
        "tag_name": tag[0],
        "tag_effect": tag[1],
    }


def _requirement(g: Core, key: str) -> float:
    deck, stake = content()["deck"][g.deck], content()["stake"][g.stake]
    base = _core.base_requirement(g.ante, stake["level"])
    required: float = base * content()["blind"][key]["score_mult"] * deck["blind_factor"]
    return required


def _blinds(g: Core) -> EncodedTable:
    blinds, tags = g.blinds, g.ante_tags
    disabled = g.blind_disabled
    effects = tuple(texts.blind_text(g, key) for key, *_ in blinds)
    tag_effects = tuple(_core.tag_text(g, key) for key, _ in tags)  # Orbital Tag's hand is not said
    index = (blinds, tags, disabled, effects, tag_effects)
    piece = _pieces.get(index)
    if piece is not None:
        return piece
    out = {}
    for number, (key, status, target, _) in enumerate(blinds):
        row = content()["blind"][key]
        tag = ("", "")
        if number < 2:
            tag = (names.tag_name(tags[number][0]), tag_effects[number])
        # a disabled boss may ask for less; the table does not show it
        score = _requirement(g, key) if disabled and status == "CURRENT" else target
        out[names.BLIND_TYPES[number].lower()] = _blind(
            number, status, row["name"], effects[number], score, tag
        )
    return _keep(index, out)


@cache
def menu() -> EncodedTable:
    """The gamestate of the main menu."""
    levels = tuple((name, 1, row["chips"], row["mult"], 0, 0) for name, row in content()["hand"].items())
    base = _core.base_requirement(1, 1)
    blinds = {
        "small": _blind(0, "SELECT", "Small Blind", "", base, ("", "")),
        "big": _blind(1, "UPCOMING", "Big Blind", "", base * 1.5, ("", "")),
        "boss": _blind(2, "UPCOMING", "Boss Blind", "", base * 2, ("", "")),
    }
    counters = {
        "hands_left": 0,
        "hands_played": 0,
        "discards_left": 0,
        "discards_used": 0,
        "reroll_cost": 5,
        "chips": 0,
    }
    return EncodedTable(
        {
            "state": "MENU",
            "round_num": 0,
            "ante_num": 1,
            "money": 0,
            "won": False,
            "deck": "RED",
            "stake": "WHITE",
            "used_vouchers": {},
            "hands": _hands(levels),
            "round": counters,
            "blinds": blinds,
        }
    )


def gamestate(game: Game, memory: Memory, fair: bool = False) -> Table:
    """The whole state of a run."""
    g = game.reveal()
    areas = _areas(g, memory)
    if fair:
        _hide(areas, g)
    return {
        "state": names.state_name(g.phase),
        "round_num": g.round,
        "ante_num": g.ante,
        "money": g.money,
        "won": g.won,
        "deck": names.deck_name(g.deck),
        "stake": names.stake_name(g.stake),
        "seed": memory.seed,
        "used_vouchers": dict.fromkeys(g.vouchers, ""),
        "hands": _hands(tuple(g.hand_levels)),
        "round": {
            "hands_left": 0 if memory.no_hands else g.hands_left,
            "hands_played": g.hands_played,
            "discards_left": g.discards_left,
            "discards_used": g.discards_used,
            "reroll_cost": g.reroll_price,
            "chips": g.score,
        },
        "blinds": _blinds(g),
    } | areas
