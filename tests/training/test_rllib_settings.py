"""Settings of the RLlib pipeline: the document's files, former names, and what is refused."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("gymnasium")
pytest.importorskip("yaml")

from jimbot.models.balatro_net import NetShape
from jimbot.training.rllib import cluster
from jimbot.training.rllib.cluster import Resources, resources
from jimbot.training.rllib.plan import RLlibPlan
from jimbot.training.rllib.settings import DEFAULT, load_config, read_config

CONFIGS = Path(__file__).resolve().parents[2] / "configs"


def test_the_default_file_is_the_default() -> None:
    assert (CONFIGS / "default_ppo.yaml").read_bytes() == DEFAULT.read_bytes()
    config = load_config(CONFIGS / "default_ppo.yaml")
    assert (config.num_env_runners, config.num_envs_per_env_runner) == (2, 4)
    assert (config.train_batch_size_per_learner, config.minibatch_size, config.num_epochs) == (4000, 128, 30)
    assert (config.lr, config.gamma, config.lambda_) == (5e-5, 0.99, 0.95)
    assert (config.clip_param, config.entropy_coeff) == (0.2, 0.01)
    assert config.model.shape() == NetShape(memgraph_embedding_dim=128)


def test_the_experimental_file() -> None:
    config = load_config(CONFIGS / "experimental_ppo.yaml")
    assert (config.num_env_runners, config.num_gpus) == (4, 1)
    assert (config.train_batch_size_per_learner, config.minibatch_size) == (8000, 256)
    assert (config.lr, config.entropy_coeff) == (1e-4, 0.02)


@pytest.mark.parametrize("file", sorted(CONFIGS.glob("*ppo*.yaml")), ids=lambda file: file.name)
def test_every_file_makes_whole_batches(file: Path) -> None:
    """Rounds of samples fill a batch, and little more."""
    config = load_config(file)
    per_round = max(1, config.num_env_runners) * config.num_envs_per_env_runner * config.fragment
    rounds = -(-config.train_batch_size_per_learner // per_round)
    assert rounds * per_round <= 1.1 * config.train_batch_size_per_learner
    assert config.fragment <= config.rollout_fragment_length


def test_former_names_mean_todays() -> None:
    former = read_config(
        {
            "num_workers": 3,
            "num_envs_per_worker": 5,
            "num_gpus_per_worker": 0.5,
            "num_cpus_per_worker": 2,
            "train_batch_size": 900,
            "sgd_minibatch_size": 90,
            "num_sgd_iter": 7,
            "lambda": 0.8,
            "evaluation_num_workers": 1,
        }
    )
    today = read_config(
        {
            "num_env_runners": 3,
            "num_envs_per_env_runner": 5,
            "num_gpus_per_env_runner": 0.5,
            "num_cpus_per_env_runner": 2,
            "train_batch_size_per_learner": 900,
            "minibatch_size": 90,
            "num_epochs": 7,
            "lambda_": 0.8,
            "evaluation_num_env_runners": 1,
        }
    )
    assert former == today
    assert read_config(today.to_dict()) == today


def test_several_gpus_are_several_learners() -> None:
    config = read_config({"num_gpus": 2, "num_gpus_per_worker": 0.5, "train_batch_size": 4000})
    assert config.learners == 2
    assert config.train_batch_size_per_learner == 2000, "the former name means that of all learners"
    assert resources(config, 8, 3, print) == Resources(1.0, 0.5, 2, 1.0)
    with pytest.raises(ValueError, match=r"need 3 GPUs; the cluster has 1"):
        resources(config, 8, 1, print)


@pytest.mark.parametrize(("gpus", "learners"), [(0, 0), (2, 2)])
def test_a_batch_is_as_large_as_asked_for_however_many_learners_there_are(gpus: int, learners: int) -> None:
    config = read_config({"num_gpus": 2, "train_batch_size": 1000})
    given = resources(config, 8, gpus, lambda text: None)
    assert given.learners == learners
    fitted = config.fitted(given.learners)
    assert fitted.train_batch_size_per_learner * max(1, learners) == 1000
    assert fitted.fragment * fitted.num_env_runners * fitted.num_envs_per_env_runner == 1000


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"num_gpus": 1}, "num_gpus is 1, but there is no GPU here: 0 is used"),
        ({"num_gpus_per_worker": 0.25}, "num_gpus_per_env_runner is set, but there is no GPU here"),
    ],
)
def test_without_a_gpu_the_cpu_learns_and_it_is_said(given: dict[str, Any], expected: str) -> None:
    said: list[str] = []
    assert resources(read_config(given), 4, 0, said.append) == Resources(1.0, 0.0, 0, 0.0)
    assert expected in said[0]


def test_a_cluster_that_died_is_recognised_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ray").mkdir()
    (tmp_path / "ray" / "ray_current_cluster").write_text("127.0.0.1:1")
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    said: list[str] = []
    began = time.monotonic()
    assert not cluster._joined(None, said.append)
    with pytest.raises(ValueError, match=r"no Ray cluster answers at '127.0.0.1:1'"):
        cluster._joined("auto", said.append)
    assert time.monotonic() - began < 20
    assert said == ["the Ray cluster at 127.0.0.1:1 is gone without `ray stop`; one of its own is started"]


def test_the_snippets_of_the_document_are_settings() -> None:
    config: dict[str, Any] = {}
    config["num_gpus"] = 2
    config["num_gpus_per_worker"] = 0.5
    assert read_config(config) == read_config({"num_gpus": 2.0, "num_gpus_per_env_runner": 0.5})


def test_more_runners_than_cores_share_them_and_it_is_said() -> None:
    said: list[str] = []
    assert resources(read_config({"num_workers": 4}), 2, 0, said.append).cpus_per_runner == 0.5
    assert said == ["4 runners share 2 cores (0.5 each)"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"num_worker": 2}, r"unknown key 'num_worker' in x.yaml \(did you mean 'num_workers'\?\)"),
        ({"learning_rate": 1}, "learning_rate is now lr here"),
        (
            {"algorithm": "PPPO"},
            r"unknown algorithm 'PPPO' \(did you mean 'PPO'\?\); one of PPO, APPO, IMPALA",
        ),
        ({"env": "CartPole-v1"}, "unknown env 'CartPole-v1'"),
        ({"framework": "tf2"}, "'torch' is allowed"),
        ({"lr": "fast"}, "lr is 'fast'; a number is needed"),
        ({"lr": 0}, "lr is 0"),
        ({"gamma": 1.5}, r"gamma is 1.5; at most 1 is allowed"),
        ({"num_workers": -1}, "num_env_runners is -1; 0 or more is allowed"),
        ({"batch_mode": "complete_episodes"}, "'truncate_episodes' is allowed"),
        ({"num_sgd_iter": 3, "num_epochs": 4}, "gives 'num_epochs' twice"),
        ({"sgd_minibatch_size": 5000}, "minibatch_size is 5000; at most train_batch_size_per_learner"),
        ({"algorithm": "IMPALA", "num_workers": 0}, "num_env_runners must be 1 or more"),
        ({"model": {"custom_model": "OtherNet"}}, "'BalatroNet' is allowed"),
        (
            {"model": {"custom_model_config": {"entity_widths": 3}}},
            r"unknown key 'entity_widths' .*did you mean 'entity_width'",
        ),
        ({"model": {"custom_model_config": {"memgraph_embeddings": "x"}}}, "needs memgraph_embedding_dim"),
        ({"env_config": {"dek": "red"}}, r"unknown key 'dek' in env_config \(did you mean 'deck'\?\)"),
        ({"env_config": {"deck": "plaid"}}, "plaid"),
        ({"env_config": {"difficulty_schedule": {5: "easy"}}}, "begins at timestep 0"),
        ({"env_config": {"difficulty_schedule": {0: "easy"}, "max_ante": 3}}, "give one of them"),
        ({"env_config": {"reward_scale": 0}}, "reward_scale of env_config is 0"),
    ],
)
def test_what_does_not_fit_is_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_config(given, "x.yaml")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no configuration"):
        load_config(tmp_path / "none.yaml")
    (tmp_path / "bad.yaml").write_text("lr: [1,\nalgorithm: PPO")
    with pytest.raises(ValueError, match=r"bad\.yaml is no YAML: .*line 2"):
        load_config(tmp_path / "bad.yaml")
    (tmp_path / "list.yaml").write_text("- 1\n- 2\n")
    with pytest.raises(ValueError, match="a table of names and values is needed"):
        load_config(tmp_path / "list.yaml")


def test_numbers_as_yaml_writes_them(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "lr: 1e-4\nnum_gpus: 0\nenv_config:\n  difficulty_schedule: {0: easy, 5: hard}\n"
    )
    config = load_config(tmp_path / "a.yaml")
    assert config.lr == 1e-4
    assert config.env_config == {"difficulty_schedule": {0: "easy", 5: "hard"}}


def test_settings_of_a_search_without_a_search_are_refused() -> None:
    assert RLlibPlan(tune=True, tune_samples=3).tune_samples == 3
    with pytest.raises(ValueError, match=r"tune_samples has no effect without tune"):
        RLlibPlan(tune_samples=3)


@pytest.mark.ray
def test_snippets_of_the_document_build_a_configuration() -> None:
    """As they are written there, into a dictionary."""
    pytest.importorskip("ray.rllib")
    from jimbot.training.callbacks import BalatroCallbacks
    from jimbot.training.rllib.algorithm import ppo_config

    config: dict[str, Any] = {}
    config["callbacks"] = BalatroCallbacks
    config["env_config"] = {"difficulty_schedule": {0: "easy", 500000: "medium", 1000000: "hard"}}
    config["num_gpus"] = 2
    config["num_gpus_per_worker"] = 0.5
    made = ppo_config(**config)
    assert (made.num_gpus_per_env_runner, made.num_learners) == (0.5, 2)
    assert made.env_config["difficulty_schedule"][1000000] == "hard"
    assert BalatroCallbacks in made.callbacks_class
