"""`jimbot parity report`: coverage per item."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from jimbot.game.content import content

Run = Callable[..., Any]
FOLDER = Path(__file__).parent / "fixtures"


def test_counts_per_item(parity: Run) -> None:
    done = parity("report", FOLDER / "planets.jsonl.gz", "--json")
    found = done.json
    assert done.code == 0
    assert found["runs"] == 1
    assert found["recorded_by"] == {"jimbot": 1}
    planets = found["coverage"]["planet"]
    assert (planets["items"], planets["seen"], planets["matched"], planets["never"]) == (12, 12, 12, [])
    steps = planets["steps"]["c_pluto"]
    assert steps["seen"] == steps["matched"] == 2
    assert steps["mismatched"] == 0
    jokers = found["coverage"]["joker"]
    assert jokers["seen"] == 0
    assert len(jokers["never"]) == 150
    assert found["coverage"]["deck"]["steps"].keys() == {"b_red"}


def test_an_item_of_a_differing_step_is_mismatched(parity: Run, altered: Run) -> None:
    owned = ""

    def change(rows: list[dict[str, Any]]) -> None:
        nonlocal owned
        state = next(row["state"] for row in rows if row.get("state") and row["state"]["jokers"]["cards"])
        owned = state["jokers"]["cards"][0]["key"]
        state["money"] += 1

    coverage = parity("report", altered(change), "--json").json["coverage"]
    assert coverage["joker"]["steps"][owned]["mismatched"] == 1
    assert coverage["joker"]["mismatched"] >= 1
    assert f"mismatched joker: {content()['joker'][owned]['name']}" in parity("report", altered(change)).out


def test_as_markdown(parity: Run, tmp_path: Path) -> None:
    path = tmp_path / "coverage.md"
    done = parity("report", FOLDER / "tarots.jsonl.gz", "--out", path)
    assert done.code == 0
    assert str(path) in done.out
    text = path.read_text(encoding="utf-8")
    assert "| tarot | 22 | 22 | 22 | 0 |" in text
    assert "The Fool `c_fool`" in text
    assert "Never seen: " in text
    assert "Zodiac Deck" in text
    assert [p.name for p in tmp_path.iterdir()] == ["coverage.md"]


def test_as_text(parity: Run) -> None:
    done = parity("report", FOLDER / "stakes.jsonl.gz")
    assert done.code == 0
    assert "never seen hand: " in done.out
