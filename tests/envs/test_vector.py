"""The vector environment is the single one, many times: same episodes whatever N and T are."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from jimbot import Game
from jimbot.envs import ENV_ID, FLAT_ENV_ID, BalatroEnv, BalatroVectorEnv, Batch, Start

from .play import STARTS, same

INFO = [
    "ante",
    "round",
    "blinds_beaten",
    "furthest_blind",
    "score",
    "best_hand",
    "money",
    "won",
    "capped",
    "episode_length",
    "decisions",
]


def row(values: Any, index: int) -> Any:
    """What a batch holds for one environment."""
    if isinstance(values, dict):
        return {name: value[index] for name, value in values.items()}
    return values[index]


def random_moves(masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    return np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)


@pytest.mark.parametrize("observation", ["dict", "flat"])
@pytest.mark.parametrize("hands", ["cards", "planner"])
def test_each_environment_is_the_single_one_of_its_seed(observation: str, hands: str) -> None:
    n, seed, rng = 5, 40, np.random.default_rng(1)
    options: dict[str, Any] = {
        "starts": STARTS,
        "observation": observation,
        "hands": hands,
        "planner": "lite",
        "max_blind_steps": 25,
    }
    vector = BalatroVectorEnv(n, **options)
    singles = [BalatroEnv(**options) for _ in range(n)]
    seen, info = vector.reset(seed=seed)
    for i, single in enumerate(singles):
        own, own_info = single.reset(seed=seed + i)
        assert same(row(seen, i), own)
        assert [info[name][i] for name in INFO] == [own_info[name] for name in INFO]
    ends = {"terminated": 0, "truncated": 0}
    for _ in range(600):
        masks = vector.action_masks()
        moves = random_moves(masks, rng)
        seen, rewards, terminated, truncated, info = vector.step(moves)
        assert ("final_obs" in info) == bool((terminated | truncated).any())
        for i, single in enumerate(singles):
            assert (single.action_masks() == masks[i]).all()
            own, reward, *own_ends, own_info = single.step(moves[i])
            assert reward == rewards[i]
            assert own_ends == [terminated[i], truncated[i]]
            assert [info[name][i] for name in INFO] == [own_info[name] for name in INFO]
            if any(own_ends):
                assert same(info["final_obs"][i], own)
                assert info["_final_obs"][i]
                assert info["_final_info"][i]
                assert [info["final_info"][name][i] for name in INFO] == [own_info[name] for name in INFO]
                ends["terminated" if own_ends[0] else "truncated"] += 1
                own, _ = single.reset()
            elif "final_obs" in info:
                assert info["final_obs"][i] is None
                assert not info["_final_obs"][i]
            assert same(row(seen, i), own)
            assert vector.batch.game(i).to_bytes() == single.game.to_bytes()
    assert min(ends.values()) > 0, ends


def run(num_envs: int, threads: int, steps: int = 400) -> list[bytes]:
    """Games, observations and facts of environment 0 over some episodes."""
    batch = Batch(num_envs, threads=threads, starts=STARTS, max_blind_steps=100, flat=True)
    batch.reset(range(7, 7 + num_envs))
    moves = np.zeros(num_envs, dtype=np.int32)
    out = []
    for step in range(steps):
        batch.random_moves(step, moves)
        batch.step(moves)
        parts = (batch.rows, batch.fact_rows, batch.flat, batch.rewards, batch.terminated, batch.truncated)
        out.append(b"".join(part[0].tobytes() for part in parts))
    return [*out, batch.game(0).to_bytes()]


@pytest.mark.parametrize(
    ("num_envs", "threads"), [(1, 1), (5, 1), (5, 2), (33, 1), (33, 2), (33, 3), (100, 2)]
)
def test_an_environment_is_the_same_whatever_the_number_of_environments_and_threads(
    num_envs: int, threads: int
) -> None:
    assert run(num_envs, threads) == run(2, 1)


def run_all(threads: int) -> list[bytes]:
    batch = Batch(97, threads=threads, starts=STARTS, max_blind_steps=100)
    batch.reset(range(97))
    out = []
    for step in range(300):
        batch.step(batch.random_moves(step))
        out.append(batch.rows.tobytes() + batch.fact_rows.tobytes() + batch.final_rows.tobytes())
    return [*out, *(batch.game(i).to_bytes() for i in range(97))]


def test_the_number_of_threads_changes_nothing_anywhere() -> None:
    assert run_all(1) == run_all(2) == run_all(3)


def test_the_same_seed_gives_the_same_run() -> None:
    one, two = BalatroVectorEnv(3), BalatroVectorEnv(3)
    for env in (one, two):
        assert env.reset(seed=9)[0]
    for _ in range(50):
        moves = random_moves(one.action_masks(), np.random.default_rng(1))
        assert same(one.step(moves)[0], two.step(moves)[0])
    other = BalatroVectorEnv(3)
    other.reset(seed=10)
    assert [other.batch.game(i).seed for i in (0, 1)] != [one.batch.game(i).seed for i in (0, 1)]


def test_seeds_can_be_given_one_by_one() -> None:
    env = BalatroVectorEnv(3)
    env.reset(seed=[5, 9, 5])
    seeds = [env.batch.game(i).seed for i in range(3)]
    assert seeds[0] == seeds[2] != seeds[1]
    assert seeds[1] == BalatroEnv().reset(seed=9)[1]["seed"]
    env.reset()
    assert [env.batch.episode(i) for i in range(3)] == [1, 1, 1]
    env.reset(seed=[None, 9, None])
    assert [env.batch.episode(i) for i in range(3)] == [2, 0, 2]


def test_unseeded_environments_differ() -> None:
    env = BalatroVectorEnv(20)
    env.reset()
    assert len({env.batch.game(i).seed for i in range(20)}) == 20


@pytest.mark.parametrize(
    "options", [{"seed": "ABCD1234", "deck": "blue"}, {"challenge": "xray", "one_chip": True}]
)
def test_options_are_those_of_the_single_environment(options: dict[str, Any]) -> None:
    env, single = BalatroVectorEnv(3), BalatroEnv()
    env.reset(seed=4, options=options)
    for i in range(3):
        single.reset(seed=4 + i, options=options)
        assert env.batch.game(i).to_bytes() == single.game.to_bytes()
    for _ in range(2):
        env.reset(options=options)
        single.reset(options=options)
        assert env.batch.game(2).to_bytes() == single.game.to_bytes()


def test_reset_mask_resets_some() -> None:
    env = BalatroVectorEnv(4)
    env.reset(seed=1)
    env.step([91] * 4)
    before = [env.batch.game(i).to_bytes() for i in range(4)]
    rows = env.batch.rows.copy()
    seen, info = env.reset(options={"reset_mask": np.array([True, False, False, True])})
    changed = [env.batch.game(i).to_bytes() != before[i] for i in range(4)]
    assert changed == [True, False, False, True]
    assert (env.batch.rows[1:3] == rows[1:3]).all()
    assert info["episode_length"].tolist() == [0, 1, 1, 0]
    assert env.observation_space.contains(seen)
    env.reset(options={"reset_mask": np.array([False, True, False, False]), "seed": "ABCD1234"})
    assert env.batch.game(1) == Game("ABCD1234")


# -- arrays -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_observations_are_in_the_declared_space(observation: str) -> None:
    env = BalatroVectorEnv(6, starts=STARTS, observation=observation, max_blind_steps=50)
    seen, _ = env.reset(seed=2)
    for _ in range(150):
        assert env.observation_space.contains(seen)
        moves = env.action_space.sample()
        assert env.action_masks()[np.arange(6), moves].all()
        seen, rewards, terminated, truncated, info = env.step(moves)
        assert (rewards.shape, rewards.dtype) == ((6,), np.float32)
        assert (terminated.dtype, truncated.dtype) == (bool, bool)
        assert all(info[name].shape == (6,) for name in INFO)
        for i in np.flatnonzero(terminated | truncated):
            assert env.single_observation_space.contains(info["final_obs"][i])


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_copied_arrays_stay_and_views_are_overwritten(observation: str) -> None:
    for copies in (True, False):
        env = BalatroVectorEnv(3, copy=copies, observation=observation, max_blind_steps=4)
        seen, _ = env.reset(seed=1)
        first = [copy.deepcopy(seen)]
        kept: list[Any] = [seen]
        for _ in range(8):
            result = env.step(random_moves(env.action_masks(), np.random.default_rng(1)))
            first.append(copy.deepcopy(result[:4]))
            kept.append(result[:4])
        unchanged = [
            same(one, two) if not isinstance(one, tuple) else all(map(same, one, two))
            for one, two in zip(first, kept, strict=True)
        ]
        assert unchanged[-1]
        assert all(unchanged) == copies
        one, two = kept[-1][0], env.step(random_moves(env.action_masks(), np.random.default_rng(1)))[0]
        one, two = (value["hand"] if isinstance(value, dict) else value for value in (one, two))
        assert np.shares_memory(one, two) == (not copies)


def test_a_copied_final_observation_stays() -> None:
    env = BalatroVectorEnv(2, max_blind_steps=2)
    env.reset(seed=1)
    env.step([91, 91])
    *_, info = env.step([0, 1])
    kept, first = info["final_obs"], copy.deepcopy(info["final_obs"][0])
    for _ in range(6):
        env.step(random_moves(env.action_masks(), np.random.default_rng(1)))
    assert same(kept[0], first)
    assert len(kept) == 2
    assert all(each is not None for each in kept)


# -- gymnasium ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("env_id", [ENV_ID, FLAT_ENV_ID])
def test_make_vec_makes_the_native_one(env_id: str) -> None:
    env = gymnasium.make_vec(env_id, num_envs=3)
    assert isinstance(env.unwrapped, BalatroVectorEnv)
    assert env.num_envs == 3
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, _ = env.reset(seed=1)
    assert env.observation_space.contains(seen)
    env.step(env.action_space.sample())
    env.close()


def test_it_agrees_with_the_vector_environment_of_gymnasium() -> None:
    options: dict[str, Any] = {"max_blind_steps": 20}
    ours = BalatroVectorEnv(3, **options)
    theirs = SyncVectorEnv(
        [lambda: BalatroEnv(**options)] * 3, autoreset_mode=AutoresetMode.SAME_STEP, copy=True
    )
    assert ours.observation_space == theirs.observation_space
    assert ours.single_action_space == theirs.single_action_space
    ours.reset(seed=8)
    theirs.reset(seed=8)
    rng = np.random.default_rng(8)
    finals = 0
    for _ in range(120):
        moves = random_moves(ours.action_masks(), rng)
        one, two = ours.step(moves), theirs.step(moves)
        assert {n: v.tolist() for n, v in one[0].items()} == {n: v.tolist() for n, v in two[0].items()}
        np.testing.assert_allclose(one[1], two[1], rtol=1e-6)
        assert one[2].tolist() == two[2].tolist()
        assert one[3].tolist() == two[3].tolist()
        assert ("final_obs" in one[4]) == ("final_obs" in two[4])
        for i in np.flatnonzero(one[2] | one[3]):
            finals += 1
            assert same(dict(one[4]["final_obs"][i]), dict(two[4]["final_obs"][i]))
            for name in INFO:
                assert one[4]["final_info"][name][i] == two[4]["final_info"][name][i], name
    assert finals > 5


def test_rendering_gives_one_text_per_environment() -> None:
    env = BalatroVectorEnv(2, "ansi")
    env.reset(seed=1)
    texts = env.render()
    assert len(texts) == 2
    assert all("Ante 1" in text for text in texts)


# -- threads and processes ----------------------------------------------------------------------------


def test_two_python_threads_step_two_environments() -> None:
    def work(number: int, out: dict[int, bytes]) -> None:
        batch = Batch(20, threads=2, starts=STARTS)
        batch.reset(range(number, number + 20))
        for step in range(400):
            batch.step(batch.random_moves(step))
        out[number] = batch.rows.tobytes()

    alone: dict[int, bytes] = {}
    together: dict[int, bytes] = {}
    for number in (1, 2):
        work(number, alone)
    threads = [threading.Thread(target=work, args=(number, together)) for number in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert together == alone


def test_two_python_threads_cannot_step_one_environment_at_once() -> None:
    batch = Batch(2000, threads=1, starts=Start(one_chip=True))
    batch.reset(range(2000))
    refused: list[str] = []

    def work() -> None:
        for _ in range(30):
            try:
                batch.step(batch.random_moves(1))
            except RuntimeError as error:
                refused.append(str(error))
            except ValueError:
                pass  # the other thread has moved on: these moves are no longer legal

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    assert set(refused) <= {"the batch is being stepped by another thread"}


@pytest.mark.parametrize(
    "space", [lambda: BalatroEnv().action_space, lambda: BalatroVectorEnv(2).action_space]
)
def test_spaces_are_copied_and_pickled(space: Any) -> None:
    for one in (copy.deepcopy(space()), pickle.loads(pickle.dumps(space()))):
        assert one == space()
        assert one.contains(one.sample())


def in_a_process(code: str) -> subprocess.CompletedProcess[str]:
    head = """
        import os, signal, sys
        import numpy as np
        from jimbot.envs import BalatroVectorEnv, Batch

        def play(batch, steps=50):
            for step in range(steps):
                batch.step(batch.random_moves(step))
            return batch.rows.tobytes()

        def fork(work):
            sys.stdout.flush()
            child = os.fork()
            if child == 0:
                signal.alarm(8)  # a child that hangs is killed and seen
                code = 3
                try:
                    code = work()
                finally:
                    os._exit(code)
            return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    """
    script = textwrap.dedent(head) + textwrap.dedent(code)
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False,
        env=os.environ | {"PYTHONWARNINGS": "ignore::DeprecationWarning"},
    )  # fmt: skip


def test_a_forked_child_steps_new_environments() -> None:
    done = in_a_process("""
        parent = Batch(40, threads=2)
        parent.reset(range(40))
        play(parent)
        def work():
            child = Batch(40, threads=2)
            child.reset(range(40))
            return int(play(child) != expected)
        fresh = Batch(40, threads=2)
        fresh.reset(range(40))
        expected = play(fresh)
        print(fork(work))
        play(parent)
    """)
    assert done.stdout == "0\n", done
    assert done.returncode == 0, done


@pytest.mark.parametrize("threads", [1, 2])
def test_a_forked_child_steps_or_refuses_the_environment_it_inherits(threads: int) -> None:
    done = in_a_process(f"""
        batch = Batch(40, threads={threads})
        batch.reset(range(40))
        play(batch)
        def work():
            try:
                play(batch)
            except RuntimeError as error:
                return 0 if "fork" in str(error) else 4
            return 0
        print(fork(work))
    """)
    assert done.stdout == "0\n", done


def test_a_forked_child_can_drop_the_environment_it_inherits() -> None:
    done = in_a_process("""
        batch = Batch(40, threads=2)
        batch.reset(range(40))
        play(batch)
        def work():
            global batch
            del batch
            return 0
        print(fork(work))
    """)
    assert done.stdout == "0\n", done


def test_gymnasium_worker_processes_step_it() -> None:
    done = in_a_process("""
        import gymnasium
        from jimbot.envs import ENV_ID
        if __name__ == "__main__":
            env = gymnasium.make_vec(ENV_ID, num_envs=2, vectorization_mode="async")
            seen, _ = env.reset(seed=1)
            env.step(np.array([91, 91]))
            env.close()
            print("stepped")
    """)
    assert done.stdout == "stepped\n", done
