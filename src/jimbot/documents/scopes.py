"""Canonical JSON, and SHA-256 hashes of a state_v1 document by scope."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from jimbot.documents.codes import Json, number_json

# What each scope holds, as paths of state_v1. A path that a document lacks (a hidden one) is left out.
SCOPES: dict[str, tuple[str, ...]] = {
    "hand_core": (
        "phase",
        "zones.hand",
        "round.hands_left",
        "round.discards_left",
        "round.ante",
        "round.round_num",
        "round.blind",
        "score",
        "economy.money",
        "flags",
    ),
    "score_core": ("score", "hands"),
    "zones": ("zones", "hidden.deck", "hidden.hand"),
    "economy": ("economy",),
    "jokers": ("jokers", "jokers_face_down", "consumables", "targets", "hidden.jokers", "hidden.targets"),
    "shop": ("shop", "pack", "vouchers", "ante_voucher", "hidden.ante_voucher"),
    "rng": ("rng",),
    "blinds": ("blinds", "tags", "round"),
    "full": ("",),
}


def normalised(value: Any) -> Any:
    """Numbers in one form only: whole ones as integers, those that are not finite by name."""
    if isinstance(value, float):
        return number_json(value)
    if isinstance(value, dict):
        return {name: normalised(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [normalised(part) for part in value]
    return value


def canonical_json(value: Any) -> str:
    """Sorted keys, no spaces, numbers in one form: equal documents give equal text."""
    return json.dumps(normalised(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _part(state: Json, path: str) -> tuple[bool, Any]:
    place: Any = state
    for name in filter(None, path.split(".")):
        if name not in place:
            return False, None
        place = place[name]
    return True, place


def scope_of(state: Json, scope: str) -> Json:
    """The part of a document that a scope holds, by path."""
    if scope not in SCOPES:
        raise ValueError(f"unknown scope {scope!r}; one of {', '.join(SCOPES)}")
    parts = ((path, *_part(state, path)) for path in SCOPES[scope])
    return {path: value for path, found, value in parts if found}


def hash_of(state: Json, scope: str = "full") -> str:
    """SHA-256 of a scope, in hexadecimal."""
    return hashlib.sha256(canonical_json(scope_of(state, scope)).encode()).hexdigest()


def hashes_of(state: Json) -> dict[str, str]:
    return {scope: hash_of(state, scope) for scope in SCOPES}
