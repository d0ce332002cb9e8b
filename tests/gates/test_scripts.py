"""The scripts that run gates are thin callers, and the unit tests of the documents pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from jimbot.release.gates.__main__ import commands

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-RunP18"], [["gate", "p18"]]),
        (["-RunP19", "-SkipMilestone1000"], [["gate", "p19", "--skip-milestone-1000"]]),
        (
            ["-RunP18", "-RunP19", "-RunP20", "-SkipMilestone1000", "-RunPerfGateOnly", "-FailOnPerfGate"],
            [
                ["gate", gate, "--skip-milestone-1000", "--perf-gate-only", "--fail-on-perf-gate"]
                for gate in ("p18", "p19", "p20")
            ],
        ),
        (["--run-p20", "--quick"], [["gate", "p20", "--quick"]]),
        (["--quick"], [["gate", "p18", "--quick"]]),
        (["-RunP16", "-BaseUrl", "http://x:1"], [["gate", "p16", "--base-url", "http://x:1"]]),
    ],
)
def test_switches_of_both_kinds(words, expected):
    assert commands(words) == expected


def test_an_unknown_switch_is_refused():
    with pytest.raises(ValueError, match="unknown switch '-RunP21'; some of --run-p15"):
        commands(["-RunP21"])


def test_the_shell_script_passes_everything_on():
    done = subprocess.run(
        ["sh", str(ROOT / "scripts/run_regressions.sh"), "--run-p77"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "unknown switch '--run-p77'" in done.stderr


def test_the_powershell_script_parses():
    powershell = pytest.importorskip("tree_sitter_powershell")
    from tree_sitter import Language, Parser

    source = (ROOT / "scripts/run_regressions.ps1").read_bytes()
    tree = Parser(Language(powershell.language())).parse(source)
    assert not tree.root_node.has_error
    assert b"-m jimbot.release.gates @args" in source


@pytest.mark.documents
def test_the_unit_tests_of_the_documents_pass():
    done = subprocess.run(
        [sys.executable, "-m", "unittest", "trainer.tests.test_ablation_and_gates", "-v"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "OK" in done.stderr
