"""A graph in files: nodes.csv and edges.csv, which every graph tool reads, and embeddings.npy."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from jimbot.knowledge.model import EDGE_FIELDS, NODE_FIELDS, Edge, End, Graph, Node, check
from jimbot.runs.console import as_csv
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_text

NODES = ("label", *NODE_FIELDS)
EDGES = ("type", "start_label", "start", "end_label", "end", *EDGE_FIELDS)


def write_files(folder: Path, graph: Graph) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    edges = [(edge.type, *edge.start, *edge.end, *edge[3:]) for edge in graph.edges]
    for name, header, rows in (("nodes.csv", NODES, graph.nodes), ("edges.csv", EDGES, edges)):
        write_whole(folder / name, as_csv(header, (dict(zip(header, row, strict=True)) for row in rows)))


def read_files(folder: Path) -> Graph:
    """ValueError names the line that is wrong."""
    nodes = [
        Node(label, key, name, family, int(cost), float(worth), text)
        for label, key, name, family, cost, worth, text in _rows(folder / "nodes.csv", NODES)
    ]
    edges = [
        Edge(
            type_,
            End(start_label, start),
            End(end_label, end),
            float(strength),
            float(confidence),
            source,
            reason,
            float(low),
            float(high),
            int(samples),
        )
        for (
            type_, start_label, start, end_label, end,
            strength, confidence, source, reason, low, high, samples,
        ) in _rows(folder / "edges.csv", EDGES)
    ]  # fmt: skip
    check(nodes, edges)
    return Graph(nodes, edges)


def _rows(path: Path, header: tuple[str, ...]) -> list[list[str]]:
    with io.StringIO(read_text(path), newline="") as file:
        first, *rows = list(csv.reader(file)) or [[]]
    if tuple(first) != header:
        raise ValueError(f"{path} begins with {','.join(first)!r}; {','.join(header)} is needed")
    for number, row in enumerate(rows, 2):
        if len(row) != len(header):
            raise ValueError(f"{path}, line {number}: {len(row)} columns; {len(header)} are needed")
    return rows
