"""Learning from nothing, and going on after any interruption to the same result."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.judge import WEIGHTS, folder, weights
from jimbot.judge.examples import Examples
from jimbot.judge.learn import Learning, Settings, results
from jimbot.judge.network import BLINDS, fresh_weights, read_weights
from jimbot.seeds import list_of, seed_list

torch = pytest.importorskip("torch")

TINY = Settings(games=20, first=100, replay=2, average=2, batch=64, rounds=2, discards=0, samples=0)


def learn(out: Path, iterations: int, settings: Settings = TINY, **options: Any) -> list[dict[str, Any]]:
    with Learning(out, settings, **options) as learning:
        while learning.done < iterations:
            learning.iterate()
        return learning.folder.log


def timeless(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{k: v for k, v in line.items() if not k.startswith("seconds")} for line in log]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three iterations from nothing, not interrupted."""
    out = tmp_path_factory.mktemp("learned")
    learn(out, 3)
    return out


def log_of(out: Path) -> list[dict[str, Any]]:
    return timeless([json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()])


def assert_same_result(out: Path, other: Path) -> None:
    assert log_of(out) == log_of(other)
    for name in ("weights.npy", "start.npy", "iterations/1.npy", "iterations/2.npy", "iterations/3.npy"):
        assert (out / name).read_bytes() == (other / name).read_bytes(), name


def test_from_nothing(learned: Path) -> None:
    assert np.array_equal(np.load(learned / "start.npy"), fresh_weights())
    own = np.load(learned / "weights.npy")
    assert own.dtype == np.float16
    iterations = [read_weights(learned / f"iterations/{i}.npy") for i in (1, 2, 3)]
    assert len({w.tobytes() for w in (fresh_weights(), *iterations)}) == 4
    np.testing.assert_array_equal(own, np.mean(iterations[1:], axis=0).astype(np.float16))
    log = log_of(learned)
    assert [line["iteration"] for line in log] == [1, 2, 3]
    assert [line["first"] for line in log] == [100, 120, 140]
    assert all(0 < line["blinds"] <= BLINDS and line["examples"] > 20 for line in log)
    assert all(line["plain_games"] == 4 and line["held_out"]["loss"] > 0 for line in log)


def test_what_is_learned_plays(learned: Path) -> None:
    player = make_agent(f"heuristic:judge={learned / 'weights.npy'}")
    game = Game(seed="TESTSEED")
    for step in range(30):
        game.apply(player.act(View(game, step)))
    assert game.round > 1


def test_old_examples_go(learned: Path) -> None:
    assert [path.name for path in (learned / "examples").iterdir()] == ["3.npz"]


def test_more_iterations_later(learned: Path, tmp_path: Path) -> None:
    learn(tmp_path, 1)
    learn(tmp_path, 2)
    assert len(learn(tmp_path, 3)) == 3
    assert_same_result(tmp_path, learned)


class Cut(BaseException):
    """As Ctrl-C."""


def cut(*arguments: object, **options: object) -> None:
    raise Cut


