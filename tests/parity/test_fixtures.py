"""The directed fixtures: recorded, replayed, complete."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from jimbot import _core
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.live.parity.coverage import Coverage, all_items
from jimbot.live.parity.fixture_runs import record_fixture
from jimbot.live.parity.fixtures import fixtures
from jimbot.live.parity.recordings import Recording, read_recording
from jimbot.live.parity.replay import replay
from jimbot.live.server.session import Session

Run = Callable[..., Any]
FOLDER = Path(__file__).parent / "fixtures"


@pytest.fixture(scope="module")
def recorded() -> dict[str, Recording]:
    paths = sorted(FOLDER.iterdir())
    return {path.name.removesuffix(".jsonl.gz"): read_recording(path) for path in paths}


def test_none_is_missing_and_none_is_left_over(recorded: dict[str, Recording]) -> None:
    assert set(recorded) == {fixture.name for fixture in fixtures()}


def test_they_say_who_recorded_them(recorded: dict[str, Recording]) -> None:
    """Recordings of the simulator must never pass for evidence about the real game."""
    assert {r.header["recorded_by"] for r in recorded.values()} <= {"jimbot", "balatro"}


def test_the_engine_replays_them(parity: Run) -> None:
    done = parity("fixtures", "--check", "--out", FOLDER, "--json")
    found = done.json
    assert done.code == 0, found["unexplained"]
    assert found["missing"] == []
    assert found["steps_matched"] == found["steps"] > 2000
    assert found["plays_matched"] == found["plays"] > 200


def test_they_cover_every_item_of_the_game(recorded: dict[str, Recording]) -> None:
    coverage = Coverage()
    for recording in recorded.values():
        replay(recording, watch=coverage.watch)
    table = coverage.table()
    assert {kind: row["never"] for kind, row in table.items() if row["never"]} == {}
    assert {kind: row["mismatched"] for kind, row in table.items() if row["mismatched"]} == {}
    assert len(all_items()["joker"]) == 150
    assert len(all_items()["boss"]) == 28


def used_consumables(recording: Recording) -> Iterator[str]:
    """Consumables that a step really uses, from the hand or from a pack."""
    used: set[str] = set()

    def watch(before: _core.Game, after: Game, step: dict[str, Any], matched: bool) -> None:
        if step["method"] == "use":
            used.add(before.consumables[step["params"]["consumable"]].key)
        if step["method"] == "pack" and "card" in step["params"]:
            used.add(getattr(before.pack_cards[step["params"]["card"]][0], "key", ""))

    replay(recording, watch=watch)
    yield from used


def test_every_consumable_is_used(recorded: dict[str, Recording]) -> None:
    used = {key for recording in recorded.values() for key in used_consumables(recording)}
    assert set(content()["consumable"]) - used <= {"c_aura"}  # the protocol cannot use it from the slots


def test_every_voucher_is_redeemed_and_nothing_is_refused(recorded: dict[str, Recording]) -> None:
    bought = [s for s in recorded["vouchers"].steps if s["method"] == "buy"]
    assert len(bought) == len(content()["voucher"]) == 32
    refused = [(name, s["i"]) for name, r in recorded.items() for s in r.steps if s["result"] != "ok"]
    assert refused == []


def test_the_table_and_the_recordings_agree(recorded: dict[str, Recording], tmp_path: Path) -> None:
    """Recording again makes the same calls; `jimbot parity fixtures` writes the new ones."""
    for fixture in fixtures():
        assert record_fixture(fixture, Session(), tmp_path, "jimbot") == []
        again = read_recording(tmp_path / f"{fixture.name}.jsonl.gz")
        calls = [[(s["method"], s["params"]) for s in r.steps] for r in (again, recorded[fixture.name])]
        assert calls[0] == calls[1], fixture.name


def test_one_fixture_by_name(parity: Run, tmp_path: Path) -> None:
    done = parity("fixtures", "--out", tmp_path, "--only", "planets")
    assert done.code == 0
    assert [p.name for p in tmp_path.iterdir()] == ["planets.jsonl.gz"]
    assert read_recording(tmp_path / "planets.jsonl.gz").header["recorded_by"] == "jimbot"
    assert "unknown fixture 'comets'" in parity("fixtures", "--out", tmp_path, "--only", "comets").err


def test_a_check_names_what_is_missing(parity: Run, tmp_path: Path) -> None:
    shutil.copy(FOLDER / "planets.jsonl.gz", tmp_path)
    done = parity("fixtures", "--check", "--out", tmp_path, "--json")
    assert done.code == 1
    assert len(done.json["missing"]) == len(fixtures()) - 1
