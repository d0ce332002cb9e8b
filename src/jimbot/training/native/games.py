"""Whole games that PPO over decisions learns from: the core plays them, drawing by probability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from jimbot import _core
from jimbot.envs.batch import Start
from jimbot.game import deck_index, stake_index
from jimbot.game.seeds import seed_list
from jimbot.models.decisions import BLINDS, DecisionNet, Inputs
from jimbot.models.native import network_of
from jimbot.training.data.lessons import NO_CHALLENGE, draw_seeds
from jimbot.training.data.settings import MAX_STEPS
from jimbot.training.native.archive import Kept
from jimbot.training.results import expected_result

APART = 2**40  # agent seeds of two siblings lie so far apart


@dataclass(frozen=True)
class PlayedGames:
    """Decisions game by game, and how the games ended."""

    seen: Inputs
    taken: Tensor  # counted within the decision
    log_probabilities: Tensor
    blind: Tensor
    values: Tensor
    decisions: Tensor  # of each game
    furthest: Tensor  # blind beaten, of each game
    end: Tensor  # number of the blind at the end, of each game; 24 for a win
    whole: int  # games that began at the beginning: these come first
    kept: Kept

    def results(self, win_share: float) -> Tensor:
        """Of each game."""
        return result_of(self.end, win_share)


def result_of(end: Tensor, win_share: float) -> Tensor:
    return win_share * (end == BLINDS).double() + (1 - win_share) * end / BLINDS


def play_games(
    net: DecisionNet,
    first: int,
    worlds: int,
    start: Start,
    threads: int,
    win_share: float = 0.5,
    siblings: int = 1,
    positions: Sequence[_core.Game] = (),
    keep_from: int = BLINDS,
) -> PlayedGames:
    """Games in as many worlds, ``siblings`` in each: train seeds from this number on, then these positions.
    The number of threads changes no result."""
    seeds = seed_list(f"train-{worlds - len(positions)}@{first}")
    run = deck_index(start.deck), stake_index(start.stake), NO_CHALLENGE
    names = [*seeds, *(f"{first}:{i}" for i in range(len(positions)))]
    drawn = zip(*(draw_seeds(names, first + APART * i) for i in range(siblings)), strict=True)
    found = _core.play_network(
        network_of(net),
        [seed for seed in seeds for _ in range(siblings)],
        [number for each in drawn for number in each],
        *run,
        threads,
        MAX_STEPS,
        start.target_percent,
        [position for position in positions for _ in range(siblings)],
        keep_from,
    )
    seen = Inputs.of(found)
    blind = seen.blinds()
    clears = torch.from_numpy(found["clears"].reshape(-1, BLINDS))
    values = expected_result(clears, blind, win_share)
    whole = {name: torch.from_numpy(found[name].astype(np.int64)) for name in COUNTS}
    came = result_of(whole["end"][found["kept_game"].astype(np.int64)], win_share).numpy()
    regret = np.abs(came - values.numpy()[found["kept_row"]])
    return PlayedGames(
        seen=seen,
        log_probabilities=torch.from_numpy(found["chance"]),
        blind=blind,
        values=values,
        whole=len(seeds) * siblings,
        kept=Kept(found["kept"], regret, found["kept_boss"].astype(np.int64)),
        **whole,
    )


COUNTS = ("taken", "decisions", "furthest", "end")
