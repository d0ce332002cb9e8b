"""A position as plain data: all that a player sees, with names, texts, live jokers and the choices."""

from __future__ import annotations

from dataclasses import dataclass

from jimbot.game.content import content
from jimbot.game.records import Blind, Card, Consumable, HandLevel, Joker, Offer, Tag
from jimbot.game.seen import Seen
from jimbot.view.choices import Choice, choices
from jimbot.view.jokers import LiveJoker, live, live_jokers
from jimbot.view.words import card_words


@dataclass(frozen=True)
class Ware:
    """Something in the shop or in a pack. ``kind``: card, joker, tarot, planet, spectral, voucher or pack."""

    kind: str
    key: str
    name: str
    text: str
    price: int
    card: Card | None = None
    edition: str | None = None


@dataclass(frozen=True)
class Position:
    """What a player sees. Names are the game's; ``score`` is the round's so far."""

    phase: str
    ante: int
    round: int
    money: int
    deck: str
    stake: str
    challenge: str | None
    won: bool
    lost: bool
    blind: Blind
    blinds: tuple[Blind, ...]
    blind_disabled: bool
    score: float
    target: float
    hands_left: int
    discards_left: int
    hand: tuple[Card, ...]
    hand_size: int
    jokers: tuple[LiveJoker, ...]
    joker_slots: int
    consumables: tuple[Consumable, ...]
    consumable_slots: int
    tags: tuple[Tag, ...]
    ante_tags: tuple[Tag, ...]
    vouchers: tuple[str, ...]
    shop: tuple[Ware, ...]  # cards, vouchers, packs
    reroll_price: int
    pack: str | None
    pack_cards: tuple[Ware, ...]
    pack_picks_left: int
    hand_levels: tuple[HandLevel, ...]  # a secret one once it was played
    draw_pile: tuple[Card, ...]  # in no order; with the cards that lie face down in the hand
    draw_pile_size: int
    cash_out: dict[str, int]
    choices: tuple[Choice, ...]


def position(seen: Seen) -> Position:
    names = content()
    in_shop = seen.phase == "SHOP"
    wares = [_ware(offer) for offer in seen.shop]
    wares += [_named("voucher", offer) for offer in seen.shop_vouchers]
    wares += [_named("booster", offer) for offer in seen.shop_packs]
    return Position(
        phase=seen.phase,
        ante=seen.ante,
        round=seen.round,
        money=seen.money,
        deck=names["deck"][seen.deck]["name"],
        stake=names["stake"][seen.stake]["name"],
        challenge=names["challenge"][seen.challenge]["name"] if seen.challenge else None,
        won=seen.won,
        lost=seen.lost,
        blind=seen.blind,
        blinds=seen.blinds,
        blind_disabled=seen.blind_disabled,
        score=seen.round_score,
        target=seen.target,
        hands_left=seen.hands_left,
        discards_left=seen.discards_left,
        hand=tuple(seen.hand),
        hand_size=seen.hand_size,
        jokers=tuple(live_jokers(seen)),
        joker_slots=seen.joker_slots,
        consumables=tuple(seen.consumables),
        consumable_slots=seen.consumable_slots,
        tags=tuple(seen.tags),
        ante_tags=tuple(seen.ante_tags),
        vouchers=tuple(names["voucher"][key]["name"] for key in seen.vouchers),
        shop=tuple(wares) if in_shop else (),
        reroll_price=seen.reroll_price,
        pack=names["booster"][seen.pack]["name"] if seen.pack else None,
        pack_cards=tuple(map(_ware, seen.pack_cards)),
        pack_picks_left=seen.pack_picks_left,
        hand_levels=tuple(
            hand
            for name, hand in seen.hand_levels.items()
            if hand.played or not names["hand"][name]["secret"]
        ),
        draw_pile=tuple(seen.draw_pile),
        draw_pile_size=seen.draw_pile_size,
        cash_out=seen.cash_out_rows if seen.phase == "ROUND_EVAL" else {},
        choices=tuple(choices(seen)),
    )


def _ware(offer: Offer) -> Ware:
    item = offer.item
    if isinstance(item, Card):
        return Ware("card", item.code, card_words(item), "", offer.price, item, item.edition)
    if isinstance(item, Joker):
        return Ware("joker", item.key, item.name, live(item.text)[0], offer.price, edition=item.edition)
    if isinstance(item, Consumable):
        return Ware(item.kind, item.key, item.name, item.text, offer.price, edition=item.edition)
    raise TypeError(f"an offer of the shop or a pack is a card, joker or consumable, not {item!r}")


def _named(table: str, offer: Offer) -> Ware:
    row = content()[table][offer.key]
    kind = "pack" if table == "booster" else table
    return Ware(kind, offer.key, row["name"], row["text"], offer.price)
