"""Decisions: our Action <-> action_v1 <-> calls of the real game's protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jimbot.game import Action, Game, content, deck_index, stake_index
from jimbot.schema import validate
from jimbot.states.codes import Json

# Other names that are read: the type and the fields they stand for.
ALIASES: dict[str, tuple[str, Json]] = {
    "SELECT_BLIND": ("SELECT", {}),
    "SKIP_BLIND": ("SKIP", {}),
    "SKIP_PACK": ("SKIP", {}),
    "BUY_CARD": ("BUY", {"item": "card"}),
    "BUY_VOUCHER": ("BUY", {"item": "voucher"}),
    "BUY_PACK": ("BUY", {"item": "pack"}),
    "PICK": ("PACK", {}),
    "SELL_JOKER": ("SELL", {"item": "joker"}),
    "SELL_CONSUMABLE": ("SELL", {"item": "consumable"}),
    "USE_CONSUMABLE": ("USE", {}),
    "LEAVE_SHOP": ("NEXT_ROUND", {}),
    "REARRANGE_HAND": ("REORDER_HAND", {}),
    "REARRANGE_JOKERS": ("REORDER_JOKERS", {}),
    "REARRANGE_CONSUMABLES": ("REORDER_CONSUMABLES", {}),
}
# The fields that each type needs; those with a question mark may be left out.
FIELDS: dict[str, str] = {
    "PLAY": "indices",
    "DISCARD": "indices",
    "SELECT": "",
    "SKIP": "",
    "REROLL_BOSS": "",
    "CASH_OUT": "",
    "REROLL": "",
    "BUY": "item index",
    "BUY_AND_USE": "index targets?",
    "PACK": "index targets?",
    "SELL": "item index",
    "USE": "index targets?",
    "NEXT_ROUND": "",
    "SORT_HAND": "by",
    "REORDER_HAND": "permutation",
    "MOVE_HAND": "src dst",
    "SWAP_HAND": "src dst",
    "REORDER_JOKERS": "permutation",
    "MOVE_JOKERS": "src dst",
    "SWAP_JOKERS": "src dst",
    "REORDER_CONSUMABLES": "permutation",
    "MOVE_CONSUMABLES": "src dst",
    "SWAP_CONSUMABLES": "src dst",
    "START": "seed? deck? stake?",
    "MENU": "",
    "WAIT": "",
}
NO_DECISION = ("START", "MENU", "WAIT")  # about the run, not in it
_ALONE = {
    "select_blind": "SELECT",
    "skip_blind": "SKIP",
    "skip_pack": "SKIP",
    "reroll_boss": "REROLL_BOSS",
    "cash_out": "CASH_OUT",
    "reroll": "REROLL",
    "leave_shop": "NEXT_ROUND",
}
_CALLS = {
    "select_blind": "select",
    "skip_blind": "skip",
    "cash_out": "cash_out",
    "leave_shop": "next_round",
    "reroll": "reroll",
}
_NO_CALL = ("buy_and_use", "reroll_boss", "sort_hand")
_LISTS = ("indices", "targets", "permutation")
_ZONES = {
    "HAND": "hand",
    "JOKERS": "jokers",
    "CONSUMABLES": "consumables",
}


class NoCall(ValueError):
    """A decision that the real game's protocol has no call for."""


def _positions(cards: Sequence[int]) -> str:
    return ",".join(map(str, cards))


def _on(cards: Sequence[int] | None) -> str:
    return f" on {_positions(cards)}" if cards else ""


def action_json(action: Action | str, phase: str, index_base: int = 0) -> Json:
    """Our decision as action_v1."""
    decision = Action(action) if isinstance(action, str) else action
    kind = decision.kind
    fields: Json = {}
    if kind in _ALONE:
        type_ = _ALONE[kind]
    elif kind in ("play", "discard"):
        type_, fields = kind.upper(), {"indices": decision.cards}
    elif kind == "sort_hand":
        type_, fields = "SORT_HAND", {"by": ("rank", "suit")[decision.index]}
    elif kind.startswith("rearrange_"):
        type_, fields = kind.upper().replace("REARRANGE", "REORDER"), {"permutation": decision.cards}
    elif kind in ("use", "pick", "buy_and_use"):
        type_ = {"use": "USE", "pick": "PACK", "buy_and_use": "BUY_AND_USE"}[kind]
        fields = {"index": decision.index} | ({"targets": decision.cards} if decision.cards else {})
    else:  # buy_card, buy_voucher, buy_pack, sell_joker, sell_consumable
        verb, _, item = kind.partition("_")
        type_, fields = verb.upper(), {"item": item, "index": decision.index}
    document: Json = {"schema_version": "action_v1", "phase": phase, "action_type": type_}
    document |= _shifted(fields, index_base)
    return document | ({"index_base": index_base} if index_base else {})


def _shifted(fields: Json, by: int) -> Json:
    out = dict(fields)
    for name in _LISTS:
        if name in out:
            out[name] = [i + by for i in out[name]]
    for name in ("index", "src", "dst"):
        if name in out:
            out[name] += by
    return out


