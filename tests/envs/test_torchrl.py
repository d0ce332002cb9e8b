"""BalatroTorchRLEnv in TorchRL's own checks, rollouts and collectors."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torchrl")

import torch
from tensordict.nn import TensorDictModule
from torchrl.collectors import Collector
from torchrl.envs import TransformedEnv
from torchrl.envs.transforms import ActionMask, RewardSum
from torchrl.envs.utils import check_env_specs
from torchrl.modules import MaskedCategorical, ProbabilisticActor

from jimbot import IllegalAction
from jimbot.envs.adapters import BalatroTorchRLEnv
from jimbot.envs.batch import Batch
from jimbot.envs.spec import FLAT_SIZE, MOVE_COUNT

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("observation", ["flat", "dict"])
def test_torchrl_finds_nothing_to_complain_about(observation: str) -> None:
    check_env_specs(BalatroTorchRLEnv(3, observation=observation, seed=1))
    check_env_specs(TransformedEnv(BalatroTorchRLEnv(3, observation=observation, seed=1), ActionMask()))


def test_a_rollout_holds_the_steps_of_the_batch() -> None:
    env = BalatroTorchRLEnv(6, seed=5, max_blind_steps=15)
    found = env.rollout(150, break_when_any_done=False)
    batch = Batch(6, flat=True, autoreset=False, max_blind_steps=15)
    batch.reset(np.random.SeedSequence(5).generate_state(6, np.uint64))
    ended = 0
    for step in range(150):
        now, then = found[:, step], found["next"][:, step]
        assert np.array_equal(now["observation"].numpy(), batch.flat)
        assert np.array_equal(now["action_mask"].numpy(), batch.mask.astype(bool))
        assert now["action_mask"].any(1).all(), "no mask is empty"
        batch.step(now["action"].numpy())
        assert np.array_equal(then["reward"][:, 0].numpy(), batch.rewards.astype(np.float32))
        over = (batch.terminated | batch.truncated).astype(bool)
        assert np.array_equal(then["done"][:, 0].numpy(), over)
        ended += int(over.sum())
        for i in np.flatnonzero(over).tolist():
            batch.reset_one(i)
    assert ended > 6


def test_the_same_seed_gives_the_same_games() -> None:
    one, two, other = (BalatroTorchRLEnv(4, seed=seed).reset() for seed in (7, 7, 8))
    assert torch.equal(one["observation"], two["observation"])
    assert not torch.equal(one["observation"], other["observation"])


def test_an_illegal_move_is_an_error() -> None:
    env = BalatroTorchRLEnv(2, seed=1)
    start = env.reset()
    illegal = (~start["action_mask"]).int().argmax(1)
    with pytest.raises(IllegalAction):
        env.step(start.set("action", illegal))


def test_a_collector_and_a_masked_policy_play_it() -> None:
    env = TransformedEnv(BalatroTorchRLEnv(8, seed=3), RewardSum())
    scores = TensorDictModule(torch.nn.Linear(FLAT_SIZE, MOVE_COUNT), ["observation"], ["logits"])
    keys = {"logits": "logits", "mask": "action_mask"}
    actor = ProbabilisticActor(scores, in_keys=keys, distribution_class=MaskedCategorical)
    collector = Collector(env, actor, frames_per_batch=8 * 32, total_frames=8 * 64)
    batches = list(collector)
    assert [part.numel() for part in batches] == [256, 256]
    legal = batches[0]["action_mask"].gather(-1, batches[0]["action"].unsqueeze(-1))
    assert legal.all()
    assert torch.isfinite(batches[0]["next", "episode_reward"]).all()
    collector.shutdown()
