"""Action <-> action_v1 <-> protocol calls."""

from __future__ import annotations

from typing import Any

import pytest

from jimbot import Action, Game
from jimbot.documents import action_json, action_of
from jimbot.documents.actions import ALIASES, FIELDS
from jimbot.documents.schema import schema, validate
from jimbot.live.protocol.calls import NoCall, from_call, to_call

from .positions import walk

ROUND = Game.from_notation(
    "jimbot1 seed=T phase=SELECTING_HAND jokers=[j_joker,j_egg,j_baron] consumables=[c_fool,c_death] "
    "hand=[S_K,H_2,D_3,C_4]"
)
PACK = Game.from_notation("jimbot1 seed=T phase=PACK pack=p_arcana_normal_1 pack_cards=[c_fool,c_death]")


def document(type_: str, phase: str = "SELECTING_HAND", **fields: Any) -> dict[str, Any]:
    return {"schema_version": "action_v1", "phase": phase, "action_type": type_, **fields}


def test_there_are_26_types_and_the_schema_knows_them_all() -> None:
    types = schema("action_v1")["properties"]["action_type"]["enum"]
    assert len(FIELDS) == 26
    assert set(types) == {*FIELDS, *ALIASES}


# A document and the decision it means in ROUND.
MEANINGS = [
    (document("PLAY", indices=[0, 2]), "play 0,2"),
    (document("PLAY", indices=[1, 3], index_base=1), "play 0,2"),
    (document("DISCARD", indices=[3]), "discard 3"),
    (document("SELECT", "BLIND_SELECT"), "select_blind"),
    (document("SELECT_BLIND", "BLIND_SELECT"), "select_blind"),
    (document("SKIP", "BLIND_SELECT"), "skip_blind"),
    (document("REROLL_BOSS", "BLIND_SELECT"), "reroll_boss"),
    (document("CASH_OUT", "ROUND_EVAL"), "cash_out"),
    (document("REROLL", "SHOP"), "reroll"),
    (document("REROLL", "SHOP"), "reroll"),
    (document("NEXT_ROUND", "SHOP"), "leave_shop"),
    (document("BUY", "SHOP", item="voucher", index=1), "buy_voucher 1"),
    (document("BUY_CARD", "SHOP", index=1, index_base=1), "buy_card 0"),
    (document("BUY_PACK", "SHOP", index=1), "buy_pack 1"),
    (document("BUY_AND_USE", "SHOP", index=0, targets=[1]), "buy_and_use 0 on 1"),
    (document("SELL", item="joker", index=2), "sell_joker 2"),
    (document("SELL_CONSUMABLE", index=0), "sell_consumable 0"),
    (document("USE", index=1, targets=[0, 3]), "use 1 on 0,3"),
    (document("USE", index=2, targets=[1, 4], index_base=1), "use 1 on 0,3"),
    (document("PACK", "PACK", index=1, targets=[0, 1]), "pick 1 on 0,1"),
    (document("SORT_HAND", by="suit"), "sort_hand suit"),
    (document("REORDER_HAND", permutation=[3, 2, 1, 0]), "rearrange_hand 3,2,1,0"),
    (document("MOVE_HAND", src=0, dst=2), "rearrange_hand 1,2,0,3"),
    (document("SWAP_HAND", src=0, dst=2), "rearrange_hand 2,1,0,3"),
    (document("REORDER_JOKERS", permutation=[2, 0, 1]), "rearrange_jokers 2,0,1"),
    (document("MOVE_JOKERS", src=2, dst=0), "rearrange_jokers 2,0,1"),
    (document("SWAP_JOKERS", src=1, dst=3, index_base=1), "rearrange_jokers 2,1,0"),
    (document("SWAP_CONSUMABLES", src=0, dst=1), "rearrange_consumables 1,0"),
    (document("MOVE_CONSUMABLES", src=0, dst=1), "rearrange_consumables 1,0"),
    (document("REORDER_CONSUMABLES", permutation=[1, 0]), "rearrange_consumables 1,0"),
]


@pytest.mark.parametrize(("given", "text"), MEANINGS)
def test_what_a_document_means(given: dict[str, Any], text: str) -> None:
    assert str(action_of(given, ROUND)) == text


