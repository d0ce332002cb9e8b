"""A graph on a server that speaks Bolt: Memgraph or Neo4j, by the neo4j driver."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from jimbot.knowledge.model import LABELS, Graph, check
from jimbot.knowledge.statements import loading, read_graph

Row = dict[str, Any]
BATCH = 1_000  # rows of a statement
PATIENCE = 5.0  # seconds for a connection
SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")


class BoltStore:
    """At bolt://host:port, or bolt://host:port/database. ConnectionError where nobody answers there or the
    user is refused; ValueError for a query that the server refuses."""

    name = "bolt"

    def __init__(self, uri: str, user: str = "", password: str = "") -> None:
        try:
            import neo4j
        except ImportError:
            raise ValueError("a graph behind Bolt is asked by neo4j: pip install 'jimbot[graph]'") from None
        logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)  # hints on how to write queries
        parts = urlsplit(uri)
        if parts.scheme not in SCHEMES:
            raise ValueError(
                f"{uri!r} is no address such as bolt://localhost:7687; one of {', '.join(SCHEMES)}"
            )
        self._uri = uri
        self._database = parts.path.strip("/") or None
        self._errors = neo4j.exceptions
        try:
            self._driver = neo4j.GraphDatabase.driver(
                urlunsplit(parts._replace(path="")),
                auth=(user, password) if user else None,
                connection_timeout=PATIENCE,
                connection_acquisition_timeout=PATIENCE,
                max_transaction_retry_time=PATIENCE,
            )
        except (self._errors.ConfigurationError, ValueError) as error:
            raise ValueError(
                f"{uri!r} is no address such as bolt://localhost:7687: {_first_line(error)}"
            ) from None
        try:
            self.agent = str(self._driver.get_server_info().agent)
        except (self._errors.Neo4jError, self._errors.DriverError, OSError, ValueError) as error:
            self._driver.close()
            raise ConnectionError(f"no graph answers at {uri}: {_first_line(error)}") from None

    def rows(self, cypher: str, parameters: Mapping[str, Any]) -> list[Row]:
        try:
            with self._driver.session(database=self._database) as session:
                return [record.data() for record in session.run(cypher, dict(parameters))]
        except self._errors.ClientError as error:
            raise ValueError(_first_line(error)) from None
        except (self._errors.Neo4jError, self._errors.DriverError, OSError) as error:
            raise ConnectionError(f"the graph at {self._uri} went away: {_first_line(error)}") from None

    def load(self, graph: Graph) -> None:
        """Nodes and edges of our labels take the place of those that were there; others stay."""
        check(graph.nodes, graph.edges)
        for label in LABELS:
            self.rows(f"MATCH (n:{label}) DETACH DELETE n", {})
        self._schema()
        for statement, rows in loading(graph):
            for start in range(0, len(rows), BATCH):
                self.rows(statement, {"rows": rows[start : start + BATCH]})

    def graph(self) -> Graph:
        return read_graph(self.rows, "labels({})[0]")

    def close(self) -> None:
        self._driver.close()

    def _schema(self) -> None:
        """A key is unique among the nodes of its label. Memgraph has words of its own for that, and no index
        comes with it."""
        for label in LABELS:
            if "Memgraph" in self.agent:
                self._if_new(f"CREATE CONSTRAINT ON (n:{label}) ASSERT n.key IS UNIQUE")
                self._if_new(f"CREATE INDEX ON :{label}(key)")
            else:
                name = f"{label.lower()}_key"
                self.rows(
                    f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.key IS UNIQUE", {}
                )

    def _if_new(self, statement: str) -> None:
        try:
            self.rows(statement, {})
        except ValueError as error:
            if "already exists" not in str(error):
                raise


def _first_line(error: Exception) -> str:
    lines = str(getattr(error, "message", None) or error).splitlines() or [type(error).__name__]
    return lines[0].rstrip(":")