def read_action_json(document: Json) -> Json:
    """The document checked, with its type by its first name and positions counted from 0."""
    validate("action_v1", document)
    type_, implied = ALIASES.get(document["action_type"], (document["action_type"], {}))
    base = document.get("index_base", 0)
    fields = {n: v for n, v in document.items() if n not in ("action_type", "index_base")}
    for name, value in implied.items():
        if fields.setdefault(name, value) != value:
            raise ValueError(f"action_v1.{name}: {fields[name]!r} is given; {value!r} is allowed")
    allowed = {name.removesuffix("?"): name.endswith("?") for name in FIELDS[type_].split()}
    for name in fields.keys() - allowed.keys() - {"schema_version", "phase"}:
        given = document["action_type"]
        raise ValueError(
            f"action_v1.{name}: {given} does not take it; {', '.join(allowed) or 'nothing'} is allowed"
        )
    for name, optional in allowed.items():
        if name not in fields and not optional:
            raise ValueError(
                f"action_v1.{name}: it is missing; {document['action_type']} needs {FIELDS[type_]}"
            )
    for name, value in _shifted(fields, -base).items():
        below = [i for i in (value if isinstance(value, list) else [value]) if isinstance(i, int) and i < 0]
        if below:
            given = f"{fields[name]!r} is given with index_base {base}"
            raise ValueError(f"action_v1.{name}: {given}; at least {base} is allowed")
    return _shifted(fields, -base) | {"action_type": type_}


def action_of(document: Json, game: Game) -> Action:
    """The decision that an action_v1 stands for in this game. It need not be legal."""
    fields = read_action_json(document)
    type_ = fields["action_type"]
    if type_ in NO_DECISION:
        raise ValueError(f"action_v1.action_type: {type_} is no decision inside a run")
    if type_ == "SKIP":
        return Action("skip_pack" if game.phase == "PACK" else "skip_blind")
    alone = {v: k for k, v in _ALONE.items()}
    if type_ in alone:
        return Action(alone[type_])
    if type_ in ("PLAY", "DISCARD"):
        return Action(f"{type_.lower()} {_positions(fields['indices'])}".strip())
    if type_ == "SORT_HAND":
        return Action(f"sort_hand {fields['by']}")
    if type_ in ("BUY", "SELL"):
        return _trade(type_, fields)
    if type_ in ("USE", "PACK", "BUY_AND_USE"):
        kind = {"USE": "use", "PACK": "pick", "BUY_AND_USE": "buy_and_use"}[type_]
        return Action(f"{kind} {fields['index']}{_on(fields.get('targets'))}")
    return _reorder(type_, fields, game)


def _trade(type_: str, fields: Json) -> Action:
    items = {"BUY": ("card", "voucher", "pack"), "SELL": ("joker", "consumable")}[type_]
    if fields["item"] not in items:
        raise ValueError(
            f"action_v1.item: {fields['item']!r} is given; {type_} takes one of {', '.join(items)}"
        )
    return Action(f"{type_.lower()}_{fields['item']} {fields['index']}")


def _reorder(type_: str, fields: Json, game: Game) -> Action:
    verb, zone_word, *_ = type_.split("_")
    zone = _ZONES[zone_word]
    if verb == "REORDER":
        return Action(f"rearrange_{zone} {_positions(fields['permutation'])}".strip())
    order = list(range(len(getattr(game, zone))))
    for name in ("src", "dst"):
        if fields[name] >= len(order):
            raise ValueError(f"action_v1.{name}: position {fields[name]} is given; {zone} has {len(order)}")
    src, dst = fields["src"], fields["dst"]
    if verb == "MOVE":
        order.insert(dst, order.pop(src))
    else:
        order[src], order[dst] = order[dst], order[src]
    return Action(f"rearrange_{zone} {_positions(order)}")


def to_call(action: Action | str) -> tuple[str, Json]:
    """The protocol call (method, params) of a decision. NoCall if the protocol has none."""
    decision = Action(action) if isinstance(action, str) else action
    kind, index, cards = decision.kind, decision.index, decision.cards
    if kind in _NO_CALL:
        raise NoCall(f"the protocol has no call for '{decision}'")
    if kind in _CALLS:
        return _CALLS[kind], {}
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


def call_of(document: Json, game: Game) -> tuple[str, Json]:
    """The protocol call of an action_v1, also of those about the run: to wait is to look again."""
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
    """The decision that a protocol call stands for in this game. It need not be legal."""
    alone = {call: kind for kind, call in _CALLS.items()}
    if method in alone:
        return Action(alone[method])
    if method in ("play", "discard"):
        return Action(f"{method} {_positions(_with_forced(game, params['cards']))}".strip())
    if method == "use":
        return Action(f"use {params['consumable']}{_on(params.get('cards'))}")
    if method == "pack":
        return Action("skip_pack") if params.get("skip") else _pick(game, params)
    for verb, what in _GIVEN:
        if method == verb and params.get(what) is not None:
            value = params[what]
            return Action(f"{verb}_{what} {_positions(value) if verb == 'rearrange' else value}".strip())
    raise ValueError(f"call {method!r} with {dict(params)!r} stands for no decision")


_GIVEN = [
    *(("buy", what) for what in ("card", "voucher", "pack")),
    *(("sell", what) for what in ("joker", "consumable")),
    *(("rearrange", what) for what in ("hand", "jokers", "consumables")),
]


def _with_forced(game: Game, cards: Sequence[int]) -> list[int]:
    """Cerulean Bell's card is selected already; of the named cards as many join it as fit."""
    for position, card in enumerate(game.hand):
        if card.forced and position not in cards:
            return [position, *cards[:4]]
    return list(cards)


def _pick(game: Game, params: Mapping[str, Any]) -> Action:
    """Clients may name targets for cards that take none."""
    index = params["card"]
    offers = game.pack_cards
    key = offers[index].key if 0 <= index < len(offers) else ""
    takes = content()["consumable"].get(key, {}).get("target_max", 0)
    return Action(f"pick {index}" + (_on(params.get("targets")) if takes else ""))
