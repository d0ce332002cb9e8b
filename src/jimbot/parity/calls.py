"""Calls of the real game's protocol and actions of the engine, in both directions."""

from __future__ import annotations

from typing import Any

from jimbot import _core
from jimbot.game import Action, Game, content

Call = tuple[str, dict[str, Any]]

FIXED = {
    "select": "select_blind",
    "skip": "skip_blind",
    "cash_out": "cash_out",
    "next_round": "leave_shop",
    "reroll": "reroll",
}
METHODS = {action: method for method, action in FIXED.items()}


def _with_forced(game: Game, cards: list[int]) -> list[int]:
    """Cerulean Bell's card is selected already; of the named cards as many join it as fit."""
    for position, card in enumerate(game.reveal().hand):
        if card.forced and position not in cards:
            return [position, *cards[:4]]
    return cards


def _positions(cards: list[int]) -> str:
    return ",".join(str(c) for c in cards)


def _on(cards: list[int] | None) -> str:
    return f" on {_positions(cards)}" if cards else ""


def _takes_targets(item: object) -> bool:
    row = content()["consumable"].get(getattr(item, "key", ""), {})
    return bool(row.get("target_max"))


def _pick(game: Game, params: dict[str, Any]) -> str:
    if params.get("skip"):
        return "skip_pack"
    item = game.reveal().pack_cards[params["card"]][0]
    # clients may name targets for cards that take none
    return f"pick {params['card']}" + (_on(params.get("targets")) if _takes_targets(item) else "")


def to_action(game: Game, method: str, params: dict[str, Any]) -> str:
    """The action that a call stands for."""
    try:
        return _action(game, method, params)
    except (KeyError, IndexError, TypeError):
        raise ValueError(f"call {method!r} with {params!r} stands for no action") from None


def _action(game: Game, method: str, params: dict[str, Any]) -> str:
    if method in FIXED:
        return FIXED[method]
    if method in ("play", "discard"):
        return f"{method} {_positions(_with_forced(game, params['cards']))}"
    if method == "use":
        return f"use {params['consumable']}{_on(params.get('cards'))}"
    if method == "pack":
        return _pick(game, params)
    for what in ("card", "voucher", "pack"):
        if method == "buy" and what in params:
            return f"buy_{what} {params[what]}"
    for what in ("joker", "consumable"):
        if method == "sell" and what in params:
            return f"sell_{what} {params[what]}"
    for what in ("jokers", "hand", "consumables"):
        if method == "rearrange" and what in params:
            return f"rearrange_{what} {_positions(params[what])}"
    raise KeyError(method)


def _is_joker_without_room(g: _core.Game, item: object) -> bool:
    """A Negative joker would fit, but the protocol refuses it with full slots."""
    return isinstance(item, _core.Joker) and len(g.jokers) >= g.joker_slots


def to_call(game: Game, action: Action) -> Call | None:
    """The call for an action; None where the protocol has none or refuses what the rules allow."""
    kind, index, cards = action.kind, action.index, list(action.cards)
    g = game.reveal()
    if kind in METHODS:
        return METHODS[kind], {}
    if kind in ("play", "discard"):
        return kind, {"cards": cards}
    if kind == "skip_pack":
        return "pack", {"skip": True}
    if kind == "pick":
        if _is_joker_without_room(g, g.pack_cards[index][0]):
            return None
        return "pack", {"card": index} | ({"targets": cards} if cards else {})
    if kind in ("use", "sell_joker", "sell_consumable") and game.phase not in ("SELECTING_HAND", "SHOP"):
        return None
    if kind == "use":
        if g.consumables[index].key == "c_aura":
            return None  # the protocol hands it no card
        return "use", {"consumable": index} | ({"cards": cards} if cards else {})
    if kind == "buy_card":
        return None if _is_joker_without_room(g, g.shop[index][0]) else ("buy", {"card": index})
    if kind in ("buy_voucher", "buy_pack"):
        return "buy", {kind.removeprefix("buy_"): index}
    if kind in ("sell_joker", "sell_consumable"):
        return "sell", {kind.removeprefix("sell_"): index}
    if kind.startswith("rearrange_"):
        return "rearrange", {kind.removeprefix("rearrange_"): cards}
    return None
