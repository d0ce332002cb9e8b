"""Games reported as events, by `jimbot drive`, `eval` and a served game alike; what trainers report; heartbeats."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from jimbot.agents import make_agent
from jimbot.evaluation.events import EventLog, Narrator, Publisher, check, read_log, switch
from jimbot.live.backends import RealBackend, SimBackend
from jimbot.live.client.raw_client import RawClient
from jimbot.live.drive import drive_run
from jimbot.live.server.session import Session
from jimbot.runs import telemetry
from jimbot.training.boards import report


def logged(path: Path, count: int, kind: str = "heartbeat") -> list[dict[str, Any]]:
    """The first events of a kind, this many, once a gateway has written them."""
    until = time.monotonic() + 20
    while len(found := [event for event in read_log(path) if event["type"] == kind]) < count:
        assert time.monotonic() < until
        time.sleep(0.05)
    return found


def test_drive_publishes_its_runs_and_goes_on_without_a_gateway(make_gateway: Any, stats: Any) -> None:
    url = make_gateway()
    for address, shown in ((url, ""), ("ws://127.0.0.1:9/events", "it is tried again, and the work goes on")):
        command = f"drive --backend sim --agent greedy --seeds dev-2 --json --events {address}"
        program = [sys.executable, "-m", "jimbot", *command.split()]
        done = subprocess.run(program, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["n"] == 2
        assert shown in done.stderr
    assert stats(url)["accepted"] > 20


def test_a_run_is_reported_once_where_the_environment_names_a_gateway_too(
    make_gateway: Any, tmp_path: Path
) -> None:
    path = tmp_path / "events.jsonl"
    url = make_gateway(log=EventLog(path))
    command = f"drive --backend sim --agent greedy --seeds dev-1 --json --events {url}"
    program = [sys.executable, "-m", "jimbot", *command.split()]
    subprocess.run(program, env={**os.environ, switch.WHERE: url}, capture_output=True, check=True)
    logged(path, 1, "game_over")
    count = Counter(event["type"] for event in read_log(path))
    assert count["game_start"] == count["game_over"] == 1


@pytest.mark.slow
def test_eval_publishes_its_games_and_goes_on_without_a_gateway(make_gateway: Any, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    url = make_gateway(log=EventLog(path))
    for address, shown in ((url, ""), ("ws://127.0.0.1:9/events", "it is tried again, and the work goes on")):
        command = f"eval --agent greedy --seeds dev-2 --workers 1 --json --events {address}"
        program = [sys.executable, "-m", "jimbot", *command.split()]
        done = subprocess.run(program, capture_output=True, text=True, check=True)
        assert json.loads(done.stdout)["n"] == 2
        assert shown in done.stderr
    logged(path, 2, "game_over")
    count = Counter(event["type"] for event in read_log(path))
    assert count["game_start"] == count["game_over"] == 2
    assert count["hand_played"] > 5


@pytest.mark.parametrize("named_by", ["option", "environment"])
def test_a_served_run_is_reported_once(make_gateway: Any, tmp_path: Path, named_by: str) -> None:
    path = tmp_path / "events.jsonl"
    url = make_gateway(log=EventLog(path))
    given = ["--events", url] if named_by == "option" else []
    program = [sys.executable, "-m", "jimbot", "serve", "--port", "0", *given]
    named = {switch.WHERE: url} if named_by == "environment" else {}
    with subprocess.Popen(program, env={**os.environ, **named}, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            RawClient(address).call("start", deck="RED", stake="WHITE", seed="EVENTS")
        finally:
            server.terminate()
            server.communicate(timeout=20)
    assert server.returncode == 0
    assert len(logged(path, 1, "game_start")) == 1


def test_every_trainer_publishes_its_progress_in_one_place(make_gateway: Any, tmp_path: Path) -> None:
    """To telemetry, and as heartbeats to the gateway; nothing where both are off."""
    path = tmp_path / "events.jsonl"
    url = make_gateway(log=EventLog(path))
    report("native", steps=1)
    telemetry.start(str(tmp_path / "telemetry"), "test")
    switch.start(url)
    try:
        for steps in (100, 200):
            report("native", steps=steps, wins=0.5, kl=math.nan)
    finally:
        switch.stop()
        telemetry.stop()
    report("native", steps=300)
    shown = [event["data"] for event in logged(path, 2)]
    assert shown == [{"trainer": "native", "steps": steps, "wins": 0.5} for steps in (100, 200)]
    lines = [
        json.loads(line)
        for file in (tmp_path / "telemetry").iterdir()
        for line in file.read_text().splitlines()
    ]
    assert [line["values"]["steps"] for line in lines if line["measure"] == "training"] == [100, 200]


def test_a_publisher_shows_that_it_is_there(make_gateway: Any, tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    url = make_gateway(log=EventLog(path))
    with Publisher(url, beat=0.2) as publisher:
        until = time.monotonic() + 20
        while publisher.sent < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
    shown = logged(path, 2)
    assert {event["game_id"] for event in shown} == {publisher.name}
    assert shown[1]["data"] == {"sent": 1, "dropped": 0}


@pytest.mark.parametrize("served", [False, True])
def test_a_run_is_reported(served: bool) -> None:
    shown: list[dict[str, Any]] = []

    def publish(kind: str, game_id: str, data: dict[str, Any]) -> None:
        shown.append(check({"type": kind, "timestamp": 0, "game_id": game_id, "data": data}))

    narrator = Narrator(publish)
    agent = make_agent("heuristic")
    if served:
        backend = RealBackend(Session(narrator=narrator), execute=True)
        record = drive_run(agent, backend, "TESTSEED")
    else:
        record = drive_run(agent, SimBackend(execute=True), "TESTSEED", observers=[narrator])
    assert record.failure is None
    count = Counter(event["type"] for event in shown)
    plays = sum(line.startswith("play ") for line in record.transcript.splitlines())
    assert shown[0]["type"] == "game_start"
    assert len({event["game_id"] for event in shown}) == 1
    assert count["hand_played"] == plays
    assert count["blind_defeated"] == count["round_end"] == count["round_start"] - (not record.won)
    assert count["shop_entered"] > 0
    assert count["joker_triggered"] > 0
    assert count["card_purchased"] > 0
    if not served:  # a served game goes on endlessly
        assert (count["game_over"], shown[-1]["type"]) == (1, "game_over")
