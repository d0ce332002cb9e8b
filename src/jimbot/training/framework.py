"""What every trainer shares: configuration, folder, checkpoints, and the registry of algorithms."""

from __future__ import annotations

import dataclasses
import difflib
import json
import math
import os
import types
import typing
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, Self, TypeVar

from jimbot.machine import write_whole
from jimbot.training.checkpoints import Checkpoint, CheckpointManager

__all__ = [
    "MAX_TIMESTEPS",
    "Checkpoint",
    "CheckpointManager",
    "HyperparameterConfig",
    "RLTrainer",
    "TrainerConfig",
    "algorithms",
    "create_trainer",
    "get_default_config",
    "register_algorithm",
]

MAX_TIMESTEPS = "JIMBOT_MAX_TIMESTEPS"


def timesteps_allowed(wanted: int) -> int:
    """``wanted``, or fewer where the environment variable JIMBOT_MAX_TIMESTEPS says so: to try things out."""
    text = os.environ.get(MAX_TIMESTEPS)
    if not text:
        return wanted
    if not text.isdigit() or int(text) < 1:
        raise ValueError(f"{MAX_TIMESTEPS} is {text!r}; a whole number of 1 or more is allowed")
    return min(wanted, int(text))


def nearest(name: str, allowed: Iterable[str]) -> str:
    """`` (did you mean 'x'?)``, or nothing."""
    found = difflib.get_close_matches(name, list(allowed), 1, 0.5)
    return f" (did you mean {found[0]!r}?)" if found else ""


# -- configuration ------------------------------------------------------------------------------------------


