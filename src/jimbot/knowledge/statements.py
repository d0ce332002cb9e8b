"""Cypher that writes and reads whole graphs, for every store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from jimbot.knowledge.model import EDGE_FIELDS, LABELS, NODE_FIELDS, TYPES, Edge, End, Graph, Node

Rows = list[dict[str, Any]]


def loading(graph: Graph) -> Iterator[tuple[str, Rows]]:
    """Statements over ``$rows``, each with its rows: all nodes, then all edges."""
    columns = ", ".join(f"{name}: r.{name}" for name in NODE_FIELDS)
    for label in LABELS:
        rows = [dict(zip(NODE_FIELDS, node[1:], strict=True)) for node in graph.nodes if node.label == label]
        yield f"UNWIND $rows AS r CREATE (:{label} {{{columns}}})", rows
    columns = ", ".join(f"{name}: r.{name}" for name in EDGE_FIELDS)
    found: dict[tuple[str, str, str], Rows] = {}
    for edge in graph.edges:
        row = dict(zip(EDGE_FIELDS, edge[3:], strict=True)) | {"a": edge.start.key, "b": edge.end.key}
        found.setdefault((edge.type, edge.start.label, edge.end.label), []).append(row)
    for type_, ends in graph.ends().items():
        for a, b in ends:
            rows = found[type_, a, b]
            yield (
                f"UNWIND $rows AS r MATCH (a:{a} {{key: r.a}}), (b:{b} {{key: r.b}}) "
                f"CREATE (a)-[:{type_} {{{columns}}}]->(b)",
                rows,
            )


def read_graph(ask: Callable[[str, dict[str, Any]], Rows], label: str) -> Graph:
    """Everything in a store. ``label`` is how it writes the label of a node, with {} for the node."""
    columns = ", ".join(f"n.{name} AS {name}" for name in NODE_FIELDS)
    nodes = [
        Node(kind, *(row[name] for name in NODE_FIELDS))
        for kind in LABELS
        for row in ask(f"MATCH (n:{kind}) RETURN {columns}", {})
    ]
    columns = ", ".join(f"e.{name} AS {name}" for name in EDGE_FIELDS)
    ends = f"{label.format('a')} AS a_label, a.key AS a_key, {label.format('b')} AS b_label, b.key AS b_key"
    edges = []
    for type_ in TYPES:
        for row in ask(f"MATCH (a)-[e:{type_}]->(b) RETURN {ends}, {columns}", {}):
            start, end = End(row["a_label"], row["a_key"]), End(row["b_label"], row["b_key"])
            edges.append(Edge(type_, start, end, *(row[name] for name in EDGE_FIELDS)))
    return Graph(nodes, edges)
