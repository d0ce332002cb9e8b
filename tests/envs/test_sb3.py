"""BalatroVecEnv as Stable-Baselines3 and sb3-contrib use it, and BalatroEnv in their own vector environments."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from gymnasium.wrappers.vector import TransformReward
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.torch_layers import CombinedExtractor
from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv, VecEnv, VecMonitor, VecNormalize

from jimbot import Game, IllegalAction
from jimbot.envs import BalatroEnv
from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.envs.spec import MOVE_COUNT, TABLES, move_id
from jimbot.envs.wrappers import CurriculumWrapper
from jimbot.training.utils import create_balatro_env, make_vectorized_env

POLICIES = {"dict": "MultiInputPolicy", "flat": "MlpPolicy"}


def legal(env: VecEnv, rng: np.random.Generator) -> np.ndarray:
    masks = get_action_masks(env)
    return np.where(masks, rng.random(masks.shape), -1).argmax(axis=1)


def play(env: VecEnv, steps: int, seed: int = 0) -> list[dict[str, Any]]:
    """Random legal moves; the infos of the episodes that ended."""
    rng = np.random.default_rng(seed)
    env.reset()
    endings = []
    for _ in range(steps):
        _, _, dones, infos = env.step(legal(env, rng))
        endings += [infos[i] for i in np.flatnonzero(dones)]
    return endings


def learner(env: VecEnv, policy: str, **settings: Any) -> MaskablePPO:
    return MaskablePPO(
        policy,
        env,
        n_steps=32,
        batch_size=64,
        n_epochs=1,
        seed=1,
        device="cpu",
        policy_kwargs={"net_arch": [32]},
        **settings,
    )


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(np.array_equal(one[name], other[name]) for name in one)
    return np.array_equal(one, other)


# Learning


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_maskable_ppo_learns_from_it(observation: str, tmp_path: Path) -> None:
    env = BalatroVecEnv(8, observation=observation)
    model = learner(env, POLICIES[observation]).learn(512, use_masking=True)
    assert model.num_timesteps == 512
    assert len(model.ep_info_buffer) > 3, "episodes reach the log of SB3 (ep_rew_mean, ep_len_mean)"
    assert {"r", "l", "t"} <= model.ep_info_buffer[0].keys()

    model.save(tmp_path / "model")
    loaded = MaskablePPO.load(tmp_path / "model", env=env)
    seen = env.reset()
    masks = env.action_masks()
    ours, _ = model.predict(seen, action_masks=masks, deterministic=True)
    theirs, _ = loaded.predict(seen, action_masks=masks, deterministic=True)
    assert np.array_equal(ours, theirs)
    assert masks[np.arange(8), ours].all()


@pytest.mark.parametrize("kind", [DummyVecEnv, SubprocVecEnv])
def test_maskable_ppo_learns_from_single_environments(
    kind: type[VecEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "OMP_NUM_THREADS", "1")
    name = "jimbot.envs:jimbot/BalatroFlat-v1"  # a new process must import what is before the colon
    env = make_vec_env(name, n_envs=2, seed=3, vec_env_cls=kind, env_kwargs={"stake": "red"})
    assert isinstance(env, kind)
    model = learner(env, "MlpPolicy").learn(192, use_masking=True)
    assert model.num_timesteps == 192
    assert len(model.ep_info_buffer) > 1
    env.close()


def test_normalised_and_monitored(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="already wrapped with a `Monitor`"):
        monitored = VecMonitor(BalatroVecEnv(8, seed=5), str(tmp_path / "log"), info_keywords=("ante", "won"))
    env = VecNormalize(monitored)
    model = learner(env, "MultiInputPolicy").learn(512)
    assert model.num_timesteps == 512
    lines = (tmp_path / "log.monitor.csv").read_text().splitlines()
    assert lines[1] == "r,l,t,ante,won"
    assert len(lines) > 3


def test_evaluation_relies_on_the_built_in_statistics(recwarn: pytest.WarningsRecorder) -> None:
    env = BalatroVecEnv(4, observation="flat", seed=2)
    model = learner(env, "MlpPolicy")
    returns, lengths = evaluate_policy(
        model, VecNormalize(env), n_eval_episodes=6, return_episode_rewards=True
    )
    assert len(returns) == len(lengths) == 6
    assert not [w for w in recwarn if "Monitor" in str(w.message)]


def test_tables_are_no_images() -> None:
    """2-D tables of bytes are flattened as they are: no convolution, no division by 255."""
    extractor = CombinedExtractor(BalatroVecEnv(1).observation_space)
    assert extractor.features_dim == sum(int(np.prod(table.shape)) for table in TABLES)


# Steps and endings


@pytest.mark.parametrize("observation", ["dict", "flat"])
@pytest.mark.parametrize("threads", [1, 2])
def test_plays_the_episodes_of_single_environments(observation: str, threads: int) -> None:
    n = 4
    env = BalatroVecEnv(n, seed=11, threads=threads, observation=observation, max_blind_steps=12)
    singles = [BalatroEnv(observation=observation, max_blind_steps=12) for _ in range(n)]
    seen = env.reset()
    expected = [single.reset(seed=11 + i)[0] for i, single in enumerate(singles)]
    rng = np.random.default_rng(0)
    kinds = set()
    for _ in range(150):
        for i in range(n):
            assert same(expected[i], {k: v[i] for k, v in seen.items()} if observation == "dict" else seen[i])
        moves = legal(env, rng)
        seen, rewards, dones, infos = env.step(moves)
        assert rewards.dtype == np.float32
        for i, single in enumerate(singles):
            expected[i], reward, terminated, truncated, facts = single.step(int(moves[i]))
            assert rewards[i] == np.float32(reward)
            assert dones[i] == (terminated or truncated)
            assert infos[i]["TimeLimit.truncated"] == (truncated and not terminated)
            if not dones[i]:
                assert "terminal_observation" not in infos[i]
                continue
            kinds.add("truncated" if truncated else "terminated")
            assert same(infos[i]["terminal_observation"], expected[i])
            assert {name: infos[i][name] for name in facts if name != "action_mask"} == {
                name: value for name, value in facts.items() if name != "action_mask"
            }
            expected[i], opening = single.reset()
            assert env.reset_infos[i] == {"seed": opening["seed"]}
    assert kinds == {"truncated", "terminated"}


def test_episode_statistics_are_the_sums_of_the_episode() -> None:
    env = BalatroVecEnv(6, seed=4)
    env.reset()
    rng = np.random.default_rng(1)
    returns, lengths, ended = np.zeros(6), np.zeros(6, dtype=int), 0
    for _ in range(120):
        _, rewards, dones, infos = env.step(legal(env, rng))
        returns += rewards
        lengths += 1
        for i in np.flatnonzero(dones):
            assert infos[i]["episode"]["r"] == pytest.approx(returns[i])
            assert infos[i]["episode"]["l"] == lengths[i] == infos[i]["episode_length"]
            assert infos[i]["episode"]["t"] >= 0
            assert infos[i]["is_success"] is infos[i]["won"] is False
            returns[i], lengths[i], ended = 0, 0, ended + 1
    assert ended > 6


def test_a_win_is_a_success() -> None:
    env = BalatroVecEnv(1, seed=0)
    env.set_options({"one_chip": True})
    env.reset()
    select, leave, play_hand = move_id("select_blind"), move_id("leave_shop"), move_id("play")
    wanted = [select, play_hand, *range(20), leave, move_id("cash_out"), move_id("skip_pack")]
    for _ in range(400):
        mask = env.action_masks()[0]
        _, _, dones, infos = env.step(np.array([next(move for move in wanted if mask[move])]))
        if dones[0]:
            break
    assert infos[0]["won"] is infos[0]["is_success"] is True
    assert infos[0]["ante"] >= 8
    assert not infos[0]["TimeLimit.truncated"]


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_what_it_returns_stays_as_it_is(observation: str) -> None:
    env = BalatroVecEnv(3, seed=0, observation=observation)
    rng = np.random.default_rng(0)
    kept = [env.reset()]
    copies = [{k: v.copy() for k, v in kept[0].items()} if observation == "dict" else kept[0].copy()]
    rewards = env.step(legal(env, rng))[1]
    rewards += 5  # SB3 adds the value of a truncated episode in place
    for _ in range(30):
        env.step(legal(env, rng))
    assert same(kept[0], copies[0])
    assert env.batch.rewards.max() < 5


def test_seeds() -> None:
    two, five = BalatroVecEnv(2, seed=9), BalatroVecEnv(5)
    five.seed(9)
    assert same(two.reset(), {name: values[:2] for name, values in five.reset().items()})
    first = [info["seed"] for info in five.reset_infos]
    five.reset()
    assert [info["seed"] for info in five.reset_infos] != first, "a seed counts for one reset"
    unseeded = BalatroVecEnv(3)
    unseeded.reset()
    assert len({info["seed"] for info in unseeded.reset_infos}) == 3


def test_wrappers_of_the_games_apply() -> None:
    plain = play(BalatroVecEnv(4, seed=1), 60)
    double = play(BalatroVecEnv(4, seed=1, wrapper=lambda env: TransformReward(env, lambda r: 2 * r)), 60)
    assert [2 * info["episode"]["r"] for info in plain] == pytest.approx(
        [info["episode"]["r"] for info in double]
    )

    env = BalatroVecEnv(4, seed=1, wrapper=lambda env: CurriculumWrapper(env, initial_max_ante=1))
    endings = play(env, 60)
    assert {info["max_ante"] for info in endings} == {1}
    assert env.get_attr("max_ante") == [1] * 4


# Masks, attributes, options


def test_masks() -> None:
    env = BalatroVecEnv(4, seed=0)
    env.reset()
    assert is_masking_supported(env)
    assert is_masking_supported(VecNormalize(env))
    masks = env.action_masks()
    assert masks.shape == (4, MOVE_COUNT)
    assert masks.dtype == bool
    assert np.array_equal(get_action_masks(env), masks)
    assert np.array_equal(env.env_method("action_masks", indices=[2, 0]), masks[[2, 0]])
    assert np.array_equal(env.get_attr("action_masks", indices=1)[0](), masks[1])


def test_attributes() -> None:
    env = BalatroVecEnv(3, seed=0)
    env.reset()
    assert [type(game) for game in env.get_attr("game", [0, 2])] == [Game, Game]
    assert env.get_attr("max_ante") == [None] * 3
    env.set_attr("max_ante", 2)
    assert env.batch.max_ante == 2
    assert env.env_is_wrapped(Monitor) == [True] * 3
    assert env.env_is_wrapped(TransformReward, indices=0) == [False]
    assert not env.has_attr("unheard_of")
    with pytest.raises(AttributeError, match=r"'unheard_of'.*max_ante"):
        env.get_attr("unheard_of")
    with pytest.raises(AttributeError, match="'reward' cannot be set; one of starts, max_ante"):
        env.set_attr("reward", "sparse")
    with pytest.raises(ValueError, match="shared by all"):
        env.set_attr("max_ante", 3, indices=[1])
    with pytest.raises(AttributeError, match="no method 'fly'"):
        env.env_method("fly")


def test_options_name_the_runs_of_the_next_reset() -> None:
    env = BalatroVecEnv(2)
    env.set_options({"seed": "ABCD1234", "deck": "blue"})
    env.reset()
    assert [(game.seed, game.deck) for game in env.get_attr("game")] == [("ABCD1234", "b_blue")] * 2
    position = Game(seed="EFGH5678")
    env.set_options([{}, {"position": position}])
    env.reset()
    assert env.get_attr("game")[1] == position
    assert env.get_attr("game")[0].deck == "b_red"
    env.reset()
    assert env.get_attr("game")[1] != position


def test_pictures() -> None:
    env = BalatroVecEnv(2, "rgb_array", seed=0)
    env.reset()
    one, other = env.get_images()
    assert one is not None
    assert other is not None
    assert one.shape == other.shape
    tiled = env.render()
    assert tiled is not None
    assert tiled.size >= 2 * one.size
    text = BalatroVecEnv(2, "ansi", seed=0)
    text.reset()
    assert all(isinstance(each, str) for each in text.env_method("render"))
    with pytest.warns(UserWarning, match="'ansi'"):
        assert text.get_images() == [None, None]


# Errors


def test_a_refused_move_names_the_environment_and_changes_nothing() -> None:
    env = BalatroVecEnv(3, seed=0)
    env.reset()
    before = env.action_masks()
    moves = legal(env, np.random.default_rng(0))
    moves[2] = move_id("cash_out")
    with pytest.raises(IllegalAction, match=r"environment 2: action \d+ \(cash_out\) is not legal"):
        env.step(moves)
    moves[2], moves[1] = before[2].argmax(), 1000
    with pytest.raises(IllegalAction, match="environment 1: action 1000 does not exist"):
        env.step(moves)
    assert np.array_equal(env.action_masks(), before)


@pytest.mark.parametrize(
    ("error", "text", "call"),
    [
        (ValueError, r"shape \(2,\)", lambda env: env.step(np.zeros(2, dtype=int))),
        (TypeError, "dtype float64", lambda env: env.step(np.zeros(3))),
        (TypeError, "takes no arguments", lambda env: env.env_method("action_masks", 1)),
        (ValueError, "unknown reset option 'dek'", lambda env: env.set_options({"dek": "red"})),
        (ValueError, "2 options were given for 3", lambda env: env.set_options([{}, {}])),
    ],
)
def test_bad_calls(error: type[Exception], text: str, call: Any) -> None:
    env = BalatroVecEnv(3, seed=0)
    env.reset()
    with pytest.raises(error, match=text):
        call(env)


@pytest.mark.parametrize(
    ("error", "text", "arguments"),
    [
        (ValueError, "num_envs is 0", {"num_envs": 0}),
        (ValueError, "unknown observation 'image'", {"observation": "image"}),
        (ValueError, "plaid", {"deck": "plaid"}),
        (TypeError, "'dek'", {"dek": "red"}),
        (TypeError, "'copy'", {"copy": False}),
    ],
)
def test_bad_arguments(error: type[Exception], text: str, arguments: dict[str, Any]) -> None:
    with pytest.raises(error, match=text):
        BalatroVecEnv(**arguments)


def test_not_reset_and_closed() -> None:
    env = BalatroVecEnv(2)
    with pytest.raises(RuntimeError, match="has not been reset"):
        env.step(np.zeros(2, dtype=int))
    env.reset()
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(np.zeros(2, dtype=int))
    with pytest.raises(RuntimeError, match="closed"):
        env.reset()


def test_a_wrapper_goes_around_the_games_of_a_vec_env() -> None:
    env = make_vectorized_env(create_balatro_env, n_envs=4, seed=1)
    base = env.unwrapped if isinstance(env, BalatroVecEnv) else env
    wrapped = CurriculumWrapper(env, initial_max_ante=1)
    assert wrapped is base
    assert isinstance(wrapped, VecEnv)
    assert wrapped.max_ante == 1
    assert play(wrapped, 300)
    assert wrapped.vector.curriculum.episodes > 0
    MaskablePPO("MultiInputPolicy", wrapped, n_steps=8, batch_size=32).learn(32)
