"""A measurement with what it was made on, and its file."""

from __future__ import annotations

import datetime
import platform
from pathlib import Path
from typing import Any

from jimbot.runs import commit
from jimbot.runs.console import json_text
from jimbot.runs.machine import processor, write_whole


def result_of(figures: dict[str, Any]) -> dict[str, Any]:
    return figures | {
        "machine": processor(),
        "python": platform.python_version(),
        "commit": commit(),
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }


def write(subject: str, result: dict[str, Any], folder: Path) -> Path:
    """Writes the result, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    day = result["date"][:10].replace("-", "")
    path = folder / f"{subject}-{day}-{(result['commit'] or 'unknown').rstrip('+')}.json"
    write_whole(path, json_text(result) + "\n")
    return path
