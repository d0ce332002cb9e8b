"""Making a recorded call in the engine, with what the protocol lets through although the rules would not."""

from __future__ import annotations

from typing import Any

from jimbot import _core
from jimbot.game import Game, IllegalAction
from jimbot.live.protocol.calls import from_call
from jimbot.live.protocol.names import NUMBERS, RANK_NUMBERS, SUIT_NAMES

# Calls that change nothing in the run.
QUIET = ("health", "gamestate", "menu", "save", "screenshot", "rpc.discover")


def execute(game: Game, method: str, params: dict[str, Any]) -> None:
    """Makes a call. Raises ValueError where the engine refuses it or knows no such call."""
    if method in QUIET:
        return
    if method == "add":
        _add(game.reveal(), params)
    elif method == "set":
        _set(game.reveal(), params)
    else:
        decision = from_call(method, params, game)
        try:
            game.apply(decision)
        except IllegalAction:
            if not _forced_through(game, method, params):
                raise


def _forced_through(game: Game, method: str, params: dict[str, Any]) -> bool:
    """The remote control uses any consumable picked from a pack and sells Eternal jokers too."""
    g = game.reveal()
    if method == "pack" and 0 <= params["card"] < len(g.pack_cards):
        if isinstance(g.pack_cards[params["card"]][0], _core.Consumable):
            _core.pick_anyway(g, params["card"], params.get("targets") or [])
            return True
        return False
    if method == "sell" and "joker" in params and g.jokers[params["joker"]].eternal:
        _core.sell_anyway(g, params["joker"])
        return True
    return False


def _set(g: _core.Game, params: dict[str, Any]) -> None:
    for name, value in params.items():
        if name == "shop":
            _core.restock_shop(g)
        elif name in NUMBERS:
            _core.set_number(g, NUMBERS[name], value)
        else:
            raise ValueError(f"'set' of {name!r} cannot be replayed; {', '.join(NUMBERS)} and shop can")


def _lower(params: dict[str, Any], name: str) -> str | None:
    return str(params[name]).lower() if params.get(name) else None


def _add(g: _core.Game, params: dict[str, Any]) -> None:
    key, edition = str(params["key"]), _lower(params, "edition")
    if key.startswith("j_"):
        eternal, rental = bool(params.get("eternal")), bool(params.get("rental"))
        added = _core.give_joker(g, key, edition, eternal, int(params.get("perishable") or 0), rental)
    elif key.startswith("c_"):
        added = _core.give_consumable(g, key, edition)
    elif key.startswith("v_"):
        added = _core.offer_voucher(g, key)
    elif key.startswith("p_"):
        added = _core.offer_pack(g, key)
    else:
        suit, rank = key.split("_")
        look = (_lower(params, "enhancement"), edition, _lower(params, "seal"))
        added = _core.give_card(g, RANK_NUMBERS[rank], SUIT_NAMES[suit], *look)
    if not added:
        raise ValueError(f"there is no room to add {key}")
