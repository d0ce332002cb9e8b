"""Configuration: defaults, files, refusals, and that every single field does something."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from jimbot.training.framework import (
    MAX_TIMESTEPS,
    CloningConfig,
    HyperparameterConfig,
    RLTrainer,
    TrainerConfig,
    algorithms,
    create_trainer,
    get_default_config,
    register_algorithm,
)
from jimbot.training.utils import create_balatro_env

from .small import config, trainer

# field -> (another value, what must be different with it); `now` is looked at right after the trainer was
# made, `then` after training
Look = Callable[[Any], Any]


def weights(t: Any) -> list[float]:
    return [float(p.detach().sum()) for p in t.model.policy.parameters()]


def hyper(name: str) -> Look:
    return lambda t: getattr(t.model, name)


NOW: dict[str, tuple[Any, Look]] = {
    "algorithm": ("A2C", lambda t: type(t.model)),
    "n_envs": (4, lambda t: t.env.num_envs),
    "seed": (7, weights),
    "use_feature_extractor": (False, lambda t: type(t.model.policy.features_extractor)),
    "feature_extractor_type": ("combined", lambda t: type(t.model.policy.features_extractor)),
    "normalize_obs": (False, lambda t: t.env.norm_obs),
    "normalize_reward": (False, lambda t: t.env.norm_reward),
    "use_curriculum": (True, lambda t: t.env.get_attr("max_ante")),
    "learning_rate": (1e-4, hyper("learning_rate")),
    "gamma": (0.5, hyper("gamma")),
    "gae_lambda": (0.5, hyper("gae_lambda")),
    "entropy_coefficient": (0.5, hyper("ent_coef")),
    "value_function_coefficient": (0.1, hyper("vf_coef")),
    "max_grad_norm": (9.0, hyper("max_grad_norm")),
    "policy_net_arch": ([8, 8], lambda t: str(t.model.policy.mlp_extractor.policy_net)),
    "value_net_arch": ([8, 8], lambda t: str(t.model.policy.mlp_extractor.value_net)),
    "features_dim": (32, lambda t: t.model.policy.features_extractor.features_dim),
    "algorithm_specific": ({"n_steps": 8, "batch_size": 64}, hyper("n_steps")),
}
THEN: dict[str, tuple[dict[str, Any], dict[str, Any], Look]] = {
    "total_timesteps": ({}, {"total_timesteps": 256}, lambda t: t.timesteps),
    "save_dir": ({}, {"save_dir": "elsewhere"}, lambda t: t.run_dir.parent.name),
    "checkpoint_freq": ({}, {"checkpoint_freq": 128}, lambda t: len(t.checkpoints.all())),
    "keep_checkpoints": (
        {"checkpoint_freq": 128, "total_timesteps": 256},
        {"keep_checkpoints": 1},
        lambda t: len(t.checkpoints.all()),
    ),
    "eval_freq": ({}, {"eval_freq": 128}, lambda t: len(t.evaluations)),
    "eval_episodes": (
        {"eval_freq": 128},
        {"eval_episodes": 2},
        lambda t: [
            len(json.loads(p.read_text())["episodes"]["blinds"]) for p in (t.run_dir / "eval").iterdir()
        ],
    ),
    "restore_best": (
        {"eval_freq": 128, "total_timesteps": 640, "learning_rate": 0.1},
        {"restore_best": True},
        weights,
    ),
    "curriculum": (
        {"use_curriculum": True},
        {"curriculum": {"initial_max_ante": 1}},
        lambda t: t.curriculum.initial_max_ante,
    ),
    "use_behavioral_cloning": ({}, {"use_behavioral_cloning": True}, weights),
}
SMALL_CLONING = {"expert": "greedy", "episodes": 2, "epochs": 1}
CLONING: dict[str, Any] = {
    "expert": "random",
    "episodes": 4,
    "epochs": 2,
    "batch_size": 8,
    "learning_rate": 1e-2,
}
ELSEWHERE = {
    "hyperparams": "every field of it is here",
    "cloning": "every field of it is here",
    "device": "test_device",
    "use_wandb": "test_wandb.py",
    "wandb_project": "test_wandb.py",
    "wandb_tags": "test_wandb.py",
    "wandb_mode": "test_wandb.py",
    "pretrained": "test_behavioral_cloning.py",
}


def test_every_field_is_tested() -> None:
    named = {*TrainerConfig.model_fields, *HyperparameterConfig.model_fields}
    assert named == {*NOW, *THEN, *ELSEWHERE}
    assert set(CloningConfig.model_fields) == set(CLONING)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Trainers as they are without the change, made (and trained, if asked) once for all tests."""
    known: dict[str, Any] = {}

    def made(trained: bool = False, **settings: Any) -> Any:
        key = f"{trained} {settings}"
        if key not in known:
            known[key] = trainer(tmp_path_factory.mktemp("plain"), **settings)
            if trained:
                known[key].train()
        return known[key]

    return made


