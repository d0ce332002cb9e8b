"""Why runs were lost: each lost game in one bucket, by the position it ended in. And the risk guard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from jimbot.evaluation.runs import Record
from jimbot.game import Game
from jimbot.game.content import content
from jimbot.release.gates.statistics import paired_by_seed

BUCKETS = {
    "phase_stall": "the game did not end: too many decisions, no answer in time, or a limit of the engine",
    "boss_blind_specific": "lost to a boss with enough chips for that ante's Big Blind",
    "econ_collapse": "lost with less than $4 (no shop can be paid) and a free joker slot",
    "shop_misplay": "lost with $25 or more (more earns no interest) and a free joker slot",
    "resource_exhausted": "lost with half of the chips or more, and no hand and no discard left",
    "blind_score_shortfall": "lost with less than that: the build was too weak",
    "other": "the agent failed, or nothing is known of the end",
}
CRITICAL = ("boss_blind_specific", "econ_collapse", "resource_exhausted")
MAX_WORSE = 0.05  # share of games by which a critical bucket may grow
POOR, RICH = 4, 25
NEAR = 0.5
STALLS = ("has not ended after", "no answer within")


def bucket(record: Record) -> str | None:
    """Of a lost game; None for a win."""
    if record.won:
        return None
    if record.truncated or (record.failure and any(text in record.failure.reason for text in STALLS)):
        return "phase_stall"
    if record.failure or record.death is None or not record.transcript:
        return "other"
    end = Game.replay(record.transcript)
    share = end.round_score / end.target
    free = end.joker_slots > len(end.jokers)
    if record.death.blind == "boss" and end.round_score >= end.blinds[1].target:
        return "boss_blind_specific"
    if free and end.money < POOR:
        return "econ_collapse"
    if free and end.money >= RICH:
        return "shop_misplay"
    if share >= NEAR and end.hands_left == 0 and end.discards_left == 0:
        return "resource_exhausted"
    return "blind_score_shortfall"


def buckets(records: Sequence[Record]) -> dict[str, Any]:
    """Games and shares by bucket, with the bosses and antes that runs were lost to."""
    found = Counter(bucket(record) for record in records)
    bosses = Counter(r.death.boss for r in records if r.death and r.death.blind == "boss")
    antes = Counter(r.death.ante for r in records if r.death)
    return {
        "games": len(records),
        "lost": sum(not record.won for record in records),
        "buckets": {name: found[name] for name in BUCKETS},
        "shares": {name: found[name] / len(records) for name in BUCKETS},
        "bosses": {content()["blind"][key]["name"]: count for key, count in bosses.most_common()},
        "antes": {str(ante): antes[ante] for ante in sorted(antes)},
    }


def risk_guard(candidate: Sequence[Record], baseline: Sequence[Record]) -> dict[str, Any]:
    """No critical bucket may be worse than the baseline's by more than 5 points of the games.

    A loss counts against the agent that got no further than the other on that seed: one that reaches bosses
    that the other never saw, and loses to one, is not worse for it.
    """
    pairs = paired_by_seed(candidate, baseline)
    ours = _losses_that_count(pairs)
    theirs = _losses_that_count([(two, one) for one, two in pairs])
    worse = {name: (ours[name] - theirs[name]) / len(pairs) for name in CRITICAL}
    broken = [name for name, more in worse.items() if more > MAX_WORSE]
    return {
        "passed": not broken,
        "allowed": MAX_WORSE,
        "worse_by": worse,
        "broken": broken,
        "candidate": buckets(candidate)["shares"],
        "baseline": buckets(baseline)["shares"],
        "n": len(pairs),
    }


def _losses_that_count(pairs: Sequence[tuple[Record, Record]]) -> Counter[str | None]:
    """Buckets of the first's games in which it got no further than the second."""
    return Counter(bucket(one) for one, two in pairs if (one.won, one.blinds) <= (two.won, two.blinds))
