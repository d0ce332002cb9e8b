"""Templates: which experiments they make, what they refuse, and how they are combined."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("stable_baselines3")

from jimbot.training.experiment import ExperimentConfig, MultiAlgorithmBenchmark
from jimbot.training.templates import (
    CurriculumLearningTemplate,
    ExperimentTemplate,
    TemplateRegistry,
    Variation,
    algorithm_comparison,
    compose,
    curriculum_learning,
    hyperparameter_variation,
    imitation_learning,
    multi_seed,
)
from jimbot.training.utils import create_balatro_env


def names(configs: list[ExperimentConfig]) -> list[str]:
    return [config.name for config in configs]


def test_levels_of_a_curriculum_pass_their_weights_on() -> None:
    template = curriculum_learning(algorithm="PPO", timesteps=100_000)
    assert template.set_ante_levels([1, 2, 4]) is template
    configs = template.generate_experiments(n_runs=2)
    assert [(c.name, c.init_from, c.seed) for c in configs] == [
        ("PPO_ante1_seed42", None, 42),
        ("PPO_ante2_seed42", "PPO_ante1_seed42", 42),
        ("PPO_ante4_seed42", "PPO_ante2_seed42", 42),
        ("PPO_ante1_seed43", None, 43),
        ("PPO_ante2_seed43", "PPO_ante1_seed43", 43),
        ("PPO_ante4_seed43", "PPO_ante2_seed43", 43),
    ]
    assert all(c.use_curriculum for c in configs)
    assert configs[2].curriculum == {"initial_max_ante": 4, "max_ante": 4, "success_threshold": 0.8}


def test_levels_share_the_timesteps_of_the_run() -> None:
    configs = curriculum_learning(timesteps=100_000).set_ante_levels([1, 2, 3]).generate_experiments()
    assert [c.total_timesteps for c in configs] == [33_333, 33_333, 33_334]
    assert len(curriculum_learning().generate_experiments()) == 8


@pytest.mark.parametrize("levels", [[], [0], [9], [2, 1], [1, 1], ["1"], [1.5]])
def test_ante_levels_are_checked(levels: list[Any]) -> None:
    template = curriculum_learning().set_ante_levels([3])
    with pytest.raises((TypeError, ValueError), match="ante_levels"):
        template.set_ante_levels(levels)
    assert template.ante_levels == [3]


def test_imitation_carries_its_settings() -> None:
    settings = {"expert": "greedy", "episodes": 7}
    (config,) = imitation_learning(algorithm="A2C", timesteps=500, cloning=settings).generate_experiments()
    assert (config.name, config.algorithm, config.total_timesteps) == ("A2C_imitation_seed42", "A2C", 500)
    trainer = config.trainer_config()
    assert trainer.use_behavioral_cloning
    assert (trainer.cloning.expert, trainer.cloning.episodes, trainer.cloning.epochs) == ("greedy", 7, 4)


def test_multi_seed_has_five_seeds_unless_asked() -> None:
    assert [c.seed for c in multi_seed(seed=10).generate_experiments()] == [10, 11, 12, 13, 14]
    assert [c.seed for c in multi_seed(seed=10).generate_experiments(n_runs=2)] == [10, 11]
    configs = multi_seed(n_seeds=3).generate_experiments()
    assert {c.setting for c in configs} == {"PPO"}  # summed up together


def test_hyperparameters_are_varied_in_every_combination() -> None:
    template = hyperparameter_variation(
        {"learning_rate": [1e-4, 1e-3], "n_steps": [64, 128]}, algorithm="A2C"
    )
    configs = template.generate_experiments(n_runs=2)
    assert len(configs) == 8
    assert names(configs)[1] == "A2C_learning_rate=0.0001_n_steps=128_seed42"
    trainer = configs[1].trainer_config()
    assert trainer.hyperparams.learning_rate == 1e-4
    assert trainer.hyperparams.algorithm_specific["n_steps"] == 128


def test_every_algorithm_of_a_comparison_has_the_same_seeds() -> None:
    configs = algorithm_comparison(algorithms=["PPO", "A2C", "DQN"], timesteps=300).generate_experiments(2)
    assert [(c.algorithm, c.seed) for c in configs] == [
        ("PPO", 42),
        ("A2C", 42),
        ("DQN", 42),
        ("PPO", 43),
        ("A2C", 43),
        ("DQN", 43),
    ]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: hyperparameter_variation({"learning_rat": [1]}), "did you mean 'learning_rate'"),
        (
            lambda: hyperparameter_variation({"clip_range": [0.1]}, algorithm="DQN"),
            "unknown key 'clip_range'",
        ),
        (lambda: hyperparameter_variation({}), "grid is empty"),
        (lambda: hyperparameter_variation({"gamma": []}), "a list of values is needed"),
        (lambda: hyperparameter_variation({"gamma": [0.9, 0.9]}), "each value is allowed once"),
        (lambda: algorithm_comparison(["PPO", "PPPO"]), "did you mean 'PPO'"),
        (lambda: algorithm_comparison("PPO"), "a list is needed"),
        (lambda: algorithm_comparison(algorithm="PPO"), "takes algorithms"),
        (lambda: algorithm_comparison(["PPO", "PPO"]).generate_experiments(), "twice"),
        (lambda: imitation_learning(cloning={"epoch": 1}), "did you mean 'epochs'"),
        (lambda: multi_seed(algorithm="SAC"), "Unknown algorithm 'SAC'"),
        (lambda: multi_seed(n_seeds=0), "n_seeds is 0"),
        (lambda: multi_seed().generate_experiments(n_runs=0), "n_runs is 0"),
        (lambda: multi_seed(timesteps=0).generate_experiments(), "timesteps is 0; 1 or more"),
        (lambda: curriculum_learning(timesteps=5).generate_experiments(), "timesteps is 5; 8 or more"),
        (lambda: curriculum_learning(success_threshold=2), "success_threshold is 2"),
        (lambda: TemplateRegistry.create("curiculum"), "did you mean 'curriculum'"),
        (lambda: TemplateRegistry.create("multi_seed", nseeds=3), "did you mean 'n_seeds'"),
    ],
)
def test_bad_settings_are_reported(make: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make()


# -- composition --------------------------------------------------------------------------------------------


def test_a_composition_varies_every_experiment() -> None:
    template = compose(
        multi_seed(n_seeds=2, seed=7),
        algorithm_comparison(["PPO", "A2C"], timesteps=400),
        hyperparameter_variation({"gamma": [0.9, 0.99]}),
    )
    configs = template.generate_experiments()
    assert names(configs)[:4] == [
        "PPO_gamma=0.9_seed7",
        "PPO_gamma=0.99_seed7",
        "A2C_gamma=0.9_seed7",
        "A2C_gamma=0.99_seed7",
    ]
    assert len(set(names(configs))) == len(configs) == 8
    assert {c.total_timesteps for c in configs} == {400}
    assert {c.seed for c in configs if c.group == "A2C_gamma=0.9"} == {7, 8}


@pytest.mark.parametrize("curriculum_first", [True, False])
def test_weights_pass_within_each_variation(curriculum_first: bool) -> None:
    parts = [curriculum_learning().set_ante_levels([1, 2]), algorithm_comparison(["PPO", "A2C"])]
    configs = compose(*(parts if curriculum_first else reversed(parts))).generate_experiments(2)
    before = {c.name: c.init_from for c in configs}
    assert before["A2C_ante2_seed43"] == "A2C_ante1_seed43"
    assert before["PPO_ante2_seed42"] == "PPO_ante1_seed42"
    benchmark = MultiAlgorithmBenchmark(lambda: None)
    benchmark.add_experiments(configs)  # refuses weights that do not exist before


def test_a_small_composition_really_runs(tmp_path: Path) -> None:
    small = {
        "features_dim": [8],
        "policy_net_arch": [[8]],
        "value_net_arch": [[8]],
        "n_steps": [8],
        "n_epochs": [1],
    }
    curriculum = curriculum_learning("PPO", timesteps=32, n_envs=2).set_ante_levels([1, 2])
    configs = compose(curriculum, hyperparameter_variation(small)).generate_experiments()
    for config in configs:
        config.eval_episodes = 1
        config.trainer_override = {"device": "cpu"}
    benchmark = MultiAlgorithmBenchmark(create_balatro_env, output_dir=tmp_path)
    benchmark.add_experiments(configs)
    results = benchmark.run_all(verbose=False)
    assert [result.timesteps for result in results] == [16, 16]
    assert results[1].config.init_from == results[0].name


def test_only_the_first_level_imitates() -> None:
    configs = compose(
        curriculum_learning().set_ante_levels([1, 2]), imitation_learning()
    ).generate_experiments()
    assert [c.use_behavioral_cloning for c in configs] == [True, False]


def test_runs_of_a_composition_multiply() -> None:
    configs = compose(multi_seed(n_seeds=2), multi_seed(n_seeds=3)).generate_experiments()
    assert [c.seed for c in configs] == [42, 43, 44, 45, 46, 47]


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ((multi_seed(seed=1), imitation_learning(seed=2)), "seed is set twice: 1 and 2"),
        ((multi_seed(algorithm="PPO"), algorithm_comparison(["A2C"])), "algorithm is set twice"),
        ((curriculum_learning(), curriculum_learning()), "both divide a run into parts"),
        (
            (algorithm_comparison(["DQN"]), hyperparameter_variation({"clip_range": [0.1]})),
            "unknown key 'clip_range'",
        ),
        ((), "compose needs a template"),
    ],
)
def test_what_does_not_go_together_is_reported_at_once(
    parts: tuple[ExperimentTemplate, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        compose(*parts)


# -- the registry ---------------------------------------------------------------------------------


def test_a_template_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TemplateRegistry, "_templates", dict(TemplateRegistry._templates))

    @TemplateRegistry.register_template("sizes")
    class Sizes(ExperimentTemplate):
        def variations(self) -> list[Variation]:
            return [Variation(f"envs{n}", {"n_envs": n}) for n in (1, 16)]

    configs = TemplateRegistry.create("sizes", algorithm="A2C").generate_experiments()
    assert names(configs) == ["A2C_envs1_seed42", "A2C_envs16_seed42"]
    assert configs[0].tags == ["sizes"]
    assert names(compose(Sizes(), multi_seed(n_seeds=1)).generate_experiments()) == [
        "PPO_envs1_seed42",
        "PPO_envs16_seed42",
    ]
    with pytest.raises(ValueError, match="there is a template 'sizes' already"):
        TemplateRegistry.register_template("sizes", CurriculumLearningTemplate)


def test_registry_names() -> None:
    assert TemplateRegistry.names() == [
        "curriculum",
        "imitation",
        "multi_seed",
        "hyperparameter",
        "comparison",
    ]
    assert isinstance(TemplateRegistry.create("curriculum", timesteps=80), CurriculumLearningTemplate)
