"""Who chooses the calls of a recording: small players that follow the run in the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from jimbot.game import Action, Game
from jimbot.game.planner import plan_hand
from jimbot.live.protocol.calls import Call, by_calls, has_call, to_call

# Chooses among the calls that the engine and the protocol allow; None ends the recording.
Agent = Callable[[Game, list[tuple[Action, Call]]], tuple[Action, Call] | None]


def allowed(game: Game) -> list[tuple[Action, Call]]:
    """Every legal action that the protocol has a call for."""
    calls = by_calls(game)
    return [(action, to_call(action)) for action in game.legal_actions() if calls.why_illegal(action) is None]


def random_agent(seed: str) -> Agent:
    """Any kind of action with the same chance, then any action of that kind."""
    dice = random.Random(f"jimbot parity {seed}")

    def choose(game: Game, choices: list[tuple[Action, Call]]) -> tuple[Action, Call] | None:
        kinds = sorted({action.kind for action, _ in choices})
        if not kinds:
            return None
        kind = dice.choice(kinds)
        return dice.choice([choice for choice in choices if choice[0].kind == kind])

    return choose


# What a greedy player does first; a hand is left to the planner.
EAGER = (
    "select_blind",
    "use",
    "pick",
    "cash_out",
    "buy_voucher",
    "buy_card",
    "buy_pack",
    "skip_pack",
    "leave_shop",
)


def greedy_agent(game: Game, choices: list[tuple[Action, Call]]) -> tuple[Action, Call] | None:
    """Uses, buys and picks whatever it can, and plays the hands that the planner chooses."""
    by_kind: dict[str, tuple[Action, Call]] = {}
    for choice in choices:
        by_kind.setdefault(choice[0].kind, choice)
    for kind in EAGER:
        if kind in by_kind:
            return by_kind[kind]
    if game.phase != "SELECTING_HAND":
        return None
    best = plan_hand(game, "lite")
    return next((choice for choice in choices if choice[0] == best), by_kind.get("play"))


def transcript_agent(path: Path, lines: Iterator[tuple[int, str]]) -> Agent:
    """The decisions of a transcript, in order."""

    def choose(game: Game, choices: list[tuple[Action, Call]]) -> tuple[Action, Call] | None:
        for number, line in lines:
            try:
                action = Action(line)
                reason = game.why_illegal(action)
                if reason is not None:
                    raise ValueError(f"'{line}' is not legal: {reason}")
                if not has_call(action, game):
                    raise ValueError(f"the protocol has no call for '{line}'")
            except ValueError as error:
                raise ValueError(f"{path} line {number}: {error}") from None
            return action, to_call(action)
        return None

    return choose
