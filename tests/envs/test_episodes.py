"""Whole random episodes, many of them: every legal move is accepted, every episode ends, wins are reported."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from jimbot.envs import Batch, Start
from jimbot.envs.spec import MOVE_COUNT, MOVES, move_id

from .play import CHALLENGES, DECKS, STAKES, STARTS, column, name_of

GAMES = 512
BOUND = 1000  # steps without a blind beaten or skipped
BLINDS = 24
EVERY_RUN = [*(Start(deck, stake) for deck in DECKS for stake in range(1, 9)), *(Start(challenge=c) for c in CHALLENGES)]  # fmt: skip


@dataclass
class Tally:
    """What the ended episodes report."""

    episodes: int = 0
    won: int = 0
    lost: int = 0
    truncated: int = 0
    steps: int = 0
    longest: float = 0
    blinds: float = 0
    runs: Counter[tuple[int, ...]] = field(default_factory=Counter)  # deck, stake, challenge
    made: np.ndarray = field(default_factory=lambda: np.zeros(MOVE_COUNT, dtype=np.int64))

    def add(self, batch: Batch, ended: np.ndarray) -> None:
        facts = {name: values[ended] for name, values in batch.facts.items()}
        won, lost, truncated = facts["won"] == 1, facts["lost"] == 1, batch.truncated[ended]
        self.episodes += int(ended.sum())
        self.won += int(won.sum())
        self.lost += int(lost.sum())
        self.truncated += int(truncated.sum())
        self.longest = max(self.longest, facts["episode_length"].max())
        self.blinds += facts["blinds_beaten"].sum()
        final = {name: values[ended] for name, values in batch.final_observations.items()}
        assert (won == (facts["furthest_blind"] >= BLINDS)).all()
        assert (batch.terminated[ended] != truncated).all()
        assert (facts["truncated"] == truncated).all()
        assert (facts["decisions"] <= facts["episode_length"]).all()
        over = np.zeros(MOVE_COUNT, np.uint8)
        over[move_id("select_blind")] = 1
        assert (final["action_mask"][~truncated] == over).all()
        assert (column(final, "globals", "phase")[~truncated] == 6).all()
        runs = [column(final, "globals", name).tolist() for name in ("deck", "stake", "challenge")]
        self.runs.update(zip(*runs, strict=True))


def play(
    starts: Start | list[Start], episodes: int, seed: int = 0, threads: int = 1, games: int = GAMES
) -> Tally:
    """Random moves until this many episodes have ended. Every move of the mask must be taken."""
    batch = Batch(games, threads=threads, starts=starts, max_blind_steps=BOUND)
    batch.reset(range(seed, seed + games))
    moves = np.zeros(games, dtype=np.int32)
    tally, step = Tally(), 0
    while tally.episodes < episodes:
        batch.random_moves(seed * 1_000_003 + step, moves)
        assert batch.mask[np.arange(games), moves].all()
        batch.step(moves)
        tally.made += np.bincount(moves, minlength=MOVE_COUNT)
        tally.steps += games
        step += 1
        ended = batch.terminated | batch.truncated
        if ended.any():
            tally.add(batch, ended)
        assert (batch.facts["episode_length"] <= BOUND * (BLINDS + 16)).all()
    return tally


def test_random_episodes_end_and_are_lost() -> None:
    tally = play(EVERY_RUN, episodes=20_000)
    assert tally.won == 0
    assert tally.lost == tally.episodes
    assert tally.longest < BOUND


def test_every_deck_stake_and_challenge_appears() -> None:
    tally = play(EVERY_RUN, episodes=10_000, seed=1)
    decks, stakes, challenges = ({run[i] for run in tally.runs} for i in range(3))
    assert decks == set(range(1, len(DECKS) + 1))
    assert stakes == set(range(1, len(STAKES) + 1))
    assert challenges == set(range(len(CHALLENGES) + 1))
    assert len(tally.runs) == len(EVERY_RUN)


def test_wins_are_reported_when_targets_are_one_chip() -> None:
    tally = play([replace(start, one_chip=True) for start in EVERY_RUN], episodes=2_000)
    assert 0.3 < tally.won / tally.episodes < 0.95
    assert tally.won + tally.lost + tally.truncated == tally.episodes
    assert tally.blinds / tally.episodes > 8


def test_every_kind_of_move_is_made() -> None:
    tally = play([replace(start, one_chip=True) for start in STARTS], episodes=2_000, seed=2)
    for block in MOVES:
        assert tally.made[block.first : block.first + block.count].any(), block.name


def test_starts_are_drawn_by_weight() -> None:
    starts = [Start("blue", weight=3), Start("red", weight=1), Start("ghost", weight=0)]
    tally = play(starts, episodes=8_000)
    shares = {deck: n / tally.episodes for (deck, _, _), n in tally.runs.items()}
    places = [1 + DECKS.index(deck) for deck in ("b_blue", "b_red")]
    assert set(shares) == set(places)
    assert shares[places[0]] == pytest.approx(0.75, abs=0.03)


def test_episodes_of_one_environment_differ() -> None:
    batch = Batch(4)
    batch.reset(range(4))
    seeds = set()
    for step in range(2000):
        seeds |= {(i, batch.episode(i), batch.game(i).seed) for i in range(4)}
        batch.step(batch.random_moves(step))
    assert len(seeds) == len({seed for _, _, seed in seeds}) == sum(batch.episode(i) + 1 for i in range(4))
    assert len(seeds) > 100


# -- deep ---------------------------------------------------------------------------------------------


def report(name: str, tally: Tally) -> None:
    print(
        f"{name}: {tally.episodes} episodes, {tally.steps} steps, won {tally.won}, lost {tally.lost}, "
        f"truncated {tally.truncated}, longest {tally.longest:.0f}, "
        f"blinds per episode {tally.blinds / tally.episodes:.2f}"
    )


@pytest.mark.deep
@pytest.mark.parametrize("start", EVERY_RUN, ids=name_of)
def test_ten_thousand_random_episodes(start: Start) -> None:
    tally = play(start, episodes=10_000, seed=10 + EVERY_RUN.index(start))
    report(name_of(start), tally)
    assert tally.lost == tally.episodes - tally.won - tally.truncated
    assert tally.truncated == 0


@pytest.mark.deep
@pytest.mark.parametrize("start", [replace(s, one_chip=True, endless=False) for s in STARTS], ids=name_of)
def test_ten_thousand_random_episodes_with_targets_of_one_chip(start: Start) -> None:
    tally = play(start, episodes=10_000, seed=1000)
    report(name_of(start), tally)
    assert tally.won > 0
    assert tally.truncated < tally.episodes / 100


@pytest.mark.deep
def test_endless_episodes_end() -> None:
    starts = [replace(start, one_chip=True, endless=True) for start in STARTS]
    batch = Batch(128, starts=starts, max_blind_steps=BOUND, autoreset=False)
    batch.reset(range(128))
    moves = np.zeros(128, dtype=np.int32)
    over = np.zeros(128, dtype=bool)
    step = 0
    while not over.all():
        for i in np.flatnonzero(batch.terminated | batch.truncated):
            over[i] = True
            batch.reset_one(int(i))
        batch.random_moves(step, moves)
        batch.step(moves)
        step += 1
        assert step < 100_000 + 1
