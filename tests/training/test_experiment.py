"""Experiments and benchmarks, with a trainer that plays random moves and one run of the real thing."""

from __future__ import annotations

import csv
import functools
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
from jimbot.training import algorithms
from jimbot.training.experiment import (
    ExperimentConfig,
    ExperimentResult,
    ExperimentsFailed,
    MultiAlgorithmBenchmark,
    by_setting,
)
from jimbot.training.framework import HyperparameterConfig, RLTrainer, TrainerConfig, get_default_config
from jimbot.training.metrics import BalatroMetrics
from jimbot.training.utils import create_balatro_env

creator = functools.partial(create_balatro_env, max_blind_steps=40)


class Counter:
    """A model whose only weight is the number of moves it has been trained for."""

    num_timesteps = 0
    moves = 0

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.moves))


class RandomTrainer(RLTrainer):
    """Plays random legal moves, in training as in the evaluation."""

    made: list[RandomTrainer] = []  # noqa: RUF012
    model: Counter

    def create_model(self) -> Counter:
        self.made.append(self)
        self.closed = False
        self.episodes: dict[str, list[float]] = {
            name: [] for name in ("rewards", "antes", "timesteps", "seconds")
        }
        return Counter()

    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        if self.config.hyperparams.gamma == 0:
            raise FloatingPointError("training diverged")
        began = time.perf_counter()
        for info in self._steps(self.config.total_timesteps // self.env.num_envs, self.config.seed):
            self.episodes["rewards"].append(info["episode"]["r"])
            self.episodes["antes"].append(info["ante"])
            self.episodes["timesteps"].append(self.model.num_timesteps)
            self.episodes["seconds"].append(time.perf_counter() - began)
        return {}

    def _steps(self, steps: int, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        self.env.reset()
        for _ in range(steps):
            masks = self.env.action_masks()
            _, _, dones, infos = self.env.step(np.where(masks, rng.random(masks.shape), -1).argmax(axis=1))
            self.model.num_timesteps += self.env.num_envs
            self.model.moves += self.env.num_envs
            yield from (infos[i] for i in np.flatnonzero(dones))

    @property
    def timesteps(self) -> int:
        return self.model.num_timesteps

    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        rewards = self.evaluate_games(n_episodes, deterministic).rewards
        return float(np.mean(rewards)), float(np.std(rewards))

    def evaluate_games(self, n_episodes: int = 10, deterministic: bool = True) -> BalatroMetrics:
        ended = []
        while len(ended) < n_episodes:
            ended += list(self._steps(50, self.config.seed + 1000))
        keys = {"antes": "ante", "scores": "score", "blinds": "blinds_beaten", "wins": "won"}
        return BalatroMetrics(
            rewards=[info["episode"]["r"] for info in ended[:n_episodes]],
            **{name: [info[key] for info in ended[:n_episodes]] for name, key in keys.items()},
        )

    def load_model(self, path: Path) -> None:
        self.model.moves = json.loads(path.read_text())

    def get_metrics(self) -> dict[str, Any]:
        return {f"episode_{name}": values for name, values in self.episodes.items()}

    def close(self) -> None:
        super().close()
        self.closed = True


class MinimalTrainer(RLTrainer):
    """No more than the documentation asks of a trainer."""

    def create_model(self) -> None:
        pass

    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        return {}

    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        return 3.0, float(n_episodes)


@pytest.fixture(autouse=True)
def trainers(monkeypatch: pytest.MonkeyPatch) -> list[RandomTrainer]:
    """Registers the trainers; lists the random ones that were made."""
    specific = HyperparameterConfig(learning_rate=0.25, algorithm_specific={"n_steps": 8, "batch_size": 4})
    for name, trainer in (("Random", RandomTrainer), ("Other", RandomTrainer), ("Minimal", MinimalTrainer)):
        monkeypatch.setitem(algorithms._ALGORITHMS, name, algorithms.Algorithm(trainer, specific))
    monkeypatch.setattr(RandomTrainer, "made", [])
    return RandomTrainer.made


def quick(**settings: Any) -> ExperimentConfig:
    return ExperimentConfig(
        **{"algorithm": "Random", "total_timesteps": 400, "n_envs": 4, "eval_episodes": 3} | settings
    )


DIVERGES = {"hyperparams_override": {"gamma": 0}}


@pytest.fixture(autouse=True)
def no_pictures(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing takes longer than all the rest: one test does it."""
    if request.function is not test_files:
        monkeypatch.setattr("jimbot.training.experiment.save_figure", lambda *_: None)


@pytest.fixture
def benchmark_(tmp_path: Path) -> MultiAlgorithmBenchmark:
    return MultiAlgorithmBenchmark(creator, "test", tmp_path)


def result(name: str = "x", reward: float = 0.0, seed: int = 1, **settings: Any) -> ExperimentResult:
    figures = {key: settings.pop(key) for key in list(settings) if key in ("mean_antes", "win_rate")}
    return ExperimentResult(quick(name=name, seed=seed, **settings), 400, 2.0, reward, 1.0, **figures)


# Configuration


def test_defaults() -> None:
    config = ExperimentConfig()
    assert (config.algorithm, config.total_timesteps, config.seed, config.n_envs) == ("PPO", 100_000, 42, 8)
    made = config.trainer_config("somewhere")
    assert isinstance(made, TrainerConfig)
    assert made.save_dir == "somewhere"
    assert made.hyperparams == get_default_config("PPO").hyperparams


def test_the_trainer_gets_what_the_experiment_says() -> None:
    config = ExperimentConfig(
        algorithm="A2C",
        total_timesteps=77,
        seed=5,
        n_envs=3,
        tags=["t"],
        use_curriculum=True,
        curriculum={"initial_max_ante": 3},
        use_behavioral_cloning=True,
        cloning={"episodes": 9},
        eval_episodes=11,
        trainer_override={"device": "cpu", "checkpoint_freq": 1000},
    )
    made = config.trainer_config()
    assert (made.algorithm, made.total_timesteps, made.seed, made.n_envs) == ("A2C", 77, 5, 3)
    assert (made.use_curriculum, made.curriculum) == (True, {"initial_max_ante": 3})
    assert (made.use_behavioral_cloning, made.cloning.episodes) == (True, 9)
    assert (made.eval_episodes, made.wandb_tags, made.device, made.checkpoint_freq) == (
        11,
        ["t"],
        "cpu",
        1000,
    )
    assert made.hyperparams.learning_rate == 7e-4, "of A2C, not of all"


def test_overrides_are_put_onto_the_defaults_of_the_algorithm() -> None:
    override = {"gamma": 0.5, "n_steps": 16, "algorithm_specific": {"extra": 1}}
    made = quick(hyperparams_override=override).trainer_config().hyperparams
    assert (made.gamma, made.learning_rate) == (0.5, 0.25)
    assert made.algorithm_specific == {"n_steps": 16, "batch_size": 4, "extra": 1}
    assert quick().trainer_config().hyperparams.algorithm_specific == {"n_steps": 8, "batch_size": 4}


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"hyperparams_override": {"learning_rte": 1}}, "hyperparams_override.*did you mean 'learning_rate'"),
        ({"hyperparams_override": {"n_step": 1}}, "did you mean 'n_steps'"),
        ({"hyperparams_override": {"gamma": 2.0}}, "gamma is 2.0"),
        ({"trainer_override": {"devise": "cpu"}}, "trainer_override.*did you mean 'device'"),
        ({"trainer_override": {"seed": 1}}, "unknown key 'seed' in trainer_override"),
        ({"algorithm": "Randon"}, "did you mean 'Random'"),
        ({"curriculum": {"max_ante": 3}}, "use_curriculum is False"),
        ({"cloning": {"episodes": 3}}, "use_behavioral_cloning is False"),
        ({"use_behavioral_cloning": True, "cloning": {"episode": 3}}, "did you mean 'episodes'"),
        ({"n_envs": 0}, "n_envs is 0"),
        ({"eval_episodes": 0}, "eval_episodes is 0"),
        ({"init_from": "level 1"}, "init_from 'level 1' is no earlier experiment"),
    ],
)
def test_mistakes_are_found_before_anything_runs(
    settings: dict[str, Any], message: str, benchmark_: MultiAlgorithmBenchmark
) -> None:
    with pytest.raises(ValueError, match=message):
        benchmark_.add_experiment(quick(**settings))
    assert benchmark_.experiments == []


def test_configuration_to_json_and_back() -> None:
    config = quick(name="n", tags=["a"], use_curriculum=True, curriculum={"max_ante": 4}, init_from="m")
    assert ExperimentConfig.from_dict(json.loads(json.dumps(config.to_dict()))) == config
    with pytest.raises(ValueError, match="did you mean 'total_timesteps'"):
        ExperimentConfig.from_dict({"total_timestep": 3})


def test_result_to_json_and_back() -> None:
    from jimbot.runs.console import json_text

    one = result(reward=float("inf"), win_rate=0.5)
    one.evaluation = {"rewards": [1.0, float("inf")], "scores": [1e9, 2.0]}
    one.learning_curve = {"rewards": [1.0], "seconds": [0.5]}
    assert ExperimentResult.from_dict(json.loads(json_text(one.to_dict()))) == one


# Running


def test_run_all(
    benchmark_: MultiAlgorithmBenchmark, trainers: list[RandomTrainer], capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark_.add_experiment(quick())
    benchmark_.add_experiments([quick(algorithm="Other", n_envs=2, seed=7, name="two")])
    results = benchmark_.run_all()
    assert [one.name for one in results] == ["Random", "two"]
    assert [trainer.config.seed for trainer in trainers] == [42, 7]
    assert [trainer.env.num_envs for trainer in trainers] == [4, 2]
    assert all(trainer.closed for trainer in trainers)
    one = results[0]
    assert (one.timesteps, len(one.evaluation["rewards"])) == (400, 3)
    assert one.mean_reward == pytest.approx(np.mean(one.evaluation["rewards"]))
    assert one.mean_antes == pytest.approx(np.mean(one.evaluation["antes"]))
    assert one.win_rate == 0
    assert one.ante_5_rate == 0
    assert one.duration > 0
    curve = one.learning_curve
    assert len(curve["timesteps"]) == len(curve["seconds"]) == len(curve["rewards"]) > 3
    assert curve["timesteps"] == sorted(curve["timesteps"])
    assert Path(one.model_path or "").is_file()
    assert Path(one.run_dir).parent.parent == benchmark_.run_dir
    printed = capsys.readouterr().out
    assert "[1/2] Random" in printed
    assert "[2/2] two" in printed


def test_a_seed_decides_what_happens(tmp_path: Path) -> None:
    def rewards(seed: int) -> list[float]:
        benchmark = MultiAlgorithmBenchmark(creator, "seed", tmp_path)
        benchmark.add_experiment(quick(seed=seed))
        return benchmark.run_all(verbose=False)[0].learning_curve["rewards"]

    assert rewards(1) == rewards(1)
    assert rewards(1) != rewards(2)


def test_files(benchmark_: MultiAlgorithmBenchmark, capsys: pytest.CaptureFixture[str]) -> None:
    benchmark_.add_experiments([quick(), quick(seed=2)])
    benchmark_.run_all(verbose=False)
    assert capsys.readouterr().out == ""
    folder = benchmark_.run_dir
    assert folder is not None
    assert folder.name.startswith("test_20")
    assert len(folder.name) == len("test_20250101_000000")
    found = json.loads((folder / "results.json").read_text())
    assert [one["config"]["seed"] for one in found["results"]] == [42, 2]
    assert found["failures"] == []
    assert [ExperimentResult.from_dict(one) for one in found["results"]] == benchmark_.results
    with (folder / "results.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["name"] for row in rows] == ["Random", "Random_2"]
    assert float(rows[1]["mean_reward"]) == pytest.approx(benchmark_.results[1].mean_reward)
    assert (folder / "results.txt").read_text() == benchmark_.summary_text() + "\n"
    assert (folder / "comparison.png").read_bytes().startswith(b"\x89PNG")
    assert not list(folder.glob("*.tmp"))


def test_without_experiments(
    benchmark_: MultiAlgorithmBenchmark, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmark_.run_all() == []
    benchmark_.print_summary()
    assert capsys.readouterr().out == "no results\n"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ValueError, match="no experiment has been run"):
        benchmark_.get_best_result()


def test_a_failure_does_not_stop_the_others(
    benchmark_: MultiAlgorithmBenchmark, trainers: list[RandomTrainer], capsys: pytest.CaptureFixture[str]
) -> None:
    benchmark_.add_experiments([quick(name="bad", **DIVERGES), quick(name="good")])
    with pytest.raises(
        ExperimentsFailed, match=r"1 of 2 experiments failed: bad .*training diverged"
    ) as caught:
        benchmark_.run_all()
    assert [one.name for one in caught.value.results] == ["good"]
    assert [one.name for one in caught.value.failures] == ["bad"]
    assert isinstance(caught.value.exceptions[0], FloatingPointError)
    assert benchmark_.failures == caught.value.failures
    assert all(trainer.closed for trainer in trainers)
    found = json.loads((benchmark_.run_dir / "results.json").read_text())  # type: ignore[operator]
    assert [one["config"]["name"] for one in found["results"]] == ["good"]
    (failure,) = found["failures"]
    assert failure["error"] == "FloatingPointError: training diverged"
    assert "in train" in failure["traceback"]
    assert "bad: FloatingPointError: training diverged" in benchmark_.summary_text()
    assert "training diverged" in capsys.readouterr().out


def test_a_second_run_does_what_is_missing(
    benchmark_: MultiAlgorithmBenchmark, trainers: list[RandomTrainer]
) -> None:
    benchmark_.add_experiments([quick(name="a"), quick(name="b", **DIVERGES)])
    with pytest.raises(ExperimentsFailed):
        benchmark_.run_all(verbose=False)
    folder = benchmark_.run_dir
    benchmark_.add_experiment(quick(name="c"))
    benchmark_.experiments[1].hyperparams_override = {}
    results = benchmark_.run_all(verbose=False)
    assert [one.name for one in results] == ["a", "b", "c"]
    assert len(trainers) == 4, "a once, b twice, c once"
    assert benchmark_.failures == []
    assert benchmark_.run_dir == folder
    assert benchmark_.run_all(verbose=False) == results
    assert len(trainers) == 4


def test_an_interrupted_benchmark_goes_on(
    benchmark_: MultiAlgorithmBenchmark, trainers: list[RandomTrainer], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(self: RandomTrainer, *_: Any) -> None:
        if self.config.seed == 2:
            raise KeyboardInterrupt
        plain_train(self)

    plain_train = RandomTrainer.train
    monkeypatch.setattr(RandomTrainer, "train", interrupt)
    benchmark_.add_experiments([quick(name="a", seed=1), quick(name="b", seed=2), quick(name="c", seed=3)])
    with pytest.raises(KeyboardInterrupt):
        benchmark_.run_all(verbose=False)
    assert all(trainer.closed for trainer in trainers)
    monkeypatch.setattr(RandomTrainer, "train", plain_train)

    assert benchmark_.run_dir is not None
    again = MultiAlgorithmBenchmark.resume(creator, benchmark_.run_dir)
    assert (again.benchmark_name, again.run_dir) == ("test", benchmark_.run_dir)
    results = again.run_all(verbose=False)
    assert [one.name for one in results] == ["a", "b", "c"]
    assert results[0] == benchmark_.results[0]
    assert [trainer.config.seed for trainer in trainers] == [1, 2, 2, 3]
    (benchmark_.run_dir / "results.json").write_text("{}")
    with pytest.raises(ValueError, match="is not the results of a benchmark"):
        MultiAlgorithmBenchmark.resume(creator, benchmark_.run_dir)


def test_weights_are_carried_on(benchmark_: MultiAlgorithmBenchmark, trainers: list[RandomTrainer]) -> None:
    benchmark_.add_experiment(quick(name="level 1"))
    benchmark_.add_experiment(quick(name="level 2", init_from="level 1"))
    results = benchmark_.run_all(verbose=False)
    first, second = (json.loads(Path(one.model_path or "").read_text()) for one in results)
    assert second > first >= 400
    assert trainers[1].model.num_timesteps < second
    assert results[1].timesteps == 400, "its own only"


def test_weights_of_what_failed_cannot_be_carried_on(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.add_experiments([quick(name="a", **DIVERGES), quick(name="b", init_from="a")])
    with pytest.raises(ExperimentsFailed):
        benchmark_.run_all(verbose=False)
    assert "weights of 'a', which has not succeeded" in benchmark_.failures[1].error


def test_weights_of_another_algorithm_are_refused(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.add_experiment(quick(name="a"))
    with pytest.raises(ValueError, match="init_from 'a' trains Random"):
        benchmark_.add_experiment(quick(name="b", algorithm="Other", init_from="a"))


def test_names(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.add_experiments([quick(), quick(), quick(algorithm="Other"), quick(name="own"), quick()])
    assert [one.name for one in benchmark_.experiments] == ["Random", "Random_2", "Other", "own", "Random_3"]
    with pytest.raises(ValueError, match="'own' already"):
        benchmark_.add_experiment(quick(name="own"))


def test_a_trainer_that_cannot_play(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.add_experiment(quick(algorithm="Minimal"))
    (one,) = benchmark_.run_all(verbose=False)
    assert (one.mean_reward, one.std_reward) == (3.0, 3.0)
    assert one.mean_antes is one.win_rate is one.model_path is None
    with pytest.raises(ValueError, match="no result has mean_antes"):
        benchmark_.get_best_result("mean_antes")


def test_the_environment_is_closed_if_there_is_no_trainer(
    benchmark_: MultiAlgorithmBenchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jimbot.envs.adapters.sb3 import BalatroVecEnv

    closed = []
    monkeypatch.setattr(BalatroVecEnv, "close", lambda self: closed.append(self))
    monkeypatch.setattr(RandomTrainer, "create_model", lambda self: 1 / 0)
    benchmark_.add_experiment(quick())
    with pytest.raises(ExperimentsFailed, match="ZeroDivisionError"):
        benchmark_.run_all(verbose=False)
    assert len(closed) == 1


def test_what_is_no_creator_is_refused() -> None:
    with pytest.raises(TypeError, match="env_creator"):
        MultiAlgorithmBenchmark("Balatro")  # type: ignore[arg-type]


# Comparing


def test_best_result(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.results = [
        result("a", 1.0, mean_antes=3.0),
        result("b", 2.0, mean_antes=2.0, win_rate=0.0),
        result("c", -5.0),
    ]
    assert benchmark_.get_best_result().name == "b"
    assert benchmark_.get_best_result("mean_antes").name == "a"
    assert benchmark_.get_best_result("win_rate").name == "b", "0 is a known rate"
    with pytest.raises(ValueError, match="did you mean 'mean_antes'"):
        benchmark_.get_best_result("mean_ante")


def test_seeds_are_summed_up(benchmark_: MultiAlgorithmBenchmark) -> None:
    for seed in range(4):
        benchmark_.results.append(result(f"p{seed}", 10.0 + seed, seed, win_rate=0.0))
        benchmark_.results.append(result(f"o{seed}", 1.0 + seed, seed, algorithm="Other", win_rate=0.0))
    text = benchmark_.summary_text()
    over_seeds, difference = text.split("\n\n")[1:]
    assert "11.50 (9.45 to 13.55)" in over_seeds
    assert "0.00 (0.00 to 0.24)" in over_seeds, "no wins in 12 games"
    assert difference.startswith("difference to Random n_envs=4")
    assert difference.splitlines()[2].split() == [
        "Other",
        "n_envs=4",
        *("-9.00", "(-11.23", "to", "-6.77)", "0.029"),
    ]


def test_one_seed_each_claims_nothing(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.results = [result("a", 1.0), result("b", 2.0, algorithm="Other")]
    assert "difference" not in benchmark_.summary_text()
    assert "seeds" not in benchmark_.summary_text()


def test_settings() -> None:
    results = [
        result("a", seed=1),
        result("b", seed=2),
        result("c", seed=3, total_timesteps=99),
        result("d", seed=4, group="mine"),
        result("e", seed=5, group="mine", init_from="x"),
        result("f", seed=6, hyperparams_override={"gamma": 0.9}),
        result("g", seed=7, hyperparams_override={"gamma": 0.9}),
        result("h", seed=8, use_curriculum=True, curriculum={"max_ante": 2}),
        result("i", seed=9, use_curriculum=True, curriculum={"max_ante": 3}),
        result("j", seed=10, init_from="h"),
        result("k", seed=11, n_envs=2),
    ]
    assert {name: [one.name for one in runs] for name, runs in by_setting(results).items()} == {
        "Random n_envs=4": ["a", "b"],
        "c": ["c"],
        "mine": ["d", "e"],
        "Random n_envs=4 gamma=0.9": ["f", "g"],
        **{name: [name] for name in "hijk"},
    }
    assert ExperimentConfig().setting == "PPO"


# The real thing

SMALL = {"features_dim": 8, "policy_net_arch": [8], "value_net_arch": [8], "n_steps": 16, "n_epochs": 1}


def test_ppo(benchmark_: MultiAlgorithmBenchmark) -> None:
    benchmark_.add_experiment(
        ExperimentConfig(
            algorithm="PPO",
            total_timesteps=256,
            n_envs=4,
            eval_episodes=2,
            hyperparams_override=SMALL,
            trainer_override={"device": "cpu", "feature_extractor_type": "combined"},
        )
    )
    (one,) = benchmark_.run_all(verbose=False)
    assert one.timesteps == 256
    assert len(one.evaluation["antes"]) == 2
    assert one.mean_antes is not None
    assert one.mean_antes >= 1
    assert one.learning_curve["timesteps"]
    assert max(one.learning_curve["timesteps"]) <= 256


def test_ppo_elsewhere(tmp_path: Path) -> None:
    gymnasium = pytest.importorskip("gymnasium")
    benchmark = MultiAlgorithmBenchmark(functools.partial(gymnasium.make, "CartPole-v1"), "pole", tmp_path)
    benchmark.add_experiment(
        ExperimentConfig(total_timesteps=64, n_envs=2, eval_episodes=3, hyperparams_override=SMALL)
    )
    (one,) = benchmark.run_all(verbose=False)
    assert len(one.evaluation["rewards"]) == 3
    assert one.mean_reward > 5
    assert one.mean_antes is None
