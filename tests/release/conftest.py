"""Environments that hold no more than a user has who installs the package alone."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from pathlib import Path

import pytest


def needed(package: str, found: set[str]) -> set[str]:
    """The packages that one asks for without extras, and those that they ask for."""
    for line in importlib.metadata.requires(package) or []:
        requirement, _, marker = line.partition(";")
        name = re.match(r"[\w.-]+", requirement)
        if name is None or "extra ==" in marker or name[0].lower() in found:
            continue
        try:
            importlib.metadata.version(name[0])
        except importlib.metadata.PackageNotFoundError:  # for another system or Python
            continue
        found.add(name[0].lower())
        needed(name[0], found)
    return found


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A Python with the packages that JimBot needs, lent by this environment, and its folder of packages."""
    place = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    python = place / "bin" / "python"
    command = [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    site = Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    for name in needed("jimbot", set()):
        distribution = importlib.metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or [] if file.parts[0] not in ("..", "bin")}:
            there = Path(str(distribution.locate_file(top)))
            if there.exists() and top != "__pycache__" and not (site / top).exists():
                (site / top).symlink_to(there)
    return python, site
