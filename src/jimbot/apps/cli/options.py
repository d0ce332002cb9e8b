"""Options that several commands share, and how a command refuses bad input."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, NoReturn

import typer


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


Json = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
Seed = Annotated[
    str | None,
    typer.Option(
        parser=typed_seed, metavar="SEED", help="1 to 16 printable ASCII characters; default: random."
    ),
]
Deck = Annotated[
    str | None,
    typer.Option(
        metavar="DECK",
        help="Key or name, such as b_red or 'Red Deck'; default: red.",
        autocompletion=_keys_of("deck"),
    ),
]
Stake = Annotated[
    str | None,
    typer.Option(
        metavar="STAKE",
        help="Key, name or number, such as gold or 8; default: white.",
        autocompletion=_keys_of("stake"),
    ),
]
Challenge = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Play a challenge, such as c_omelette_1 or 'The Omelette'.",
        autocompletion=_keys_of("challenge"),
    ),
]


def fail(message: str) -> NoReturn:
    """Ends the command: one line on stderr, exit code 2."""
    typer.echo(f"jimbot: {message}".replace("\n", " "), err=True)
    raise typer.Exit(2)


def need(module: str, extra: str, what: str) -> None:
    """Ends the command where an optional package is missing."""
    if importlib.util.find_spec(module) is None:
        fail(f"{what} needs {module}: pip install 'jimbot[{extra}]'")


@contextmanager
def bad_input() -> Iterator[None]:
    """Within: a ValueError, or a file that cannot be read or written, ends the command with its message."""
    try:
        yield
    except OSError as error:
        fail(f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error))
    except ValueError as error:
        fail(str(error))


def whole(low: int, high: int | None = None) -> Callable[[str | int], int]:
    """A parser of whole numbers that says what was given and what is allowed."""
    allowed = f"{low} or more" if high is None else f"{low} to {high}"

    def parse(given: str | int) -> int:
        try:
            number = int(given)
        except ValueError:
            number = low - 1
        if number < low or (high is not None and number > high):
            raise typer.BadParameter(f"must be a whole number, {allowed}, not {given!r}")
        return number

    return parse


Host = Annotated[str, typer.Option(metavar="HOST", help="Host name or address to listen on.")]
Port = Annotated[
    int, typer.Option(parser=whole(0, 65535), metavar="PORT", help="Port; 0 means any free port.")
]
