"""Names that a package exports and loads when they are first asked for."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.machinery import ModuleSpec
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


class _Awaits:
    """A finder that finds nothing itself: it adds something to what others find."""

    def __init__(self, module: str, then: Callable[[], object]) -> None:
        self.module, self.then = module, then

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name != self.module:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def load_and_then(module: Any) -> None:
            load(module)
            self.then()

        spec.loader.exec_module = load_and_then  # type: ignore[method-assign]
        return spec


def once_imported(module: str, then: Callable[[], object]) -> None:
    """Does something once this module is imported, by whomever; now where it already is."""
    if module in sys.modules:
        then()
    else:
        sys.meta_path.insert(0, _Awaits(module, then))
