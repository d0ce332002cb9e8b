"""Decisions: our Action <-> action_v1."""

from __future__ import annotations

from collections.abc import Sequence

from jimbot.documents.codes import Json
from jimbot.documents.schema import validate
from jimbot.game import Action, Game

# Other names that are read: the type and the fields they mean.
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
_LISTS = ("indices", "targets", "permutation")


def positions(cards: Sequence[int]) -> str:
    return ",".join(map(str, cards))


def on(cards: Sequence[int] | None) -> str:
    return f" on {positions(cards)}" if cards else ""


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
            raise ValueError(f"action_v1.{name}: {fields[name]!r} is not valid; must be {value!r}")
    allowed = {name.removesuffix("?"): name.endswith("?") for name in FIELDS[type_].split()}
    for name in fields.keys() - allowed.keys() - {"schema_version", "phase"}:
        given = document["action_type"]
        raise ValueError(
            f"action_v1.{name}: {given} has no such field; it takes {', '.join(allowed) or 'none'}"
        )
    for name, optional in allowed.items():
        if name not in fields and not optional:
            raise ValueError(f"action_v1.{name}: missing; {document['action_type']} needs {FIELDS[type_]}")
    for name, value in _shifted(fields, -base).items():
        below = [i for i in (value if isinstance(value, list) else [value]) if isinstance(i, int) and i < 0]
        if below:
            raise ValueError(
                f"action_v1.{name}: {fields[name]!r} is not valid with index_base {base}; "
                f"must be at least {base}"
            )
    return _shifted(fields, -base) | {"action_type": type_}


def action_of(document: Json, game: Game) -> Action:
    """The decision of an action_v1 in this game. It need not be legal."""
    fields = read_action_json(document)
    type_ = fields["action_type"]
    if type_ in NO_DECISION:
        raise ValueError(f"action_v1.action_type: {type_} is not a decision in a run")
    if type_ == "SKIP":
        return Action("skip_pack" if game.phase == "PACK" else "skip_blind")
    alone = {v: k for k, v in _ALONE.items()}
    if type_ in alone:
        return Action(alone[type_])
    if type_ in ("PLAY", "DISCARD"):
        return Action(f"{type_.lower()} {positions(fields['indices'])}".strip())
    if type_ == "SORT_HAND":
        return Action(f"sort_hand {fields['by']}")
    if type_ in ("BUY", "SELL"):
        return _trade(type_, fields)
    if type_ in ("USE", "PACK", "BUY_AND_USE"):
        kind = {"USE": "use", "PACK": "pick", "BUY_AND_USE": "buy_and_use"}[type_]
        return Action(f"{kind} {fields['index']}{on(fields.get('targets'))}")
    return _reorder(type_, fields, game)


def _trade(type_: str, fields: Json) -> Action:
    items = {"BUY": ("card", "voucher", "pack"), "SELL": ("joker", "consumable")}[type_]
    if fields["item"] not in items:
        raise ValueError(
            f"action_v1.item: {fields['item']!r} is not valid; {type_} takes one of {', '.join(items)}"
        )
    return Action(f"{type_.lower()}_{fields['item']} {fields['index']}")


def _reorder(type_: str, fields: Json, game: Game) -> Action:
    verb, _, zone = type_.partition("_")
    zone = zone.lower()
    if verb == "REORDER":
        return Action(f"rearrange_{zone} {positions(fields['permutation'])}".strip())
    order = list(range(len(getattr(game, zone))))
    for name in ("src", "dst"):
        if fields[name] >= len(order):
            raise ValueError(
                f"action_v1.{name}: there is no position {fields[name]}; {zone} has {len(order)} (from 0)"
            )
    src, dst = fields["src"], fields["dst"]
    if verb == "MOVE":
        order.insert(dst, order.pop(src))
    else:
        order[src], order[dst] = order[dst], order[src]
    return Action(f"rearrange_{zone} {positions(order)}")
