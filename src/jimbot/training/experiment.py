"""Experiments: one training and its evaluation each, run one after the other and compared."""

from __future__ import annotations

import json
import os
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from pydantic import Field

from jimbot.game.records import percent
from jimbot.runs.console import as_csv, json_text
from jimbot.runs.machine import write_whole
from jimbot.runs.reading import read_json
from jimbot.runs.settings import Count, Positive, Settings, nearest, refuse_unknown
from jimbot.training.config import timesteps_allowed
from jimbot.training.framework import (
    HyperparameterConfig,
    RLTrainer,
    TrainerConfig,
    create_trainer,
    default_hyperparams,
)
from jimbot.training.metrics import (
    BalatroMetrics,
    Interval,
    compare_seeds,
    curves_figure,
    has_episodes,
    mean,
    number_text,
    print_text,
    save_figure,
    seed_interval,
    seed_rate_interval,
    table_text,
)
from jimbot.training.trainer import new_folder

__all__ = [
    "ExperimentConfig",
    "ExperimentFailure",
    "ExperimentResult",
    "ExperimentsFailed",
    "MultiAlgorithmBenchmark",
]

CURVE_POINTS = 2000  # training episodes that a result keeps at most
FIGURES = ("mean_reward", "mean_antes", "mean_scores", "mean_blinds", "win_rate", "ante_5_rate")
RATES = ("win_rate", "ante_5_rate")
OWN_TRAINER_FIELDS = (  # of TrainerConfig: an experiment has them itself, sets them, or has no use for them
    *("algorithm", "total_timesteps", "seed", "n_envs", "use_curriculum", "curriculum"),
    *("use_behavioral_cloning", "cloning", "save_dir", "eval_episodes", "hyperparams", "pretrained"),
)


T = TypeVar("T")

# -- one experiment -----------------------------------------------------------------------------------------


class ExperimentConfig(Settings):
    """One training run with its evaluation.

    - ``name``: unique in a benchmark; without one it is named after its algorithm,
    - ``group``: experiments that differ in their seed alone have the same one, and are summed up together;
      without one it is the algorithm with all that is not as usual,
    - ``hyperparams_override``: put onto the algorithm's own hyperparameters; names are those of
      ``HyperparameterConfig`` or of the algorithm (``n_steps``),
    - ``trainer_override``: other fields of ``TrainerConfig`` (``device``, ``normalize_obs`` ...),
    - ``curriculum``, ``cloning``: as in ``TrainerConfig``,
    - ``eval_episodes``: games on validation seeds after the training,
    - ``init_from``: an earlier experiment of the same benchmark whose weights this one begins with.
    """

    algorithm: str = "PPO"
    total_timesteps: Positive = 100_000
    seed: Count = 42
    n_envs: Positive = 8
    name: str = ""
    description: str = ""
    tags: list[str] = Field(default_factory=list)
    group: str = ""
    use_curriculum: bool = False
    curriculum: dict[str, Any] = Field(default_factory=dict)
    use_behavioral_cloning: bool = False
    cloning: dict[str, Any] = Field(default_factory=dict)
    eval_episodes: Positive = 20
    hyperparams_override: dict[str, Any] = Field(default_factory=dict)
    trainer_override: dict[str, Any] = Field(default_factory=dict)
    init_from: str | None = None

    def check(self) -> None:
        """Raises an error that names what is wrong, before anything is run."""
        super().check()
        for settings, switch in (("curriculum", "use_curriculum"), ("cloning", "use_behavioral_cloning")):
            if getattr(self, settings) and not getattr(self, switch):
                raise ValueError(f"{settings} is given, but {switch} is False")
        self.trainer_config()

    def trainer_config(self, save_dir: str | os.PathLike[str] = "models") -> TrainerConfig:
        """What the trainer is given. It neither evaluates nor writes checkpoints on the way, so that speeds
        can be compared; ``trainer_override`` may ask for it."""
        allowed = [name for name in TrainerConfig.model_fields if name not in OWN_TRAINER_FIELDS]
        refuse_unknown("trainer_override", self.trainer_override, allowed)
        own = self.to_dict()
        values: dict[str, Any] = {
            **{name: own[name] for name in TrainerConfig.model_fields if name in own},
            "save_dir": os.fspath(save_dir),
            "eval_freq": 0,
            "checkpoint_freq": 0,
            "wandb_tags": list(self.tags),
            "hyperparams": overridden(default_hyperparams(self.algorithm), self.hyperparams_override),
        }
        return TrainerConfig(**(values | self.trainer_override))

    @property
    def setting(self) -> str:
        """What experiments that differ in their seed alone have in common."""
        if self.group:
            return self.group
        words = [self.algorithm]
        words += [f"n_envs={self.n_envs}"] * (self.n_envs != type(self).model_fields["n_envs"].default)
        words += ["curriculum"] * self.use_curriculum + ["cloning"] * self.use_behavioral_cloning
        for settings in (self.curriculum, self.cloning, self.hyperparams_override, self.trainer_override):
            words += [f"{key}={value}" for key, value in settings.items()]
        words += [f"from {self.init_from}"] * (self.init_from is not None)
        return " ".join(words)


