"""Evaluations: workers, interruption, failures, folders, the refusal."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.evaluation.processes import children

from jimbot import Game
from jimbot.evaluation import evaluate
from jimbot.evaluation.figures import figures
from jimbot.evaluation.folder import ResultFolder, read_folder, transcript_path
from jimbot.evaluation.manifest import refuse_trained_on_test
from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.game.seeds import seed, seed_list

SLOW = """
import time
from jimbot.agents import RandomAgent, register

@register("slow")
class Slow(RandomAgent):
    def act(self, view):
        time.sleep(0.004)
        return super().act(view)
"""
WILD = """
import os
from jimbot.agents import RandomAgent, register
from jimbot.game import Action

@register("wild")
class Wild(RandomAgent):
    def reset(self, seed):
        self.kind, self.step = seed % 5, 0

    def act(self, view):
        print("noise on stdout")
        self.step += 1
        if self.step == 2 and self.kind == 0:
            raise RuntimeError("thought too hard")
        if self.step == 2 and self.kind == 1:
            return Action("cash_out")
        if self.step == 3 and self.kind == 2:
            os.abort()
        return super().act(view)
"""
LEARNER = """
from jimbot.agents import RandomAgent, register

@register("{name}")
class Learner(RandomAgent):
    def __init__(self, checkpoint: str) -> None:
        pass
