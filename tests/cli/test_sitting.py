"""play with an agent beside it, undo and redo, and a run that outlives its sitting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.terminal import Terminal

from jimbot import Game
from jimbot.agents.advice import Adviser
from jimbot.apps.kept import KeptRuns, state_folder
from jimbot.apps.sitting import Sitting, autopilot
from jimbot.apps.typed_cards import hand_positions


@pytest.fixture
def play(jimbot):
    def run(keys: str, *options: str):
        done = jimbot("play", *(options or ("--seed", "TESTSEED")), keys=keys)
        assert (done.code, done.err) == (0, "")
        return done.out

    return run


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def at_hand(tokens: str) -> Game:
    return Game.from_notation(f"jimbot1 seed=CARDS phase=SELECTING_HAND {tokens}")


EIGHT = "hand=[S_A,H_A,D_T,C_7,S_7,D_3,H_4,C_9]"
TWELVE = "hand=[S_A,H_A,D_T,C_7,S_7,D_3,H_4,C_9,S_2,H_3,D_5,C_6]"


@pytest.mark.parametrize(
    ("tokens", "typed", "places"),
    [
        (EIGHT, "1 3 5", [0, 2, 4]),
        (EIGHT, "1,3 5", [0, 2, 4]),
        (EIGHT, "45", [3, 4]),
        (EIGHT, "1-3", [0, 1, 2]),
        (EIGHT, "1-2 8", [0, 1, 7]),
        (EIGHT, "AH", [1]),
        (EIGHT, "ah as", [1, 0]),
        (EIGHT, "10D TD", None),
        (EIGHT, "10d", [2]),
        (EIGHT, "7♣ 7♠", [3, 4]),
        (TWELVE, "12", [11]),
        (TWELVE, "45", [3, 4]),
        (TWELVE, "13", [0, 2]),
    ],
)
def test_cards_are_named_in_every_way(tokens: str, typed: str, places: list[int] | None) -> None:
    game = at_hand(tokens)
    if places is None:
        with pytest.raises(ValueError, match="not chosen yet"):
            hand_positions(game, typed.split())
    else:
        assert hand_positions(game, typed.split()) == places


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("3-1", "'3-1' runs backwards; write 1-3"),
        ("1-9", "no card '1-9'; the hand has 1 to 8"),
        ("KH", "no card 'KH' in the hand"),
        ("49", "no card '49'; the hand has 1 to 8"),
        ("123456", "no card '123456'"),
    ],
)
def test_slips_are_reported(typed: str, message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        hand_positions(at_hand(EIGHT), [typed])


def test_a_face_down_or_stone_card_has_no_name() -> None:
    game = at_hand("hand=[S_A/e:STONE,H_K]")
    with pytest.raises(ValueError, match="no card 'AS'"):
        hand_positions(game, ["AS"])


def test_hint_and_auto(play) -> None:
    out = play("n\nhint 2\nauto\nauto blind\n")
    assert "to clear" in out
    assert "heuristic: " in out
    assert ">  Big Blind" in out or "The run is lost" in out
    assert "the run is over" in play("auto run\nhint\n", "--seed", "TESTSEED", "--agent", "greedy")


def test_undo_and_redo(play) -> None:
    out = play("n\nundo\nredo\nredo\nundo 5\n")
    assert "cannot redo 1 decision; 0 can be made again" in out
    assert "cannot undo 5 decisions; 1 can be taken back" in out
    sitting = Sitting(Game("REDO"))
    sitting.act("select_blind")
    sitting.undo()
    sitting.act("skip_blind")
    with pytest.raises(ValueError, match="0 can be made again"):
        sitting.redo()


def test_a_run_is_kept_and_resumed(play, jimbot, tmp_path: Path) -> None:
    kept = tmp_path / "kept.run"
    out = play("n\np 1-3\n", "--seed", "KEPT", "--autosave", str(kept))
    assert f"jimbot play --resume --autosave {kept}" in out
    assert kept.read_text().splitlines()[1:] == ["select_blind", "play 0,1,2"]
    out = play("undo\n", "--resume", "--autosave", str(kept))
    assert "3 hands" in out
    again = play("", "--resume", "--autosave", str(kept))
    assert "3 hands" in again
    clash = jimbot("play", "--resume", "--seed", "X", "--autosave", str(kept))
    assert (clash.code, "--resume cannot be combined with --seed" in clash.err) == (2, True)
    none = jimbot("play", "--resume", "--autosave", str(tmp_path / "none"))
    assert (none.code, "there is no run to resume" in none.err) == (2, True)


def test_an_unfinished_run_is_never_replaced_without_a_question(play, jimbot, tmp_path: Path) -> None:
    kept = tmp_path / "mine.run"
    play("n\n", "--seed", "FIRST", "--autosave", str(kept))
    refused = jimbot("play", "--seed", "SECOND", "--autosave", str(kept), keys="")
    assert (refused.code, f"{kept} keeps an unfinished run (ante 1, Small Blind, $4)" in refused.err) == (
        2,
        True,
    )
    assert "seed=FIRST" in kept.read_text()
    with pytest.raises(ValueError, match="keeps an unfinished run"):
        Sitting(Game("SECOND"), kept)
    Sitting(Game("SECOND"), kept, replaces=True)
    assert "seed=SECOND" in kept.read_text()


@pytest.mark.slow
def test_a_terminal_is_asked_before_a_run_is_replaced(tmp_path: Path) -> None:
    at = Terminal(tmp_path, "play", "--seed", "FIRST", "--name", "mine")
    at.read_until("> ")
    at.type("n\nquit\n")
    at.read_until("--resume --name mine")
    at.process.wait(30)
    again = Terminal(tmp_path, "play", "--seed", "SECOND", "--name", "mine")
    again.read_until("mine is an unfinished run: ante 1, Small Blind, $4, seed FIRST.")
    again.read_until("Replace it? [y/N]")
    again.type("n\n")
    assert again.process.wait(30) == 1
    assert "seed=FIRST" in (tmp_path / "jimbot" / "mine.run").read_text()


def test_every_run_has_a_file_and_a_name(jimbot, play, state: Path) -> None:
    assert "No run is kept yet" in jimbot("play", "--list").out
    play("n\n", "--seed", "ONE", "--name", "first")
    again = play("n\np 1\n", "--seed", "TWO", "--name", "second")
    assert "jimbot play --resume --name second" in again
    listed = jimbot("play", "--list", "--json").json
    assert {(run["name"], run["seed"]) for run in listed} == {("first", "ONE"), ("second", "TWO")}
    assert "ante 1, Small Blind, $4" in jimbot("play", "--list").out
    assert "seed ONE" in play("", "--resume", "--name", "first")
    taken = jimbot("play", "--seed", "THREE", "--name", "first", keys="")
    assert (taken.code, "first.run keeps an unfinished run" in taken.err) == (2, True)
    none = jimbot("play", "--resume", "--name", "third")
    assert (none.code, "there is no run 'third' to resume; kept are" in none.err) == (2, True)
    bad = jimbot("play", "--name", "../x")
    assert (bad.code, "'../x' is no name for a run" in bad.err) == (2, True)


def test_runs_without_a_name_get_one_by_their_seed(state: Path) -> None:
    runs = KeptRuns()
    for number in range(3):
        Sitting(Game("SAME"), runs.file_for(Game("SAME"))).act("select_blind" if number else "skip_blind")
    assert sorted(run.name for run in runs.all()) == ["SAME", "SAME-2", "SAME-3"]
    (state_folder() / "broken.run").write_bytes(b"nonsense")
    assert len(runs.all()) == 3


def test_a_run_that_is_loaded_leaves_the_other_one_as_it_is(play, state: Path, tmp_path: Path) -> None:
    save = tmp_path / "other.save"
    Game("OTHER").save(save)
    play(f"n\nload {save}\nn\np 1\n", "--seed", "MINE", "--name", "mine")
    runs = {run.name: run.game for run in KeptRuns().all()}
    assert runs["mine"].seed == "MINE"
    assert runs["OTHER"].hands_left == 3


def test_a_place_that_cannot_be_written_is_reported_and_the_game_goes_on(play, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    out = play("n\n", "--seed", "KEPT", "--autosave", str(tmp_path / "file" / "play.run"))
    assert "! this run is not kept: " in out
    assert "4 hands" in out
    assert "--resume" not in out


def test_a_loaded_game_is_kept_too(tmp_path: Path) -> None:
    kept = tmp_path / "play.run"
    game = Game.from_bytes(Game("LOADED").to_bytes())
    Sitting(game, kept).act("select_blind")
    assert Game.load(kept).phase == "SELECTING_HAND"


def test_an_agent_plays_on() -> None:
    sitting = Sitting(Game("PILOT"))
    pilot = autopilot(sitting, Adviser("greedy"))
    made = [str(next(pilot).action) for _ in range(5)]
    assert sitting.game.transcript.splitlines()[1:] == made
    sitting.undo(5)
    assert sitting.game == Game("PILOT")


def test_the_file_of_a_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert KeptRuns().file_for(Game("A B")) == tmp_path / "jimbot" / "A_B.run"


@pytest.mark.slow
def test_ctrl_c_asks_and_a_kill_loses_nothing(tmp_path: Path) -> None:
    at = Terminal(tmp_path, "play", "--seed", "CTRLC")
    at.read_until("> ")
    at.type("n\n")
    at.read_until("4 hands")
    at.interrupt()
    at.type("n\n")
    at.read_until("> ")
    at.type("p 1-3\n")
    at.read_until("3 hands")
    at.process.kill()
    at.process.wait()
    again = Terminal(tmp_path, "play", "--resume")
    again.read_until("3 hands")
    again.interrupt()
    again.type("y\n")
    again.read_until("Goodbye")
    assert again.process.wait(30) == 0
