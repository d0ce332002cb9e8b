"""The registry: lines that are only added, a pointer that is always valid, champions that do not take turns."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from jimbot.models.decisions import DecisionNet, Shape, save_net
from jimbot.release.gates import registry as module
from jimbot.release.gates.decision import FAILURES_TO_ROLL_BACK, MAX_DIVERGENCE, roll_back_if_needed
from jimbot.release.gates.registry import Registry
from jimbot.runs import sha256


@pytest.fixture
def registry(tmp_path):
    registry = Registry(tmp_path / "registry")
    registry.crown_first(registry.register("heuristic", "heuristic"), {})
    return registry


def candidate(registry, name="planner:lite"):
    return registry.register("challenger", name)


def promote(registry, name):
    model = candidate(registry, name)
    assert registry.decide(model, "promote", ["better"], {"n": 1}, registry.champion_id()) == "promote"
    return model


def test_decisions_give_statuses_and_lines_are_only_added(registry):
    model = candidate(registry)
    assert registry.status(model.model_id) == "candidate"
    first = registry.champion_id()
    before = (registry.folder / "registry.jsonl").read_bytes()
    for decision, status in (
        ("hold_for_more_data", "probation"),
        ("hold_for_promote", "probation"),
        ("reject", "rejected"),
    ):
        assert registry.decide(model, decision, ["why"], {"folders": ["x"]}, first) == decision
        assert registry.status(model.model_id) == status
        assert registry.champion_id() == first
    after = (registry.folder / "registry.jsonl").read_bytes()
    assert after.startswith(before)
    line = json.loads(after.splitlines()[-1])
    assert line["evidence"] == {"folders": ["x"]}
    assert line["champion_before"] == line["champion_after"] == first
    assert registry.decide(model, "promote", ["better"], {}, first) == "promote"
    assert registry.pointer()["model_id"] == model.model_id == registry.champion_id()
    assert registry.status(first) == "candidate"
    with pytest.raises(ValueError, match="promote, hold_for_promote, hold_for_more_data or reject"):
        registry.decide(model, "crown", [], {}, None)


def test_a_failing_challenger_never_touches_the_champion(registry):
    promote(registry, "greedy")
    champion, pointer = registry.champion_id(), registry.pointer()
    for _ in range(5):
        registry.decide(candidate(registry, "random"), "reject", ["perf"], {}, champion)
    assert registry.champion_id() == champion
    assert registry.pointer() == pointer
    assert registry.failed_in_a_row(champion) == 0


def test_rollback_needs_two_failed_re_evaluations_and_happens_once(registry):
    first = registry.champion_id()
    champion = promote(registry, "greedy")
    assert registry.re_evaluated(champion, False, ["worse"], {}) == 1
    assert not roll_back_if_needed(registry, champion, 1, None, {})["rolled_back"]
    assert registry.re_evaluated(champion, True, [], {}) == 0
    assert registry.re_evaluated(champion, False, ["worse"], {}) == 1
    failures = registry.re_evaluated(champion, False, ["worse"], {})
    assert failures == FAILURES_TO_ROLL_BACK
    report = roll_back_if_needed(registry, champion, failures, None, {"n": 100})
    assert report["rolled_back"]
    assert report["back_to"] == first == registry.champion_id() == registry.pointer()["model_id"]
    assert registry.status(champion.model_id) == "rolled_back"
    again = registry.champion()
    for _ in range(3):
        failures = registry.re_evaluated(again, False, ["worse"], {})
    report = roll_back_if_needed(registry, again, failures, None, {})
    assert not report["rolled_back"]
    assert "no last good champion" in report["reasons"][-1]
    assert registry.champion_id() == first


def test_a_divergent_canary_of_the_champion_rolls_back(registry):
    first = registry.champion_id()
    champion = promote(registry, "greedy")
    assert not roll_back_if_needed(registry, champion, 0, MAX_DIVERGENCE, {})["rolled_back"]
    assert roll_back_if_needed(registry, champion, 0, 0.46, {})["back_to"] == first


def test_the_second_of_two_promotions_at_once_is_held(registry):
    against = registry.champion_id()
    one, two = candidate(registry, "greedy"), candidate(registry, "random")
    assert registry.decide(one, "promote", ["better"], {}, against) == "promote"
    assert registry.decide(two, "promote", ["better"], {}, against) == "hold_for_more_data"
    assert registry.champion_id() == one.model_id
    assert f"the champion is {one.model_id} by now" in registry.lines()[-1]["reasons"][-1]


PROMOTE = """
import sys
from pathlib import Path
from jimbot.release.gates.registry import Registry
registry = Registry(Path(sys.argv[1]))
model = registry.register("challenger", sys.argv[2])
sys.stdin.readline()
print(registry.decide(model, "promote", ["better"], {}, sys.argv[3]))
"""


@pytest.mark.slow
def test_processes_that_promote_at_once_leave_one_champion(registry):
    against = registry.champion_id()
    started = [
        subprocess.Popen(
            [sys.executable, "-c", PROMOTE, str(registry.folder), spec, against],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for spec in ("greedy", "random", "planner:lite")
    ]
    for process in started:
        process.stdin.write("\n")
        process.stdin.flush()
    said = sorted(process.communicate(timeout=120)[0].strip() for process in started)
    assert said == ["hold_for_more_data", "hold_for_more_data", "promote"]
    promoted = [line for line in registry.lines() if line.get("decision") == "promote"]
    assert [line["model_id"] for line in promoted] == [registry.champion_id()]
    assert registry.pointer()["model_id"] == registry.champion_id()
    assert [line["number"] for line in registry.lines()] == list(range(len(registry.lines())))


def no_space(*_, **__):
    raise OSError(28, "No space left on device")


def test_a_full_disk_before_the_line_changes_nothing(registry, monkeypatch):
    model, pointer = candidate(registry), registry.pointer()
    lines = (registry.folder / "registry.jsonl").read_bytes()
    monkeypatch.setattr(module.os, "fsync", no_space)
    with pytest.raises(OSError, match="No space left"):
        registry.decide(model, "promote", ["better"], {}, registry.champion_id())
    monkeypatch.undo()
    assert (registry.folder / "registry.jsonl").read_bytes() == lines
    assert registry.pointer() == pointer
    assert registry.champion_id() == pointer["model_id"]


def test_a_full_disk_before_the_pointer_leaves_a_valid_one_that_follows(registry, monkeypatch):
    model, pointer = candidate(registry), registry.pointer()
    monkeypatch.setattr(module, "write_whole", no_space)
    with pytest.raises(OSError, match="No space left"):
        registry.decide(model, "promote", ["better"], {}, registry.champion_id())
    monkeypatch.undo()
    assert registry.pointer() == pointer  # the old champion: still a whole, valid pointer
    registry.decide(candidate(registry, "random"), "reject", ["perf"], {}, registry.champion_id())
    assert registry.pointer()["model_id"] == registry.champion_id() == model.model_id


FULL = """
import resource, signal, sys
from pathlib import Path
from jimbot.release.gates.registry import Registry
registry = Registry(Path(sys.argv[1]))
model = registry.register("challenger", "greedy")
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
room = (registry.folder / "registry.jsonl").stat().st_size + 10
resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
try:
    registry.decide(model, "promote", ["better"], {}, registry.champion_id())
