"""Options that several commands share, groups of commands, and how a command refuses bad input."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from jimbot.runs.console import console, print_json, table
from jimbot.runs.machine import cores


def whole(
    help: str, low: int = 0, high: int | None = None, *names: str, metavar: str = "N", **more: Any
) -> Any:
    """An option with a whole number."""
    return typer.Option(
        *names, parser=_number(int, "a whole number", low, high), metavar=metavar, help=help, **more
    )


def real(help: str, low: float = 0, high: float | None = None, *names: str, metavar: str = "X") -> Any:
    """An option with a number."""
    return typer.Option(*names, parser=_number(float, "a number", low, high), metavar=metavar, help=help)


def _number(kind: type[float], name: str, low: float, high: float | None) -> Callable[[str | float], float]:
    """A parser of numbers that says what was given and what is allowed, as Typer's own does not."""
    allowed = f"{low} or more" if high is None else f"{low} to {high}"

    def parse(given: str | float) -> float:
        try:
            number = kind(given)
        except ValueError:
            number = low - 1
        if not low <= number < float("inf") or (high is not None and number > high):
            raise typer.BadParameter(f"must be {name}, {allowed}, not {given!r}")
        return number

    return parse


def text(metavar: str, help: str, *names: str) -> Any:
    """An option with a name, a file or an address."""
    return typer.Option(*names, metavar=metavar, help=help)


def flag(name: str, help: str) -> Any:
    return typer.Option(name, help=help)


def typed_seed(given: str) -> str:
    """A seed as the game reads it when it is typed; says so where that changes it."""
    from jimbot.game import typed_seed as as_the_game_reads_it

    seed = as_the_game_reads_it(given)
    if seed != given:
        typer.echo(f"jimbot: seed {given} is {seed}, as the game reads it", err=True)
    return seed


def _keys_of(kind: str) -> Callable[[str], list[str]]:
    """What the shell offers for an item of a kind: the short forms of its keys."""

    def offered(typed: str) -> list[str]:
        from jimbot.game.content import content

        keys = [key.partition("_")[2] for key in content()[kind]]
        return [key for key in keys if key.startswith(typed.lower())]

    return offered


def _item(kind: str, metavar: str, help: str) -> Any:
    return typer.Option(metavar=metavar, help=help, autocompletion=_keys_of(kind))


CORES = cores()
ENGINE_URL = "http://127.0.0.1:12346"

Agent = Annotated[str, text("AGENT", "Such as heuristic, search, planner:deep or my_agent.py.")]
AgentSeed = Annotated[int, whole("Seed for the agent's own random choices.", 0, 2**63)]
BaseUrl = Annotated[str, text("URL", "Address of the real game or server: http://host:port.")]
Budget = Annotated[
    int | None,
    whole(
        "Milliseconds per decision, for agents with a time limit (search); default: no limit.",
        1,
        metavar="MS",
    ),
]
Challenge = Annotated[
    str | None, _item("challenge", "NAME", "Play a challenge, such as c_omelette_1 or 'The Omelette'.")
]
Deck = Annotated[str | None, _item("deck", "DECK", "Key or name, such as b_red or 'Red Deck'; default: red.")]
Stake = Annotated[
    str | None, _item("stake", "STAKE", "Key, name or number, such as gold or 8; default: white.")
]
Endless = Annotated[bool, flag("--endless", "Play on after ante 8, until it is lost.")]
Host = Annotated[str, text("HOST", "Host name or address to listen on.")]
Port = Annotated[int, whole("Port; 0 means any free port.", 0, 65535, metavar="PORT")]
Json = Annotated[bool, flag("--json", "Print the result as one JSON object.")]
JsonLines = Annotated[bool, flag("--json", "Print one JSON object per line.")]
PollInterval = Annotated[float, real("Pause between two looks at the game.", 0.02, metavar="SECONDS")]
Quiet = Annotated[bool, flag("--quiet", "Print only errors and warnings.")]
Seed = Annotated[
    str | None,
    typer.Option(
        parser=typed_seed, metavar="SEED", help="1 to 16 printable ASCII characters; default: random."
    ),
]
Seeds = Annotated[
    str | None,
    text("LIST|FILE", "A seed list such as dev-300 or dev-300@2000, or a file with one seed per line."),
]
Threads = Annotated[
    int, whole("Number of threads.", 1, 1024, "--workers", "--threads", show_default="all cores")
]
Top = Annotated[int, whole("Number of suggestions.", 1, 100, "--top", "--topk")]
Workers = Annotated[
    int, whole("Number of processes; 0: play in this one.", 0, 1024, show_default="all cores")
]


class Group(TyperGroup):
    """Commands by panel. Without a command it explains itself."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        return super().parse_args(ctx, args or ([] if self.invoke_without_command else ["--help"]))

    def rows(self, ctx: typer.Context) -> list[tuple[str, str, str]]:
        """Panel, name and summary of each command."""
        found = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        return [
            (getattr(command, "rich_help_panel", None) or "Commands", name, command.get_short_help_str(120))
            for name, command in found
            if command is not None and not command.hidden
        ]

    def format_commands(self, ctx: typer.Context, formatter: Any) -> None:  # type: ignore[override]
        rows = self.rows(ctx)
        width = max(len(name) for _, name, _ in rows) + 2
        for panel, group in groupby(rows, lambda row: row[0]):
            with formatter.section(panel):
                formatter.write_dl([(name.ljust(width - 2), about) for _, name, about in group])


def group(help: str | None = None, cls: type[Group] = Group, **settings: Any) -> typer.Typer:
    """A group of commands; without a text, a command by itself."""
    settings = {"add_completion": False, "pretty_exceptions_enable": False} | settings
    if help is not None:
        settings["help"] = help
    return typer.Typer(cls=cls, rich_markup_mode=None, **settings)  # plain help loads half as much


def fail(message: str) -> NoReturn:
    """Ends the command: one line on stderr, exit code 2."""
    typer.echo(f"jimbot: {message}".replace("\n", " "), err=True)
    raise typer.Exit(2)


def show(found: Any, as_json: bool, in_words: Callable[[Any], None] | None = None) -> None:
    """Prints a result as JSON or in words; without words, rows as a table."""
    if as_json:
        print_json(found)
    elif in_words is not None:
        in_words(found)
    else:
        console().print(table(found))


def need(module: str, extra: str, what: str) -> None:
    """Ends the command where an optional package is missing."""
    if importlib.util.find_spec(module) is None:
        fail(f"{what} needs {module}: pip install 'jimbot[{extra}]'")


def warn_if_open(host: str, anyone: str) -> None:
    """Says so where other machines can connect."""
    from jimbot.runs.visitors import is_loopback

    if not is_loopback(host):
        typer.echo(
            f"jimbot: warning: {host} is reachable from other machines and there is no authentication: "
            f"anyone who connects can {anyone}",
            err=True,
        )


def refuse_given(context: typer.Context, names: Iterable[str], where: str) -> None:
    """Ends the command if one of these options was given, although it has no effect there."""
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        if option.name in names and source is not None and source.name == "COMMANDLINE":
            fail(f"{option.opts[0]} has no effect {where}")


@contextmanager
def bad_input() -> Iterator[None]:
    """Within: a ValueError, or a file that cannot be read or written, ends the command with its message."""
    try:
        yield
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
    except ValueError as error:
        fail(str(error))
