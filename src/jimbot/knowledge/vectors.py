"""128 numbers for each node: its place in the graph, by the strongest patterns of edges and measurements."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jimbot.game.content import content
from jimbot.knowledge.build import package_graph
from jimbot.knowledge.measured import Measured, pair_places
from jimbot.knowledge.model import TYPES, Graph
from jimbot.knowledge.relations import relations
from jimbot.runs.arrays import read_array
from jimbot.runs.machine import write_whole

DIM = 128
FILE = Path(__file__).with_name("embeddings.npy")
Floats = NDArray[np.float32]


def embed(graph: Graph, measured: Measured) -> Floats:
    """A row per node. Blocks of what is known of a node are side by side, each with the same weight; the
    leading singular vectors of all that are the numbers."""
    blocks = [*_adjacency(graph), *_measurements(graph, measured), _deeds(graph)]
    scaled = [block / (np.linalg.norm(block) or 1.0) for block in blocks]
    left, sizes, _ = np.linalg.svd(np.concatenate(scaled, axis=1), full_matrices=False)
    count = min(DIM, len(sizes))
    vectors = np.zeros((len(graph.nodes), DIM))
    vectors[:, :count] = left[:, :count] * np.sqrt(sizes[:count])
    largest = vectors[np.abs(vectors).argmax(0), np.arange(DIM)]
    vectors *= np.where(largest < 0, -1, 1)  # a singular vector has no sign of its own
    spread = np.sqrt((vectors**2).sum(1).mean() / DIM)
    scaled_vectors: Floats = (vectors / spread).astype(np.float32)
    return scaled_vectors


def _adjacency(graph: Graph) -> list[NDArray[np.float64]]:
    place = graph.number()
    size = len(graph.nodes)
    found: dict[tuple[str, str], NDArray[np.float64]] = {}
    for edge in graph.edges:
        matrix = found.setdefault((edge.type, edge.source), np.zeros((size, size)))
        a, b = place[edge.start], place[edge.end]
        matrix[a, b] += edge.strength
        matrix[b, a] += edge.strength
    return [found[key] for key in sorted(found, key=lambda key: (TYPES.index(key[0]), key[1]))]


def _measurements(graph: Graph, measured: Measured) -> list[NDArray[np.float64]]:
    """Of jokers: by pair, by ante, by boss and by deck, whether sure or not."""
    jokers = len(content()["joker"])
    rows = [place for place, node in enumerate(graph.nodes) if node.label == "Joker"]
    first, second = pair_places()
    tables = []
    for means in (measured.pair_rounds, measured.pair_judge):
        table = np.zeros((jokers, jokers))
        table[first, second] = table[second, first] = means.mean
        tables.append(table)
    by_ante = (measured.joker_rounds, measured.joker_judge, measured.joker_gain)
    tables += [means.mean.T for means in (*by_ante, measured.boss_rounds, measured.deck_rounds)]
    out = []
    for table in tables:
        block = np.zeros((len(graph.nodes), table.shape[1]))
        block[rows] = table - table.mean(0)
        out.append(block)
    return out


def _deeds(graph: Graph) -> NDArray[np.float64]:
    """Descriptors: label, family, cost, and what jokers do and read."""
    labels = sorted({node.label for node in graph.nodes})
    families = sorted({node.family for node in graph.nodes})
    words = sorted(
        {word for joker in relations().jokers.values() for word in joker.deeds | joker.facts | joker.grows}
    )
    rows: list[list[float]] = []
    for node in graph.nodes:
        joker: Any = relations().jokers.get(node.key) if node.label == "Joker" else None
        known = joker.deeds | joker.facts | joker.grows if joker else frozenset()
        one_hot = [float(node.label == label) for label in labels]
        one_hot += [float(node.family == family) for family in families]
        rows.append([*one_hot, node.cost / 10, *(float(word in known) for word in words)])
    return np.array(rows)


def write(path: Path, vectors: Floats) -> None:
    data = io.BytesIO()
    np.save(data, vectors.astype(np.float16))
    write_whole(path, data.getvalue())


@cache
def embeddings() -> Floats:
    """Of all nodes of the package's graph, in their order: (nodes, 128)."""
    vectors: Floats = read_array(FILE).astype(np.float32)
    vectors.flags.writeable = False
    return vectors


def joker_embeddings() -> Floats:
    """Of the jokers, in the game's order: (150, 128)."""
    rows = [place for place, node in enumerate(package_graph().nodes) if node.label == "Joker"]
    return embeddings()[rows]
