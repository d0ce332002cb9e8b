"""Whether a state shows that an action was executed: asked only when the action's answer is lost.

Each rule names the trace that its action cannot help leaving. A rule says no rather than guess: the caller
then learns that the outcome is unknown, which is better than an action lost or done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

State = Mapping[str, Any]
Params = Mapping[str, Any]

RESTING = frozenset(
    ("MENU", "BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "SMODS_BOOSTER_OPENED", "GAME_OVER")
)


def same(before: State, after: State) -> bool:
    """Equal but for the order of the draw pile, which a fair server shuffles in every answer."""
    return _comparable(before) == _comparable(after)


def shows(method: str, params: Params, before: State, after: State) -> bool:
    """Whether `after` is what `method` leaves behind when it is executed in `before`."""
    if method == "menu":
        return after.get("state") == "MENU"
    if method == "start":
        return _started(params, before, after)
    # Another seed is another run: the game was restarted, or somebody else plays.
    if after.get("seed") != before.get("seed") or same(before, after):
        return False
    rule = _RULES.get(method)
    return rule is None or rule(params, before, after)


def _comparable(state: State) -> dict[str, Any]:
    comparable = dict(state)
    pile = comparable.get("cards")
    if isinstance(pile, Mapping):
        comparable["cards"] = {name: value for name, value in pile.items() if name != "cards"}
    return comparable


def _ids(state: State, area: str) -> list[Any]:
    found = state.get(area)
    cards = found.get("cards", []) if isinstance(found, Mapping) else []
    return [card.get("id") for card in cards]


def _left(area: str, index: Any, before: State, after: State) -> bool:
    """The card at `index` of the area is no longer there."""
    ids = _ids(before, area)
    return isinstance(index, int) and 0 <= index < len(ids) and ids[index] not in _ids(after, area)


def _moved(source: str, *targets: str) -> Callable[[Params, State, State], bool]:
    return lambda params, before, after: before.get("state") == source and after.get("state") in targets


def _count(state: State, name: str) -> int:
    round_ = state.get("round")
    return int(round_.get(name, 0)) if isinstance(round_, Mapping) else 0


def _started(params: Params, before: State, after: State) -> bool:
    wanted = params.get("seed")
    return (
        before.get("state") == "MENU"
        and after.get("state") == "BLIND_SELECT"
        and (wanted is None or after.get("seed") == wanted)
    )


def _selected(_: Params, before: State, after: State) -> bool:
    return bool(after.get("round_num", 0) == before.get("round_num", 0) + 1)


def _skipped(_: Params, before: State, after: State) -> bool:
    blinds = before.get("blinds", {})
    return any(
        blind.get("status") == "SELECT" and after["blinds"][name].get("status") == "SKIPPED"
        for name, blind in blinds.items()
        if name in after.get("blinds", {})
    )


def _played(_: Params, before: State, after: State) -> bool:
    return _count(after, "hands_played") == _count(before, "hands_played") + 1


def _discarded(_: Params, before: State, after: State) -> bool:
    return _count(after, "discards_used") == _count(before, "discards_used") + 1


def _rerolled(_: Params, before: State, after: State) -> bool:
    old, new = _ids(before, "shop"), _ids(after, "shop")
    return after.get("state") == "SHOP" and bool(new) and not set(new) & set(old)


def _bought(params: Params, before: State, after: State) -> bool:
    areas = (("card", "shop"), ("voucher", "vouchers"), ("pack", "packs"))
    return any(_left(area, params[name], before, after) for name, area in areas if name in params)


def _picked(params: Params, before: State, after: State) -> bool:
    closed = after.get("state") != "SMODS_BOOSTER_OPENED"
    return closed or ("card" in params and _left("pack", params["card"], before, after))


def _sold(params: Params, before: State, after: State) -> bool:
    areas = (("joker", "jokers"), ("consumable", "consumables"))
    return any(_left(area, params[name], before, after) for name, area in areas if name in params)


def _used(params: Params, before: State, after: State) -> bool:
    return _left("consumables", params.get("consumable"), before, after)


def _rearranged(params: Params, before: State, after: State) -> bool:
    for area in ("hand", "jokers", "consumables"):
        if area in params:
            ids = _ids(before, area)
            order = params[area]
            return sorted(order) == list(range(len(ids))) and _ids(after, area) == [ids[i] for i in order]
    return False


# Methods without a rule (the debug methods, unknown ones) count as executed when anything changed.
_RULES: dict[str, Callable[[Params, State, State], bool]] = {
    "select": _selected,
    "skip": _skipped,
    "play": _played,
    "discard": _discarded,
    "cash_out": _moved("ROUND_EVAL", "SHOP"),
    "next_round": _moved("SHOP", "BLIND_SELECT"),
    "reroll": _rerolled,
    "buy": _bought,
    "pack": _picked,
    "sell": _sold,
    "use": _used,
    "rearrange": _rearranged,
}
