"""Models that Stable-Baselines3 itself has saved play as they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")

import torch
from sb3_contrib import QRDQN, MaskablePPO
from stable_baselines3 import A2C, DQN

from jimbot.envs.adapters import BalatroVecEnv
from jimbot.envs.batch import Batch
from jimbot.evaluation import evaluate
from jimbot.models.policy import load_policy

RELU = {"net_arch": [24, 16], "activation_fn": torch.nn.ReLU}
MADE = {
    "flat": lambda: MaskablePPO("MlpPolicy", games("flat"), n_steps=8, batch_size=16),
    "dict": lambda: MaskablePPO("MultiInputPolicy", games("dict"), n_steps=8, policy_kwargs=RELU),
    "A2C": lambda: A2C("MlpPolicy", games("flat"), n_steps=4),
    "DQN": lambda: DQN("MlpPolicy", games("flat"), buffer_size=100),
    "QRDQN": lambda: QRDQN("MlpPolicy", games("flat"), buffer_size=100),
}


def games(observation: str) -> BalatroVecEnv:
    return BalatroVecEnv(4, observation=observation, seed=1)


@pytest.mark.parametrize("name", MADE)
def test_a_model_plays_as_stable_baselines_would(name: str, tmp_path: Path) -> None:
    model = MADE[name]()
    model.save(tmp_path / "model.zip")
    policy = load_policy(tmp_path / "model.zip")
    batch = Batch(16, flat=True)
    batch.reset(range(16))
    for step in range(20):
        batch.step(batch.random_moves(step))
    masks = batch.mask.astype(bool)
    seen = (
        batch.flat if policy.observation == "flat" else {k: v.copy() for k, v in batch.observations.items()}
    )
    found, _ = policy.choose(seen, masks, None, np.zeros(16, bool))
    assert masks[np.arange(16), found].all()
    if isinstance(model, MaskablePPO):
        expected, _ = model.predict(seen, action_masks=masks, deterministic=True)
        assert (found == expected).all()
    else:  # they know no masks: compared where nothing is forbidden
        found, _ = policy.choose(seen, np.ones_like(masks), None, np.zeros(16, bool))
        assert (found == model.predict(seen, deterministic=True)[0]).all()


def test_it_is_evaluated_and_never_on_test_seeds(tmp_path: Path) -> None:
    MADE["flat"]().save(tmp_path / "model.zip")
    agent = f"policy:checkpoint={tmp_path / 'model.zip'}"
    assert evaluate(agent, seeds="valid-2").n == 2
    with pytest.raises(ValueError, match="it cannot be evaluated on test seeds"):
        evaluate(agent, seeds="test-2")


def test_layers_of_your_own_are_named(tmp_path: Path) -> None:
    from jimbot.training.sb3.methods import BalatroFeaturesExtractor

    kwargs = {"features_extractor_class": BalatroFeaturesExtractor}
    model = MaskablePPO("MultiInputPolicy", games("dict"), n_steps=8, policy_kwargs=kwargs)
    model.save(tmp_path / "model.zip")
    with pytest.raises(ValueError, match="its layers are not plain ones"):
        load_policy(tmp_path / "model.zip")
