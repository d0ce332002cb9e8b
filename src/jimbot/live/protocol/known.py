"""What a player remembers although the gamestate no longer shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from jimbot.documents.codes import Json
from jimbot.documents.write import state_of
from jimbot.game import Action, Game
from jimbot.game.content import content

GameState = Mapping[str, Any]

NAMED = {"Skip Tag": "Speed Tag"}  # what some builds call it
NO_END = 1e300


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
    """Follows one run: `watch` every state that is seen, `acted` between the two states around a decision."""

    deck: dict[int, Any] = field(default_factory=dict)  # cards of the round by id, as last seen face up
    jokers: dict[int, Any] = field(default_factory=dict)  # by id, as last seen face up
    texts: dict[int, str] = field(default_factory=dict)  # of jokers, while they are not disabled
    voucher: tuple[int, str | None] | None = None  # the ante, and what its shops offer
    before: Json | None = None  # the last position as it was understood
    after: Json | None = None  # what the rules make of it by the decision since; its random part is made up
    whole: bool = False  # nothing of the run was missed

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
        if is_first(state):
            self.whole = True

    def acted(self, said: Json, position: Game, action: Action, answer: GameState) -> None:
        """A decision was made in a position. Whether it ended the round, the answer shows."""
        self.before = said
        if action.kind == "play":
            ended = answer["state"] != "SELECTING_HAND"
            after = position.edited(f"target={1 if ended else NO_END}")
        else:
            after = position.clone()
        after.apply(action)
        self.after = state_of(after)

    @property
    def is_followed(self) -> bool:
        """Whether the rules decide the result of the last position."""
        return self.after is not None and self.after is not self.before

    @property
    def expects_pack(self) -> bool:
        """Whether the last decision opens a pack."""
        return self.after is not None and self.after["phase"] == "PACK"

    def missed(self) -> None:
        """Somebody else has acted: what the rules make of that is not known."""
        self.after = self.before
        self.whole = False


def is_first(state: GameState) -> bool:
    """Whether nothing has happened yet in this run."""
    small: str = state["blinds"]["small"]["status"]
    return (state["state"], state["round_num"], small) == ("BLIND_SELECT", 0, "SELECT")
