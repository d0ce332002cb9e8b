"""A position for a language model: what a player sees, short, and how each decision is written."""

from __future__ import annotations

from typing import Any

from jimbot.apps.spoken import written
from jimbot.game import Action
from jimbot.game.action import CONSTRUCTORS
from jimbot.game.content import content
from jimbot.game.seen import BREAKS, Seen
from jimbot.runs.console import plain
from jimbot.view import Suggestion, steps

DECISIONS = {
    "play": "play 1,2,3 (positions in the hand), or play A♥ K♥",
    "discard": "discard 1,2,3",
    "use": "use 1 or use 1 on 2,3 (consumable, cards of the hand), or use The Fool",
    "sell_joker": "sell_joker 1",
    "sell_consumable": "sell_consumable 1",
    "buy_card": "buy_card 1, or buy Blueprint",
    "buy_and_use": "buy_and_use 1 or buy_and_use 1 on 2,3",
    "buy_voucher": "buy_voucher 1",
    "buy_pack": "buy_pack 1",
    "pick": "pick 1 or pick 1 on 2,3, or take The Fool",
    "rearrange_hand": "rearrange_hand 2,1,3 (the new order)",
    "rearrange_jokers": "rearrange_jokers 2,1",
    "rearrange_consumables": "rearrange_consumables 2,1",
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
LISTED = ("hand", "jokers", "consumables", "shop", "shop_vouchers", "shop_packs", "pack_cards")
OF_A_CARD = ("rank", "suit", "number")  # they are in its code


def position(seen: Seen) -> dict[str, Any]:
    """Empty fields are left out. Positions count from 1."""
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
    for name in LISTED:
        shown[name] = [{"position": at} | one for at, one in enumerate(shown.get(name) or (), 1)]
    slim: dict[str, Any] = _slim(shown)
    return slim


def choices(seen: Seen) -> dict[str, Any]:
    """Kinds of decisions that are legal now: how each is written, and with which index."""
    out: dict[str, Any] = {}
    for kind in (constructor.__name__ for constructor in CONSTRUCTORS):
        indices = seen.legal_indices(kind)
        if indices:
            places = {"position": [i + 1 for i in indices]} if kind in INDEXED else {}
            out[kind] = {"write": DECISIONS.get(kind, kind)} | places
    return out


def suggested(suggestion: Suggestion) -> dict[str, Any]:
    """Its decision as ``play`` reads it."""
    shown: dict[str, Any] = plain(suggestion)
    return {"decision": written(Action(shown.pop("action")))} | shown


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
        "scoring_cards": [place + 1 for place in found.scoring],
        "exact": found.exact,
        "refused_by_the_blind": found.refused,
        "steps": plain(steps(found)),
        "open_rolls": [str(event) for event in found.rolls if event.stream != BREAKS],
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
