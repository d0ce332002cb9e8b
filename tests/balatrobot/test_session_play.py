"""A run through calls is the run in process; recorded runs of the real game agree with what calls answer."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from jimbot.game import Game
from jimbot.live.parity.recordings import read_recording, recordings
from jimbot.live.protocol.errors import ProtocolError
from jimbot.live.server.session import Session

from .drivers import random_decision
from .states import check_state


@pytest.mark.parametrize("number", range(8))
def test_calls_equal_decisions(number: int) -> None:
    draw, seed = random.Random(number), f"SAME{number}"
    session = Session()
    session.call("start", {"deck": "RED", "stake": "WHITE", "seed": seed})
    game = Game(seed, endless=True, variant="steamodded")
    steps = 0
    while not game.over and steps < 600:
        action, (method, params) = random_decision(game, draw)
        game.apply(action)
        session.call(method, params)
        assert session.game is not None
        assert session.game.notation() == game.notation()
        steps += 1
    assert steps > 5


# -- recorded runs ----------------------------------------------------------------------------------------


def shown_card(card: dict[str, Any]) -> str:
    """A card as the recordings write it, without extra chips and marks that they may lack."""
    modifier = card["modifier"] or {}
    code = card["key"]
    for letter, name in (("e", "enhancement"), ("x", "edition"), ("s", "seal")):
        if name in modifier:
            code += f"/{letter}:{modifier[name]}"
    return str(code)


def recorded_card(code: str) -> str:
    first, *marks = code.split("/")
    return "/".join([first, *(m for m in marks if m[0] in "exs")])


def differences(ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    found = []

    def compare(name: str, a: Any, b: Any) -> None:
        if a != b:
            found.append(f"{name}: {a!r} is not the recorded {b!r}")

    compare("state", ours["state"], theirs["state"])
    compare("ante", ours["ante_num"], theirs["ante"])
    compare("round_num", ours["round_num"], theirs["round_num"])
    compare("money", ours["money"], theirs["money"])
    compare("round", ours["round"], theirs["round"])
    for name, row in theirs["hands"].items():
        hand = ours["hands"][name]
        compare(
            f"hands.{name}", [hand[k] for k in ("level", "chips", "mult", "played", "played_this_round")], row
        )
    for name, blind in theirs["blinds"].items():
        shown = ours["blinds"][name]
        compare(f"blinds.{name}.status", shown["status"], blind["status"])
        compare(f"blinds.{name}.tag", shown["tag_name"], blind.get("tag") or "")
        if theirs["state"] != "ROUND_EVAL":
            compare(f"blinds.{name}", (shown["name"], shown["score"]), (blind["name"], blind["score"]))
    compare(
        "hand",
        [shown_card(c) for c in ours["hand"]["cards"]],
        [recorded_card(c) for c in theirs["hand"]["cards"]],
    )
    compare(
        "cards",
        [shown_card(c) for c in ours["cards"]["cards"]],
        [recorded_card(c) for c in theirs["deck"]["cards"]],
    )
    compare("cards.limit", ours["cards"]["limit"], theirs["deck"]["owned"])
    compare("cards.ids", [c["id"] - 1 for c in ours["cards"]["cards"]], theirs["deck"]["ids"])
    for area in ("jokers", "consumables", "shop", "vouchers", "pack"):
        if area not in theirs:
            continue
        cards = theirs[area]["cards"]
        compare(
            area,
            [shown_card(c).split("/")[0] for c in ours[area]["cards"]],
            [c.get("key", c.get("card", "")).split("/")[0] for c in cards],
        )
        compare(f"{area}.limit", ours[area]["limit"], theirs[area]["limit"])
        compare(f"{area}.id", [c["id"] - 1 for c in ours[area]["cards"]], [c["id"] for c in cards])
        for card, recorded in zip(ours[area]["cards"], cards, strict=False):
            for price in ("buy", "sell"):
                if price in recorded and "key" in recorded:
                    compare(f"{area}.{recorded['key']}.{price}", card["cost"][price], recorded[price])
    return found


def replay(path: Path) -> tuple[int, int, list[str]]:
    """Plays a recording up to its first stale cash-out: steps, refusals and differences."""
    recording = read_recording(path)
    session, found, refusals = Session(), [], 0
    for number, step in enumerate(recording.steps):
        if not step["prefix"] or step["result"] == "no_answer":
            return number, refusals, found
        try:
            answer = session.call(step["method"], step["params"])
        except ProtocolError:
            assert step["result"] == "refused", (path.name, step["i"])
            refusals += 1
            continue
        assert step["result"] == "ok", (path.name, step["i"])
        check_state(answer)
        if step.get("derived", {}).get("payout") == "stale":
            return number, refusals, found
        if step["state"]:
            found += [f"step {step['i']} {line}" for line in differences(answer, step["state"])]
    return len(recording.steps), refusals, found


@pytest.mark.shared
def test_recorded_runs(shared: Path) -> None:
    runs = recordings(shared / "oracle" / "runs")[::9]
    results = [replay(path) for path in runs]
    assert sum(steps for steps, _, _ in results) > 300
    found = [
        f"{path.name} {line}" for path, (_, _, lines) in zip(runs, results, strict=True) for line in lines
    ]
    assert not found, "\n".join(found[:30])