@pytest.mark.parametrize("where", ["playing", "fitting", "averaging", "logging", "clearing"])
def test_going_on_gives_the_same(
    learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    learn(tmp_path, 1)
    with Learning(tmp_path, TINY) as learning, monkeypatch.context() as broken:
        if where == "fitting":
            broken.setattr("jimbot.judge.fit.fit", cut)
        if where == "averaging":
            broken.setattr(folder.np, "mean", cut)
        if where == "logging":
            broken.setattr(folder.json, "dumps", cut_at_the_log)
        if where == "clearing":
            broken.setattr(Path, "unlink", cut)
        with pytest.raises(Cut):
            learning.iterate(cut_after(7) if where == "playing" else lambda game: None)
    assert len(log_of(tmp_path)) == (2 if where == "clearing" else 1)
    played: list[Examples] = []
    with Learning(tmp_path, TINY) as learning:
        while learning.done < 3:
            learning.iterate(played.append)
    assert len(played) == (40 if where == "playing" else 20), "what was played is not played again"
    assert_same_result(tmp_path, learned)


def cut_after(games: int) -> Any:
    left = iter(range(games))

    def each(game: Examples) -> None:
        if next(left, None) is None:
            raise Cut

    return each


def cut_at_the_log(data: Any, **options: Any) -> str:
    if "iteration" in data:
        raise Cut
    return json.JSONEncoder(**options).encode(data)


KILLED = """
import sys
from pathlib import Path
from jimbot.judge.learn import Learning, Settings

with Learning(Path(sys.argv[1]), Settings(**eval(sys.argv[2]))) as learning:
    while True:
        learning.iterate()
"""


def test_going_on_after_a_kill(learned: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), repr(asdict(TINY))]
    process = subprocess.Popen(command, env=os.environ | {"OMP_NUM_THREADS": str(torch.get_num_threads())})
    while not (tmp_path / "log.jsonl").exists():
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.002)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert 1 <= len(log_of(tmp_path)) <= 2
    learn(tmp_path, 3)
    assert_same_result(tmp_path, learned)


def test_how_it_is_fitted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, dict[str, Any], bytes]] = []
    from jimbot.judge.fit import fit

    def spy(examples: Examples, start: np.ndarray, **options: Any) -> Any:
        calls.append((len(examples.ends()[0]), options, start.tobytes()))
        return fit(examples, start, **options)

    monkeypatch.setattr("jimbot.judge.fit.fit", spy)
    learn(tmp_path / "nothing", 3)
    learn(tmp_path / "start", 1, start=WEIGHTS)
    assert [games for games, _, _ in calls] == [20, 40, 40, 20]
    assert [options["epochs"] for _, options, _ in calls] == [3, 1, 1, 1]
    assert [options["rate"] for _, options, _ in calls] == [2e-3, 3e-4, 3e-4, 3e-4]
    iterations = [read_weights(tmp_path / f"nothing/iterations/{i}.npy").tobytes() for i in (1, 2)]
    assert [start for *_, start in calls] == [fresh_weights().tobytes(), *iterations, weights().tobytes()]


def test_the_manifest_lists_what_was_played(learned: Path, tmp_path: Path) -> None:
    about = json.loads((learned / "manifest.json").read_text())
    assert {"commit", "machine", "versions", "started", "settings", "engine"} <= set(about)
    assert about["train_seeds"] == ["train-60@100"]
    listed = [list_of(s) for name in about["train_seeds"] for s in seed_list(name)]
    assert listed == [("train", number) for number in range(100, 160)]
    played = Examples.load(learned / "examples" / "3.npz").ends()[0]
    assert played.tolist() == list(range(140, 160))
    again = Settings(**{**about["settings"], "first": 500})
    learn(tmp_path, 1, again, start=learned / "iterations" / "3.npy")
    about = json.loads((tmp_path / "manifest.json").read_text())
    assert about["train_seeds"] == ["train-60@100", "train-20@500"]
    assert about["start"]["file"].endswith("3.npy")


def test_seeds_are_listed_before_they_are_played(tmp_path: Path) -> None:
    with Learning(tmp_path, TINY) as learning, pytest.raises(Cut):
        learning.iterate(cut)
    assert json.loads((tmp_path / "manifest.json").read_text())["train_seeds"] == ["train-20@100"]


@pytest.mark.parametrize("about", [None, "{}", "no manifest", "[]", '{"train_seeds": null}'])
def test_a_start_of_unknown_seeds_makes_seeds_unknown(tmp_path: Path, about: str | None) -> None:
    np.save(tmp_path / "mine.npy", fresh_weights(9))
    if about is not None:
        (tmp_path / "mine.json").write_text(about)
        (tmp_path / "manifest.json").write_text('{"train_seeds": ["train-5"]}')  # of something else
    with Learning(tmp_path / "out", TINY, start=tmp_path / "mine.npy") as learning, pytest.raises(Cut):
        learning.iterate(cut)
    kept = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert "train_seeds" not in kept
    assert kept["played"] == "train-20@100"


