"""JimBot where the system offers no more than Windows does (tests/release/windows_like): every module loads, and
runs are played, evaluated, kept and guarded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

WITHOUT = Path(__file__).parent / "windows_like"
ENVIRONMENT = {
    "PYTHONPATH": str(WITHOUT),
    "PYTHONIOENCODING": "cp1252",  # of a pipe in western Europe
    "PYTHONWARNDEFAULTENCODING": "1",
    "OMP_NUM_THREADS": "1",
}
EVAL = ("eval", "--agent", "greedy", "--seeds", "dev-4")
pytestmark = pytest.mark.slow

IMPORT_ALL = """
import importlib, pkgutil, jimbot
for found in pkgutil.walk_packages(jimbot.__path__, "jimbot."):
    if not found.name.endswith("__main__") and not found.name.startswith("jimbot.apps.ui.entry"):
        try:
            importlib.import_module(found.name)
        except ModuleNotFoundError as error:
            if error.name != "pufferlib":  # an extra that builds only here and there
                raise
        print(found.name)
"""
REFUSED = """
import importlib, os, signal
exec('''
try:
    import fcntl
except ModuleNotFoundError:
    print(hasattr(os, "fork"), hasattr(signal, "SIGKILL"), os.path.exists("."))
''', {"__name__": "jimbot.probe", "os": os, "signal": signal})
print(hasattr(os, "fork"))
"""


def python(place: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=place,
        env={**os.environ, **ENVIRONMENT},
        input=typed,
        capture_output=True,
        encoding="cp1252",
        check=False,
    )


def jimbot(place: Path, *words: str, typed: str = "") -> str:
    done = python(place, "-m", "jimbot", *words, typed=typed)
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


def evaluated(place: Path, *words: str) -> dict[str, Any]:
    """Without what the clock says."""
    found: dict[str, Any] = json.loads(jimbot(place, *EVAL, "--json", *words))
    return {name: value for name, value in found.items() if "second" not in name}


def test_the_guard_refuses_jimbot_and_nobody_else(tmp_path: Path) -> None:
    assert python(tmp_path, "-c", REFUSED).stdout.split() == ["False", "False", "True", "True"]


def test_every_module_loads(tmp_path: Path) -> None:
    done = python(tmp_path, "-c", IMPORT_ALL)
    assert done.returncode == 0, done.stderr[-4000:]
    assert len(done.stdout.split()) > 400


def test_a_run_is_played_line_by_line(tmp_path: Path) -> None:
    shown = jimbot(tmp_path, "play", "--seed", "TESTSEED", typed="n\np 1 2 3 4 5\nquit\n")
    assert "Small Blind" in shown


def test_worker_processes_play_what_one_process_plays(tmp_path: Path) -> None:
    alone, shared = (evaluated(tmp_path, "--workers", workers) for workers in ("0", "2"))
    assert alone == shared
    assert alone["n"] == 4


def test_a_run_folder_is_for_one_at_a_time(tmp_path: Path) -> None:
    from jimbot.runs import lock_folder

    evaluated(tmp_path, "--workers", "2", "--out", "run")
    lock = lock_folder(tmp_path / "run", "evaluation")
    refused = python(tmp_path, "-m", "jimbot", *EVAL, "--workers", "0", "--out", "run")
    lock.close()
    assert refused.returncode == 2
    assert "another evaluation is writing" in refused.stderr
    evaluated(tmp_path, "--workers", "0", "--out", "run")


def test_an_isolated_agent_and_a_tracked_search_for_seeds(tmp_path: Path) -> None:
    evaluated(tmp_path, "--workers", "0", "--isolate")
    assert jimbot(tmp_path, "seed", "find", "ante<=1 has j_joker", "--limit", "1")


def test_a_guard_ends_a_command_and_what_it_started(tmp_path: Path) -> None:
    sleeper = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    done = python(
        tmp_path, "-m", "jimbot", "safe-run", "--timeout-sec", "3", "--", sys.executable, "-c", sleeper
    )
    assert done.returncode == 124, done.stderr
    assert "all it started were ended" in done.stderr
