"""Replaying recorded runs from their seed with the recorded calls, injecting no outcome.

Two things are set from a recording because they are faults of the recorded build, not rules: money after a
cash-out that paid the previous round's total, and money that hangs on To Do List's hand, which is not
reproducible between launches. Differences that the recordings' own notes explain carry that explanation.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jimbot.game import Game
from jimbot.parity.compare import Field, compare
from jimbot.parity.recordings import Recording, read_recording, to_action

# Steps of recordings that are wrong in themselves: from there on nothing can be compared.
FAULTY: dict[str, tuple[int, str]] = {
    "1801824049-c16": (10, "the pick from the opened pack is missing in the log"),
    "CCCCCCC-20260120_141920_307": (
        161,
        "the inferred skip was a Tarot's use: Fortune Teller counts one more",
    ),
}


@dataclass(frozen=True)
class Difference:
    run: str
    step: int
    field: Field
    explained: str | None

    def __str__(self) -> str:
        why = f" ({self.explained})" if self.explained else ""
        values = f"{self.field.ours!r}, recorded {self.field.theirs!r}"
        return f"{self.run} step {self.step} {self.field.name}: {values}{why}"


@dataclass
class Replay:
    """The outcome for one run."""

    run: str
    steps: int = 0
    observed: int = 0  # steps with a recorded state
    observed_matched: int = 0
    plays: int = 0
    plays_matched: int = 0
    fields: int = 0
    differences: list[Difference] = field(default_factory=list)
    stopped: str | None = None

    @property
    def unexplained(self) -> list[Difference]:
        return [d for d in self.differences if d.explained is None]


def explain(
    game: Game, step: dict[str, Any], difference: Field, previous: dict[str, Any] | None
) -> str | None:
    """What the recordings' notes say about such a difference, if anything."""
    name = difference.name
    state, method = step["state"]["state"], step["method"]
    owned = {j.key for j in game.reveal().jokers}
    before = previous["method"] if previous else None
    if name == "jokers.j_todo_list.target":
        return "To Do List's hand is not reproducible between launches"
    if name.endswith(".buy") and name.startswith("jokers.") and difference.theirs == 0:
        return "a joker that a tag made free keeps showing price 0"
    if name == "jokers.j_flash.n" and method == "reroll":
        return "Flash Card's text lags one step"
    if name.startswith("jokers.") and any(j.face_down for j in game.reveal().jokers):
        return "face-down jokers keep an old text"
    if name.startswith("jokers.") and state == "GAME_OVER":
        return "jokers that the lost round destroys are still shown"
    if name.endswith(".debuff") and state == "ROUND_EVAL":
        return "boss debuffs are still shown on the round-end screen"
    if name.startswith("jokers.") and name.endswith(".n") and state == "ROUND_EVAL" and step["state"]["won"]:
        return "the last state of a won run comes before the end-of-round pass"
    if name in ("hand.cards", "hand.ids", "hand.face_down", "deck.count"):
        if "j_certificate" in owned and method == "select":
            return "Certificate's card is not shown in time"
        if game.reveal().current_blind == "bl_final_heart" and {"j_stuntman", "j_merry_andy"} & owned:
            return "cards drawn for a raised hand size are not shown in time"
    if name == "consumables.keys" and "j_hallucination" in owned and method in ("buy", "skip"):
        return "Hallucination's card is not shown in time"
    if name == "money" and method == "skip":
        return "money of Skip and Economy Tags shows after the next select"
    if name.startswith("shop.") and name.rsplit(".", 1)[1] in ("buy", "edition") and method == "cash_out":
        return "price and edition given by shop tags show from the second shop state on"
    if name == "round.discards_left" and (method in ("sell", "buy", "pack") or before in ("sell", "buy")):
        return "discards of a joker gained or lost show one step late"
    return None


def _sync_money(game: Game, money: int) -> None:
    game.reveal().edit(f"money={money}")


