"""What a session shows although the engine does not keep it."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any

from jimbot import _core

Extent = tuple[int, int]  # count and limit of an area
AREAS = {"shop", "vouchers", "packs"}


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

    @classmethod
    def from_json(cls, data: Any) -> Memory:
        """From what ``asdict`` gives, read back from JSON. Raises ValueError for anything else."""
        names = {each.name for each in fields(cls)}
        if not isinstance(data, dict) or set(data) != names:
            raise ValueError(f"a memory is an object with {', '.join(sorted(names))}")
        kinds = (("seed", str), ("in_shop", bool), ("in_pack", bool), ("no_hands", bool), ("pack_limit", int))
        for name, kind in kinds:
            if type(data[name]) is not kind:
                raise ValueError(f"{name} of a memory is {type(data[name]).__name__}, not {kind.__name__}")
        for name in ("voucher_numbers", "pack_numbers"):
            if not _is_whole(data[name]):
                raise ValueError(f"{name} of a memory is no list of whole numbers")
        extents = data["extents"]
        if not isinstance(extents, dict) or set(extents) not in (set(), AREAS):
            raise ValueError("extents of a memory are those of shop, vouchers and packs")
        if not all(_is_whole(extent) and len(extent) == 2 for extent in extents.values()):
            raise ValueError("an extent of a memory is a count and a limit")
        return cls(**data | {"extents": {name: tuple(extent) for name, extent in extents.items()}})

    def check(self, g: _core.Game) -> None:
        """Raises ValueError where it remembers another game than this one."""
        if not self.in_shop:
            return
        offers = (self.voucher_numbers, g.shop_vouchers), (self.pack_numbers, g.shop_packs)
        if not self.extents or any(len(numbers) != len(wares) for numbers, wares in offers):
            raise ValueError("the shop that is remembered is another one")

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


def _is_whole(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int and abs(value) < 2**53 for value in values)
