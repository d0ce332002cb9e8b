"""The gates one after the other, from nothing: what `jimbot gate p18`, `p19`, `p20 --quick` leave behind."""

from __future__ import annotations

import json
import time

import pytest

from jimbot.release.gates.plans import run_gate
from jimbot.release.gates.registry import Registry
from jimbot.release.gates.run import GateSettings
from jimbot.release.packages.store import PackageStore
from jimbot.release.packages.verify import faults_of

pytest.importorskip("torch")
pytest.importorskip("httpx")

ALWAYS = {
    "report.json", "report.md", "manifest.json", "gate_functional.json", "gate_perf.json", "gate_risk.json",
    "PERF_GATE_SUMMARY.md", "baseline_summary.json", "ablation_20", "registry.jsonl", "champion_decision.json",
    "canary.json",
}  # fmt: skip
ALSO = {
    "p18": set(),
    "p19": {"calibration", "rollback_report.json", "equal_time.json", "risk"},
    "p20": {"gate_reliability.json", "gate_release.json", "determinism.json", "packages"},
}


@pytest.mark.deep
def test_p18_p19_p20_quick_from_nothing_in_15_minutes(tmp_path):
    begin = time.monotonic()
    paths = {}
    for gate in ("p18", "p19", "p20"):
        code, paths[gate] = run_gate(
            GateSettings(gate=gate, quick=True, artifacts=tmp_path, registry=tmp_path / "registry")
        )
        there = {path.name for path in paths[gate].iterdir()}
        assert there >= ALWAYS | ALSO[gate], (ALWAYS | ALSO[gate]) - there
        report = json.loads((paths[gate] / "report.json").read_text())
        assert report["skipped"]["milestone"] == "--quick plays no milestone"
        assert code == report["exit_code"] == 0, "everything works, whatever the challenger is"
        assert report["gates"]["functional"], (paths[gate] / "report.md").read_text()
    assert time.monotonic() - begin < 15 * 60
    assert report["gates"]["reliability"]
    assert report["gates"]["release"]
    assert Registry(tmp_path / "registry").champion().agent == "heuristic"
    assert faults_of(PackageStore(tmp_path / "store").package("dev")) == []
    diagrams = list((paths["p19"] / "calibration").glob("reliability_*.png"))
    assert len(diagrams) >= 4
    assert "pay" in json.loads((paths["p19"] / "equal_time.json").read_text())["verdict"]
    again = GateSettings(
        gate="p18", quick=True, perf_gate_only=True, artifacts=tmp_path, registry=tmp_path / "registry"
    )
    code, path = run_gate(again)
    assert code == 1  # the perf gate is all there is, and a network of sixty games does not pass it
    assert {p.name for p in (path / "stages").iterdir()} == {
        "challenger.json",
        "ablation.json",
        "decision.json",
    }


@pytest.mark.deep
def test_p15_quick(tmp_path):
    code, path = run_gate(GateSettings(gate="p15", quick=True, artifacts=tmp_path))
    assert code == 0
    summary = json.loads((path / "eval_gold" / "summary.json").read_text())
    assert summary["stake"] == "gold"
    assert {p.name for p in (path / "eval_gold" / "games").iterdir()} == {
        "heuristic_gold_eval_seeds_20",
        "pv_gold_eval_seeds_20",
    }
