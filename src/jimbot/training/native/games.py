"""Whole games that PPO over decisions learns from: the core plays them, drawing choices by their chances."""

from __future__ import annotations

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
from jimbot.training.data.lessons import NO_CHALLENGE, lucks
from jimbot.training.data.settings import MOST_STEPS
from jimbot.training.results import expected_result


@dataclass(frozen=True)
class PlayedGames:
    """Decisions game by game, and how the games ended."""

    seen: Inputs
    taken: Tensor  # counted within the decision
    chances: Tensor  # logarithms
    blind: Tensor
    values: Tensor
    decisions: Tensor  # of each game
    furthest: Tensor  # blind beaten, of each game
    end: Tensor  # number of the blind at the end, of each game; 24 for a win


def play_games(
    net: DecisionNet, first: int, games: int, start: Start, threads: int, win_share: float = 0.5
) -> PlayedGames:
    """So many train seeds from this number on. How many threads there are changes no result."""
    seeds = seed_list(f"train-{games}@{first}")
    run = deck_index(start.deck), stake_index(start.stake), NO_CHALLENGE
    found = _core.play_network(
        network_of(net), seeds, lucks(seeds, first), *run, threads, MOST_STEPS, start.target_percent
    )
    seen = Inputs.of(found)
    blind = seen.blinds()
    clears = torch.from_numpy(found["clears"].reshape(-1, BLINDS))
    whole = {name: torch.from_numpy(found[name].astype(np.int64)) for name in COUNTS}
    return PlayedGames(
        seen=seen,
        chances=torch.from_numpy(found["chance"]),
        blind=blind,
        values=expected_result(clears, blind, win_share),
        **whole,
    )


COUNTS = ("taken", "decisions", "furthest", "end")
