"""Games told as events, by `jimbot drive` and by a served game alike."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from jimbot.agents import make_agent
from jimbot.backends import RealBackend, SimBackend
from jimbot.balatrobot.server.session import Session
from jimbot.drive import drive_run
from jimbot.events import Narrator, check


def test_drive_tells_its_runs_and_goes_on_without_a_gateway(make_gateway: Any, stats: Any) -> None:
    url = make_gateway()
    for address, told in ((url, ""), ("ws://127.0.0.1:9/events", "going on without")):
        command = f"drive --backend sim --agent greedy --seeds dev-2 --json --events {address}"
        program = [sys.executable, "-m", "jimbot", *command.split()]
        done = subprocess.run(program, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["n"] == 2
        assert told in done.stderr
    assert stats(url)["accepted"] > 20


@pytest.mark.parametrize("served", [False, True])
def test_a_run_is_told(served: bool) -> None:
    told: list[dict[str, Any]] = []

    def publish(kind: str, game_id: str, data: dict[str, Any]) -> None:
        told.append(check({"type": kind, "timestamp": 0, "game_id": game_id, "data": data}))

    narrator = Narrator(publish)
    agent = make_agent("heuristic")
    if served:
        backend = RealBackend(Session(narrator=narrator), execute=True)
        record = drive_run(agent, backend, "TESTSEED")
    else:
        record = drive_run(agent, SimBackend(execute=True), "TESTSEED", narrator=narrator)
    assert record.failure is None
    count = Counter(event["type"] for event in told)
    plays = sum(line.startswith("play ") for line in record.transcript.splitlines())
    assert told[0]["type"] == "game_start"
    assert len({event["game_id"] for event in told}) == 1
    assert count["hand_played"] == plays
    assert count["blind_defeated"] == count["round_end"] == count["round_start"] - (not record.won)
    assert count["shop_entered"] > 0
    assert count["joker_triggered"] > 0
    assert count["card_purchased"] > 0
    if not served:  # a served game goes on endlessly
        assert (count["game_over"], told[-1]["type"]) == (1, "game_over")
