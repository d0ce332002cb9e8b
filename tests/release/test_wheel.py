"""What is handed out: a wheel that plays where there is no compiler, and an archive that builds without git."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MAX_BYTES = 10 * 2**20  # of the wheel; the network of the package has 3.8 MB, the judge 1.2
FOREIGN = ("tests/", "docs/", "bench/", "recordings/", "runs/", "core/", "bindings/")
pytestmark = pytest.mark.deep


def run(command: list[str], where: Path, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=where, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sdist")
    run([sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(out), str(ROOT)], out)
    (path,) = out.glob("jimbot-*.tar.gz")
    return path


@pytest.fixture(scope="module")
def wheel(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the archive, unpacked outside of any checkout, with no git to be found."""
    place = tmp_path_factory.mktemp("source")
    with tarfile.open(archive) as file:
        file.extractall(place, filter="data")
    (source,) = place.iterdir()
    assert not (source / ".git").exists()
    no_git = tmp_path_factory.mktemp("bin")
    (no_git / "git").write_text("#!/bin/sh\nexit 127\n")
    (no_git / "git").chmod(0o755)
    out = tmp_path_factory.mktemp("wheel")
    path = os.pathsep.join([str(no_git), sysconfig.get_path("scripts"), os.environ["PATH"]])
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)]
    run([*command, "-Ccmake.define.JIMBOT_NATIVE=OFF", str(source)], out, PATH=path)
    (built,) = out.glob("jimbot-*.whl")
    return built


@pytest.fixture(scope="module")
def empty(wheel: Path, bare: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose Python has the wheel, and what it needs."""
    python, site = bare
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    place = tmp_path_factory.mktemp("empty")
    (place / "home").mkdir()
    (place / "venv").symlink_to(python.parents[1])
    return place


def jimbot(empty: Path, *words: str, typed: str = "") -> str:
    """The command, where no compiler, no checkout and no home is in reach."""
    python = empty / "venv" / "bin" / "python"
    environment = {
        "HOME": str(empty / "home"),
        "PATH": str(python.parent),
        "LANG": "C.UTF-8",
        "COLUMNS": "100",
    }
    assert shutil.which("c++", path=environment["PATH"]) is None
    done = subprocess.run(
        [str(python), "-m", "jimbot", *words],
        cwd=empty / "home",
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def test_the_archive_holds_what_the_package_is_built_from(archive: Path) -> None:
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    assert {"pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md", "src/jimbot/__init__.py"} <= names
    assert any(name.startswith("core/") for name in names)
    tops = {name.partition("/")[0] for name in names if "/" in name}
    assert tops <= {"core", "bindings", "src"}
    assert archive.stat().st_size < MAX_BYTES


def test_the_wheel_holds_the_package_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
    assert all(name.startswith(("jimbot/", "jimbot-")) for name in names)
    assert not [name for name in names if name.startswith(FOREIGN) or "/tests/" in name]
    assert {"jimbot/py.typed", "jimbot/_core.pyi"} <= set(names)
    assert wheel.stat().st_size < MAX_BYTES


def test_it_says_how_it_was_built(empty: Path) -> None:
    lines = jimbot(empty, "--version").splitlines()
    assert lines[1] == "commit: unknown"
    assert ", portable;" in lines[2]


def test_it_finds_seeds(empty: Path) -> None:
    """With link-time optimisation, which a checkout may be built without."""
    assert "Ante 1: Joker" in jimbot(empty, "seed", "find", "ante<=1 has j_joker", "--limit", "1")


def test_it_plays_watches_and_evaluates(empty: Path) -> None:
    assert "Small Blind" in jimbot(empty, "play", "--seed", "TESTSEED", typed="n\nquit\n")
    assert "Seed JIMBOT" in jimbot(empty, "watch", "--agent", "heuristic", "--seed", "JIMBOT", "--delay", "0")
    shown = jimbot(empty, "eval", "--agent", "heuristic", "--seeds", "dev-20", "--workers", "1")
    assert re.search(r"^games +20 *$", shown, re.M)
