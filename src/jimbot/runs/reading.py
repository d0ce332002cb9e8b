"""Reading files that somebody else may have written: what is damaged or hostile is refused in one line.

Arrays are read by ``jimbot.runs.arrays``; nothing here loads numpy.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Place = str | os.PathLike[str]


@contextmanager
def reading(path: Place, otherwise: str) -> Iterator[None]:
    """Within: whatever a library raises over the content of a file is a ValueError that says it is
    ``otherwise``, such as "no file of weights". What begins with its name stays as it is."""
    name = os.fspath(path)
    try:
        yield
    except Exception as error:
        reason = (str(error).splitlines() or [""])[0][:200] or type(error).__name__
        if (isinstance(error, ValueError) and reason.startswith(name)) or (
            isinstance(error, OSError) and error.filename
        ):
            raise
        raise ValueError(f"{name} is {otherwise}: {reason}") from None


@contextmanager
def in_file(path: Place) -> Iterator[None]:
    """Within: what does not fit is said of this file."""
    try:
        yield
    except ValueError as error:
        text = str(error)
        raise ValueError(text if os.fspath(path) in text else f"{path}: {text}") from None


def parse_json(text: str | bytes, path: Place) -> Any:
    """The content of a file, or of a line of it."""
    with reading(path, "no JSON"):
        return json.loads(text)


def read_json(path: Place) -> Any:
    return parse_json(Path(path).read_bytes(), path)
