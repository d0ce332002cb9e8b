"""A bundle that trains on a machine where nothing can be installed: sources, and the wheels they need.

    python tools/carry.py build/carry.tar.gz --python 3.12

The other machine has Python of this version with numpy and torch, a C++ compiler, cmake and ninja
(docs/training-native.md says what to do there).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Annotated

import typer

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "bindings", "core", "src/jimbot")
THERE = ("numpy",)  # on the other machine already
TO_BUILD = "nanobind"
LARGEST = 60 * 2**20
PLATFORMS = ("manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64")


def carry(
    out: Annotated[Path, typer.Argument(help="The archive to write, such as build/carry.tar.gz.")],
    python: Annotated[str, typer.Option(help="Version of Python on the other machine.")] = "3.12",
    also: Annotated[list[str] | None, typer.Option(help="A further package, such as cmake.")] = None,
) -> None:
    """Write sources and wheels into one archive; its folder is called jimbot."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "jimbot"
        _copy_sources(folder)
        _unpack_wheels(Path(place) / "wheels", folder / "site", python, also or [])
        archive = Path(place) / "carry.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(folder, "jimbot")
        size = archive.stat().st_size
        if size > LARGEST:
            sys.exit(f"carry.py: the archive has {size:,} bytes; {LARGEST:,} are allowed")
        out.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(archive, out)
    print(f"{out}: {size / 2**20:.1f} MiB for Python {python}")


def _copy_sources(folder: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", *SOURCES], cwd=ROOT, check=True, capture_output=True, text=True
    )
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def _unpack_wheels(wheels: Path, site: Path, python: str, also: list[str]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = [name for name in project["dependencies"] if not name.startswith(THERE)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:"]
    command += [f"--python-version={python}", *(f"--platform={name}" for name in PLATFORMS)]
    command += ["--constraint", str(ROOT / "constraints.txt"), "--dest", str(wheels)]
    subprocess.run([*command, *needed, TO_BUILD, *also], check=True)
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as packed:
            packed.extractall(site)


if __name__ == "__main__":
    typer.run(carry)
