"""The knowledge graph: what goes with what, from the rules and from measurements; asked in Cypher"""

from jimbot.knowledge.build import graph_of, package_graph
from jimbot.knowledge.files import read_files, write_files
from jimbot.knowledge.model import LABELS, TYPES, Edge, End, Graph, Node
from jimbot.knowledge.queries import QUESTIONS
from jimbot.knowledge.store import GraphStore, Knowledge, joker_keys, open_store
from jimbot.knowledge.vectors import embeddings, joker_embeddings

__all__ = [
    "LABELS",
    "QUESTIONS",
    "TYPES",
    "Edge",
    "End",
    "Graph",
    "GraphStore",
    "Knowledge",
    "Node",
    "embeddings",
    "graph_of",
    "joker_embeddings",
    "joker_keys",
    "open_store",
    "package_graph",
    "read_files",
    "write_files",
]
