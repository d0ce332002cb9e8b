"""Every method of the protocol as a method, for the sync and the async client alike.

`call` gives a result or something to await; the parameters of the class say which. Indices are positions in
the lists of the latest game state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

Alive = TypeVar("Alive")
State = TypeVar("State")
File = TypeVar("File")
Answer = TypeVar("Answer")


def indices(cards: Sequence[int] | None) -> list[int] | None:
    """Plain integers: a row of a numpy array is welcome too."""
    return None if cards is None else [int(card) for card in cards]


class Calls(Generic[Alive, State, File, Answer]):
    def call(self, method: str, params: Mapping[str, Any] | None = None) -> Answer:
        """Any method by name; parameters that are None are left out."""
        raise NotImplementedError

    def _state(self, method: str, **params: Any) -> State:
        return cast(State, self.call(method, params))

    def _file(self, method: str, path: str | Path) -> File:
        return cast(File, self.call(method, {"path": str(path)}))

    def health(self) -> Alive:
        """Whether the server answers."""
        return cast(Alive, self.call("health"))

    def gamestate(self) -> State:
        """The state now; in the middle of an animation it may be a passing one."""
        return self._state("gamestate")

    def start(self, deck: str = "RED", stake: str = "WHITE", seed: str | None = None) -> State:
        """A new run, from the menu."""
        return self._state("start", deck=deck, stake=stake, seed=seed)

    def menu(self) -> State:
        """Leaves the run without saving it."""
        return self._state("menu")

    def save(self, path: str | Path) -> File:
        """Writes the run to a file on the server's machine."""
        return self._file("save", path)

    def load(self, path: str | Path) -> File:
        """Reads a run from a file on the server's machine; the current run is given up."""
        return self._file("load", path)

    def screenshot(self, path: str | Path) -> File:
        """Writes a PNG; a headless game never answers this."""
        return self._file("screenshot", path)

    def select(self) -> State:
        """Takes the blind on deck."""
        return self._state("select")

    def skip(self) -> State:
        """Skips the blind on deck for its tag."""
        return self._state("skip")

    def play(self, cards: Sequence[int]) -> State:
        """Plays cards of the hand."""
        return self._state("play", cards=indices(cards))

    def discard(self, cards: Sequence[int]) -> State:
        """Discards cards of the hand."""
        return self._state("discard", cards=indices(cards))

    def cash_out(self) -> State:
        """Takes the money of the round and enters the shop."""
        return self._state("cash_out")

    def next_round(self) -> State:
        """Leaves the shop."""
        return self._state("next_round")

    def reroll(self) -> State:
        """New cards for the shop."""
        return self._state("reroll")

    def buy(self, *, card: int | None = None, voucher: int | None = None, pack: int | None = None) -> State:
        """Buys exactly one of the three."""
        return self._state("buy", card=card, voucher=voucher, pack=pack)

    def pack(
        self, card: int | None = None, targets: Sequence[int] | None = None, *, skip: bool | None = None
    ) -> State:
        """Picks a card of the open pack, or leaves it."""
        return self._state("pack", card=card, targets=indices(targets), skip=skip)

    def sell(self, *, joker: int | None = None, consumable: int | None = None) -> State:
        """Sells exactly one of the two."""
        return self._state("sell", joker=joker, consumable=consumable)

    def use(self, consumable: int, cards: Sequence[int] | None = None) -> State:
        """Uses a consumable, on cards of the hand where it needs them."""
        return self._state("use", consumable=consumable, cards=indices(cards))

    def rearrange(
        self,
        *,
        hand: Sequence[int] | None = None,
        jokers: Sequence[int] | None = None,
        consumables: Sequence[int] | None = None,
    ) -> State:
        """Reorders exactly one of the three: place k takes the card from order[k]."""
        return self._state(
            "rearrange", hand=indices(hand), jokers=indices(jokers), consumables=indices(consumables)
        )

    def add(self, key: str, **properties: str | int | bool | None) -> State:
        """Debug: adds a card; seal, edition, enhancement, eternal, perishable, rental."""
        return self._state("add", key=key, **properties)

    def set(self, **fields: int | bool | None) -> State:
        """Debug: money, chips, ante, round, hands, discards, shop."""
        return self._state("set", **fields)

    def discover(self) -> Answer:
        """The server's description of itself (`rpc.discover`)."""
        return self.call("rpc.discover")
