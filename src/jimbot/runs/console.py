"""How commands write: JSON, text and tables for people, progress."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def plain(data: Any) -> Any:
    """Records as dictionaries, and numbers that JSON does not know as text."""
    if dataclasses.is_dataclass(data) and not isinstance(data, type):
        return {field.name: plain(getattr(data, field.name)) for field in dataclasses.fields(data)}
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return str(data)
    return data


def json_text(data: Any) -> str:
    return json.dumps(plain(data), indent=2, ensure_ascii=False, allow_nan=False)


def as_csv(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Rows as CSV. What a row lacks stays empty, what the columns lack is left out."""
    out = io.StringIO()
    table = csv.DictWriter(out, columns, restval="", extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return out.getvalue()


def print_json(data: Any) -> None:
    sys.stdout.write(json_text(data) + "\n")


def console() -> Console:
    """Text for people. Nothing is read as markup: seeds and file names may hold brackets."""
    from rich.console import Console

    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")  # a terminal without ♠ shows ?
    return Console(markup=False, highlight=False, emoji=False)


def table(rows: list[dict[str, Any]]) -> Table:
    """Rows under the names of their columns, numbers to the right."""
    from rich.table import Table

    shown = Table(box=None, padding=(0, 2, 0, 0))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    for name in columns:
        shown.add_column(name.replace("_", " "), justify="left" if name == columns[0] else "right")
    for row in rows:
        shown.add_row(*(_cell(row.get(name, "")) for name in columns))
    return shown


def _cell(value: Any) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


class Advance(Protocol):
    """Adds work that was done to a bar, and what to say beside its name from now on."""

    def __call__(self, done: int, note: str = "") -> None: ...


@contextmanager
def progress(label: str, total: int | None, quiet: bool = False) -> Iterator[Advance]:
    """A bar on stderr with the time that is left, where the whole is known; yields what to call with the work
    done. Silent where nobody watches. What is printed meanwhile goes where it would go without the bar."""
    if quiet or os.environ.get("CI") or not sys.stderr.isatty():
        yield lambda done, note="": None
        return
    from rich.console import Console
    from rich.progress import Progress

    seen = sys.stdout.isatty()  # then it is printed above the bar
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=seen) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done, note="": bar.update(task, advance=done, description=f"{label} {note}".rstrip())
