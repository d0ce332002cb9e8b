"""Seeds that were found, as a file that other tools read: CSV, JSON, or one seed per line."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from jimbot.apps.things import in_words
from jimbot.game.seeds import Query
from jimbot.runs.console import as_csv, json_text, plain
from jimbot.runs.machine import write_whole
from jimbot.view import places

KINDS = (".csv", ".json", ".txt")
COLUMNS = ("seed", "places")
EVERY = 2.0  # seconds between two writings at least; and writing takes a tenth of the time at most


class SeedFile:
    """Holds what was found so far whenever it is written, whole: a search that is killed leaves a file that
    can be read. The ending of its name says what it is."""

    def __init__(self, path: Path, query: Query) -> None:
        if path.suffix not in KINDS:
            raise ValueError(f"{path}: a file of seeds ends in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
        self._path = path
        self._query = query
        self._rows: list[dict[str, Any]] = []
        self._due = 0.0
        path.parent.mkdir(parents=True, exist_ok=True)
        self.write()

    def add(self, seed: str, more: dict[str, Any] | None = None) -> None:
        self._rows.append(seed_row(self._query, seed, self._path.suffix, more))
        if time.monotonic() >= self._due:
            self.write()

    def write(self) -> None:
        begin = time.monotonic()
        write_whole(self._path, seeds_text(self._query, self._rows, self._path.suffix))
        now = time.monotonic()
        self._due = now + max(EVERY, 10 * (now - begin))


def seed_row(query: Query, seed: str, kind: str, more: dict[str, Any] | None = None) -> dict[str, Any]:
    row: dict[str, Any] = {"seed": seed, **(more or {})}
    if kind == ".csv":
        lists = {key: "; ".join(value) for key, value in row.items() if isinstance(value, list)}
        row |= {"places": in_words(places(query, seed)), **lists}
    elif kind == ".json":
        row["places"] = plain(places(query, seed))
    return row


def seeds_text(query: Query, rows: list[dict[str, Any]], kind: str) -> str:
    if kind == ".txt":
        return "".join(f"{row['seed']}\n" for row in rows)
    if kind == ".csv":
        columns = list(COLUMNS) + [key for key in (rows[0] if rows else {}) if key not in COLUMNS]
        return as_csv(columns, rows)
    return json_text({"condition": query.text, "deck": query.deck, "stake": query.stake, "seeds": rows})
