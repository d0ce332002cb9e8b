"""The learners in one file run as they are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("gymnasium")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "cleanrl_ppo.py"


@pytest.mark.slow
def test_ppo_with_the_names_of_cleanrl_trains_and_is_judged() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 300
    command = [
        sys.executable,
        str(EXAMPLE),
        "--total-timesteps",
        "2048",
        "--num-envs",
        "16",
        "--eval-episodes",
        "8",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == [f"global_step={512 * i}" for i in range(1, 5)]
    assert lines[-1].startswith("blinds beaten on 8 other seeds: ")
    assert "nan" not in done.stdout