def overridden(defaults: HyperparameterConfig, override: dict[str, Any]) -> HyperparameterConfig:
    """``defaults`` with some values changed; those of the algorithm itself go by their own names too."""
    common = list(HyperparameterConfig.model_fields)
    own = defaults.algorithm_specific
    refuse_unknown("hyperparams_override", override, [*common, *own])
    values = defaults.to_dict() | {key: value for key, value in override.items() if key in common}
    specific = {key: value for key, value in override.items() if key not in common}
    values["algorithm_specific"] = own | override.get("algorithm_specific", {}) | specific
    return HyperparameterConfig.from_dict(values)


@dataclass
class ExperimentResult:
    """How an experiment went. Figures are those of the evaluation; None where the trainer does not know.

    - ``timesteps``, ``duration``: of the training, in seconds,
    - ``win_rate``: share of games that beat the boss of ante 8; ``ante_5_rate``: that reached ante 5,
    - ``evaluation``: the games by themselves (lists as in ``BalatroMetrics``),
    - ``learning_curve``: training episodes, an even selection of at most 2000 of them; ``timesteps`` and
      ``seconds`` say when they ended,
    - ``run_dir``, ``model_path``: what the trainer left.
    """

    config: ExperimentConfig
    timesteps: int
    duration: float
    mean_reward: float
    std_reward: float
    mean_antes: float | None = None
    mean_scores: float | None = None
    mean_blinds: float | None = None
    win_rate: float | None = None
    ante_5_rate: float | None = None
    evaluation: dict[str, list[float]] = field(default_factory=dict)
    learning_curve: dict[str, list[float]] = field(default_factory=dict)
    run_dir: str = ""
    model_path: str | None = None

    @property
    def name(self) -> str:
        return self.config.name or self.config.algorithm

    @property
    def steps_per_second(self) -> float:
        return self.timesteps / self.duration if self.duration > 0 else 0.0

    @property
    def episodes(self) -> BalatroMetrics:
        """Of the evaluation."""
        return BalatroMetrics(**self.evaluation)

    @property
    def curve(self) -> BalatroMetrics:
        return BalatroMetrics(**self.learning_curve)

    def get_summary(self) -> dict[str, Any]:
        """The figures, by the names that ``get_best_result`` takes."""
        return {
            "seed": self.config.seed,
            "timesteps": self.timesteps,
            "duration": self.duration,
            "steps_per_second": self.steps_per_second,
            "mean_reward": self.mean_reward,
            "std_reward": self.std_reward,
            **{name: getattr(self, name) for name in FIGURES[1:]},
        }

    def to_dict(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)} | {"config": self.config.to_dict()}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        refuse_unknown(cls.__name__, values, [f.name for f in fields(cls)])
        lists = {
            name: {key: [float(x) for x in entries] for key, entries in values.get(name, {}).items()}
            for name in ("evaluation", "learning_curve")
        }
        # JSON has no infinite numbers: they are written as text
        figures = {name: float(x) for name in FIGURES if (x := values.get(name)) is not None}
        return cls(**(values | lists | figures | {"config": ExperimentConfig.from_dict(values["config"])}))


@dataclass(frozen=True)
class ExperimentFailure:
    """An experiment that ended in an error."""

    config: ExperimentConfig
    error: str
    traceback: str

    @property
    def name(self) -> str:
        return self.config.name


