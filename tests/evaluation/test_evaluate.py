"""Evaluations: workers, interruption, failures, folders, the refusal."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.evaluation.processes import children

import jimbot
from jimbot import Game, compare, evaluate
from jimbot.evaluation.folder import ResultFolder, read_folder, transcript_path
from jimbot.evaluation.manifest import DECIDING, code_hash, refuse_trained_on_test
from jimbot.evaluation.parallel import play_seeds
from jimbot.evaluation.runs import Record, RunOptions
from jimbot.evaluation.summary import figures
from jimbot.game.seeds import seed, seed_list
from jimbot.models.trained_on import random_seeds, unknown_seeds
from jimbot.runs import sha256

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
        ("heuristic", "dev-4"),
        pytest.param("search:worlds=2,candidates=2", "dev-2", marks=pytest.mark.slow),
    ],
)
def test_the_number_of_workers_changes_nothing(spec: str, seeds: str) -> None:
    one, two = (evaluate(spec, seeds=seeds, workers=workers) for workers in (0, 2))
    assert same(one.records) == same(two.records)
    times = {"seconds_per_game"}
    assert {k: v for k, v in one.summary.items() if k not in times} == {
        k: v for k, v in two.summary.items() if k not in times
    }


def test_the_seed_of_the_agent_is_an_option() -> None:
    one, two = (evaluate("random", seeds="dev-6", agent_seed=n).records for n in (0, 1))
    assert [r.transcript for r in one] != [r.transcript for r in two]


def test_a_folder_holds_all(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    found = evaluate("planner:lite", seeds="dev-8", deck="blue", stake="2", workers=2, out=folder)
    result, records = found.summary, found.records
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
    first = evaluate("random", seeds="dev-5", out=tmp_path / "out")
    second = evaluate("random", seeds="dev-5", out=tmp_path / "out")
    assert without_text(first.records) == without_text(second.records)
    assert first.summary == second.summary  # to the second of time: nothing was played


@pytest.mark.slow
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
    uninterrupted = evaluate(spec, seeds="dev-24", workers=2).records
    assert without_text(kept) == without_text(uninterrupted)
    for record in uninterrupted:
        assert (folder / transcript_path(record.seed)).read_text() == record.transcript


@pytest.mark.slow
def test_a_failing_agent_is_reported_and_the_rest_goes_on(agent_file) -> None:
    found = evaluate(agent_file("wild.py", WILD), seeds="dev-30", workers=2)
    result, records = found.summary, found.records
    assert [record.seed for record in records] == seed_list("dev-30")
    failures = {failure["seed"]: failure for failure in result["failures"]}
    reasons = [str(failure["reason"]) for failure in failures.values()]
    assert any("RuntimeError: thought too hard" in reason for reason in reasons)
    assert any("'cash_out' is not legal" in reason for reason in reasons)
    assert any("the worker process died (exit code -6)" in reason for reason in reasons)
    assert all(failure["step"] == (2 if "died" in failure["reason"] else 1) for failure in failures.values())
    assert 0 < len(failures) < 30
    assert all((record.death is not None) == (record.seed not in failures) for record in records)


NEXT = """
from jimbot import Agent
from jimbot.agents import register

@register("finds-nothing")
class FindsNothing(Agent):
    def act(self, view):
        return next(a for a in view.legal_actions() if a.kind == "cash_out")
"""


def test_an_agent_that_finds_nothing_fails_and_does_not_lose(agent_file) -> None:
    (record,) = evaluate(agent_file("finds.py", NEXT), seeds="dev-1").records
    assert record.failure is not None
    assert record.failure.step == 0
    assert "the agent raised StopIteration" in record.failure.reason


def test_other_weights_are_other_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    evaluate("random", seeds="dev-2", out=tmp_path / "out")
    (tmp_path / "weights.npy").write_bytes(b"learned longer")
    monkeypatch.setattr("jimbot.agents.judge.WEIGHTS", tmp_path / "weights.npy")
    with pytest.raises(ValueError, match="engine or agents have changed since"):
        evaluate("random", seeds="dev-2", out=tmp_path / "out")


def test_a_file_that_decides_is_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Another seed, another network or another planner would be mixed into the games that are there."""
    package = Path(jimbot.__file__).parent
    copy = tmp_path / "jimbot"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("apps", "training", "*.so", "__pycache__"))
    monkeypatch.setattr(jimbot, "__file__", str(copy / "__init__.py"))
    before = code_hash()
    for name in ("game/seeds/lists.py", "models/decisions.py", "game/planner.py", "agents/play.py"):
        text = (copy / name).read_text()
        (copy / name).write_text(text + "\n")
        assert code_hash() != before, name
        (copy / name).write_text(text)
    assert code_hash() == before


