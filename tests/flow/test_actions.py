"""Actions: a constructor for every kind, copies, and the stub that shows them to editors."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
from pathlib import Path

import pytest

from jimbot import Action, Game
from jimbot.game.action import CONSTRUCTORS

STUB = Path(__file__).resolve().parents[2] / "src" / "jimbot" / "_core.pyi"
MADE = [
    (Action.play([0, 2, 4]), "play 0,2,4"),
    (Action.discard(range(2)), "discard 0,1"),
    (Action.use(1), "use 1"),
    (Action.use(0, [1, 2]), "use 0 on 1,2"),
    (Action.sell_joker(3), "sell_joker 3"),
    (Action.sell_consumable(0), "sell_consumable 0"),
    (Action.buy_card(1), "buy_card 1"),
    (Action.buy_and_use(0), "buy_and_use 0"),
    (Action.buy_and_use(0, (4,)), "buy_and_use 0 on 4"),
    (Action.buy_voucher(0), "buy_voucher 0"),
    (Action.buy_pack(1), "buy_pack 1"),
    (Action.pick(0, [3]), "pick 0 on 3"),
    (Action.skip_pack(), "skip_pack"),
    (Action.reroll(), "reroll"),
    (Action.leave_shop(), "leave_shop"),
    (Action.select_blind(), "select_blind"),
    (Action.skip_blind(), "skip_blind"),
    (Action.reroll_boss(), "reroll_boss"),
    (Action.cash_out(), "cash_out"),
    (Action.rearrange_hand([1, 0]), "rearrange_hand 1,0"),
    (Action.rearrange_jokers([1, 0]), "rearrange_jokers 1,0"),
    (Action.rearrange_consumables([1, 0]), "rearrange_consumables 1,0"),
    (Action.sort_hand("suit"), "sort_hand suit"),
]


@pytest.mark.parametrize(("made", "text"), MADE, ids=[text for _, text in MADE])
def test_a_constructor_makes_what_the_text_says(made, text):
    assert made == Action(text)
    assert str(made) == text


def test_every_kind_has_a_constructor_and_is_tested():
    kinds = {constructor.__name__ for constructor in CONSTRUCTORS}
    assert {made.kind for made, _ in MADE} == kinds
    for phase in ("BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP"):
        game = Game.from_notation(f"jimbot1 seed=KINDS phase={phase} money=50 jokers=[j_joker]")
        assert {action.kind for action in game.legal_actions()} <= kinds


@pytest.mark.parametrize("bad", ["0", 1.5, None])
def test_a_position_is_a_whole_number(bad):
    with pytest.raises(TypeError):
        Action.sell_joker(bad)
    with pytest.raises(TypeError):
        Action.play([bad])


def test_a_sort_is_by_rank_or_suit():
    with pytest.raises(ValueError, match="colour"):
        Action.sort_hand("colour")


def test_actions_of_a_game_are_copied_and_pickled():
    for action in Game("COPIES").legal_actions():
        assert copy.copy(action) == copy.deepcopy(action) == pickle.loads(pickle.dumps(action)) == action


def test_the_stub_knows_every_constructor():
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == "Action")
    shown = {node.name: ast.unparse(node.args) for node in found.body if isinstance(node, ast.FunctionDef)}
    for constructor in CONSTRUCTORS:
        written = ast.parse(inspect.getsource(constructor)).body[0]
        assert isinstance(written, ast.FunctionDef)
        assert shown[written.name] == ast.unparse(written.args)
