"""Reading a table with the place of everything, so that an error says where it is in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jimbot.saves.table import SaveError, Table

LARGEST = 10**15


def shown(value: Any) -> str:
    """A value of the file, short enough for a sentence."""
    text = "a table" if isinstance(value, dict) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


class Section:
    """A table and its place. A method with a ``default`` takes it where the entry is missing."""

    __slots__ = ("path", "table")

    def __init__(self, table: Table, path: str = "") -> None:
        self.table = table
        self.path = path

    def place(self, name: str | int) -> str:
        return f"{self.path}.{name}" if self.path else str(name)

    def has(self, name: str | int) -> bool:
        return name in self.table

    def wrong(self, name: str | int, needed: str) -> SaveError:
        if name not in self.table:
            return SaveError(f"{self.place(name)} is missing")
        return SaveError(f"{self.place(name)} is {shown(self.table[name])}; {needed} is needed")

    def section(self, name: str | int) -> Section:
        value = self.table.get(name)
        if not isinstance(value, dict):
            raise self.wrong(name, "a table")
        return Section(value, self.place(name))

    def part(self, name: str | int) -> Section:
        """The table of this name; an empty one where it is missing."""
        return self.section(name) if name in self.table else Section({}, self.place(name))

    def whole(self, name: str | int, default: int | None = None) -> int:
        value = self.table.get(name, default)
        if isinstance(value, float) and value.is_integer() and abs(value) < LARGEST:
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > LARGEST:
            raise self.wrong(name, "a whole number")
        return value

    def real(self, name: str | int, default: float | None = None) -> float:
        value = self.table.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(name, "a number")
        return value

    def word(self, name: str | int, default: str | None = None) -> str:
        value = self.table.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, "text")
        return value

    def flag(self, name: str | int) -> bool:
        """True or false; false where it is missing."""
        value = self.table.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def sections(self) -> Iterator[Section]:
        """The tables of a list, in its order."""
        for number in range(1, len(self.table) + 1):
            yield self.section(number)

    def names(self) -> list[str]:
        """The keys of a set: those that are true."""
        names = [str(name) for name in self.table]
        return [name for name in names if self.flag(name)]
