"""Action: one complete decision, made by the constructor of its kind or read from its text.

>>> Action.play([0, 2]) == Action("play 0,2")
True

The class is the engine's own. Its constructors are the functions of this module, and the stub of the engine
(``make stub``) lists them, so that editors know them.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Literal

from jimbot._core import Action as Action


def play(cards: Iterable[int]) -> Action:
    """Plays these cards of the hand. Positions count from 0 everywhere."""
    return _on_cards("play", cards)


def discard(cards: Iterable[int]) -> Action:
    """Discards these cards of the hand."""
    return _on_cards("discard", cards)


def use(index: int, cards: Iterable[int] = ()) -> Action:
    """Uses a consumable, on these cards of the hand if it takes any."""
    return _indexed("use", index, cards)


def sell_joker(index: int) -> Action:
    """Sells a joker."""
    return _indexed("sell_joker", index)


def sell_consumable(index: int) -> Action:
    """Sells a consumable."""
    return _indexed("sell_consumable", index)


def buy_card(index: int) -> Action:
    """Buys a joker, consumable or playing card of the shop."""
    return _indexed("buy_card", index)


def buy_and_use(index: int, cards: Iterable[int] = ()) -> Action:
    """Buys a consumable of the shop and uses it at once, on these cards of the hand if it takes any."""
    return _indexed("buy_and_use", index, cards)


def buy_voucher(index: int) -> Action:
    """Buys a voucher."""
    return _indexed("buy_voucher", index)


def buy_pack(index: int) -> Action:
    """Buys a booster pack and opens it."""
    return _indexed("buy_pack", index)


def pick(index: int, cards: Iterable[int] = ()) -> Action:
    """Takes a card of the open pack; what is used at once is used on these cards of the hand."""
    return _indexed("pick", index, cards)


def skip_pack() -> Action:
    """Takes nothing more from the open pack."""
    return Action("skip_pack")


def reroll() -> Action:
    """Rerolls the shop."""
    return Action("reroll")


def leave_shop() -> Action:
    """Goes on to the next blind."""
    return Action("leave_shop")


def select_blind() -> Action:
    """Plays the blind."""
    return Action("select_blind")


def skip_blind() -> Action:
    """Skips the blind for its tag."""
    return Action("skip_blind")


def reroll_boss() -> Action:
    """Draws another boss, where a voucher allows it."""
    return Action("reroll_boss")


def cash_out() -> Action:
    """Takes the money of a beaten blind and enters the shop."""
    return Action("cash_out")


def rearrange_hand(order: Iterable[int]) -> Action:
    """Puts the hand into this order: the card at ``order[0]`` comes first."""
    return _on_cards("rearrange_hand", order)


def rearrange_jokers(order: Iterable[int]) -> Action:
    """Puts the jokers into this order."""
    return _on_cards("rearrange_jokers", order)


def rearrange_consumables(order: Iterable[int]) -> Action:
    """Puts the consumables into this order."""
    return _on_cards("rearrange_consumables", order)


def sort_hand(by: Literal["rank", "suit"]) -> Action:
    """Sorts the hand."""
    return Action(f"sort_hand {by}")


def _on_cards(kind: str, cards: Iterable[int]) -> Action:
    return Action(f"{kind} {_places(cards)}".rstrip())


def _indexed(kind: str, index: int, cards: Iterable[int] = ()) -> Action:
    text = f"{kind} {operator.index(index)}"
    places = _places(cards)
    return Action(f"{text} on {places}" if places else text)


def _places(cards: Iterable[int]) -> str:
    return ",".join(str(operator.index(card)) for card in cards)


CONSTRUCTORS = (
    play,
    discard,
    use,
    sell_joker,
    sell_consumable,
    buy_card,
    buy_and_use,
    buy_voucher,
    buy_pack,
    pick,
    skip_pack,
    reroll,
    leave_shop,
    select_blind,
    skip_blind,
    reroll_boss,
    cash_out,
    rearrange_hand,
    rearrange_jokers,
    rearrange_consumables,
    sort_hand,
)
for _constructor in CONSTRUCTORS:
    setattr(Action, _constructor.__name__, staticmethod(_constructor))
