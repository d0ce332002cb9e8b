"""A position for a language model: what a player sees, short, and how each decision is written."""

from __future__ import annotations

from typing import Any

from jimbot.game.action import CONSTRUCTORS
from jimbot.game.content import content
from jimbot.game.seen import Seen
from jimbot.runs.console import plain
from jimbot.view import steps

DECISIONS = {
    "play": "play 0,1,2 (positions in the hand)",
    "discard": "discard 0,1,2",
    "use": "use 0 or use 0 on 1,2 (consumable, cards of the hand)",
    "sell_joker": "sell_joker 0",
    "sell_consumable": "sell_consumable 0",
    "buy_card": "buy_card 0",
    "buy_and_use": "buy_and_use 0 or buy_and_use 0 on 1,2",
    "buy_voucher": "buy_voucher 0",
    "buy_pack": "buy_pack 0",
    "pick": "pick 0 or pick 0 on 1,2",
    "rearrange_hand": "rearrange_hand 1,0,2 (the new order)",
    "rearrange_jokers": "rearrange_jokers 1,0",
    "rearrange_consumables": "rearrange_consumables 1,0",
    "sort_hand": "sort_hand rank or sort_hand suit",
}
INDEXED = (
    "use",
    "sell_joker",
    "sell_consumable",
    "buy_card",
    "buy_and_use",
    "buy_voucher",
    "buy_pack",
    "pick",
)
NOT_SHOWN = ("draw_pile", "hand_levels", "cash_out_rows", "vouchers", "shop_vouchers", "shop_packs")
OF_A_CARD = ("rank", "suit", "number")  # they are in its code


def position(seen: Seen) -> dict[str, Any]:
    """Empty fields are left out. Positions in every list count from 0."""
    observed = seen.observe()
    shown = plain({name: value for name, value in observed.items() if name not in NOT_SHOWN})
    shown |= {
        "deck": seen.deck,
        "stake": seen.stake,
        "challenge": seen.challenge,
        "over": seen.over,
        "won": seen.won,
        "blind": seen.blind.name,
        "draw_pile": " ".join(card.code for card in seen.draw_pile),
        "hand_levels": {
            name: f"level {hand.level}: {hand.chips} chips x {hand.mult} mult"
            for name, hand in seen.hand_levels.items()
            if hand.played or not content()["hand"][name]["secret"]
        },
        "vouchers": [content()["voucher"][key]["name"] for key in seen.vouchers],
        "shop_vouchers": [_sold("voucher", offer.key, offer.price) for offer in seen.shop_vouchers],
        "shop_packs": [_sold("booster", offer.key, offer.price) for offer in seen.shop_packs],
        "choices": choices(seen),
    }
    if seen.phase == "ROUND_EVAL":
        shown["cash_out_rows"] = seen.cash_out_rows
    slim: dict[str, Any] = _slim(shown)
    return slim


def choices(seen: Seen) -> dict[str, Any]:
    """Kinds of decisions that are legal now: how each is written, and with which index."""
    out: dict[str, Any] = {}
    for kind in (constructor.__name__ for constructor in CONSTRUCTORS):
        indices = seen.legal_indices(kind)
        if indices:
            out[kind] = {"write": DECISIONS.get(kind, kind)} | ({"index": indices} if kind in INDEXED else {})
    return out


def score(seen: Seen, cards: list[int]) -> dict[str, Any]:
    """What a play would score, step by step."""
    found = seen.score(cards)
    if found.score is None:
        return {"known": False, "note": "one of these cards is face down: the score cannot be known"}
    return {
        "known": True,
        "hand": found.hand,
        "score": plain(found.score),
        "chips": plain(found.chips),
        "mult": plain(found.mult),
        "dollars": found.dollars,
        "scoring_cards": list(found.scoring),
        "exact": found.exact,
        "refused_by_the_blind": found.refused,
        "steps": plain(steps(found)),
        "open_rolls": [str(event) for event in found.rolls],
    }


def _sold(kind: str, key: str, price: int) -> dict[str, Any]:
    row = content()[kind][key]
    return {"key": key, "name": row["name"], "text": row["text"], "price": price}


def _slim(data: Any) -> Any:
    if isinstance(data, dict):
        own = {name: value for name, value in data.items() if not ("code" in data and name in OF_A_CARD)}
        kept = {name: _slim(value) for name, value in own.items() if (name, value) != ("bonus", 0)}
        return {name: value for name, value in kept.items() if not _empty(value)}
    return [_slim(value) for value in data] if isinstance(data, list) else data


def _empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], {})
