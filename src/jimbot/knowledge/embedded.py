"""The embedded engine: ladybug, which speaks Cypher. In memory, or in a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jimbot.knowledge.model import LABELS, TYPES, Graph, check
from jimbot.knowledge.statements import loading, read_graph

Row = dict[str, Any]
NODE_COLUMNS = "key STRING PRIMARY KEY, name STRING, family STRING, cost INT64, worth DOUBLE, text STRING"
EDGE_COLUMNS = (
    "strength DOUBLE, confidence DOUBLE, source STRING, reason STRING, low DOUBLE, high DOUBLE, samples INT64"
)
POOL = 256 * 2**20  # bytes that it may hold; the graph takes a few


class EmbeddedStore:
    """ValueError where ladybug is missing or the file holds something else."""

    name = "embedded"

    def __init__(self, path: Path | None = None, read_only: bool = False) -> None:
        try:
            import ladybug
        except ImportError:
            raise ValueError("the graph is asked by ladybug: pip install 'jimbot[graph]'") from None
        try:
            self._db = ladybug.Database(
                ":memory:" if path is None else str(path),
                buffer_pool_size=POOL,
                max_num_threads=1,
                read_only=read_only,
            )
            self._connection = ladybug.Connection(self._db, num_threads=1)
        except RuntimeError as error:
            raise ValueError(f"{path} cannot be opened as a graph: {_first_line(error)}") from None

    def rows(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        try:
            result = self._connection.execute(cypher, dict(parameters))
        except RuntimeError as error:
            raise ValueError(_first_line(error)) from None
        last = result[-1] if isinstance(result, list) else result
        names = last.get_column_names()
        return [dict(zip(names, row, strict=True)) for row in last.get_all()]

    def load(self, graph: Graph) -> None:
        check(graph.nodes, graph.edges)
        self._schema(graph)
        for statement, rows in loading(graph):
            if rows:
                self.rows(statement, {"rows": rows})

    def graph(self) -> Graph:
        return read_graph(self.rows, "label({})")

    def close(self) -> None:
        self._connection.close()
        self._db.close()

    def _schema(self, graph: Graph) -> None:
        there = {row["name"] for row in self.rows("CALL show_tables() RETURN *", {})}
        for name in [*TYPES, *LABELS]:
            if name in there:
                self.rows(f"DROP TABLE {name}", {})
        for label in LABELS:
            self.rows(f"CREATE NODE TABLE {label}({NODE_COLUMNS})", {})
        for type_, ends in graph.ends().items():
            between = ", ".join(f"FROM {a} TO {b}" for a, b in ends or [("Joker", "Joker")])
            self.rows(f"CREATE REL TABLE {type_}({between}, {EDGE_COLUMNS})", {})


def open_kept(graph: Graph) -> EmbeddedStore:
    """The store of a graph that is asked again and again: made once for each user, then opened in no time.
    Where it cannot be kept it is made in memory."""
    found = repr((sorted(graph.nodes), sorted(graph.edges)))
    digest = blake2b(found.encode(), digest_size=8).hexdigest()
    folder = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "jimbot"
    kept = folder / f"graph-{digest}-{version('ladybug')}.lbug"
    try:
        if not kept.is_file():
            folder.mkdir(parents=True, exist_ok=True)
            _make(kept, graph)
        return EmbeddedStore(kept, read_only=True)
    except (OSError, ValueError):
        store = EmbeddedStore()
        store.load(graph)
        return store


def _make(kept: Path, graph: Graph) -> None:
    """Whole or not at all; the stores of earlier graphs go."""
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        made = Path(folder) / kept.name
        store = EmbeddedStore(made)
        store.load(graph)
        store.close()
        for old in kept.parent.glob("graph-*.lbug"):
            old.unlink(missing_ok=True)
        made.replace(kept)


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