class ExperimentsFailed(ExceptionGroup[Exception]):
    """Raised when all experiments have been tried and some failed; ``results`` holds those that did not."""

    results: list[ExperimentResult]
    failures: list[ExperimentFailure]


def run_experiment(trainer: RLTrainer, config: ExperimentConfig) -> ExperimentResult:
    """Trains, evaluates and saves."""
    before = trainer.timesteps
    began = time.perf_counter()
    trainer.train()
    duration, timesteps = time.perf_counter() - began, trainer.timesteps - before
    games, rewards = evaluate(trainer, timesteps_allowed(config.eval_episodes))
    found = trainer.get_metrics()
    curve = BalatroMetrics.of(found).thinned(CURVE_POINTS) if has_episodes(found) else BalatroMetrics()
    return ExperimentResult(
        config=config,
        timesteps=timesteps,
        duration=duration,
        mean_reward=rewards[0],
        std_reward=rewards[1],
        mean_antes=mean(games.antes),
        mean_scores=mean(games.scores),
        mean_blinds=mean(games.blinds),
        win_rate=mean(games.wins),
        ante_5_rate=games.reached(5),
        evaluation=games.lists(),
        learning_curve=curve.lists(),
        run_dir=str(trainer.run_dir),
        model_path=str(trainer.save_model()) if trainer.can_save else None,
    )


def evaluate(trainer: RLTrainer, episodes: int) -> tuple[BalatroMetrics, tuple[float, float]]:
    """The games, and mean and deviation of their reward; these alone of a trainer that knows no more."""
    games = trainer.evaluate_games(episodes, deterministic=True)
    if games is None:
        average, deviation = trainer.evaluate(episodes, deterministic=True)
        return BalatroMetrics(), (float(average), float(deviation))
    if not len(games):
        raise ValueError(f"{type(trainer).__name__}.evaluate_games({episodes}) played no game")
    summary = games.get_summary()
    return games, (summary["mean_reward"], summary["std_reward"])


# -- several experiments ------------------------------------------------------------------------------------


