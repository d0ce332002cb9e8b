"""Methods of a blind and its round: select, skip, play, discard, use, rearrange."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jimbot.game.content import content
from jimbot.live.protocol.errors import ProtocolError, bad_request, invalid_state, not_allowed
from jimbot.live.protocol.wire import number_text
from jimbot.live.server.schema import Params

if TYPE_CHECKING:
    from jimbot.live.server.session import Session

Result = dict[str, Any]

MAX_SELECTED = 5


def positions(indices: list[int]) -> str:
    return ",".join(str(i) for i in indices)


def on(indices: list[int]) -> str:
    return f" on {positions(indices)}" if indices else ""


def clicked(indices: list[int], selected: list[int]) -> list[int]:
    """What is selected after a click on each card: a second click takes it out again, except a card that
    was forced (`selected` before); beyond the limit a click does nothing."""
    forced, out = set(selected), list(selected)
    for i in indices:
        if i not in out:
            if len(out) < MAX_SELECTED:
                out.append(i)
        elif i not in forced:
            out.remove(i)
    return out


def select(session: Session, params: Params) -> Result:
    session.act("select_blind")
    return session.gamestate()


def skip(session: Session, params: Params) -> Result:
    if session.core.blind_on_deck == 2:
        raise not_allowed("Cannot skip Boss blind")
    session.act("skip_blind")
    return session.gamestate()


def _selection(session: Session, cards: list[int], verb: str) -> list[int]:
    if len(cards) > MAX_SELECTED:
        raise bad_request(f"You can only {verb} {MAX_SELECTED} cards")
    hand = session.core.hand
    for i in cards:
        if not 0 <= i < len(hand):
            raise bad_request(f"Invalid card index: {number_text(i)}")
    chosen = clicked(cards, [i for i, card in enumerate(hand) if card.forced])
    if not chosen:  # every card was clicked twice
        raise _none_chosen(verb)
    return chosen


def _none_chosen(verb: str) -> ProtocolError:
    return bad_request(f"Must provide at least one card to {verb}")


def play(session: Session, params: Params) -> Result:
    cards = params["cards"]
    if not cards:
        raise _none_chosen("play")
    session.act(f"play {positions(_selection(session, cards, 'play'))}")
    return session.gamestate()


def discard(session: Session, params: Params) -> Result:
    cards = params["cards"]
    if not cards:
        raise _none_chosen("discard")
    if session.core.discards_left <= 0:
        raise bad_request("No discards left")
    session.act(f"discard {positions(_selection(session, cards, 'discard'))}")
    return session.gamestate()


# -- use --------------------------------------------------------------------------------------------------


def target_range(key: str) -> tuple[int, int]:
    """How many cards a consumable wants; Aura's prototype does not say that it wants one."""
    row = content()["consumable"][key]
    return (0, 0) if key == "c_aura" else (row["target_min"], row["target_max"])


def _check_target_count(name: str, least: int, most: int, given: int) -> None:
    def number(n: int) -> str:
        return f"{n} card{'' if n == 1 else 's'} (provided: {given})"

    if least == most and given != least:
        raise bad_request(f"Consumable '{name}' requires exactly {number(least)}")
    if given < least:
        raise bad_request(f"Consumable '{name}' requires at least {number(least)}")
    if given > most:
        raise bad_request(f"Consumable '{name}' requires at most {number(most)}")


def _targets(session: Session, name: str, key: str, cards: list[int]) -> list[int]:
    least, most = target_range(key)
    if most == 0:
        return []
    if session.state != "SELECTING_HAND":
        raise invalid_state(
            f"Consumable '{name}' requires card selection and can only be used in SELECTING_HAND state"
        )
    if not cards:
        raise bad_request(f"Consumable '{name}' requires card selection")
    for i in cards:
        if not 0 <= i < len(session.core.hand):
            raise bad_request(f"Card index out of range: {number_text(i)}")
    _check_target_count(name, least, most, len(cards))
    return clicked(cards, [])


def use(session: Session, params: Params) -> Result:
    index, g = params["consumable"], session.core
    held = g.consumables
    if not 0 <= index < len(held):
        raise bad_request(f"Consumable index out of range: {number_text(index)}")
    card = held[index]
    targets = _targets(session, card.name, card.key, params.get("cards", []))
    action = f"use {index}{on(targets)}"
    if card.key == "c_ankh" and g.jokers and len(g.jokers) >= g.joker_slots:
        raise not_allowed(f"Cannot use consumable '{card.name}': insufficient space")
    try:
        session.act(action)
    except ProtocolError:
        raise not_allowed(f"Consumable '{card.name}' cannot be used at this time") from None
    return session.gamestate()


# -- rearrange --------------------------------------------------------------------------------------------


def rearrange(session: Session, params: Params) -> Result:
    given = [kind for kind in ("hand", "jokers", "consumables") if kind in params]
    if not given:
        raise bad_request("Must provide exactly one of: hand, jokers, or consumables")
    if len(given) > 1:
        raise bad_request("Can only rearrange one type at a time")
    (kind,) = given
    order, count = params[kind], len(getattr(session.core, kind))
    if kind == "hand":
        _check_hand_can_move(session, count)
    if count == 0:
        raise not_allowed(f"No {kind} available to rearrange")
    if len(order) != count:
        raise bad_request(f"Must provide exactly {count} indices for {kind}")
    for i in order:
        if not 0 <= i < count:
            raise bad_request(f"Index out of range for {kind}: {number_text(i)}")
    for k, i in enumerate(order):
        if i in order[:k]:
            raise bad_request(f"Duplicate index in {kind}: {i}")
    session.act(f"rearrange_{kind} {positions(order)}")
    return session.gamestate()


def _check_hand_can_move(session: Session, count: int) -> None:
    if session.state == "SHOP":
        raise invalid_state("Can only rearrange hand during hand selection")
    if session.state == "SMODS_BOOSTER_OPENED" and count == 0:
        raise not_allowed("No cards to rearrange. You can only rearrange hand in Arcana and Spectral packs.")
