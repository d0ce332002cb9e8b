"""Canonical JSON and hashes: a scope changes if and only if its facts change."""

from __future__ import annotations

import hashlib
import json

import pytest

from jimbot import Game
from jimbot.documents import (
    SCOPES,
    canonical_json,
    game_of,
    hash_of,
    hashes_of,
    scope_of,
    state_of,
    trace_step,
)
from jimbot.documents.actions import action_json
from jimbot.live.protocol.calls import to_call

from .positions import played, walk

SHOP = Game.from_notation("jimbot1 seed=SCOPES phase=SHOP money=20 jokers=[j_joker] shop=[j_egg,c_fool]")
ROUND = Game.from_notation(
    "jimbot1 seed=SCOPES phase=SELECTING_HAND money=20 jokers=[j_joker] hand=[S_K,H_2]"
)


def test_canonical_json_is_one_text_per_value() -> None:
    assert (
        canonical_json({"b": 1.0, "a": [2.5, -0.0, True, None, "ü"]}) == '{"a":[2.5,0,true,null,"ü"],"b":1}'
    )
    assert canonical_json(float("inf")) == '"inf"'
    state = state_of(played(5, 40), hidden=True)
    shuffled = json.loads(json.dumps(dict(reversed(state.items()))))
    assert canonical_json(shuffled) == canonical_json(state)


def test_the_hash_is_sha_256_of_the_scope() -> None:
    state = state_of(SHOP)
    text = canonical_json(scope_of(state, "economy"))
    assert hash_of(state, "economy") == hashlib.sha256(text.encode()).hexdigest()
    assert hashes_of(state).keys() == SCOPES.keys()
    with pytest.raises(ValueError, match="unknown scope 'everything'; one of hand_core, score_core, "):
        hash_of(state, "everything")


# A position, tokens that change one fact, and the scopes that hold it (beside full).
CHANGES = [
    (ROUND, "money=21", "hand_core economy"),
    (ROUND, "hand=[S_K,H_3]", "hand_core zones"),
    (ROUND, "hands_left=2", "hand_core blinds"),
    (ROUND, "score=5", "hand_core score_core"),
    (ROUND, "hands=[pair:3]", "score_core"),
    (ROUND, "jokers=[j_runner:45#60]", "jokers"),
    (ROUND, "consumables=[c_fool]", "jokers"),
    (ROUND, "boss=bl_hook", "blinds"),
    (ROUND, "tags=[tag_double]", "blinds"),
    (ROUND, "tarots_used=3", ""),
    (SHOP, "shop=[j_egg]", "shop"),
    (SHOP, "shop_packs=[p_arcana_normal_1]", "shop"),
    (SHOP, "free_rerolls=2", "economy"),
    (SHOP, "vouchers=[v_blank]", "shop"),
    (SHOP, "rng=[boss:0.25]", "rng"),
    (SHOP, "mail_rank=3", "jokers"),
]


@pytest.mark.parametrize(("game", "tokens", "scopes"), CHANGES)
def test_a_fact_changes_its_scopes_and_no_other(game: Game, tokens: str, scopes: str) -> None:
    before, after = (
        hashes_of(state_of(game, hidden=True)),
        hashes_of(state_of(game.edited(tokens), hidden=True)),
    )
    assert {scope for scope in SCOPES if before[scope] != after[scope]} == {*scopes.split(), "full"}


def test_the_order_of_the_deck_is_in_the_hidden_zones_only() -> None:
    redrawn = ROUND.determinize(4)
    assert hashes_of(state_of(ROUND)) == hashes_of(state_of(redrawn))
    one, two = hashes_of(state_of(ROUND, hidden=True)), hashes_of(state_of(redrawn, hidden=True))
    changed = {scope for scope in SCOPES if one[scope] != two[scope]}
    assert {"zones", "rng", "full"} <= changed <= {"zones", "rng", "full", "jokers", "shop"}


def test_equal_games_have_equal_hashes() -> None:
    for game in walk(2, 60):
        state = state_of(game, hidden=True)
        assert hashes_of(state) == hashes_of(state_of(game_of(state), hidden=True))


def test_a_trace_holds_n_steps_for_n_actions() -> None:
    game = Game("TRACE")
    before, steps = state_of(game), []
    for i, text in enumerate(("select_blind", "play 0,1,2", "discard 0")):
        action = action_json(text, game.phase)
        assert to_call(text)[0] in ("select", "play", "discard")
        game.apply(text)
        state = state_of(game)
        steps.append(trace_step(i, action, state, before=before, reward=0.5, snapshot=True))
        before = state
    assert [s["step_id"] for s in steps] == [0, 1, 2]
    assert steps[1]["score_observed"] == {
        "pre_total": 0,
        "total": game.round_score,
        "delta": game.round_score,
    }
    assert "score_observed" not in steps[2]
    assert steps[2]["canonical_state_snapshot"] == state_of(game)
    assert steps[2]["state_hash_full"] == hash_of(state_of(game))
