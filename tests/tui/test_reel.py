"""The screens Watch and Replay: step, back, jump, pause, speed, and the agent's reasons."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("textual")

from jimbot.agents import make_agent
from jimbot.apps.tui import screens
from jimbot.apps.tui.reel import SPEEDS, ReelScreen
from jimbot.documents import action_json, state_of, trace_step
from jimbot.game import Game
from jimbot.live.drive.reel import Reel, read_reel

from .shown import on_screen, same_screen, shown, until


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    game = Game("REPLAY")
    for action in ("select_blind", "play 0,1", "discard 0,1,2", "play 3,4,5"):
        game.apply(action)
    path = tmp_path / "run.txt"
    path.write_text(game.transcript)
    return path


def test_a_transcript_is_stepped_through(transcript: Path) -> None:
    screen = screens.replay(transcript, "greedy")
    assert isinstance(screen, ReelScreen)
    screen.about = "run.txt"

    async def act(app, pilot):
        async def at(step: int) -> None:
            await until(pilot, lambda: f"decision {step} of 4" in shown(app))

        await at(0)
        assert "select blind" in shown(app)
        await pilot.press("right")
        await at(1)
        assert "to clear" in shown(app)  # what greedy thinks
        same_screen(app, "replay")
        await pilot.press("right")
        await at(2)
        await pilot.press("left")
        await at(1)
        await pilot.press("end")
        await at(4)
        assert "What is known ends here." in shown(app)
        await pilot.press("g", "3", "enter")
        await at(3)
        await pilot.press("home")
        await at(0)
        await pilot.press("plus", "plus", "plus", "plus")
        assert screen.speed == len(SPEEDS) - 1
        await pilot.press("space")
        await at(4)
        await until(pilot, lambda: not screen.runs)

    on_screen(lambda: screen, act)


def test_an_agent_is_watched() -> None:
    screen = ReelScreen(Reel.played(Game("WATCH"), make_agent("greedy")), "greedy")

    async def act(app, pilot):
        await until(pilot, lambda: "decision 0 of 1 so far" in shown(app))
        await pilot.press("right")
        await until(pilot, lambda: "decision 1 of" in shown(app))
        assert "> 1. play" in shown(app)
        await until(pilot, lambda: "paused" in shown(app))
        same_screen(app, "watch", r"of \d+ so far")
        await pilot.press("g", *"9999", "enter")
        await until(pilot, lambda: screen.reel.is_complete)
        await until(pilot, lambda: "The run is lost." in shown(app))
        last = screen.at
        await pilot.press("right")
        assert screen.at == last

    on_screen(lambda: screen, act)


def test_an_agent_that_fails_is_reported() -> None:
    class Failing:
        name = "failing"

        def reset(self, seed: int) -> None: ...

        def consider(self, view: object) -> None:
            raise RuntimeError("no idea")

    screen = ReelScreen(Reel.played(Game("FAIL"), Failing()), "failing")  # type: ignore[arg-type]

    async def act(app, pilot):
        await until(pilot, lambda: "RuntimeError: no idea" in shown(app))

    on_screen(lambda: screen, act)


def test_a_scripted_agent_plays_its_own_run(transcript: Path) -> None:
    screen = screens.watch(f"scripted:{transcript}")
    assert isinstance(screen, ReelScreen)
    assert screen.reel.frame(0).game.seed == "REPLAY"


def trace(path: Path, snapshots: bool) -> None:
    game = Game("TRACE")
    lines = []
    if not snapshots:
        start = {"schema_version": "action_v1", "phase": "MENU", "action_type": "START", "seed": "TRACE"}
        lines.append(trace_step(0, start, state_of(game)))
    for number, action in enumerate(("select_blind", "play 0,1", "discard 2,3"), 1):
        made = action_json(action, game.phase)
        game.apply(action)
        lines.append(trace_step(number, made, state_of(game, hidden=True), snapshot=snapshots))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_traces_are_read(tmp_path: Path) -> None:
    path = tmp_path / "trace.jsonl"
    trace(path, snapshots=False)
    actions = [str(frame.action) for _, frame in read_reel(path)]
    assert actions == ["select_blind", "play 0,1", "discard 2,3", "None"]
    trace(path, snapshots=True)  # the position before the first action is not answer
    assert [str(frame.action) for _, frame in read_reel(path)] == ["play 0,1", "discard 2,3", "None"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a transcript starts with"),
        (b"\xff\xfe", "not text"),
        (b"jimbot-run seed=X\nfly away\n", "line 2 of the transcript"),
        (b"jimbot-run seed=X\nplay 0\n", "line 2 of the transcript"),
        (b'{"a": 1}\n', "line 1 of the trace"),
        (b"{]\n", "line 1 of the trace"),
    ],
)
def test_bad_files(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_reel(path)
