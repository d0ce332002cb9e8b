"""The Bolt path: against a real server (ArcadeDB), against a stand-in at the level of bytes, and against nobody."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("neo4j")

from tests.knowledge.bolt_server import BoltServer, Refused

from jimbot.knowledge import LABELS, Graph, Knowledge, package_graph
from jimbot.knowledge.bolt import BoltStore

ARCADE = Path(__file__).with_name("arcade.py")
PASSWORD = "for-the-tests"
MEMGRAPH = "Neo4j/v5.11.0 compatible graph database server - Memgraph"
JIMBOT = [sys.executable, "-m", "jimbot", "graph"]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def some(graph: Graph) -> Graph:
    """All nodes, and some edges of every type between every two labels."""
    kept: dict[Any, int] = {}
    edges = []
    for edge in graph.edges:
        kind = (edge.type, edge.start.label, edge.end.label, edge.source)
        kept[kind] = kept.get(kind, 0) + 1
        if kept[kind] <= 25:
            edges.append(edge)
    return Graph(graph.nodes, edges)


@pytest.fixture(scope="module")
def arcade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if importlib.util.find_spec("arcadedb_embedded") is None:
        pytest.skip("needs arcadedb-embedded")
    folder = tmp_path_factory.mktemp("arcade")
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, str(ARCADE), str(folder), PASSWORD, str(free_port()), str(port)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        while (line := process.stdout.readline()) and line != "ready\n":
            pass
        assert line, "the server did not start"
        yield f"bolt://127.0.0.1:{port}/graph"
    finally:
        process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def test_a_real_server_takes_gives_and_answers(arcade: str) -> None:
    """Bulk load, constraints, the questions of the document, and all of it read back."""
    graph = some(package_graph())
    knowledge = Knowledge(BoltStore(arcade, "root", PASSWORD))
    assert "ArcadeDB" in knowledge.store.agent  # type: ignore[attr-defined]
    for _ in range(2):  # what was there is replaced
        knowledge.store.load(graph)
    found = knowledge.store.graph()
    assert sorted(found.nodes) == sorted(graph.nodes)
    assert sorted(found.edges) == sorted(graph.edges)
    with pytest.raises(ValueError):  # a key is there once
        knowledge.cypher("CREATE (:Joker {key: 'j_baron'})")
    from jimbot.knowledge.embedded import EmbeddedStore

    embedded = EmbeddedStore()
    embedded.load(graph)
    own = Knowledge(embedded)
    owned = ["j_joker", "j_greedy_joker", "j_jolly", "j_baron"]
    for question, given in (
        ("synergies", {"jokers": owned, "source": "rows"}),
        ("additions", {"jokers": owned, "budget": 6, "source": "rows"}),
        ("combinations", {"budget": 12, "source": "rows", "limit": 500}),
        ("boss", {"boss": "bl_window", "jokers": owned}),
        ("counters", {"boss": "bl_hook"}),
        ("cards", {"jokers": owned}),
        ("strategies", {"jokers": owned}),
        ("serves", {"archetype": "pairs", "limit": 500}),
        ("leads", {"key": "c_chariot"}),
        ("unlocks", {"key": "v_overstock_norm"}),
        ("paths", {"start": "j_joker", "goal": "j_jolly", "source": "rounds", "least": -10.0, "limit": 500}),
    ):
        theirs, ours = knowledge.ask(question, **given), own.ask(question, **given)
        assert _sorted(theirs) == _sorted(ours), question
    knowledge.close()
    own.close()


def _sorted(rows: list[dict[str, Any]]) -> list[str]:
    """Sums may differ in the last digits."""
    rounded = [{k: round(v, 6) if isinstance(v, float) else v for k, v in row.items()} for row in rows]
    return sorted(map(str, rounded))


def test_a_wrong_password_is_reported_in_one_line(arcade: str) -> None:
    with pytest.raises(ConnectionError, match="no graph answers at bolt://") as shown:
        BoltStore(arcade, "root", "wrong")
    assert "\n" not in str(shown.value)


def test_memgraph_is_spoken_to_in_its_own_words() -> None:
    """At the level of bytes: what is sent, and that a schema that is there already is no failure."""

    def answer(statement: str, parameters: dict[str, Any]) -> Any:
        if "CONSTRAINT" in statement:
            raise Refused("Memgraph.ClientError.MemgraphError.MemgraphError", "Constraint already exists.")
        if "count" in statement:
            return ["n", "names"], [[3, ["a", "b"]], [None, []]]
        return [], []

    server = BoltServer(MEMGRAPH, answer)
    store = BoltStore(server.uri)
    graph = some(package_graph())
    store.load(graph)
    said = [statement for statement, _ in server.statements]
    assert (
        sum(s.startswith("CREATE CONSTRAINT ON (n:") and s.endswith("ASSERT n.key IS UNIQUE") for s in said)
        == 12
    )
    assert sum(s.startswith("CREATE INDEX ON :") for s in said) == len(LABELS)
    rows = [row for _, parameters in server.statements for row in parameters.get("rows", [])]
    assert len(rows) == len(graph.nodes) + len(graph.edges)
    assert max(len(parameters.get("rows", [])) for _, parameters in server.statements) <= 1000
    edge = next(edge for edge in graph.edges if edge.source == "rounds")
    assert any(row.get("low") == edge.low and row.get("samples") == edge.samples for row in rows)
    assert store.rows("MATCH (n) RETURN count(n) AS n", {}) == [
        {"n": 3, "names": ["a", "b"]},
        {"n": None, "names": []},
    ]
    store.close()
    server.close()


def test_a_query_that_the_server_refuses_is_reported_in_one_line() -> None:
    def answer(statement: str, parameters: dict[str, Any]) -> Any:
        raise Refused("Neo.ClientError.Statement.SyntaxError", "Invalid input 'x'\nat line 1")

    server = BoltServer("Neo4j/5.26.0", answer)
    store = BoltStore(server.uri)
    with pytest.raises(ValueError, match="Invalid input") as shown:
        store.rows("x", {})
    assert "\n" not in str(shown.value)
    store.close()
    server.close()


@pytest.mark.parametrize(
    "arguments",
    [("stats",), ("query", "synergies", "--jokers", "baron"), ("build",), ("export", "--out", "x")],
)
def test_with_a_wrong_address_commands_say_so_in_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    command = [*JIMBOT, *arguments, "--uri", f"bolt://127.0.0.1:{free_port()}"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert done.returncode == 2
    assert done.stderr.startswith("jimbot: no graph answers at bolt://127.0.0.1:")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_an_address_that_is_none_is_reported() -> None:
    with pytest.raises(ValueError, match="is no address such as bolt://localhost:7687"):
        BoltStore("http://localhost:7687")
