"""The knowledge graph as plain data: nodes, edges with strength, confidence and origin, and their counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

# Labels of nodes, in the order in which they are numbered, with their kind of content row.
LABELS = {
    "Joker": "joker",
    "Consumable": "consumable",
    "Voucher": "voucher",
    "HandType": "hand",
    "Boss": "blind",
    "Tag": "tag",
    "Deck": "deck",
    "Enhancement": "enhancement",
    "Edition": "edition",
    "Seal": "seal",
    "Archetype": "",
    "PlayingCard": "",
}
TYPES = ("SYNERGIZES_WITH", "COUNTERS", "ENABLES_STRATEGY", "REQUIRES_CARD", "LEADS_TO", "UNLOCKS")


class Node(NamedTuple):
    label: str
    key: str
    name: str
    family: str = ""  # rarity of a joker, kind of a consumable, suit of a card
    cost: int = 0
    worth: float = 0.0  # of a joker: what it adds to the chance to win, as far as that was measured
    text: str = ""


class End(NamedTuple):
    """One end of an edge."""

    label: str
    key: str


class Edge(NamedTuple):
    type: str
    start: End
    end: End
    strength: float
    confidence: float  # that the strength has this sign; 1 where the rules say so
    source: str  # rows, rounds, judge or games
    reason: str = ""
    low: float = 0.0  # 95 % interval of the strength
    high: float = 0.0
    samples: int = 0  # positions or games behind it; 0: none is needed


NODE_FIELDS = ("key", "name", "family", "cost", "worth", "text")
EDGE_FIELDS = ("strength", "confidence", "source", "reason", "low", "high", "samples")


def certain(type_: str, start: End, end: End, strength: float, reason: str) -> Edge:
    """An edge that follows from the rows."""
    return Edge(type_, start, end, strength, 1.0, "rows", reason, strength, strength)


@dataclass(frozen=True)
class Graph:
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def number(self) -> dict[End, int]:
        """The place of each node."""
        return {End(node.label, node.key): place for place, node in enumerate(self.nodes)}

    def stats(self) -> dict[str, dict[str, int]]:
        """Counts of nodes by label, of edges by type, and of edges by type and source."""
        nodes = Counter(node.label for node in self.nodes)
        edges = Counter(edge.type for edge in self.edges)
        sources = Counter(f"{edge.type} {edge.source}" for edge in self.edges)
        return {
            "nodes": {label: nodes[label] for label in LABELS},
            "edges": {type_: edges[type_] for type_ in TYPES},
            "sources": dict(sorted(sources.items())),
        }

    def ends(self) -> dict[str, list[tuple[str, str]]]:
        """The labels that each type of edge goes between, in order."""
        found = {(edge.type, edge.start.label, edge.end.label) for edge in self.edges}
        order = list(LABELS)
        return {
            type_: sorted(
                ((a, b) for t, a, b in found if t == type_),
                key=lambda ab: (order.index(ab[0]), order.index(ab[1])),
            )
            for type_ in TYPES
        }


def check(nodes: Iterable[Node], edges: Iterable[Edge]) -> None:
    """ValueError where a node is there twice or an edge ends nowhere."""
    seen: set[End] = set()
    for node in nodes:
        end = End(node.label, node.key)
        if node.label not in LABELS:
            raise ValueError(f"unknown label {node.label!r}; one of {', '.join(LABELS)}")
        if end in seen:
            raise ValueError(f"{node.label} {node.key!r} appears twice")
        seen.add(end)
    for edge in edges:
        if edge.type not in TYPES:
            raise ValueError(f"unknown edge {edge.type!r}; one of {', '.join(TYPES)}")
        for end in (edge.start, edge.end):
            if end not in seen:
                raise ValueError(f"an edge {edge.type} ends at {end.label} {end.key!r}, which is no node")
