"""jimbot assist: suggestions beside a game, and acting only with leave."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.terminal import Terminal

from jimbot.agents import make_agent
from jimbot.live.backends import RealBackend
from jimbot.live.client import Client
from jimbot.live.client.exceptions import Disconnected, Sent
from jimbot.live.drive.arming import ArmToken, Gate
from jimbot.live.drive.assistant import Assistant
from jimbot.live.drive.companion import Companion
from jimbot.live.server import Server, Session

ROOT = Path(__file__).resolve().parents[2]


class RealGame(Session):
    """It does not know the method by which our server names itself."""

    def _run(self, name: str, params: Any) -> dict[str, Any]:
        return super()._run("unknown" if name == "jimbot.about" else name, params)


@pytest.fixture(params=[Session, RealGame], ids=["serve", "game"])
def game(request: pytest.FixtureRequest) -> Iterator[tuple[str, bool]]:
    with Server([0], "127.0.0.1", request.param) as server:
        url = f"http://127.0.0.1:{server.ports[0]}"
        with Client(url) as client:
            client.start(seed="ASSIST")
        yield url, request.param is RealGame


def state_of(url: str) -> str:
    with Client(url) as client:
        return client.gamestate()["state"]


def test_it_only_suggests(jimbot, game: tuple[str, bool]) -> None:
    url, _ = game
    done = jimbot(f"assist --base-url {url} --once --topk 2 --json")
    assert done.code == 0
    first, second = done.json["suggestions"]
    assert {first["action"], second["action"]} == {"select_blind", "skip_blind"}
    assert first["probability"] + second["probability"] == pytest.approx(1)
    assert first["chance"] >= second["chance"]
    assert first["reason"].startswith("a round scores about ")
    assert done.json["executed"] is None
    assert state_of(url) == "BLIND_SELECT"


def test_it_acts_in_the_real_game_only_when_armed(
    jimbot, game: tuple[str, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, is_real = game
    command = f"assist --base-url {url} --once --execute"
    if not is_real:
        assert jimbot(f"{command} --json").json["executed"] in ("select_blind", "skip_blind")
        return
    done = jimbot(command)
    assert (done.code, "give --execute --confirm" in done.err) == (2, True)
    done = jimbot(f"{command} --confirm", keys="guess\n")
    assert (done.code, "not armed" in done.err) == (2, True)
    assert state_of(url) == "BLIND_SELECT"
    monkeypatch.setattr("jimbot.live.drive.arming.secrets.choice", lambda letters: "A")
    done = jimbot(f"{command} --confirm --json", keys="aaaaaa\n")
    assert done.json["executed"] in ("select_blind", "skip_blind")


def test_suggestions_for_a_hand(jimbot, game: tuple[str, bool]) -> None:
    url, is_real = game
    if is_real:
        return
    with Client(url) as client:
        client.select()
    done = jimbot(f"assist --base-url {url} --policy search --search-budget-ms 50 --once --topk 4 --json")
    kinds = [one["action"].split()[0] for one in done.json["suggestions"]]
    assert len(kinds) == 4
    assert {"play", "discard"} == set(kinds)
    for one in done.json["suggestions"]:
        assert 0 <= one["chance"] <= 1
        assert one["expected_score"] > 0
    assert "to clear" in jimbot(f"assist --base-url {url} --once").out


def test_a_run_of_its_own(jimbot) -> None:
    done = jimbot("assist --backend sim --seed OWN --execute --topk 1 --json")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 0
    assert all(line["executed"] == line["suggestions"][0]["action"] for line in lines[:-1])
    assert lines[-1]["run_is_over"]
    only = jimbot("assist --backend sim --seed OWN --json")  # nobody moves: one suggestion, nothing done
    assert only.json["executed"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--policy bc", "--policy bc needs --model FILE"),
        ("--policy heuristic --model x.pt", "agent 'heuristic' has no option 'checkpoint'"),
        ("--model nowhere.pt", "there is no checkpoint nowhere.pt"),
        ("--search-budget-ms 5", "agents that do: risk_aware, search"),
        ("--risk-config x.json", "agent 'heuristic' has no option 'config'"),
        ("--confirm", "--confirm goes with --execute"),
        ("--backend real --seed X", "are for --backend sim"),
        ("--base-url http://127.0.0.1:9 --execute", "connection refused"),
    ],
)
def test_bad_input(jimbot, arguments: str, message: str) -> None:
    done = jimbot(f"assist --once {arguments}")
    assert done.code == 2
    assert message in done.err


def test_without_a_game(jimbot) -> None:
    done = jimbot("assist --once --base-url http://127.0.0.1:9")
    assert (done.code, "connection refused" in done.out) == (1, True)
    strict = jimbot("assist --strict-errors --base-url http://127.0.0.1:9")
    assert (strict.code, "connection refused" in strict.err) == (1, True)


def test_the_entry_point_of_the_documents() -> None:
    command = [sys.executable, "trainer/infer_assistant.py", "--backend", "sim", "--once", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["suggestions"]


# -- the connection breaks ------------------------------------------------------------------------------------


class Breaking(Session):
    """Loses the answers to some calls; ``late`` ones are not executed yet either."""

    def __init__(self) -> None:
        super().__init__()
        self.super_call = super().call
        self.lose: list[str] = []
        self.done: list[str] = []

    def call(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        if method in self.lose:
            self.lose.remove(method)
            raise Disconnected("gone", method, params or {}, Sent.all)
        if method != "gamestate":
            self.done.append(method)
        return self.super_call(method, params)


def breaking() -> Breaking:
    session = Breaking()
    session.super_call("start", {"deck": "RED", "stake": "WHITE", "seed": "BREAK"})
    return session


def assistant(session: Breaking, gate: Gate | None, sleep: Any) -> Assistant:
    companion = Companion(
        make_agent("greedy"), lambda: RealBackend(session), (Disconnected,), topk=3, stays_armed=True
    )
    return Assistant(companion, gate, sleep=sleep)


def test_a_lost_connection_is_waited_for() -> None:
    session = breaking()
    session.lose = ["gamestate", "gamestate", "gamestate"]
    pauses: list[float] = []
    notices = assistant(session, None, pauses.append).notices()
    assert "trying again" in next(notices).note
    assert next(notices).suggestions[0].action == "select_blind"
    assert pauses == [2.0, 4.0, 8.0]
    assert session.done == []


def test_no_action_is_sent_twice() -> None:
    session = breaking()
    session.lose = ["select"]
    looks = 0

    def sleep(seconds: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 4:
            session.super_call("select")  # it arrives late, or a person does it

    notices = assistant(session, Gate(), sleep).notices()
    assert "trying again" in next(notices).note
    doubtful = next(notices)
    assert doubtful.executed is None
    assert "not known whether the last decision arrived" in doubtful.note
    assert session.done == []
    moved = next(notices)
    assert moved.phase == "SELECTING_HAND"
    assert moved.executed == moved.suggestions[0].action
    assert session.done == ["play"]


def test_another_run_must_be_armed_again_and_actions_keep_their_pace() -> None:
    session = breaking()
    gate = Gate(interval=3.0, runs={"BREAK"}, clock=lambda: 10.0)
    pauses: list[float] = []
    notices = assistant(session, gate, pauses.append).notices()
    assert next(notices).executed == "select_blind"
    assert next(notices).executed
    assert pauses == [3.0]
    session.super_call("menu")
    session.super_call("start", {"deck": "RED", "stake": "WHITE", "seed": "OTHER"})
    other = next(notices)
    assert other.executed is None
    assert "arm again" in other.note


def test_it_stays_between_runs_and_says_when_one_begins_and_ends() -> None:
    session = breaking()
    notices = assistant(session, None, lambda seconds: None).notices()
    assert next(notices).suggestions
    session.super_call("menu")
    menu = next(notices)
    assert (menu.note, menu.can_begin, menu.suggestions) == ("no run is being played", True, ())
    session.super_call("start", {"deck": "RED", "stake": "WHITE", "seed": "OTHER"})
    other = next(notices)
    assert other.note == "run OTHER begins"
    assert other.suggestions
    session.super_call("select")
    while session.state == "SELECTING_HAND":
        session.super_call("play", {"cards": [0]})
    assert (notice := next(notices)).note == "the run is lost"
    assert notice.run_is_over


def test_a_run_is_begun_when_a_person_asks_for_it_and_no_other_is_left() -> None:
    session = breaking()
    beside = Companion(make_agent("greedy"), lambda: RealBackend(session), (Disconnected,))
    assert beside.begin() == "no game answers: no run can be begun"
    beside.look()
    assert beside.begin() == "a run is being played: nothing was begun"
    assert session.done == []
    session.super_call("menu")
    beside.look()
    assert beside.begin("MINE", "b_blue", "stake_gold") == "run MINE begins"
    look = beside.look()
    assert look is not None
    assert look.notice.suggestions
    state = session.super_call("gamestate")
    assert (state["seed"], state["deck"], state["stake"]) == ("MINE", "BLUE", "GOLD")


@pytest.mark.slow
def test_in_a_terminal_it_waits_over_restarts_and_enter_begins_a_run(tmp_path: Path) -> None:
    with Server([0], "127.0.0.1", Session) as server:
        port = server.ports[0]
        url = f"http://127.0.0.1:{port}"
        at = Terminal(tmp_path, "assist", "--base-url", url, "--poll-interval", "0.1", "--deck", "blue")
        at.read_until("press Enter here: Blue Deck, White Stake.")
        at.type("\n")
        at.read_until(" begins")
        at.read_until("select blind")
        at.shown = ""
    at.read_until("connection refused")
    at.shown = ""
    with Server([port], "127.0.0.1", Session):
        at.read_until("no run is being played")
        with Client(url) as client:
            client.start(seed="AGAIN")
        at.read_until("run AGAIN begins")
        assert at.process.poll() is None
        at.process.send_signal(signal.SIGINT)
        assert at.process.wait(30) == 0


def test_a_token_works_once() -> None:
    token = ArmToken()
    assert token.accepts(token.text.lower() + "\n")
    assert not token.accepts(token.text)
    wrong = ArmToken()
    assert not wrong.accepts("nothing")
    assert not wrong.accepts(wrong.text)
