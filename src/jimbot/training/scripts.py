"""The programs at the root: quick_train.py, compare_algorithms.py and train_with_framework.py."""

from __future__ import annotations

import functools
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import numpy as np

from jimbot.evaluation import evaluate, mean_interval
from jimbot.game.records import counted
from jimbot.runs import lock_folder
from jimbot.runs.commands import from_settings, run_program
from jimbot.runs.console import console, progress
from jimbot.runs.reading import read_json
from jimbot.runs.settings import Count, Positive, Settings, setting
from jimbot.training.config import timesteps_allowed
from jimbot.training.experiment import ExperimentConfig, ExperimentsFailed, MultiAlgorithmBenchmark
from jimbot.training.framework import (
    HyperparameterConfig,
    TrainerConfig,
    create_trainer,
)
from jimbot.training.performance_analysis import PerformanceAnalyzer
from jimbot.training.utils import create_balatro_env, setup_logging, validate_environment

BASELINES = ("random", "greedy")
ALGORITHMS = "PPO, MaskablePPO, RecurrentPPO, A2C, DQN or QRDQN"
QUICK_TIMESTEPS = 20_000
QUICK_SECONDS = 20.0  # of a training whose timesteps were not asked for; with the rest half a minute
RUN = "run.json"  # what the game was, beside config.json


class Script(Settings):
    """What the programs have in common."""

    timesteps: Positive = setting(100_000, "moves in all games together", also=("--steps",))
    n_envs: Positive = setting(8, "games at once", also=("--num-envs",))
    seed: Count = 42
    deck: str = setting("red", "key, such as blue")
    stake: str = setting("white", "key, such as gold")
    use_curriculum: bool = setting(False, "short games first, longer ones later", also=("--curriculum",))
    use_behavioral_cloning: bool = setting(False, "imitate the heuristic agent first, then train on")
    use_wandb: bool = setting(False, "log to Weights & Biases, or not (the default)", off="--no-wandb")
    device: str = setting("auto", "auto, cpu or cuda")


class QuickTraining(Script):
    """Train one algorithm for about half a minute and see how it plays.

    Uses a small network and settings for short runs; for long runs use train_with_framework.py. At the end it
    plays validation seeds and compares the result with random and greedy play.
    """

    example: ClassVar[str] = "--algorithm A2C --timesteps 50000"

    algorithm: str = setting("PPO", ALGORITHMS)
    timesteps: Positive = setting(
        60_000, f"moves in all games together; default: what {QUICK_SECONDS:.0f} s allow", also=("--steps",)
    )
    n_envs: Positive = setting(64, "games at once", also=("--num-envs",))
    save_dir: str = setting("models", "folder for runs", also=("--out",))
    eval_episodes: Positive = setting(100, "games to play at the end", also=("--games",))
    eval_only: Path | None = setting(None, "do not train: only show how this model plays", also=("--model",))


class Comparison(Script):
    """Train several algorithms with the same settings and compare reward, blinds, wins and speed.

    Results go to benchmarks/<name>_<date>_<time>: results.json, results.csv, results.txt, comparison.png, and
    a report.html with learning curves. If an algorithm fails, it is listed and the exit code is 1.
    """

    example: ClassVar[str] = "--algorithms PPO A2C DQN --timesteps 200000 --seeds 3"

    algorithms: tuple[str, ...] = setting(("PPO", "A2C", "DQN"), ALGORITHMS)
    quick: bool = setting(False, f"small networks, {QUICK_TIMESTEPS:,} timesteps, 64 parallel games")
    seeds: Positive = setting(1, "runs of each algorithm")
    eval_episodes: Positive = setting(50, "games per evaluation", also=("--games",))
    benchmark_name: str = setting("comparison", "start of the folder name")
    output_dir: str = setting("benchmarks", "folder for results", also=("--out",))


class FrameworkTraining(Script):
    """Train with all features: curriculum, cloning, evaluations, checkpoints, logs, --resume.

    A run is saved in <save-dir>/<ALGORITHM>_<date>_<time>: config.json, metrics.jsonl, checkpoints/, eval/,
    tb_logs/ and the final model. --resume continues from the last checkpoint, as if it had not stopped.
    """

    example: ClassVar[str] = "--timesteps 1000000 --use-curriculum"

    algorithm: str = setting("PPO", ALGORITHMS)
    timesteps: Positive = setting(1_000_000, "moves in all games together", also=("--steps",))
    config: Path | None = setting(None, "a config.json; other options override it")
    resume: Path | None = setting(None, "continue the run in this folder")
    load_model: Path | None = setting(None, "start with the weights of this model", also=("--model",))
    save_dir: str = setting("models", "folder for runs", also=("--out",))
    checkpoint_freq: Count = setting(10_000, "timesteps between checkpoints; 0: none")
    eval_freq: Count = setting(5_000, "timesteps between evaluations; 0: none")
    eval_episodes: Positive = setting(20, "games per evaluation", also=("--games",))
    restore_best: bool = setting(False, "end with the best model, not the last")
    normalize_obs: bool = setting(True, "normalise observations")
    normalize_reward: bool = setting(True, "normalise rewards")
    wandb_project: str = setting("balatro-rl", "Weights & Biases project")
    wandb_tags: tuple[str, ...] = setting((), "Weights & Biases tags")
    lr: float | None = setting(None, "learning rate; default: depends on the algorithm", ge=0)
    gamma: float = setting(0.99, "discount", ge=0, le=1)
    entropy_coef: float = setting(0.01, "weight of the entropy", ge=0, also=("--ent-coef",))
    batch_size: Positive | None = setting(None, "default: depends on the algorithm")
    quick_test: bool = setting(False, "10,000 timesteps with the small network of quick_train.py")
    final_games: Positive = setting(100, "games for the table at the end")


