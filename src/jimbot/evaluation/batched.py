"""Games of a policy on given seeds, many at once: how a training is judged as it goes.

The same policy plays the same games one by one as the agent ``policy`` in ``jimbot eval``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import numpy as np

from jimbot.envs.batch import Batch

if TYPE_CHECKING:
    from jimbot.models.policy import Policy  # needs torch

AT_ONCE = 32


@dataclass(frozen=True)
class RewardedGame:
    """One game, and what a learner was rewarded for it."""

    seed: str
    reward: float
    length: int  # moves, picked cards counted
    ante: int
    best_hand: float
    blinds: int  # the furthest one that was beaten
    won: bool


def play_together(
    policy: Policy,
    seeds: Sequence[str],
    options: Mapping[str, Any],
    deterministic: bool = True,
    at_once: int = AT_ONCE,
) -> Iterator[RewardedGame]:
    """The game of every seed, in their order. ``options`` are those of ``Batch``; the first of its starts
    says what is played, from the beginning."""
    for first in range(0, len(seeds), at_once):
        yield from _play(policy, seeds[first : first + at_once], options, deterministic)


def means(games: Sequence[RewardedGame]) -> dict[str, float]:
    """Mean results of games; the median of the best hands."""
    return {
        "win_rate": fmean(game.won for game in games),
        "blinds": fmean(game.blinds for game in games),
        "ante": fmean(game.ante for game in games),
        "best_hand": median(game.best_hand for game in games),
        "reward": fmean(game.reward for game in games),
    }


def _play(
    policy: Policy, seeds: Sequence[str], options: Mapping[str, Any], deterministic: bool
) -> list[RewardedGame]:
    batch = Batch(len(seeds), flat=policy.observation == "flat", **options)
    start = replace(batch.starts[0], position=None)
    for i, seed in enumerate(seeds):
        batch.begin(i, seed, start)
    ended: dict[int, RewardedGame] = {}
    memory, begins = None, np.ones(len(seeds), dtype=bool)
    while len(ended) < len(seeds):
        seen = batch.observations if batch.flat is None else batch.flat
        moves, memory = policy.choose(seen, batch.mask.astype(bool), memory, begins, deterministic)
        batch.step(moves)
        begins = batch.terminated | batch.truncated
        for i in np.flatnonzero(begins).tolist():
            # the next episode of a game that has ended is of no interest
            ended.setdefault(i, _episode(seeds[i], {name: values[i] for name, values in batch.facts.items()}))
    return [ended[i] for i in range(len(seeds))]


def _episode(seed: str, facts: Mapping[str, Any]) -> RewardedGame:
    return RewardedGame(
        seed,
        reward=float(facts["episode_return"]),
        length=int(facts["episode_length"]),
        ante=int(facts["ante"]),
        best_hand=float(facts["best_hand"]),
        blinds=int(facts["furthest_blind"]),
        won=bool(facts["won"]),
    )
