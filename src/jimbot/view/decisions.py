"""A decision as plain data: what is done, with what, on which cards."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot.game import Action
from jimbot.game.content import content
from jimbot.game.records import Card
from jimbot.game.seen import Seen

LINES = {"rearrange_hand": "hand", "rearrange_jokers": "jokers", "rearrange_consumables": "consumables"}


@dataclass(frozen=True)
class Decision:
    """Such as: buy Blueprint; use The Fool; play two cards. ``cards`` are cards of the hand."""

    verb: str
    thing: Card | str | None = None
    cards: tuple[Card, ...] = ()


def decision(game: Seen, action: Action) -> Decision:
    """What an action means in this position. Positions that are not there are left out."""
    kind, index, places = action.kind, action.index, action.cards
    if kind in LINES:
        return Decision(f"{LINES[kind]} in the order {' '.join(str(place + 1) for place in places)}")
    if kind == "sort_hand":
        return Decision(str(action).replace("_", " "))
    hand = game.hand
    cards = tuple(hand[place] for place in places if place < len(hand))
    if kind not in _things(game):
        return Decision(kind.replace("_", " "), cards=cards)
    verb, things = _things(game)[kind]
    return Decision(verb, things[index], cards) if index < len(things) else Decision(str(action))


def _things(game: Seen) -> dict[str, tuple[str, list[Card | str]]]:
    """Kind of action -> its verb and what its index counts."""
    shop = [_item(offer.item) for offer in game.shop]
    consumables: list[Card | str] = [consumable.name for consumable in game.consumables]
    return {
        "use": ("use", consumables),
        "sell_consumable": ("sell", consumables),
        "sell_joker": ("sell", [joker.name for joker in game.jokers]),
        "buy_card": ("buy", shop),
        "buy_and_use": ("buy and use", shop),
        "buy_voucher": ("buy", [content()["voucher"][offer.key]["name"] for offer in game.shop_vouchers]),
        "buy_pack": ("open", [content()["booster"][offer.key]["name"] for offer in game.shop_packs]),
        "pick": ("take", [_item(offer.item) for offer in game.pack_cards]),
    }


def _item(item: object) -> Card | str:
    return item if isinstance(item, Card) else str(item)