TRAINED = ("timesteps", "n_envs", "save_dir", "use_curriculum", "use_behavioral_cloning", "use_wandb")
FIELDS = {"timesteps": "total_timesteps", "lr": "learning_rate", "entropy_coef": "entropy_coefficient"}


def _within(seconds: float) -> Callable[..., bool]:
    """A callback that ends a training after this time."""
    end = time.monotonic() + seconds
    return lambda *_: time.monotonic() < end


@from_settings
def quick_train(settings: QuickTraining) -> None:
    if settings.eval_only:
        settings.refuse_given(TRAINED, "with eval_only, which does not train")
    config = TrainerConfig(algorithm=settings.algorithm, hyperparams=quick_hyperparams(settings.algorithm))
    _take(settings, config, set(QuickTraining.model_fields))
    config.eval_freq = config.checkpoint_freq = 0
    with _trainer(config, settings.deck, settings.stake) as trainer:
        if settings.eval_only:
            trainer.load_model(settings.eval_only)
        else:
            given = "timesteps" in settings.model_fields_set
            result = trainer.train(callback=None if given else _within(QUICK_SECONDS))
            path = trainer.save_model()
            speed = result["total_timesteps"] / result["duration"]
            console().print(
                f"{config.algorithm}: {result['total_timesteps']:,} timesteps in {result['duration']:.0f} s "
                f"({speed:,.0f}/s), {result['episodes']:,} episodes; model: {path}"
            )
        standing(trainer, settings.eval_episodes, settings.deck, settings.stake)


@from_settings
def compare_algorithms(settings: Comparison) -> None:
    quick = settings.quick
    timesteps = min(settings.timesteps, QUICK_TIMESTEPS) if quick else settings.timesteps
    n_envs = 64 if quick and "n_envs" not in settings.model_fields_set else settings.n_envs
    creator = functools.partial(create_balatro_env, deck=settings.deck, stake=settings.stake)
    benchmark = MultiAlgorithmBenchmark(creator, settings.benchmark_name, settings.output_dir)
    for algorithm in settings.algorithms:
        override = quick_hyperparams(algorithm).to_dict() if quick else {}
        for seed in range(settings.seed, settings.seed + settings.seeds):
            benchmark.add_experiment(
                ExperimentConfig(
                    algorithm=algorithm,
                    group=algorithm,
                    name=f"{algorithm}_{seed}" if settings.seeds > 1 else algorithm,
                    total_timesteps=timesteps,
                    n_envs=n_envs,
                    seed=seed,
                    eval_episodes=settings.eval_episodes,
                    use_curriculum=settings.use_curriculum,
                    use_behavioral_cloning=settings.use_behavioral_cloning,
                    hyperparams_override=override,
                    trainer_override={"use_wandb": settings.use_wandb, "device": settings.device},
                )
            )
    failures: Sequence[Any] = ()
    with _plainly():
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
        raise SystemExit(1)


@from_settings
def train_with_framework(settings: FrameworkTraining) -> None:
    game = {"deck": settings.deck, "stake": settings.stake}
    if settings.resume:
        others = set(FrameworkTraining.model_fields) - {"resume", "final_games"}
        settings.refuse_given(sorted(others), "with resume, which goes on as the run was set")
        if not (settings.resume / RUN).is_file():
            raise ValueError(f"{settings.resume} is not a run of train_with_framework.py: it has no {RUN}")
        config = TrainerConfig.load(settings.resume / "config.json")
        game = read_json(settings.resume / RUN)
    else:
        config = config_of(settings)
    with _trainer(config, **game) as trainer, ExitStack() as stack:
        if settings.resume:
            stack.enter_context(lock_folder(settings.resume, "training"))
            behind = trainer.resume(settings.resume)
            console().print(f"continuing {settings.resume} at {behind:,} timesteps")
        else:
            if settings.load_model:
                trainer.load_model(settings.load_model)
            stack.enter_context(lock_folder(trainer.run_dir, "training"))
            (trainer.run_dir / RUN).write_text(json.dumps(game) + "\n")
        result = trainer.train()
        console().print(
            f"{config.algorithm}: {result['timesteps']:,} timesteps, {result['episodes']:,} episodes; "
            f"model: {trainer.save_model()}"
        )
        standing(trainer, settings.final_games, **game)


PROGRAMS = {
    "quick_train": quick_train,
    "compare_algorithms": compare_algorithms,
    "train_with_framework": train_with_framework,
}


