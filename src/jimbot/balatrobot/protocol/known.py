"""What a player remembers although the gamestate no longer shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jimbot.game import Action, content

GameState = Mapping[str, Any]

NAMED = {"Skip Tag": "Speed Tag"}  # what some builds call it
MADE_BY_TAG = {key: row["pack"] for key, row in content()["tag"].items() if row["pack"]}


def cards_of(state: GameState, area: str) -> list[Any]:
    """The cards of an area; none where the area is absent."""
    return list(state.get(area, {}).get("cards", []))


@cache
def key_named(kind: str, name: str) -> str | None:
    """The key of a blind, tag, voucher or consumable by its English name."""
    wanted = NAMED.get(name, name)
    return next((key for key, row in content()[kind].items() if row["name"] == wanted), None)


@dataclass
class Known:
    """Follows one run: `watch` every state that is seen, `acted` before every action that is sent."""

    deck: dict[int, Any] = field(default_factory=dict)  # cards of the round by id, as last seen face up
    jokers: dict[int, Any] = field(default_factory=dict)  # by id, as last seen face up
    texts: dict[int, str] = field(default_factory=dict)  # of jokers, while they are not disabled
    pack: str | None = None
    picks_left: int | None = None
    last_consumable: str | None = None
    voucher: tuple[int, str | None] | None = None  # the ante, and what its shops offer

    def watch(self, state: GameState) -> None:
        pile = cards_of(state, "cards")
        if state["state"] != "SELECTING_HAND":
            self.deck = {}
        for card in [*pile, *cards_of(state, "hand")]:
            if card["key"]:
                self.deck[card["id"]] = card
        jokers = cards_of(state, "jokers")
        if not any("hidden" in joker["state"] for joker in jokers):
            self.jokers = {joker["id"]: joker for joker in jokers}
        for joker in jokers:
            if joker["key"] and "debuff" not in joker["state"]:
                self.texts[joker["id"]] = joker["value"]["effect"]
        if state["state"] == "SHOP":
            vouchers = cards_of(state, "vouchers")
            self.voucher = (state["ante_num"], vouchers[0]["key"] if vouchers else None)
        if state["state"] not in ("SMODS_BOOSTER_OPENED", "SHOP", "BLIND_SELECT"):
            self.pack = self.picks_left = None

    def acted(self, state: GameState, action: Action) -> None:
        if action.kind == "buy_pack":
            self._opens(cards_of(state, "packs")[action.index]["key"])
        elif action.kind == "skip_blind":
            blind = next(b for b in state["blinds"].values() if b["status"] == "SELECT")
            self._opens(MADE_BY_TAG.get(key_named("tag", blind["tag_name"]) or ""))
        elif action.kind == "use":
            self._uses(cards_of(state, "consumables")[action.index])
        elif action.kind == "pick":
            self._uses(cards_of(state, "pack")[action.index])
            self.picks_left = self.picks_left and self.picks_left - 1

    def _uses(self, card: Any) -> None:
        """The Fool makes the last Tarot or Planet again, but not itself."""
        if card["set"] in ("TAROT", "PLANET") and card["key"] != "c_fool":
            self.last_consumable = card["key"]

    def _opens(self, pack: str | None) -> None:
        self.pack = pack
        self.picks_left = content()["booster"][pack]["picks"] if pack else None
