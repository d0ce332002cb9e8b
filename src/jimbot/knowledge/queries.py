"""Questions to the graph: Cypher that embedded engine, Memgraph and Neo4j understand alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SHOWN = "s.strength AS strength, s.low AS low, s.high AS high, s.confidence AS confidence, s.reason AS reason"
MAX_HOPS = 3


@dataclass(frozen=True)
class Question:
    about: str
    cypher: str
    parameters: dict[str, Any]  # with the value of one that is not given; ... must be given


def _hops(count: int) -> str:
    """Paths over this many synergies, by the weakest of them."""
    between = [f"n{i}" for i in range(1, count)]
    nodes = ["(a:Joker {key: $start})", *(f"({n}:Joker)" for n in between), "(b:Joker {key: $goal})"]
    path = nodes[0] + "".join(f"-[s{i}:SYNERGIZES_WITH]-{node}" for i, node in enumerate(nodes[1:]))
    edges = [f"s{i}" for i in range(count)]
    conditions = [f"{e}.source = $source AND {e}.strength >= $least" for e in edges]
    conditions += [f"NOT {n}.key IN [$start, $goal]" for n in between]
    if count == 3:
        conditions.append("n1.key <> n2.key")
    weakest = "s0.strength"
    for e in edges[1:]:
        weakest = f"CASE WHEN {e}.strength < {weakest} THEN {e}.strength ELSE {weakest} END"
    names = ", ".join(["a.name", *(f"{n}.name" for n in between), "b.name"])
    return (
        f"MATCH {path} WHERE {' AND '.join(conditions)} "
        f"RETURN [{names}] AS path, {weakest} AS weakest ORDER BY weakest DESC LIMIT $limit"
    )


QUESTIONS = {
    "synergies": Question(
        "what goes well with the jokers that are owned; first with each other",
        "MATCH (a:Joker)-[s:SYNERGIZES_WITH]-(b:Joker) "
        "WHERE a.key IN $jokers AND s.source = $source AND s.strength >= $least "
        "AND (NOT b.key IN $jokers OR a.key < b.key) "
        "RETURN a.key AS joker, a.name AS joker_name, b.key AS partner, b.name AS name, b.cost AS cost, "
        f"{SHOWN} "
        "ORDER BY CASE WHEN b.key IN $jokers THEN 0 ELSE 1 END, strength DESC, partner LIMIT $limit",
        {"jokers": ..., "source": "judge", "least": 0.0, "limit": 10},
    ),
    "paths": Question(
        "how two jokers are joined by synergies of others, at most two between them",
        _hops(2),
        {"start": ..., "goal": ..., "source": "judge", "least": 0.1, "limit": 10, "hops": 2},
    ),
    "additions": Question(
        "which jokers to add to those that are owned, within a budget",
        "MATCH (b:Joker) WHERE b.cost <= $budget AND NOT b.key IN $jokers "
        "OPTIONAL MATCH (a:Joker)-[s:SYNERGIZES_WITH]-(b) WHERE a.key IN $jokers AND s.source = $source "
        "WITH b, sum(coalesce(s.strength, 0.0)) AS synergy "
        "RETURN b.key AS joker, b.name AS name, b.cost AS cost, b.worth AS worth, synergy, "
        "b.worth + synergy AS together ORDER BY together DESC, joker LIMIT $limit",
        {"jokers": ..., "budget": 100, "source": "judge", "limit": 10},
    ),
    "combinations": Question(
        "which two jokers to buy together within a budget",
        "MATCH (a:Joker)-[s:SYNERGIZES_WITH]->(b:Joker) "
        "WHERE a.cost + b.cost <= $budget AND s.source = $source AND s.strength >= $least "
        "RETURN a.key AS first, b.key AS second, a.cost + b.cost AS cost, a.worth + b.worth AS worth, "
        f"a.worth + b.worth + s.strength AS together, {SHOWN} "
        "ORDER BY together DESC, first, second LIMIT $limit",
        {"budget": 100, "source": "judge", "least": 0.0, "limit": 10},
    ),
    "boss": Question(
        "which of the jokers that are owned a boss hurts, the worst first",
        "MATCH (x:Boss {key: $boss})-[s:COUNTERS]->(j:Joker) WHERE j.key IN $jokers AND s.strength >= $least "
        f"RETURN j.key AS joker, j.name AS name, s.source AS source, {SHOWN} "
        "ORDER BY strength DESC, joker LIMIT $limit",
        {"boss": ..., "jokers": ..., "least": 0.0, "limit": 20},
    ),
    "counters": Question(
        "what helps against a boss",
        "MATCH (y)-[s:COUNTERS]->(x:Boss {key: $boss}) WHERE s.strength >= $least "
        f"RETURN y.key AS key, y.name AS name, y.cost AS cost, s.source AS source, {SHOWN} "
        "ORDER BY strength DESC, key LIMIT $limit",
        {"boss": ..., "least": 0.0, "limit": 20},
    ),
    "deck": Question(
        "which jokers a deck makes better than other decks do",
        "MATCH (d:Deck {key: $deck})-[s:SYNERGIZES_WITH]->(j:Joker) WHERE s.strength >= $least "
        f"RETURN j.key AS joker, j.name AS name, {SHOWN} ORDER BY strength DESC, joker LIMIT $limit",
        {"deck": ..., "least": 0.0, "limit": 10},
    ),
    "cards": Question(
        "which playing cards and enhancements the jokers that are owned need",
        "MATCH (j:Joker)-[s:REQUIRES_CARD]->(c) WHERE j.key IN $jokers "
        "RETURN c.key AS card, c.name AS name, count(j) AS jokers, sum(s.strength) AS weight "
        "ORDER BY jokers DESC, weight DESC, card LIMIT $limit",
        {"jokers": ..., "limit": 20},
    ),
    "strategies": Question(
        "which archetypes the jokers that are owned serve",
        "MATCH (j:Joker)-[s:ENABLES_STRATEGY]->(t:Archetype) WHERE j.key IN $jokers "
        "RETURN t.key AS archetype, t.name AS name, count(j) AS jokers, sum(s.strength) AS weight "
        "ORDER BY weight DESC, archetype LIMIT $limit",
        {"jokers": ..., "limit": 10},
    ),
    "serves": Question(
        "what serves an archetype",
        "MATCH (y)-[s:ENABLES_STRATEGY]->(t:Archetype {key: $archetype}) "
        "RETURN y.key AS key, y.name AS name, y.cost AS cost, s.strength AS strength "
        "ORDER BY strength DESC, key LIMIT $limit",
        {"archetype": ..., "limit": 50},
    ),
    "leads": Question(
        "what a card, a tag or a poker hand leads to",
        "MATCH (x)-[s:LEADS_TO]->(y) WHERE x.key = $key "
        f"RETURN y.key AS key, y.name AS name, s.source AS source, {SHOWN} "
        "ORDER BY strength DESC, key LIMIT $limit",
        {"key": ..., "limit": 20},
    ),
    "unlocks": Question(
        "what a voucher, an enhancement, a poker hand or a deck unlocks",
        "MATCH (x)-[s:UNLOCKS]->(y) WHERE x.key = $key "
        "RETURN y.key AS key, y.name AS name, s.reason AS reason ORDER BY key LIMIT $limit",
        {"key": ..., "limit": 20},
    ),
}


def asked(name: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The Cypher of a question and its parameters. ValueError says what is missing or not known."""
    if name not in QUESTIONS:
        raise ValueError(f"unknown question {name!r}; one of {', '.join(QUESTIONS)}")
    question = QUESTIONS[name]
    for parameter in given:
        if parameter not in question.parameters:
            raise ValueError(f"{name} has no {parameter!r}; it takes {', '.join(question.parameters)}")
    parameters = question.parameters | given
    missing = [parameter for parameter, value in parameters.items() if value is ...]
    if missing:
        raise ValueError(f"{name} needs {' and '.join(missing)}")
    hops = parameters.pop("hops", None)
    if hops is None:
        return question.cypher, parameters
    if hops not in range(1, MAX_HOPS + 1):
        raise ValueError(f"hops is {hops!r}; 1 to {MAX_HOPS} are allowed")
    return _hops(hops), parameters
