"""Learning from nothing, and going on after any interruption to the same result."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jimbot import Game
from jimbot.agents import View, make_agent
from jimbot.agents.judge import WEIGHTS, folder, games, players, weights
from jimbot.agents.judge.examples import Examples
from jimbot.agents.judge.files import read_weights, write_weights
from jimbot.agents.judge.learn import Learning, in_words, results, within
from jimbot.agents.judge.mixture import Mixture
from jimbot.agents.judge.network import BLINDS, fresh_weights
from jimbot.agents.judge.settings import JudgeLearning
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.game.records import percent
from jimbot.game.seeds import list_of, seed_list

torch = pytest.importorskip("torch")

TINY = JudgeLearning(
    games=20,
    first=100,
    hidden=(32, 16),
    plain=0.9,
    high=0.05,
    replay=2,
    average=2,
    batch_size=64,
    ahead=6,
    rounds=2,
    discards=0,
    samples=0,
)
SHAPE = TINY.hidden


def learn(out: Path, iterations: int, settings: JudgeLearning = TINY, **options: Any) -> list[dict[str, Any]]:
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
    for name in ("weights.npz", "start.npz", "iterations/1.npz", "iterations/2.npz", "iterations/3.npz"):
        assert (out / name).read_bytes() == (other / name).read_bytes(), name


def test_from_nothing(learned: Path) -> None:
    assert np.array_equal(read_weights(learned / "start.npz").flat, fresh_weights(TINY.first, SHAPE).flat)
    own = read_weights(learned / "weights.npz").flat
    iterations = [read_weights(learned / f"iterations/{i}.npz").flat for i in (1, 2, 3)]
    kept = [line["held_out"]["kept"] > 0 or line["held_out"]["fits"] > 1 for line in log_of(learned)]
    assert any(kept)  # else the weights stay
    assert len({w.tobytes() for w in (fresh_weights(TINY.first, SHAPE).flat, *iterations)}) == 1 + sum(kept)
    np.testing.assert_array_equal(own, np.mean(iterations[1:], axis=0).astype(np.float16))
    log = log_of(learned)
    assert [line["iteration"] for line in log] == [1, 2, 3]
    assert [line["first"] for line in log] == [100, 120, 140]
    assert all(0 < line["blinds"] <= BLINDS and line["examples"] > 20 for line in log)
    assert all(sum(games for _, games in line["stakes"].values()) == 20 for line in log)
    assert all(line["unseen"]["loss"] > 0 and line["held_out"]["loss"] > 0 for line in log)
    assert all(set(line["unseen"]["stakes"]) == set(line["stakes"]) for line in log)
    words = in_words(log[0] | {"seconds_playing": 1.0, "seconds_fitting": 2.0})
    assert words.startswith(
        f"iteration 1: {percent(log[0]['win_rate'])} won, {log[0]['blinds']:.2f} blinds; by stake "
    )


def test_games_play_on_during_a_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones of an iteration are ordered before the fit, so they go by older weights."""
    ordered: list[tuple[int, int, str]] = []
    order = players.Players.order

    def spy(self: players.Players, numbers: range, weights: Path, play: games.Play) -> Any:
        ordered.append((numbers.start, len(numbers), weights.name))
        return order(self, numbers, weights, play)

    monkeypatch.setattr(players.Players, "order", spy)
    learn(tmp_path, 3)
    assert ordered == [
        (100, 6, "start.npz"),
        (106, 14, "start.npz"),
        (120, 6, "start.npz"),
        (126, 14, "1.npz"),
        (140, 6, "1.npz"),
        (146, 14, "2.npz"),
        (160, 6, "2.npz"),
    ]


def test_other_settings_from_here_on(learned: Path, tmp_path: Path) -> None:
    learn(tmp_path, 1)
    other = TINY.changed(learning_rate=1e-4, curiosity=0.1)
    with pytest.raises(ValueError, match=r"curiosity is 0\.04 there and 0\.1 here"):
        Learning(tmp_path, other)
    learn(tmp_path, 2, other, change=True)
    about = json.loads((tmp_path / "manifest.json").read_text())
    assert about["settings"]["learning_rate"] == 1e-4
    assert [(e["iterations"], e["settings"]["learning_rate"]) for e in about["earlier"]] == [(1, 5e-4)]
    with pytest.raises(ValueError, match="games is 20 there and 30 here"):
        Learning(tmp_path, other.changed(games=30), change=True)