def test_the_package_judge_as_start(tmp_path: Path) -> None:
    learn(tmp_path, 1, start=WEIGHTS)
    Learning(tmp_path, TINY, start=Path(os.path.relpath(WEIGHTS))).close()  # the same by another name
    about = json.loads((tmp_path / "manifest.json").read_text())
    assert about["train_seeds"] == ["train-21000001", "train-20@100"]
    assert np.array_equal(np.load(tmp_path / "start.npy"), weights())


def test_what_is_learned_may_be_tested_if_its_seeds_are_known(learned: Path, tmp_path: Path) -> None:
    seeds = seed_list("test-2")
    refuse_trained_on_test(f"heuristic:judge={learned / 'weights.npy'}", seeds)
    np.save(tmp_path / "mine.npy", fresh_weights(9))
    learn(tmp_path / "out", 1, start=tmp_path / "mine.npy")
    with pytest.raises(ValueError, match="does not list 'train_seeds'"):
        refuse_trained_on_test(f"heuristic:judge={tmp_path / 'out' / 'weights.npy'}", seeds)


def test_another_learning_is_refused(learned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {path: path.stat().st_mtime_ns for path in learned.rglob("*") if path.name != "lock"}
    with pytest.raises(ValueError, match=r"another learning: curiosity is 0\.04 there and 0\.1 here"):
        Learning(learned, Settings(**{**vars(TINY), "curiosity": 0.1}))
    with pytest.raises(ValueError, match=r"it starts from nothing there and from .*weights\.npy here"):
        Learning(learned, TINY, start=WEIGHTS)
    with monkeypatch.context() as other:
        other.setattr(folder._core, "__file__", str(WEIGHTS))
        with pytest.raises(ValueError, match="the engine has changed since"):
            Learning(learned, TINY)
    with Learning(learned, TINY), pytest.raises(ValueError, match="another learning is writing to"):
        Learning(learned, TINY)
    assert before == {path: path.stat().st_mtime_ns for path in learned.rglob("*") if path.name != "lock"}


def test_other_folders_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="is a file"):
        Learning(tmp_path / "file", TINY)
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.png").write_text("")
    with pytest.raises(ValueError, match="is not empty and holds no learning"):
        Learning(tmp_path / "photos", TINY)
    (tmp_path / "eval").mkdir()
    (tmp_path / "eval" / "manifest.json").write_text('{"format": "jimbot-eval-1"}')
    with pytest.raises(ValueError, match="no manifest of a learning"):
        Learning(tmp_path / "eval", TINY)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"games": 19}, "19 games were given; 20 or more"),
        ({"replay": 0}, "replay is 0"),
        ({"average": 0}, "average is 0"),
        ({"curiosity": -0.1}, "curiosity is -0.1"),
        ({"rate": float("nan")}, "rate is nan"),
    ],
)
def test_bad_settings(setting: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Settings(**setting)


def test_the_end_of_the_list(tmp_path: Path) -> None:
    with (
        Learning(tmp_path, Settings(games=20, first=10**9 - 19)) as learning,
        pytest.raises(ValueError, match="train seeds has come to its end"),
    ):
        learning.iterate()


def test_results_are_those_of_plain_games() -> None:
    numbers = np.array([0, 0, 1, 4, 7, 8, 20])  # 1 is curious, 7 is another deck, 8 another stake
    ends = np.array([6, 6, 24, 24, 24, 24, 9], np.int8)
    blank = np.zeros((7, 1), np.float16)
    found = results(Examples(blank, np.zeros(7, np.int8), ends, numbers))
    assert found == {"examples": 7, "plain_games": 3, "wins": 1, "win_rate": 1 / 3, "blinds": 13.0}
