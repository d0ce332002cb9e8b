"""BalatroPufferEnv alone and in PufferLib's own vectorisation."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pufferlib")
import pufferlib.vector

from jimbot import IllegalAction
from jimbot.envs.adapters.puffer import BalatroPufferEnv
from jimbot.envs.batch import Batch
from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT, move_id
from jimbot.envs.wrappers import CurriculumWrapper


def legal(observations: Any, rng: np.random.Generator) -> np.ndarray:
    masks = np.asarray(observations)[:, FLAT_SIZE:]
    return np.where(masks > 0, rng.random(masks.shape), -1).argmax(axis=1)


def test_buffers_hold_the_steps_of_the_batch() -> None:
    env = BalatroPufferEnv(6, threads=2, seed=5, max_blind_steps=15)
    observations, infos = env.reset()
    assert infos == []
    batch = Batch(6, flat=True, max_blind_steps=15)
    batch.reset(np.random.SeedSequence(5).generate_state(6, np.uint64))
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(120):
        assert observations is env.observations
        assert np.array_equal(observations[:, :FLAT_SIZE], batch.flat)
        assert np.array_equal(observations[:, FLAT_SIZE:], batch.mask)
        assert np.array_equal(env.action_masks(), batch.mask)
        moves = legal(observations, rng)
        observations, rewards, terminals, truncations, infos = env.step(moves)
        batch.step(moves)
        assert rewards is env.rewards
        assert np.array_equal(rewards, batch.rewards)
        assert np.array_equal(terminals, batch.terminated)
        assert np.array_equal(truncations, batch.truncated)
        over = np.flatnonzero(terminals | truncations)
        ended += len(over)
        assert [info["episode_length"] for info in infos] == batch.facts["episode_length"][over].tolist()
        assert all(info["ante"] >= 1 for info in infos)
    assert ended > 6


def test_spaces() -> None:
    env = BalatroPufferEnv(3)
    assert env.single_observation_space.shape == (FLAT_SIZE + MOVE_COUNT,)
    assert env.num_agents == 3
    observations, _ = env.reset(seed=0)
    assert env.observation_space.contains(observations)
    assert env.masks.all()


def test_workers_play_different_games() -> None:
    """PufferLib gives worker w the seed s + w."""
    openings = [BalatroPufferEnv(4).reset(seed=100 + worker)[0] for worker in range(3)]
    assert len({row.tobytes() for opening in openings for row in opening}) == 12


def test_in_worker_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "OMP_NUM_THREADS", "1")
    env = pufferlib.vector.make(
        BalatroPufferEnv,
        env_kwargs={"num_envs": 4, "threads": 1},
        num_envs=2,
        num_workers=2,
        backend=pufferlib.vector.Multiprocessing,
    )
    rng = np.random.default_rng(0)
    observations, _ = env.reset(seed=1)
    assert len({row.tobytes() for row in np.asarray(observations)}) == 8
    episodes = []
    for _ in range(100):
        observations, _, _, _, infos = env.step(legal(observations, rng))
        episodes += infos
    env.close()
    assert len(episodes) > 8
    assert all(info["episode_length"] > 0 for info in episodes)


def test_wrappers_apply() -> None:
    env = BalatroPufferEnv(2, wrapper=lambda env: CurriculumWrapper(env, initial_max_ante=1))
    env.reset(seed=0)
    assert env.batch.max_ante == 1


def test_errors() -> None:
    env = BalatroPufferEnv(3)
    with pytest.raises(RuntimeError, match="has not been reset"):
        env.step(np.zeros(3, dtype=int))
    observations, _ = env.reset(seed=0)
    moves = legal(observations, np.random.default_rng(0))
    moves[1] = move_id("cash_out")
    with pytest.raises(IllegalAction, match="environment 1: action"):
        env.step(moves)
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(moves)


def test_picture() -> None:
    env = BalatroPufferEnv(2, "ansi")
    env.reset(seed=0)
    assert isinstance(env.render(), str)
