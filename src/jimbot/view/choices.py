"""What can be decided now, as plain data: one entry for each thing that can be bought, used, sold, taken."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from jimbot.game import Action
from jimbot.game.action import CONSTRUCTORS
from jimbot.game.content import content
from jimbot.game.records import Consumable
from jimbot.game.seen import Seen
from jimbot.view.words import decision_words

MAX_PLAYED = 5
ALONE = (
    "skip_pack",
    "reroll",
    "leave_shop",
    "select_blind",
    "skip_blind",
    "reroll_boss",
    "cash_out",
)
LINES = ("rearrange_hand", "rearrange_jokers", "rearrange_consumables", "sort_hand")


@dataclass(frozen=True)
class Choice:
    """A kind of decision with its index. ``least`` to ``most`` cards of the hand go with it."""

    kind: str
    text: str
    index: int | None = None
    price: int | None = None
    least: int = 0
    most: int = 0

    def action(self, cards: Iterable[int] = ()) -> Action:
        """The decision, with these cards of the hand."""
        places = ",".join(map(str, cards))
        if self.index is None:
            return Action(f"{self.kind} {places}".rstrip())
        return Action(f"{self.kind} {self.index}" + (f" on {places}" if places else ""))


def choices(seen: Seen) -> list[Choice]:
    """Every legal choice; rearrangements, which are always legal, are left out."""
    return list(_choices(seen))


def _choices(seen: Seen) -> Iterator[Choice]:
    for kind in (constructor.__name__ for constructor in CONSTRUCTORS):
        if kind in LINES:
            continue
        for index in seen.legal_indices(kind):
            if kind in ("play", "discard"):
                yield Choice(kind, kind, least=1, most=MAX_PLAYED)
            elif kind in ALONE:
                yield Choice(kind, _alone(seen, kind), price=seen.reroll_price if kind == "reroll" else None)
            else:
                least, most = _targets(seen, kind, index)
                text = decision_words(seen, Action(f"{kind} {index}"))
                yield Choice(kind, text, index, _price(seen, kind, index), least, most)


def _alone(seen: Seen, kind: str) -> str:
    if kind == "select_blind":
        return f"play the {seen.blind.name}"
    if kind == "skip_blind":
        tag = content()["tag"][seen.blind.tag or ""]["name"]
        return f"skip the {seen.blind.name} for the {tag}"
    return {
        "skip_pack": "skip the rest of the pack",
        "reroll": "reroll the shop",
        "leave_shop": "leave the shop",
        "reroll_boss": "reroll the boss",
        "cash_out": "cash out",
    }[kind]


def _targets(seen: Seen, kind: str, index: int) -> tuple[int, int]:
    item = {
        "use": lambda: seen.consumables[index],
        "buy_and_use": lambda: seen.shop[index].item,
        "pick": lambda: seen.pack_cards[index].item,
    }.get(kind, lambda: None)()
    if not isinstance(item, Consumable):
        return 0, 0
    row = content()["consumable"][item.key]
    return row["target_min"], row["target_max"]


def _price(seen: Seen, kind: str, index: int) -> int | None:
    if kind in ("buy_card", "buy_and_use"):
        return seen.shop[index].price
    if kind == "buy_voucher":
        return seen.shop_vouchers[index].price
    if kind == "buy_pack":
        return seen.shop_packs[index].price
    return None