class Config:
    """To and from JSON. A key that does not exist is refused with the nearest one that does."""

    def to_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)  # type: ignore[call-overload,no-any-return]

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        if not isinstance(values, dict):
            raise ValueError(f"{cls.__name__} is a table of names and values, not {values!r}")
        names = [f.name for f in fields(cls)]  # type: ignore[arg-type]
        for key in values:
            if key not in names:
                raise ValueError(
                    f"unknown key {key!r} in {cls.__name__}{nearest(key, names)}; one of {', '.join(names)}"
                )
        return cls(**values)

    def save(self, path: str | os.PathLike[str]) -> Path:
        write_whole(path, json.dumps(self.to_dict(), indent=2) + "\n")
        return Path(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        try:
            values = json.loads(Path(path).read_text(encoding="utf-8"))
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            raise ValueError(f"{path}: not JSON: {error}") from None
        try:
            return cls.from_dict(values)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{path}: {error}") from None

    def check(self) -> None:
        """Types as declared; errors name the field."""
        hints = typing.get_type_hints(type(self))
        for f in fields(self):  # type: ignore[arg-type]
            value = getattr(self, f.name)
            if not _fits(value, hints[f.name]):
                raise TypeError(f"{type(self).__name__}.{f.name} is {value!r}; {f.type} is needed")
            least = f.metadata.get("least")
            if least is not None and value is not None and not value >= least:
                raise ValueError(f"{type(self).__name__}.{f.name} is {value!r}; {least} or more is allowed")
            most = f.metadata.get("most")
            if most is not None and not value <= most:
                raise ValueError(f"{type(self).__name__}.{f.name} is {value!r}; at most {most} is allowed")
            if isinstance(value, float) and not math.isfinite(value):
                raise ValueError(f"{type(self).__name__}.{f.name} is {value!r}; a finite number is needed")


def _fits(value: Any, hint: Any) -> bool:
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return True
    if origin in (types.UnionType, typing.Union):
        return any(_fits(value, part) for part in parts)
    if origin is list:
        return isinstance(value, list) and all(_fits(item, parts[0]) for item in value)
    if origin is dict:
        return isinstance(value, dict)
    if hint is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def _number(default: Any, least: float | None = None, most: float | None = None) -> Any:
    return field(default=default, metadata={"least": least, "most": most})


@dataclass
class HyperparameterConfig(Config):
    """What the algorithms have in common; ``algorithm_specific`` holds arguments of one of them by the names
    it gives them itself."""

    learning_rate: float = _number(3e-4, 0)
    gamma: float = _number(0.99, 0, 1)
    gae_lambda: float = _number(0.95, 0, 1)
    entropy_coefficient: float = _number(0.01, 0)
    value_function_coefficient: float = _number(0.5, 0)
    max_grad_norm: float = _number(0.5, 0)

    policy_net_arch: list[int] = field(default_factory=lambda: [256, 256])
    value_net_arch: list[int] = field(default_factory=lambda: [256, 256])
    features_dim: int = _number(512, 1)

    algorithm_specific: dict[str, Any] = field(default_factory=dict)

    def check(self) -> None:
        super().check()
        for name in ("policy_net_arch", "value_net_arch"):
            if any(size < 1 for size in getattr(self, name)):
                raise ValueError(f"HyperparameterConfig.{name} is {getattr(self, name)}; sizes of 1 or more")


@dataclass
class CloningConfig(Config):
    """What is imitated before training: games of an agent of ours (``jimbot eval`` takes the same names)."""

    expert: str = "heuristic"
    episodes: int = _number(40, 1)
    epochs: int = _number(4, 1)
    batch_size: int = _number(256, 1)
    learning_rate: float = _number(1e-3, 0)


@dataclass
class TrainerConfig(Config):
    """One training run. Hyperparameters that are not given are those of the algorithm (get_default_config).

    - ``n_envs``: games at once; where an environment with its own number is given, that counts,
    - ``normalize_obs``, ``normalize_reward``: by running statistics, saved with the model,
    - ``curriculum``: arguments of ``jimbot.envs.wrappers.Curriculum`` for ``use_curriculum``,
    - ``cloning``: what ``use_behavioral_cloning`` imitates first,
    - ``checkpoint_freq``, ``eval_freq``: in timesteps; 0 for never; ``keep_checkpoints``: how many are kept,
    - ``eval_episodes``: games on validation seeds per evaluation; ``restore_best``: end with the best model,
    - ``wandb_mode``: "online", "offline", or None for what Weights & Biases is set up for.
    """

    algorithm: str = "PPO"
    total_timesteps: int = _number(1_000_000, 1)
    seed: int = _number(42, 0)
    n_envs: int = _number(8, 1)

    use_feature_extractor: bool = True
    feature_extractor_type: str = "balatro"
    normalize_obs: bool = True
    normalize_reward: bool = True

    use_curriculum: bool = False
    curriculum: dict[str, Any] = field(default_factory=dict)
    use_behavioral_cloning: bool = False
    cloning: CloningConfig = field(default_factory=CloningConfig)

    save_dir: str = "models"
    checkpoint_freq: int = _number(10_000, 0)
    keep_checkpoints: int = _number(3, 1)
    eval_freq: int = _number(5_000, 0)
    eval_episodes: int = _number(20, 1)
    restore_best: bool = False

    use_wandb: bool = False
    wandb_project: str = "balatro-rl"
    wandb_tags: list[str] = field(default_factory=list)
    wandb_mode: str | None = None

    device: str = "auto"
    hyperparams: HyperparameterConfig = None  # type: ignore[assignment]  # those of the algorithm

    def __post_init__(self) -> None:
        hyperparams: Any = self.hyperparams
        cloning: Any = self.cloning
        if hyperparams is None:
            self.hyperparams = default_hyperparams(self.algorithm)
        elif isinstance(hyperparams, dict):
            self.hyperparams = HyperparameterConfig.from_dict(hyperparams)
        if isinstance(cloning, dict):
            self.cloning = CloningConfig.from_dict(cloning)
        # Weights that cloning gave a model of this configuration: the next trainer begins with them.
        self._cloned: Any = None

    def check(self) -> None:
        super().check()
        self.hyperparams.check()
        self.cloning.check()
        registered(self.algorithm)
        if self.wandb_mode not in (None, "online", "offline"):
            raise ValueError(f"wandb_mode is {self.wandb_mode!r}; one of online, offline, None")
        if self.feature_extractor_type not in FEATURE_EXTRACTORS:
            raise ValueError(
                f"unknown feature_extractor_type {self.feature_extractor_type!r}; "
                f"one of {', '.join(FEATURE_EXTRACTORS)}"
            )


FEATURE_EXTRACTORS = ("balatro", "combined")  # our entity encoder, or every table as plain numbers


# -- algorithms ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Algorithm:
    trainer: Callable[..., RLTrainer]
    defaults: HyperparameterConfig


_ALGORITHMS: dict[str, Algorithm] = {}
T = TypeVar("T", bound=Callable[..., Any])


def register_algorithm(name: str, defaults: HyperparameterConfig | None = None) -> Callable[[T], T]:
    """Makes a trainer known: ``create_trainer`` builds it for configurations with this ``algorithm``.

    @register_algorithm("MyAlgorithm")
    class MyAlgorithmTrainer(RLTrainer): ...
    """

    def register(trainer: T) -> T:
        _ALGORITHMS[name] = Algorithm(trainer, defaults or HyperparameterConfig())
        return trainer

    return register


def algorithms() -> list[str]:
    """The names that ``TrainerConfig.algorithm`` may have."""
    import jimbot.training.sb3_trainer  # noqa: F401  # registers those of Stable-Baselines3

    return list(_ALGORITHMS)


def registered(name: str) -> Algorithm:
    known = algorithms()
    if name not in known:
        raise ValueError(f"Unknown algorithm {name!r}{nearest(name, known)}; one of {', '.join(known)}")
    return _ALGORITHMS[name]


def default_hyperparams(algorithm: str) -> HyperparameterConfig:
    return HyperparameterConfig.from_dict(registered(algorithm).defaults.to_dict())


def get_default_config(algorithm: str = "PPO") -> TrainerConfig:
    """The configuration that an algorithm begins with."""
    return TrainerConfig(algorithm=algorithm)


def create_trainer(env: Any, config: TrainerConfig | None = None, **settings: Any) -> RLTrainer:
    """The trainer for ``config.algorithm``.

    ``env``: any Gymnasium environment, single or vector, or a vector environment of Stable-Baselines3.
    ``settings`` go to the trainer (``eval_env=...`` of ``SB3Trainer``, for example).
    """
    config = TrainerConfig() if config is None else config
    config.check()
    return registered(config.algorithm).trainer(env, config, **settings)


# -- trainers -----------------------------------------------------------------------------------------------


class RLTrainer(ABC):
    """Base of all trainers. A new one implements ``create_model``, ``train`` and ``evaluate``; the rest works
    for every model that has ``save(path)``.

    Everything a run writes lies in ``run_dir``: ``<save_dir>/<ALGORITHM>_<date>_<time>``.
    """

    model: Any

    def __init__(self, env: Any, config: TrainerConfig) -> None:
        self.env = env
        self.config = config
        self._run_dir: Path | None = None
        made = self.create_model()
        if made is not None:
            self.model = made

    @abstractmethod
    def create_model(self) -> Any:
        """Builds the model; what is returned becomes ``self.model``."""

    @abstractmethod
    def train(self, total_timesteps: int | None = None, callback: Any = None) -> dict[str, Any]:
        """Trains and tells how it went."""

    @abstractmethod
    def evaluate(self, n_episodes: int = 10, deterministic: bool = True) -> tuple[float, float]:
        """Mean and standard deviation of the episode reward."""

    @property
    def timesteps(self) -> int:
        """Timesteps that the model has been trained for."""
        return int(getattr(getattr(self, "model", None), "num_timesteps", 0))

    @property
    def run_dir(self) -> Path:
        """Where the run is kept; made when first asked for, with ``config.json`` in it."""
        if self._run_dir is None:
            self._run_dir = new_folder("save_dir", self.config.save_dir, self.config.algorithm)
            self.config.save(self._run_dir / "config.json")
        return self._run_dir

    @property
    def checkpoints(self) -> CheckpointManager:
        return CheckpointManager(self.run_dir / "checkpoints", self.config.keep_checkpoints)

    def save_model(self, name: str = "final") -> Path:
        """Writes ``<ALGORITHM>_<name>.zip`` into the run's folder."""
        path = self.run_dir / f"{self.config.algorithm}_{name}.zip"
        self.write_model(path)
        return path

    def write_model(self, path: Path) -> None:
        if not hasattr(getattr(self, "model", None), "save"):
            raise TypeError(f"{type(self).__name__}.model has no save(path); override write_model")
        self.model.save(path)

    def save_checkpoint(self, score: float | None = None) -> Path:
        """Writes a checkpoint of this moment; ``score`` decides which one is the best."""
        return self.checkpoints.save(self.timesteps, self.write_checkpoint, score).path

    def write_checkpoint(self, folder: Path) -> None:
        self.write_model(folder / "model.zip")

    def get_metrics(self) -> dict[str, Any]:
        """What is known of the training so far."""
        return {"training_steps": self.timesteps}

    def close(self) -> None:
        """Frees the environment. Twice does no harm."""
        close = getattr(self.env, "close", None)
        if close is not None:
            close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def new_folder(what: str, parent: str | os.PathLike[str], name: str) -> Path:
    """``<parent>/<name>_<date>_<time>``, not there before; ``what`` is what errors call the parent."""
    stem = f"{name}_{datetime.now():%Y%m%d_%H%M%S}"
    for attempt in range(1000):
        path = Path(parent) / (f"{stem}_{attempt}" if attempt else stem)
        try:
            path.mkdir(parents=True)
        except FileExistsError:
            if path.parent.is_dir():
                continue  # another one of this second
            raise NotADirectoryError(f"{what} {str(parent)!r} is not a folder") from None
        except OSError as error:
            raise OSError(
                error.errno, f"{what} {str(parent)!r} cannot be written: {error.strerror}"
            ) from None
        return path
    raise FileExistsError(f"no free name for {stem} in {parent}")
