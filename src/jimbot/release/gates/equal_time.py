"""Whether the risk-aware controller pays: against each of its members at the same mean time a decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jimbot.evaluation.runs import Record
from jimbot.evaluation.summary import compare
from jimbot.game.seeds import read_seeds
from jimbot.release.gates.ablation import played
from jimbot.release.gates.statistics import middle
from jimbot.release.gates.strategies import Strategy
from jimbot.runs.machine import write_whole

# A member gets more time by settings that make it stronger, from the quickest on.
LADDERS = {
    "heuristic": ("heuristic", "heuristic:tier=deep,rounds=32", "heuristic:tier=deep,rounds=64"),
    "search": (
        "search:worlds=1,candidates=2",
        "search:worlds=2,candidates=3",
        "search:worlds=4,candidates=4",
        "search:worlds=8",
        "search:worlds=16",
    ),
}
TOLERANCE = 1.1  # a member may take longer by this factor
TIMED = 8  # seeds on which settings are timed


def pays(
    place: Path,
    controller: Strategy,
    policy: Strategy,
    seeds: Path,
    games: Mapping[str, Sequence[Record]],
    workers: int,
) -> dict[str, Any]:
    """``games`` are those already played, by agent. Settings are timed on the first few seeds. It pays if it
    wins surely more than every member does in the same time."""
    ours = list(games[controller.agent])
    place.mkdir(exist_ok=True)
    trial = place / "timed_seeds.txt"
    write_whole(trial, "".join(f"{seed}\n" for seed in read_seeds(str(seeds))[:TIMED]))

    def pace(spec: str) -> float:
        return middle(played(place / "timed", _named(spec), trial, workers))["ms_per_decision"]

    limit = TOLERANCE * pace(controller.agent)
    chosen: dict[str, str | None] = {"policy": policy.agent}
    times: dict[str, float] = {}
    for member, ladder in LADDERS.items():
        chosen[member] = None
        for spec in ladder:
            times[spec] = pace(spec)
            if times[spec] > limit:
                break
            chosen[member] = spec
    rows: dict[str, dict[str, Any]] = {}
    for member, setting in chosen.items():
        if setting is None:
            rows[member] = {"agent": None, "why": "its quickest setting takes longer", "beaten": True}
            continue
        theirs = games.get(setting) or played(place, _named(setting), seeds, workers)
        found = compare(ours, theirs)
        wins = found["win_rate"]
        rows[member] = {
            "agent": setting,
            **middle(theirs),
            "wins_more_by": wins["difference"],
            "low": wins["low"],
            "high": wins["high"],
            "beaten": wins["low"] > 0,
        }
    it_pays = all(row["beaten"] for row in rows.values())
    better = ", ".join(name for name, row in rows.items() if not row["beaten"])
    verdict = f"it does not pay: on {len(ours)} seeds it does not win surely more than {better}"
    if it_pays:
        verdict = f"it pays: on {len(ours)} seeds it wins surely more than each member"
    return {
        "schema": "equal_time_v1",
        "controller": {"agent": controller.agent, **middle(ours)},
        "limit_ms_per_decision": limit,
        "timed_ms_per_decision": times,
        "members": rows,
        "pays": it_pays,
        "verdict": f"{verdict} in the same time",
    }


def _named(spec: str) -> Strategy:
    """An agent under a name that a folder can have."""
    return Strategy("".join(c if c.isalnum() or c in "._-" else "_" for c in spec)[-80:], spec)
