"""The framework on the command line: quick_train.py, compare_algorithms.py, train_with_framework.py."""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.console import console
from jimbot.runs.settings import Count, Positive, Settings, setting
from jimbot.training.experiment import ExperimentConfig, ExperimentsFailed, MultiAlgorithmBenchmark
from jimbot.training.framework import TrainerConfig, algorithms, create_trainer
from jimbot.training.performance_analysis import PerformanceAnalyzer
from jimbot.training.scripts import quick_hyperparams, standing
from jimbot.training.utils import create_balatro_env, setup_logging, validate_environment

RUN = "run.json"  # what the game was, beside config.json
QUICK_TIMESTEPS = 20_000
NAMES = f"one of {', '.join(algorithms())}"


class FrameworkProgram(Settings):
    """What the three programs have in common."""

    timesteps: Positive = 100_000
    n_envs: Positive = setting(8, "games at once")
    seed: Count = 42
    deck: str = "red"
    stake: str = "white"
    use_curriculum: bool = setting(False, "short games first, longer ones later", also=("--curriculum",))
    use_behavioral_cloning: bool = setting(False, "imitate the heuristic agent first, then train on")
    use_wandb: bool = setting(False, "log to Weights & Biases", off="--no-wandb")
    device: str = setting("auto", "auto, cpu or cuda")


class QuickTraining(FrameworkProgram):
    """Train one algorithm for about half a minute and see how it plays.

    Uses a small network and settings for short runs; for long runs use train_with_framework.py. At the end it
    plays validation seeds and compares the result with random and greedy play.
    """

    example: ClassVar[str] = "--algorithm A2C --timesteps 50000"
    timesteps: Positive = 60_000
    n_envs: Positive = setting(64, "games at once")
    algorithm: str = setting("PPO", NAMES)
    save_dir: str = setting("models", "folder for runs")
    eval_episodes: Positive = setting(100, "games to play at the end")
    eval_only: Path | None = setting(None, "do not train: only show how this model plays")


class AlgorithmComparison(FrameworkProgram):
    """Train several algorithms with the same settings and compare reward, blinds, wins and speed.

    Results go to benchmarks/<name>_<date>_<time>: results.json, results.csv, results.txt, comparison.png, and
    a report.html with learning curves. If an algorithm fails, it is listed and the exit code is 1.
    """

    example: ClassVar[str] = "--algorithms PPO A2C DQN --timesteps 200000 --seeds 3"
    algorithms: tuple[str, ...] = setting(("PPO", "A2C", "DQN"), f"algorithms to compare, each {NAMES}")
    quick: bool = setting(False, f"small networks, {QUICK_TIMESTEPS:,} timesteps, 64 parallel games")
    seeds: Positive = setting(1, "runs of each algorithm")
    eval_episodes: Positive = setting(50, "games per evaluation")
    benchmark_name: str = setting("comparison", "start of the folder name")
    output_dir: str = setting("benchmarks", "folder for results")


class FrameworkTraining(FrameworkProgram):
    """Train with all features of the framework: curriculum, cloning, evaluations, checkpoints, --resume.

    A run is saved in <save-dir>/<ALGORITHM>_<date>_<time>: config.json, metrics.jsonl, checkpoints/, eval/,
    tb_logs/ and the final model. --resume continues from the last checkpoint, exactly as if it had not
    stopped.
    """

    example: ClassVar[str] = "--config best.json --timesteps 2000000"
    timesteps: Positive = 1_000_000
    algorithm: str = setting("PPO", NAMES)
    config: Path | None = setting(None, "a config.json; other options override it")
    resume: Path | None = setting(None, "continue the run in this folder")
    load_model: Path | None = setting(None, "start with the weights of this model")
    save_dir: str = setting("models", "folder for runs")
    checkpoint_freq: Count = setting(10_000, "timesteps between checkpoints; 0: none")
    eval_freq: Count = setting(5_000, "timesteps between evaluations; 0: none")
    eval_episodes: Positive = setting(20, "games per evaluation")
    restore_best: bool = setting(False, "end with the best model, not the last")
    normalize_obs: bool = setting(True, "normalise observations")
    normalize_reward: bool = setting(True, "normalise rewards")
    wandb_project: str = setting("balatro-rl", "Weights & Biases project")
    wandb_tags: tuple[str, ...] = setting((), "Weights & Biases tags")
    lr: float | None = setting(None, "learning rate; default: depends on the algorithm")
    gamma: float = setting(0.99, "discount")
    entropy_coef: float = setting(0.01, "weight of the entropy")
    batch_size: Positive | None = setting(None, "default: depends on the algorithm")
    quick_test: bool = setting(False, "10,000 timesteps with the small network of quick_train.py")
    final_games: Positive = setting(100, "games for the table at the end")

    def trainer_config(self) -> TrainerConfig:
        """The file or the defaults, and then what was given on the command line."""
        given = {name: getattr(self, name) for name in self.model_fields_set}
        if self.config is not None:
            config = TrainerConfig.load(self.config)
            if given.get("algorithm", config.algorithm) != config.algorithm:
                raise ValueError(
                    f"--algorithm {self.algorithm} does not match: {self.config} is for {config.algorithm}"
                )
        else:
            config = TrainerConfig(algorithm=self.algorithm)
        if self.quick_test:
            config.hyperparams = quick_hyperparams(config.algorithm)
            config.total_timesteps = 10_000
        for target, names in ((config, OF_TRAINER), (config.hyperparams, OF_LEARNING)):
            for name in names & given.keys():
                value = given[name]
                setattr(target, FIELDS.get(name, name), list(value) if name == "wandb_tags" else value)
        if self.batch_size is not None:
            config.hyperparams.algorithm_specific["batch_size"] = self.batch_size
        return config