def test_a_folder_without_its_examples_goes_on(
    learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere, by another engine: the replay fills up again."""
    shutil.copytree(learned, tmp_path / "out")
    shutil.rmtree(tmp_path / "out" / "examples")
    monkeypatch.setattr(folder._core, "__file__", str(WEIGHTS))
    assert len(learn(tmp_path / "out", 5, change=True)) == 5
    about = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert [e["iterations"] for e in about["earlier"]] == [3]
    assert about["earlier"][0]["engine"] != about["engine"]
    assert about["train_seeds"] == ["train-100@100"]


def test_a_wider_judge_from_a_narrow_one(tmp_path: Path) -> None:
    write_weights(tmp_path / "mine.npz", fresh_weights(3, SHAPE))
    with Learning(tmp_path / "out", TINY.changed(hidden=(48, 24)), start=tmp_path / "mine.npz"):
        assert read_weights(tmp_path / "out" / "start.npz").hidden == (48, 24)
    with pytest.raises(ValueError, match="units are only added"):
        Learning(tmp_path / "other", TINY.changed(hidden=(16, 8)), start=tmp_path / "mine.npz")


def test_time_that_is_given(tmp_path: Path) -> None:
    with Learning(tmp_path, TINY) as learning:
        assert list(within(learning, 5, minutes=0)) == []
        assert [learning.iterate()["iteration"] for _ in within(learning, 2, minutes=10)] == [1, 2]
        assert list(within(learning, 2, minutes=None)) == []


@pytest.mark.slow
def test_by_two_workers_of_the_command(learned: Path, tmp_path: Path) -> None:
    given = TINY.to_dict() | {"hidden": "32,16"}
    settings = [text for key, value in given.items() for text in (f"--{key.replace('_', '-')}", str(value))]
    command = [sys.executable, "-m", "jimbot", "judge", "learn", "--out", str(tmp_path / "out")]
    environment = os.environ | {"OMP_NUM_THREADS": str(torch.get_num_threads())}
    done = subprocess.run(
        [*command, "--iterations", "3", "--workers", "2", *settings],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = [line.split(":")[0] for line in done.stdout.splitlines()]
    assert [line for line in lines if line.startswith("iteration")] == [f"iteration {i}" for i in (1, 2, 3)]
    assert_same_result(tmp_path / "out", learned)


def test_what_is_learned_plays(learned: Path) -> None:
    player = make_agent(f"heuristic:judge={learned / 'weights.npz'}")
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
            broken.setattr("jimbot.agents.judge.fit.fit", cut)
        if where == "averaging":
            broken.setattr(folder.np, "mean", cut)
        if where == "logging":
            broken.setattr(json, "dumps", cut_at_the_log)
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
from jimbot.agents.judge.learn import Learning
from jimbot.agents.judge.settings import JudgeLearning

with Learning(Path(sys.argv[1]), JudgeLearning(**eval(sys.argv[2]))) as learning:
    while True:
        learning.iterate()
"""


@pytest.mark.slow
def test_going_on_after_a_kill(learned: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED, str(tmp_path), repr(TINY.to_dict())]
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
    calls: list[tuple[int, Any, bytes]] = []
    looks: list[float] = []
    from jimbot.agents.judge.fit import fit

    def spy(data: Any, newest: int, start: Any, recipe: Any, seed: int) -> Any:
        looks.append(newest / (data.game >= data.game.max() // 20 * 20).sum().item())
        calls.append((len(data.game.unique()), recipe, start.flat.tobytes()))
        return fit(data, newest, start, recipe, seed)

    monkeypatch.setattr("jimbot.agents.judge.fit.fit", spy)
    learn(tmp_path / "nothing", 3)
    learn(tmp_path / "start", 1, TINY.changed(hidden=weights().hidden), start=WEIGHTS)
    assert [games for games, _, _ in calls] == [20, 40, 40, 20]
    assert looks == [
        1,
        1,
        1,
        pytest.approx(0.5, abs=0.01),
    ]  # a judge that was given: half of its replay is filled
    assert [recipe.uses for _, recipe, _ in calls] == [6, 2, 2, 2]
    assert [recipe.rate for _, recipe, _ in calls] == [2e-3, 5e-4, 5e-4, 5e-4]
    fresh = fresh_weights(TINY.first, SHAPE).flat.tobytes()
    iterations = [read_weights(tmp_path / f"nothing/iterations/{i}.npz").flat.tobytes() for i in (1, 2)]
    assert [start for *_, start in calls] == [fresh, *iterations, weights().flat.tobytes()]


def test_the_manifest_lists_what_was_played(learned: Path, tmp_path: Path) -> None:
    about = json.loads((learned / "manifest.json").read_text())
    assert {"commit", "machine", "versions", "started", "settings", "engine"} <= set(about)
    assert about["train_seeds"] == ["train-60@100"]
    listed = [list_of(s) for name in about["train_seeds"] for s in seed_list(name)]
    assert listed == [("train", number) for number in range(100, 160)]
    played = Examples.load(learned / "examples" / "3.npz").game
    assert np.unique(played).tolist() == list(range(140, 160))
    again = TINY.changed(first=500)
    assert about["settings"] == TINY.to_dict() | {"hidden": list(SHAPE)}
    learn(tmp_path, 1, again, start=learned / "iterations" / "3.npz")
    about = json.loads((tmp_path / "manifest.json").read_text())
    assert about["train_seeds"] == ["train-60@100", "train-20@500"]
    assert about["start"]["file"].endswith("3.npz")


def test_seeds_are_listed_before_they_are_played(tmp_path: Path) -> None:
    with Learning(tmp_path, TINY) as learning, pytest.raises(Cut):
        learning.iterate(cut)
    assert json.loads((tmp_path / "manifest.json").read_text())["train_seeds"] == ["train-20@100"]


@pytest.mark.parametrize("about", [None, "{}", "no manifest", "[]", '{"train_seeds": null}'])
def test_a_start_of_unknown_seeds_makes_seeds_unknown(tmp_path: Path, about: str | None) -> None:
    write_weights(tmp_path / "mine.npz", fresh_weights(9, SHAPE))
    if about is not None:
        (tmp_path / "mine.json").write_text(about)
        (tmp_path / "manifest.json").write_text('{"train_seeds": ["train-5"]}')  # of something else
    with Learning(tmp_path / "out", TINY, start=tmp_path / "mine.npz") as learning, pytest.raises(Cut):
        learning.iterate(cut)
    kept = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert kept["train_seeds"] == [f"unknown:{tmp_path / 'mine.npz'}", "train-20@100"]
    assert kept["played"] == "train-20@100"


def test_the_package_judge_as_start(tmp_path: Path) -> None:
    settings = TINY.changed(hidden=weights().hidden)
    learn(tmp_path, 1, settings, start=WEIGHTS)
    Learning(tmp_path, settings, start=Path(os.path.relpath(WEIGHTS))).close()  # the same by another name
    about = json.loads((tmp_path / "manifest.json").read_text())
    of_package = json.loads(WEIGHTS.with_suffix(".json").read_text())["train_seeds"]
    assert about["train_seeds"] == [*of_package, "train-20@100"]
    assert np.array_equal(read_weights(tmp_path / "start.npz").flat, weights().flat)


def test_what_is_learned_may_be_tested_if_its_seeds_are_known(learned: Path, tmp_path: Path) -> None:
    seeds = seed_list("test-2")
    refuse_trained_on_test(f"heuristic:judge={learned / 'weights.npz'}", seeds)
    write_weights(tmp_path / "mine.npz", fresh_weights(9, SHAPE))
    learn(tmp_path / "out", 1, start=tmp_path / "mine.npz")
    with pytest.raises(ValueError, match="does not say which seeds 'unknown:"):
        refuse_trained_on_test(f"heuristic:judge={tmp_path / 'out' / 'weights.npz'}", seeds)


def test_another_learning_is_refused(learned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine.npz"
    write_weights(mine, fresh_weights(9, SHAPE))
    before = {path: path.stat().st_mtime_ns for path in learned.rglob("*") if path.name != "lock"}
    with pytest.raises(ValueError, match=r"another learning: curiosity is 0\.04 there and 0\.1 here"):
        Learning(learned, TINY.changed(curiosity=0.1))
    with pytest.raises(ValueError, match=r"it starts from nothing there and from .*mine\.npz here"):
        Learning(learned, TINY, start=mine)
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
        ({"games": 18}, "games is 18; 19 or more"),
        ({"replay": 0}, "replay is 0"),
        ({"average": 0}, "average is 0"),
        ({"curiosity": -0.1}, "curiosity is -0.1"),
        ({"learning_rate": float("nan")}, "learning_rate is nan"),
        ({"td_lambda": 1.1}, "td_lambda is 1.1; at most 1"),
        ({"dropout": -0.1}, "dropout is -0.1"),
        ({"plain": 0.9, "high": 0.2}, "shares of games are 0.9, 0.2, 0.0"),
        ({"hidden": (250, 64)}, "a multiple of 8 units, at most 2048, not 250 and 64"),
    ],
)
def test_bad_settings(setting: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        JudgeLearning(**setting)


def test_the_end_of_the_list(tmp_path: Path) -> None:
    with (
        Learning(tmp_path, TINY.changed(first=10**9 - 19)) as learning,
        pytest.raises(ValueError, match="train seeds is used up"),
    ):
        learning.iterate()


def test_results_are_those_of_plain_games() -> None:
    """Of all games 0, 4, 8 and so on are not curious."""
    rows = [(0, 6, 1), (0, 6, 1), (1, 24, 1), (4, 24, 1), (7, 24, 8), (8, 9, 1), (9, 3, 8)]
    game, end, stake = (np.array(column) for column in zip(*rows, strict=True))
    nothing = np.zeros(0, np.uint16), np.zeros(0, np.float16), np.zeros(len(rows), np.uint16)
    examples = Examples(*nothing, np.zeros(len(rows), np.int8), end, end < 0, stake, game)
    assert results(examples, Mixture(1, 0, 0)) == {
        "examples": 7,
        "plain_games": 3,
        "wins": 1,
        "win_rate": 1 / 3,
        "blinds": 13.0,
        "stakes": {1: (2, 4), 8: (1, 2)},
    }
    assert results(examples, Mixture(0, 1, 0))["win_rate"] is None
