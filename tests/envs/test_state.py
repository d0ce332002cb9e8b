"""A batch is saved and goes on exactly where it was."""

from __future__ import annotations

import numpy as np
import pytest

from jimbot.envs.batch import Batch


@pytest.mark.parametrize("hands", ["cards", "planner"])
def test_a_restored_batch_goes_on_alike(hands: str) -> None:
    batch = Batch(6, flat=True, hands=hands, planner="lite", max_blind_steps=40)
    batch.reset(range(6))
    for step in range(137):
        batch.step(batch.random_moves(step))
    other = Batch(6, flat=True, hands=hands, planner="lite", max_blind_steps=40)
    other.restore(batch.state())
    episodes = 0
    for step in range(600):
        assert np.array_equal(batch.rows, other.rows)
        assert np.array_equal(batch.flat, other.flat)
        moves = batch.random_moves(step)
        batch.step(moves)
        other.step(moves)
        for name in ("rewards", "terminated", "truncated", "fact_rows"):
            assert np.array_equal(getattr(batch, name), getattr(other, name)), name
        episodes += int((batch.terminated | batch.truncated).sum())
    assert episodes > 10


def test_a_reward_function_goes_on_summing() -> None:
    batch = Batch(2, reward=lambda facts: facts["chips_gained"])
    batch.reset([1, 2])
    while not batch.facts["episode_return"].any():
        batch.step(batch.random_moves(int(batch.facts["episode_length"][0])))
    other = Batch(2, reward=lambda facts: facts["chips_gained"])
    other.restore(batch.state())
    moves = batch.random_moves(0)
    batch.step(moves)
    other.step(moves)
    assert np.array_equal(batch.facts["episode_return"], other.facts["episode_return"])


def test_states_that_do_not_fit() -> None:
    batch = Batch(2)
    batch.reset([1, 2])
    state = batch.state()
    with pytest.raises(ValueError, match="holds 2 games; the batch has 3"):
        Batch(3).restore(state)
    damaged = {name: array.copy() for name, array in state.items()}
    damaged["games"][0, 100] ^= 1
    with pytest.raises(ValueError):
        Batch(2).restore(damaged)
    impossible = {name: array.copy() for name, array in state.items()}
    impossible["counters"][0, 0] = 1 << 40
    with pytest.raises(ValueError, match="picked card"):
        Batch(2).restore(impossible)
