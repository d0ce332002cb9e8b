"""What a session shows although the engine does not keep it."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field

from jimbot import _core

Extent = tuple[int, int]  # count and limit of an area


@dataclass
class Memory:
    """Lives beside a game, is saved with it, and follows it by `update` after every step.

    The shop's areas stay as the player left them until the next shop; vouchers and packs have numbers of
    their own; a pack's limit is the number of cards it was opened with; a round set to no hands is kept by
    the engine with one.
    """

    seed: str
    extents: dict[str, Extent] = field(default_factory=dict)  # of shop, vouchers and packs
    voucher_numbers: list[int] = field(default_factory=list)
    pack_numbers: list[int] = field(default_factory=list)
    in_shop: bool = False
    in_pack: bool = False
    pack_limit: int = 0
    no_hands: bool = False

    def copy(self) -> Memory:
        twin = copy(self)
        twin.extents = dict(self.extents)
        twin.voucher_numbers = list(self.voucher_numbers)
        twin.pack_numbers = list(self.pack_numbers)
        return twin

    def update(self, g: _core.Game) -> None:
        phase = g.phase
        if phase == "SHOP" and not self.in_shop:
            self.restock(g)
        elif phase not in ("SHOP", "PACK"):
            self.in_shop = False
        if self.in_shop:
            self._measure(g)
        if phase == "PACK":
            cards = len(g.pack_cards)
            self.pack_limit = max(self.pack_limit, cards) if self.in_pack else cards
        self.in_pack = phase == "PACK"
        self.no_hands = self.no_hands and phase == "SELECTING_HAND"

    def restock(self, g: _core.Game) -> None:
        """A new shop: its vouchers and then its packs were the last things made."""
        packs = len(g.shop_packs)
        end, first_pack = g.next_number, g.next_number - packs
        self.pack_numbers = list(range(first_pack, end))
        self.voucher_numbers = list(range(first_pack - len(g.shop_vouchers), first_pack))
        self.in_shop = True
        self.extents = {"vouchers": (0, max(1, len(self.voucher_numbers)))}
        self._measure(g)

    def _measure(self, g: _core.Game) -> None:
        vouchers = len(g.shop_vouchers)
        self.extents = {
            "shop": (len(g.shop), g.shop_slots),
            "vouchers": (vouchers, max(vouchers, self.extents["vouchers"][1])),
            "packs": (len(g.shop_packs), 2),
        }
