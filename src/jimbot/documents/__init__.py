"""Positions, decisions and traces as JSON documents (state_v1, action_v1, trace_v1), and games in files."""

from jimbot.documents.actions import action_json, action_of
from jimbot.documents.game_files import read_game, read_transcript, write_save
from jimbot.documents.hand_ids import hand_action, hand_id, hand_id_count, legal_hand_ids
from jimbot.documents.read import differences, game_of
from jimbot.documents.schema import KINDS, errors, validate
from jimbot.documents.scopes import SCOPES, canonical_json, hash_of, hashes_of, scope_of
from jimbot.documents.traces import trace_step
from jimbot.documents.write import state_of

__all__ = [
    "KINDS",
    "SCOPES",
    "action_json",
    "action_of",
    "canonical_json",
    "differences",
    "errors",
    "game_of",
    "hand_action",
    "hand_id",
    "hand_id_count",
    "hash_of",
    "hashes_of",
    "legal_hand_ids",
    "read_game",
    "read_transcript",
    "scope_of",
    "state_of",
    "trace_step",
    "validate",
    "write_save",
]
