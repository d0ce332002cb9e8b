"""Whole games that PPO over decisions learns from: the core plays them and draws choices by probability."""

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
from jimbot.runs.machine import cores
from jimbot.training.data.lessons import NO_CHALLENGE, draw_seeds
from jimbot.training.data.settings import MAX_STEPS
from jimbot.training.native.archive import FIRST_BLIND, Archive, Kept
from jimbot.training.native.ppo import Arrays, Episode, RolloutPlayer, named, part
from jimbot.training.native.settings import DecisionTraining
from jimbot.training.results import expected_result

SEEDS = 10_000_000  # train seeds for each setting of `seed`
APART = 2**40  # agent seeds of two siblings lie so far apart


@dataclass(frozen=True)
class PlayedGames:
    """Decisions game by game, and how the games ended."""

    seen: Inputs
    taken: Tensor  # counted within the decision
    log_probabilities: Tensor  # of what was taken
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

    @property
    def episodes(self) -> list[Episode]:
        whole = slice(self.whole)
        ends = zip(self.furthest[whole].tolist(), self.end[whole].tolist(), strict=True)
        return [(float(furthest), ante_of(end), float(end == BLINDS)) for furthest, end in ends]

    def __len__(self) -> int:
        return len(self.taken)


def result_of(end: Tensor, win_share: float) -> Tensor:
    return win_share * (end == BLINDS).double() + (1 - win_share) * end / BLINDS


def ante_of(end: int) -> float:
    return float(min(8, 1 + end // 3))


class GamePlayer(RolloutPlayer[PlayedGames]):
    """Plays whole games on the CPU: so small a network is asked on the cores that play."""

    def __init__(self, settings: DecisionTraining, net: DecisionNet) -> None:
        self.settings = s = settings
        self.first_seed = (1 + s.seed % 99) * SEEDS  # every game has a decision: these are enough
        super().__init__(net, f"train-{min(SEEDS, s.steps + s.num_envs)}@{self.first_seed}")
        self.net.cpu()
        self.threads = cores() if s.device == "cuda" else max(1, cores() // 2)
        self.archive = Archive()

    def play(self, update: int, share: float) -> PlayedGames:
        s = self.settings
        random = np.random.default_rng([s.seed, update])
        starts = s.starts(s.percent_at(share))
        worlds = max(1, s.num_envs // s.siblings)
        with self.clock("games"):
            played = play_games(
                self.net,
                self.first_seed + update * s.num_envs,
                worlds,
                starts[update % len(starts)],
                self.threads,
                s.win_share,
                s.siblings,
                self.archive.draw(int(s.archive_share * worlds), random),
                FIRST_BLIND if s.archive_share else BLINDS,
            )
            self.archive.add(played.kept, random)
        return played

    def state(self) -> Arrays:
        return super().state() | named("archive", self.archive.arrays())

    def restore(self, kept: Arrays) -> None:
        super().restore(kept)
        self.archive.restore(part(kept, "archive"))


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
