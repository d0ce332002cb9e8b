"""Every command that a page gives can be given: jimbot's parse, and files, modules, targets and tests of others exist."""

from __future__ import annotations

import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from jimbot.apps.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
ENTRIES = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "USAGE_GUIDE.md",
    "recordings/README.md",
    "trainer/README.md",
]
PAGES = [*(ROOT / name for name in ENTRIES), *sorted((ROOT / "docs").glob("*.md"))]
PROGRAM = r"(?:jimbot|make|pytest|python3?|\.venv/bin/\w[\w-]*|bash|sh)"
INLINE = re.compile(rf"`([A-Z_]+=\S+ )?({PROGRAM} [^`]*)`")
BLOCK = re.compile(r"^```(?:sh|bash|powershell)?\n(.*?)^```", re.M | re.S)
# What a page writes where a reader puts something of his own.
MEANT = {
    "DECK": "red",
    "STAKE": "gold",
    "DIR": "runs/x",
    "URL": "http://127.0.0.1:1",
    "LIST": "dev-2",
    "N": "1",
}
TOP: Any = typer.main.get_command(app)
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
PRINTS = ("--help", "--version")


def lines(text: str) -> Iterator[str]:
    for block in BLOCK.findall(text):
        yield from block.replace("\\\n", " ").splitlines()
    for variables, command in INLINE.findall(BLOCK.sub("", text)):
        yield variables + command.replace("\n", " ")


def commands(page: Path) -> Iterator[list[str]]:
    for line in lines(page.read_text(encoding="utf-8")):
        lexer = shlex.shlex(line.lstrip("$ "), posix=True, punctuation_chars="|&;")
        lexer.whitespace_split = True
        try:
            words = list(lexer)
        except ValueError:
            continue  # output, or a line of another language
        while words:
            end = next((i for i, word in enumerate(words) if set(word) <= set("|&;")), len(words))
            part, words = words[:end], words[end + 1 :]
            while part and re.fullmatch(r"[A-Z_]+=.*", part[0]):
                del part[0]
            if len(part) > 1 and re.fullmatch(PROGRAM, part[0]) and not {"...", "…"} & set(part):
                yield part


GIVEN = [(page.relative_to(ROOT).as_posix(), words) for page in PAGES for words in commands(page)]


def test_pages_give_many_commands():
    assert sum(words[0] == "jimbot" for _, words in GIVEN) > 150


@pytest.mark.parametrize(
    ("page", "words"), GIVEN, ids=[f"{page}: {' '.join(words)}" for page, words in GIVEN]
)
def test_a_command_of_a_page_can_be_given(page: str, words: list[str]) -> None:
    program = Path(words[0]).name
    rest = [MEANT.get(word, word) for word in (word.strip("[]").removesuffix("...") for word in words[1:])]
    if program == "jimbot":
        inner, name = TOP, "jimbot"
        while rest and hasattr(inner, "commands") and rest[0] in inner.commands:
            inner, name = inner.commands[rest[0]], f"{name} {rest.pop(0)}"
        if rest and not set(PRINTS) & set(rest):
            try:
                inner.make_context(name, rest)
            except Exception as error:
                if type(error).__name__ != "MissingParameter":  # a page may name an option alone
                    raise
    elif program == "make":
        assert rest[0] in TARGETS
    elif program == "pytest":
        places = [word.partition("::")[0] for word in rest if word.startswith("tests")]
        assert all((ROOT / place).exists() for place in places)
    elif rest[0] == "-m":
        assert importlib.util.find_spec(rest[1]) is not None
    elif rest[0].endswith((".py", ".sh")):
        assert (ROOT / rest[0]).is_file()
