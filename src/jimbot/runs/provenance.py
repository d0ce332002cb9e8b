"""What a result was made with: commit, versions, machine, files."""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import platform
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jimbot
from jimbot.runs.machine import processor
from jimbot.runs.reading import MAX_MODEL, open_file


def commit() -> str | None:
    """The commit of the checkout this package runs from, with + if files differ; None outside of one."""

    def git(*arguments: str) -> str | None:
        try:
            done = subprocess.run(
                ["git", *arguments],
                cwd=Path(__file__).parent,
                capture_output=True,
                encoding="utf-8",
                timeout=10,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    # installed into an environment within some checkout, the package is ignored by it
    if git("check-ignore", "--quiet", __file__) is not None:
        return None
    head = git("rev-parse", "--short=12", "HEAD")
    return head + "+" if head and git("status", "--porcelain", "--untracked-files=no") else head


def made_with(packages: Sequence[str] = ("numpy",)) -> dict[str, Any]:
    """The part that all manifests have in common."""
    return {
        "commit": commit(),
        "versions": {
            "jimbot": jimbot.__version__,
            "python": platform.python_version(),
            **{name: importlib.metadata.version(name) for name in packages},
        },
        "machine": {"system": platform.platform(), "processor": processor(), "cores": os.cpu_count()},
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def sha256(path: Path, most: int | None = MAX_MODEL) -> str:
    """Of a file of at most ``most`` bytes: one may claim terabytes and take no room on the disk."""
    with open_file(path) as file:
        if most is not None and os.fstat(file.fileno()).st_size > most:
            raise ValueError(f"{path} holds more than {most:,} bytes")
        return hashlib.file_digest(file, "sha256").hexdigest()
