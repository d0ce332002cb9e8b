"""Hyperparameter optimisation with Optuna: short trainings side by side, the hopeless ones ended early.

A study lies in one folder. Trials are kept in ``study.db`` as they go, so that a study that was killed goes
on when it is asked for again; worker processes share that file.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
import platform
import re
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal

from jimbot.game.seeds import seed_list
from jimbot.runs import Died, Manifest, RunFolder, Worker, made_with, share_out
from jimbot.runs.lock import taken
from jimbot.runs.machine import write_whole
from jimbot.runs.settings import Count, Positive, Settings, setting
from jimbot.training.algorithms import registered
from jimbot.training.config import timesteps_allowed
from jimbot.training.framework import HyperparameterConfig, RLTrainer, TrainerConfig, create_trainer
from jimbot.training.native.settings import DecisionTraining

if TYPE_CHECKING:
    import optuna
    from optuna.trial import FrozenTrial

DATABASE, BEST, TRIALS, IMPORTANCE = "study.db", "best.json", "trials.csv", "importance.png"
LOG = "worker.log"  # what worker processes print
ENOUGH_FOR_IMPORTANCE = 10  # finished trials: the best tenth is compared with the rest
UPDATES = 4  # a trial has room for as many rollouts at least


# -- what is searched ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Range:
    """A number between two bounds; a whole one where both bounds are."""

    name: str
    low: float
    high: float
    log: bool = False

    def suggest(self, trial: optuna.Trial) -> Any:
        if isinstance(self.low, int) and isinstance(self.high, int):
            return trial.suggest_int(self.name, self.low, self.high, log=self.log)
        return trial.suggest_float(self.name, self.low, self.high, log=self.log)


@dataclass(frozen=True)
class OneOf:
    """One of some values."""

    name: str
    choices: list[Any]

    def suggest(self, trial: optuna.Trial) -> Any:
        return trial.suggest_categorical(self.name, self.choices)

    def up_to(self, most: int) -> OneOf:
        """Without the values above ``most``; the smallest always stays."""
        return OneOf(self.name, [c for c in self.choices if c <= most] or [min(self.choices)])


Knob = Range | OneOf

NATIVE = "native"  # what `jimbot train` trains; the other algorithms are those of train_with_framework.py
GAMMA = OneOf("gamma", [0.9, 0.95, 0.98, 0.99, 0.995, 0.999])
NET = OneOf("net_arch", ["64x64", "128x128", "256x256", "512x256"])  # of policy and value alike

ON_POLICY: list[Knob] = [
    GAMMA,
    OneOf("gae_lambda", [0.8, 0.9, 0.95, 0.98, 1.0]),
    Range("entropy_coefficient", 1e-4, 0.1, log=True),
    Range("value_function_coefficient", 0.2, 1.0),
    Range("max_grad_norm", 0.3, 5.0, log=True),
    NET,
]
PPO: list[Knob] = [
    Range("learning_rate", 1e-5, 3e-3, log=True),
    OneOf("n_steps", [64, 128, 256, 512, 1024, 2048]),
    OneOf("batch_size", [64, 128, 256, 512, 1024, 2048]),
    Range("n_epochs", 1, 10),
    OneOf("clip_range", [0.1, 0.2, 0.3]),
    *ON_POLICY,
]
OFF_POLICY: list[Knob] = [
    Range("learning_rate", 1e-5, 3e-3, log=True),
    GAMMA,
    OneOf("buffer_size", [20_000, 50_000, 100_000]),
    OneOf("learning_starts", [500, 1000, 2000, 5000, 10_000]),
    OneOf("batch_size", [32, 64, 128, 256]),
    OneOf("train_freq", [1, 4, 8, 16]),
    OneOf("target_update_interval", [250, 1000, 4000, 10_000]),
    Range("exploration_fraction", 0.05, 0.5),
    Range("exploration_final_eps", 0.01, 0.1),
    NET,
]
SPACES: dict[str, list[Knob]] = {
    NATIVE: [
        Range("learning_rate", 1e-4, 3e-3, log=True),
        OneOf("minibatches", [4, 8, 16]),
        Range("epochs", 1, 4),
        OneOf("gae_lambda", [0.8, 0.9, 0.95, 0.98]),
        OneOf("clip_coef", [0.1, 0.2, 0.3]),
        Range("target_kl", 0.01, 0.1, log=True),
        Range("ent_coef", 1e-3, 0.05, log=True),
        Range("vf_coef", 0.2, 1.0),
        OneOf("width", [64, 128, 192]),
        OneOf("choice_width", [32, 64]),
    ],
    "PPO": PPO,
    "MaskablePPO": PPO,
    "RecurrentPPO": PPO,
    "A2C": [
        Range("learning_rate", 1e-5, 5e-3, log=True),
        OneOf("n_steps", [5, 8, 16, 32, 64, 128]),
        OneOf("use_rms_prop", [True, False]),
        OneOf("normalize_advantage", [True, False]),
        *ON_POLICY,
    ],
    "DQN": OFF_POLICY,
    "QRDQN": OFF_POLICY,
}


def fitting(space: Sequence[Knob], timesteps: int, n_envs: int) -> list[Knob]:
    """The part of a space that a trial has room for: several rollouts, a warm-up that ends, and batches no
    larger than the smallest rollout."""
    limits = {"n_steps": timesteps // (UPDATES * n_envs), "learning_starts": timesteps // 10}
    for knob in space:
        if isinstance(knob, OneOf) and knob.name == "n_steps":
            limits["batch_size"] = min(knob.choices) * n_envs
    return [k.up_to(limits[k.name]) if isinstance(k, OneOf) and k.name in limits else k for k in space]


# -- options and result -------------------------------------------------------------------------------------


class TuneSettings(Settings):
    """A study, but for what is searched."""

    algorithm: str = setting(
        NATIVE, "native (jimbot train), or PPO, MaskablePPO, RecurrentPPO, A2C, DQN, QRDQN of the framework"
    )
    out: str = setting("", "folder of the study; default: runs/tune/STUDY")
    trials: Positive = setting(20, "trials in all, those of earlier calls too")
    timesteps: Positive = setting(20_000, "per trial; native: 200,000", also=("--steps",))
    n_envs: Positive = setting(8, "games at once in a trial; native: 64", also=("--num-envs",))
    workers: Positive = setting(2, "trials at once, one process each")
    seed: Count = setting(1, "of all trials and of the search")
    study: str = setting("", "name of the study; default: the algorithm")
    storage: str = setting(
        "",
        "database of the trials, as postgresql://HOST/NAME, for several machines; default: study.db in --out",
    )
    evaluations: Positive = setting(5, "how often a trial is judged")
    eval_episodes: Positive = setting(20, "games of an evaluation, on validation seeds", also=("--games",))
    pruner: Literal["median", "hyperband", "none"] = setting("median", "what ends bad trials early")
    device: Literal["auto", "cpu", "cuda"] = setting("auto", "where the networks are trained")
    train_timesteps: Positive = setting(1_000_000, "to write into best.json", also=("--train-steps",))


class TuneOptions(TuneSettings):
    """A study. ``space`` is searched instead of ``SPACES[algorithm]``."""

    algorithm: str = "PPO"
    out: str = "runs/tune/PPO"
    space: list[Range | OneOf] | None = None

    def check(self) -> None:
        super().check()
        if self.algorithm != NATIVE:
            registered(self.algorithm)
        if self.space is None and self.algorithm not in SPACES:
            raise ValueError(f"no search space for {self.algorithm!r}; give TuneOptions.space")

    @property
    def name(self) -> str:
        return self.study or self.algorithm

    @property
    def knobs(self) -> list[Knob]:
        return fitting(self.space or SPACES[self.algorithm], self.timesteps, self.n_envs)

    @property
    def settings(self) -> dict[str, Any]:
        """What makes trials comparable: the same whenever the study goes on."""
        own = {"out", "study", "storage", "trials", "workers", "device", "train_timesteps", "space"}
        given = {name: value for name, value in self.to_dict().items() if name not in own}
        knobs = [dataclasses.asdict(knob) for knob in self.knobs]
        settings: dict[str, Any] = json.loads(json.dumps(given | {"knobs": knobs}))
        return settings

    def config(self, found: dict[str, Any]) -> TrainerConfig | DecisionTraining:
        """A training with the hyperparameters of a trial."""
        return self.native(found) if self.algorithm == NATIVE else self.trainer_config(found)

    def native(self, found: dict[str, Any]) -> DecisionTraining:
        cuda = self.device == "cuda"
        return DecisionTraining(
            steps=self.train_timesteps,
            seed=self.seed,
            num_envs=self.n_envs,
            device="cuda" if cuda else "cpu",
            **found,
        )

    def trainer_config(self, found: dict[str, Any]) -> TrainerConfig:
        config = TrainerConfig(
            algorithm=self.algorithm,
            total_timesteps=self.train_timesteps,
            seed=self.seed,
            n_envs=self.n_envs,
            device=self.device,
        )
        shared = HyperparameterConfig.model_fields
        for name, value in found.items():
            if name == "net_arch":
                sizes = [int(size) for size in value.split("x")]
                config.hyperparams.policy_net_arch, config.hyperparams.value_net_arch = sizes, sizes
            elif name in shared:
                setattr(config.hyperparams, name, value)
            else:
                config.hyperparams.algorithm_specific[name] = value
        return config


@dataclass
class TuneResult:
    """What a study found. ``config`` is a file for ``jimbot train --config``, or for
    ``train_with_framework.py --config`` where the algorithm is another than ``native``."""

    study: str
    out: str
    complete: int
    pruned: int
    failed: int
    interrupted: int
    objective: str | None
    best_trial: int | None
    best_value: float | None
    best_params: dict[str, Any]
    config: str | None
    importances: dict[str, float]
    failures: dict[int, str]
    notes: list[str]


Seen = Callable[[int, float | None], None]  # trials that have ended, the best value


def tune(options: TuneOptions, seen: Seen | None = None) -> TuneResult:
    """Runs a study, or goes on with it, until ``options.trials`` trials have ended."""
    options.check()
    _optuna()
    with StudyFolder(Path(options.out), new_manifest(options)) as folder:
        study = Study(options, create=True)
        study.release_orphans()
        _supervise(study, folder.lock, seen)
        study.release_orphans()
        return _conclude(study)


class StudyFolder(RunFolder):
    """Open for one tuning at a time. Workers of a killed one hold the lock, too, and need a moment to end."""

    what = "tuning"
    kept = "studies"
    format = "jimbot-study-1"
    patience = 10.0

    def open(self) -> None:
        """The trials are read from ``study.db``."""


def new_manifest(options: TuneOptions) -> Manifest:
    return {
        "format": StudyFolder.format,
        "settings": {"study": options.name, **options.settings},
        **made_with(("numpy", "optuna")),
    }


# -- the study ----------------------------------------------------------------------------------------------


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise ModuleNotFoundError("tuning needs optuna: pip install 'jimbot[framework]'") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


class Study:
    """The trials in ``study.db``."""

    def __init__(self, options: TuneOptions, create: bool = False) -> None:
        self.options = options
        self.out = Path(options.out)
        self.place = f"{platform.node()}:{self.out.resolve()}"
        self.optuna = _optuna()
        url = options.storage or f"sqlite:///{(self.out / DATABASE).resolve()}"
        waits = {"connect_args": {"timeout": 60}} if url.startswith("sqlite:") else {}
        try:
            self.storage = self.optuna.storages.RDBStorage(url, engine_kwargs=waits)
            if create:
                self.optuna.create_study(
                    study_name=options.name, storage=self.storage, direction="maximize", load_if_exists=True
                )
            self.study: optuna.Study = self.optuna.load_study(
                study_name=options.name, storage=self.storage, pruner=self._pruner()
            )
        except (self.optuna.exceptions.StorageInternalError, ImportError, *_database_errors()) as error:
            raise ValueError(f"{_without_password(url)} is no study that can be read: {error}") from None

    def _pruner(self) -> Any:
        pruners = self.optuna.pruners
        if self.options.pruner == "median":
            return pruners.MedianPruner(self._beginning(5), n_warmup_steps=1)
        if self.options.pruner == "hyperband":
            return pruners.HyperbandPruner(min_resource=1, max_resource=self.options.evaluations)
        return pruners.NopPruner()

    def _beginning(self, most: int) -> int:
        """Trials before anything is concluded from them."""
        return max(1, min(most, self.options.trials // 4))

    def trials(self, *states: str) -> list[FrozenTrial]:
        return [t for t in self.study.get_trials(deepcopy=False) if not states or t.state.name in states]

    def counted(self) -> list[FrozenTrial]:
        """Trials that have begun and were not interrupted."""
        begun = self.trials("RUNNING", "COMPLETE", "PRUNED", "FAIL")
        return [t for t in begun if "interrupted" not in t.user_attrs]

    def claim(self) -> optuna.Trial | None:
        """The next trial; None when all have begun. One process at a time.

        The sampler's draws depend on the seed and the trial alone: going on repeats no earlier draw.
        """
        with (self.out / "claim.lock").open("w") as lock:
            taken(lock, wait=True)
            if len(self.counted()) >= self.options.trials:
                return None
            sampler_seed = (self.options.seed * 1_000_003 + len(self.trials())) % 2**32
            self.study.sampler = self.optuna.samplers.TPESampler(
                seed=sampler_seed, n_startup_trials=self._beginning(10)
            )
            trial = self.study.ask()
            trial.set_user_attr("process", os.getpid())
            trial.set_user_attr("place", self.place)
            return trial

    def mark(self, trial: FrozenTrial, name: str, value: Any) -> None:
        """Notes something with a trial of another process and ends it as failed."""
        study_id = self.storage.get_study_id_from_name(self.options.name)
        trial_id = self.storage.get_trial_id_from_study_id_trial_number(study_id, trial.number)
        self.storage.set_trial_user_attr(trial_id, name, value)
        self.study.tell(trial.number, state=self.optuna.trial.TrialState.FAIL)

    def release_orphans(self) -> None:
        """Trials whose process is gone with the whole study: they do not count, and are tried again. Those of
        another machine or folder are its own."""
        for trial in self.trials("RUNNING"):
            if trial.user_attrs.get("place", self.place) != self.place:
                continue
            self.mark(trial, "interrupted", True)
            if trial.params:
                self.study.enqueue_trial(trial.params)

    def bury(self, process: int | None, code: int | None) -> None:
        """The trial of a worker that died, as failed. One that had no trial could not even begin."""
        reason = f"a worker process died (exit code {code}; see {self.out / LOG})"
        own = [
            t
            for t in self.counted()
            if t.user_attrs.get("process") == process and t.user_attrs.get("place") == self.place
        ]
        if not own:
            raise RuntimeError(reason)
        for trial in own:
            if not trial.state.is_finished():
                self.mark(trial, "error", reason)


def _database_errors() -> tuple[type[Exception], ...]:
    from sqlalchemy.exc import ArgumentError, DatabaseError

    return DatabaseError, ArgumentError


def _without_password(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//", url).removeprefix("sqlite:///")


# -- worker processes ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ended:
    """A trial is over, or the worker that ran it has died."""

    death: Died | None = None


def _supervise(study: Study, lock: int, seen: Seen | None) -> None:
    """Workers until all trials have ended. One that dies loses its trial, and another takes its place."""
    from jimbot.training import tune_worker

    missing = study.options.trials - len(study.counted())
    given = tune_worker.greeting(study.options)
    team = [Worker(tune_worker.__name__, given, lock) for _ in range(min(study.options.workers, missing))]
    for ended in share_out(range(missing), team, _trial):
        if ended.death is not None:
            study.bury(ended.death.process, ended.death.exit_code)
        if seen is not None:
            seen(*_standing(study))


def _trial(worker: Worker, number: int) -> Ended:
    try:
        worker.ask({})
    except Died as death:
        return Ended(death)
    return Ended()


def _standing(study: Study) -> tuple[int, float | None]:
    ended = [t for t in study.counted() if t.state.is_finished()]
    values = [t.value for t in ended if t.state.name == "COMPLETE" and t.value is not None]
    return len(ended), max(values, default=None)


# -- one trial ----------------------------------------------------------------------------------------------


def run_trial(study: Study, trial: optuna.Trial) -> None:
    """Trains, and keeps the result; a failure too, with its traceback under ``errors/``."""
    states = study.optuna.trial.TrialState
    try:
        value = _objective(study, trial)
    except study.optuna.TrialPruned:
        study.study.tell(trial, state=states.PRUNED)
    except Exception as error:
        (study.out / "errors").mkdir(exist_ok=True)
        write_whole(study.out / "errors" / f"{trial.number:04d}.txt", traceback.format_exc())
        trial.set_user_attr("error", f"{type(error).__name__}: {error}")
        study.study.tell(trial, state=states.FAIL)
    else:
        study.study.tell(trial, value)


def _objective(study: Study, trial: optuna.Trial) -> float:
    from jimbot.training.utils import create_balatro_env

    options = study.options
    found = {knob.name: knob.suggest(trial) for knob in options.knobs}
    if options.algorithm == NATIVE:
        return _native(study, trial, options.native(found))
    config = options.trainer_config(found).changed(
        total_timesteps=options.timesteps,
        checkpoint_freq=0,
        eval_freq=0,
        save_dir=str(study.out / "trials" / f"{trial.number:04d}"),
    )
    with create_trainer(create_balatro_env(seed=options.seed), config) as trainer:
        judge = Judge(study, trial, trainer)
        trainer.train(callback=judge.look)
        return judge.report(options.evaluations)


def _native(study: Study, trial: optuna.Trial, settings: DecisionTraining) -> float:
    """A short training of `jimbot train`, evaluated on the way; the mean of the blinds beaten counts."""
    from jimbot.training.native.run import learner_of

    options = study.options
    steps = timesteps_allowed(options.timesteps)
    learner = learner_of(settings.changed(steps=max(steps + 1, settings.steps)).at_most(steps))
    done, blinds = 0, 0.0
    for _ in learner.updates():
        due = int(learner.share * options.evaluations)
        if due > done:
            done = due
            played = learner.evaluate(seed_list(f"valid-{options.eval_episodes}"))
            blinds = played["blinds"]
            trial.set_user_attr("objective", "mean blinds")
            trial.set_user_attr("reward", played["wins"])
            trial.report(blinds, due)
            if due < options.evaluations and trial.should_prune():
                raise study.optuna.TrialPruned
    return blinds


class Judge:
    """Evaluates a trainer as it goes, and ends its trial when others were better at that point."""

    def __init__(self, study: Study, trial: optuna.Trial, trainer: RLTrainer) -> None:
        self.pruned = study.optuna.TrialPruned
        self.options = study.options
        self.trial = trial
        self.trainer = trainer
        self.interval = max(1, timesteps_allowed(self.options.timesteps) // self.options.evaluations)
        self.done = 0

    def look(self, *_: Any) -> bool:
        """The callback of the training, called at every step. The last evaluation comes after it."""
        due = min(self.trainer.timesteps // self.interval, self.options.evaluations - 1)
        if due > self.done:
            self.done = due
            self.report(due)
            if self.trial.should_prune():
                raise self.pruned
        return True

    def report(self, step: int) -> float:
        name, value, reward = score(self.trainer, self.options.eval_episodes)
        self.trial.set_user_attr("objective", name)
        self.trial.set_user_attr("reward", reward)
        self.trial.report(value, step)
        return value


def score(trainer: RLTrainer, games: int) -> tuple[str, float, float]:
    """What counts (its name and value), and the mean reward, which decides between equals.

    The mean of the blinds beaten on validation seeds counts; of trainers that know no more, the reward.
    """
    played = trainer.evaluate_games(games)
    if played is None:
        reward = float(trainer.evaluate(games)[0])
        return "mean reward", reward, reward
    return "mean blinds", fmean(played.blinds), fmean(played.rewards)


# -- what is left in the folder -----------------------------------------------------------------------------


def _conclude(study: Study) -> TuneResult:
    options, trials = study.options, study.counted()
    complete = [t for t in trials if t.state.name == "COMPLETE"]
    best = max(complete, key=lambda t: (t.value, t.user_attrs.get("reward", 0.0)), default=None)
    importances, notes = _importances(study, len(complete))
    write_whole(study.out / TRIALS, _table(trials))
    config = None if best is None else str(options.config(best.params).save(study.out / BEST))
    return TuneResult(
        study=options.name,
        out=options.out,
        complete=len(complete),
        pruned=sum(t.state.name == "PRUNED" for t in trials),
        failed=sum(t.state.name == "FAIL" for t in trials),
        interrupted=len(study.trials("FAIL")) - sum(t.state.name == "FAIL" for t in trials),
        objective=None if best is None else best.user_attrs.get("objective"),
        best_trial=None if best is None else best.number,
        best_value=None if best is None else best.value,
        best_params={} if best is None else best.params,
        config=config,
        importances=importances,
        failures={t.number: t.user_attrs.get("error", "") for t in trials if t.state.name == "FAIL"},
        notes=notes,
    )


def _table(trials: list[FrozenTrial]) -> str:
    """One line per trial, as CSV."""
    knobs = sorted({name for t in trials for name in t.params})
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["trial", "state", "value", "reward", "evaluations", "seconds", *knobs, "error"])
    for t in trials:
        seconds = 0.0 if t.duration is None else t.duration.total_seconds()
        facts = [t.number, t.state.name.lower(), t.value, t.user_attrs.get("reward")]
        effort = [len(t.intermediate_values), f"{seconds:.1f}"]
        table.writerow([*facts, *effort, *(t.params.get(name) for name in knobs), t.user_attrs.get("error")])
    return text.getvalue()


def _importances(study: Study, complete: int) -> tuple[dict[str, float], list[str]]:
    """Which hyperparameters mattered, the most important first; drawn into a file."""
    file = study.out / IMPORTANCE
    if complete < ENOUGH_FOR_IMPORTANCE:
        file.unlink(missing_ok=True)
        return {}, [f"importances need {ENOUGH_FOR_IMPORTANCE} complete trials; there are {complete}"]
    importances = study.optuna.importance.get_param_importances(study.study)
    write_whole(file, _chart(importances))
    return importances, []


def _chart(importances: dict[str, float]) -> bytes:
    from jimbot.evaluation.pages.charts import figure_bytes
    from jimbot.evaluation.pages.plots import LyingBars

    return figure_bytes(LyingBars(list(importances), [round(share, 4) for share in importances.values()]))
