"""Settings of a program as a dataclass, read from its command line: one option per field.

A field's help is its metadata ``help``; further spellings of its option are its metadata ``also``. Needs the
standard library only, so that such programs run on a bare machine.
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import types
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

Settings = TypeVar("Settings")


def option(default: Any = dataclasses.MISSING, help: str = "", also: Sequence[str] = ()) -> Any:
    """A field with its help."""
    return dataclasses.field(default=default, metadata={"help": help, "also": tuple(also)})


class Parser(argparse.ArgumentParser):
    """What cannot be understood costs one line on stderr and exit code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}. Try '{self.prog} --help'.\n")


def read_arguments(
    kind: type[Settings], given: Sequence[str] | None, program: str, description: str, example: str
) -> Settings:
    """The settings that a command line gives; argparse ends the program where it cannot be understood."""
    parser = Parser(
        prog=program,
        description=inspect.cleandoc(description),
        epilog=f"Example: {program} {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    hints = typing.get_type_hints(kind)
    every = dataclasses.fields(kind)  # type: ignore[arg-type]
    for field in sorted(every, key=_has_default):  # what must be told comes first
        _add(parser, field, hints[field.name])
    return kind(**vars(parser.parse_args(given)))


def _has_default(field: dataclasses.Field[Any]) -> bool:
    return field.default is not dataclasses.MISSING


def _add(parser: Parser, field: dataclasses.Field[Any], hint: Any) -> None:
    names = ["--" + field.name.replace("_", "-"), *field.metadata.get("also", ())]
    text = field.metadata.get("help", "")
    required = not _has_default(field)
    if not required and field.default not in (None, False, True, ""):
        text += f" (default: {field.default})"
    if hint is bool:
        action = argparse.BooleanOptionalAction if field.default else "store_true"
        parser.add_argument(*names, dest=field.name, action=action, default=field.default, help=text)
        return
    if isinstance(hint, types.UnionType):
        hint = next(one for one in typing.get_args(hint) if one is not type(None))
    kinds: dict[Any, Any] = {int: _whole, float: float, Path: Path}
    metavar = {int: "N", float: "X", Path: "PATH"}.get(hint, "TEXT")
    default = None if required else field.default
    parser.add_argument(
        *names,
        dest=field.name,
        type=kinds.get(hint, str),
        required=required,
        default=default,
        metavar=metavar,
        help=text,
    )


def _whole(text: str) -> int:
    try:
        return int(text.replace("_", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