def test_all_that_agents_load_is_code() -> None:
    """Or decides nothing: what stores and measures, what describes cards and positions."""
    script = """
import sys
from jimbot.agents import View, make_agent
from jimbot.game import Game
for spec in ("heuristic", "search:worlds=1,candidates=1", "planner", "greedy", "random", "policy"):
    agent = make_agent(spec)
    agent.reset(0)
    agent.act(View(Game("LOADS"), 0))
print(*(name for name in sys.modules if name.startswith("jimbot.")))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert rooms <= {*DECIDING, "_core", "lazy"}


def test_an_evaluation_does_not_go_on_after_a_module_beside_the_agent_changed(tmp_path: Path) -> None:
    (tmp_path / "helper").mkdir()
    (tmp_path / "helper" / "__init__.py").write_text("from helper.inner import CARDS\nfrom . import beside")
    inner, beside, below, late, named = (
        tmp_path / name
        for name in ("helper/inner.py", "helper/beside.py", "helper/below.py", "late.py", "named.py")
    )
    inner.write_text("CARDS = 5")
    beside.write_text("from .below import DEEP")
    below.write_text("DEEP = 2")
    late.write_text("LATE = 1")
    named.write_text("NAMED = 1")
    agent = tmp_path / "agent.py"
    agent.write_text(
        "import importlib, sys; sys.path.insert(0, __file__.rpartition('/')[0])\n"
        "from jimbot.agents import RandomAgent, register\nfrom helper import CARDS\n"
        "importlib.import_module('na' + 'med')\n"
        f"@register('beside {tmp_path}')\nclass Beside(RandomAgent):\n"
        "    def act(self, view):\n        import late\n        return super().act(view)\n"
    )
    evaluate(str(agent), seeds="dev-2", out=tmp_path / "run")
    for changed in (inner, beside, below, late, named):
        before = changed.read_text()
        changed.write_text(before + "\n")
        with pytest.raises(ValueError, match="its files are others"):
            evaluate(str(agent), seeds="dev-2", out=tmp_path / "run")
        changed.write_text(before)
    assert evaluate(str(agent), seeds="dev-2", out=tmp_path / "run").n == 2


AGENT_OF_MANY_FILES = """
import importlib, sys
from pathlib import Path
from jimbot.agents import RandomAgent, register

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent)]

@register("of many files {folder}")
class Many(RandomAgent):
    def act(self, view):
        importlib.import_module("impor" + "ted_late")
        exec(open(HERE / "rules" / "text.txt").read())
        importlib.import_module("abo" + "ve_it")
        with open(HERE / "diary.txt", "a") as diary:
            diary.write("a decision\\n")
        return super().act(view)
"""


@pytest.mark.slow
@pytest.mark.parametrize("isolate", [False, True])
def test_nothing_that_an_agent_is_made_of_changes_between_two_parts(tmp_path: Path, isolate: bool) -> None:
    """It is read for the first time in the middle of a game, by code that names no module."""
    folder = tmp_path / "agent"
    (folder / "rules").mkdir(parents=True)
    agent = folder / "agent.py"
    agent.write_text(AGENT_OF_MANY_FILES.format(folder=tmp_path))
    parts = [folder / "imported_late.py", folder / "rules" / "text.txt", tmp_path / "above_it.py"]
    for part in parts:
        part.write_text("X = 1\n")

    def go_on() -> int:
        return evaluate(str(agent), seeds="dev-2", isolate=isolate, workers=1, out=folder / "run").n

    assert go_on() == 2
    for part in parts:
        part.write_text("X = 2\n")
        with pytest.raises(ValueError, match=rf"its files are others \(.*{part.name}\)"):
            go_on()
        part.write_text("X = 1\n")
    (folder / "more.py").write_text("")
    with pytest.raises(ValueError, match=r"its files are others \(.*more.py\)"):
        go_on()
    (folder / "more.py").unlink()
    assert (folder / "diary.txt").is_file()
    assert go_on() == 2


READER = """
from pathlib import Path
from jimbot.agents import RandomAgent, register

