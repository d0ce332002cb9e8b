"""review: a run that was lost, in words and as a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot import Game
from jimbot.apps.kept import KeptRuns
from jimbot.apps.sitting import Sitting

LAST_STAND = "select_blind\nplay 0\nplay 0\nplay 0\nplay 0\n"


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    path = tmp_path / "lost.txt"
    path.write_text(f"{Game('REVIEW', 'red', 'gold').transcript.strip()}\n{LAST_STAND}")
    return path


def test_a_lost_run(jimbot, lost: Path, tmp_path: Path) -> None:
    out = tmp_path / "review.html"
    done = jimbot("review", str(lost), "--agent", "heuristic", "--html", str(out), "--top", "3")
    assert (done.code, done.err) == (0, "")
    assert "Gold Stake: lost in ante 1 to Small Blind. The adviser would have done the same in" in done.out
    assert "1. ante 1, Small Blind: play " in done.out
    assert " redrawn games" in done.out
    page = out.read_text()
    assert page.count("data:image/png;base64,") == 3
    assert "default-src 'none'" in page
    found = jimbot("review", str(lost), "--agent", "heuristic", "--json").json
    costs = [one["cost"] for one in found["regrets"]]
    assert costs == sorted(costs, reverse=True)
    assert all(cost > 0 for cost in costs)
    assert len(costs) <= 5


def test_a_kept_run_by_its_name(jimbot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    sitting = Sitting(Game("KEPT"), KeptRuns().file_for(Game("KEPT"), "mine"))
    sitting.act("select_blind")
    done = jimbot("review", "mine", "--agent", "heuristic")
    assert (done.code, "not finished" in done.out) == (0, True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("jimbot-run seed=X\n", "no decision was made in it"),
        ("jimbot-run seed=X\nfly\n", "line 2"),
        ("", "'jimbot-run"),
    ],
)
def test_bad_input(jimbot, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "run.txt"
    path.write_text(text)
    done = jimbot("review", str(path))
    assert (done.code, message in done.err) == (2, True), done.err
    gone = jimbot("review", str(tmp_path / "gone"))
    assert (gone.code, "No such file" in gone.err) == (2, True)


def test_lost_games_of_an_evaluation(jimbot, tmp_path: Path) -> None:
    played, page = tmp_path / "played", tmp_path / "lost.html"
    jimbot("eval", "--agent", "random", "--seeds", "dev-3", "--workers", "0", "--out", str(played))
    given = ("review", str(played), "--agent", "heuristic", "--games", "2", "--top", "2")
    done = jimbot(*given, "--html", str(page))
    assert (done.code, done.err) == (0, "")
    assert "3 of 3 games lost: " in done.out
    assert "2 lost games looked at." in done.out
    found = jimbot(*given, "--json").json
    assert (found["played"], found["lost"], found["reviewed"], len(found["decisions"])) == (3, 3, 2, 2)
    first, second = found["decisions"]
    assert first["cost"] >= second["cost"] > 0
    position = Game.from_notation(first["position"])
    assert position.is_legal(first["made"])
    assert position.is_legal(first["better"])
    shown = page.read_text()
    assert shown.count("data:image/png;base64,") == 2
    assert f"Seed {first['seed']}." in shown


def test_an_evaluation_without_lost_games(jimbot, tmp_path: Path) -> None:
    played = tmp_path / "played"
    jimbot("eval", "--agent", "heuristic", "--seeds", "dev-1", "--workers", "0", "--out", str(played))
    done = jimbot("review", str(played))
    assert (done.code, "none of its 1 games was lost" in done.err) == (2, True)
