"""What was recorded in a folder, for queries: Parquet files and journals still written to, through DuckDB."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jimbot.runs.lock import taken
from jimbot.runs.reading import open_file
from jimbot.runs.telemetry.journal import is_own, journals
from jimbot.runs.telemetry.measures import MEASURES

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row = dict[str, Any]
COLUMNS = (
    "{time: 'BIGINT', run: 'VARCHAR', process: 'BIGINT', measure: 'VARCHAR', tags: 'MAP(VARCHAR, VARCHAR)', "
    "'values': 'MAP(VARCHAR, DOUBLE)', texts: 'MAP(VARCHAR, VARCHAR)'}"
)
MAPS = ("tags", "values", "texts")
NOTHING = (
    "SELECT NULL::TIMESTAMP_NS AS time, NULL::VARCHAR AS run, NULL::BIGINT AS process, "
    "NULL::VARCHAR AS measure, "
    'NULL::MAP(VARCHAR, VARCHAR) AS tags, NULL::MAP(VARCHAR, DOUBLE) AS "values", '
    "NULL::MAP(VARCHAR, VARCHAR) AS texts LIMIT 0"
)


class Store:
    """``points`` holds everything; each measure is a view by its name, with a column per tag and value."""

    def __init__(self, folder: Path) -> None:
        if not folder.is_dir():
            raise ValueError(f"there is no folder {folder}; telemetry is recorded with --telemetry DIR")
        try:
            import duckdb
        except ImportError:
            raise ValueError("reading telemetry needs duckdb: pip install 'jimbot[telemetry]'") from None
        self._error: type[Exception] = duckdb.Error
        self._db = duckdb.connect()
        try:
            self._db.execute("SET TimeZone = 'UTC'")
            pack(folder, self._db)
            parts = [NOTHING]
            if files := [file for file in sorted(folder.glob("*.parquet")) if is_own(file)]:
                parts.append(f"SELECT * FROM read_parquet({_list(files)})")
            if files := [file for file in journals(folder) if file.stat().st_size]:
                parts.append(_journals(files))
            every = " UNION ALL BY NAME ".join(f"({part})" for part in parts)
            self._db.execute(f"CREATE VIEW points AS {every}")
            for measure in sorted({*MEASURES, *self._measures()}):
                self._db.execute(self._view(measure))
        except duckdb.Error as error:
            raise ValueError(f"{folder} cannot be read: {str(error).splitlines()[0]}") from None

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """The rows of a query; ValueError says what is wrong with it."""
        try:
            result = self._db.execute(sql, list(parameters))
            names = [column[0] for column in result.description or ()]
            return [dict(zip(names, row, strict=True)) for row in result.fetchall()]
        except self._error as error:
            raise ValueError(str(error).splitlines()[0]) from None

    def close(self) -> None:
        self._db.close()

    def _measures(self) -> list[str]:
        return [row["measure"] for row in self.query("SELECT DISTINCT measure FROM points")]

    def _view(self, measure: str) -> str:
        known = MEASURES.get(measure)
        columns: dict[str, str] = {}  # name -> the map that it is in
        if known is not None:
            columns |= dict.fromkeys(known.tags, "tags") | dict.fromkeys(known.values, "values")
            columns |= dict.fromkeys(known.texts, "texts")
        for place in MAPS:
            sql = f'SELECT DISTINCT unnest(map_keys("{place}")) AS name FROM points WHERE measure = ?'
            for row in self.query(sql, [measure]):
                columns.setdefault(row["name"], place)
        spread = "".join(f', "{place}"[{_text(name)}] AS {_name(name)}' for name, place in columns.items())
        return (
            f"CREATE VIEW {_name(measure)} AS SELECT time, run, process{spread} "
            f"FROM points WHERE measure = {_text(measure)}"
        )


def pack(folder: Path, db: DuckDBPyConnection) -> None:
    """Journals whose process has ended become Parquet files. One that is written to is locked, and stays."""
    for journal in journals(folder):
        with open_file(journal, follow=False) as file:
            if not taken(file) or os.fstat(file.fileno()).st_nlink == 0:  # somebody else has packed it
                continue
            packed = journal.with_suffix(".parquet")
            if not is_own(packed) and os.fstat(file.fileno()).st_size:
                with tempfile.TemporaryDirectory(dir=folder, prefix=".packed.") as beside:
                    half = os.path.join(beside, packed.name)
                    db.execute(
                        f"COPY ({_journals([journal])}) TO {_text(half)} (FORMAT parquet, COMPRESSION zstd)"
                    )
                    os.replace(half, packed)
            journal.unlink()


def _journals(files: Sequence[Path]) -> str:
    """A last line that a killed process left half is no JSON and is left out."""
    return (
        'SELECT make_timestamp_ns(time) AS time, run, process, measure, tags, "values", texts '
        f"FROM read_json({_list(files)}, columns = {COLUMNS}, format = 'newline_delimited', "
        "ignore_errors = true) "
        "WHERE measure IS NOT NULL"
    )


def _list(files: Sequence[Path]) -> str:
    return f"[{', '.join(_text(str(file)) for file in files)}]"


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
