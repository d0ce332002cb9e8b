"""Differences that are lags or faults of the recorded build, as the recordings' notes describe them."""

from __future__ import annotations

from typing import Any

from jimbot import _core
from jimbot.game import Game
from jimbot.live.parity.compare import Field, hand_codes

STALE = "the recorded build paid the previous round's total"
TODO = "To Do List's hand is not reproducible between launches"
TODO_MONEY = "money from To Do List, whose hand is not reproducible"
UNSEEN_PAYOUT = "the log does not show what this cash-out paid"

# Steps of recordings that are wrong in themselves: from there on nothing can be compared.
FAULTY: dict[str, tuple[int, str]] = {
    "1801824049-c16": (10, "the pick from the opened pack is missing in the log"),
    "CCCCCCC-20260120_141920_307": (
        161,
        "the inferred skip was a Tarot's use: Fortune Teller counts one more",
    ),
}


def explain(
    game: Game,
    step: dict[str, Any],
    difference: Field,
    previous: dict[str, Any] | None,
    position: _core.Game,
) -> str | None:
    """What the recordings' notes say about such a difference, if anything; `position` is that before it."""
    name, method = difference.name, step["method"]
    if name.endswith(".j_todo_list.target"):
        return TODO
    if name.startswith("jokers."):
        return _of_jokers(game, step, difference)
    if name == "won" and game.lost and game.ante == 8:
        return "a run lost against the boss of ante 8 is shown as won"
    if name == "hand.extra_chips" and all(
        0 <= t <= o for o, t in zip(difference.ours, difference.theirs, strict=True)
    ):
        return "the text of a card shows chips it gained late"
    owned = {j.key for j in game.reveal().jokers}
    before = previous["method"] if previous else None
    if name in ("hand.cards", "hand.ids", "hand.face_down", "deck.count"):
        if "j_certificate" in owned and method == "select":
            return "Certificate's card is not shown in time"
        if game.reveal().current_blind == "bl_final_heart" and {"j_stuntman", "j_merry_andy"} & owned:
            return "cards drawn for a raised hand size are not shown in time"
    if name == "hand.cards" and method == "sell" and difference.theirs == hand_codes(position):
        return "debuffs that a sale changes show one step late"
    if name == "consumables.keys" and "j_hallucination" in owned and method in ("buy", "skip"):
        return "Hallucination's card is not shown in time"
    if name == "money" and method == "skip":
        return "money of Skip and Economy Tags shows after the next select"
    if name.startswith("shop.") and name.rsplit(".", 1)[1] in ("buy", "edition") and method == "cash_out":
        return "price and edition given by shop tags show from the second shop state on"
    if name == "round.discards_left" and (method in ("sell", "buy", "pack") or before in ("sell", "buy")):
        return "discards of a joker gained or lost show one step late"
    return None


def _of_jokers(game: Game, step: dict[str, Any], difference: Field) -> str | None:
    name, state = difference.name, step["state"]["state"]
    if name.endswith(".buy") and difference.theirs == 0:
        return "a joker that a tag made free keeps showing price 0"
    if name == "jokers.j_flash.n" and step["method"] == "reroll":
        return "Flash Card's text lags one step"
    if any(j.face_down for j in game.reveal().jokers):
        return "face-down jokers keep an old text"
    if state == "GAME_OVER":
        return "jokers that the lost round destroys are still shown"
    if name.endswith((".debuff", ".face_down")) and state == "ROUND_EVAL":
        return "what a boss does is still shown on the round-end screen"
    if name.endswith(".n") and state == "ROUND_EVAL" and step["state"]["won"]:
        return "the last state of a won run comes before the end-of-round pass"
    return None
