"""Debug methods: add, set, and the four that only echo."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from jimbot import _core
from jimbot.game.content import content
from jimbot.live.protocol.errors import bad_request, internal_error, invalid_state, not_allowed
from jimbot.live.protocol.names import EDITIONS, ENHANCEMENTS, NUMBERS, RANK_NUMBERS, SEALS, SUIT_NAMES
from jimbot.live.server.schema import Params

if TYPE_CHECKING:
    from jimbot.live.server.session import Session

Result = dict[str, Any]

PLAYING_CARD = re.compile(r"[HDCS]_[2-9TJQKA]")
KINDS = {"j_": "joker", "c_": "consumable", "v_": "voucher", "p_": "pack"}
PACK_SLOTS = 2


# -- add --------------------------------------------------------------------------------------------------


def _kind(key: str) -> str:
    if PLAYING_CARD.fullmatch(key):
        return "card"
    kind = KINDS.get(key[:2])
    if kind is None:
        raise bad_request(
            "Invalid card key format. Expected: joker (j_*), consumable (c_*), voucher (v_*), "
            "or playing card (SUIT_RANK)"
        )
    return kind


def _check_place(session: Session, kind: str, key: str) -> None:
    if kind == "card" and session.state != "SELECTING_HAND":
        raise invalid_state("Playing cards can only be added in SELECTING_HAND state")
    if kind == "voucher" and session.state != "SHOP":
        raise invalid_state("Vouchers can only be added in SHOP state")
    if kind != "pack":
        return
    if session.state != "SHOP":
        raise invalid_state("Packs can only be added in SHOP state")
    if len(session.core.shop_packs) >= PACK_SLOTS:
        raise not_allowed("Cannot add pack, shop booster slots are full")
    if key not in content()["booster"]:
        raise bad_request(f"Pack key not found: {key}")


def _check_looks(kind: str, params: Params) -> None:
    seal, edition, enhancement = params.get("seal"), params.get("edition"), params.get("enhancement")
    if seal is not None:
        if kind != "card":
            raise bad_request("Seal can only be applied to playing cards")
        if seal not in SEALS:
            raise bad_request("Invalid seal value. Expected: RED, BLUE, GOLD, or PURPLE")
    if edition is not None:
        if kind in ("voucher", "pack"):
            raise bad_request(f"Edition cannot be applied to {kind}s")
        if kind == "consumable" and edition != "NEGATIVE":
            raise bad_request("Consumables can only have NEGATIVE edition")
        if edition not in EDITIONS:
            raise bad_request("Invalid edition value. Expected: HOLO, FOIL, POLYCHROME, or NEGATIVE")
    if enhancement is not None:
        if kind != "card":
            raise bad_request("Enhancement can only be applied to playing cards")
        if enhancement not in ENHANCEMENTS:
            raise bad_request(
                "Invalid enhancement value. Expected: BONUS, MULT, WILD, GLASS, STEEL, STONE, GOLD, or LUCKY"
            )


def _check_stickers(kind: str, params: Params) -> None:
    perishable = params.get("perishable")
    if params.get("eternal") and kind != "joker":
        raise bad_request("Eternal can only be applied to jokers")
    if perishable is not None:
        if kind != "joker":
            raise bad_request("Perishable can only be applied to jokers")
        if perishable < 1:
            raise bad_request("Perishable must be a positive integer (>= 1)")
    if params.get("rental") and kind != "joker":
        raise bad_request("Rental can only be applied to jokers")


def _lower(value: str | None) -> str | None:
    return None if value is None else value.lower()


def _place(g: _core.Game, kind: str, params: Params) -> bool:
    """Puts the new card in its place; False if the state has no room at all for it."""
    key, edition = params["key"], _lower(params.get("edition"))
    if kind == "joker":
        rounds = min(int(min(params.get("perishable", 0), 255)), 255)
        eternal, rental = bool(params.get("eternal")), bool(params.get("rental"))
        return _core.give_joker(g, key, edition, eternal, rounds, rental)
    if kind == "consumable":
        return _core.give_consumable(g, key, edition)
    if kind == "voucher":
        return _core.offer_voucher(g, key)
    if kind == "pack":
        return _core.offer_pack(g, key)
    suit, rank = key.split("_")
    enhancement, seal = _lower(params.get("enhancement")), _lower(params.get("seal"))
    return _core.give_card(g, RANK_NUMBERS[rank], SUIT_NAMES[suit], enhancement, edition, seal)


def add(session: Session, params: Params) -> Result:
    key, g = params["key"], session.core
    kind = _kind(key)
    _check_place(session, kind, key)
    _check_looks(kind, params)
    _check_stickers(kind, params)
    known = kind in ("card", "pack") or key in content()[kind]
    if not known or not _place(g, kind, params):
        raise bad_request(f"Failed to add card: {key}")
    if kind == "voucher":
        session.memory.voucher_numbers.append(g.next_number - 1)
    if kind == "pack":
        session.memory.pack_numbers.append(g.next_number - 1)
    session.memory.update(g)
    return session.gamestate()


# -- set --------------------------------------------------------------------------------------------------


def set_fields(session: Session, params: Params) -> Result:
    """Field by field: what comes before a refused one stays set. What is beyond the engine's range is cut."""
    if session.game is None:
        raise invalid_state("Can only set during an active run")
    if not any(name in params for name in NUMBERS) and not params.get("shop"):
        raise bad_request("Must provide at least one field to set")
    for name in NUMBERS:
        if name in params:
            _set_number(session, name, params[name])
    if params.get("shop"):
        if session.state != "SHOP":
            raise not_allowed("Can re-stock shop only in SHOP state")
        _core.restock_shop(session.core)
        session.memory.restock(session.core)
    return session.gamestate()


def _set_number(session: Session, name: str, value: float) -> None:
    if value < 0:
        raise bad_request(f"{name.capitalize()} must be a positive integer")
    if name == "hands" and session.state == "SELECTING_HAND":
        session.memory.no_hands = value == 0
        value = max(1, value)  # the engine's rounds have a hand to play
    _core.set_number(session.core, NUMBERS[name], float(value))


# -- echoes -----------------------------------------------------------------------------------------------


def echo(session: Session, params: Params) -> Result:
    return {"success": True, "received_args": params}


def fail(session: Session, params: Params) -> Result:
    if params["error_type"] == "throw_error":
        raise internal_error("Intentional test error from endpoint execution")
    return {"success": True}


def confirm_state(session: Session, params: Params) -> Result:
    return {"success": True, "state_validated": True}
