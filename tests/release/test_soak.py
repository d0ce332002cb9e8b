"""Soaks count whole parts: what is missing is played, what fails is shown and counts for nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINE = "2000 games, 10 decisions, 3 won, 1 truncated, signature 00ff"


def soak(tmp_path: Path, program: str, most: int, first: int = 0) -> subprocess.CompletedProcess[str]:
    """Games of a program of our own in place of the sanitized one."""
    fuzz = tmp_path / "fuzz"
    fuzz.write_text(f"#!/bin/sh\n{program}\n")
    fuzz.chmod(0o755)
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'tools')!r}); import soak; from pathlib import Path; "
        f"soak.FUZZ = Path({str(fuzz)!r}); sys.argv[1:] = ['games', '--most', '{most}', '--workers', '2', "
        f"'--first', '{first}', '--out', {str(tmp_path / 'parts')!r}]; soak.main()"
    )
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


def counted(tmp_path: Path) -> list[int]:
    path = tmp_path / "parts" / "games.jsonl"
    return (
        sorted(json.loads(line)["first"] for line in path.read_text().splitlines()) if path.exists() else []
    )


@pytest.mark.slow
def test_a_soak_goes_on_with_the_parts_that_are_missing(tmp_path: Path) -> None:
    assert soak(tmp_path, f"echo '{LINE}'", 6_000).returncode == 0
    assert counted(tmp_path) == [0, 2_000, 4_000]
    path = tmp_path / "parts" / "games.jsonl"
    kept = [line for line in path.read_text().splitlines(keepends=True) if '"first": 2000,' not in line]
    path.write_text("".join(kept))
    done = soak(tmp_path, f"echo '{LINE}'", 8_000)
    assert counted(tmp_path) == [0, 2_000, 4_000, 6_000]
    assert done.stdout.splitlines()[-1] == "8,000 of 8,000 games"


def test_what_was_counted_elsewhere_is_not_played_again(tmp_path: Path) -> None:
    done = soak(tmp_path, f"echo '{LINE}'", 14_000, first=8_000)
    assert counted(tmp_path) == [8_000, 10_000, 12_000]
    assert done.stdout.splitlines()[-1] == "14,000 of 14,000 games"


def test_a_part_that_fails_ends_the_soak_and_is_not_counted(tmp_path: Path) -> None:
    failing = f'case "$2" in 4000) echo "FAILED: a rule" >&2; exit 1;; *) echo "{LINE}";; esac'
    done = soak(tmp_path, failing, 20_000)
    assert done.returncode == 1
    assert "FAILED in games 4000 to 5999" in done.stderr
    assert "FAILED: a rule" in done.stderr
    assert 4_000 not in counted(tmp_path)
    assert {0, 2_000} <= set(counted(tmp_path))