"""


def same(records: Sequence[Record]) -> list[Record]:
    """Without the time they took."""
    return [replace(record, seconds=0.0) for record in sorted(records, key=lambda r: r.index)]


def without_text(records: Sequence[Record]) -> list[Record]:
    return [replace(record, transcript="") for record in same(records)]


@pytest.fixture
def agent_file(tmp_path: Path):
    def write(name: str, text: str) -> str:
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


@pytest.mark.parametrize(
    ("spec", "seeds"),
    [
        ("random", "dev-12"),
        ("planner:default", "dev-6"),
        ("heuristic", "dev-4"),
        ("search:worlds=3,candidates=3", "dev-2"),
    ],
)
def test_the_number_of_workers_changes_nothing(spec: str, seeds: str) -> None:
    one, two = (evaluate(RunOptions(spec), seeds, workers=workers) for workers in (1, 2))
    assert same(one[1]) == same(two[1])
    times = {"seconds_per_game"}
    assert {k: v for k, v in one[0].items() if k not in times} == {
        k: v for k, v in two[0].items() if k not in times
    }


def test_the_luck_of_the_agent_is_an_option() -> None:
    one, two = (evaluate(RunOptions("random", agent_seed=n), "dev-6")[1] for n in (0, 1))
    assert [r.transcript for r in one] != [r.transcript for r in two]


def test_a_folder_holds_all(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result, records = evaluate(RunOptions("planner:lite", "blue", "2"), "dev-8", workers=2, out=folder)
    manifest, kept = read_folder(folder)
    assert without_text(kept) == without_text(records)
    assert manifest["seeds"] == seed_list("dev-8")
    assert {"agent", "commit", "versions", "code", "deck", "stake"} <= set(manifest)
    assert (manifest["deck"], manifest["stake"]) == ("b_blue", "stake_red")
    assert json.loads((folder / "results.json").read_text())["n"] == result["n"] == 8
    for record in records:
        assert Game.replay((folder / transcript_path(record.seed)).read_text()).lost == (
            record.death is not None
        )
    rows = list(csv.DictReader((folder / "games.csv").open()))
    assert [row["seed"] for row in rows] == seed_list("dev-8")
    assert [int(row["blinds"]) for row in rows] == [record.blinds for record in records]
    report = (folder / "report.md").read_text()
    assert "planner:lite on dev-8" in report
    assert "Blue Deck, Red Stake" in report
    page = (folder / "report.html").read_text()
    assert "(report.html)" in report
    for title in (
        "Runs by furthest blind beaten",
        "Runs by dollars left at death",
        "Money when a blind is beaten",
    ):
        assert f'alt="{title}" src="data:image/svg+xml' in page


def test_a_finished_evaluation_is_not_played_again(tmp_path: Path) -> None:
    first = evaluate(RunOptions("random"), "dev-5", out=tmp_path / "out")
    second = evaluate(RunOptions("random"), "dev-5", out=tmp_path / "out")
    assert without_text(first[1]) == without_text(second[1])
    assert first[0] == second[0]  # to the second of time: nothing was played


def test_kill_minus_nine_loses_nothing_and_counts_nothing_twice(tmp_path: Path, agent_file) -> None:
    spec = agent_file("slow.py", SLOW)
    folder = tmp_path / "out"
    command = ["eval", "--agent", spec, "--seeds", "dev-24", "--workers", "2", "--out", str(folder)]
    process = subprocess.Popen([sys.executable, "-m", "jimbot", *command])
    games = folder / "games.jsonl"
    end = time.monotonic() + 30
    while not (games.exists() and games.read_bytes().count(b"\n") >= 4):
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = games.read_bytes()
    assert 4 <= before.count(b"\n") < 24
    games.write_bytes(before + b'{"index": 23, "se')  # as if it had died within a line
    again = subprocess.run([sys.executable, "-m", "jimbot", *command, "--json"], capture_output=True)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["n"] == 24
    assert games.read_bytes().startswith(before)
    written = [json.loads(line)["seed"] for line in games.read_text().splitlines()]
    assert sorted(written) == sorted(seed_list("dev-24"))
    _, kept = read_folder(folder)
    assert [record.seed for record in kept] == seed_list("dev-24")
    uninterrupted = evaluate(RunOptions(spec), "dev-24", workers=2)[1]
    assert without_text(kept) == without_text(uninterrupted)
    for record in uninterrupted:
        assert (folder / transcript_path(record.seed)).read_text() == record.transcript


def test_a_failing_agent_is_reported_and_the_rest_goes_on(agent_file) -> None:
    result, records = evaluate(RunOptions(agent_file("wild.py", WILD)), "dev-30", workers=2)
    assert [record.seed for record in records] == seed_list("dev-30")
    failures = {failure["seed"]: failure for failure in result["failures"]}
    reasons = [str(failure["reason"]) for failure in failures.values()]
    assert any("RuntimeError: thought too hard" in reason for reason in reasons)
    assert any("'cash_out' is not legal" in reason for reason in reasons)
    assert any("the worker process died (exit code -6)" in reason for reason in reasons)
    assert all(failure["step"] == (2 if "died" in failure["reason"] else 1) for failure in failures.values())
    assert 0 < len(failures) < 30
    assert all((record.death is not None) == (record.seed not in failures) for record in records)


def test_other_weights_are_other_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    evaluate(RunOptions("random"), "dev-2", out=tmp_path / "out")
    (tmp_path / "weights.npy").write_bytes(b"learned longer")
    monkeypatch.setattr("jimbot.agents.judge.WEIGHTS", tmp_path / "weights.npy")
    with pytest.raises(ValueError, match="engine or agents have changed since"):
        evaluate(RunOptions("random"), "dev-2", out=tmp_path / "out")


def test_leaving_early_ends_the_workers() -> None:
    before = children()
    games = play_seeds(RunOptions("random"), list(enumerate(seed_list("dev-50"))), workers=2)
    next(games)
    assert len(children() - before) == 2
    games.close()
    assert children() - before == set()


def test_an_agent_that_cannot_be_made(agent_file, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown agent 'x'"):
        evaluate(RunOptions("x"), "dev-2")
    with pytest.raises(ValueError, match="unknown planner tier 'x'"):
        evaluate(RunOptions("planner:x"), "dev-2")
    with pytest.raises(ValueError, match="unknown deck 'pink'"):
        evaluate(RunOptions("random", "pink"), "dev-2")


@pytest.mark.parametrize(
    ("options", "source", "part"),
    [
        (RunOptions("planner"), "dev-3", "agent is 'random' there and 'planner' here"),
        (RunOptions("random", "blue"), "dev-3", "deck is 'b_red' there and 'b_blue' here"),
        (RunOptions("random", agent_seed=4), "dev-3", "agent_seed is 0 there and 4 here"),
        (RunOptions("random"), "dev-4", "seed_source is 'dev-3' there and 'dev-4' here"),
    ],
)
def test_evaluations_do_not_mix(tmp_path: Path, options: RunOptions, source: str, part: str) -> None:
    evaluate(RunOptions("random"), "dev-3", out=tmp_path)
    with pytest.raises(ValueError, match=part):
        evaluate(options, source, out=tmp_path)


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not empty and holds no evaluation"):
        evaluate(RunOptions("random"), "dev-3", out=tmp_path)


def test_a_folder_has_one_writer(tmp_path: Path) -> None:
    evaluate(RunOptions("random"), "dev-2", out=tmp_path)
    manifest, _ = read_folder(tmp_path)
    folder = ResultFolder(tmp_path, manifest)
    with pytest.raises(ValueError, match="another evaluation is writing"):
        ResultFolder(tmp_path, manifest)
    folder.close()
    ResultFolder(tmp_path, manifest).close()


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    evaluate(RunOptions("random"), "dev-2", out=tmp_path)
    games = tmp_path / "games.jsonl"
    lines = games.read_text()
    for broken, part in (
        ("{}\n" + lines, "line 1: not a record"),
        (lines + lines, "line 3: seed .* appears twice"),
    ):
        games.write_text(broken)
        with pytest.raises(ValueError, match=part):
            read_folder(tmp_path)


@pytest.mark.parametrize("trained", [["test-100"], ["train-1000", seed("test", 5)], "test-5", ["{file}"]])
def test_what_was_trained_on_test_seeds_is_not_tested(tmp_path: Path, agent_file, trained) -> None:
    spec = agent_file("learner.py", LEARNER.format(name=f"learner {tmp_path}"))
    run = tmp_path / "run"
    (run / "checkpoints").mkdir(parents=True)
    checkpoint = run / "checkpoints" / "last.pt"
    checkpoint.write_text("weights")
    spec = f"{spec}:checkpoint={checkpoint}"
    with pytest.raises(ValueError, match=r"has no manifest\.json"):
        refuse_trained_on_test(spec, seed_list("test-3"))
    seeds = tmp_path / "seeds.txt"
    seeds.write_text(f"ABC\n{seed('test', 9)}\n")
    entries = [entry.format(file=seeds) for entry in trained] if isinstance(trained, list) else trained
    (run / "manifest.json").write_text(json.dumps({"train_seeds": entries}))
    with pytest.raises(ValueError, match="lists test seeds as training seeds"):
        evaluate(RunOptions(spec), "test-3")
    evaluate(RunOptions(spec), "dev-1")
    (run / "manifest.json").write_text(json.dumps({"train_seeds": ["train-100000", seed("valid", 3), "ABC"]}))
    assert evaluate(RunOptions(spec), "test-1")[0]["n"] == 1
    (run / "manifest.json").write_text("{}")
    with pytest.raises(ValueError, match="does not list 'train_seeds'"):
        refuse_trained_on_test(spec, seed_list("test-3"))


def test_a_judge_that_learned_from_test_seeds_is_not_tested(tmp_path: Path) -> None:
    refuse_trained_on_test("heuristic", seed_list("test-3"))
    spec = f"heuristic:judge={tmp_path / 'judge' / 'mine.npy'}"
    (tmp_path / "judge").mkdir()
    refuse_trained_on_test(spec, seed_list("dev-3"))
    with pytest.raises(ValueError, match=r"mine\.npy has no manifest\.json"):
        refuse_trained_on_test(spec, seed_list("test-3"))
    (tmp_path / "judge" / "mine.json").write_text(json.dumps({"train_seeds": ["train-100", "test-5"]}))
    with pytest.raises(ValueError, match="lists test seeds as training seeds"):
        refuse_trained_on_test(spec, seed_list("test-3"))


def test_endless_games_go_on_after_the_win_and_count_further(tmp_path: Path) -> None:
    """To the win both are the same games: the agent does not know that one goes on."""
    short, shorter = evaluate(RunOptions("heuristic"), "dev-6@50000", out=tmp_path / "short")
    long, longer = evaluate(RunOptions("heuristic", endless=True), "dev-6@50000", out=tmp_path / "long")
    assert [record.won for record in shorter] == [record.won for record in longer]
    for one, other in zip(shorter, longer, strict=True):
        if one.won:
            assert (one.ante, one.blinds, one.death) == (8, 24, None)
            assert other.ante > 8
            assert other.blinds >= 24
            assert other.death is not None
            assert other.death.ante == other.ante
        else:
            assert replace(other, seconds=one.seconds, transcript=one.transcript) == one
    assert long["endless"] is True
    assert "endless" not in short
    assert "of 24" in figures(short)["furthest blind, mean"]
    assert "of 24" not in figures(long)["furthest blind, mean"]
    with pytest.raises(ValueError, match="endless is True there and None here"):
        evaluate(RunOptions("heuristic"), "dev-6@50000", out=tmp_path / "long")