class MultiAlgorithmBenchmark:
    """Runs experiments one after the other and compares them.

    ``env_creator`` makes one environment; each experiment gets ``n_envs`` of them with its own seed. What is
    found lies in ``run_dir``, ``<output_dir>/<name>_<date>_<time>``: ``results.json`` (written after every
    experiment), ``results.csv``, ``results.txt``, ``comparison.png``, and the runs of the trainers.
    """

    def __init__(
        self,
        env_creator: Callable[..., Any],
        benchmark_name: str = "benchmark",
        output_dir: str | os.PathLike[str] = "benchmarks",
    ) -> None:
        if not callable(env_creator):
            raise TypeError(f"env_creator is {env_creator!r}; a function that makes an environment is needed")
        self.env_creator = env_creator
        self.benchmark_name = benchmark_name
        self.output_dir = Path(output_dir)
        self.run_dir: Path | None = None
        self.experiments: list[ExperimentConfig] = []
        self.results: list[ExperimentResult] = []
        self.failures: list[ExperimentFailure] = []

    @classmethod
    def resume(cls, env_creator: Callable[..., Any], run_dir: str | os.PathLike[str]) -> Self:
        """A benchmark that was interrupted: ``run_all`` runs what is missing and what failed."""
        path = Path(run_dir) / "results.json"
        try:
            found = read_json(path)
            benchmark = cls(env_creator, found["benchmark"], Path(run_dir).parent)
            benchmark.run_dir = Path(run_dir)
            benchmark.add_experiments([ExperimentConfig.from_dict(values) for values in found["experiments"]])
            benchmark.results = [ExperimentResult.from_dict(values) for values in found["results"]]
        except (json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path} is not the results of a benchmark: {error!r}") from None
        return benchmark

    def add_experiment(self, config: ExperimentConfig) -> None:
        """Refuses what cannot run, at once."""
        config.check()
        names = {known.name: known for known in self.experiments}
        if config.name in names:
            raise ValueError(f"there is an experiment {config.name!r} already")
        if config.init_from is not None:
            source = names.get(config.init_from)
            if source is None:
                hint = nearest(config.init_from, names)
                raise ValueError(f"init_from {config.init_from!r} is no earlier experiment{hint}")
            if source.algorithm != config.algorithm:
                raise ValueError(
                    f"init_from {config.init_from!r} trains {source.algorithm}; its weights do not fit "
                    f"{config.algorithm}"
                )
        self.experiments.append(config.changed(name=config.name or free_name(config.algorithm, names)))

    def add_experiments(self, configs: Iterable[ExperimentConfig]) -> None:
        for config in configs:
            self.add_experiment(config)

    def run_all(self, verbose: bool = True) -> list[ExperimentResult]:
        """Runs what has not been run yet, or failed, and returns all results.

        An error ends its experiment alone. When all have been tried, ``ExperimentsFailed`` is raised if any
        failed.
        """
        done = {result.name for result in self.results}
        waiting = [config for config in self.experiments if config.name not in done]
        if not waiting:
            return list(self.results)
        folder = self._open_folder()
        self.failures = []
        errors: list[Exception] = []
        for number, config in enumerate(waiting, 1):
            if verbose:
                print_text(
                    f"[{number}/{len(waiting)}] {config.name}: {config.algorithm}, "
                    f"{config.total_timesteps:,} timesteps, seed {config.seed}"
                )
            try:
                result = self._run(config, folder)
            except Exception as error:
                errors.append(error)
                message = f"{type(error).__name__}: {error}"
                self.failures.append(ExperimentFailure(config, message, traceback.format_exc()))
            else:
                message = _one_line(result)
                self.results.append(result)
            if verbose:
                print_text(f"    {message}")
            self._write_results(folder)
        self._write_reports(folder)
        if errors:
            raise self._failed(errors)
        return list(self.results)

    def _run(self, config: ExperimentConfig, folder: Path) -> ExperimentResult:
        from jimbot.training.utils import make_vectorized_env

        weights = None if config.init_from is None else self._weights(config.init_from)
        env = make_vectorized_env(self.env_creator, config.n_envs, config.seed)
        try:
            trainer = create_trainer(env, config.trainer_config(folder / "runs"))
        except BaseException:
            env.close()
            raise
        with trainer:
            trainer.eval_env_creator = self.env_creator
            if weights is not None:
                trainer.load_model(weights)
            return run_experiment(trainer, config)

    def _weights(self, name: str) -> Path:
        for result in self.results:
            if result.name == name and result.model_path is not None:
                return Path(result.model_path)
        raise RuntimeError(f"it begins with the weights of {name!r}, which has not succeeded")

    def _open_folder(self) -> Path:
        if self.run_dir is None:
            self.run_dir = new_folder("output_dir", self.output_dir, self.benchmark_name)
        return self.run_dir

    def _failed(self, errors: list[Exception]) -> ExperimentsFailed:
        names = ", ".join(f"{failure.name} ({failure.error})" for failure in self.failures)
        failed = ExperimentsFailed(
            f"{len(errors)} of {len(self.experiments)} experiments failed: {names}", errors
        )
        failed.results = list(self.results)
        failed.failures = list(self.failures)
        return failed

    def _write_results(self, folder: Path) -> None:
        found = {
            "benchmark": self.benchmark_name,
            "timestamp": datetime.now().isoformat(timespec="seconds"),
            "experiments": [config.to_dict() for config in self.experiments],
            "results": [result.to_dict() for result in self.results],
            "failures": [vars(failure) | {"config": failure.config.to_dict()} for failure in self.failures],
        }
        write_whole(folder / "results.json", json_text(found) + "\n")

    def _write_reports(self, folder: Path) -> None:
        write_whole(folder / "results.txt", self.summary_text() + "\n")
        write_whole(folder / "results.csv", self._csv())
        curves = {result.name: result.curve for result in self.results}
        save_figure(curves_figure(curves), "comparison", folder / "comparison.png")

    def _csv(self) -> str:
        rows = [
            {
                "name": result.name,
                "algorithm": result.config.algorithm,
                "n_envs": result.config.n_envs,
                **result.get_summary(),
                "run_dir": result.run_dir,
            }
            for result in self.results
        ]
        return as_csv(list(rows[0]) if rows else ["name"], rows)

    # -- what was found

    def print_summary(self) -> None:
        """All results as a table; means over seeds where there are several, and how sure differences are."""
        print_text(self.summary_text())

    def summary_text(self) -> str:
        parts = [_results_table(self.results) if self.results else "no results"]
        seeds = {name: runs for name, runs in by_setting(self.results).items() if len(runs) > 1}
        if seeds:
            parts.append(_seeds_table(seeds))
        if len(seeds) > 1:
            parts.append(_differences_table(seeds))
        if self.failures:
            parts.append("\n".join(["failed", *(f"{f.name}: {f.error}" for f in self.failures)]))
        return "\n\n".join(parts)

    def get_best_result(self, metric: str = "mean_reward") -> ExperimentResult:
        """The result with the highest ``metric``."""
        refuse_unknown("get_best_result", [metric], FIGURES)
        known = [result for result in self.results if getattr(result, metric) is not None]
        if not known:
            raise ValueError(f"no result has {metric}" if self.results else "no experiment has been run")
        return max(known, key=lambda result: float(getattr(result, metric)))


