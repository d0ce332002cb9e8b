"""What somebody can do who has installed JimBot without extras: numpy and a few small packages."""

from __future__ import annotations

import importlib.metadata
import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

import jimbot as package
from jimbot import _core

pytestmark = pytest.mark.slow
SMALL = {"annotated_types", "filelock", "markdown_it", "mdurl", "numpy", "psutil", "pydantic"}


@pytest.fixture(scope="module")
def python(bare: tuple[Path, Path]) -> Path:
    """With this checkout in place of a wheel."""
    path, site = bare
    (site / "jimbot").mkdir()
    sources = Path(package.__file__).parent
    engine = Path(_core.__file__)
    about = Path(str(importlib.metadata.distribution("jimbot").locate_file("")))
    for info in about.glob("jimbot-*.dist-info"):  # what `pip install` leaves beside it
        (site / info.name).symlink_to(info)
    for there in [*sources.iterdir(), engine]:
        if not (site / "jimbot" / there.name).exists():
            (site / "jimbot" / there.name).symlink_to(there)
    return path


def run(python: Path, place: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    environment = {
        "HOME": str(place),
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "COLUMNS": "160",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [str(python), "-P", "-m", "jimbot", *words]
    return subprocess.run(
        command, cwd=place, env=environment, input=typed, capture_output=True, text=True, check=False
    )


def test_nothing_large_is_lent(bare: tuple[Path, Path]) -> None:
    names = {path.name for path in bare[1].iterdir()}
    assert names >= SMALL
    assert not names & {"torch", "gymnasium", "ray", "matplotlib", "pandas", "httpx", "textual"}
    assert sysconfig.get_path("purelib") != str(bare[1])


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("play --seed TESTSEED", "Small Blind"),
        ("watch --agent heuristic --seed JIMBOT --delay 0", "Seed JIMBOT"),
        ("eval --agent heuristic --seeds dev-2 --workers 2", "games"),
        ("eval --agent policy --seeds dev-2 --workers 0", "games"),
        ("advise position.txt", "%"),
        ("seed find ante<=1_has_j_joker --limit 1", "Ante 1: Joker"),
        ("seed TESTSEED", "TESTSEED"),
        ("info j_baron", "Baron"),
        ("doctor", "pip install 'jimbot[train]'"),
    ],
)
def test_commands_without_extras(python: Path, tmp_path: Path, command: str, shown: str) -> None:
    position = (
        "jimbot1 seed=TUTORIAL phase=SHOP ante=2 money=12 jokers=[j_runner:45] shop=[j_joker,c_pluto]\n"
    )
    (tmp_path / "position.txt").write_text(position)
    words = [word.replace("_has_", " has ") for word in command.split()]
    done = run(python, tmp_path, *words, typed="n\nquit\n")
    assert done.returncode == 0, done.stderr[-3000:]
    assert shown in done.stdout


@pytest.mark.parametrize("command", ["train --preset quick --minutes 1", "judge learn --out judge"])
def test_training_asks_for_torch_in_one_line(python: Path, tmp_path: Path, command: str) -> None:
    done = run(python, tmp_path, *command.split())
    assert done.returncode == 2
    assert "pip install 'jimbot[train]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
