"""Names that a package exports and loads when they are first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any


def lazy(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """A ``__getattr__`` for a package: a module of it -> the names that are at home there.

    A module of another room is given by its whole name.
    The package names them once more under ``if TYPE_CHECKING``, for editors and type checkers.
    """
    home = {name: module for module, names in homes.items() for name in names}

    def load(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = home[name] if home[name].startswith("jimbot.") else f"{package}.{home[name]}"
        return getattr(importlib.import_module(module), name)

    return load