def free_name(stem: str, taken: Iterable[str]) -> str:
    known = set(taken)
    name, number = stem, 1
    while name in known:
        number += 1
        name = f"{stem}_{number}"
    return name


def _one_line(result: ExperimentResult) -> str:
    text = f"{result.duration:.1f} s, reward {result.mean_reward:.2f} ± {result.std_reward:.2f}"
    if result.mean_antes is not None:
        text += f", ante {result.mean_antes:.2f}"
    return text if result.win_rate is None else f"{text}, won {percent(result.win_rate)}"


def by_setting(results: Iterable[ExperimentResult]) -> dict[str, list[ExperimentResult]]:
    """Results that differ in their seed alone, together."""
    return grouped((one.config.setting, one.config.total_timesteps, one.name, one) for one in results)


def grouped(rows: Iterable[tuple[str, int, str, T]]) -> dict[str, list[T]]:
    """Rows of (setting, timesteps, name, what) by setting and timesteps, labelled with the setting; what is
    alone keeps its name. Timesteps are shown where labels would be equal."""
    found: dict[tuple[str, int], list[tuple[str, T]]] = {}
    for setting, timesteps, name, what in rows:
        found.setdefault((setting, timesteps), []).append((name, what))
    labels = [group[0][0] if len(group) == 1 else setting for (setting, _), group in found.items()]
    labelled: dict[str, list[T]] = {}
    for ((_, timesteps), group), label in zip(found.items(), labels, strict=True):
        shown = label if labels.count(label) == 1 else f"{label} ({timesteps:,} timesteps)"
        labelled[free_name(shown, labelled)] = [what for _, what in group]
    return labelled


def _results_table(results: Sequence[ExperimentResult]) -> str:
    columns = list(results[0].get_summary())
    rows = ([result.name, *result.get_summary().values()] for result in results)
    return table_text(["experiment", *columns], rows)


def _seeds_table(seeds: dict[str, list[ExperimentResult]]) -> str:
    rows = [
        [name, len(runs), *(_over_seeds(runs, figure) for figure in FIGURES)] for name, runs in seeds.items()
    ]
    return table_text(["over seeds", "seeds", *FIGURES], rows, "means with their 95 % intervals")


def _over_seeds(runs: Sequence[ExperimentResult], figure: str) -> str:
    values = [value for run in runs if (value := getattr(run, figure)) is not None]
    if len(values) < len(runs):
        return "-"
    if figure in RATES:
        return _interval_text(seed_rate_interval(values, min(run.config.eval_episodes for run in runs)))
    return _interval_text(seed_interval(values))


def _interval_text(interval: Interval) -> str:
    return f"{number_text(interval.value)} ({number_text(interval.low)} to {number_text(interval.high)})"


def _differences_table(seeds: dict[str, list[ExperimentResult]]) -> str:
    """Every setting against the one with the best reward."""
    rewards = {name: [run.mean_reward for run in runs] for name, runs in seeds.items()}
    best = max(rewards, key=lambda name: sum(rewards[name]) / len(rewards[name]))
    rows = []
    for name, values in rewards.items():
        if name != best:
            found = compare_seeds(values, rewards[best])
            rows.append([name, _interval_text(found.difference), f"{found.p_value:.3f}"])
    return table_text(["", "mean_reward", "p"], rows, f"difference to {best}")
