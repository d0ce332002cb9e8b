"""BalatroRLlibEnv alone, and PPO of RLlib with its own masked module on it."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")
from gymnasium import spaces

from jimbot import IllegalAction
from jimbot.envs import ENV_ID, BalatroEnv
from jimbot.envs.adapters.rllib import BalatroRLlibEnv, register
from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT, move_id
from jimbot.envs.wrappers import CurriculumWrapper

needs_ray = pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="ray is not installed")


class Context(dict[str, Any]):
    """An env_config as RLlib hands it to the environments of a worker."""

    worker_index = 0


def on_worker(worker: int) -> Context:
    context = Context()
    context.worker_index = worker
    return context


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_observations_are_those_of_the_environment_and_its_mask(observation: str) -> None:
    env = BalatroRLlibEnv({"observation": observation, "max_blind_steps": 30})
    single = BalatroEnv(observation=observation, max_blind_steps=30)
    seen, info = env.reset(seed=3)
    expected, opening = single.reset(seed=3)
    assert info == {"seed": opening["seed"]}
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(150):
        assert env.observation_space.contains(seen)
        assert np.array_equal(seen["action_mask"], single.action_masks())
        if observation == "flat":
            assert np.array_equal(seen["observations"], expected)
        else:
            assert "action_mask" not in seen["observations"]
            assert all(
                np.array_equal(values, expected[name]) for name, values in seen["observations"].items()
            )
        move = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, terminated, truncated, info = env.step(move)
        expected, *outcome, facts = single.step(move)
        assert [reward, terminated, truncated] == outcome
        if not (terminated or truncated):
            assert info == {}
            continue
        ended += 1
        assert info == {name: value for name, value in facts.items() if name != "action_mask"}
        seen, _ = env.reset()
        expected, _ = single.reset()
    assert ended > 2


def test_flat_is_the_default() -> None:
    space = BalatroRLlibEnv().observation_space
    assert isinstance(space["observations"], spaces.Box)
    assert space["observations"].shape == (FLAT_SIZE,)
    assert space["action_mask"].shape == (MOVE_COUNT,)


def test_workers_play_different_games() -> None:
    """RLlib gives environment i of worker w the seed s + w + i."""
    games = set()
    for worker in range(3):
        for i in range(4):
            _, info = BalatroRLlibEnv(on_worker(worker)).reset(seed=100 + worker + i)
            games.add(info["seed"])
    assert len(games) == 12


def test_wrappers_of_the_game_apply() -> None:
    env = BalatroRLlibEnv({"wrapper": lambda env: CurriculumWrapper(env, initial_max_ante=1)})
    seen, _ = env.reset(seed=0)
    rng = np.random.default_rng(0)
    over = False
    while not over:
        seen, _, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        over = terminated or truncated
    assert info["max_ante"] == 1
    assert not info["curriculum_limited"]


def test_bad_options_and_moves() -> None:
    with pytest.raises(ValueError, match=r"unknown option 'dek' in env_config; one of .*deck"):
        BalatroRLlibEnv({"dek": "red"})
    with pytest.raises(ValueError, match="plaid"):
        BalatroRLlibEnv({"deck": "plaid"})
    env = BalatroRLlibEnv()
    env.reset(seed=0)
    with pytest.raises(IllegalAction, match=r"\(cash_out\) is not legal"):
        env.step(move_id("cash_out"))
    env.close()
    with pytest.raises(RuntimeError, match="closed"):
        env.step(0)


def test_the_environment_needs_no_ray() -> None:
    code = "import sys; sys.modules['ray'] = None; from jimbot.envs.adapters.rllib import BalatroRLlibEnv as E; E().reset(seed=0)"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[None]:
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=80 * 2**20)
    yield
    ray.shutdown()


@pytest.mark.ray
@needs_ray
@pytest.mark.usefixtures("ray_cluster")
@pytest.mark.filterwarnings("ignore")
def test_ppo_trains_with_masks() -> None:
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    from jimbot.training.callbacks import ALIASES, BalatroCallbacks

    register()
    config: Any = PPOConfig()
    config.environment(ENV_ID, env_config={"deck": "blue"})
    config.env_runners(num_env_runners=0, num_envs_per_env_runner=8)
    config.rl_module(
        rl_module_spec=RLModuleSpec(
            module_class=ActionMaskingTorchRLModule,
            model_config={"fcnet_hiddens": [32], "vf_share_layers": True},
        )
    )
    config.training(train_batch_size_per_learner=512, minibatch_size=256, num_epochs=2)
    config.callbacks(BalatroCallbacks)
    config.debugging(seed=7)
    algorithm = config.build_algo()
    # a move that is not legal raises in the environment, and RLlib passes that on
    for _ in range(2):
        result = algorithm.train()
    algorithm.stop()
    runners = result["env_runners"]
    assert runners["num_env_steps_sampled_lifetime"] >= 1024
    assert runners["num_episodes_lifetime"] > 5
    assert runners["episode_len_mean"] > 5
    assert runners["episode_return_mean"] > 0
    assert runners["ante"] >= 1
    assert runners["score"] > 0
    assert result["win_rate"] == 0
    assert np.isfinite([result[name] for name in ALIASES]).all()
    learner = result["learners"]["default_policy"]
    assert np.isfinite(learner["total_loss"])
    assert 0 < learner["entropy"] < np.log(40), "some 10 moves are legal at a time, never all 95"
