"""What a network is shown, as one hash: weights that learned from other inputs would play badly, silently.

Computed from what the core writes of a few fixed positions, so that it changes with the meaning of a column.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from jimbot import _core
from jimbot.game import Game

DECISIONS, MOVES, LAYERS = "decisions", "moves", "layers"  # DecisionNet, BalatroNet, LayerNet
OWN = "own layers"  # a network that a program of somebody's own has brought
NETWORKS = (DECISIONS, MOVES, LAYERS, OWN)
POSITION_COLUMNS = sum(size for _, _, size in _core.position_columns())
CHOICE_COLUMNS = sum(size for _, _, size in _core.choice_columns())
POSITIONS = (
    "jimbot1 seed=INPUTS stake=gold phase=BLIND_SELECT ante=3 on_deck=big boss=bl_hook money=12"
    " round=7 skips=1 jokers=[j_egg+6/eternal,j_runner:45/x:FOIL,j_blueprint,j_baron/rental]"
    " tags=[tag_double] hands=[pair:3:12:0,flush:2:4:0] vouchers=[v_hone]"
    " consumables=[c_fool,c_pluto/x:NEGATIVE]",
    "jimbot1 seed=INPUTS phase=SHOP ante=2 boss=bl_wall money=25"
    " jokers=[j_joker,j_yorick:2~11+3/perishable:4] shop=[j_delayed_grat/x:HOLO,c_death]"
    " shop_vouchers=[v_grabber] shop_packs=[p_arcana_normal_1,p_buffoon_normal_1] consumables=[c_hermit]",
    "jimbot1 seed=INPUTS phase=SELECTING_HAND ante=4 on_deck=boss boss=bl_hook hands_left=2 discards_left=1"
    " score=3000 money=9 jokers=[j_baron,j_mime/x:POLYCHROME] consumables=[c_sun,c_death]"
    " hand=[H_K/e:STEEL/s:RED,S_K/e:GLASS/x:HOLO,D_5/b:5,C_5/d,H_2,H_9,S_Q/f,H_7]",
    "jimbot1 seed=INPUTS phase=PACK pack=p_arcana_normal_1 pack_cards=[c_death,c_judgement,c_star] money=4"
    " jokers=[j_joker]",
    "jimbot1 seed=INPUTS phase=PACK pack=p_buffoon_normal_1 pack_cards=[j_duo,j_cavendish/x:FOIL] money=4",
)


def inputs_of(network: str, shape: dict[str, Any]) -> str:
    """The version of what a network of this kind and shape is shown here."""
    if network == DECISIONS:
        return decision_inputs(shape["redraws"], shape["rounds"])
    return move_inputs()


@cache
def decision_inputs(redraws: int, rounds: int) -> str:
    def rows(game: Game) -> Iterable[object]:
        for name, array in _core.choices(game.reveal(), redraws, rounds, 1)[1].items():
            yield name, _rounded(array)

    layout = (_core.position_columns(), _core.choice_columns(), _core.judge_layout())
    return _hash(layout, rows)


@cache
def move_inputs() -> str:
    from jimbot.envs import spec  # here: it loads Gymnasium where that is installed
    from jimbot.envs.batch import Batch

    batch = Batch()

    def rows(game: Game) -> Iterable[object]:
        batch.place(0, game.reveal(), 0)
        for name, array in batch.observations.items():
            yield name, _rounded(array)

    tables = [(t.name, t.dtype.name, t.shape, [(c.name, c.kind) for c in t.columns]) for t in spec.TABLES]
    return _hash((tables, [(move.name, move.first, move.count) for move in spec.MOVES]), rows)


def _hash(layout: object, rows: Callable[[Game], Iterable[object]]) -> str:
    found = hashlib.sha256(repr(layout).encode())
    for text in POSITIONS:
        for row in rows(Game.from_notation(text)):
            found.update(repr(row).encode())
    return found.hexdigest()[:16]


def _rounded(array: Any) -> list[str]:
    """Machines may differ in the last digits of a logarithm."""
    return [f"{value:.3g}" for value in array.ravel().tolist()]
