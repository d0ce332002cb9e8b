"""SB3Trainer: masks, exact resumption, evaluation, best models, any Gymnasium environment, bad input."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch
from stable_baselines3.common.callbacks import BaseCallback

from jimbot.envs.adapters.sb3 import BalatroVecEnv
from jimbot.training.framework import HyperparameterConfig, create_trainer
from jimbot.training.sb3.masked import NEVER, random_legal
from jimbot.training.sb3.methods import METHODS
from jimbot.training.sb3_trainer import SB3Trainer
from jimbot.training.utils import create_balatro_env, make_vectorized_env

from .small import config, trainer

FIRST = ("PPO", "DQN")  # one on policy, one with a buffer; the others share their code
ALGORITHMS = [pytest.param(name, marks=() if name in FIRST else pytest.mark.slow) for name in METHODS]


def weights(model: Any) -> dict[str, np.ndarray]:
    return {name: value.detach().numpy().copy() for name, value in model.policy.state_dict().items()}


def same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> bool:
    return one.keys() == other.keys() and all(np.array_equal(one[n], other[n]) for n in one)


# -- masks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_trains_with_legal_actions_only(algorithm: str, tmp_path: Path) -> None:
    """An illegal action would raise; the log says that there was none, in warm-up and exploration too."""
    t = trainer(tmp_path, algorithm)
    before = weights(t.model)
    result = t.train()
    assert result["total_timesteps"] >= 256
    assert result["episodes"] > 3
    assert not same(before, weights(t.model))
    lines = [json.loads(line) for line in (t.run_dir / "metrics.jsonl").read_text().splitlines()]
    assert lines[-1]["balatro/illegal_rate"] == 0
    assert lines[-1]["balatro/episode_ante"] >= 1
    mean, deviation = t.evaluate(n_episodes=5, deterministic=False)
    assert mean >= 0
    assert deviation >= 0


@pytest.mark.parametrize("algorithm", ["DQN", "QRDQN"])
def test_illegal_actions_have_no_value(algorithm: str, tmp_path: Path) -> None:
    t = trainer(tmp_path, algorithm)
    seen = t.env.reset()
    tensors, _ = t.model.policy.obs_to_tensor(seen)
    network = t.model.policy.q_net if algorithm == "DQN" else t.model.policy.quantile_net
    with torch.no_grad():
        values = network(tensors)
        tensors["action_mask"][0] = 0  # an episode that is over
        over = network(tensors)
    if algorithm == "QRDQN":
        values, over = values.mean(1), over.mean(1)
    legal = torch.as_tensor(seen["action_mask"]) > 0
    assert (values[~legal] == NEVER).all()
    assert (values[legal] > -100).all()
    assert (over[0] == 0).all()


def test_random_legal_actions_are_uniform() -> None:
    masks = np.zeros((6000, 95), dtype=np.uint8)
    masks[:, [3, 50, 94]] = 1
    counts = np.bincount(random_legal(masks), minlength=95)
    assert counts[[3, 50, 94]].sum() == 6000
    assert counts[[3, 50, 94]].min() > 1800


def test_masks_that_observations_do_not_hold(tmp_path: Path) -> None:
    flat = create_balatro_env(seed=1, observation="flat")
    t = trainer(tmp_path, "PPO", flat)
    assert t.train()["timesteps"] >= 256
    with pytest.raises(ValueError, match="observation='dict'"):
        trainer(tmp_path, "A2C", flat)


# -- environments --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", ["PPO", "A2C", "DQN", "QRDQN", "RecurrentPPO"])
def test_any_gymnasium_environment(algorithm: str, tmp_path: Path) -> None:
    t = trainer(tmp_path, algorithm, gym.make("CartPole-v1"), n_envs=4)
    assert t.env.num_envs == 4
    t.train()
    rewards = t.evaluate_games(6).rewards
    assert len(rewards) == 6
    assert min(rewards) >= 8
    assert t.save_model().is_file()


def test_training_improves(tmp_path: Path) -> None:
    t = trainer(
        tmp_path,
        "PPO",
        gym.make("CartPole-v1"),
        total_timesteps=4096,
        learning_rate=0.01,
        policy_net_arch=[32],
        entropy_coefficient=0.0,
        normalize_obs=False,
        normalize_reward=False,
        specific={"n_steps": 64, "batch_size": 128, "n_epochs": 8},
    )
    before, _ = t.evaluate(10)
    t.train()
    assert t.evaluate(10)[0] > 100 > before


def test_vector_environments_of_gymnasium(tmp_path: Path) -> None:
    assert trainer(tmp_path, "PPO", gym.make_vec("CartPole-v1", num_envs=3)).env.num_envs == 3
    ours = trainer(tmp_path, "PPO", gym.make_vec("jimbot/Balatro-v1", num_envs=5, stake="red"))
    assert ours.env.num_envs == 5
    assert ours.options["starts"].stake == "red"


class Unregistered(gym.Wrapper[Any, Any, Any, Any]):
    pass


def test_an_environment_that_cannot_be_made_again(tmp_path: Path) -> None:
    t = trainer(tmp_path, "PPO", Unregistered(gym.make("CartPole-v1")), n_envs=4)
    assert t.env.num_envs == 1
    t.train()
    with pytest.raises(ValueError, match="eval_env"):
        t.evaluate(3)
    t = create_trainer(
        Unregistered(gym.make("CartPole-v1")), config(tmp_path), eval_env=gym.make("CartPole-v1")
    )
    assert t.evaluate(3)[0] > 5


@pytest.mark.parametrize("use_subprocess", [None, False, True])
def test_vectorized_environments(use_subprocess: bool | None, tmp_path: Path) -> None:
    env = make_vectorized_env(create_balatro_env, n_envs=2, seed=5, use_subprocess=use_subprocess)
    assert isinstance(env, BalatroVecEnv) == (use_subprocess is None)
    t = trainer(tmp_path, "PPO", env, total_timesteps=64)
    assert t.train()["timesteps"] == 64
    t.close()


# -- evaluation ----------------------------------------------------------------------------------------------


def test_evaluation_plays_the_same_games_every_time(tmp_path: Path) -> None:
    t = trainer(tmp_path)
    one, other = (t.evaluate_games(40, deterministic=False) for _ in range(2))
    assert one == other
    assert len(one.blinds) == 40
    assert t.evaluate_games(33, deterministic=False).blinds[:32] == one.blinds[:32]


def test_evaluations_leave_the_training_as_it_is(tmp_path: Path) -> None:
    plain, evaluated = (
        trainer(tmp_path, total_timesteps=512),
        trainer(tmp_path, total_timesteps=512, eval_freq=64),
    )
    plain.train()
    evaluated.train()
    assert len(evaluated.evaluations) >= 3
    assert same(weights(plain.model), weights(evaluated.model))
    assert len(list((evaluated.run_dir / "eval").glob("*.json"))) == len(evaluated.evaluations)


def test_the_best_model_is_kept_and_restored(tmp_path: Path) -> None:
    t = trainer(tmp_path, eval_freq=64, total_timesteps=512, restore_best=True, learning_rate=0.01)
    t.train()
    scores = {e["timesteps"]: e["rewards"] for e in t.evaluations}
    best = t.checkpoints.best()
    assert best is not None
    assert t.checkpoints.best_score == max(scores.values()) == scores[best.timesteps]
    assert t.evaluate(4)[0] == max(scores.values())


# -- going on ------------------------------------------------------------------------------------------------


class Interrupt(BaseCallback):
    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def _on_step(self) -> bool:
        if self.num_timesteps >= self.at:
            raise KeyboardInterrupt
        return True


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_an_interrupted_run_goes_on_to_the_same_curve(algorithm: str, tmp_path: Path) -> None:
    settings: dict[str, Any] = {"total_timesteps": 384, "checkpoint_freq": 128, "use_curriculum": True}
    whole = trainer(tmp_path / "whole", algorithm, **settings)
    whole.train()
    first = trainer(tmp_path / "broken", algorithm, **settings)
    with pytest.raises(KeyboardInterrupt):
        first.train(callback=Interrupt(at=300))
    second = trainer(tmp_path / "unused", algorithm, **settings)
    behind = second.resume(first.run_dir)
    assert 128 <= behind < 300
    result = second.train()
    assert result["timesteps"] == whole.timesteps
    assert second.run_dir == first.run_dir
    assert same(weights(whole.model), weights(second.model))
    assert second.history.rewards == whole.history.rewards
    steps = [json.loads(line)["timesteps"] for line in (second.run_dir / "metrics.jsonl").open()]
    assert steps == sorted(set(steps))
    assert not (tmp_path / "unused").exists()


def test_a_run_that_goes_on_misses_no_line_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines are where they would have been, with what was known for the next one at the checkpoint."""
    monkeypatch.setattr("jimbot.training.sb3.callbacks.LOG_EVERY", 192)
    settings: dict[str, Any] = {"total_timesteps": 1024, "checkpoint_freq": 128, "eval_freq": 256}
    whole = trainer(tmp_path / "whole", **settings)
    whole.train()
    first = trainer(tmp_path / "broken", **settings)
    with pytest.raises(KeyboardInterrupt):
        first.train(callback=Interrupt(at=700))
    second = trainer(tmp_path / "unused", **settings)
    second.resume(first.run_dir)
    second.train()
    lines = [[json.loads(line) for line in (t.run_dir / "metrics.jsonl").open()] for t in (whole, second)]
    assert [line["timesteps"] for line in lines[0]] == [line["timesteps"] for line in lines[1]]
    assert [sorted(line) for line in lines[0]] == [sorted(line) for line in lines[1]]
    for one, other in zip(*lines, strict=True):
        assert {k: v for k, v in one.items() if not k.startswith("time/")} == {
            k: v for k, v in other.items() if not k.startswith("time/")
        }


