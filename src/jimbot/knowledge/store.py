"""Where a graph is kept and asked: an engine within this process, or a server that speaks Bolt."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from jimbot.game.content import find
from jimbot.knowledge.model import Graph
from jimbot.knowledge.queries import asked
from jimbot.runs import telemetry

Row = dict[str, Any]


class GraphStore(Protocol):
    """``rows`` raises ValueError for an invalid query, ConnectionError if no server answers."""

    name: str

    def rows(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]: ...

    def load(self, graph: Graph) -> None:
        """Takes the place of what was there."""

    def graph(self) -> Graph:
        """All of it."""

    def close(self) -> None: ...


class Knowledge:
    """Questions to a store; each is reported to telemetry."""

    def __init__(self, store: GraphStore) -> None:
        self.store = store

    def ask(self, question: str, **given: Any) -> list[Row]:
        """One of ``QUESTIONS``; things are named by key or name."""
        cypher, parameters = asked(question, _keys(given))
        return self._timed(question, cypher, parameters)

    def cypher(self, text: str, parameters: Mapping[str, Any] | None = None) -> list[Row]:
        return self._timed("cypher", text, parameters or {})

    def close(self) -> None:
        self.store.close()

    def _timed(self, question: str, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        begin = time.perf_counter()
        failed, found = 1, 0
        try:
            rows = self.store.rows(cypher, parameters)
            failed, found = 0, len(rows)
            return rows
        finally:
            seconds = time.perf_counter() - begin
            tags = {"question": question, "engine": self.store.name}
            telemetry.record("graph", tags, seconds=seconds, rows=found, failed=failed)


def _keys(given: dict[str, Any]) -> dict[str, Any]:
    kinds = {"boss": "blind", "deck": "deck", "start": "joker", "goal": "joker"}
    out = dict(given)
    for name, kind in kinds.items():
        if name in out:
            out[name] = find(str(out[name]), kind)[1]["key"]
    if "jokers" in out:
        out["jokers"] = joker_keys(out["jokers"])
    if "key" in out:
        out["key"] = find(str(out["key"]))[1]["key"]
    return out


def joker_keys(names: Sequence[str] | str) -> list[str]:
    """Keys of jokers given by key or name, as a list or with commas between."""
    words = names.split(",") if isinstance(names, str) else names
    return [find(str(word).strip(), "joker")[1]["key"] for word in words if str(word).strip()]


def open_store(
    uri: str | None = None, file: Path | None = None, user: str = "", password: str = ""
) -> GraphStore:
    """A server by its address, a file, or the package's own graph."""
    if uri is not None:
        from jimbot.knowledge.bolt import BoltStore

        return BoltStore(uri, user, password)
    from jimbot.knowledge.embedded import EmbeddedStore, open_kept

    if file is not None:
        return EmbeddedStore(file)
    from jimbot.knowledge.build import package_graph

    return open_kept(package_graph())