def run(name: str, arguments: Sequence[str]) -> NoReturn:
    setup_logging()
    run_program(PROGRAMS[name], arguments, f"{name}.py")


def config_of(settings: FrameworkTraining) -> TrainerConfig:
    """The file or the defaults, and then what was given on the command line."""
    if settings.config:
        config = TrainerConfig.load(settings.config)
        if "algorithm" in settings.model_fields_set and settings.algorithm != config.algorithm:
            raise ValueError(
                f"--algorithm {settings.algorithm} does not match {settings.config}, which is for "
                f"{config.algorithm}"
            )
    else:
        config = TrainerConfig(algorithm=settings.algorithm)
    if settings.quick_test:
        config.hyperparams = quick_hyperparams(config.algorithm)
        config.total_timesteps = 10_000
    _take(settings, config, settings.model_fields_set - {"algorithm"})
    if settings.batch_size is not None:
        config.hyperparams.algorithm_specific["batch_size"] = settings.batch_size
    return config


def _take(settings: Script, config: TrainerConfig, names: set[str]) -> None:
    """Puts the settings of these names into a configuration."""
    for name in names:
        field, value = FIELDS.get(name, name), getattr(settings, name)
        for target in (config, config.hyperparams):
            if field in type(target).model_fields:
                setattr(target, field, list(value) if isinstance(value, tuple) else value)


@contextmanager
def _trainer(config: TrainerConfig, deck: str, stake: str) -> Iterator[Any]:
    env = create_balatro_env(seed=config.seed, deck=deck, stake=stake)
    if not validate_environment(env):
        raise SystemExit(1)
    with _plainly(), create_trainer(env, config) as trainer:
        yield trainer


@contextmanager
def _plainly() -> Iterator[None]:
    """Expected errors cost one line, and an interrupted run says how it goes on."""
    try:
        yield
    except TypeError as error:
        raise ValueError(str(error)) from None
    except KeyboardInterrupt:
        sys.stderr.write(f"{sys.argv[0]}: interrupted; --resume goes on from the last checkpoint\n")
        raise SystemExit(130) from None


def quick_hyperparams(algorithm: str) -> HyperparameterConfig:
    """A small network and large batches: the most learning in a minute on two cores."""
    small: dict[str, Any] = {"policy_net_arch": [128], "value_net_arch": [128], "features_dim": 128}
    specific: dict[str, Any]
    if algorithm in ("PPO", "MaskablePPO"):
        specific = {"n_steps": 64, "batch_size": 512, "n_epochs": 4, "clip_range": 0.2}
        return HyperparameterConfig(learning_rate=1e-3, gamma=0.995, algorithm_specific=specific, **small)
    if algorithm == "A2C":
        return HyperparameterConfig(
            learning_rate=7e-4, gamma=0.995, algorithm_specific={"n_steps": 16}, **small
        )
    if algorithm == "RecurrentPPO":
        specific = {
            "n_steps": 32,
            "batch_size": 256,
            "n_epochs": 2,
            "policy_kwargs": {"lstm_hidden_size": 64},
        }
        return HyperparameterConfig(learning_rate=1e-3, algorithm_specific=specific, **small)
    specific = {"batch_size": 256, "train_freq": 1, "learning_starts": 2000, "target_update_interval": 2000}
    if algorithm == "QRDQN":
        specific["policy_kwargs"] = {"n_quantiles": 16}
    return HyperparameterConfig(learning_rate=5e-4, max_grad_norm=10.0, algorithm_specific=specific, **small)


def standing(trainer: Any, games: int, deck: str, stake: str) -> dict[str, Any]:
    """Trained policy, random and greedy on the same validation seeds, as a table; returns the figures."""
    games = timesteps_allowed(games)
    blinds: dict[str, list[float]] = {}
    others: dict[str, tuple[float, float]] = {}
    with progress("evaluate", games * (1 + len(BASELINES))) as advance:
        played = trainer.evaluate_games(games)
        blinds["trained"] = played.blinds
        others["trained"] = float(np.mean(played.antes)), float(np.mean(played.wins))
        advance(games)
        for name in BASELINES:
            found = evaluate(name, seeds=f"valid-{games}", deck=deck, stake=stake)
            blinds[name] = [record.blinds for record in found.records]
            others[name] = found.mean_ante, found.win_rate.value
            advance(games)
    out = console()
    out.print(f"\n{counted(games, 'game')} on validation seeds ({deck} deck, {stake} stake)")
    out.print(f"{'':10}{'blinds beaten':>30}{'ante':>8}{'wins':>8}")
    for name, values in blinds.items():
        mean, (ante, wins) = mean_interval(values), others[name]
        text = f"{mean.value:.3f} [{mean.low:.3f}, {mean.high:.3f}]"
        out.print(f"{name:10}{text:>30}{ante:>8.2f}{wins:>8.1%}")
    gain = mean_interval([a - b for a, b in zip(blinds["trained"], blinds["random"], strict=True)])
    out.print(f"trained - random: {gain.value:+.3f} blinds [{gain.low:+.3f}, {gain.high:+.3f}] (95 %)")
    return {"blinds": blinds, "gain": gain}
