"""Methods of the shop and its packs: cash_out, buy, reroll, pack, sell, next_round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from jimbot import _core
from jimbot.game.content import content
from jimbot.live.protocol.errors import bad_request, invalid_state, not_allowed
from jimbot.live.protocol.wire import number_text
from jimbot.live.server.methods_round import clicked, on
from jimbot.live.server.schema import Params

if TYPE_CHECKING:
    from jimbot.live.server.session import Session

Result = dict[str, Any]
Item = _core.Card | _core.Joker | _core.Consumable
Stock = Sequence[tuple[Item | str, int]]

EMPTY = {
    "card": "No jokers/consumables/cards in the shop. Reroll to restock the shop",
    "voucher": "No vouchers to redeem. Defeat boss blind to restock",
    "pack": "No packs to open",
}


def cash_out(session: Session, params: Params) -> Result:
    session.act("cash_out")
    return session.gamestate()


def next_round(session: Session, params: Params) -> Result:
    session.act("leave_shop")
    return session.gamestate()


def reroll(session: Session, params: Params) -> Result:
    g = session.core
    if g.reroll_price > max(0, g.spendable):
        raise not_allowed(
            f"Not enough dollars to reroll. Available: {g.spendable}, Required: {g.reroll_price}"
        )
    session.act("reroll")
    return session.gamestate()


# -- buy --------------------------------------------------------------------------------------------------


def _check_room(g: _core.Game, item: Item | str) -> None:
    """Counts only: a Negative card, which would bring its own slot, is refused too."""
    if isinstance(item, _core.Joker) and len(g.jokers) >= g.joker_slots:
        raise bad_request(
            "Cannot purchase joker card, joker slots are full. "
            f"Current: {len(g.jokers)}, Limit: {g.joker_slots}"
        )
    if isinstance(item, _core.Consumable) and len(g.consumables) >= g.consumable_slots:
        raise bad_request(
            "Cannot purchase consumable card, consumable slots are full. "
            f"Current: {len(g.consumables)}, Limit: {g.consumable_slots}"
        )


def buy(session: Session, params: Params) -> Result:
    given = [kind for kind in ("card", "voucher", "pack") if kind in params]
    if not given:
        raise bad_request("Invalid arguments. You must provide one of: card, voucher, pack")
    if len(given) > 1:
        raise bad_request("Invalid arguments. Cannot provide more than one of: card, voucher, or pack")
    (kind,) = given
    index, g = params[kind], session.core
    stocks: dict[str, Stock] = {"card": g.shop, "voucher": g.shop_vouchers, "pack": g.shop_packs}
    stock = stocks[kind]
    if not stock:
        raise bad_request(EMPTY[kind])
    if not 0 <= index < len(stock):
        available = "Available cards" if kind == "card" else "Available"
        raise bad_request(
            f"{kind.capitalize()} index out of range. Index: {number_text(index)}, {available}: {len(stock)}"
        )
    item, price = stock[index]
    if price > g.spendable:
        raise bad_request(f"Card is not affordable. Cost: {price}, Available money: {g.spendable}")
    _check_room(g, item)
    numbers = {"voucher": session.memory.voucher_numbers, "pack": session.memory.pack_numbers}.get(kind)
    if g.why_illegal(_core.Action(f"buy_{kind} {index}")) is not None:
        raise not_allowed("No buy button found for card")
    if numbers is not None:
        numbers.pop(index)
    session.act(f"buy_{kind} {index}")
    return session.gamestate()


# -- pack -------------------------------------------------------------------------------------------------


def _check_targets(g: _core.Game, targets: list[int]) -> None:
    first = g.pack_cards[0][0]
    if not isinstance(first, _core.Consumable):
        return
    if content()["consumable"][first.key]["kind"] == "planet":
        return
    for i in targets:
        if not 0 <= i < len(g.hand):
            raise bad_request(
                f"Target card index out of range. Index: {number_text(i)}, Hand size: {len(g.hand)}"
            )


def _check_target_count(key: str, given: int) -> None:
    row = content()["consumable"][key]
    least, most = row["target_min"], row["target_max"]
    if least <= given <= most:
        return
    wanted = f"exactly {least}" if least == most else f"{least}-{most}"
    raise bad_request(f"Card '{key}' requires {wanted} target card(s). Provided: {given}")


def _chosen_targets(g: _core.Game, item: Item, targets: list[int]) -> list[int]:
    if isinstance(item, _core.Joker) and len(g.jokers) >= g.joker_slots:
        raise not_allowed(
            f"Cannot select joker, joker slots are full. Current: {len(g.jokers)}, Limit: {g.joker_slots}"
        )
    if not isinstance(item, _core.Consumable):
        return []
    if item.key == "c_ankh" and not g.jokers:
        raise not_allowed("Card 'c_ankh' requires at least 1 joker. Current: 0")
    if content()["consumable"][item.key]["target_max"] == 0:
        return []
    _check_target_count(item.key, len(targets))
    chosen = clicked(targets, [])
    _check_target_count(item.key, len(chosen))
    return chosen


def pack(session: Session, params: Params) -> Result:
    index, skipped, g = params.get("card"), params.get("skip", False), session.core
    if index is None and not skipped:
        raise bad_request("Invalid arguments. You must provide one of: card, skip")
    if index is not None and skipped:
        raise bad_request("Invalid arguments. Cannot provide both card and skip")
    cards = g.pack_cards
    if not cards:
        raise invalid_state("No pack is currently open")
    last = skipped or g.pack_picks_left == 1
    if index is None:
        session.act("skip_pack")
    else:
        targets = params.get("targets", [])
        _check_targets(g, targets)
        if not 0 <= index < len(cards):
            raise bad_request(
                f"Card index out of range. Index: {number_text(index)}, Available cards: {len(cards)}"
            )
        _pick(session, index, _chosen_targets(g, cards[index][0], targets))
    if last and g.phase == "PACK":  # a tag opened the next one at once
        session.memory.pack_limit = len(g.pack_cards)
    return session.gamestate()


def _pick(session: Session, index: int, targets: list[int]) -> None:
    """The remote control picks what the game itself would not let be picked."""
    g, action = session.core, f"pick {index}{on(targets)}"
    item = g.pack_cards[index][0]
    if g.why_illegal(_core.Action(action)) is None:
        session.act(action)
    elif isinstance(item, _core.Consumable) and (g.hand or not _acts_on_hand(item.key)):
        _core.pick_anyway(g, index, targets)
        session.memory.update(g)
    else:
        raise not_allowed(f"Card '{item.code if isinstance(item, _core.Card) else item.key}' cannot be used")


def _acts_on_hand(key: str) -> bool:
    return bool(content()["consumable"][key]["target"] != "none")


# -- sell -------------------------------------------------------------------------------------------------


def sell(session: Session, params: Params) -> Result:
    given = [kind for kind in ("joker", "consumable") if kind in params]
    if not given:
        raise bad_request("Must provide exactly one of: joker or consumable")
    if len(given) > 1:
        raise bad_request("Can only sell one item at a time")
    (kind,) = given
    index, g = params[kind], session.core
    held: list[_core.Joker] | list[_core.Consumable] = g.jokers if kind == "joker" else g.consumables
    if not held:
        raise not_allowed(f"No {kind}s available to sell")
    if not 0 <= index < len(held):
        raise bad_request(f"Index out of range for {kind}: {number_text(index)}")
    if isinstance(card := held[index], _core.Joker) and card.eternal and not session.strict:
        session.sell_eternal(index)
    else:
        session.act(f"sell_{kind} {index}")
    return session.gamestate()
