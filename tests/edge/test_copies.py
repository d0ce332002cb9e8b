"""Batches and environments are copied, pickled, forked and spawned, and go on as the original does."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from jimbot import Action, Game, _core
from jimbot.envs import BalatroEnv, BalatroVectorEnv, Batch, Start

COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def by_score(facts: Any) -> Any:
    return facts["chips_gained"]


def stepped(batch: Batch, steps: int, seed: int = 0) -> Batch:
    for step in range(steps):
        batch.step(batch.random_moves(seed + step))
    return batch


def same(one: Batch, other: Batch) -> None:
    for name in ("rows", "fact_rows", "rewards", "terminated", "truncated", "final_rows"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    if one.flat is not None:
        np.testing.assert_array_equal(one.flat, other.flat)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"threads": 3, "flat": True, "max_ante": 2},
    {"reward": by_score, "starts": [Start(deck="blue"), Start(position=Game(seed="START"), weight=2.0)]},
    {"hands": "planner", "planner": "lite", "reward": "progress", "discount": 0.99, "max_blind_steps": 40},
]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("options", OPTIONS)
def test_a_copy_of_a_batch_goes_on_alike(copied: Callable[[Batch], Batch], options: dict[str, Any]) -> None:
    batch = Batch(6, **options)
    batch.reset(range(6))
    stepped(batch, 150)
    other = copied(batch)
    same(batch, other)
    assert other.options.keys() == batch.options.keys()
    same(stepped(batch, 200, 1000), stepped(other, 200, 1000))
    assert not np.shares_memory(batch.rows, other.rows)


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_before_the_first_reset(copied: Callable[[Batch], Batch]) -> None:
    batch = Batch(3)
    batch.reset_one(1, 5)
    other = copied(batch)
    assert other.game(1) == batch.game(1)
    with pytest.raises(RuntimeError, match="environment 0 has not been reset"):
        other.game(0)
    other.reset([1, 2, 3])


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_an_episode_that_is_over_is_over(copied: Callable[[Batch], Batch]) -> None:
    batch = Batch(1, autoreset=False, max_blind_steps=1)
    batch.reset([1])
    batch.step(np.array([91]))
    assert batch.truncated[0]
    other = copied(batch)
    with pytest.raises(ValueError, match="the episode is over"):
        other.step(np.array([0]))
    same(batch, other)


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_a_copy_of_an_environment_goes_on_alike(copied: Callable[[Any], Any], observation: str) -> None:
    env = BalatroEnv(observation=observation)
    env.reset(seed=3)
    env.action_space.seed(7)
    for _ in range(40):
        if any(env.step(env.action_space.sample())[2:4]):
            env.reset()
    other = copied(env)
    for _ in range(60):
        move = env.action_space.sample()
        assert other.action_space.sample() == move
        one, two = env.step(move), other.step(move)
        assert one[1:4] == two[1:4]
        np.testing.assert_array_equal(pack(one[0]), pack(two[0]))
        if one[2] or one[3]:
            env.reset()
            other.reset()
    assert other.reset(seed=5)[1]["seed"] == env.reset(seed=5)[1]["seed"]


def pack(observation: Any) -> Any:
    if isinstance(observation, dict):
        return np.concatenate([np.ravel(values).astype(float) for values in observation.values()])
    return observation


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_of_a_vector_environment_goes_on_alike(copied: Callable[[Any], Any]) -> None:
    env = BalatroVectorEnv(5, threads=2)
    env.reset(seed=3)
    env.action_space.seed(7)
    for _ in range(60):
        env.step(env.action_space.sample())
    other = copied(env)
    for _ in range(60):
        moves = env.action_space.sample()
        np.testing.assert_array_equal(other.action_space.sample(), moves)
        env.step(moves)
        other.step(moves)
        same(env.batch, other.batch)


def send_digest(batch: Batch, end: Any) -> None:
    end.send_bytes(stepped(batch, 50, 7).rows.tobytes())


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_batch_goes_on_in_another_process(method: str) -> None:
    context: Any = multiprocessing.get_context(method)
    batch = Batch(40, threads=3)
    batch.reset(range(40))
    stepped(batch, 20)
    here, there = context.Pipe()
    process = context.Process(target=send_digest, args=(batch, there))
    process.start()
    assert here.poll(120), "the other process sent nothing"
    rows = here.recv_bytes()
    process.join(60)
    assert process.exitcode == 0
    assert rows == stepped(batch, 50, 7).rows.tobytes()


def test_values_are_copied_and_pickled() -> None:
    game = Game(seed="VALUES")
    game.apply("select_blind")
    core = game.reveal()
    for value in (Action("play 0,2"), core, core.cards[3], game):
        for copied in (copy.copy, *COPIES):
            other = copied(value)
            assert type(other) is type(value)
            if isinstance(value, Action | Game):
                assert other == value
    assert copy.copy(core).notation() == core.notation()
    assert pickle.loads(pickle.dumps(core.cards[3])).code == core.cards[3].code


def test_a_damaged_pickle_of_a_game_is_refused() -> None:
    core = Game(seed="VALUES").reveal()
    data = bytearray(core.__getstate__())
    data[500] ^= 1
    with pytest.raises(ValueError, match="damaged"):
        _core.Game.__new__(_core.Game).__setstate__(bytes(data))


def test_the_number_of_threads_is_bounded() -> None:
    with pytest.raises(ValueError, match=r"threads is 2000; 1 to 1024 is allowed"):
        Batch(2000, threads=2000)


LITTLE_MEMORY = """
import resource
from jimbot.envs import Batch
import jimbot._core as core
resource.setrlimit(resource.RLIMIT_AS, (3 * 2**30, 3 * 2**30))
for make in (lambda: Batch(1000, threads=1000), lambda: Batch(10**6), lambda: core.playouts(1, threads=1000)):
    try:
        make()
    except (RuntimeError, MemoryError) as error:
        print("refused", type(error).__name__)
batch = Batch(20, threads=2)
batch.reset(range(20))
batch.step(batch.random_moves(1))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs resource limits")
def test_too_little_memory_for_threads_is_an_error() -> None:
    assert resource.RLIMIT_AS
    done = subprocess.run(
        [sys.executable, "-c", LITTLE_MEMORY],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("refused") == 3, done.stdout + done.stderr


def test_moves_are_written_in_place_or_refused() -> None:
    batch = Batch(4)
    batch.reset(range(4))
    for out in (np.zeros(4, np.int64), np.zeros(4), [0, 0, 0, 0]):
        with pytest.raises(TypeError, match="int32"):
            batch.random_moves(1, out)  # type: ignore[arg-type]
    for wrong in (np.zeros(8, np.int32)[::2], np.zeros(3, np.int32), np.zeros((4, 1), np.int32)):
        with pytest.raises((TypeError, ValueError)):
            batch.random_moves(1, wrong)


def test_a_forced_card_lies_in_the_hand() -> None:
    for tokens in ("draw=[S_K/o,H_2]", "phase=SHOP draw=[S_K/o]", "phase=SELECTING_HAND hand=[S_K/o,H_2]"):
        with pytest.raises(ValueError, match="position"):
            Game.from_notation(f"jimbot1 seed=T {tokens}")
    bell = "on_deck=boss boss=bl_final_bell ante=8"
    Game.from_notation(f"jimbot1 seed=T phase=SELECTING_HAND {bell} hand=[S_K/o,H_2]")
