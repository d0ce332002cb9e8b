"""trace_v1: one line per action, with the hashes of the state after it."""

from __future__ import annotations

from typing import Any

from jimbot.documents.codes import Json, number_json
from jimbot.documents.schema import validate
from jimbot.documents.scopes import hashes_of


def trace_step(
    step_id: int,
    action: Json,
    state: Json,
    *,
    before: Json | None = None,
    reward: float = 0.0,
    info: dict[str, Any] | None = None,
    snapshot: bool = False,
) -> Json:
    """The step after an action_v1. With the state ``before`` it says what a play scored; with ``snapshot``
    it carries the whole state."""
    step: Json = {
        "schema_version": "trace_v1",
        "step_id": step_id,
        "phase": state["phase"],
        "action": action,
        **{f"state_hash_{scope}": digest for scope, digest in hashes_of(state).items()},
        "reward": number_json(reward),
        "done": state["flags"]["done"],
        "info": info or {},
    }
    if before is not None and action["action_type"] == "PLAY":
        old, new = float(before["score"]["chips"]), float(state["score"]["chips"])
        step["score_observed"] = {
            "pre_total": number_json(old),
            "total": number_json(new),
            "delta": number_json(new - old),
        }
    if snapshot:
        step["canonical_state_snapshot"] = state
    validate("trace_v1", step)
    return step