FIELDS = {  # option -> field of TrainerConfig and its hyperparameters, where they differ
    "timesteps": "total_timesteps",
    "lr": "learning_rate",
    "entropy_coef": "entropy_coefficient",
}
OF_LEARNING = {"lr", "gamma", "entropy_coef"}
OF_TRAINER = {"timesteps"} | (FrameworkTraining.model_fields.keys() & TrainerConfig.model_fields.keys())


@from_settings
def _quick(settings: QuickTraining) -> None:
    s = settings
    config = TrainerConfig(
        algorithm=s.algorithm,
        total_timesteps=s.timesteps,
        n_envs=s.n_envs,
        seed=s.seed,
        use_curriculum=s.use_curriculum,
        use_behavioral_cloning=s.use_behavioral_cloning,
        use_wandb=s.use_wandb,
        device=s.device,
        hyperparams=quick_hyperparams(s.algorithm),
        save_dir=s.save_dir,
        eval_freq=0,
        checkpoint_freq=0,
    )
    with create_trainer(create_balatro_env(seed=s.seed, deck=s.deck, stake=s.stake), config) as trainer:
        if s.eval_only is not None:
            trainer.load_model(s.eval_only)
        else:
            result = trainer.train()
            path = trainer.save_model()
            speed = result["total_timesteps"] / result["duration"]
            console().print(
                f"{s.algorithm}: {result['total_timesteps']:,} timesteps in {result['duration']:.0f} s "
                f"({speed:,.0f}/s), {result['episodes']:,} episodes; model: {path}"
            )
        standing(trainer, s.eval_episodes, s.deck, s.stake)


@from_settings
def _compare(settings: AlgorithmComparison) -> None:
    s = settings
    n_envs, timesteps = (64, min(s.timesteps, QUICK_TIMESTEPS)) if s.quick else (s.n_envs, s.timesteps)
    creator = functools.partial(create_balatro_env, deck=s.deck, stake=s.stake)
    benchmark = MultiAlgorithmBenchmark(creator, s.benchmark_name, s.output_dir)
    for algorithm in s.algorithms:
        override = quick_hyperparams(algorithm).to_dict() if s.quick else {}
        for run in range(s.seeds):
            benchmark.add_experiment(
                ExperimentConfig(
                    algorithm=algorithm,
                    group=algorithm,
                    name=f"{algorithm}_{s.seed + run}" if s.seeds > 1 else algorithm,
                    total_timesteps=timesteps,
                    n_envs=n_envs,
                    seed=s.seed + run,
                    eval_episodes=s.eval_episodes,
                    use_curriculum=s.use_curriculum,
                    use_behavioral_cloning=s.use_behavioral_cloning,
                    hyperparams_override=override,
                    trainer_override={"use_wandb": s.use_wandb, "device": s.device},
                )
            )
    failures = []
    try:
        benchmark.run_all()
    except ExperimentsFailed as failed:
        failures = failed.failures
    for failure in failures:
        sys.stderr.write(f"{failure.name} failed: {failure.error}\n")
    if benchmark.results:
        benchmark.print_summary()
        analyzer = PerformanceAnalyzer(benchmark.run_dir)
        analyzer.add_results(benchmark.results)
        console().print(f"report: {analyzer.generate_html_report('report.html')}")
    if failures:
        sys.exit(1)


@from_settings
def _train(settings: FrameworkTraining) -> None:
    s = settings
    game = {"deck": s.deck, "stake": s.stake}
    if s.resume is not None:
        if not (s.resume / RUN).is_file():
            raise FileNotFoundError(f"{s.resume} is not a run of train_with_framework.py: it has no {RUN}")
        config, game = TrainerConfig.load(s.resume / "config.json"), json.loads((s.resume / RUN).read_text())
    else:
        config = s.trainer_config()
    env = create_balatro_env(seed=config.seed, **game)
    if not validate_environment(env):
        sys.exit(1)
    with create_trainer(env, config) as made:
        trainer: Any = made
        if s.resume is not None:
            behind = trainer.resume(s.resume)
            console().print(f"continuing {s.resume} at {behind:,} timesteps")
        else:
            if s.load_model is not None:
                trainer.load_model(s.load_model)
            (trainer.run_dir / RUN).write_text(json.dumps(game) + "\n")
        result = trainer.train()
        console().print(
            f"{config.algorithm}: {result['timesteps']:,} timesteps, {result['episodes']:,} episodes; "
            f"model: {trainer.save_model()}"
        )
        standing(trainer, s.final_games, **game)


def quick_train(arguments: Sequence[str] | None = None) -> None:
    setup_logging()
    run_program(_quick, arguments, "quick_train.py")


def compare_algorithms(arguments: Sequence[str] | None = None) -> None:
    setup_logging()
    run_program(_compare, arguments, "compare_algorithms.py")


def train_with_framework(arguments: Sequence[str] | None = None) -> None:
    setup_logging()
    run_program(_train, arguments, "train_with_framework.py")
