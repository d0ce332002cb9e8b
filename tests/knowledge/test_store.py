"""The embedded engine: all questions, in time; files; what is refused; what telemetry records."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("ladybug")

from jimbot.knowledge import QUESTIONS, Knowledge, package_graph
from jimbot.knowledge.embedded import EmbeddedStore
from jimbot.runs import telemetry

OWNED = ["j_baron", "j_mime", "j_blueprint", "j_scary_face", "j_photograph"]
SIMPLE: dict[str, dict[str, Any]] = {
    "synergies": {"jokers": OWNED},
    "boss": {"boss": "The Plant", "jokers": OWNED},
    "counters": {"boss": "bl_plant"},
    "deck": {"deck": "checkered"},
    "cards": {"jokers": OWNED},
    "strategies": {"jokers": OWNED},
    "serves": {"archetype": "flush"},
    "leads": {"key": "The Chariot"},
    "unlocks": {"key": "Overstock"},
}
COMPLEX: dict[str, dict[str, Any]] = {
    "additions": {"jokers": OWNED, "budget": 8},
    "combinations": {"budget": 12},
    "paths": {"start": "baron", "goal": "hack", "hops": 3, "least": 0.0, "source": "rows"},
}
TRIES = 9


def milliseconds(knowledge: Knowledge, question: str, given: dict[str, Any]) -> float:
    """The best of some tries, in time of this process: the machine may be busy."""
    spent = []
    for _ in range(TRIES):
        begin = time.process_time()
        knowledge.ask(question, **given)
        spent.append(time.process_time() - begin)
    best = 1000 * min(spent)
    print(f"{question}: {best:.1f} ms")  # shown by pytest -s
    return best


@pytest.mark.parametrize("question", SIMPLE)
def test_simple_questions_are_answered_within_5_ms(knowledge: Knowledge, question: str) -> None:
    assert knowledge.ask(question, **SIMPLE[question])
    assert milliseconds(knowledge, question, SIMPLE[question]) <= 5


@pytest.mark.parametrize("question", COMPLEX)
def test_complex_questions_are_answered_within_50_ms(knowledge: Knowledge, question: str) -> None:
    assert knowledge.ask(question, **COMPLEX[question])
    assert milliseconds(knowledge, question, COMPLEX[question]) <= 50


def test_no_question_is_untested() -> None:
    assert {*SIMPLE, *COMPLEX} == set(QUESTIONS)


def test_answers_are_those_of_the_graph(knowledge: Knowledge) -> None:
    for source in ("rounds", "judge", "rows"):
        edges = [
            edge
            for edge in package_graph().edges
            if edge.type == "SYNERGIZES_WITH" and edge.source == source and "j_baron" in (edge.start.key, edge.end.key)
            and edge.start.label == "Joker" and edge.strength >= 0
        ]  # fmt: skip
        rows = knowledge.ask("synergies", jokers="Baron", source=source, limit=1000)
        assert [row["strength"] for row in rows] == sorted((edge.strength for edge in edges), reverse=True)
    best = knowledge.ask("additions", jokers=OWNED, budget=5, limit=200)
    assert all(row["cost"] <= 5 and row["joker"] not in OWNED for row in best)
    assert [row["together"] for row in best] == sorted((row["together"] for row in best), reverse=True)
    paths = knowledge.ask("paths", start="j_baron", goal="j_blueprint", source="rows")
    assert ["Baron", "Mime", "Blueprint"] in [row["path"] for row in paths]


@pytest.mark.parametrize(
    ("question", "given", "why"),
    [
        ("nonsense", {}, "unknown question 'nonsense'; one of synergies"),
        ("synergies", {}, "synergies needs jokers"),
        ("synergies", {"jokers": "baron", "boss": "ox"}, "synergies has no 'boss'"),
        ("synergies", {"jokers": "barron"}, "did you mean j_baron"),
        ("paths", {"start": "baron", "goal": "mime", "hops": 4}, "hops is 4; 1 to 3"),
    ],
)
def test_wrong_questions_are_reported_in_words(
    knowledge: Knowledge, question: str, given: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        knowledge.ask(question, **given)


def test_cypher_that_is_none_is_reported_in_one_line(knowledge: Knowledge) -> None:
    with pytest.raises(ValueError) as answer:
        knowledge.cypher("MATCH nonsense")
    assert "\n" not in str(answer.value)
    assert knowledge.cypher(
        "MATCH (j:Joker) WHERE j.family = $of RETURN count(j) AS n", {"of": "legendary"}
    ) == [{"n": 5}]


def test_a_file_keeps_the_graph_and_takes_another(tmp_path: Path) -> None:
    path = tmp_path / "graph.lbug"
    for graph in (package_graph(), package_graph()):  # the second takes the place of the first
        store = EmbeddedStore(path)
        store.load(graph)
        store.close()
    store = EmbeddedStore(path)
    kept = store.graph()
    store.close()
    assert sorted(kept.nodes) == sorted(package_graph().nodes)
    assert sorted(kept.edges) == sorted(package_graph().edges)
    (tmp_path / "text").write_text("no graph" * 1000)
    with pytest.raises(ValueError, match="cannot be opened as a graph"):
        EmbeddedStore(tmp_path / "text")


def test_questions_are_recorded_by_telemetry(knowledge: Knowledge, tmp_path: Path) -> None:
    telemetry.start(str(tmp_path), "test")
    try:
        rows = knowledge.ask("synergies", jokers="baron", limit=3)
        with pytest.raises(ValueError):
            knowledge.cypher("MATCH nonsense")
    finally:
        telemetry.stop()
    lines = [json.loads(line) for file in tmp_path.glob("*.jsonl") for line in file.read_text().splitlines()]
    answer = [line for line in lines if line["measure"] == "graph"]
    assert [(line["tags"]["question"], line["values"]["failed"]) for line in answer] == [
        ("synergies", 0),
        ("cypher", 1),
    ]
    assert answer[0]["values"]["rows"] == len(rows) > 0
    assert answer[0]["tags"]["engine"] == "embedded"


def test_the_graph_of_the_package_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time it is opened from the user's cache; where nothing can be kept it is made in memory."""
    from jimbot.knowledge.build import package_graph
    from jimbot.knowledge.embedded import open_kept

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "jimbot").mkdir()
    (tmp_path / "jimbot" / "graph-old.lbug").write_text("")
    answers = []
    for _ in range(2):
        store = open_kept(package_graph())
        answers.append(store.rows("MATCH (a)-[e]->(b) RETURN count(e) AS edges", {}))
        store.close()
        (kept,) = (tmp_path / "jimbot").iterdir()
        made = kept.stat().st_mtime_ns
    assert answers[0] == answers[1]
    assert kept.stat().st_mtime_ns == made
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert open_kept(package_graph()).rows("MATCH (a)-[e]->(b) RETURN count(e) AS edges", {}) == answers[0]
