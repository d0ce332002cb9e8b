"""A decision in words: what is played, bought, sold or used."""

from __future__ import annotations

from rich.text import Text

from jimbot.game import Action, Card, Game, content
from jimbot.picture.card_text import card_face, card_text

LINES = {"rearrange_hand": "hand", "rearrange_jokers": "jokers", "rearrange_consumables": "consumables"}


def decision_text(game: Game, action: Action) -> Text:
    """Such as: play 10♥ 10♠, buy Blueprint, use The Fool on K♣."""
    kind, index, cards = action.kind, action.index, action.cards
    if kind in ("play", "discard"):
        return Text(f"{kind} ") + _cards(game, cards)
    if kind in LINES:
        places = " ".join(str(place + 1) for place in cards)
        return Text(f"{LINES[kind]} in the order {places}")
    if kind == "sort_hand":
        return Text(str(action).replace("_", " "))
    if kind not in _things(game):
        return Text(kind.replace("_", " "))
    verb, things = _things(game)[kind]
    text = Text(f"{verb} ") + things[index] if index < len(things) else Text(str(action))
    return text + Text(" on ") + _cards(game, cards) if cards else text


def _cards(game: Game, places: list[int]) -> Text:
    hand = game.hand
    return Text(" ").join([card_face(hand[place]) for place in places if place < len(hand)])


def _things(game: Game) -> dict[str, tuple[str, list[Text]]]:
    """Kind of action -> its verb and what its index counts."""
    shop = [_item(offer.item) for offer in game.shop]
    consumables = [Text(c.name) for c in game.consumables]
    return {
        "use": ("use", consumables),
        "sell_consumable": ("sell", consumables),
        "sell_joker": ("sell", [Text(joker.name) for joker in game.jokers]),
        "buy_card": ("buy", shop),
        "buy_and_use": ("buy and use", shop),
        "buy_voucher": ("buy", [Text(content()["voucher"][o.key]["name"]) for o in game.shop_vouchers]),
        "buy_pack": ("open", [Text(content()["booster"][o.key]["name"]) for o in game.shop_packs]),
        "pick": ("take", [_item(offer.item) for offer in game.pack_cards]),
    }


def _item(item: object) -> Text:
    return card_text(item) if isinstance(item, Card) else Text(str(item))