@pytest.mark.parametrize("name", NOW)
def test_a_field_changes_the_model(name: str, tmp_path: Path, plain: Callable[..., Any]) -> None:
    value, look = NOW[name]
    other = config(tmp_path, value) if name == "algorithm" else config(tmp_path)
    if name in HyperparameterConfig.model_fields:
        setattr(other.hyperparams, name, value)
    else:
        setattr(other, name, value)
    assert look(create_trainer(create_balatro_env(seed=1), other)) != look(plain())


@pytest.mark.parametrize("name", THEN)
def test_a_field_changes_the_training(name: str, tmp_path: Path, plain: Callable[..., Any]) -> None:
    base, change, look = THEN[name]
    if name == "use_behavioral_cloning":
        base = {"cloning": CloningConfig(**SMALL_CLONING)}
    settings = {"total_timesteps": 128} | base
    folder = tmp_path / change.get("save_dir", "")
    other = trainer(folder, **settings | {k: v for k, v in change.items() if k != "save_dir"})
    other.train()
    assert look(other) != look(plain(trained=True, **settings))


@pytest.mark.parametrize("name", CLONING)
def test_a_field_changes_what_is_cloned(name: str, tmp_path: Path, plain: Callable[..., Any]) -> None:
    settings: dict[str, Any] = {"total_timesteps": 16, "use_behavioral_cloning": True}
    other = trainer(tmp_path, cloning=CloningConfig(**SMALL_CLONING | {name: CLONING[name]}), **settings)
    other.train()
    base = plain(trained=True, cloning=CloningConfig(**SMALL_CLONING), **settings)
    assert other.cloning_result["held_out_loss"] != base.cloning_result["held_out_loss"]


def test_device(tmp_path: Path) -> None:
    assert trainer(tmp_path, device="cpu").model.device.type == "cpu"
    with pytest.raises((RuntimeError, AssertionError), match="tpu"):
        trainer(tmp_path, device="tpu")


# -- defaults and files --------------------------------------------------------------------------------------


def test_what_is_not_given_is_as_the_algorithm_has_it() -> None:
    assert TrainerConfig(algorithm="A2C") == get_default_config("A2C")
    assert TrainerConfig(algorithm="A2C").hyperparams.learning_rate == 7e-4
    assert TrainerConfig(algorithm="DQN").hyperparams.algorithm_specific["buffer_size"] == 100_000
    one, other = get_default_config("PPO"), get_default_config("PPO")
    one.hyperparams.algorithm_specific["n_steps"] = 3
    assert other.hyperparams.algorithm_specific["n_steps"] == 2048


def test_a_configuration_is_kept_in_a_file(tmp_path: Path) -> None:
    made = TrainerConfig(
        algorithm="DQN",
        wandb_tags=["a"],
        hyperparams=HyperparameterConfig(gamma=0.9, algorithm_specific={"buffer_size": 10}),
        cloning=CloningConfig(episodes=3),
    )
    path = made.save(tmp_path / "config.json")
    assert TrainerConfig.load(path) == made
    values = made.to_dict()
    assert TrainerConfig.from_dict(values) == made
    assert values == made.to_dict(), "from_dict leaves its argument alone"


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (r"config.json is no JSON", "{"),
        (r"config.json: unknown key 'total_timestep' .*'total_timesteps'", '{"total_timestep": 3}'),
        (r"a table of names and values", "[1]"),
        (r"Unknown algorithm 'SAC'", '{"algorithm": "SAC"}'),
    ],
)
def test_bad_files(text: str, content: str, tmp_path: Path) -> None:
    path = tmp_path / "config.json"
    path.write_text(content)
    with pytest.raises(ValueError, match=text):
        TrainerConfig.load(path)