def test_skip_depends_on_the_phase() -> None:
    assert str(action_of(document("SKIP", "PACK"), PACK)) == "skip_pack"
    assert str(action_of(document("SKIP", "BLIND_SELECT"), Game("T"))) == "skip_blind"


REFUSED = [
    (document("PLAY"), "action_v1.indices: missing; PLAY needs indices"),
    (
        document("PLAY", indices=[0], targets=[1]),
        "action_v1.targets: PLAY has no such field; it takes indices",
    ),
    (document("CASH_OUT", index=0), "action_v1.index: CASH_OUT has no such field; it takes none"),
    (
        document("PLAY", indices=[0, 1], index_base=1),
        "action_v1.indices: [0, 1] is not valid with index_base 1; must be at least 1",
    ),
    (
        document("BUY", item="joker", index=0),
        "action_v1.item: 'joker' is not valid; BUY takes one of card, voucher, pack",
    ),
    (document("BUY_CARD", item="pack", index=0), "action_v1.item: 'pack' is not valid; must be 'card'"),
    (document("SWAP_JOKERS", src=0, dst=3), "action_v1.dst: there is no position 3; jokers has 3"),
    (document("START", "MENU", seed="A"), "action_v1.action_type: START is not a decision in a run"),
    (document("WAIT"), "action_v1.action_type: WAIT is not a decision in a run"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_faults_are_named(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError) as raised:
        action_of(given, ROUND)
    assert str(raised.value).startswith(message)


CALLS = [
    ("select_blind", "select", {}),
    ("skip_blind", "skip", {}),
    ("play 0,2", "play", {"cards": [0, 2]}),
    ("discard 1", "discard", {"cards": [1]}),
    ("cash_out", "cash_out", {}),
    ("leave_shop", "next_round", {}),
    ("reroll", "reroll", {}),
    ("buy_card 1", "buy", {"card": 1}),
    ("buy_voucher 0", "buy", {"voucher": 0}),
    ("buy_pack 1", "buy", {"pack": 1}),
    ("sell_joker 2", "sell", {"joker": 2}),
    ("sell_consumable 0", "sell", {"consumable": 0}),
    ("use 1 on 0,3", "use", {"consumable": 1, "cards": [0, 3]}),
    ("use 0", "use", {"consumable": 0}),
    ("pick 1 on 0,1", "pack", {"card": 1, "targets": [0, 1]}),
    ("skip_pack", "pack", {"skip": True}),
    ("rearrange_jokers 2,0,1", "rearrange", {"jokers": [2, 0, 1]}),
    ("rearrange_hand 3,2,1,0", "rearrange", {"hand": [3, 2, 1, 0]}),
]


@pytest.mark.parametrize(("text", "method", "params"), CALLS)
def test_calls_of_the_protocol(text: str, method: str, params: dict[str, Any]) -> None:
    assert to_call(text) == (method, params)
    game = PACK if method == "pack" else ROUND
    assert str(from_call(method, params, game)) == text


def test_what_the_protocol_cannot_say() -> None:
    for text in ("buy_and_use 0", "reroll_boss", "sort_hand rank"):
        with pytest.raises(NoCall, match=f"the protocol has no call for '{text}'"):
            to_call(text)
    with pytest.raises(ValueError, match=r"call 'add' with .* is not a decision"):
        from_call("add", {"key": "j_joker"}, ROUND)


def test_targets_that_a_card_does_not_take_are_left_out() -> None:
    assert str(from_call("pack", {"card": 0, "targets": [0, 1]}, PACK)) == "pick 0"


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("number", [1, 2, 7, 10])
def test_every_legal_decision_survives(number: int, base: int) -> None:
    kinds = set()
    for game in walk(number):
        for action in game.legal_actions()[:60]:
            written = action_json(action, game.phase, base)
            validate("action_v1", written)
            assert action_of(written, game) == action
            kinds.add(action.kind)
            try:
                method, params = to_call(action)
            except NoCall:
                continue
            assert from_call(method, params, game) == action
    assert len(kinds) > 8


def test_action_json_takes_text_and_actions() -> None:
    assert action_json(Action("play 0"), "SELECTING_HAND") == action_json("play 0", "SELECTING_HAND")
