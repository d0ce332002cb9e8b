"""The module under test, and games in every phase."""

from __future__ import annotations

import importlib.util
import itertools
import sys
from types import ModuleType
from typing import Any

import numpy as np

core: Any = None


def load(path: str | None) -> ModuleType:
    """The module of the installed package, or one that was built elsewhere."""
    global core
    if path is None:
        from jimbot import _core

        core = _core
        return _core
    spec = importlib.util.spec_from_file_location("_core", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["_core"] = module
    spec.loader.exec_module(module)
    core = module
    return module


def start(seed: str = "HOSTILE", stake: int = 1, one_chip: bool = True) -> Any:
    return core.Game.start(seed, 0, stake, 255, 0, False, one_chip)


def played(seed: str, phase: str) -> Any:
    """A game in a phase, with a few jokers and consumables."""
    game = start(seed)
    for key in ("j_blueprint", "j_egg", "j_juggler"):
        core.give_joker(game, key, None, False, 0, False)
    core.give_consumable(game, "c_death", None)
    for step in range(4000):
        if game.phase == phase:
            return game
        kinds = [k for k in ("buy_pack", "skip_blind") if game.legal_indices(k)]
        if phase == "PACK" and game.legal_indices("buy_pack"):
            game.apply(core.Action("buy_pack 0"))
        elif game.phase == "GAME_OVER":
            break
        else:
            game.apply(core.random_decision(game, step + len(kinds)))
    raise AssertionError(f"no game of {seed} reached {phase}")


def seed_query() -> Any:
    """Seeds whose first voucher is Hone."""
    query = core.SeedQuery()
    query.named("voucher", 1, 1, ["v_hone"])
    return query


PHASES = ("BLIND_SELECT", "SELECTING_HAND", "ROUND_EVAL", "SHOP", "PACK")


def make_games() -> list[Any]:
    games = [played(f"EDGE{i}", phase) for i, phase in enumerate(PHASES)]
    over = start("OVER", one_chip=False)
    for step in range(4000):
        if over.phase == "GAME_OVER":
            break
        over.apply(core.random_decision(over, step))
    bell = core.Game.from_notation(
        "jimbot1 seed=BELL phase=SELECTING_HAND on_deck=boss boss=bl_final_bell ante=8 hand=[S_K,H_K/o,D_2]"
    )
    return [*games, over, bell]


def batch(games: int = 3, **changes: Any) -> Any:
    options = {
        "games": games,
        "threads": 1,
        "autoreset": True,
        "blind_steps": 1000,
        "reward": 2,
        "discount": 1.0,
        "planner": None,
        "flat": True,
    }
    made = core.Batch(**(options | changes))
    for i in range(games):
        made.reset(i, i)
    return made


HIDDEN = (32, 16)  # units of the judge's layers


def judge_weights() -> Any:
    *_, (_, start, size, _) = core.judge_layout()
    sizes = (start + size, *HIDDEN, 24)
    return np.zeros(sum((a + 1) * b for a, b in itertools.pairwise(sizes)), np.float32)


def judge() -> Any:
    return core.Judge(judge_weights(), *HIDDEN)


def network_layers() -> list[Any]:
    positions, choices = (
        sum(size for _, _, size in layout) for layout in (core.position_columns(), core.choice_columns())
    )
    sizes = (8 * (positions + 1), 8 * 9, 8 * choices, 8 * 9, 2 * 9, 24 * 9)
    return [np.zeros(size, np.float32) for size in sizes]


def network() -> Any:
    return core.Network(8, 8, network_layers())


def strategist() -> Any:
    """One that asks the network."""
    return core.Strategist(judge(), 2, 0, 0, network=network(), trust=0.01)


def shop_without_pack(shop: Any) -> Any:
    game = shop.clone()
    game.edit("money=100")
    game.apply(core.Action("buy_pack 0"))
    game.apply(core.Action("skip_pack"))
    return game


def pack_consumable(games: list[Any]) -> Any:
    return next(g for g in games if g.consumables).consumables[0]


def pick_case(games: list[Any]) -> tuple[Any, ...]:
    game = core.Game.from_notation(
        "jimbot1 seed=PICK phase=PACK pack=p_arcana_normal_1 pack_cards=[c_death,c_judgement,c_fool]"
        " hand=[S_K,H_3,D_4]"
    )
    return game, 0, [0, 1]


def moves_of(some: Any) -> Any:
    moves = np.zeros(some.games, np.int32)
    some.random_moves(1, moves)
    return moves
