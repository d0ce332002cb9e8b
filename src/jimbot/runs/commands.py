"""Typer commands out of settings: one option per field, with its help, its bounds and its further spellings.

@from_settings
def rollout(settings: RolloutSettings, as_json: Annotated[bool, typer.Option("--json")] = False) -> None:
    ...

app.command("rollout")(rollout)                   # in a larger program
run_program(rollout, sys.argv[1:], "rollout.py")  # as a program of its own
"""

from __future__ import annotations

import functools
import inspect
import sys
import types
import typing
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn

import typer
from pydantic.fields import FieldInfo

from jimbot.runs.programs import runs_as_program
from jimbot.runs.settings import Settings

Command = Callable[..., None]
METAVARS = {int: "N", float: "X", Path: "PATH", str: "TEXT"}


def from_settings(function: Command) -> Command:
    """The function with an option for each field in place of each parameter that is a class of settings.

    Its help is its own docstring or that of its settings. Bad input costs one line and exit code 2.
    """
    hints = typing.get_type_hints(function, include_extras=True)
    kinds: dict[str, type[Settings]] = {}
    parameters: list[inspect.Parameter] = []
    for parameter in inspect.signature(function).parameters.values():
        hint = hints[parameter.name]
        if isinstance(hint, type) and issubclass(hint, Settings):
            kinds[parameter.name] = hint
            parameters += [_option(hint, name, field) for name, field in hint.model_fields.items()]
            parameters += [_former(hint, name) for name in _only_former(hint)]
        else:
            parameters.append(parameter.replace(annotation=hint, kind=inspect.Parameter.KEYWORD_ONLY))

    @functools.wraps(function)
    def command(context: typer.Context, **given: Any) -> None:
        with runs_as_program(context.command_path):
            for name, kind in kinds.items():
                values = {field: given.pop(field) for field in kind.model_fields}
                for old in _only_former(kind):
                    given.pop(old)
                given[name] = kind(**{field: x for field, x in values.items() if _is_given(context, field)})
            function(**given)

    parameters.sort(key=lambda p: p.default is not inspect.Parameter.empty)  # what is needed comes first
    context = inspect.Parameter("context", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    parameters.append(context)
    command.__doc__ = function.__doc__ or next(iter(kinds.values())).__doc__
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.example = next((kind.example for kind in kinds.values()), "")  # type: ignore[attr-defined]
    command.lists = {  # type: ignore[attr-defined]
        "--" + name.replace("_", "-")
        for kind in kinds.values()
        for name, field in kind.model_fields.items()
        if _is_list(field.annotation)
    }
    command.__annotations__ = {p.name: p.annotation for p in parameters}
    return command


def _option(made: type[Settings], name: str, field: FieldInfo) -> inspect.Parameter:
    names = ["--" + name.replace("_", "-"), *_also(field)]
    kind: Any = field.annotation
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        kind = next(one for one in typing.get_args(kind) if one is not type(None))
    is_flag = kind is bool
    off = _extra(field).get("off")
    if is_flag and (off or field.default is True):
        names[0] += f"/{off or '--no-' + names[0].removeprefix('--')}"
    default = inspect.Parameter.empty if field.is_required() else field.get_default()
    if isinstance(default, tuple):
        default = ",".join(map(str, default))
    option = typer.Option(
        *names,
        parser=None if is_flag else _parser(made, name),
        metavar=None if is_flag else _metavar(kind),
        help=field.description,
        show_default=default not in (None, False, ""),
    )
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=default,
        annotation=Annotated[str if _is_list(kind) else field.annotation, option],
    )


def _extra(field: FieldInfo) -> dict[str, Any]:
    return field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}


def _also(field: FieldInfo) -> list[str]:
    """Further spellings of its option."""
    return list(_extra(field).get("also", []))


def _only_former(made: type[Settings]) -> list[str]:
    """Names of other days whose spelling is no option any more."""
    spelled = [name for field in made.model_fields.values() for name in _also(field)]
    return [name for name in made.renamed if "--" + name.replace("_", "-") not in spelled]


def _former(made: type[Settings], name: str) -> inspect.Parameter:
    """Its reader says what the setting is called today."""
    option = typer.Option("--" + name.replace("_", "-"), parser=_parser(made, name), hidden=True)
    keyword = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, keyword, default=None, annotation=Annotated[str | None, option])


def _is_given(context: typer.Context, name: str) -> bool:
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def _metavar(kind: Any) -> str:
    if typing.get_origin(kind) is Literal:
        return "|".join(typing.get_args(kind))
    if typing.get_origin(kind) is Annotated:
        return _metavar(kind.__origin__)
    return METAVARS.get(kind, "A,B")


def _is_list(kind: Any) -> bool:
    return typing.get_origin(kind) is tuple


def _parser(made: type[Settings], name: str) -> Callable[[Any], Any]:
    def parse(text: Any) -> Any:
        try:
            return made.read(name, text)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    return parse


def run_program(command: Command, arguments: Sequence[str] | None, program: str) -> NoReturn:
    """Runs one command as a program of its own, and ends it. A list may be given as several words."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    example = getattr(command, "example", "")
    app.command(epilog=f"Example: {program} {example}" if example else None)(command)
    run_app(app, _joined(sys.argv[1:] if arguments is None else arguments, command), program)


def _joined(arguments: Sequence[str], command: Command) -> list[str]:
    """``--names A B`` as ``--names A,B``."""
    words: list[str] = []
    in_list = False
    for word in arguments:
        if in_list and not word.startswith("-") and words[-1] not in command.lists:  # type: ignore[attr-defined]
            words[-1] += f",{word}"
            continue
        if word.startswith("-"):
            in_list = word in command.lists  # type: ignore[attr-defined]
        words.append(word)
    return words


def run_app(app: typer.Typer, arguments: Sequence[str] | None, program: str) -> NoReturn:
    """Runs a command line. What cannot be understood costs one line on stderr and exit code 2."""
    try:
        code = app(arguments, prog_name=program, standalone_mode=False)
    except typer.Abort:
        raise SystemExit(1) from None
    except Exception as error:
        message = getattr(error, "format_message", None)  # of a typer usage error
        if message is None:
            raise
        context = getattr(error, "ctx", None)
        where = context.command_path if context is not None else program
        text = message().replace("\n", " ").rstrip(".")
        stop = "" if text.endswith("?") else "."
        typer.echo(f"{where}: {text}{stop} Try '{where} --help'.", err=True)
        raise SystemExit(getattr(error, "exit_code", 2)) from None
    raise SystemExit(code or 0)