HERE, THERE = Path(__file__).parent, Path({there!r})

@register("reader {there}")
class Reader(RandomAgent):
    def reset(self, seed):
        super().reset(seed)
        exec(open(THERE / "rules.txt").read())
        if (THERE / "memory.txt").exists():
            (THERE / "memory.txt").read_text()
        (THERE / "memory.txt").write_text(str(seed))

    def act(self, view):
        exec((HERE / "habits.txt").read_text())
        return super().act(view)
"""


def reading_agent(tmp_path: Path) -> tuple[str, Path, Path]:
    """One that reads a file beside it at every decision, and two elsewhere, of which it writes one."""
    for name in ("agent", "elsewhere"):
        (tmp_path / name).mkdir()
    agent, habits = tmp_path / "agent" / "agent.py", tmp_path / "agent" / "habits.txt"
    agent.write_text(READER.format(there=str(tmp_path / "elsewhere")))
    rules = tmp_path / "elsewhere" / "rules.txt"
    for path in (habits, rules):
        path.write_text("X = 1\n")
    return str(agent), habits, rules


@pytest.mark.parametrize(
    ("isolate", "workers"),
    [(False, 0), *(pytest.param(*how, marks=pytest.mark.slow) for how in ((True, 0), (False, 2), (True, 2)))],
)
def test_files_elsewhere_that_an_agent_reads_do_not_change(
    tmp_path: Path, isolate: bool, workers: int
) -> None:
    agent, _, rules = reading_agent(tmp_path)
    out = tmp_path / "run"

    def go_on() -> int:
        return evaluate(agent, seeds="dev-4", isolate=isolate, workers=workers, out=out).n

    assert go_on() == 4
    memory = rules.parent / "memory.txt"
    memory.write_text("what it writes does not count")
    assert go_on() == 4
    games = (out / "games.jsonl").read_text().splitlines(keepends=True)
    (out / "games.jsonl").write_text("".join(games[:2]))
    assert go_on() == 4
    rules.write_text("X = 2\n")
    with pytest.raises(ValueError, match=r"its files are others \(.*rules.txt\)"):
        go_on()
    rules.unlink()
    with pytest.raises(ValueError, match=r"its files are others \(.*rules.txt\)"):
        go_on()


@pytest.mark.parametrize(("isolate", "workers"), [(False, 0), pytest.param(True, 1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("changed", ["habits", "rules"])
def test_an_agent_does_not_change_in_the_middle(
    tmp_path: Path, isolate: bool, workers: int, kept: bool, changed: str
) -> None:
    agent, habits, rules = reading_agent(tmp_path)
    records: list[Record] = []

    def change(now: Sequence[Record]) -> None:
        records[:] = now
        if len(now) == 2:
            (habits if changed == "habits" else rules).write_text("X = 2\n")

    with pytest.raises(ValueError, match=rf"{changed}\.txt has changed in the middle of the evaluation"):
        evaluate(
            agent, seeds="dev-9", isolate=isolate, workers=workers, each=change,
            out=tmp_path / "run" if kept else None,
        )  # fmt: skip
    assert 2 <= len(records) < 9


def test_of_a_large_folder_the_modules_of_an_agent_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jimbot.evaluation.agent_files.MAX_FILES", 3)
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text("1")
    (tmp_path / "of_large_folder.py").write_text("X = 1")
    agent = tmp_path / "agent.py"
    agent.write_text(
        f"import sys; sys.path.append({str(tmp_path)!r})\nimport of_large_folder\n"
        "from jimbot.agents import RandomAgent, register\n"
        f"@register('in a large folder {tmp_path}')\nclass Large(RandomAgent): pass\n"
    )
    evaluate(str(agent), seeds="dev-2", out=tmp_path / "run")
    (tmp_path / "a.txt").write_text("2")
    assert evaluate(str(agent), seeds="dev-2", out=tmp_path / "run").n == 2
    (tmp_path / "of_large_folder.py").write_text("X = 2")
    with pytest.raises(ValueError, match=r"of_large_folder\.py"):
        evaluate(str(agent), seeds="dev-2", out=tmp_path / "run")


def test_leaving_early_ends_the_workers() -> None:
    before = children()
    games = play_seeds(RunOptions("random"), list(enumerate(seed_list("dev-50"))), workers=2)
    next(games)
    assert len(children() - before) == 2
    games.close()
    assert children() - before == set()


def test_an_agent_that_cannot_be_made(agent_file, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unknown agent 'x'"):
        evaluate("x", seeds="dev-2")
    with pytest.raises(ValueError, match="unknown planner tier 'x'"):
        evaluate("planner:x", seeds="dev-2")
    with pytest.raises(ValueError, match="unknown deck 'pink'"):
        evaluate("random", seeds="dev-2", deck="pink")


@pytest.mark.parametrize(
    ("other", "part"),
    [
        ({"agent": "planner"}, "agent is 'random' there and 'planner' here"),
        ({"deck": "blue"}, "deck is 'b_red' there and 'b_blue' here"),
        ({"agent_seed": 4}, "agent_seed is 0 there and 4 here"),
        ({"seeds": "dev-4"}, "seed_source is 'dev-3' there and 'dev-4' here"),
    ],
)
def test_evaluations_do_not_mix(tmp_path: Path, other: dict[str, Any], part: str) -> None:
    evaluate("random", seeds="dev-3", out=tmp_path)
    with pytest.raises(ValueError, match=part):
        evaluate(**{"agent": "random", "seeds": "dev-3", **other}, out=tmp_path)


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not empty and holds no evaluation"):
        evaluate("random", seeds="dev-3", out=tmp_path)


def test_a_folder_has_one_writer(tmp_path: Path) -> None:
    evaluate("random", seeds="dev-2", out=tmp_path)
    manifest, _ = read_folder(tmp_path)
    folder = ResultFolder(tmp_path, manifest)
    with pytest.raises(ValueError, match="another evaluation is writing"):
        ResultFolder(tmp_path, manifest)
    folder.close()
    ResultFolder(tmp_path, manifest).close()


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    evaluate("random", seeds="dev-2", out=tmp_path)
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
    with pytest.raises(ValueError, match="has no train_seeds, nor a manifest"):
        refuse_trained_on_test(spec, seed_list("test-3"))
    seeds = tmp_path / "seeds.txt"
    seeds.write_text(f"ABC\n{seed('test', 9)}\n")
    entries = [entry.format(file=seeds) for entry in trained] if isinstance(trained, list) else trained
    about = {"sha256": sha256(checkpoint)}
    (run / "manifest.json").write_text(json.dumps(about | {"train_seeds": entries}))
    with pytest.raises(ValueError, match="lists test seeds as training seeds"):
        evaluate(spec, seeds="test-3")
    evaluate(spec, seeds="dev-1")
    known = ["train-100000", "train-5@9", seed("valid", 3), "ABC", random_seeds("by seed 3")]
    (run / "manifest.json").write_text(json.dumps(about | {"train_seeds": known}))
    assert evaluate(spec, seeds="test-1").n == 1
    checkpoint.write_text("other weights")  # of another model, or of one that was trained on
    with pytest.raises(ValueError, match="has no train_seeds, nor a manifest"):
        refuse_trained_on_test(spec, seed_list("test-3"))


@pytest.mark.parametrize(
    "entry",
    [
        *(unknown_seeds("model.zip"), "some seeds of mine", "train-many", "seeds.txt", "training seeds", ""),
        *("TEST-100", " test-100", "test@5", "test-5@", "TEST5TEST5", "AAAA,BBBB", "AAAA BBBB", "/", "."),
    ],
)
def test_nobody_is_tested_whose_training_seeds_are_not_known(tmp_path: Path, agent_file, entry) -> None:
    spec = agent_file("learner.py", LEARNER.format(name=f"learner {tmp_path}"))
    (tmp_path / "model.pt").write_text("weights")
    about = {"sha256": sha256(tmp_path / "model.pt"), "train_seeds": ["train-10", entry]}
    (tmp_path / "manifest.json").write_text(json.dumps(about))
    spec = f"{spec}:checkpoint={tmp_path / 'model.pt'}"
    with pytest.raises(ValueError, match=f"does not say which seeds {entry!r} are"):
        evaluate(spec, seeds="test-3")
    assert evaluate(spec, seeds="dev-1").n == 1


@pytest.mark.parametrize("entries", [[], "", {"A": 1}, {"ABC": 1}, None, 5, [5], [["A"]], ["train-10", None]])
def test_a_list_of_training_seeds_holds_some(tmp_path: Path, agent_file, entries) -> None:
    spec = agent_file("learner.py", LEARNER.format(name=f"learner {tmp_path}"))
    (tmp_path / "model.pt").write_text("weights")
    about = {"sha256": sha256(tmp_path / "model.pt"), "train_seeds": entries}
    (tmp_path / "manifest.json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match="cannot be evaluated on test seeds"):
        evaluate(f"{spec}:checkpoint={tmp_path / 'model.pt'}", seeds="test-3")


def test_a_manifest_of_another_model_says_nothing(tmp_path: Path, agent_file) -> None:
    spec = agent_file("learner.py", LEARNER.format(name=f"learner {tmp_path}"))
    model = tmp_path / "run" / "others" / "model.pt"
    model.parent.mkdir(parents=True)
    model.write_text("weights")
    (tmp_path / "manifest.json").write_text(json.dumps({"sha256": "0" * 64, "train_seeds": ["train-10"]}))
    with pytest.raises(ValueError, match="has no train_seeds, nor a manifest"):
        evaluate(f"{spec}:checkpoint={model}", seeds="test-3")


def test_an_evaluation_is_read_by_name() -> None:
    found = evaluate("greedy", seeds=seed_list("dev-6"), stake="gold")
    assert (found.n, found.wins, found.win_rate.value) == (6, 0, 0.0)
    assert found.summary["seeds"] == "6 seeds"
    assert found.manifest["stake"] == "stake_gold"
    assert found.mean_ante == sum(record.ante for record in found.records) / 6
    assert found.blinds.low <= found.blinds.value <= found.blinds.high
    assert compare(found, found)["blinds"]["difference"] == 0
    frame = found.to_frame()
    assert list(frame["seed"]) == seed_list("dev-6")
    assert list(frame["blinds"]) == [record.blinds for record in found.records]


def test_a_frame_needs_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        evaluate("random", seeds="dev-1").to_frame()


def test_without_workers_no_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    with monkeypatch.context() as patched:
        patched.setattr("jimbot.evaluation.parallel.Worker", refused)
        evaluate("random", seeds="dev-3")
    with pytest.raises(ValueError, match="that needs worker processes: workers=1 or more"):
        evaluate("random", seeds="dev-3", patience=1.0)


def test_a_judge_that_learned_from_test_seeds_is_not_tested(tmp_path: Path) -> None:
    refuse_trained_on_test("heuristic", seed_list("test-3"))
    spec = f"heuristic:judge={tmp_path / 'judge' / 'mine.npy'}"
    (tmp_path / "judge").mkdir()
    refuse_trained_on_test(spec, seed_list("dev-3"))
    with pytest.raises(ValueError, match=r"mine\.npy has no train_seeds"):
        refuse_trained_on_test(spec, seed_list("test-3"))
    (tmp_path / "judge" / "mine.npy").write_text("weights")
    about = {"sha256": sha256(tmp_path / "judge" / "mine.npy"), "train_seeds": ["train-100", "test-5"]}
    (tmp_path / "judge" / "mine.json").write_text(json.dumps(about))
    with pytest.raises(ValueError, match="lists test seeds as training seeds"):
        refuse_trained_on_test(spec, seed_list("test-3"))


def test_endless_games_go_on_after_the_win_and_count_further(tmp_path: Path) -> None:
    """To the win both are the same games: the agent does not know that one goes on."""
    short = evaluate("heuristic", seeds="dev-6@50000", out=tmp_path / "short")
    long = evaluate("heuristic", seeds="dev-6@50000", endless=True, out=tmp_path / "long")
    shorter, longer = short.records, long.records
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
    assert long.summary["endless"] is True
    assert "endless" not in short.summary
    assert "of 24" in figures(short.summary)["furthest blind, mean"]
    assert "of 24" not in figures(long.summary)["furthest blind, mean"]
    with pytest.raises(ValueError, match="endless is True there and None here"):
        evaluate("heuristic", seeds="dev-6@50000", out=tmp_path / "long")
