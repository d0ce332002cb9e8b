"""Replays summed up: what `jimbot parity replay` prints."""

from __future__ import annotations

from collections import Counter
from typing import Any

from jimbot.documents.scopes import SCOPES
from jimbot.live.parity.replay import Difference, Replay, Tally


def _shown(difference: Difference) -> dict[str, Any]:
    return {
        "run": difference.run,
        "step": difference.step,
        "call": difference.call,
        "field": difference.field.name,
        "ours": difference.field.ours,
        "recorded": difference.field.theirs,
        "before": difference.before,
    }


def total(replays: list[Replay], scope: str) -> Tally:
    parts = [r.scopes[scope] for r in replays]
    return Tally(
        sum(p.steps for p in parts),
        sum(p.steps_matched for p in parts),
        sum(p.steps_identical for p in parts),
    )


def summary(replays: list[Replay], strict: bool, first: int = 10) -> dict[str, Any]:
    """One object over all runs. `calls` are all that were replayed, `steps` those with a recorded state."""
    scopes = {scope: total(replays, scope) for scope in SCOPES}
    full = scopes["full"]
    explained = Counter(d.explained for r in replays for d in r.differences if d.explained)
    unexplained = [d for r in replays for d in r.unexplained]
    corrections: Counter[str] = sum((r.corrections for r in replays), Counter())
    return {
        "runs": len(replays),
        "recorded_by": dict(Counter(r.source for r in replays)),
        "calls": sum(r.calls for r in replays),
        "steps": full.steps,
        "steps_matched": full.steps_matched,
        "steps_identical": full.steps_identical,
        "plays": sum(r.plays for r in replays),
        "plays_matched": sum(r.plays_matched for r in replays),
        "fields": sum(r.fields for r in replays),
        "scopes": scopes,
        "explained": dict(explained.most_common()),
        "unexplained": len(unexplained),
        "first_unexplained": [_shown(d) for d in unexplained[:first]],
        "injected": corrections.total(),
        "corrections": dict(corrections.most_common()),
        "stopped": [{"run": r.run, "calls": r.calls, "why": r.stopped} for r in replays if r.stopped],
        "strict": strict,
    }
