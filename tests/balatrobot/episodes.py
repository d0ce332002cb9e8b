"""Runs through any way of calling: played by a fixed rule, with some of everything in them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from jimbot.live.server.session import Session

Call = Callable[..., Any]
ENOUGH = 10**9


def in_process(session: Session) -> Call:
    def call(method: str, **params: Any) -> Any:
        body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": 1}).encode()
        answer = json.loads(session.handle(body))
        if "result" not in answer:
            raise RuntimeError(answer["error"]["message"])
        return answer["result"]

    return call


def episode(call: Call, seed: str = "EPISODE", steps: int = 120) -> list[Any]:
    """Plays a run and returns every answer."""
    rng = random.Random(seed)
    answers = [call("menu"), call("start", deck="RED", stake="WHITE", seed=seed)]
    while len(answers) < steps and answers[-1]["state"] != "GAME_OVER":
        method, params = decide(answers[-1], rng)
        try:
            answers.append(call(method, **params))
        except RuntimeError:  # what a thing costs or needs is for the server to say
            if method not in ("buy", "reroll", "skip"):
                raise
            answers.append(call("gamestate"))
            leave = {"SHOP": "next_round", "BLIND_SELECT": "select"}
            answers.append(call(leave[answers[-1]["state"]]))
    return answers


def decide(state: Any, rng: random.Random) -> tuple[str, dict[str, Any]]:
    match state["state"]:
        case "BLIND_SELECT":
            return rng.choice(["select", "select", "skip"]), {}
        case "SELECTING_HAND" if state["round"]["chips"] < ENOUGH and rng.random() < 0.7:
            return "set", {"chips": ENOUGH, "money": 50}  # random hands alone would end the run at once
        case "SELECTING_HAND":
            count = state["hand"]["count"]
            cards = rng.sample(range(count), min(5, count))
            if state["round"]["discards_left"] and rng.random() < 0.3:
                return "discard", {"cards": cards}
            return "play", {"cards": cards}
        case "ROUND_EVAL":
            return "cash_out", {}
        case "SHOP":
            choices: list[tuple[str, dict[str, Any]]] = [("next_round", {}), ("reroll", {})]
            choices += [("buy", {kind: 0}) for kind in ("card", "voucher", "pack")]
            return rng.choice(choices)
        case "SMODS_BOOSTER_OPENED":
            return "pack", {"skip": True}
    raise AssertionError(state["state"])
