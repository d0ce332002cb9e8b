"""trace_v1: one step of a trace."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import Field, with_config
from typing_extensions import TypedDict

from jimbot.documents.models.action import ActionV1
from jimbot.documents.models.parts import DOCUMENT, Count, Number, Phase, Real
from jimbot.documents.models.state import StateV1

Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="SHA-256 of a scope of the state.")]


class ScoreObserved(TypedDict):
    """What a play scored."""

    pre_total: Number
    total: Number
    delta: Number


@with_config(DOCUMENT)
class TraceV1(TypedDict):
    """One step of a trace: the state after an action. N actions give N steps; the start is stored apart."""

    schema_version: Literal["trace_v1"]
    step_id: Count
    phase: Literal["MENU", Phase]
    action: ActionV1
    state_hash_hand_core: Hash
    state_hash_score_core: Hash
    state_hash_zones: Hash
    state_hash_economy: Hash
    state_hash_jokers: Hash
    state_hash_shop: Hash
    state_hash_rng: Hash
    state_hash_blinds: Hash
    state_hash_full: Hash
    reward: Real
    done: bool
    info: dict[str, Any]
    canonical_state_snapshot: NotRequired[StateV1]
    score_observed: NotRequired[ScoreObserved]
    rng_replay: NotRequired[dict[str, Any]]
    computed_expected: NotRequired[dict[str, Any]]
