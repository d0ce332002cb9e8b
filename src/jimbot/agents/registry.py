"""Agents by name: ``make_agent("planner:deep")``."""

from __future__ import annotations

import importlib.util
import inspect
import os
import traceback
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from jimbot.agents.protocol import Agent

A = TypeVar("A", bound=type[Agent])

EXAMPLE = '@register("mine") before `class Mine(Agent)`; both names are in jimbot.agents'

_agents: dict[str, type[Agent]] = {}
_files: dict[Path, type[Agent]] = {}


def register(name: str) -> Callable[[A], A]:
    """Makes an agent class known by name. Its constructor's arguments are its options."""

    def add(kind: A) -> A:
        if name in _agents:
            raise ValueError(f"agent {name!r} is registered twice")
        kind.name = name
        _agents[name] = kind
        return kind

    return add


def names() -> list[str]:
    return sorted(_agents)


def make_agent(spec: str) -> Agent:
    """An agent from its spec: ``name``, ``name:value`` (its first option), ``name:option=value,...``.

    A name that ends in ``.py`` is a file that registers one agent.
    """
    kind, given = parse(spec)
    return kind(**given)


class Spec(NamedTuple):
    """What the text of a spec names: the class of the agent, and its options."""

    kind: type[Agent]
    given: dict[str, Any]


def parse(spec: str) -> Spec:
    name, _, rest = spec.partition(":")
    kind = _from_file(Path(name)) if name.endswith(".py") else _agents.get(name)
    if kind is None:
        raise ValueError(f"unknown agent {name!r}; one of {', '.join(names())}, or a file that ends in .py")
    known = options(kind)
    given: dict[str, Any] = {}
    for position, part in enumerate(rest.split(",") if rest else ()):
        option, equals, value = part.partition("=")
        if not equals and position == 0 and known:
            option, value = next(iter(known)), part
        if option not in known:
            allowed = f"one of {', '.join(known)}" if known else "it has none"
            raise ValueError(f"agent {name!r} has no option {option!r}; {allowed}")
        if option in given:
            raise ValueError(f"agent {name!r}: option {option!r} is given twice")
        given[option] = _value(name, option, value, known[option][0])
    for option, (_, needed) in known.items():
        if needed and option not in given:
            raise ValueError(f"agent {name!r} needs its option {option!r}: {name}:{option}=...")
    return Spec(kind, given)


def with_budget(spec: str, milliseconds: int | None) -> str:
    """The spec with this time per decision, if any is given: the agent's option ``ms``."""
    if milliseconds is None:
        return spec
    kind, given = parse(spec)
    if "ms" not in options(kind):
        able = ", ".join(name for name in names() if "ms" in options(_agents[name]))
        raise ValueError(
            f"agent {kind.name!r} takes no time budget (it has no option 'ms'); agents that do: {able}"
        )
    if "ms" in given:
        raise ValueError(f"agent {spec!r} already sets 'ms'; use either 'ms' or --budget, not both")
    return f"{spec}{',' if ':' in spec else ':'}ms={milliseconds}"


def options(kind: type[Agent]) -> dict[str, tuple[Any, bool]]:
    """Name of each option, its type, and whether it must be given."""
    if kind.__init__ is object.__init__:
        return {}
    hints = typing.get_type_hints(kind.__init__)
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return {p.name: (hints.get(p.name, str), p.default is p.empty) for p in parameters}


def _value(name: str, option: str, text: str, wanted: Any) -> Any:
    if isinstance(wanted, types.UnionType):
        wanted = next(kind for kind in typing.get_args(wanted) if kind is not type(None))
    try:
        if wanted is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
                text.lower()
            ]
        return wanted(text)
    except (KeyError, ValueError):
        kinds = {int: "a whole number", float: "a number", bool: "true or false"}
        allowed = kinds.get(wanted, str(wanted))
        raise ValueError(f"agent {name!r}: option {option} must be {allowed}, not {text!r}") from None


def _from_file(path: Path) -> type[Agent]:
    path = Path(os.path.realpath(path))
    if path not in _files:
        if not path.is_file():
            raise ValueError(f"there is no agent file {path}")
        before = set(_agents)
        spec = importlib.util.spec_from_file_location(f"jimbot_agent_{path.stem}", path)
        if spec is None or spec.loader is None:
            raise ValueError(f"{path} cannot be imported")
        try:
            spec.loader.exec_module(importlib.util.module_from_spec(spec))
        except Exception as error:
            where = f"{path}, line {_line(error, path)}"
            raise ValueError(f"{where}: {type(error).__name__}: {getattr(error, 'msg', error)}") from error
        new = [name for name in _agents if name not in before]
        if len(new) != 1:
            raise ValueError(f"{path} registers {', '.join(new) or 'no agent'}; one is needed: {EXAMPLE}")
        _files[path] = _agents[new[0]]
    return _files[path]


def _line(error: Exception, path: Path) -> int | None:
    """The line of the file at which it failed."""
    if isinstance(error, SyntaxError):
        return error.lineno
    frames = traceback.extract_tb(error.__traceback__)
    return next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), None)
