"""jimbot drive: whole runs over the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jimbot import Game
from jimbot.evaluation import RunOptions
from jimbot.live.backends import RealBackend
from jimbot.live.client.exceptions import Disconnected, Sent
from jimbot.live.drive import BackendGone, Driver
from jimbot.live.server import Server, Session

SAME = ("n", "wins", "mean_ante", "mean_blinds", "decisions_per_game", "deaths", "failures")


@pytest.fixture
def url() -> Iterator[str]:
    with Server([0], "127.0.0.1", lambda: Session(variant="vanilla")) as server:
        yield f"http://127.0.0.1:{server.ports[0]}"


def test_runs_over_the_protocol_are_those_in_process(jimbot, url: str, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    command = f"drive --agent greedy --base-url {url} --seeds dev-2 --out {out}"
    real = jimbot(f"{command} --json")
    assert real.code == 0
    sim = jimbot("drive --agent greedy --backend sim --calls-only --seeds dev-2 --json")
    assert {name: real.json[name] for name in SAME} == {name: sim.json[name] for name in SAME}
    in_process = jimbot("eval --agent greedy --seeds dev-2 --workers 0 --json").json
    assert in_process.keys() <= real.json.keys()
    assert (real.json["transcripts_replayed"], real.json["not_replayed"]) == (2, [])
    for transcript in (out / "transcripts").iterdir():
        game = Game.replay(transcript.read_text())
        assert game.over
        assert jimbot(f"replay {transcript}").code == 0
    again = jimbot(f"{command} --json")  # nothing is left to play
    assert again.json["n"] == 2
    assert again.json["transcripts_replayed"] == 0
    other = jimbot(f"drive --agent greedy --backend sim --seeds dev-2 --out {out}")
    assert (other.code, "backend is 'real' there and 'sim' here" in other.err) == (2, True)


def test_only_some_of_a_list(jimbot, url: str) -> None:
    done = jimbot(f"drive --agent random --base-url {url} --seeds dev-5 --episodes 1")
    assert done.code == 0
    assert "decisions/s; 1 transcript replayed" in done.out
    done = jimbot(f"drive --agent random --base-url {url} --seeds dev-2 --episodes 3")
    assert (done.code, "--games 3 was given, but dev-2 holds 2 seeds" in done.err) == (2, True)


def test_a_run_of_somebody_else_is_not_left(jimbot, url: str) -> None:
    from jimbot.live.client import Client

    with Client(url) as client:
        client.menu()
        client.start(seed="MINE")
        refused = jimbot(f"drive --agent random --base-url {url} --episodes 1")
        assert refused.code == 2
        assert "is in a run already (seed MINE); finish it, or abandon it by --leave-run" in refused.err
        assert client.gamestate()["seed"] == "MINE"
    assert jimbot(f"drive --agent random --base-url {url} --episodes 1 --leave-run").code == 0


def test_nobody_listens(jimbot) -> None:
    done = jimbot("drive --base-url http://127.0.0.1:9 --episodes 1")
    assert done.code == 2
    assert "connection refused" in done.err
    assert "Start one with 'jimbot serve'" in done.err


class Shaky(Session):
    """A game whose connection breaks at some calls."""

    def __init__(self, breaks: list[int]) -> None:
        super().__init__(variant="vanilla")
        self.breaks = breaks
        self.calls = 0

    def call(self, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        self.calls += 1
        if self.calls in self.breaks:
            raise Disconnected("gone", method, params or {}, Sent.all)
        return super().call(method, params)


def test_a_game_that_comes_back_is_played_from_its_start() -> None:
    options = RunOptions("greedy", deck="b_red", stake="stake_white")
    steady, shaky = Shaky([]), Shaky([8, 15])
    said: list[str] = []

    def driver(session: Shaky) -> Driver:
        return Driver(
            lambda: RealBackend(session, execute=True),
            (Disconnected,),
            say=said.append,
            pause=lambda seconds: None,
        )

    (one,) = driver(steady).play(options, [(0, "SHAKY")])
    (two,) = driver(shaky).play(options, [(0, "SHAKY")])
    assert len(said) == 2
    assert "the run begins again" in said[0]
    assert (one.blinds, one.decisions, one.transcript) == (two.blinds, two.decisions, two.transcript)


def test_a_game_that_stays_away_is_given_up() -> None:
    gone = Shaky(list(range(8, 10_000)))
    pauses: list[float] = []
    driver = Driver(
        lambda: RealBackend(gone, execute=True), (Disconnected,), max_failures=2, pause=pauses.append
    )
    with pytest.raises(BackendGone, match="gave up seed AWAY after 3 failures"):
        list(driver.play(RunOptions("greedy"), [(0, "AWAY")]))
    assert pauses == [1.0, 2.0]
