"""Positions, decisions and traces as JSON documents: state_v1, action_v1, trace_v1."""

from jimbot.documents.actions import action_json, action_of
from jimbot.documents.read import differences, game_of
from jimbot.documents.scopes import SCOPES, canonical_json, hash_of, hashes_of, scope_of
from jimbot.documents.traces import trace_step
from jimbot.documents.write import state_of

__all__ = [
    "SCOPES",
    "action_json",
    "action_of",
    "canonical_json",
    "differences",
    "game_of",
    "hash_of",
    "hashes_of",
    "scope_of",
    "state_of",
    "trace_step",
]