KILLED = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from small import trainer
t = trainer(Path({folder!r}), total_timesteps=10**6, checkpoint_freq=256)
t.train(callback=lambda _, __: print(t.timesteps, flush=True))
"""


@pytest.mark.slow
def test_kill_9_loses_at_most_one_interval(tmp_path: Path) -> None:
    program = KILLED.format(tests=str(Path(__file__).parent), folder=str(tmp_path))
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert running.stdout is not None
    for line in running.stdout:
        last = int(line)
        if last >= 1000:
            os.kill(running.pid, signal.SIGKILL)
            break
    last = max([last, *map(int, running.stdout.read().split())])  # what it did before the signal came
    running.wait()
    running.stdout.close()
    (run,) = tmp_path.iterdir()
    t = trainer(tmp_path / "again", total_timesteps=10**6, checkpoint_freq=256)
    behind = t.resume(run)
    assert last - behind <= 256 + t.model.n_steps * 8
    assert t.train(total_timesteps=256)["timesteps"] == behind + 256


def test_a_model_is_saved_with_its_statistics(tmp_path: Path) -> None:
    t = trainer(tmp_path)
    t.train()
    path = t.save_model()
    assert path == t.run_dir / "PPO_final.zip"
    other = trainer(tmp_path, seed=2)
    assert other.evaluate_games(6) != t.evaluate_games(6)
    other.load_model(path)
    assert other.evaluate_games(6) == t.evaluate_games(6)
    assert np.array_equal(other.env.obs_rms["numbers"].mean, t.env.obs_rms["numbers"].mean)


# -- bad input -----------------------------------------------------------------------------------------------


def test_damaged_checkpoints_and_models_are_reported(tmp_path: Path) -> None:
    t = trainer(tmp_path, checkpoint_freq=128)
    t.train()
    newest = t.checkpoints.latest()
    assert newest is not None
    arrays = newest.path / "arrays.npz"
    arrays.write_bytes(arrays.read_bytes()[:-100])
    other = trainer(tmp_path)
    with pytest.raises(ValueError, match=r"damaged: arrays.npz"):
        other.resume(t.run_dir)
    earlier = t.checkpoints.all()[0].timesteps
    assert other.resume(t.run_dir, earlier) == earlier
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"no model")
    with pytest.raises(ValueError, match=r"broken.zip is no model"):
        other.load_model(broken)
    with pytest.raises(ValueError, match="does not fit"):
        trainer(tmp_path, policy_net_arch=[8]).load_model(t.save_model())
    with pytest.raises(FileNotFoundError, match="no checkpoint at 7"):
        other.resume(t.run_dir, 7)


class Bomb:
    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.mark),)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("state.json", b"[]"),
        ("state.json", b'{"counters": []}'),
        ("state.json", b'{"counters": {}, "numpy": 7}'),
        ("arrays.npz", b"no archive"),
        ("model.zip", b""),
        ("model.zip", "a bomb"),
    ],
)
def test_a_hostile_checkpoint_is_refused_by_name(tmp_path: Path, name: str, content: Any) -> None:
    """Its sums are right: who has written it knows how."""
    t = trainer(tmp_path, checkpoint_freq=256, total_timesteps=256)
    t.train()
    newest = t.checkpoints.latest()
    assert newest is not None
    if content == "a bomb":
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            archive.writestr("policy.pth", pickle.dumps(Bomb(tmp_path / "mark"), protocol=2))
        content = data.getvalue()
    (newest.path / name).write_bytes(content)
    sums = json.loads((newest.path / "files.json").read_text())
    sums[name] = hashlib.sha256(content).hexdigest()
    (newest.path / "files.json").write_text(json.dumps(sums))
    with pytest.raises(ValueError) as caught:
        trainer(tmp_path).resume(t.run_dir)
    assert str(caught.value).startswith(str(newest.path))
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "mark").exists(), "something was unpickled"


@pytest.mark.parametrize("validates", [True, False])
def test_diverged_training_stops_and_keeps_what_was(
    tmp_path: Path, validates: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(torch.distributions.Distribution, "_validate_args", validates)  # of the process
    t = trainer(tmp_path, checkpoint_freq=128)
    t.train()
    kept = [c.timesteps for c in t.checkpoints.all()]
    with torch.no_grad():
        t.model.policy.action_net.weight.fill_(float("nan"))
    with pytest.raises(FloatingPointError, match="training diverged"):
        t.train()
    assert [c.check().timesteps for c in t.checkpoints.all()] == kept


def test_folders_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="save_dir"):
        trainer(tmp_path / "file" / "below").train()


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        (
            r"'n_stepz' in algorithm_specific of PPO \(did you mean 'n_steps'\?\)",
            {"specific": {"n_stepz": 3}},
        ),
        ("use_curriculum is False", {"curriculum": {"initial_max_ante": 2}}),
    ],
)
def test_bad_settings(text: str, settings: dict[str, Any], tmp_path: Path) -> None:
    made = config(tmp_path, **settings)
    with pytest.raises(ValueError, match=text):
        create_trainer(create_balatro_env(), made)
    assert list(tmp_path.iterdir()) == []


def test_curriculum_needs_games(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="use_curriculum needs games of Balatro"):
        trainer(tmp_path, "PPO", gym.make("CartPole-v1"), use_curriculum=True)
    with pytest.raises(TypeError, match="no Gymnasium environment"):
        SB3Trainer(object(), config(tmp_path))
    assert HyperparameterConfig().learning_rate == 3e-4