def _after_cash_out(game: Game, step: dict[str, Any], out: Replay) -> bool:
    """Takes over money where the recorded build paid another round's total. True: money is uncertain."""
    derived = step.get("derived") or {}
    if derived.get("money") is None:
        return True
    if derived["payout"] == "rule" and game.money != derived["money"]:
        why = None
        if game.money + derived["paid"] == derived["money"]:
            why = "a round saved by Mr. Bones pays no reward; the recorded payout is the previous round's"
        elif any(j.key == "j_todo_list" for j in game.reveal().jokers):
            why = "interest on money from To Do List, whose hand is not reproducible"
        out.differences.append(
            Difference(out.run, step["i"], Field("payout", game.money, derived["money"]), why)
        )
    _sync_money(game, derived["money"])
    return False


def _compare_step(
    game: Game, step: dict[str, Any], recording: Recording, previous: dict[str, Any] | None, out: Replay
) -> None:
    clean = True
    for compared in compare(game, step["state"], recording.detail):
        out.fields += 1
        if compared.equal:
            continue
        why = explain(game, step, compared, previous)
        clean &= why is not None
        out.differences.append(Difference(out.run, step["i"], compared, why))
    out.observed += 1
    out.observed_matched += clean


def replay(recording: Recording) -> Replay:
    out = Replay(recording.name)
    faulty_step, fault = FAULTY.get(recording.name, (None, None))
    game = Game(seed=recording.header["seed"], variant="steamodded", endless=True)
    previous: dict[str, Any] | None = None
    money_uncertain = False
    for step in recording.steps:
        if step["result"] != "ok":
            continue
        if not step["prefix"] or step["i"] == faulty_step:
            out.stopped = fault or "the rest of the log is uncertain"
            break
        if step["method"] != "start":
            score = game.reveal().score
            try:
                game.apply(to_action(game, step["method"], step["params"] or {}))
            except ValueError as error:  # refused, or a call that stands for no action
                refused = Field("action", str(error), f"{step['method']} {step['params']}")
                out.differences.append(Difference(out.run, step["i"], refused, None))
                break
            if step["method"] == "play":
                out.plays += 1
                points = Field("score", game.reveal().score - score, step.get("score"))
                if points.theirs is None:  # not observed
                    points = Field("score", points.ours, points.ours)
                out.plays_matched += points.equal
                if not points.equal:
                    out.differences.append(Difference(out.run, step["i"], points, None))
        out.steps += 1
        if step["method"] == "cash_out":
            money_uncertain = _after_cash_out(game, step, out)
            if game.ante > 8:
                out.stopped = "after a win the recorded streams are not those of the seed"
                break
        state = step["state"]
        if state is None or step.get("note") == "late_answer":
            previous = step
            continue
        todo = any(j.key == "j_todo_list" for j in game.reveal().jokers)
        if state["money"] != game.money and (money_uncertain or (todo and step["method"] == "play")):
            _sync_money(game, state["money"])
        money_uncertain = False
        _compare_step(game, step, recording, previous, out)
        previous = step
    return out


def replay_all(paths: list[Path]) -> list[Replay]:
    return [replay(read_recording(path)) for path in paths]


def summary(replays: list[Replay]) -> dict[str, Any]:
    explained = Counter(d.explained for r in replays for d in r.differences if d.explained)
    return {
        "runs": len(replays),
        "steps": sum(r.steps for r in replays),
        "observed": sum(r.observed for r in replays),
        "observed_matched": sum(r.observed_matched for r in replays),
        "plays": sum(r.plays for r in replays),
        "plays_matched": sum(r.plays_matched for r in replays),
        "fields": sum(r.fields for r in replays),
        "explained": dict(explained.most_common()),
        "unexplained": [str(d) for r in replays for d in r.unexplained],
        "stopped": dict(Counter(r.stopped for r in replays if r.stopped)),
    }
