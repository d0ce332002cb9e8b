"""No argument crashes the native module: hostile.py is run in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "hostile.py"


@pytest.mark.deep  # `make test` runs the same program under sanitizers (`make sanitize`)
def test_every_call_ends_in_a_result_or_an_error(tmp_path: Path) -> None:
    note = tmp_path / "call"
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", str(PROGRAM), "--note", str(note)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    last = note.read_text(errors="replace").strip() if note.exists() else ""
    assert done.returncode == 0, (
        f"ended with {done.returncode} in {last}\n{done.stdout}\n{done.stderr[-4000:]}"
    )
