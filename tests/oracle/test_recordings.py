"""The real game: every recorded run is replayed from its seed and compared field by field."""

from __future__ import annotations

from pathlib import Path

import pytest

from jimbot.parity.recordings import read_recording, recordings
from jimbot.parity.replay import Replay, replay
from jimbot.parity.scenarios import read_scenarios, run_scenario

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def replays(shared: Path) -> list[Replay]:
    return [replay(read_recording(path)) for path in recordings(shared / "oracle")]


def test_no_difference_is_unexplained(replays: list[Replay]) -> None:
    differences = [str(d) for r in replays for d in r.unexplained]
    assert not differences, "\n".join(differences[:20])


def test_every_score_matches(replays: list[Replay]) -> None:
    assert sum(r.plays for r in replays) > 5300
    assert [r.run for r in replays if r.plays != r.plays_matched] == []


def test_the_replays_reach_the_end_of_the_logs(replays: list[Replay]) -> None:
    """Nothing is skipped silently: runs, steps and compared fields as counted when the engine agreed."""
    assert len(replays) == 227
    assert sum(r.calls for r in replays) == 20931
    assert sum(r.fields for r in replays) > 1_000_000


def test_scenarios(shared: Path) -> None:
    scenarios = read_scenarios(shared / "oracle" / "runs2" / "scenarios.jsonl.gz")
    assert len(scenarios) == 74
    differing = {s["scenario"]: [(f.name, f.ours, f.theirs) for f in run_scenario(s)] for s in scenarios}
    assert {name: fields for name, fields in differing.items() if fields} == {}
