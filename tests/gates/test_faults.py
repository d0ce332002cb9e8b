"""Gates under faults: killed between stages, challengers that are broken in every way, games that are missing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from jimbot.release.gates.challenge import smoke
from jimbot.release.gates.plans import run_gate
from jimbot.release.gates.registry import Registry
from jimbot.release.gates.report import finish, gate
from jimbot.release.gates.run import GateRun, GateSettings, finished
from jimbot.runs.safetensors import read_safetensors, safetensors_bytes

pytest.importorskip("torch")


def p17(tmp_path: Path, challenger: str, **more) -> tuple[int, Path, Registry]:
    settings = GateSettings(
        gate="p17",
        quick=True,
        allow_promote=True,
        challenger=challenger,
        artifacts=tmp_path / "art",
        registry=tmp_path / "registry",
        **more,
    )
    code, path = run_gate(settings)
    return code, path, Registry(tmp_path / "registry")


def rejected(path: Path, registry: Registry) -> str:
    """The reason; and the champion is the one from before, with one line about it."""
    shown = json.loads((path / "champion_decision.json").read_text())
    assert shown["decision"] == "reject"
    assert shown["champion_before"] == shown["champion_after"] == registry.champion_id()
    assert registry.champion().agent == registry.pointer()["agent"] == "heuristic"
    assert registry.failed_in_a_row(registry.champion_id()) == 0
    assert registry.status(shown["model_id"]) == "rejected"
    report = json.loads((path / "report.json").read_text())
    assert report["gates"]["functional"] is False
    assert "ablation" in report["skipped"]
    return " ".join(shown["reasons"])


def test_a_challenger_with_nan_weights_is_rejected_by_name(tmp_path, network):
    arrays, said = read_safetensors(network / "best.pt")
    mixed = arrays["mixed.weight"].copy()
    mixed[3, 4] = np.nan
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "best.pt").write_bytes(safetensors_bytes(arrays | {"mixed.weight": mixed}, said))
    code, path, registry = p17(tmp_path, f"policy:checkpoint={broken}/best.pt")
    assert code == 1
    assert "mixed.weight" in rejected(path, registry)
    assert "no finite numbers" in rejected(path, registry)


def test_a_challenger_that_plays_illegally_is_rejected_by_name(tmp_path, agent_file):
    code, path, registry = p17(tmp_path, agent_file("illegal"))
    assert code == 1
    assert "'cash_out' is not legal in SELECTING_HAND" in rejected(path, registry)
    skipped = json.loads((path / "canary_skip.json").read_text())
    assert skipped["why"] == "the challenger failed in its first games"


def test_a_challenger_that_hangs_is_rejected_in_time(tmp_path, agent_file):
    begin = time.monotonic()
    code, path, registry = p17(tmp_path, agent_file("hanging"), patience=4.0)
    assert code == 1
    assert "no answer within 4 seconds" in rejected(path, registry)
    assert time.monotonic() - begin < 60


def test_a_challenger_that_is_not_there_is_rejected(tmp_path):
    code, path, _ = p17(tmp_path, "policy:checkpoint=nowhere/best.pt")
    assert code == 1
    shown = json.loads((path / "champion_decision.json").read_text())
    assert shown["decision"] == "reject"
    assert "nowhere" in shown["reasons"][0]


def test_a_good_agent_has_no_faults():
    assert smoke("planner:lite", 30.0) == []


@pytest.mark.slow
def test_a_gate_killed_between_stages_goes_on_there(tmp_path):
    command = [sys.executable, "-m", "jimbot", "gate", "p17", "--quick", "--challenger", "planner:lite"]
    command += ["--artifacts", str(tmp_path / "art"), "--workers", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line.startswith("p17: ablation ") and not line.rstrip().endswith("..."):
                os.kill(process.pid, signal.SIGKILL)
                break
    (run,) = [path for path in (tmp_path / "art" / "p17").iterdir() if path.is_dir()]
    assert not (run / "report.json").exists()
    before = {file.name: file.stat().st_mtime_ns for file in (run / "stages").iterdir()}
    assert "ablation.json" in before
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    last = done.stdout.splitlines()[-1]  # a player that never shops breaks the risk guard
    assert "exit code 0: everything works; perf, risk say that the challenger is not better" in last
    assert {
        file.name: file.stat().st_mtime_ns for file in (run / "stages").iterdir()
    }.items() >= before.items()
    assert json.loads((run / "report.json").read_text())["decision"]["decision"] == "reject"
    assert len(list((tmp_path / "art" / "p17").iterdir())) == 1
    lines = Registry(tmp_path / "art" / "registry").lines()
    assert [line["event"] for line in lines] == ["registered", "decision", "registered", "decision"]


@pytest.mark.parametrize(
    ("failed", "asked", "code"),
    [
        ((), False, 0),
        (("perf",), False, 0),
        (("perf", "risk"), False, 0),
        (("risk",), True, 1),
        (("perf",), True, 1),
        (("functional",), False, 1),
        (("functional", "perf"), False, 1),
    ],
)
def test_one_rule_for_all_exit_codes(failed, asked, code, tmp_path):
    said = []
    with GateRun(GateSettings(gate="p18", artifacts=tmp_path), said.append) as run:
        names = ("functional", "perf", "risk")
        gates = {name: gate(run, name, {"it is so": name not in failed}) for name in names}
        assert finish(run, gates, asked) == code
        assert json.loads((run.path / "report.json").read_text())["exit_code"] == code
    assert said[-1].startswith(f"p18: exit code {code}: ")


def test_a_gate_killed_in_the_middle_of_a_stage_does_it_again(tmp_path):
    settings = GateSettings(gate="p17", artifacts=tmp_path)
    with GateRun(settings) as run:
        assert run.stage("one", lambda: {"n": 1}) == {"n": 1}
        with pytest.raises(KeyboardInterrupt):
            run.stage("two", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
        first = run.path
    with GateRun(settings) as run:
        assert run.path == first
        assert run.stage("one", lambda: {"n": 2}) == {"n": 1}
        assert run.stage("two", lambda: {"n": 2}) == {"n": 2}
        with GateRun(settings) as other:  # the folder is in use
            assert other.path != first
    with GateRun(GateSettings(gate="p17", quick=True, artifacts=tmp_path)) as other:
        assert other.path != first


@pytest.mark.parametrize(("gate", "needs"), [("p19", "p18"), ("p20", "p18")])
def test_later_gates_say_what_they_need(tmp_path, gate, needs):
    with pytest.raises(ValueError, match=f"{gate} needs the artefacts of {needs}.*run 'jimbot gate {needs}'"):
        run_gate(GateSettings(gate=gate, artifacts=tmp_path))
    assert not (tmp_path / gate).exists()
    done = subprocess.run(
        [sys.executable, "-m", "jimbot", "gate", gate, "--artifacts", str(tmp_path)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert f"needs the artefacts of {needs}" in done.stderr


def test_unfinished_artefacts_do_not_count_nor_those_of_a_perf_gate_alone(tmp_path):
    with GateRun(GateSettings(gate="p18", artifacts=tmp_path)):
        pass
    with GateRun(GateSettings(gate="p18", perf_gate_only=True, artifacts=tmp_path)) as run:
        run.json("report.json", {})
    with pytest.raises(ValueError, match="has none that are finished"):
        finished(tmp_path, "p18", "p19")


def test_an_unknown_strategy_ends_the_command(tmp_path):
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "jimbot",
            "gate",
            "p17",
            "--strategies",
            "heuristic,magic",
            "--artifacts",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "unknown strategy 'magic'" in done.stderr
    assert not any(tmp_path.iterdir())


def test_p16_without_a_game_ends_with_12(tmp_path):
    pytest.importorskip("httpx")
    settings = GateSettings(gate="p16", quick=True, base_url="http://127.0.0.1:9", artifacts=tmp_path)
    code, path = run_gate(settings)
    assert code == 12
    assert json.loads((path / "report.json").read_text())["p16_code"] == 12


@pytest.mark.deep
def test_p16_from_a_recorded_session_to_a_network(tmp_path):
    code, path = run_gate(GateSettings(gate="p16", quick=True, artifacts=tmp_path))
    assert code == 0, (path / "report.md").read_text()
    labels = json.loads((path / "labels.json").read_text())
    assert labels["hand"] >= 200
    assert labels["shop"] >= 50
    assert labels["illegal"] <= 0.001
    assert json.loads((path / "drift.json").read_text())["unexplained"] == 0
