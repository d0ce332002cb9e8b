"""Decisions as calls of the real game's protocol, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from jimbot import _core
from jimbot.documents.actions import on, positions
from jimbot.documents.codes import Json
from jimbot.game import Action, Game
from jimbot.game.content import content
from jimbot.game.seen import Seen

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


class Caller(Protocol):
    """Whatever answers the protocol: a client, or a session in process."""

    def call(self, method: str, params: Any = None) -> Any: ...


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


def has_call(action: Action, seen: Seen) -> bool:
    """Whether the rules allow a decision here and the protocol can make it."""
    return by_calls(seen).why_illegal(action) is None


def by_calls(seen: Seen) -> _core.Game:
    """A copy of the engine's game in which only what the protocol has calls for is legal."""
    copy = seen._g.clone()
    copy.calls_only = True
    return copy


def from_call(method: str, params: Mapping[str, Any], game: Game) -> Action:
    """The decision of a call in this game. It need not be legal. ValueError for any other call."""
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
