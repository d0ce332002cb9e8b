"""safe-run and the entry points for PowerShell and sh."""

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

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted([*ROOT.glob("scripts/*"), *ROOT.glob("trainer/scripts/*")])
ON_POSIX = pytest.mark.skipif(sys.platform == "win32", reason="groups of processes as POSIX has them")


def guarded(
    folder: Path, *words: str, script: str | None = None
) -> tuple[subprocess.CompletedProcess[str], Any]:
    """A command under guard, and its summary."""
    start = [str(ROOT / script)] if script else [sys.executable, "-m", "jimbot", "safe-run"]
    environment = os.environ | {"PYTHON": sys.executable}
    done = subprocess.run([*start, *words], cwd=folder, capture_output=True, text=True, env=environment)
    summaries = list((folder / ".safe_run" / "logs").glob("*.json"))
    return done, json.loads(summaries[0].read_text()) if summaries else None


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def test_a_command_that_ends(tmp_path: Path) -> None:
    code = "import sys; print('said'); print('complained', file=sys.stderr); sys.exit(3)"
    done, summary = guarded(tmp_path, "--timeout-sec", "30", "--", *python(code))
    assert done.returncode == summary["exit_code"] == 3
    assert done.stdout == "said\n"
    assert "complained\n" in done.stderr
    assert (summary["schema"], summary["timed_out"]) == ("safe_run_result_v1", False)
    assert (tmp_path / summary["stdout_log"]).read_text() == "said\n"
    assert (tmp_path / summary["stderr_log"]).read_text() == "complained\n"


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def gone(process: int) -> bool:
    for _ in range(100):
        if not is_running(process):
            return True
        time.sleep(0.05)
    return False


STUBBORN = (
    "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    "print(child.pid, flush=True); time.sleep(600)"
)


@ON_POSIX
def test_time_is_up_for_all_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from jimbot.runs import safe_run

    monkeypatch.setattr(safe_run, "GRACE", 0.3)
    guard = safe_run.parse(["-TimeoutSec", "1", "-LogDir", str(tmp_path), "--", *python(STUBBORN)])
    result = guard.run()
    assert (result["exit_code"], result["timed_out"]) == (124, True)
    assert gone(int(Path(result["stdout_log"]).read_text()))


@ON_POSIX
def test_what_a_command_leaves_running_is_ended_too(tmp_path: Path) -> None:
    code = "import subprocess; print(subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL).pid)"
    done, summary = guarded(tmp_path, "--", *python(code))
    assert (done.returncode, summary["timed_out"]) == (0, False)
    assert gone(int(done.stdout))


@ON_POSIX
def test_an_interrupted_guard_ends_its_command(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "jimbot", "safe-run", "--heartbeat-sec", "0.2", "--"]
    code = "import os, time; print(os.getpid(), flush=True); time.sleep(600)"
    guard = subprocess.Popen([*command, *python(code)], cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    assert guard.stderr is not None
    assert "running for" in guard.stderr.readline()  # the heartbeat
    guard.send_signal(signal.SIGTERM)
    assert guard.wait(20) == 130
    (log,) = (tmp_path / ".safe_run" / "logs").glob("*.stdout.log")
    assert gone(int(log.read_text()))


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["--", "no-such-program"], 127, "no-such-program"),
        ([], 2, "there is no command"),
        (["--timeout-sec", "soon", "--", "true"], 2, "--timeout-sec must be a number of seconds, not 'soon'"),
        (["--colour", "--", "true"], 2, "unknown option '--colour'"),
        (["--timeout-sec", "0", "--", "true"], 2, "more than 0 seconds"),
    ],
)
def test_bad_input(tmp_path: Path, words: list[str], code: int, message: str) -> None:
    done, _ = guarded(tmp_path, *words)
    assert done.returncode == code
    assert message in done.stderr


@ON_POSIX
def test_the_sh_entry_points(tmp_path: Path) -> None:
    done, _ = guarded(tmp_path, "-TimeoutSec", "20", "--", "echo", "-n", "a b", script="scripts/safe_run.sh")
    assert (done.returncode, done.stdout) == (0, "a b")
    setup = subprocess.run(
        [ROOT / "trainer/scripts/setup_trainer_env.sh", "--venv", str(tmp_path / "new"), "--dry-run"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "-m pip install -r trainer/requirements.txt" in setup.stdout
    smoke = subprocess.run(
        [ROOT / "trainer/scripts/smoke_e2e.sh", "--help"], capture_output=True, text=True, check=True
    )
    assert "--base-urls" in smoke.stdout


def test_every_powershell_script_has_a_twin() -> None:
    assert {path.stem for path in SCRIPTS if path.suffix == ".ps1"} == {
        path.stem for path in SCRIPTS if path.suffix == ".sh"
    }
    for path in SCRIPTS:
        assert path.suffix != ".sh" or os.access(path, os.X_OK)


@pytest.mark.parametrize("script", [path for path in SCRIPTS if path.suffix == ".ps1"], ids=lambda p: p.name)
def test_powershell_scripts_are_powershell(script: Path) -> None:
    """By PowerShell itself where there is one, else by a parser of its grammar."""
    shell = shutil.which("pwsh")
    if shell:
        parse = f"$e = $null; $null = [Management.Automation.Language.Parser]::ParseFile('{script}', [ref]$null, [ref]$e); $e.Count"
        done = subprocess.run([shell, "-NoProfile", "-Command", parse], capture_output=True, text=True)
        assert done.stdout.strip() == "0"
        return
    tree_sitter = pytest.importorskip("tree_sitter")
    grammar = pytest.importorskip("tree_sitter_powershell")
    tree = tree_sitter.Parser(tree_sitter.Language(grammar.language())).parse(script.read_bytes())
    assert not tree.root_node.has_error
