"""Games as a Parquet file, for pandas, Polars, DuckDB and Hugging Face's ``datasets``.

A row for each decision, with the columns of a record. The same games give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from jimbot.runs.machine import write_whole
from jimbot.runs.reading import reading
from jimbot.training.data.lessons import Lesson
from jimbot.training.data.records import Record, lesson_of, records_of

SUFFIX = ".parquet"
FORMAT = "jimbot-records-1"
GAMES_AT_ONCE = 256  # games of a row group
LEFT_OUT = ("schema_version", "timestamp", "instance_id", "base_url", "reward_info", "features")


def write_parquet(lessons: Sequence[Lesson], path: Path) -> None:
    """Writes a file, whole or not at all."""
    if path.exists():
        raise ValueError(f"{path} already exists; choose another name, or remove it")
    arrow, parquet = _arrow()
    schema = _schema(arrow).with_metadata({"format": FORMAT, "games": str(len(lessons))})
    data = io.BytesIO()
    with parquet.ParquetWriter(data, schema, compression="zstd") as writer:
        for first in range(0, len(lessons), GAMES_AT_ONCE):
            games = enumerate(lessons[first : first + GAMES_AT_ONCE], first)
            rows = [_row(record) for i, game in games for record in records_of(game, f"ep-{i:07d}")]
            writer.write_table(arrow.Table.from_pylist(rows, schema))
    write_whole(path, data.getvalue())


def read_parquet(path: Path) -> Iterator[Lesson]:
    """The games of a file."""
    _, parquet = _arrow()
    with reading(path, "damaged, or no Parquet file of records"), parquet.ParquetFile(path) as file:
        about = file.schema_arrow.metadata or {}
        if about.get(b"format") != FORMAT.encode():
            raise ValueError(f"{path} holds no records: its format is not {FORMAT}")
        rows = (row for batch in file.iter_batches() for row in batch.to_pylist())
        for _, game in groupby(rows, lambda row: row["episode_id"]):
            yield lesson_of([_record(row) for row in game])


def _row(record: Record) -> Record:
    row: Record = {name: value for name, value in record.items() if name not in LEFT_OUT}
    row |= record["features"]
    row["alternatives"] = [
        {"action": action, "then": then, "price": price} for action, then, price in row["alternatives"]
    ]
    row |= record["reward_info"]
    return row


def _record(row: Record) -> Record:
    weighed = [(each["action"], each["then"], each["price"]) for each in row["alternatives"]]
    return {"macro_action": row["macro_action"], "features": row | {"alternatives": weighed}}


COLUMNS = (
    "episode_id:text step_id:int phase:text done:bool seed:text deck:text stake:text variant:text ante:int"
    " round:int money:real hands_left:int discards_left:int score:real target:real hand_size:int hand:texts"
    " jokers:texts legal_action_ids:ints expert_action_id:int macro_action:text follows:bool expert:text"
    " then:text alternatives:choices reward:real blinds:int won:bool truncated:bool"
)


def _schema(arrow: Any) -> Any:
    text, whole = arrow.string(), arrow.int32()
    choice = arrow.struct([("action", text), ("then", text), ("price", arrow.float64())])
    kinds = {
        "text": text,
        "texts": arrow.list_(text),
        "int": whole,
        "ints": arrow.list_(whole),
        "real": arrow.float64(),
        "bool": arrow.bool_(),
        "choices": arrow.list_(choice),
    }
    columns = (column.split(":") for column in COLUMNS.split())
    return arrow.schema([(name, kinds[kind]) for name, kind in columns])


def _arrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise ValueError("Parquet files need pyarrow: pip install 'jimbot[data]'") from None
    return pyarrow, parquet
