"""The text of a save: ``return`` and one Lua table literal. It is parsed, never run.

A table is a ``dict`` in the order of the text; its keys are text or whole numbers. What the game wrote prints
again to the same characters: it gives numbers 14 digits and ends each entry with a comma.
"""

from __future__ import annotations

import re
from typing import Any, TypeAlias

Table: TypeAlias = "dict[str | int, Any]"

HEAD = "return {"
MAX_DEPTH = 64
MAX_ENTRIES = 250_000
MAX_DIGITS = 30

TEXT = r'"([^"\\]*+(?:\\.[^"\\]*+)*+)"'
COMMA = r"(?:,|(?=\}))"
ENTRY = re.compile(
    rf"(?:\[{TEXT}\]|\[(-?\d{{1,15}})\])="
    rf"(?:{TEXT}{COMMA}|(-?(?:\d[\d.]*+(?:e[+-]?\d+)?|inf)|nan){COMMA}|(true|false){COMMA}|(\{{))"
    r"|\},?",
    re.DOTALL,
)
CALL = re.compile(r"\[[^\]\n]{1,60}\]=([A-Za-z_]\w{0,40})\(")
KEY, NUMBER_KEY, STRING, NUMBER, FLAG, OPENS = range(1, 7)
WHOLE = re.compile(r"0|-?[1-9]\d{0,13}")
ESCAPE = re.compile(r"\\(.)", re.DOTALL)
ESCAPES = {'"': '"', "\\": "\\", "\n": "\n", "r": "\r", "0": "\0"}
UNSAFE = re.compile(r'["\\\n\r\0]')
ESCAPED = {plain: "\\" + code for code, plain in ESCAPES.items()}


class SaveError(ValueError):
    """These bytes are no save of the game, or not one that can be read; the sentence says why and where."""


def _fail(text: str, at: int, why: str) -> SaveError:
    seen = text[at : at + 30]
    return SaveError(f"character {at + 1}: {why}" + (f", found {seen!r}" if seen else ", found the end"))


def _plain(text: str, at: int) -> str:
    """A string without its escapes."""

    def one(match: re.Match[str]) -> str:
        if match[1] not in ESCAPES:
            raise _fail(text, at, f"unknown escape {match[0]!r} in a string")
        return ESCAPES[match[1]]

    return ESCAPE.sub(one, text)


def _number(text: str, source: str, at: int) -> int | float:
    if WHOLE.fullmatch(text):
        return int(text)
    if len(text) > MAX_DIGITS:
        raise _fail(source, at, "a number of more digits than the game writes")
    try:
        return float(text)
    except ValueError:
        raise _fail(source, at, f"{text!r} is no number") from None


def parse(text: str) -> Table:
    """The table of a text. SaveError names the place of whatever is not one."""
    if not text.startswith(HEAD):
        raise _fail(text, 0, f"a save begins with {HEAD!r}")
    match, at = ENTRY.match, len(HEAD)
    top: Table = {}
    table = top
    outer: list[Table] = []
    for _ in range(MAX_ENTRIES):
        found = match(text, at)
        if found is None:
            if call := CALL.match(text, at):
                raise _fail(
                    text, at, f"the value is a call of {call[1]}, as mods write it (Talisman: to_big)"
                )
            raise _fail(text, at, 'an entry such as ["key"]=1, or the end of the table was expected')
        kind = found.lastindex
        if kind is None:
            if not outer:
                if found.end() != len(text) or text[-1] != "}":
                    raise _fail(text, at + 1, "the text goes on after its table")
                return top
            at, table = found.end(), outer.pop()
            continue
        key: str | int | None = found[KEY]
        if key is None:
            key = int(found[NUMBER_KEY])
        elif "\\" in found[KEY]:
            key = _plain(found[KEY], at)
        if key in table:
            raise _fail(text, at, "an entry that is there already")
        if kind == OPENS:
            if len(outer) == MAX_DEPTH:
                raise _fail(text, at, f"tables deeper than {MAX_DEPTH}")
            outer.append(table)
            table[key] = table = {}
        elif kind == STRING:
            value = found[STRING]
            table[key] = _plain(value, at) if "\\" in value else value
        elif kind == NUMBER:
            table[key] = _number(found[NUMBER], text, at)
        else:
            table[key] = found[FLAG] == "true"
        at = found.end()
    raise _fail(text, at, f"more than {MAX_ENTRIES:,} entries")


def _quoted(text: str) -> str:
    return '"' + UNSAFE.sub(lambda match: ESCAPED[match[0]], text) + '"'


def _write(table: Table, out: list[str]) -> None:
    for key, value in table.items():
        out.append(f"[{_quoted(key)}]=" if isinstance(key, str) else f"[{key}]=")
        if isinstance(value, dict):
            out.append("{")
            _write(value, out)
            out.append("},")
        elif isinstance(value, str):
            out.append(_quoted(value) + ",")
        elif isinstance(value, bool):
            out.append("true," if value else "false,")
        else:
            out.append(f"{value:.14g}," if isinstance(value, float) else f"{value},")


def write(table: Table) -> str:
    """The text of a table, as the game writes it."""
    out = [HEAD]
    _write(table, out)
    return "".join(out) + "}"
