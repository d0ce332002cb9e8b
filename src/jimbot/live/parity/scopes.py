"""Scopes: which part of the game a compared field speaks of."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache

from jimbot.documents.scopes import SCOPES

# Field pattern -> scopes; a field has the scopes of every pattern that fits it, and "full" besides.
# rng holds what the seeded streams decide: deals, rows, packs, bosses, tags, targets.
FIELDS: tuple[tuple[str, str], ...] = (
    ("state", "hand_core blinds"),
    ("ante", "blinds"),
    ("round_num", "blinds"),
    ("money", "economy"),
    ("won", "blinds"),
    ("payout", "economy"),
    ("vouchers_used", "shop"),
    ("round.hands_left", "hand_core"),
    ("round.discards_left", "hand_core"),
    ("round.hands_played", "hand_core"),
    ("round.discards_used", "hand_core"),
    ("round.reroll_cost", "economy shop"),
    ("round.chips", "score_core"),
    ("score", "score_core"),
    ("hands.*", "score_core"),
    ("levels.*", "score_core"),
    ("blinds.*", "blinds"),
    ("blinds.*.name", "rng"),
    ("blinds.*.tag", "rng"),
    ("blinds.*.score", "score_core"),
    ("jokers.*", "jokers"),
    ("jokers.*.buy", "economy"),
    ("jokers.*.sell", "economy"),
    ("jokers.*.target", "rng"),
    ("consumables.*", "zones"),
    ("consumables.keys", "rng"),
    ("consumables.*.sell", "economy"),
    ("consumables.*.buy", "economy"),
    ("hand.*", "hand_core zones"),
    ("hand.cards", "rng"),
    ("hand.ids", "rng"),
    ("hand.face_down", "rng"),
    ("deck.*", "zones"),
    ("deck.ids", "rng"),
    ("deck.cards", "rng"),
    ("shop.*", "shop"),
    ("shop.cards", "rng"),
    ("shop.*.edition", "rng"),
    ("shop.*.stickers", "rng"),
    ("shop.*.n", "jokers"),
    ("shop.*.target", "jokers rng"),
    ("shop.*.buy", "economy"),
    ("vouchers.*", "shop"),
    ("vouchers.cards", "rng"),
    ("vouchers.buy", "economy"),
    ("packs.*", "shop"),
    ("packs.cards", "rng"),
    ("packs.buy", "economy"),
    ("pack.*", "shop"),
    ("pack.cards", "rng"),
    ("pack.*.edition", "rng"),
    ("pack.*.n", "jokers"),
    ("pack.*.target", "jokers rng"),
    ("pack.*.buy", "economy"),
)


@cache
def scopes_of(field: str) -> frozenset[str]:
    """The scopes of a field. A call that the engine refuses breaks all of them."""
    if field == "action":
        return frozenset(SCOPES)
    found = {s for pattern, scopes in FIELDS if fnmatchcase(field, pattern) for s in scopes.split()}
    if not found:
        raise ValueError(f"the field {field!r} is in no scope; add it to jimbot.live.parity.scopes.FIELDS")
    return frozenset(found | {"full"})
