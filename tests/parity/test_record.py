"""`jimbot parity record`: traces of a server, whole in every case."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jimbot.agents import make_agent
from jimbot.game import Game
from jimbot.live.client.exceptions import Disconnected, Sent
from jimbot.live.parity import record as recording
from jimbot.live.parity.record import TraceRecorder, allowed, chosen_by
from jimbot.live.parity.recordings import read_recording
from jimbot.live.parity.replay import replay
from jimbot.live.parity.traces import TraceWriter
from jimbot.live.protocol.calls import from_call
from jimbot.live.server.server import Server
from jimbot.live.server.session import Session

Run = Callable[..., Any]
HEADER = {"recorded_by": "jimbot", "variant": "steamodded"}


@pytest.fixture
def url() -> Iterator[str]:
    with Server([0], "127.0.0.1", Session) as server:
        yield f"http://127.0.0.1:{server.ports[0]}"


def read(path: Path) -> list[dict[str, Any]]:
    with (gzip.open if path.name.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.parametrize("agent", ["greedy", "random", "heuristic"])
def test_a_run_over_a_socket(parity: Run, url: str, tmp_path: Path, agent: str) -> None:
    path = tmp_path / f"{agent}.jsonl.gz"
    options = ("--seed", "SOCKET", "--deck", "blue", "--stake", "red", "--steps", 30, "--agent", agent)
    done = parity("record", "--base-url", url, *options, "--recorded-by", "jimbot", "--out", path, "--json")
    assert done.code == 0
    assert done.json["unexplained"] == []
    header, *steps, end = read(path)
    assert header["format"] == "jimbot-trace 1"
    assert header["recorded_by"] == "jimbot"
    assert steps[0]["params"] == {"deck": "BLUE", "stake": "RED", "seed": "SOCKET"}
    assert end["steps"] == len(steps) == done.json["steps"] <= 30
    assert [row["i"] for row in steps] == list(range(len(steps)))
    assert all(row["result"] == "ok" and row["state"]["seed"] == "SOCKET" for row in steps)
    found = parity("replay", path, "--json").json
    assert found["steps_identical"] == found["steps"] == len(steps)


def test_a_transcript(parity: Run, url: str, tmp_path: Path) -> None:
    game = Game("SCRIPT", "yellow", "white")
    for action in ("select_blind", "discard 0,1,2", "play 0,1,2,3,4", "play 0"):
        game.apply(action)
    script, path = tmp_path / "run.transcript", tmp_path / "run.jsonl"
    script.write_text(game.transcript + "\n# a remark\n")
    done = parity("record", "--base-url", url, "--agent", script, "--out", path)
    assert done.code == 0, done.err
    _, *steps, _ = read(path)
    assert [row["method"] for row in steps] == ["start", "select", "discard", "play", "play"]
    assert steps[0]["params"]["deck"] == "YELLOW"
    for line, reason in (
        ("sort_hand suit", "the protocol has no call for 'sort_hand suit'"),
        ("use 7", "'use 7' is not legal: there is nothing at that index"),
        ("fly", "unknown action 'fly'"),
    ):
        script.write_text(f"{game.transcript}{line}\n")
        done = parity("record", "--base-url", url, "--agent", script, "--out", tmp_path / "x.jsonl")
        assert done.code == 2
        assert f"{script} line 6: {reason}" in done.err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run.jsonl", "run.transcript"]


def test_what_cannot_be_recorded(parity: Run, url: str, trace: Path, tmp_path: Path) -> None:
    at = ("record", "--base-url", url, "--out")
    before = trace.read_bytes()
    assert "already exists; choose another name" in parity(*at, trace).err
    assert trace.read_bytes() == before
    assert "must end in .jsonl or .jsonl.gz" in parity(*at, tmp_path / "x.txt").err
    assert "unknown deck 'paper'" in parity(*at, tmp_path / "x.jsonl", "--deck", "paper").err
    err = parity(*at, tmp_path / "x.jsonl", "--agent", tmp_path / "none").err
    assert f"unknown agent '{tmp_path / 'none'}'; one of " in err
    err = parity(*at, tmp_path / "x.jsonl", "--agent", trace).err
    assert "--agent must be an agent or a transcript" in err
    assert f"not '{trace}'" in err
    assert f"{tmp_path / 'no' / 'x.jsonl'}: No such file" in parity(*at, tmp_path / "no" / "x.jsonl").err
    assert parity(*at, tmp_path / "x.jsonl", "--variant", "beta").code == 2
    done = parity("record", "--base-url", "http://127.0.0.1:9", "--out", tmp_path / "x.jsonl")
    assert done.code == 2
    assert "http://127.0.0.1:9: " in done.err
    assert "Connection refused" in done.err
    assert list(tmp_path.iterdir()) == []


class Moody:
    """A session with faults of a live game: transient states, refusals, a Ctrl-C."""

    def __init__(self, fault: str, at: int) -> None:
        self.session = Session()
        self.fault = fault
        self.at = at
        self.calls = 0

    def call(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "gamestate":
            return self.session.call(method, params)
        self.calls += 1
        if self.calls == self.at and self.fault == "interrupt":
            raise KeyboardInterrupt
        if self.calls == self.at and self.fault == "gone":
            raise Disconnected("the connection broke", method, params, Sent.all)
        if self.calls == self.at and self.fault == "refuse":
            return self.session.call("play", {"cards": [99]})
        state = self.session.call(method, params)
        if self.calls >= self.at and self.fault == "transient" and state["state"] == "SELECTING_HAND":
            return state | {"state": "DRAW_TO_HAND", "hand": state["hand"] | {"cards": []}}
        if self.calls == self.at and self.fault == "other cards":
            state["hand"]["cards"].pop()
        return state


def record(fault: str, path: Path) -> tuple[TraceRecorder, str]:
    with TraceWriter(path, HEADER) as writer:
        recorder = TraceRecorder(Moody(fault, 5), writer)
        recorder.start("MOODY", "RED", "WHITE")
        end = recorder.play(chosen_by(make_agent("heuristic")), 25)
        writer.finish(end)
    return recorder, end


def test_an_interrupted_recording_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    assert record("interrupt", path)[1] == "interrupted"
    found = replay(read_recording(path))
    assert found.calls == 3
    assert not found.differences


def test_a_lost_connection_leaves_a_whole_trace(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    assert record("gone", path)[1].startswith("no answer to ")
    assert read(path)[-2]["result"] == "no_answer"
    assert not replay(read_recording(path)).differences


def test_ctrl_c_never_tears_a_line(tmp_path: Path) -> None:
    with TraceWriter(tmp_path / "x.jsonl", HEADER) as writer:
        recorder = TraceRecorder(Session(), writer)
        recorder.start("MOODY", "RED", "WHITE")
        recorder.interrupt()  # between two calls: noted, and obeyed before the next one
        assert recorder.play(chosen_by(make_agent("heuristic")), 25) == "interrupted"
        assert writer.steps == 1


def test_an_unfinished_trace_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), TraceWriter(tmp_path / "x.jsonl.gz", HEADER):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_refused_calls_are_recorded_and_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    record("refuse", path)
    refused = [row for row in read(path) if row.get("result") == "refused"]
    assert len(refused) == 1
    assert refused[0]["error"]["message"] == "Invalid card index: 99"
    assert not replay(read_recording(path)).differences


def test_transient_states_are_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "POLL", 0.0)
    path = tmp_path / "x.jsonl"
    record("transient", path)
    assert all(row["state"]["state"] != "DRAW_TO_HAND" for row in read(path) if "state" in row)
    assert not replay(read_recording(path)).differences


def test_a_recording_ends_where_game_and_engine_go_apart(tmp_path: Path) -> None:
    recorder, end = record("other cards", tmp_path / "x.jsonl")
    assert "the engine went apart" in end
    assert "hand.cards" in end
    assert recorder.writer.steps == 4
    assert replay(read_recording(tmp_path / "x.jsonl")).unexplained


def test_calls_and_actions_are_one_to_one() -> None:
    """Every call for a legal action is read as that action again."""
    seen = set()
    for seed in range(12):
        game = Game(f"CALLS{seed}", variant="steamodded")
        agent = chosen_by(make_agent("heuristic" if seed % 2 else "random"))
        game.reveal().edit("money=60 jokers=[j_joker,j_egg] consumables=[c_death,c_pluto]")
        for _ in range(60):
            choices = allowed(game)
            for action, (method, params) in choices:
                assert from_call(method, params, game) == action
                seen.add((method, *params))
            choice = agent(game, choices)
            if choice is None:
                break
            game.apply(choice[0])
    methods = {method for method, *_ in seen}
    assert methods >= {
        "play",
        "discard",
        "use",
        "sell",
        "buy",
        "pack",
        "select",
        "skip",
        "cash_out",
        "reroll",
    }
    assert "sort_hand" not in {action.kind for action, _ in allowed(game)}


@pytest.mark.slow
def test_kill_minus_nine_leaves_what_was_recorded(tmp_path: Path) -> None:
    """Up to the last whole step; the part is read as it is, and never written over."""
    path, part = tmp_path / "x.jsonl.gz", tmp_path / "x.part.jsonl"
    with Server([0], "127.0.0.1", Session) as server:
        url = f"http://127.0.0.1:{server.ports[0]}"
        command = [sys.executable, "-m", "jimbot", "parity", "record", "--base-url", url, "--out", str(path)]
        process = subprocess.Popen(
            [*command, "--seed", "KILLED", "--steps", "100000", "--agent", "random"],
            stdout=subprocess.DEVNULL,
        )
        end = time.monotonic() + 60
        while not (part.exists() and part.read_bytes().count(b"\n") > 6):
            assert time.monotonic() < end
            assert process.poll() is None
            time.sleep(0.002)
        process.kill()
        process.wait()
        assert not path.exists()
        lines = part.read_bytes().splitlines(keepends=True)
        part.write_bytes(b"".join(lines[:5]) + lines[5][:-20])
        recorded = read_recording(part)
        assert [step["i"] for step in recorded.steps] == [0, 1, 2, 3]
        assert not replay(recorded).differences
        again = subprocess.run([*command, "--seed", "KILLED"], capture_output=True, text=True)
    assert again.returncode == 2
    assert "x.part.jsonl holds what was left of a recording" in again.stderr
    assert part.exists()
