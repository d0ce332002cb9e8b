"""Positions, decisions and traces as JSON documents: state_v1, action_v1, trace_v1."""

from jimbot.states.actions import action_json, action_of
from jimbot.states.calls import NoCall, call_of, from_call, has_call, to_call
from jimbot.states.read import differences, game_of
from jimbot.states.scopes import SCOPES, canonical_json, hash_of, hashes_of, scope_of
from jimbot.states.traces import trace_step
from jimbot.states.write import state_of

__all__ = [
    "SCOPES",
    "NoCall",
    "action_json",
    "action_of",
    "call_of",
    "canonical_json",
    "differences",
    "from_call",
    "game_of",
    "has_call",
    "hash_of",
    "hashes_of",
    "scope_of",
    "state_of",
    "to_call",
    "trace_step",
]
