"""The list of words: what it finds, and what it leaves alone."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def found(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import words

    monkeypatch.setattr(words, "ROOT", tmp_path)

    def found(line: str) -> list[str]:
        path = tmp_path / "page.md"
        path.write_text(f"A first line.\n{line}\n", encoding="utf-8")
        return words.found(path)

    yield found
    sys.modules.pop("words")


@pytest.mark.parametrize(
    "line",
    [
        "what the agent is told",
        "unless_told = 3",
        "it tells of the run",
        "so many seeds",
        "so much need left",
        "drawn anew",
        "where it stands",
        "it may stand there",
        "what a client heard",
        "std::uint64_t luck",
        "for (auto each : lucks)",
        "a generator: kept_luck(state)",
        "constexpr kLuck = 3",
        "chances = log_softmax(x)",
        "int most_steps",
        "kMostSteps",
        "MOST_BYTES = 3",
        "struct JokerTold {}",
        "class Telling:",
        "float sight",
        "hand.doubt",
        "doubted = 1",
        "int digs = 3",
        "card.ties.push(3)",
        "joker_ties",
        "double outlook",
        "TOLD_APART = 0.01",
        "whoever plays",
        "a run that came to ante 3",
        "what became of the game",
        "a run is taken up again",
        "what is said of it",
        "as foretold",
        "events are handed on",
        "no forge was at hand",
        "a network of one's own",
        "ended for want of memory",
    ],
)
def test_the_dialect_is_found(found, line):
    (fault,) = found(line)
    assert fault.startswith("page.md:2: ")
    assert "; better: " in fault


@pytest.mark.parametrize(
    "line",
    [
        'Game("TOLD")',
        "jimbot seed find --luck 3",
        "so much that it fails",
        "the two cannot tell one from the other",
        "file.tell()",
        "most_common()",
        "at most one",
        "a hand of cards in sight",
        "the port is in doubt: port.in_doubt",
        "ties go to the higher hand",
        "a lucky card",
        "the score comes together",
        "two hands at a time",
        "digits",
    ],
)
def test_plain_words_are_left_alone(found, line):
    assert found(line) == []