BAD = [
    (TrainerConfig, "total_timesteps", 0, "TrainerConfig.total_timesteps is 0; 1 or more is allowed"),
    (TrainerConfig, "n_envs", "many", "TrainerConfig.n_envs is 'many'; a whole number is needed"),
    (TrainerConfig, "n_envs", True, "n_envs is True; a whole number is needed"),
    (TrainerConfig, "use_wandb", "yes", "use_wandb is 'yes'; true or false is needed"),
    (TrainerConfig, "checkpoint_freq", -1, "checkpoint_freq is -1; 0 or more is allowed"),
    (TrainerConfig, "wandb_tags", [3], r"wandb_tags\[0\] is 3; text is needed"),
    (TrainerConfig, "wandb_mode", "sometimes", "wandb_mode is 'sometimes'; 'online' or 'offline' is allowed"),
    (
        TrainerConfig,
        "feature_extractor_type",
        "cnn",
        "feature_extractor_type is 'cnn'; 'balatro' or 'combined'",
    ),
    (
        TrainerConfig,
        "algorithm",
        "PP0",
        r"Unknown algorithm 'PP0' \(did you mean 'PPO'\?\); one of .*PPO, A2C",
    ),
    (TrainerConfig, "total_timestep", 3, r"unknown key 'total_timestep' .*did you mean 'total_timesteps'"),
    (
        TrainerConfig,
        "hyperparams",
        {"lr": 1},
        "unknown key 'lr' in HyperparameterConfig; one of learning_rate",
    ),
    (
        TrainerConfig,
        "cloning",
        {"episode": 1},
        r"unknown key 'episode' in CloningConfig \(did you mean 'episodes'",
    ),
    (HyperparameterConfig, "learning_rate", float("nan"), "learning_rate is nan; a finite number is needed"),
    (HyperparameterConfig, "gamma", 1.5, "gamma is 1.5; at most 1 is allowed"),
    (HyperparameterConfig, "policy_net_arch", [0], r"policy_net_arch\[0\] is 0; 1 or more is allowed"),
    (CloningConfig, "epochs", 0, "CloningConfig.epochs is 0; 1 or more is allowed"),
]


@pytest.mark.parametrize(("kind", "name", "value", "text"), BAD)
def test_a_value_that_does_not_fit_is_refused_in_one_line(
    kind: type[TrainerConfig], name: str, value: Any, text: str
) -> None:
    made = kind()
    with pytest.raises(ValueError, match=text) as given:
        kind(**{name: value})
    with pytest.raises(ValueError, match=text) as set_later:
        setattr(made, name, value)
    assert str(given.value) == str(set_later.value)
    assert "\n" not in str(given.value)
    assert made == kind(), "what was refused changes nothing"


def test_what_was_changed_inside_is_checked_before_anything_is_made(tmp_path: Path) -> None:
    made = TrainerConfig(save_dir=str(tmp_path))
    made.hyperparams.policy_net_arch.append(-3)
    with pytest.raises(ValueError, match=r"policy_net_arch\[2\] is -3"):
        create_trainer(create_balatro_env(), made)
    assert list(tmp_path.iterdir()) == []


LEAN = """
import sys
import jimbot.training
from jimbot.training.framework import TrainerConfig, get_default_config
TrainerConfig(), get_default_config("DQN"), TrainerConfig(algorithm="RecurrentPPO").check()
heavy = {"torch", "stable_baselines3", "sb3_contrib", "gymnasium", "ray", "optuna", "matplotlib"}
print(sorted(heavy & set(sys.modules)))
"""


def test_a_configuration_imports_no_learning_library() -> None:
    done = subprocess.run([sys.executable, "-c", LEAN], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_environment_variable_bounds_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MAX_TIMESTEPS, "64")
    t = trainer(tmp_path, total_timesteps=10**9)
    assert t.train()["timesteps"] == 64
    monkeypatch.setenv(MAX_TIMESTEPS, "few")
    with pytest.raises(ValueError, match="JIMBOT_MAX_TIMESTEPS is 'few'"):
        t.train()


# -- a user's own algorithm ----------------------------------------------------------------------------------


@register_algorithm("CountingToThree", HyperparameterConfig(gamma=0.3))
class CountingTrainer(RLTrainer):
    def create_model(self) -> Any:
        self.count = 0

    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        self.count += 3
        return {"count": self.count}

    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        return float(self.count), 0.0


def test_an_algorithm_is_added_by_a_decorator(tmp_path: Path) -> None:
    assert "CountingToThree" in algorithms()
    made = get_default_config("CountingToThree")
    made.save_dir = str(tmp_path)
    assert made.hyperparams.gamma == 0.3
    with create_trainer(create_balatro_env(), made) as t:
        assert t.train() == {"count": 3}
        assert t.evaluate() == (3.0, 0.0)
        assert t.get_metrics() == {"training_steps": 0}
        with pytest.raises(TypeError, match="has no save"):
            t.save_model()
    assert np.isfinite(t.count)


def test_settings_may_be_yaml(tmp_path):
    (tmp_path / "a.yaml").write_text("algorithm: A2C\nn_envs: 2\n")
    assert TrainerConfig.load(tmp_path / "a.yaml") == TrainerConfig(algorithm="A2C", n_envs=2)
    (tmp_path / "b.yaml").write_text("n_envs: 0\n")
    with pytest.raises(ValueError, match=r"b\.yaml: TrainerConfig.n_envs is 0; 1 or more is allowed"):
        TrainerConfig.load(tmp_path / "b.yaml")