except OSError as error:
    print(error.strerror)
"""


def test_room_for_half_a_line_only_leaves_none(registry):
    pointer = registry.pointer()
    said = subprocess.run(
        [sys.executable, "-c", FULL, str(registry.folder)], capture_output=True, text=True, check=True
    )
    assert said.stdout.strip() in ("No space left on device", "File too large")
    assert [line["event"] for line in registry.lines()] == ["registered", "decision", "registered"]
    assert (registry.folder / "registry.jsonl").read_bytes().endswith(b"\n")
    assert registry.pointer() == pointer
    assert registry.champion_id() == pointer["model_id"]


def test_half_a_line_of_a_killed_writer_is_cut_off(registry):
    path = registry.folder / "registry.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"event": "decis')
    assert len(registry.lines()) == len(whole.splitlines())
    promote(registry, "greedy")
    assert path.read_bytes().startswith(whole)
    assert registry.champion().agent == "greedy"


def test_options_and_files_make_another_model(registry, tmp_path):
    weights = tmp_path / "weights.npz"
    weights.write_bytes(b"1")
    specs = ["heuristic:rounds=4", "heuristic:rounds=8", f"heuristic:rounds=4,judge={weights}"]
    models = [registry.register("challenger", spec) for spec in specs]
    assert models[0].agent == "heuristic:rounds=4"
    assert str(registry.folder) in models[2].agent
    weights.write_bytes(b"2")
    models.append(registry.register("challenger", specs[2]))
    assert len({model.model_id for model in models}) == 4
    assert all(registry.damage(model) is None for model in models)


def test_models_are_kept_as_they_were_registered(registry, tmp_path):
    run = tmp_path / "run"
    run.mkdir()
    save_net(run / "best.pt", DecisionNet(Shape(16, 8, 0, 0)), {"values": False})
    about = {"sha256": sha256(run / "best.pt"), "train_seeds": ["train-3"]}
    (run / "manifest.json").write_text(json.dumps(about))
    model = registry.register("pv", f"policy:checkpoint={run}")
    assert str(registry.folder) in model.agent
    assert registry.damage(model) is None
    save_net(run / "best.pt", DecisionNet(Shape(16, 8, 0, 0)), {"values": False})  # trained on
    assert registry.damage(model) is None
    assert registry.register("pv", f"policy:checkpoint={run}").model_id != model.model_id
    kept = registry.folder / "models" / model.model_id / "checkpoint.pt"
    assert (kept.parent / "manifest.json").is_file()
    kept.write_bytes(kept.read_bytes() + b"x")
    assert "is not what was registered" in registry.damage(model)
    assert registry.decide(model, "promote", ["better"], {}, registry.champion_id()) == "reject"
