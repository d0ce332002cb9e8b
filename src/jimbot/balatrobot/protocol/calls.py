"""Decisions as calls of the real game's protocol, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jimbot.documents.actions import NO_DECISION, action_of, on, positions, read_action_json
from jimbot.documents.codes import Json
from jimbot.game import Action, Consumable, Game, Joker, content, deck_index, stake_index
from jimbot.seen import Seen

Call = tuple[str, Json]  # method and params

ALONE = {
    "select_blind": "select",
    "skip_blind": "skip",
    "cash_out": "cash_out",
    "leave_shop": "next_round",
    "reroll": "reroll",
}
KINDS = {method: kind for kind, method in ALONE.items()}
WITHOUT = ("buy_and_use", "reroll_boss", "sort_hand")
GIVEN = {
    "buy": ("card", "voucher", "pack"),
    "sell": ("joker", "consumable"),
    "rearrange": ("hand", "jokers", "consumables"),
}
# Where the protocol lets a player sell, use and rearrange; our engine allows it in every phase.
PHASES = {
    "use": ("SELECTING_HAND", "SHOP"),
    "sell_joker": ("SELECTING_HAND", "SHOP"),
    "sell_consumable": ("SELECTING_HAND", "SHOP"),
    "rearrange_hand": ("SELECTING_HAND", "PACK"),
    "rearrange_jokers": ("SELECTING_HAND", "SHOP", "PACK"),
    "rearrange_consumables": ("SELECTING_HAND", "SHOP", "PACK"),
}


class NoCall(ValueError):
    """A decision that the protocol has no call for."""


def to_call(action: Action | str) -> Call:
    """The call of a decision. NoCall if the protocol has none."""
    decision = Action(action) if isinstance(action, str) else action
    kind, index, cards = decision.kind, decision.index, decision.cards
    if kind in WITHOUT:
        raise NoCall(f"the protocol has no call for '{decision}'")
    if kind in ALONE:
        return ALONE[kind], {}
    if kind in ("play", "discard"):
        return kind, {"cards": cards}
    if kind == "use":
        return "use", {"consumable": index} | ({"cards": cards} if cards else {})
    if kind == "pick":
        return "pack", {"card": index} | ({"targets": cards} if cards else {})
    if kind == "skip_pack":
        return "pack", {"skip": True}
    verb, _, what = kind.partition("_")
    return verb, {what: cards if verb == "rearrange" else index}


def has_call(action: Action, view: Seen) -> bool:
    """Whether the protocol can make this legal decision here."""
    if action.kind in WITHOUT or view.phase not in PHASES.get(action.kind, (view.phase,)):
        return False
    if action.kind == "use":
        return _can_call_use(action, view)
    if action.kind in ("buy_card", "pick"):
        return _has_slot(action, view)
    return True


def _can_call_use(action: Action, view: Seen) -> bool:
    """Targets only in a round, and those of Aura are forgotten; Ankh is refused with full joker slots."""
    key = view.consumables[action.index].key
    if key == "c_ankh":
        return len(view.jokers) < view.joker_slots
    return not action.cards or (view.phase == "SELECTING_HAND" and key != "c_aura")


def _has_slot(action: Action, view: Seen) -> bool:
    """A Negative card would fit where slots are full, but the protocol refuses it."""
    item = (view.shop if action.kind == "buy_card" else view.pack_cards)[action.index].item
    if isinstance(item, Joker):
        return len(view.jokers) < view.joker_slots
    if isinstance(item, Consumable) and action.kind == "buy_card":
        return len(view.consumables) < view.consumable_slots
    return True


def call_of(document: Json, game: Game) -> Call:
    """The call of an action_v1, also of those about the run: to wait is to look again."""
    fields = read_action_json(document)
    type_ = fields["action_type"]
    if type_ == "START":
        deck = list(content()["deck"])[deck_index(fields.get("deck", "red"))]
        stake = list(content()["stake"])[stake_index(fields.get("stake", "white")) - 1]
        params = {"deck": deck.removeprefix("b_").upper(), "stake": stake.removeprefix("stake_").upper()}
        return "start", params | ({"seed": fields["seed"]} if "seed" in fields else {})
    if type_ in NO_DECISION:
        return {"MENU": "menu", "WAIT": "gamestate"}[type_], {}
    return to_call(action_of(document, game))


def from_call(method: str, params: Mapping[str, Any], game: Game) -> Action:
    """The decision that a call stands for in this game. It need not be legal. ValueError if it is none."""
    try:
        return Action(_decision(method, params, game).strip())
    except (KeyError, TypeError):
        raise ValueError(f"call {method!r} with {dict(params)!r} is not a decision in a run") from None


def _decision(method: str, params: Mapping[str, Any], game: Game) -> str:
    if method in KINDS:
        return KINDS[method]
    if method in ("play", "discard"):
        return f"{method} {positions(_with_forced(game, params['cards']))}"
    if method == "use":
        return f"use {params['consumable']}{on(params.get('cards'))}"
    if method == "pack":
        return "skip_pack" if params.get("skip") else _pick(game, params)
    for what in GIVEN[method]:
        value = params.get(what)
        if value is not None:
            return f"{method}_{what} {positions(value) if method == 'rearrange' else value}"
    raise KeyError(method)


def _with_forced(game: Game, cards: Sequence[int]) -> list[int]:
    """Cerulean Bell's card is selected already; of the named cards as many join it as fit."""
    for position, card in enumerate(game.hand):
        if card.forced and position not in cards:
            return [position, *cards[:4]]
    return list(cards)


def _pick(game: Game, params: Mapping[str, Any]) -> str:
    """Clients may name targets for cards that take none."""
    index = params["card"]
    offers = game.pack_cards
    key = offers[index].key if 0 <= index < len(offers) else ""
    row = content()["consumable"].get(key)
    takes = row is not None and row["target_max"]
    return f"pick {index}" + (on(params.get("targets")) if takes else "")
